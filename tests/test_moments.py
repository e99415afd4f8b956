"""Sets of moments become one phrase that says no more than what was found."""

from pyadapter.moments import STEPS, Moment, phrase_of

STEPS_WITH_PRIORITY = [step for step in STEPS if step != "cleanup"]
LATER = [
    Moment("later turn", player, step) for player in ("ann", "bob") for step in STEPS_WITH_PRIORITY
]
REST = [Moment("this turn", "ann", step) for step in ("postcombat_main", "end")]
KEPT = Moment("present step", "ann", "precombat_main", stack_empty=False)
EMPTIED = Moment("present step", "ann", "precombat_main")
ALL = [KEPT, EMPTIED, *REST, *LATER]


def told(*moments: Moment, among: list[Moment] | None = None, stacked: str = "Shock") -> str:
    return phrase_of(moments, among or ALL, player="ann", stacked=stacked)


def mains(player: str) -> list[Moment]:
    return [each for each in LATER if each.player == player and each.step.endswith("_main")]


def test_every_moment_is_any_time() -> None:
    assert told(*ALL) == "any time ann has priority"


def test_every_moment_with_an_empty_stack_says_so_and_what_has_to_leave() -> None:
    assert told(EMPTIED, *REST, *LATER) == (
        "any time ann has priority with an empty stack (here: once Shock has left it)"
    )


def test_the_present_step_alone_is_told_as_such() -> None:
    assert told(KEPT) == "as soon as ann has priority in the present step"
    assert told(EMPTIED) == "as soon as Shock has left the stack and ann has priority"


def test_main_phases_of_this_turn_and_later_ones_are_one() -> None:
    assert told(EMPTIED, REST[0], *mains("ann")) == (
        "in a main phase of ann's turn with an empty stack (here: once Shock has left it)"
    )


def test_later_turns_alone_are_told_as_later_only_where_this_turn_is_theirs() -> None:
    assert told(*mains("ann")) == "in a main phase of a later turn of ann's with an empty stack"
    assert told(*mains("bob")) == "in a main phase of bob's turn with an empty stack"


def test_the_same_steps_of_several_players_are_told_once() -> None:
    chosen = [each for each in LATER if each.step == "end"]
    assert told(*chosen) == (
        "in the end step of bob's turn or a later turn of ann's with an empty stack"
    )


def test_steps_of_this_turn_that_later_turns_lack_stand_apart() -> None:
    late = Moment("later turn", "ann", "upkeep")
    assert told(REST[1], late, among=[*REST, *LATER]) == (
        "in the end step of this turn or in the upkeep of a later turn of ann's"
    )


def test_nearly_every_step_is_told_by_what_is_missing() -> None:
    chosen = [each for each in LATER if each.player == "bob" and each.step != "draw"]
    assert told(*chosen, among=LATER) == "in any step but the draw step of bob's turn"


def test_an_empty_stack_is_not_asked_for_where_nothing_tells() -> None:
    every = [each for each in LATER if each.player == "bob"]
    assert told(*every, among=LATER, stacked="nothing") == "in any step of bob's turn"
