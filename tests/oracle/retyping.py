"""Random effects on types that meet: what one of them changes, another asks for."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from pyadapter.abilities import Effect
from tests.oracle.drawn import GRANTED, chance

# The kind, the types, and the descriptions of what may be changed so.
MAKERS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("adds_types", ("land",), ("creature", "artifact", "noncreature artifact", "nonland")),
    (
        "adds_types",
        ("creature",),
        ("land", "forest", "swamp", "artifact", "noncreature artifact", "noncreature land"),
    ),
    ("adds_types", ("artifact",), ("land", "creature", "mountain", "land creature", "nonland")),
    (
        "sets_land_types",
        ("mountain", "island", "swamp", "plains"),
        ("nonbasic land", "land", "island", "mountain", "artifact land", "land creature"),
    ),
    (
        "adds_land_types",
        ("forest", "swamp", "mountain"),
        ("land", "creature", "artifact", "swamp", "nonbasic land", "noncreature land"),
    ),
)
CONDITIONS = (*(None,) * 8, "3 lands", "5 lands", "open", "your turn")


def draw_together(rng: random.Random, controllers: tuple[str, ...]) -> list[Effect]:
    """Two or three effects on types, most often all with times or all without."""
    told = rng.choice((0.0, 0.0, 0.5, 1.0, 1.0))
    found = []
    for _ in range(rng.choice((2, 2, 2, 3))):
        fields = _maker(rng) | {"controller": rng.choice(controllers)}
        found.append(_timed(rng, fields, told))
    return found


def draw_many(rng: random.Random, controllers: tuple[str, ...], most: int) -> list[Effect]:
    """Two to so many effects on types, most of them with times and without conditions."""
    told = rng.choice((0.8, 1.0, 1.0, 1.0, 1.0))
    found = []
    for _ in range(rng.randint(2, most)):
        fields = _maker(rng) | {"controller": rng.choice(controllers)}
        if chance(rng, 0.8):
            fields.pop("while", None)
        found.append(_timed(rng, fields, told))
    return found


def _timed(rng: random.Random, fields: dict[str, Any], told: float) -> Effect:
    """The effect, with a time at this chance."""
    if chance(rng, told):
        fields["time"] = rng.randint(1, 9)
    effect: Effect = msgspec.convert(fields, Effect)
    return effect


def draw_retyper(rng: random.Random) -> list[dict[str, Any]]:
    """The abilities of a card that changes types, and types or abilities of the same or others."""
    first = _maker(rng)
    second: dict[str, Any]
    match rng.choice(("types", "loses", "loses", "grants")):
        case "types":
            second = _maker(rng)
        case "loses":
            second = {"kind": "loses_abilities", "on": first["on"]}
            if chance(rng, 0.3):
                second["except"] = ["mana"]
        case _:
            ability = rng.choice((*GRANTED, {"kind": "mana", "adds": ["{R}"]}))
            second = {"kind": "grants", "abilities": [ability], "on": first["on"]}
    if chance(rng, 0.75):
        second |= {name: first[name] for name in ("on", "whose", "while") if name in first}
    return [first, second] if chance(rng, 0.5) else [second, first]


def _maker(rng: random.Random) -> dict[str, Any]:
    kind, types, descriptions = rng.choice(MAKERS)
    fields: dict[str, Any] = {
        "kind": kind,
        "types": [rng.choice(types)],
        "on": rng.sample(descriptions, rng.choice((1, 1, 1, 2))),
    }
    condition = rng.choice(CONDITIONS)
    if condition is not None:
        fields["while"] = condition
    if chance(rng, 0.15):
        fields["whose"] = rng.choice(("you", "opponents"))
    return fields
