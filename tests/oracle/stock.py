"""Invented cards for random states; what they cost and do is drawn anew for each state."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from pyadapter.model import Card
from tests.oracle.drawn import CHANGES, chance, draw_effect, draw_kind, with_ignore
from tests.oracle.editions import FIRST
from tests.oracle.modern import draw_modern
from tests.oracle.retyping import draw_retyper

MORPH_COSTS = (
    *("{0}", "{1}", "{2}", "{G}", "{1}{U}", "{2}{R}{R}", "{W/U}", "{W/U}{W/U}", "{X}{R}", "{C}"),
    *("{W/P}", "{2/R}", "{S}", "{1}{S}", "discard a card", "discard a red card", "pay 3 life"),
    *("pay 5 life", "sacrifice a Forest", "sacrifice two lands", "sacrifice another creature"),
    *("return two Islands you control to their owner's hand", "reveal a white card from your hand"),
    *("exile two cards from your graveyard", "{1}, pay 2 life", "remove two time counters"),
    *("sacrifice a land, sacrifice a creature", "discard a card, discard a red card"),
    *("exile a blue card from your hand", "sacrifice a permanent", "{2}, sacrifice an artifact"),
)
SUSPEND_COSTS = (
    *("{0}", "{1}", "{R}", "{1}{U}", "{U}{U}", "{W/U}", "{2}", "{S}", "{B/P}", "{2/W}"),
    *("discard a card", "{1}, pay 3 life", "pay 2 life", "exile a blue card from your hand"),
    *("sacrifice a creature", "{G}, discard a card"),
)
MANA_COSTS = (
    *(None, None, "{R}", "{1}{U}", "{2}{B}", "{3}{G}{G}", "{X}{R}", "{X}{X}{U}", "{4}", "{W/U}"),
    *("{2/B}{2/B}", "{W/P}", "{0}", "{5}{W}"),
)
SUSPEND_TYPES = (
    *("Sorcery", "Sorcery", "Sorcery", "Instant", "Creature — Human", "Legendary Creature — Elf"),
    *("Artifact", "Enchantment", "Land", "Artifact Creature — Golem", "Tribal Instant — Elf"),
)
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
MANA = (
    *(*BASICS, *BASICS, *BASICS, *BASICS, *BASICS, "Twin Vale", "Twin Vale", "Twin Vale"),
    *("Wooded Shore", "Wooded Shore", "Prism Field", "Prism Field", "Toll Field", "Living Grove"),
    *("Grey Spring", "Deep Spring", "Bound Spring", "Mill Relic", "Snow Vale"),
    *("Thorn Field", "Page Relic"),
    *("Living Grove", "Iron Seat", "Moss Elf", "Moss Elf", "Ring Relic", "Egg Relic", "Snow Vale"),
)
LANDS = (*BASICS, "Twin Vale", "Wooded Shore", "Living Grove", "Sudden Field", "Iron Seat")
ODD_LANDS = ("Morph Cave", "Snow Vale", "Prism Field", "Static Field")
PLAIN = ("Plain Bear", "Plain Relic", "Plain Charm", "Plain Bolt", "Plain Rite", "Pale Angel")
PERMANENT_PLAIN = ("Plain Bear", "Plain Relic", "Plain Charm", "Pale Angel")
MORPHS = ("Test Morph", "Test Morph", "Second Morph", "Morph Cave", "Morph Suspend")
SUSPENDS = ("Test Suspend", "Test Suspend", "Second Suspend", "Morph Suspend", "Morph Suspend")
STATICS = ("Test Static", "Second Static", "Third Static", "Static Field")
AURAS = ("Test Aura", "Second Aura")
COMMANDS = ("Test Vanguard", "Test Commander")
STATIC_TYPES = ("Enchantment", "Enchantment", "Artifact", "Creature — Spirit")

_FIXED: tuple[dict[str, Any], ...] = (
    {"name": "Plains", "type": "Basic Land — Plains"},
    {"name": "Island", "type": "Basic Land — Island"},
    {"name": "Swamp", "type": "Basic Land — Swamp"},
    {"name": "Mountain", "type": "Basic Land — Mountain"},
    {"name": "Forest", "type": "Basic Land — Forest"},
    {"name": "Twin Vale", "type": "Land", "abilities": [{"kind": "mana", "adds": ["{W}", "{U}"]}]},
    {"name": "Wooded Shore", "type": "Land — Forest Island"},
    {"name": "Prism Field", "type": "Land", "abilities": [{"kind": "mana", "adds": ["any color"]}]},
    {
        "name": "Toll Field",
        "type": "Land",
        "abilities": [{"kind": "mana", "adds": ["any color"], "cost": "{T}, pay 1 life"}],
    },
    {
        "name": "Thorn Field",
        "type": "Land",
        "abilities": [
            {"kind": "mana", "adds": ["{C}"]},
            {"kind": "mana", "adds": ["{R}", "{G}"], "damage": 1},
        ],
    },
    {
        "name": "Page Relic",
        "type": "Artifact",
        "mana_cost": "{1}",
        "abilities": [{"kind": "mana", "adds": ["{R}"], "draws": 1}],
    },
    {"name": "Grey Spring", "type": "Land", "abilities": [{"kind": "mana", "adds": ["{C}"]}]},
    {"name": "Deep Spring", "type": "Land", "abilities": [{"kind": "mana", "adds": ["{C}{C}"]}]},
    {
        "name": "Mill Relic",
        "type": "Artifact",
        "mana_cost": "{1}",
        "abilities": [{"kind": "mana", "adds": ["{U}"], "cost": "{T}, mill a card"}],
    },
    {
        "name": "Bound Spring",
        "type": "Land",
        "abilities": [{"kind": "mana", "adds": ["{R}"], "only": ["cast creature spells"]}],
    },
    {"name": "Living Grove", "type": "Land Creature — Forest Dryad", "colors": ["green"]},
    {
        "name": "Sudden Field",
        "type": "Land",
        "abilities": ["flash", {"kind": "mana", "adds": ["{W}"]}],
    },
    {
        "name": "Iron Seat",
        "type": "Artifact Land",
        "abilities": [{"kind": "mana", "adds": ["{C}"]}],
    },
    {"name": "Snow Vale", "type": "Basic Snow Land — Island"},
    {
        "name": "Moss Elf",
        "type": "Creature — Elf Druid",
        "mana_cost": "{G}",
        "abilities": [{"kind": "mana", "adds": ["{G}"]}],
    },
    {
        "name": "Ring Relic",
        "type": "Artifact",
        "mana_cost": "{2}",
        "abilities": [{"kind": "mana", "adds": ["{C}"]}],
    },
    {
        "name": "Egg Relic",
        "type": "Artifact",
        "mana_cost": "{1}",
        "abilities": [{"kind": "mana", "adds": ["any color"], "cost": "sacrifice a creature"}],
    },
    {"name": "Plain Bear", "type": "Creature — Bear", "mana_cost": "{1}{G}"},
    {"name": "Plain Relic", "type": "Artifact", "mana_cost": "{3}"},
    {"name": "Plain Charm", "type": "Enchantment", "mana_cost": "{W}"},
    {"name": "Plain Bolt", "type": "Instant", "mana_cost": "{R}"},
    {"name": "Plain Rite", "type": "Sorcery", "mana_cost": "{2}{B}"},
    {"name": "Pale Angel", "type": "Legendary Creature — Angel", "mana_cost": "{3}{W}{U}"},
    {"name": "Snap Bolt", "type": "Instant", "mana_cost": "{1}{R}", "abilities": ["split_second"]},
)


def make_stock(rng: random.Random, topic: str, day: str) -> Mapping[str, Card]:
    """All cards of one state by name."""
    drawn = (
        *(_morph(rng, name) for name in ("Test Morph", "Second Morph", "Morph Cave")),
        *(_suspend(rng, day, name) for name in ("Test Suspend", "Second Suspend", "Morph Suspend")),
        *(
            _static(rng, topic, day, name, aura=name in AURAS)
            for name in (*STATICS, *AURAS, *COMMANDS)
        ),
        _static(rng, topic, day, "Test Plane", aura=False),
        _vague(rng, topic, day),
        *draw_modern(rng, topic, day),
    )
    cards = (msgspec.convert(card, Card) for card in (*_FIXED, *drawn))
    return {card.name: card for card in cards}


def _morph(rng: random.Random, name: str) -> dict[str, Any]:
    abilities: list[Any] = [{"kind": "morph", "cost": rng.choice(MORPH_COSTS)}]
    if name == "Morph Cave":
        return {
            "name": name,
            "type": "Land",
            "abilities": [*abilities, {"kind": "mana", "adds": ["{U}"]}],
        }
    if chance(rng, 0.15):
        abilities.append({"kind": "morph", "cost": rng.choice(MORPH_COSTS)})
    kind = rng.choice(("Creature — Human", "Creature — Elf", "Artifact Creature — Golem"))
    cost = rng.choice(("{2}{U}", "{3}{R}{R}", "{4}"))
    return {"name": name, "type": kind, "mana_cost": cost, "abilities": abilities}


def _suspend(rng: random.Random, day: str, name: str) -> dict[str, Any]:
    if chance(rng, 0.2):
        number: Any = "X"
        cost = rng.choice(("{X}{U}", "{X}{1}{R}", "{X}"))
    else:
        number, cost = rng.randint(1, 4), rng.choice(SUSPEND_COSTS)
    abilities: list[Any] = [{"kind": "suspend", "n": number, "cost": cost}]
    kind = rng.choice(SUSPEND_TYPES)
    if name == "Morph Suspend":
        masks = ("morph",) if day == FIRST else ("morph", "megamorph", "disguise")
        abilities.append({"kind": rng.choice(masks), "cost": rng.choice(MORPH_COSTS)})
        kind = rng.choice(("Creature — Human", "Artifact Creature — Golem", "Enchantment"))
    if chance(rng, 0.15):
        abilities.append("flash")
    card: dict[str, Any] = {"name": name, "type": kind, "abilities": abilities}
    mana_cost = None if "Land" in kind else rng.choice(MANA_COSTS)
    if mana_cost is not None:
        card["mana_cost"] = mana_cost
    elif "Land" not in kind and chance(rng, 0.5):
        card["colors"] = [rng.choice(("white", "blue", "black", "red", "green"))]
    return card


def _static(rng: random.Random, topic: str, day: str, name: str, *, aura: bool) -> dict[str, Any]:
    types = {
        "Static Field": "Land",
        "Test Plane": "Plane — Test",
        "Test Vanguard": "Vanguard",
        "Test Commander": "Legendary Creature — Human",
    }
    line = "Enchantment — Aura" if aura else types.get(name, rng.choice(STATIC_TYPES))
    mana_cost = {} if line.startswith(("Land", "Plane", "Vanguard")) else {"mana_cost": "{2}{W}"}
    if not aura and chance(rng, 0.12):
        own: list[Any] = [{"kind": "mana", "adds": ["{B}"]}] if line == "Land" else []
        return {"name": name, "type": line, **mana_cost, "abilities": [*draw_retyper(rng), *own]}
    kind = draw_kind(rng, topic, day)
    while line == "Land" and kind in CHANGES:
        kind = draw_kind(rng, topic, day)
    effect = draw_effect(rng, topic, day, kind, aura=aura)
    if chance(rng, 0.7 if topic == "ignore_effect" else 0.15):
        effect = with_ignore(rng, effect, aura)
    abilities = [msgspec.to_builtins(effect)]
    if effect.ignore is None and kind not in CHANGES and chance(rng, 0.2):
        second = draw_kind(rng, topic, day)
        if second not in CHANGES or line not in ("Land", "Vanguard"):
            abilities.append(msgspec.to_builtins(draw_effect(rng, topic, day, second, aura=aura)))
    if line == "Land":
        abilities.append({"kind": "mana", "adds": ["{B}"]})
    return {"name": name, "type": line, **mana_cost, "abilities": abilities}


def _vague(rng: random.Random, topic: str, day: str) -> dict[str, Any]:
    """A card that its reader hasn't understood in full."""
    kind = rng.choice(("Creature — Human", "Sorcery", "Artifact", "Land"))
    later = () if day == FIRST else ("foretell", "plot", "cost")
    known = ("morph", "suspend", "mana", "flash", "types", *later)
    topics = rng.sample(known, rng.choice((1, 1, 2)))
    if topic in later and chance(rng, 0.6):
        topics = [topic]
    abilities: list[Any] = []
    if chance(rng, 0.5):
        abilities.append({"kind": "suspend", "n": 2, "cost": rng.choice(SUSPEND_COSTS)})
    if chance(rng, 0.4) and kind.startswith("Creature"):
        abilities.append({"kind": "morph", "cost": rng.choice(MORPH_COSTS)})
    cost = {} if kind == "Land" else {"mana_cost": "{2}{U}"}
    return {
        "name": "Vague Thing",
        "type": kind,
        **cost,
        "abilities": abilities,
        "not_understood": topics,
    }
