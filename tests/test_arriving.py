"""What happens as something comes, turns up or is milled: tapped, counters, unknown cards."""

from __future__ import annotations

from typing import Any

import pytest

from pyadapter.consequences import outcome
from pyadapter.moves import PASS, Move
from tests.test_consequences import NOW, WILLBENDER, cards, done, game, mana, named, of, tapped

MILLER = {"name": "Miller", "type": "Artifact", "abilities": [mana("{C}", cost="{T}, mill a card")]}
RESTLESS = {"name": "Restless", "type": "Creature", "abilities": [{"kind": "morph", "cost": "{2}"}]}


def test_cards_are_milled_also_from_a_library_that_is_not_told() -> None:
    mine = {"battlefield": [{"card": "Restless", "face_down": True}, "Miller", "Miller"]}
    after = done(
        game({**mine, "library": ["Forest"]}, cards=[MILLER, RESTLESS]), "turn_face_up restless"
    )
    assert (sorted(cards(of(after).graveyard)), of(after).library) == (["?", "Forest"], ())
    assert {"milled(forest)", "mills_unknown(alice,1)"} <= set(after.events)
    assert after.became == (("forest", "forest_2"),)
    told = game({**mine, "library": ["Forest", "Island", "Swamp"]}, cards=[MILLER, RESTLESS])
    known = done(told, "turn_face_up restless")
    assert sorted(cards(of(known).graveyard)) == ["Forest", "Island"]
    assert not [event for event in known.events if event.startswith("mills_unknown")]


GATE = {"name": "Gate", "type": "Land", "abilities": ["enters_tapped", mana("{G}")]}


def test_a_land_that_comes_tapped_gives_no_mana_yet() -> None:
    state = game({"hand": ["Gate", "Rift Bolt"]}, cards=[GATE])
    after = done(state, "play gate")
    assert tapped(after) == ["Gate"]
    assert after.state.why("suspend rift_bolt").verdict == "unaffordable"


def test_an_effect_may_make_lands_of_opponents_come_tapped() -> None:
    slow = {
        "name": "Slow Gate",
        "type": "Enchantment",
        "abilities": [
            {
                "kind": "grants",
                "abilities": ["enters_tapped"],
                "on": ["land not on battlefield"],
                "whose": "opponents",
            }
        ],
    }
    his = game({"hand": ["Forest"]}, {"battlefield": ["Slow Gate"]}, cards=[slow])
    hers = game({"hand": ["Forest"], "battlefield": ["Slow Gate"]}, cards=[slow])
    assert tapped(done(his, "play forest")) == ["Forest"]
    assert tapped(done(hers, "play forest")) == []


def test_whether_a_land_comes_tapped_may_be_in_doubt() -> None:
    doubtful = {
        "id": "mist",
        "kind": "grants",
        "controller": "bob",
        "abilities": ["enters_tapped"],
        "on": ["land in hand"],
        "while": "open",
    }
    after = done(game({"hand": ["Forest"]}, effects=[doubtful]), "play forest")
    assert "perhaps_tapped(forest)" in after.events
    assert "perhaps_tapped(forest)" not in done(game({"hand": ["Forest"]}), "play forest").events


@pytest.mark.parametrize(("face", "comes"), [("Peak", []), ("Peak, the Pass", ["Peak"])])
def test_of_a_modal_card_the_chosen_face_says_whether_it_comes_tapped(
    face: str, comes: list[str]
) -> None:
    card = {
        "name": "Peak",
        "type": "Land",
        "modal": True,
        "back": {"name": "Peak, the Pass", "type": "Land", "abilities": ["enters_tapped"]},
    }
    state = game({"hand": ["Peak"]}, cards=[card], rules=NOW)
    assert tapped(done(state, "play peak", face=face)) == comes


@pytest.mark.parametrize(
    ("procedure", "counters"),
    [("megamorph", {"+1/+1": 7, "charge": 1}), ("mana_cost", {"+1/+1": 6, "charge": 1})],
)
def test_counters_that_come_as_it_turns_up_are_added_to_those_that_are_there(
    procedure: str, counters: dict[str, int]
) -> None:
    card = {
        "name": "Hydra",
        "type": "Creature",
        "mana_cost": "{G}",
        "abilities": [
            {"kind": "megamorph", "cost": "{G}"},
            {"kind": "face_up_counters", "counter": "+1/+1", "n": 5},
        ],
    }
    down = {"card": "Hydra", "face_down": True, "manifested": True,
            "counters": {"+1/+1": 1, "charge": 1}}  # fmt: skip
    state = game({"battlefield": [down], "pool": "{G}"}, cards=[card], rules=NOW)
    after = done(state, "turn_face_up hydra", procedure=procedure)
    assert named(of(after).battlefield, "Hydra").counters == counters
    humility = {"id": "calm", "kind": "loses_abilities", "controller": "bob", "on": ["creature"]}
    calm = done(state.replace(effects=[humility]), "turn_face_up hydra", procedure="mana_cost")
    assert named(of(calm).battlefield, "Hydra").counters == {"+1/+1": 1, "charge": 1}


def test_what_turns_up_as_no_creature_leaves_combat_if_it_was_in_it() -> None:
    card = {"name": "Blade", "type": "Artifact", "abilities": [{"kind": "morph", "cost": "{0}"}]}
    mine = {"battlefield": [{"card": "Blade", "face_down": True}]}
    fighting = game(mine, cards=[card], step="declare_blockers")
    assert done(fighting, "turn_face_up blade").pending == ("leaves_combat(blade)",)
    assert done(game(mine, cards=[card]), "turn_face_up blade").pending == ()
    still = game({"battlefield": [WILLBENDER], "pool": "{U}{U}"}, step="declare_blockers")
    assert done(still, "turn_face_up willbender").pending == ()


def test_a_land_that_may_be_paid_for_to_come_untapped_is_said_to_be_in_doubt() -> None:
    after = done(game({"hand": ["Blood Crypt"]}), "play blood_crypt")
    assert "perhaps_tapped(blood_crypt)" in after.events
    assert any(text.startswith("Blood Crypt may come tapped") for text in after.told)


OLD, BEFORE, SINCE = "2012-05-01", "2017-09-28", "2017-09-29"
TAKER = {"kind": "loses_abilities", "id": "calm", "controller": "bob"}
MOON = {"kind": "sets_land_types", "id": "moon", "controller": "bob", "types": ["mountain"]}


def comes(effect: dict[str, Any], card: dict[str, Any] = GATE, rules: str = NOW) -> str:
    """How the Gate comes under the effect: tapped, untapped, or perhaps tapped."""
    guard = {"card": "Grizzly Bears", "id": "guard"}
    mine = {"hand": ["Gate"], "battlefield": [guard]}
    state = game(mine, cards=[card], effects=[effect], rules=rules)
    after = done(state, "play gate")
    if "perhaps_tapped(gate)" in after.events:
        assert tapped(after) == []
        return "perhaps"
    return "tapped" if tapped(after) else "untapped"


def test_blood_moon_counts_before_a_land_comes_since_2017() -> None:
    for rules, expected in ((OLD, ["Gate"]), (BEFORE, ["Gate"]), (SINCE, []), (NOW, [])):
        after = done(
            game({"hand": ["Gate"]}, {"battlefield": ["Blood Moon"]}, cards=[GATE], rules=rules),
            "play gate",
        )
        assert tapped(after) == expected, rules
        assert "perhaps_tapped(gate)" not in after.events


def test_a_choice_that_blood_moon_takes_away_is_no_doubt() -> None:
    moon = {"battlefield": ["Blood Moon"]}
    for rules, doubted in ((OLD, True), (NOW, False)):
        after = done(game({"hand": ["Blood Crypt"]}, moon, rules=rules), "play blood_crypt")
        assert ("perhaps_tapped(blood_crypt)" in after.events) == doubted


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ({**TAKER, "on": ["land"]}, "untapped"),
        (TAKER, "untapped"),
        ({**TAKER, "on": ["land on battlefield"]}, "untapped"),
        ({**TAKER, "on": ["land", "creature"]}, "untapped"),
        ({**TAKER, "on": ["creature"]}, "tapped"),
        ({**TAKER, "on": ["basic land"]}, "tapped"),
        ({**TAKER, "on": ["nonland"]}, "tapped"),
        ({**TAKER, "on": ["enchanted land"]}, "tapped"),
        ({**TAKER, "applies_to": ["guard"]}, "tapped"),
        ({**TAKER, "whose": "you"}, "tapped"),
        ({**TAKER, "whose": "opponents"}, "untapped"),
        ({**TAKER, "controller": "alice", "whose": "you"}, "untapped"),
        ({**TAKER, "controller": "alice", "whose": "opponents"}, "tapped"),
        ({**TAKER, "on": ["named the chosen name"]}, "perhaps"),
        ({**TAKER, "while": "open"}, "perhaps"),
        ({**TAKER, "while": "no"}, "tapped"),
        (MOON, "untapped"),
        ({**MOON, "on": ["nonbasic land"]}, "untapped"),
        ({**MOON, "on": ["island"]}, "tapped"),
        ({**MOON, "while": "open"}, "perhaps"),
        ({**MOON, "while": "no"}, "tapped"),
        ({**MOON, "applies_to": ["guard"]}, "tapped"),
    ],
)
def test_an_effect_counts_if_it_will_be_about_the_permanent(
    effect: dict[str, Any], expected: str
) -> None:
    assert comes(effect) == expected


def test_what_an_effect_may_turn_before_leaves_it_in_doubt() -> None:
    state = game({"hand": ["Gate"]}, cards=[GATE], rules=NOW)
    grow = {"kind": "adds_types", "id": "grow", "controller": "bob", "types": ["creature"]}
    calm = {**TAKER, "on": ["creature"]}
    after = done(state.replace(effects=[calm, grow]), "play gate")
    assert "perhaps_tapped(gate)" in after.events


def test_a_card_whose_colors_are_not_known_leaves_it_in_doubt() -> None:
    vague = {**GATE, "not_understood": ["cost"]}
    assert comes({**TAKER, "on": ["red"]}, vague) == "perhaps"
    assert comes({**TAKER, "on": ["nonred"]}, vague) == "perhaps"
    assert comes({**TAKER, "on": ["named Gate"]}, vague) == "untapped"
    assert comes({**TAKER, "on": ["red"]}) == "tapped"
    assert comes({**TAKER, "on": ["nonred"]}) == "untapped"


def test_an_ability_that_an_effect_gives_stays_whatever_takes_the_card_s_own() -> None:
    slow = {"kind": "grants", "id": "slow", "controller": "bob", "abilities": ["enters_tapped"],
            "on": ["land not on battlefield"]}  # fmt: skip
    state = game({"hand": ["Gate"]}, cards=[GATE], effects=[TAKER, slow], rules=NOW)
    after = done(state, "play gate")
    assert tapped(after) == ["Gate"]
    assert "perhaps_tapped(gate)" not in after.events


def test_a_creature_that_resolves_under_humility_comes_untapped() -> None:
    golem = {**GATE, "name": "Golem", "type": "Artifact Creature — Golem"}
    for effect, expected in (({**TAKER, "on": ["creature"]}, []), (MOON, ["Golem"])):
        stack = [{"card": "Golem", "controller": "alice"}]
        state = game(
            {"passed": True},
            priority="bob",
            cards=[golem],
            effects=[effect],
            stack=stack,
            rules=NOW,
        )
        after = outcome(state, Move("bob", PASS))
        assert tapped(after) == expected
