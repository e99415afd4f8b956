"""The oracle against cases whose answer the rules or the official rulings settle."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pyadapter.model import StateDocument
from tests.oracle.judge import Action, judge, verdict

CARDS: list[dict[str, Any]] = [
    {"name": "Forest", "type": "Basic Land — Forest"},
    {"name": "Island", "type": "Basic Land — Island"},
    {"name": "Grove Spirit", "type": "Land Creature — Forest Dryad", "colors": ["green"]},
    {
        "name": "Flash Giver",
        "type": "Creature",
        "abilities": [
            {
                "kind": "grants",
                "abilities": ["flash"],
                "on": ["creature not on battlefield"],
                "whose": "you",
            }
        ],
    },
    {"name": "Mask", "type": "Creature", "abilities": [{"kind": "morph", "cost": "{1}{U}"}]},
    {"name": "Bear", "type": "Creature — Bear", "mana_cost": "{1}{G}"},
    {
        "name": "Cave",
        "type": "Land",
        "abilities": [{"kind": "morph", "cost": "{0}"}, {"kind": "mana", "adds": ["any color"]}],
    },
    {
        "name": "Leveler",
        "type": "Enchantment",
        "abilities": [{"kind": "loses_abilities", "on": ["creature"]}],
    },
    {
        "name": "Red Dawn",
        "type": "Enchantment",
        "abilities": [{"kind": "sets_land_types", "on": ["nonbasic land"], "types": ["Mountain"]}],
    },
    {
        "name": "Late Rite",
        "type": "Sorcery",
        "abilities": [{"kind": "suspend", "n": 3, "cost": "{0}"}],
    },
    {
        "name": "Late Bolt",
        "type": "Instant",
        "abilities": [{"kind": "suspend", "n": 3, "cost": "{0}"}],
    },
    {"name": "Snap", "type": "Instant", "abilities": ["split_second"]},
    {
        "name": "Roads",
        "type": "Enchantment",
        "abilities": [{"kind": "additional_land_plays"}],
    },
    {
        "name": "Damper",
        "type": "Artifact",
        "abilities": [
            {
                "kind": "cant",
                "verbs": ["play_land", "cast"],
                "who": "most_permanents",
                "on": ["land", "artifact", "creature", "enchantment"],
                "ignore": {"cost": "sacrifice a permanent"},
            }
        ],
    },
    {
        "name": "Ward",
        "type": "Enchantment",
        "abilities": [{"kind": "cast_limit", "n": 1}],
    },
]


def ask(
    action: Action, alice: dict[str, Any], bob: dict[str, Any] | None = None, **rest: Any
) -> str:
    """The verdict for alice, in her main phase unless it is said otherwise."""
    raw = {
        "turn": "alice",
        "phase": "precombat_main",
        "priority": "alice",
        "players": [{"name": "alice", **alice}, {"name": "bob", **(bob or {})}],
        "cards": CARDS,
        **rest,
    }
    return verdict(judge(msgspec.convert(raw, StateDocument), "alice", action, {}))


FOREST: Action = ("play_land", "forest")
MASK: Action = ("turn_face_up", "mask")
DOWN = {"card": "Mask", "face_down": True}
SPELL = [{"card": "Bear", "controller": "bob"}]
SNAP = [{"card": "Snap", "controller": "bob"}]


@pytest.mark.parametrize(
    ("alice", "rest", "expected"),
    [
        ({"hand": ["Forest"]}, {}, "legal"),
        ({"hand": ["Forest"]}, {"phase": "postcombat_main"}, "legal"),
        ({"hand": ["Forest"]}, {"stack": SPELL}, "illegal"),
        ({"hand": ["Forest"]}, {"phase": "upkeep"}, "illegal"),
        ({"hand": ["Forest"]}, {"turn": "bob"}, "illegal"),
        ({"hand": ["Forest"], "lands_played": 1}, {}, "illegal"),
        ({"hand": ["Forest"], "lands_played": 1, "battlefield": ["Roads"]}, {}, "legal"),
        ({"hand": ["Forest"], "lands_played": 2, "battlefield": ["Roads"]}, {}, "illegal"),
        ({"hand": ["Forest"], "lands_played": ["rule"], "battlefield": ["Roads"]}, {}, "legal"),
        ({"hand": ["Forest"], "lands_played": 2}, {}, "illegal"),
        ({"hand": ["Forest", "Bear"]}, {"turn": "alice", "priority": "bob"}, "illegal"),
    ],
)
def test_playing_a_land(alice: dict[str, Any], rest: dict[str, Any], expected: str) -> None:
    assert ask(FOREST, alice, **rest) == expected


@pytest.mark.parametrize(
    ("played", "expected"), [(["gone_roads"], "legal"), (["rule"], "illegal"), (1, "unknown")]
)
def test_land_under_a_permission_that_is_gone(played: Any, expected: str) -> None:
    gone = {
        "kind": "additional_land_plays",
        "id": "gone_roads",
        "gone": True,
        "controller": "alice",
    }
    alice = {"hand": ["Forest"], "lands_played": played}
    assert ask(FOREST, alice, effects=[gone]) == expected


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ({"phase": "upkeep"}, "legal"),
        ({"turn": "bob", "phase": "upkeep"}, "illegal"),
        ({"stack": SNAP}, "legal"),
    ],
)
def test_land_with_flash(rest: dict[str, Any], expected: str) -> None:
    alice = {"hand": ["Grove Spirit"], "battlefield": ["Flash Giver"]}
    assert ask(("play_land", "grove_spirit"), alice, **rest) == expected


@pytest.mark.parametrize(
    ("mine", "theirs", "ignores", "expected"),
    [
        (["Damper", "Bear"], ["Bear"], [], "illegal"),
        (["Damper", "Bear"], ["Bear", "Bear"], [], "legal"),
        (["Damper", "Bear"], ["Bear"], ["damper"], "legal"),
    ],
)
def test_strictly_most_permanents(
    mine: list[str], theirs: list[str], ignores: list[str], expected: str
) -> None:
    alice = {"hand": ["Forest"], "battlefield": mine, "ignores": ignores}
    assert ask(FOREST, alice, {"battlefield": theirs}) == expected


@pytest.mark.parametrize(
    ("battlefield", "rest", "expected"),
    [
        ([DOWN, "Island", "Forest"], {"turn": "bob", "phase": "upkeep", "stack": SNAP}, "legal"),
        ([DOWN, "Forest", "Forest"], {}, "unaffordable"),
        ([DOWN, "Island", {"card": "Forest", "tapped": True}], {}, "unaffordable"),
        ([DOWN, "Island", {"card": "Grove Spirit", "summoning_sick": True}], {}, "unaffordable"),
        ([{**DOWN, "phased_out": True}, "Island", "Island"], {}, "illegal"),
        ([DOWN, "Island", "Island", "Leveler"], {}, "illegal"),
        ([{**DOWN, "copy_of": ["Bear"]}, "Island", "Island"], {}, "illegal"),
        ([{"card": "Mask"}, "Island", "Island"], {}, "illegal"),
        ([DOWN, "Island", "Island"], {"priority": None, "in_progress": "resolving"}, "illegal"),
        ([DOWN, "Cave", "Forest"], {}, "legal"),
        ([DOWN, "Cave", "Forest", "Red Dawn"], {}, "unaffordable"),
    ],
)
def test_turning_face_up(battlefield: list[Any], rest: dict[str, Any], expected: str) -> None:
    assert ask(MASK, {"battlefield": battlefield}, **rest) == expected


@pytest.mark.parametrize(("other", "expected"), [("Leveler", "legal"), ("Red Dawn", "illegal")])
def test_land_with_morph_face_down(other: str, expected: str) -> None:
    alice = {"battlefield": [{"card": "Cave", "face_down": True}, other]}
    assert ask(("turn_face_up", "cave"), alice) == expected


def test_only_the_controller_turns_it_up() -> None:
    stolen = {"battlefield": [{**DOWN, "owner": "alice"}, "Island"]}
    assert ask(MASK, {"battlefield": ["Island", "Island"]}, stolen) == "illegal"


@pytest.mark.parametrize(
    ("card", "rest", "alice", "expected"),
    [
        ("Late Rite", {}, {}, "legal"),
        ("Late Rite", {"stack": SPELL}, {}, "illegal"),
        ("Late Bolt", {"turn": "bob", "phase": "end", "stack": SPELL}, {}, "legal"),
        ("Late Bolt", {"stack": SNAP}, {}, "illegal"),
        ("Late Rite", {}, {"battlefield": ["Ward"], "spells_cast": 1}, "illegal"),
        ("Late Rite", {}, {"battlefield": ["Ward"]}, "legal"),
        ("Late Rite", {"phase": "draw"}, {"battlefield": ["Flash Giver"]}, "illegal"),
    ],
)
def test_suspending(card: str, rest: dict[str, Any], alice: dict[str, Any], expected: str) -> None:
    identifier = card.lower().replace(" ", "_")
    assert ask(("suspend", identifier), {"hand": [card], **alice}, **rest) == expected


@pytest.mark.parametrize(
    ("rolls", "variant", "expected"),
    [(0, "planechase", "legal"), (1, "planechase", "unaffordable"), (0, [], "illegal")],
)
def test_planar_die(rolls: int, variant: Any, expected: str) -> None:
    alice = {"planar_die_rolls": rolls}
    assert ask(("roll_planar_die", None), alice, variant=variant) == expected


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ({}, "legal"),
        ({"turn": "bob", "phase": "upkeep"}, "illegal"),
        ({"priority": None, "in_progress": "casting", "paying": "alice"}, "illegal"),
    ],
)
def test_acting_before_a_deadline(rest: dict[str, Any], expected: str) -> None:
    allows = {"by": "alice", "cost": "{U}", "before": {"step": "upkeep", "of": "bob"}}
    effect = {"kind": "other", "id": "burn", "allows": allows}
    assert ask(("end_effect", "burn"), {"pool": "{U}"}, effects=[effect], **rest) == expected


def test_acting_while_asked_for_mana() -> None:
    allows = {"by": "alice", "cost": "pay 1 life", "timing": "mana_ability"}
    effect = {"kind": "other", "id": "burn", "allows": allows}
    rest: dict[str, Any] = {"priority": None, "in_progress": "casting", "paying": "alice"}
    assert ask(("end_effect", "burn"), {"life": 1}, effects=[effect], **rest) == "legal"


@pytest.mark.parametrize(
    ("theirs", "expected"), [(["Bear"], "legal"), (["Bear", "Bear"], "illegal")]
)
def test_ignoring_is_for_the_affected(theirs: list[str], expected: str) -> None:
    alice = {"battlefield": ["Damper", "Bear"]}
    assert ask(("ignore_effect", "damper"), alice, {"battlefield": theirs}) == expected
