"""Invented cards with what later editions know: other faces, doors, newer abilities."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from tests.oracle.drawn import CHANGES, chance, draw_effect, draw_kind
from tests.oracle.editions import FIRST

MASKED = ("Test Megamorph", "Test Disguise")
BODIES = ("Plain Bear", "Plain Hydra", "Living Grove", "Twin Beast", "Vague Thing", "Plain Rite")
FACES = ("Modal Rite", "Modal Rite", "Modal Path", "Twin Beast", "Modal Beast")
FORETOLD = ("Test Foretell", "Test Foretell", "Second Foretell")
PLOTTED = ("Test Plot", "Test Plot", "Second Plot")
ROOMS = ("Test Room", "Test Room", "Test Room", "Second Room")
CONSPIRACIES = ("Test Conspiracy", "Test Conspiracy", "Second Conspiracy")
VULTURES = ("Test Vultures",)
COMPANIONS = ("Test Companion",)
DOORS = {
    "Test Room": ("Damp Cellar", "Dusty Attic"),
    "Second Room": ("Long Hall", "Dusty Attic"),
}
HALF_COSTS = ("{0}", "{1}", "{2}", "{1}{U}", "{2}{R}{R}", "{W/U}", "{W/P}", "{S}", "{X}{G}", None)
PLOT_COSTS = (
    *("{0}", "{1}", "{1}{U}", "{2}{R}{R}", "{W/U}{W/U}", "{X}{R}", "{S}", "{2/W}", "{G/U/P}"),
    *("{C/W}", "discard a card", "{1}, pay 2 life"),
)
MASK_COSTS = ("{0}", "{1}", "{1}{U}", "{2}{R}{R}", "{G/U/P}", "{C/W}", "discard a card", "{X}{R}")
TYPES = (
    *("Sorcery", "Sorcery", "Instant", "Creature — Human", "Legendary Creature — Elf"),
    *("Artifact", "Enchantment", "Artifact Creature — Golem"),
)
COSTS = ("{R}", "{1}{U}", "{2}{B}", "{3}{G}{G}", "{X}{R}", "{4}", "{2/B}{2/B}", "{0}", None)


def bystanders(day: str) -> tuple[str, ...]:
    """Cards that may lie about in a game under the rules of that day."""
    if day == FIRST:
        return ()
    return (*MASKED, *FACES, *FORETOLD, *PLOTTED, *ROOMS, *VULTURES, *COMPANIONS, "Plain Hydra")


def draw_modern(rng: random.Random, topic: str, day: str) -> tuple[dict[str, Any], ...]:
    """All these cards, with their costs and types drawn anew."""
    return (
        _masked(rng, "Test Megamorph", "megamorph"),
        _masked(rng, "Test Disguise", "disguise"),
        {"name": "Plain Hydra", "type": "Creature — Hydra", "mana_cost": "{X}{X}{G}"},
        *_faces(rng),
        *(_spell(rng, name, "foretell") for name in dict.fromkeys(FORETOLD)),
        *(_spell(rng, name, _plot(rng)) for name in dict.fromkeys(PLOTTED)),
        _spell(rng, "Test Vultures", "discard_any_time"),
        _spell(rng, "Test Companion", "companion"),
        *(_room(rng, topic, day, name) for name in DOORS),
        *(_conspiracy(rng, topic, day, name) for name in dict.fromkeys(CONSPIRACIES)),
    )


def _plot(rng: random.Random) -> dict[str, Any]:
    return {"kind": "plot", "cost": rng.choice(PLOT_COSTS)}


def _masked(rng: random.Random, name: str, kind: str) -> dict[str, Any]:
    abilities = [{"kind": kind, "cost": rng.choice(MASK_COSTS)}]
    if chance(rng, 0.2):
        abilities.append({"kind": "morph", "cost": rng.choice(MASK_COSTS)})
    line = rng.choice(("Creature — Human", "Artifact Creature — Golem", "Enchantment"))
    cost = rng.choice(("{2}{U}", "{3}{R}{R}", "{1}", None))
    return _with_cost({"name": name, "type": line, "abilities": abilities}, cost)


def _with_cost(card: dict[str, Any], cost: str | None) -> dict[str, Any]:
    return card if cost is None else {**card, "mana_cost": cost}


def _faces(rng: random.Random) -> tuple[dict[str, Any], ...]:
    flash: list[Any] = ["flash"] if chance(rng, 0.2) else []
    mana = {"kind": "mana", "adds": ["{W}"]}
    field = {"name": "Modal Field", "type": "Land", "abilities": [*flash, mana]}
    front = rng.choice(("Sorcery", "Instant", "Creature — Human"))
    beast = {"name": "Back Beast", "type": "Creature — Beast", "mana_cost": "{4}{G}"}
    pass_ = {"name": "Modal Pass", "type": rng.choice(("Land — Forest", "Snow Land"))}
    return (
        {"name": "Modal Rite", "type": front, "mana_cost": "{2}{R}", "back": field, "modal": True},
        {
            "name": "Modal Path",
            "type": "Land",
            "abilities": [{"kind": "mana", "adds": ["{U}"]}],
            "back": pass_,
            "modal": True,
        },
        {
            "name": "Modal Beast",
            "type": "Creature — Beast",
            "mana_cost": "{1}{G}",
            "back": beast,
            "modal": True,
        },
        {
            "name": "Twin Beast",
            "type": "Creature — Beast",
            "mana_cost": rng.choice(("{G}", "{2}", "{1}{G}")),
            "abilities": [{"kind": "morph", "cost": "{1}"}] if chance(rng, 0.3) else [],
            "back": rng.choice((beast, field)),
        },
    )


def _spell(rng: random.Random, name: str, ability: Any) -> dict[str, Any]:
    card = {"name": name, "type": rng.choice(TYPES), "abilities": [ability]}
    return _with_cost(card, rng.choice(COSTS))


def _room(rng: random.Random, topic: str, day: str, name: str) -> dict[str, Any]:
    halves = []
    for door in DOORS[name]:
        half: dict[str, Any] = {"name": door}
        if chance(rng, 0.3):
            half["abilities"] = [_effect(rng, topic, day)]
        halves.append(_with_cost(half, rng.choice(HALF_COSTS)))
    return {"name": name, "type": "Enchantment — Room", "halves": halves}


def _conspiracy(rng: random.Random, topic: str, day: str, name: str) -> dict[str, Any]:
    agenda = "double_agenda" if name == "Second Conspiracy" else "hidden_agenda"
    abilities: list[Any] = [agenda]
    if chance(rng, 0.3):
        abilities.append(_effect(rng, topic, day))
    return {"name": name, "type": "Conspiracy", "abilities": abilities}


def _effect(rng: random.Random, topic: str, day: str) -> Any:
    kind = draw_kind(rng, topic, day)
    while kind in CHANGES:
        kind = draw_kind(rng, topic, day)
    return msgspec.to_builtins(draw_effect(rng, topic, day, kind))
