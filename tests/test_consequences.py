"""What follows from each special action: zones, status, counters, costs, and who has priority."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pyadapter import ActionError, GameState, NotLegalError, Permanent, StateDocument
from pyadapter.consequences import Outcome, outcome, payments
from pyadapter.model import Player
from pyadapter.moves import Move, moves
from tests.casework import all_cases

NOW = "2026-09-25"
WILLBENDER = {"card": "Willbender", "face_down": True}
TOLL = {
    "name": "Toll",
    "type": "Artifact",
    "abilities": [
        {
            "kind": "cant_search",
            "ignore": {"cost": "sacrifice a permanent", "who": "each"},
        }
    ],
}


def game(alice: dict[str, Any], bob: dict[str, Any] | None = None, **fields: Any) -> GameState:
    """Alice's main phase and priority, unless the fields say otherwise."""
    document = {
        "turn": "alice",
        "phase": "precombat_main",
        "priority": "alice",
        "players": [
            {"name": "alice", "life": 20, **alice},
            {"name": "bob", "life": 20, **(bob or {})},
        ],
        **fields,
    }
    if "step" in fields:
        del document["phase"]
    return GameState.from_document(msgspec.convert(document, StateDocument))


def done(state: GameState, action: str, player: str = "alice", **options: str) -> Outcome:
    return outcome(state, Move(player, action, tuple(options.items())))


def case(name: str, **options: str) -> Outcome:
    """What follows in a real case from the action that it asks about."""
    (found,) = (each for each in all_cases() if each.id == name)
    return done(found.game(), found.action, found.player, **options)


def of(after: Outcome | GameState, player: str = "alice") -> Player:
    document = (after.state if isinstance(after, Outcome) else after).document
    return next(each for each in document.players if each.name == player)


def named(zone: tuple[str | Permanent, ...], name: str) -> Permanent:
    (found,) = (each for each in zone if isinstance(each, Permanent) and each.card == name)
    return found


def cards(zone: tuple[str | Permanent, ...]) -> list[str]:
    return [each if isinstance(each, str) else each.card for each in zone]


def tapped(after: Outcome, player: str = "alice") -> list[str]:
    items = of(after, player).battlefield
    return [each.card for each in items if isinstance(each, Permanent) and each.tapped]


def test_a_land_comes_onto_the_battlefield_as_a_new_object_and_uses_the_named_permission() -> None:
    state = game({"hand": ["Forest"], "battlefield": ["Exploration"]})
    after = done(state, "play forest", under="exploration")
    land = named(of(after).battlefield, "Forest")
    assert (land.id, land.summoning_sick, of(after).hand) == ("forest_2", True, ())
    assert of(after).lands_played == ("exploration",)
    assert after.became == (("forest", "forest_2"),)
    assert not after.assumed


@pytest.mark.parametrize("rules", ["2012-05-01", NOW])
def test_a_land_from_an_opponents_hand_is_the_players_permanent_and_its_owners_card(
    rules: str,
) -> None:
    lent = {"kind": "land_play_permission", "zone": "hand", "whose": "opponents"}
    effects = [{**lent, "id": "st", "controller": "alice"}]
    state = game({}, {"hand": ["Island", "?"]}, rules=rules, effects=effects)
    after = done(state, "play island")
    (island,) = (one for one in of(after).battlefield if isinstance(one, Permanent))
    assert (island.card, island.owner) == ("Island", "bob")
    assert cards(of(after, "bob").hand) == ["?"]
    assert of(after).lands_played == (("unnamed",) if rules == NOW else ("rule",))


def test_the_first_permission_is_taken_and_said_where_none_is_named() -> None:
    after = done(game({"hand": ["Forest"], "battlefield": ["Exploration"]}), "play forest")
    assert (after.assumed, of(after).lands_played) == (("under rule",), ("rule",))


def test_where_plays_are_counted_in_all_no_permission_is_named() -> None:
    after = done(game({"hand": ["Forest"]}, rules=NOW), "play forest")
    assert (after.assumed, of(after).lands_played) == ((), ("unnamed",))


def test_a_modal_card_shows_the_face_that_was_played() -> None:
    after = case("edge-030-modal-land-face")
    land = of(after).battlefield[-1]
    assert isinstance(land, Permanent)
    assert land.back_up
    assert land.card == "Shatterskull Smashing"


def test_the_back_of_a_card_gives_the_mana_that_the_front_does_not() -> None:
    card = {
        "name": "Peak",
        "type": "Sorcery",
        "mana_cost": "{R}",
        "modal": True,
        "back": {"name": "Peak, the Pass", "type": "Land", "abilities": [mana("{U}")]},
    }
    hand = ["Peak", "Ancestral Vision"]
    state = game({"hand": hand}, cards=[card], rules=NOW)
    assert state.why("suspend ancestral_vision").verdict == "unaffordable"
    assert done(state, "play peak").state.why("suspend ancestral_vision").legal


def mana(*adds: str, cost: str = "{T}", **more: Any) -> dict[str, Any]:
    return {"kind": "mana", "adds": list(adds), "cost": cost, **more}


def test_a_permanent_turned_up_is_the_same_object_with_all_that_is_on_it() -> None:
    hidden = {**WILLBENDER, "counters": {"charge": 2}, "tapped": True}
    state = game({"battlefield": [hidden, "Island", "Island", "Forest"]})
    after = done(state, "turn_face_up willbender")
    up = named(of(after).battlefield, "Willbender")
    assert (up.id, up.face_down, up.tapped, up.counters) == (
        "willbender",
        False,
        True,
        {"charge": 2},
    )
    assert len(tapped(after)) == 3
    assert "turned_face_up(willbender)" in after.events
    assert not [event for event in after.events if event.startswith("entered")]


def test_only_the_megamorph_cost_brings_a_counter() -> None:
    by_cost = {
        each.id: done(each.game(), each.action, each.player)
        for each in all_cases()
        if each.id in ("pay-megamorph-other-tax", "fu-manifested-megamorph-for-mana-cost")
    }
    up = {name: of(after).battlefield for name, after in by_cost.items()}
    counters = {
        name: [each.counters for each in zone if isinstance(each, Permanent) and each.counters]
        for name, zone in up.items()
    }
    assert counters == {
        "pay-megamorph-other-tax": [{"+1/+1": 1}],
        "fu-manifested-megamorph-for-mana-cost": [],
    }


def test_a_manifested_permanent_is_not_manifested_any_more() -> None:
    after = case("fu-manifested-creature-lost-abilities")
    angel = named(of(after).battlefield, "Serra Angel")
    assert not angel.manifested
    assert not angel.face_down


def test_life_paid_down_to_nothing_is_paid_and_the_loss_is_pending() -> None:
    after = case("fu-pay-life-morph-at-five-life")
    assert of(after).life == 0
    assert after.pending == ("loses(alice)",)
    assert any("704.5a" in text for text in after.told)


def turned_up_by_a_team(al: dict[str, Any], amy: dict[str, Any]) -> Outcome:
    """What follows once al has turned up Zombie Cutthroat, for 5 life, in a team of two."""
    cutthroat = {"card": "Zombie Cutthroat", "face_down": True}
    document = {
        "variant": "two_headed_giant",
        "turn": "al",
        "step": "draw",
        "priority": "al",
        "players": [
            {"name": "al", "team": "x", "battlefield": [cutthroat], **al},
            {"name": "amy", "team": "x", **amy},
            {"name": "bob", "team": "y"},
        ],
    }
    state = GameState.from_document(msgspec.convert(document, StateDocument))
    return done(state, "turn_face_up zombie_cutthroat", "al")


def test_life_is_the_teams_in_two_headed_giant() -> None:
    after = turned_up_by_a_team({"life": 12}, {"life": 12})
    assert (of(after, "al").life, of(after, "amy").life) == (7, 7)


def test_a_team_of_two_heads_loses_as_one() -> None:
    after = turned_up_by_a_team({}, {"life": 5})
    assert after.pending == ("team_loses(amy)",)
    assert "the team of amy has no life left" in after.told[-1]
    assert not any(event.startswith("keeps_priority") for event in after.events)


def test_what_is_sacrificed_lies_on_top_of_its_owners_graveyard() -> None:
    after = case("fu-sacrifice-two-nonbasic-mountains")
    assert sorted(cards(of(after).graveyard)[:2]) == ["Blood Crypt", "Stomping Ground"]


def test_a_token_that_is_sacrificed_is_nowhere() -> None:
    found = next(each for each in all_cases() if each.id == "ign-damping-engine-by-sacrificing")
    game_before = found.game()
    players = [
        msgspec.structs.replace(
            player,
            battlefield=tuple(
                msgspec.structs.replace(each, token=True)
                if isinstance(each, Permanent) and each.card == "Grizzly Bears"
                else each
                for each in player.battlefield
            ),
        )
        for player in game_before.document.players
    ]
    before = game_before.replace(
        players=[msgspec.to_builtins(player) for player in players],
    )
    after = done(before, found.action, found.player)
    everything = str([of(after, player.name) for player in before.document.players])
    had = str(before.document.players).count("card='Grizzly Bears'")
    assert everything.count("card='Grizzly Bears'") == had - 1


def test_an_effect_that_is_ended_is_gone_and_a_licid_comes_off() -> None:
    after = case("end-licid-on-opponents-turn")
    (effect,) = after.state.document.effects
    assert effect.gone
    assert after.pending == ("detached(quickening_licid)",)
    assert after.state.why("end_effect licid_effect", player="alice").verdict == "illegal"


def test_channel_adds_its_mana_and_may_be_used_again() -> None:
    after = case("edge-083-channel-while-paying-now")
    assert [each.mana for each in of(after).pool if not isinstance(each, str)] == ["{U}", "{C}"]
    assert not after.state.document.effects[0].gone
    assert after.state.document.paying == "alice"


def test_an_action_that_may_be_taken_again_leaves_its_effect() -> None:
    allows = {"by": "alice", "cost": "{1}", "again": True}
    angel = {"id": "angel", "kind": "other", "controller": "alice", "allows": allows}
    after = done(game({"battlefield": ["Plains"]}, effects=[angel]), "end angel")
    assert "acted_on(angel)" in after.events
    assert not after.state.document.effects[0].gone


def test_an_effect_whose_source_was_used_up_in_paying_is_not_ignored() -> None:
    after = case("pay-source-of-effect")
    assert of(after).ignores == ()
    assert cards(of(after).graveyard) == ["Gate Law"]


def test_ignoring_lasts_until_the_turn_is_over() -> None:
    after = case("ign-arbiter-own-copy-on-opponents-turn")
    player = after.state.document.priority[0]  # type: ignore[index]
    assert of(after, player).ignores == ("leonin_arbiter",)
    state = after.state
    while of(state, player).ignores:
        state = state.after("pass_priority")
    assert set(state.document.turn or ()) != set(after.state.document.turn or ())


def test_a_suspended_card_is_exiled_face_up_with_its_counters() -> None:
    after = case("sus-card-without-mana-cost")
    card = named(of(after).exile, "Ancestral Vision")
    assert (card.counters, card.face_down, card.exiled_as) == ({"time": 4}, False, None)
    assert not of(after).spells_cast


def test_x_is_chosen_and_gives_as_many_counters() -> None:
    slow = {"kind": "suspend", "n": "X", "cost": "{X}{R}"}
    card = {"name": "Slow", "type": "Sorcery", "mana_cost": "{3}{R}", "abilities": [slow]}
    state = game({"hand": ["Slow"], "battlefield": ["Mountain"] * 4}, cards=[card])
    first, other = done(state, "suspend slow"), done(state, "suspend slow", x="3")
    assert (first.assumed, other.assumed) == (("x 1",), ())
    assert named(of(first).exile, "Slow").counters == {"time": 1}
    assert named(of(other).exile, "Slow").counters == {"time": 3}
    assert (len(tapped(first)), len(tapped(other))) == (2, 4)


def test_one_of_several_suspend_abilities_is_chosen_by_its_number_and_paid_for() -> None:
    abilities = [
        {"kind": "suspend", "n": 4, "cost": "{0}"},
        {"kind": "suspend", "n": 2, "cost": "{1}{R}"},
        {"kind": "suspend", "n": "X", "cost": "{X}"},
    ]
    card = {"name": "Slow", "type": "Sorcery", "mana_cost": "{3}{R}", "abilities": abilities}
    state = game({"hand": ["Slow"], "battlefield": ["Mountain"] * 3}, cards=[card])
    ways = [move.options for move in moves(state) if move.action == "suspend(slow)"]
    assert ways == [
        (("time", "1"), ("x", "1")),
        (("time", "2"),),
        (("time", "2"), ("x", "2")),
        (("time", "3"), ("x", "3")),
        (("time", "4"),),
    ]
    found = [outcome(state, Move("alice", "suspend slow", way)) for way in ways]
    assert [named(of(after).exile, "Slow").counters["time"] for after in found] == [1, 2, 2, 3, 4]
    assert [len(tapped(after)) for after in found] == [1, 2, 2, 3, 0]
    assert done(state, "suspend slow", time="4").assumed == ()


def test_a_card_that_has_lost_its_own_suspend_has_only_the_one_it_is_given() -> None:
    bears = {
        "name": "Bears",
        "type": "Creature",
        "abilities": [{"kind": "suspend", "n": 4, "cost": "{0}"}],
    }
    effects = [
        {"id": "hush", "kind": "loses_abilities", "on": ["creature in hand"], "time": 1},
        {"id": "haste", "kind": "grants", "on": ["creature in hand"], "time": 2,
         "abilities": [{"kind": "suspend", "n": 2, "cost": "{0}"}]},
    ]  # fmt: skip
    state = game({"hand": ["Bears"]}, cards=[bears], effects=effects)
    after = done(state, "suspend bears")
    assert (named(of(after).exile, "Bears").counters, after.assumed) == ({"time": 2}, ())


@pytest.mark.parametrize(
    ("face", "pending"), [("blank", ()), ("chaos", ("chaos",)), ("planeswalk", ("planeswalking",))]
)
def test_each_face_of_the_planar_die_is_a_branch(face: str, pending: tuple[str, ...]) -> None:
    state = game({"battlefield": ["Swamp"]}, variant="planechase")
    after = done(state, "roll", die=face)
    assert (of(after).planar_die_rolls, after.pending) == (1, pending)
    again = done(after.state, "roll", die=face)
    assert (of(again).planar_die_rolls, tapped(again)) == (2, ["Swamp"])
    assert again.state.why("roll").verdict == "unaffordable"


def test_a_card_discarded_at_any_time_lies_in_the_graveyard() -> None:
    after = case("cv-opponents-upkeep")
    assert (of(after).hand, cards(of(after).graveyard)) == ((), ["Circling Vultures"])


def test_the_companion_is_in_hand_and_used_for_the_game() -> None:
    after = case("comp-three-untapped-lands-empty-pool")
    assert cards(of(after).hand) == ["Lurrus of the Dream-Den"]
    assert of(after).companion_used
    assert not of(after).outside
    assert tapped(after) == ["Plains"] * 3


def test_a_foretold_card_is_exiled_face_down_and_remembered() -> None:
    after = case("ft-own-upkeep")
    card = named(of(after).exile, "Behold the Multiverse")
    assert (card.face_down, card.exiled_as, card.exiled_this_turn) == (True, "foretold", True)
    assert of(after).cards_foretold == 1


def test_a_plotted_card_is_exiled_face_up_also_from_the_top_of_the_library() -> None:
    after = case("plot-fblthp-top-nonland-card")
    card = named(of(after).exile, "Centaur Courser")
    assert (card.face_down, card.exiled_as, card.exiled_this_turn) == (False, "plotted", True)
    assert "Centaur Courser" not in cards(of(after).library)


def test_a_half_is_unlocked_and_perhaps_both_are_now() -> None:
    one, both = case("ul-after-blink-both-locked"), case("ul-unlock-trigger-without-target")
    assert not [each for each in one.events if each.startswith("fully")]
    assert [each for each in both.events if each.startswith("fully")]
    assert (
        sum(len(each.unlocked) for each in of(one).battlefield if isinstance(each, Permanent)) == 1
    )


def test_a_conspiracy_is_face_up_and_keeps_its_name() -> None:
    after = case("con-on-opponents-turn-under-split-second")
    card = named(of(after).command, "Immediate Action")
    assert (card.face_down, card.chosen_name) == (False, "Grizzly Bears")
    assert after.told[0] == "the face-down Immediate Action is turned face up (116.2j, 905.4a)"


def test_surplus_mana_floats_with_its_restriction() -> None:
    rock = {
        "name": "Rock",
        "type": "Artifact",
        "abilities": [mana("{U}{U}{U}", only=["morph costs"])],
    }
    state = game({"battlefield": [WILLBENDER, "Rock"]}, cards=[rock])
    after = done(state, "turn_face_up willbender")
    assert [(each.mana, each.only) for each in of(after).pool if not isinstance(each, str)] == [
        ("{U}", ("morph costs",))
    ]


def test_floating_mana_that_is_spent_is_gone_and_the_rest_stays() -> None:
    state = game({"battlefield": [WILLBENDER], "pool": "{U}{R}{G}"})
    after = done(state, "turn_face_up willbender")
    assert len(of(after).pool) == 1
    assert not tapped(after)


def test_a_plan_may_be_chosen_by_its_text() -> None:
    state = game({"battlefield": [WILLBENDER, "Island", "Forest", "Swamp"]})
    move = Move("alice", "turn_face_up willbender")
    ways = payments(state, move)
    assert len(ways) > 1
    seen = {tuple(sorted(tapped(done(state, move.action, payment=str(plan))))) for plan in ways}
    assert seen == {("Forest", "Island"), ("Island", "Swamp")}


def test_what_was_attached_or_locked_in_or_ignored_lets_go_of_what_leaves() -> None:
    lace = {"name": "Lace", "type": "Enchantment — Aura", "mana_cost": "{U}"}
    effects = [
        {"id": "curse", "kind": "loses_abilities", "controller": "bob", "applies_to": ["cub"]},
        {"id": "echo", "kind": "other", "source": "cub", "text": "echo"},
    ]
    state = game(
        {
            "battlefield": [
                {"card": "Grizzly Bears", "id": "cub", "counters": {"charge": 1}},
            ]
        },
        {"battlefield": ["Toll", {"card": "Lace", "attached_to": "cub"}]},
        effects=effects,
        cards=[lace, TOLL],
    )
    after = done(state, "ignore toll")
    assert "sacrificed(cub)" in after.events
    assert after.pending == ("detached(lace)",)
    assert named(of(after, "bob").battlefield, "Lace").attached_to is None
    assert named(of(after).graveyard, "Grizzly Bears").counters == {}
    curse, echo = after.state.document.effects
    assert curse.gone
    assert (echo.source, echo.controller) == (None, "alice")


def test_a_land_play_under_a_permanent_that_leaves_was_under_an_effect_that_is_gone() -> None:
    state = game(
        {
            "hand": ["Forest"],
            "battlefield": ["Exploration"],
            "lands_played": ["rule", "exploration"],
        },
        {"battlefield": ["Toll"]},
        cards=[TOLL],
    )
    after = done(state, "ignore toll")
    assert after.became == (("exploration", "exploration_2"),)
    (effect,) = after.state.document.effects
    assert (effect.id, effect.gone) == ("exploration", True)
    assert of(after).lands_played == ("rule", "exploration")
    assert after.state.why("play forest").verdict == "illegal"


def test_whoever_acted_has_priority_and_the_stack_is_untouched() -> None:
    state = game(
        {"battlefield": ["Forest"]},
        {"battlefield": [WILLBENDER, "Island", "Island"], "passed": False},
        priority="bob",
        stack=[{"card": "Lightning Bolt", "controller": "alice"}],
    ).change_player("alice", passed=True)
    after = done(state, "turn_face_up willbender", "bob")
    assert after.state.document.priority == ("bob",)
    assert after.state.document.stack == state.document.stack
    assert not of(after, "alice").passed


def test_what_is_not_legal_has_no_consequences_but_reasons() -> None:
    with pytest.raises(NotLegalError) as caught:
        done(game({"hand": ["Forest"]}, step="upkeep"), "play forest")
    assert [each.requirement for each in caught.value.verdict.with_status("unmet")] == [
        "main_phase"
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"under": "azusa"}, "found under=azusa, expected under=rule"),
        ({"face": "up"}, "found face=up, expected under=rule"),
    ],
)
def test_an_option_that_is_not_there_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(ActionError, match=message):
        done(game({"hand": ["Forest"]}), "play forest", **options)


def test_a_plan_that_is_none_is_refused() -> None:
    with pytest.raises(ActionError, match="option payment: found 'gold'"):
        case("ft-own-upkeep", payment="gold")


def test_after_is_the_state_of_the_outcome() -> None:
    state = game({"hand": ["Forest"], "battlefield": ["Exploration"]})
    options = {"under": "exploration"}
    after = state.after("play forest", options=options)
    assert after.document == done(state, "play forest", **options).state.document


def test_the_next_state_is_under_the_same_rules_and_reads_as_written() -> None:
    state = game({"hand": ["Forest"]}, rules="2013-07-13", title="A title")
    after = state.after("play forest")
    assert (after.edition, after.source.title) == (state.edition, "A title")
    assert GameState.from_json(after.to_json()).document == after.document


def test_every_event_has_a_sentence_with_its_rules() -> None:
    after = case("fu-pay-life-morph-at-five-life")
    assert len(after.told) == len(after.events) + len(after.pending)
    assert all(text.endswith(")") for text in after.told)
    assert {"115.2b", "704.5a"} <= set(after.tags)


def test_what_is_returned_to_hand_as_a_cost_is_told_after_the_taps_and_before_the_action() -> None:
    seer = {"card": "Fathom Seer", "face_down": True}
    after = done(game({"battlefield": [seer, "Island", "Swamp", "Island"]}), "turn up Fathom Seer")
    assert [text.split(" (")[0] for text in after.told[:2]] == ["Island"] * 2
    assert all("is returned to its owner's hand (117.3)" in text for text in after.told[:2])
    assert "is turned face up" in after.told[2]
    assert after.told[-1].startswith("alice has priority again")


def test_what_is_exiled_as_a_cost_is_told() -> None:
    spirit = "Simian Spirit Guide"
    mana = {"kind": "mana", "cost": "exile this", "adds": ["{R}"], "zone": "hand"}
    card = {"name": spirit, "type": "Creature — Ape Spirit", "abilities": [mana]}
    after = done(game({"hand": ["Rift Bolt", spirit]}, cards=[card]), "suspend Rift Bolt")
    assert after.told[0] == f"{spirit} is exiled (117.3)"
    assert after.told[1].startswith("Rift Bolt is exiled with time counters")


def test_a_land_with_two_faces_is_called_by_the_one_that_comes() -> None:
    card = {
        "name": "Awakening",
        "type": "Sorcery",
        "mana_cost": "{X}{B}{B}{B}",
        "modal": True,
        "back": {"name": "Undercrypt", "type": "Land"},
    }
    after = done(game({"hand": ["Awakening"]}, rules=NOW, cards=[card]), "play Awakening")
    assert after.told[:2] == (
        "Undercrypt was played as a land (116.2a, 305.1, 305.2)",
        "Undercrypt comes onto the battlefield (400.7)",
    )


def test_the_face_that_is_named_is_played_and_the_front_where_none_is() -> None:
    card = {
        "name": "Bright Way",
        "type": "Land",
        "modal": True,
        "back": {"name": "Arid Way", "type": "Land"},
    }
    state = game({"hand": ["Bright Way"]}, rules=NOW, cards=[card])
    played = {
        action: done(state, action).told[0].split(" was")[0]
        for action in ("play Bright Way", "play Arid Way", "play_land(bright_way)")
    }
    assert played == {
        "play Bright Way": "Bright Way",
        "play Arid Way": "Arid Way",
        "play_land(bright_way)": "Bright Way",
    }
    assert done(state, "play Bright Way", face="Arid Way").told[0].startswith("Arid Way")


def test_options_that_mean_nothing_are_refused() -> None:
    state = game({"hand": ["Forest"]}, rules=NOW)
    with pytest.raises(ActionError, match="nothing is to be paid"):
        done(state, "play forest", payment="{G} from Forest for {G}")
    with pytest.raises(ActionError, match="each of them once"):
        outcome(state, Move("alice", "play forest", (("under", "rule"), ("under", "rule"))))


def test_an_unnamed_land_play_may_have_been_that_of_what_leaves() -> None:
    exploration = {
        "name": "Exploration",
        "type": "Enchantment",
        "abilities": [{"kind": "additional_land_plays", "n": 1}],
    }
    fields = {"hand": ["Forest"], "battlefield": ["Exploration"], "lands_played": ["unnamed"]}
    old, new = (
        done(
            game(fields, {"battlefield": ["Toll"]}, cards=[exploration, TOLL], rules=day),
            "ignore toll",
        )
        for day in ("2012-05-01", NOW)
    )
    assert old.state.why("play forest").verdict == "unknown"
    assert new.state.why("play forest").verdict == "illegal"
    assert new.state.document.effects == ()
