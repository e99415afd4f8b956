"""What happens as something comes, turns up or is milled: tapped, counters, unknown cards."""

from __future__ import annotations

import pytest

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


def test_whether_blood_moon_counts_before_a_land_comes_is_left_open() -> None:
    after = done(
        game({"hand": ["Gate"]}, {"battlefield": ["Blood Moon"]}, cards=[GATE]), "play gate"
    )
    assert tapped(after) == ["Gate"]
    assert "perhaps_tapped(gate)" in after.events
