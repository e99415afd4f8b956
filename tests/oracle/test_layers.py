"""The oracle's layers against situations that the rules on dependency settle (613.6, 613.8, 305.7).

Effects without `time` have no told order: there only a dependency, or that it doesn't matter, can
decide.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.asking import ILLEGAL, LEGAL, POOR, Raw, ask, down, owns
from tests.oracle.editions import FIRST, NEWEST
from tests.oracle.judge import Action

OPEN = "unknown"


def clause(kind: str, types: str, on: str = "", **rest: Any) -> Raw:
    """A clause of an effect; of several types separated by blanks, about a few descriptions."""
    described = {"on": on.split(", ")} if on else {}
    return {"kind": kind, "types": types.split(), **described, **rest}


def adds(types: str, on: str = "", **rest: Any) -> Raw:
    """Card types in addition."""
    return clause("adds_types", types, on, **rest)


def adds_lands(types: str, on: str = "", **rest: Any) -> Raw:
    """Land types in addition."""
    return clause("adds_land_types", types, on, **rest)


def sets(types: str, on: str = "", **rest: Any) -> Raw:
    """Land types instead of others."""
    return clause("sets_land_types", types, on, **rest)


def loses(on: str, **rest: Any) -> Raw:
    """All abilities go."""
    return {"kind": "loses_abilities", "on": [on], **rest}


def gives(ability: Raw, on: str, **rest: Any) -> Raw:
    """Another ability."""
    return {"kind": "grants", "abilities": [ability], "on": [on], **rest}


def card(name: str, line: str, *abilities: Any) -> Raw:
    """A card of two generic mana."""
    return {"name": name, "type": line, "mana_cost": "{2}", "abilities": list(abilities)}


def late(name: str, cost: str) -> Raw:
    """A sorcery with suspend."""
    return card(name, "Sorcery", {"kind": "suspend", "n": 2, "cost": cost})


def tap(mana: str) -> Raw:
    """The ability to tap for mana."""
    return {"kind": "mana", "adds": [mana]}


BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
STOPS: Raw = {"kind": "cant_activate", "mana_abilities": True}
MORPH: Raw = {"kind": "morph", "cost": "{1}{U}"}
ALL_TYPES = "plains island swamp mountain forest"
CARDS = [
    *({"name": name, "type": f"Basic Land — {name}"} for name in BASICS),
    {"name": "Tundra", "type": "Land — Plains Island"},
    {"name": "Badlands", "type": "Land — Swamp Mountain"},
    {"name": "Wasteland", "type": "Land", "abilities": [tap("{C}")]},
    card("Bear", "Creature — Bear"),
    card("Ring", "Artifact", tap("{C}{C}")),
    card("Mask", "Creature — Human", MORPH),
    card("Wheel", "Artifact", {"kind": "morph", "cost": "{3}"}),
    card("Volcanist", "Creature", {"kind": "morph", "cost": "sacrifice two Mountains"}),
    late("Green Rite", "{G}"),
    late("Red Rite", "{R}"),
    late("Blue Rite", "{U}"),
    late("White Rite", "{W}"),
    card("Limits", "Enchantment", {"kind": "cant_play_lands", "while": "10 lands"}),
    card("Moon", "Enchantment", sets("mountain", "nonbasic land")),
    card("Conversion", "Enchantment", sets("plains", "mountain")),
    card("Omen", "Enchantment", adds_lands(ALL_TYPES, "land", whose="you")),
    card("Seas", "Enchantment — Aura", sets("island", "enchanted")),
    {"name": "Urborg", "type": "Legendary Land", "abilities": [adds_lands("swamp", "land")]},
    card("Bell", "Artifact", adds("creature", "swamp")),
    card("Living Lands", "Enchantment", adds("creature", "forest")),
    card("Living Plane", "Enchantment", adds("creature", "land")),
    card("Totem", "Artifact", {**STOPS, "on": ["creature"]}),
    card("Rod", "Artifact", {**STOPS, "on": ["artifact"]}),
    card(
        "Ashaya",
        "Legendary Creature",
        *(adds("land", "creature", whose="you"), adds_lands("forest", "creature", whose="you")),
    ),
    card(
        "Song",
        "Enchantment",
        *(loses("noncreature artifact"), adds("creature", "noncreature artifact")),
    ),
    card(
        "Iron Song",
        "Artifact",
        *(loses("noncreature artifact"), adds("creature", "noncreature artifact")),
    ),
    card(
        "Masquerade",
        "Enchantment",
        *(adds("creature", "noncreature land"), gives({**MORPH}, "noncreature land")),
    ),
    card("Grove Maker", "Enchantment", adds("land", "nonland"), adds_lands("forest", "nonland")),
    card("Crucible", "Artifact", {"kind": "land_play_permission", "zone": "graveyard"}),
    {"name": "Moonland", "type": "Land", "abilities": [sets("mountain", "nonbasic land")]},
    {"name": "Isle", "type": "Land", "abilities": [sets("island", "nonbasic land")]},
]
FOREST: Action = ("play_land", "forest")
MASK: Action = ("turn_face_up", "mask")
GREEN: Action = ("suspend", "green_rite")
RED: Action = ("suspend", "red_rite")
BLUE: Action = ("suspend", "blue_rite")
WHITE: Action = ("suspend", "white_rite")
HAND = {"hand": ["Forest", "Green Rite", "Red Rite", "Blue Rite", "White Rite"]}


def asked(action: Action, battlefield: list[Any], effects: tuple[Raw, ...], **alice: Any) -> str:
    """The verdict for alice, the same in both editions."""
    written = [
        {"id": f"effect_{number}", "controller": "alice", **effect}
        for number, effect in enumerate(effects)
    ]
    mine = {**HAND, **owns(*battlefield), **alice}
    found = {ask(rules, action, mine, cards=CARDS, effects=written) for rules in (FIRST, NEWEST)}
    (verdict,) = found
    return verdict


CREATURES_ARE_LANDS = adds("land", "creature")
SICK_FOREST = {"card": "Forest", "summoning_sick": True, "id": "sick"}


@pytest.mark.parametrize(
    ("action", "battlefield", "effects", "expected"),
    [
        (FOREST, ["Limits", *["Plains"] * 9, "Bear"], (CREATURES_ARE_LANDS,), ILLEGAL),
        (FOREST, ["Limits", *["Plains"] * 9, "Ring"], (adds("land", "artifact"),), ILLEGAL),
        (FOREST, ["Limits", *["Plains"] * 8, "Bear"], (CREATURES_ARE_LANDS,), LEGAL),
        (GREEN, ["Bear"], (adds_lands("forest", "creature"),), POOR),
        (GREEN, ["Bear"], (CREATURES_ARE_LANDS, adds_lands("forest", "creature")), LEGAL),
        (GREEN, ["Bear"], (adds_lands("forest", "land"), CREATURES_ARE_LANDS), LEGAL),
        (GREEN, ["Bear", "Ashaya"], (), LEGAL),
        (GREEN, ["Ring", "Ashaya"], (), LEGAL),
        (GREEN, [down("Bear")], (CREATURES_ARE_LANDS, adds_lands("forest", "land")), LEGAL),
        (
            RED,
            ["Bear"],
            (
                adds_lands("mountain", applies_to=["bear"]),
                adds("land", applies_to=["bear"]),
            ),
            LEGAL,
        ),
        (RED, ["Bear", "Moon"], (CREATURES_ARE_LANDS,), LEGAL),
        (RED, ["Ring", "Moon"], (adds("land", "artifact"),), LEGAL),
        (RED, ["Bear", "Omen"], (CREATURES_ARE_LANDS,), LEGAL),
        (
            ("turn_face_up", "volcanist"),
            [down("Volcanist"), "Bear", "Bear"],
            (CREATURES_ARE_LANDS, adds_lands("mountain", "creature")),
            LEGAL,
        ),
        (MASK, [down("Mask"), "Island"], (adds("land", "creature", whose="you"),), POOR),
        (
            MASK,
            [down("Mask"), "Island"],
            (CREATURES_ARE_LANDS, adds_lands("forest", "creature")),
            LEGAL,
        ),
        (MASK, [down("Mask"), "Island", "Island", "Moon"], (CREATURES_ARE_LANDS,), ILLEGAL),
        (MASK, [down("Mask"), "Island", "Island"], (CREATURES_ARE_LANDS,), LEGAL),
        (
            MASK,
            [down("Mask"), "Island", "Island"],
            (
                adds("land", applies_to=["mask"], controller="bob"),
                sets("forest", applies_to=["mask"], controller="bob"),
            ),
            ILLEGAL,
        ),
    ],
)
def test_what_an_effect_makes_a_land_is_one_in_every_respect(
    action: Action, battlefield: list[Any], effects: tuple[Raw, ...], expected: str
) -> None:
    assert asked(action, battlefield, effects) == expected


@pytest.mark.parametrize(
    ("action", "battlefield", "effects", "expected"),
    [
        (GREEN, ["Forest", "Urborg", "Bell", "Totem"], (), POOR),
        (GREEN, ["Forest", "Urborg", "Bell"], (), LEGAL),
        (GREEN, [SICK_FOREST, "Urborg", "Bell"], (), POOR),
        (GREEN, [SICK_FOREST, "Bell"], (), LEGAL),
        (GREEN, ["Plains", "Living Lands", "Omen", "Totem"], (), POOR),
        (
            BLUE,
            ["Forest", {"card": "Seas", "attached_to": "forest_2"}, "Living Lands", "Totem"],
            (),
            LEGAL,
        ),
        (RED, ["Tundra", "Conversion", "Moon"], (), POOR),
        (WHITE, ["Badlands", "Tundra", "Conversion", "Moon"], (), LEGAL),
        (
            MASK,
            [down("Mask"), {"card": "Island", "summoning_sick": True}, "Island"],
            (
                adds("artifact", "land, creature, enchantment"),
                adds("creature", "noncreature artifact"),
            ),
            POOR,
        ),
        (
            MASK,
            [down("Mask"), "Island", "Island", "Living Plane", "Rod"],
            (adds("artifact", "creature"),),
            POOR,
        ),
        (MASK, [down("Mask"), "Island", "Island", "Living Plane", "Rod"], (), LEGAL),
    ],
)
def test_an_effect_sees_types_as_the_one_that_it_depends_on_left_them(
    action: Action, battlefield: list[Any], effects: tuple[Raw, ...], expected: str
) -> None:
    assert asked(action, battlefield, effects) == expected


@pytest.mark.parametrize(("moon", "conversion"), [(1, 2), (2, 1), (1, 1), (None, None)])
@pytest.mark.parametrize(("action", "expected"), [(RED, POOR), (WHITE, LEGAL)])
def test_a_dependency_goes_before_times(
    moon: int | None, conversion: int | None, action: Action, expected: str
) -> None:
    effects = ({"card": "Moon", "time": moon}, {"card": "Conversion", "time": conversion})
    assert asked(action, ["Tundra", *effects], ()) == expected


@pytest.mark.parametrize(
    ("moon", "conversion", "red", "white"),
    [(1, 2, POOR, LEGAL), (2, 1, LEGAL, POOR), (None, 1, OPEN, OPEN), (None, None, OPEN, OPEN)],
)
def test_on_a_nonbasic_mountain_the_times_decide(
    moon: int | None, conversion: int | None, red: str, white: str
) -> None:
    """The one applies to it with or without the other, so neither depends on the other."""
    board = ["Badlands", {"card": "Moon", "time": moon}, {"card": "Conversion", "time": conversion}]
    assert (asked(RED, board, ()), asked(WHITE, board, ())) == (red, white)


@pytest.mark.parametrize(
    ("moonland", "isle", "red", "blue"),
    [(1, 2, LEGAL, POOR), (2, 1, POOR, LEGAL), (None, None, OPEN, OPEN)],
)
def test_of_two_that_undo_each_other_the_older_one_stays(
    moonland: int | None, isle: int | None, red: str, blue: str
) -> None:
    """A dependency loop goes by times; the first to apply takes the other's ability away."""
    board = [{"card": "Moonland", "time": moonland}, {"card": "Isle", "time": isle}]
    assert (asked(RED, board, ()), asked(BLUE, board, ())) == (red, blue)


def test_a_land_without_its_text_changes_nothing() -> None:
    board = ["Moon", {"card": "Urborg", "time": 9}, SICK_FOREST, "Bell"]
    assert asked(GREEN, board, ()) == LEGAL


@pytest.mark.parametrize(("count", "expected"), [(2, POOR), (1, LEGAL)])
def test_a_condition_that_another_effect_fulfils_is_waited_for(count: int, expected: str) -> None:
    """The forest is an artifact as soon as the bears make three lands of what is there."""
    iron = adds("artifact", "forest", **{"while": "3 lands"})
    board = ["Rod", "Forest", *["Bear"] * count]
    assert asked(GREEN, board, (iron, adds("land", "creature"))) == expected


def test_what_waited_comes_just_after_what_it_waited_for() -> None:
    """Times 1, 9 and 5: the second needs the first, so it comes before the third."""
    effects = (
        adds("artifact", "land", time=1),
        sets("plains", "artifact", time=9),
        sets("island", "land", time=5),
    )
    assert asked(BLUE, ["Forest"], effects) == LEGAL
    assert asked(WHITE, ["Forest"], effects) == POOR


@pytest.mark.parametrize(
    ("action", "battlefield", "alice", "expected"),
    [
        (MASK, [down("Mask"), "Island", "Ring", "Song"], {}, POOR),
        (MASK, [down("Mask"), "Island", "Ring"], {}, LEGAL),
        (("play_land", "wasteland"), ["Crucible", "Song"], {"graveyard": ["Wasteland"]}, ILLEGAL),
        (("turn_face_up", "wheel"), [down("Wheel"), *["Island"] * 3, "Song"], {}, ILLEGAL),
        (("turn_face_up", "wheel"), [down("Wheel"), *["Island"] * 3], {}, LEGAL),
        (MASK, [down("Mask"), "Island", "Ring", "Iron Song"], {}, POOR),
        (MASK, [down("Mask"), "Island", "Island", "Song"], {}, LEGAL),
        (GREEN, ["Bear", "Grove Maker"], {}, LEGAL),
        (GREEN, ["Tundra"], {}, POOR),
    ],
)
def test_one_effect_keeps_the_set_that_it_began_with(
    action: Action, battlefield: list[Any], alice: Raw, expected: str
) -> None:
    assert asked(action, battlefield, (), **alice) == expected


def test_a_gained_ability_is_given_to_the_set_that_it_began_with() -> None:
    """Face up the land is a creature by the effect, and yet gains morph as a noncreature land."""
    board = [down("Wasteland"), "Island", "Island", "Masquerade"]
    assert asked(("turn_face_up", "wasteland"), board, ()) == LEGAL
