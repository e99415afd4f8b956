"""Passing priority: who gets it, when the stack resolves, when a step and a turn end."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from pyadapter import GameState, NotLegalError, Permanent, StateDocument
from pyadapter.consequences import Outcome, outcome
from pyadapter.moves import Move
from tests.test_consequences import cards, done, game, named, of

STEPS = [
    "upkeep",
    "draw",
    "precombat_main",
    "beginning_of_combat",
    "declare_attackers",
    "end_of_combat",
    "postcombat_main",
    "end",
]


def passed(state: GameState) -> Outcome:
    (player,) = tuple(state.document.priority or ())
    return outcome(state, Move(player, "pass_priority"))


def all_pass(state: GameState) -> Outcome:
    """What comes once everybody has passed."""
    after = passed(state)
    while any(player.passed for player in after.state.document.players):
        after = passed(after.state)
    return after


def when(state: GameState) -> tuple[str, str]:
    turn = state.document.turn
    assert isinstance(turn, dict)
    ((player, step),) = turn.items()
    return player, step


def later(state: GameState, player: str, step: str) -> Outcome:
    """What the last pass brings before a player's step."""
    after = all_pass(state)
    for _ in range(40):
        if when(after.state) == (player, step):
            return after
        after = all_pass(after.state)
    raise AssertionError("that step never comes")


def table(*names: str, **fields: Any) -> GameState:
    document = {
        "turn": names[0],
        "phase": "precombat_main",
        "priority": names[0],
        "players": [{"name": name} for name in names],
        **fields,
    }
    return GameState.from_document(msgspec.convert(document, StateDocument))


def test_a_whole_turn_goes_through_every_step_with_priority() -> None:
    state, seen = game({}, step="upkeep"), []
    for _ in range(17):
        seen.append(when(state))
        state = all_pass(state).state
    assert seen == [(who, step) for who in ("alice", "bob") for step in STEPS] + [
        ("alice", "upkeep")
    ]


def test_the_next_player_in_turn_order_who_is_still_there_gets_priority() -> None:
    state = table("ann", "bob", "cid").change_player("bob", left=True)
    first = passed(state).state
    assert first.document.priority == ("cid",)
    assert when(passed(first).state) == ("ann", "beginning_of_combat")


def test_an_action_in_between_breaks_the_chain_of_passes() -> None:
    """Edge cases 70, 146 and 147: whoever acted has priority, and the others get it again."""
    state = game(
        {},
        {"battlefield": [{"card": "Willbender", "face_down": True}, "Island", "Island"]},
        stack=[{"card": "Lightning Bolt", "controller": "alice"}],
    )
    state = passed(state).state
    acted = done(state, "turn_face_up willbender", "bob").state
    assert acted.document.priority == ("bob",)
    again = passed(acted).state
    assert (again.document.priority, len(again.document.stack)) == (("alice",), 1)
    assert len(passed(again).state.document.stack) == 0


def test_nobody_may_answer_an_action_itself() -> None:
    """Edge case 145."""
    state = game({"hand": ["Forest"]}, {"hand": ["Circling Vultures"]}, rules="2026-09-25")
    after = done(state, "play forest").state
    verdict = after.why("discard circling_vultures", player="bob")
    assert [reason.requirement for reason in verdict.with_status("unmet")] == ["priority"]
    assert passed(after).state.why("discard circling_vultures", player="bob").legal


def test_the_topmost_object_resolves_and_the_active_player_has_priority() -> None:
    stack = [
        {"card": "Lightning Bolt", "controller": "bob"},
        {"ability": "a trigger", "controller": "alice"},
        {"card": "Grizzly Bears", "controller": "alice", "owner": "bob"},
        {"card": "Willbender", "controller": "bob", "face_down": True},
        {"card": "?", "controller": "bob"},
    ]
    state = game({}, {}, stack=stack, priority="bob")
    first = all_pass(state)
    assert first.state.document.priority == ("alice",)
    assert "resolved(lightning_bolt)" in first.events
    assert cards(of(first, "bob").graveyard) == ["Lightning Bolt"]
    second = all_pass(first.state)
    assert "resolved(a_trigger)" in second.events
    third = all_pass(second.state)
    bears = named(of(third).battlefield, "Grizzly Bears")
    assert (bears.owner, bears.summoning_sick) == ("bob", True)
    fourth = all_pass(third.state)
    assert named(of(fourth, "bob").battlefield, "Willbender").face_down
    fifth = all_pass(fourth.state)
    assert not fifth.state.document.stack
    assert when(fifth.state) == when(state)


def test_mana_is_lost_as_a_step_ends_but_not_as_something_resolves() -> None:
    """Edge case 143."""
    pool = [{"mana": "{U}", "snow": True, "only": ["morph costs"]}, "{G}"]
    stack = [{"ability": "a trigger", "controller": "alice"}]
    resolved = all_pass(game({"pool": pool}, {"pool": "{R}"}, stack=stack, step="upkeep"))
    assert (len(of(resolved).pool), len(of(resolved, "bob").pool)) == (2, 1)
    ended = all_pass(resolved.state)
    assert (of(ended).pool, of(ended, "bob").pool) == ((), ())


def test_what_counts_by_the_turn_begins_anew_and_effects_of_the_turn_end() -> None:
    past = {
        "decided_by": "bob",
        "lands_played": ["rule"],
        "planar_die_rolls": 2,
        "effect_rolls": 1,
        "cards_foretold": 1,
        "spells_cast": ["Opt"],
        "ignores": ["ban"],
    }
    effects = [
        {"id": "brief", "kind": "other", "controller": "alice", "until": "end of turn"},
        {"id": "ban", "kind": "cant_search", "ignore": {"cost": "{1}", "who": "each"}},
        {"id": "over", "kind": "other", "controller": "alice", "gone": True},
    ]
    opt = {"name": "Opt", "type": "Instant", "mana_cost": "{U}"}
    his = {**past, "decided_by": "alice"}
    state = game(past, his, variant="planechase", effects=effects, cards=[opt])
    still = later(state, "alice", "end").state
    assert (of(still).planar_die_rolls, len(still.document.effects)) == (2, 3)
    after = all_pass(still)
    assert [effect.id for effect in after.state.document.effects] == ["ban"]
    assert "effect_over(brief)" in after.events
    assert (of(after).decided_by, of(after, "bob").decided_by) == (None, "alice")
    for player in ("alice", "bob"):
        found = of(after, player)
        assert (found.lands_played, found.planar_die_rolls, found.effect_rolls) == ((), 0, 0)
        assert (found.cards_foretold, found.spells_cast, found.ignores) == (0, (), ())


def test_effects_end_with_the_combat_the_turn_or_before_the_next_one_as_they_say() -> None:
    words = {
        "turn": "Until end of turn",
        "combat": "end of  combat",
        "hers": "until your next turn",
        "his": "your next turn",
        "free": "alice says so",
    }
    effects = [
        {
            "id": name,
            "kind": "other",
            "controller": "bob" if name == "his" else "alice",
            "until": text,
        }
        for name, text in words.items()
    ]

    def there(outcome: Outcome) -> set[str | None]:
        return {effect.id for effect in outcome.state.document.effects}

    start = game({}, effects=effects)
    fight = later(start, "alice", "end_of_combat")
    assert there(fight) == set(words)
    past = all_pass(fight.state)
    assert there(past) == words.keys() - {"combat"}
    theirs = later(past.state, "bob", "upkeep")
    assert there(theirs) == {"hers", "free"}
    assert 'effect_untimed(free,"alice says so")' in theirs.events
    assert "whether free is over isn't followed: it lasts until alice says so" in theirs.told[4]
    mine = later(theirs.state, "alice", "upkeep")
    assert there(mine) == {"free"}


def test_any_player_of_a_team_may_pass_for_it() -> None:
    document = {"variant": "two_headed_giant", "phase": "precombat_main", "turn": "alice"}
    names = {"alice": "a", "beth": "a", "bob": "b", "ben": "b"}
    players = [{"name": name, "team": team, "life": 30} for name, team in names.items()]
    text = json.dumps({**document, "priority": "alice", "players": players})
    state = GameState.from_json(text)
    for player in ("alice", "beth"):
        after = outcome(state, Move(player, "pass_priority")).state.document
        assert after.priority == ("bob",)
    with pytest.raises(NotLegalError, match="bob doesn't have priority"):
        outcome(state, Move("bob", "pass_priority"))
    melee = GameState.from_json(text.replace("two_headed_giant", "grand_melee"))
    with pytest.raises(NotLegalError, match="several turns"):
        outcome(melee, Move("alice", "pass_priority"))


def test_permanents_untap_and_phase_in_as_their_players_turn_begins() -> None:
    things = [
        {"card": "Forest", "tapped": True},
        {"card": "Grizzly Bears", "summoning_sick": True, "phased_out": True, "tapped": True},
    ]
    lace = {"name": "Lace", "type": "Enchantment — Aura"}
    held = {"card": "Lace", "attached_to": "grizzly_bears", "phased_out": True}
    state = game({"battlefield": things}, {"battlefield": [*things[:1], held]}, cards=[lace])
    hers = later(state, "bob", "upkeep").state
    assert all(each.tapped for each in of(hers).battlefield if isinstance(each, Permanent))
    assert not named(of(hers, "bob").battlefield, "Forest").tapped
    assert named(of(hers, "bob").battlefield, "Lace").phased_out
    after = later(hers, "alice", "upkeep")
    bears = named(of(after).battlefield, "Grizzly Bears")
    assert (bears.tapped, bears.phased_out, bears.summoning_sick) == (False, False, False)
    assert not named(of(after, "bob").battlefield, "Lace").phased_out


def test_a_card_is_drawn_from_what_is_known_of_the_library() -> None:
    state = game({"library": ["Forest", "Island"]}, step="upkeep")
    after = all_pass(state)
    assert (cards(of(after).hand), cards(of(after).library)) == (["Forest"], ["Island"])
    unknown = all_pass(game({}, step="upkeep"))
    assert "draws_unknown(alice)" in unknown.events


def test_who_has_left_draws_nothing_though_the_turn_goes_on() -> None:
    players = [{"name": "alice", "left": True}, {"name": "bob"}, {"name": "cora"}]
    state = game({}, players=players, step="upkeep", priority="bob")
    after = all_pass(state)
    assert after.state.document.turn == {"alice": "draw"}
    assert of(after).hand == ()
    assert "draws_unknown(alice)" not in after.events


@pytest.mark.parametrize(
    ("rules", "how"),
    [("2024-02-01", "forced"), ("2024-02-02", "optional")],
)
def test_the_last_time_counter_makes_or_lets_the_owner_cast(rules: str, how: str) -> None:
    """Edge case 112."""
    hung = {"card": "Rift Bolt", "counters": {"time": 2}}
    state = game({}, {"exile": [hung]}, turn="alice", step="end", rules=rules)
    first = later(state, "bob", "upkeep")
    assert named(of(first, "bob").exile, "Rift Bolt").counters == {"time": 1}
    assert first.pending == ()
    last = later(first.state, "bob", "upkeep")
    card = named(of(last, "bob").exile, "Rift Bolt")
    assert (card.id, card.counters) == ("rift_bolt", {})
    assert last.pending == (f"cast_suspended(rift_bolt,{how})",)
    assert later(last.state, "bob", "upkeep").pending == ()


def test_only_the_owners_upkeep_and_only_suspended_cards_count() -> None:
    hung = [
        {"card": "Rift Bolt", "counters": {"time": 2}},
        {"card": "Forest", "counters": {"time": 2}},
    ]
    state = game({}, {"exile": hung}, step="end", turn="bob")
    after = all_pass(state)
    assert [each.counters for each in of(after, "bob").exile if isinstance(each, Permanent)] == [
        {"time": 2},
        {"time": 2},
    ]
    hers = later(after.state, "bob", "upkeep")
    assert named(of(hers, "bob").exile, "Forest").counters == {"time": 2}


def test_suspending_is_no_casting() -> None:
    """Edge case 113."""
    state = game({"hand": ["Rift Bolt"], "battlefield": ["Mountain"]})
    assert of(done(state, "suspend rift_bolt")).spells_cast == ()


def test_what_is_foretold_or_plotted_may_be_cast_once_the_turn_is_over() -> None:
    """Edge case 130 from the other side."""
    card = {"name": "Slick", "type": "Sorcery", "abilities": [{"kind": "plot", "cost": "{0}"}]}
    state = game({"hand": ["Slick"]}, cards=[card], rules="2026-09-25")
    after = done(state, "plot slick").state
    over = later(after, "bob", "upkeep")
    assert over.pending == ("castable_plotted(slick_2)",)
    exiled = named(of(over).exile, "Slick")
    assert (exiled.exiled_as, exiled.exiled_this_turn) == ("plotted", False)


def test_what_was_to_be_done_before_a_step_is_too_late_once_it_has_begun() -> None:
    """Edge cases 79 and 80."""
    fire = {
        "id": "fire",
        "kind": "other",
        "controller": "bob",
        "allows": {"by": "alice", "cost": "{U}", "before": {"step": "upkeep", "of": "bob"}},
    }
    state = game({"battlefield": ["Island"]}, effects=[fire])
    last = later(state, "alice", "end")
    assert last.state.why("end fire").legal
    due = all_pass(last.state)
    assert "effect_due(fire)" in due.events
    assert due.state.why("end fire", player="alice").verdict == "illegal"


def test_an_effect_made_in_its_own_step_waits_for_the_next_one() -> None:
    before = {"step": "upkeep", "of": "alice", "made_in_it": True}
    allows = {"by": "alice", "cost": "{0}", "before": before}
    asp = {"id": "asp", "kind": "other", "controller": "bob", "allows": allows}
    after = all_pass(game({}, effects=[asp], step="upkeep"))
    assert after.state.why("end asp").legal
    assert (
        later(after.state, "bob", "upkeep")
        .state.why("end asp", player="alice")
        .with_status("unmet")[0]
        .requirement
        == "timing"
    )
    assert "effect_due(asp)" in later(after.state, "alice", "upkeep").events


def test_too_many_cards_in_hand_are_pending_as_the_turn_ends() -> None:
    state = game({"hand": ["Forest"] * 9}, step="end")
    assert all_pass(state).pending == ("discards_down(alice,2)",)
    assert all_pass(game({"hand": ["Forest"] * 7}, step="end")).pending == ()


def test_teams_pass_together_where_turns_are_shared() -> None:
    names = {"ann": "x", "amy": "x", "bob": "y", "bea": "y"}
    players = [{"name": name, "team": team} for name, team in names.items()]
    state = table(*names, players=players, variant="two_headed_giant", step="end", phase=None)
    first = passed(state).state
    assert first.document.priority == ("bob",)
    assert when(passed(first).state) == ("bob", "upkeep")
    apart = table(*names, players=players)
    assert passed(apart).state.document.priority == ("amy",)


def test_the_turn_goes_on_without_its_player() -> None:
    state = table("ann", "bob", "cid", priority="bob").change_player("ann", left=True)
    after = all_pass(state).state
    assert (when(after), after.document.priority) == (("ann", "beginning_of_combat"), ("bob",))
    assert when(later(after, "bob", "upkeep").state) == ("bob", "upkeep")


def test_after_a_cleanup_step_with_priority_the_turn_is_over() -> None:
    assert when(all_pass(game({}, step="cleanup")).state) == ("bob", "upkeep")


def test_one_player_alone_passes_to_the_next_step() -> None:
    state = table("ann", step="end", phase=None)
    after = passed(state).state
    assert when(after) == ("ann", "upkeep")


@pytest.mark.parametrize("player", ["alice", "bob"])
def test_only_who_has_priority_may_pass(player: str) -> None:
    state = game({}, priority="bob" if player == "alice" else "alice")
    with pytest.raises(NotLegalError) as caught:
        outcome(state, Move(player, "pass_priority"))
    assert caught.value.verdict.reasons[0].rules == ("116.3d",)
