"""Random effects: one clause at a time, of kinds that bear on the action asked about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from pyadapter.abilities import Effect, Ignore
from tests.oracle.editions import FIRST, LISTED_SINCE

Item = TypeVar("Item")
ABOUT_PLAYERS = (
    *("additional_land_plays", "cost_change", "life_cant_change", "other"),
    *("foretell_any_turn", "first_foretell_free"),
)
CHANGES = ("loses_abilities", "grants", "sets_land_types", "adds_land_types", "adds_types")
MANA_BANS = ("cant_activate", "cant_activate_mana", "activate_timing")
KINDS: dict[str, tuple[str, ...]] = {
    "play_land": (
        *("additional_land_plays", "additional_land_plays", "land_play_permission"),
        *("land_play_permission", "cant_play_lands", "cant", "grants", "sets_land_types"),
        *("loses_abilities", "flash_permission", "adds_types"),
    ),
    "turn_face_up": (
        *("cant_turn_face_up", "cant", "loses_abilities", "loses_abilities", "grants"),
        *("sets_land_types", "adds_land_types", "cost_change", "life_cant_change", *MANA_BANS),
        "adds_types",
    ),
    "end_effect": ("cost_change", "life_cant_change", "other", *MANA_BANS),
    "ignore_effect": ("cost_change", "cant", "cant_search", "life_cant_change", *MANA_BANS),
    "suspend": (
        *("cant_cast", "cant", "cast_limit", "cast_limit", "cast_timing", "flash_permission"),
        *("grants", "grants", "loses_abilities", "sets_land_types", "cost_change", *MANA_BANS),
    ),
    "roll_planar_die": (
        *("cost_change", "cost_change", *MANA_BANS, "sets_land_types", "adds_land_types"),
    ),
    "discard_any_time": ("loses_abilities", "loses_abilities", "cant_cast", "cast_timing"),
    "companion": ("cost_change", "cost_change", *MANA_BANS, "life_cant_change"),
    "foretell": (
        *("foretell_any_turn", "foretell_any_turn", "first_foretell_free", "first_foretell_free"),
        *("cost_change", "cost_change", "grants", "loses_abilities", "cant_cast", *MANA_BANS),
    ),
    "reveal_conspiracy": ("loses_abilities", "adds_types", "cant_cast", "cant"),
    "plot": (
        *("plot_permission", "plot_permission", "plot_permission", "plot_permission"),
        *("cost_change", "cost_change", "grants", "loses_abilities", "cant_cast", *MANA_BANS),
    ),
    "unlock": ("cost_change", "cost_change", "loses_abilities", "adds_types", *MANA_BANS),
}
PRICED = {
    "play_land": "morph",
    "turn_face_up": "morph",
    "end_effect": "end_effect",
    "ignore_effect": "ignore_effect",
    "suspend": "suspend",
    "roll_planar_die": "planar_die",
    "discard_any_time": "foretell",
    "companion": "companion",
    "foretell": "foretell",
    "reveal_conspiracy": "unlock",
    "plot": "plot",
    "unlock": "unlock",
}
FACE_UP_COSTS = ("morph", "morph", "disguise", "mana_cost_face_up", "mana_cost_face_up")
LANDS = (
    *("land", "nonbasic land", "Forest", "artifact", "land creature", "snow land", "basic"),
    *("named the chosen name", "named Forest", "in hand", "not in hand", "land in graveyard"),
    *("colorless", "green", "land not named Twin Vale", "mana value 0", "nonforest"),
)
SPELLS = (
    *("creature", "noncreature", "artifact", "red", "blue", "nonred", "colorless", "instant"),
    *("mana value even", "mana value odd", "mana value 3+", "mana value 2-", "with {X}"),
    *("noncreature mana value 4+", "named the chosen name", "named Test Suspend", "sorcery"),
    *("creature in hand", "not on battlefield", "noncreature with {X}", "legendary", "human"),
    *("nonland card", "creature spell", "white", "black creature", "mana value 0"),
)
PERMANENTS = (
    *("creature", "artifact", "land", "nonbasic land", "enchantment", "noncreature", "elf"),
    *("artifact creature", "green creature", "colorless creature", "permanent"),
    *("named the chosen name", "mana value 3+", "mana value 0"),
)
CHANGED = (
    *("creature on battlefield", "land on battlefield", "artifact on battlefield", "creature"),
    *("creature not on battlefield", "card in hand", "noncreature in hand", "nonbasic land"),
    *("nonbasic land on battlefield", "creature in hand", "instant on stack", "named Test Morph"),
    *("land in hand", "sorcery not on battlefield", "colorless creature on battlefield"),
    *("legendary creature on battlefield", "forest on battlefield", "noncreature on battlefield"),
)
SET_LANDS = ("nonbasic land", "nonbasic land on battlefield", "land on battlefield", "island")
IGNORE_COSTS = (
    *("{0}", "{1}", "{2}", "{U}", "{X}", "sacrifice a permanent", "discard a card", "pay 3 life"),
    *("exile three cards from your graveyard", "sacrifice a land", "{1}, pay 1 life"),
    *("discard a red card", "{W/U}", "sacrifice another permanent", "{S}"),
)
GRANTED: tuple[Any, ...] = (
    *("flash", "flash", "split_second"),
    {"kind": "morph", "cost": "{1}"},
    {"kind": "morph", "cost": "{G}"},
    {"kind": "suspend", "n": 2, "cost": "{1}"},
    {"kind": "suspend", "n": "X", "cost": "{X}{U}"},
    {"kind": "mana", "adds": ["{U}"]},
)
GRANTED_LATER: dict[str, tuple[Any, ...]] = {
    "foretell": ("foretell",),
    "plot": ({"kind": "plot", "cost": "{1}"}, {"kind": "plot", "cost": "{X}{U}"}),
    "turn_face_up": (
        {"kind": "megamorph", "cost": "{1}"},
        {"kind": "disguise", "cost": "{G}"},
    ),
    "suspend": ({"kind": "disguise", "cost": "{3}"},),
}


def chance(rng: random.Random, share: float) -> bool:
    """True in this share of the cases."""
    return rng.random() < share


def some(rng: random.Random, items: Sequence[Item], at_most: int) -> tuple[Item, ...]:
    """Up to so many of the items, in random order, with few of them most often."""
    number = min(len(items), rng.randint(0, at_most), rng.randint(0, at_most) + 1)
    return tuple(rng.sample(list(items), number))


def draw_kind(rng: random.Random, topic: str, day: str) -> str:
    """A kind of effect, most often one that matters to the topic, else one known that day."""
    known = tuple(one for one in KINDS if LISTED_SINCE[one] <= day)
    return rng.choice(KINDS[topic if chance(rng, 0.85) else rng.choice(known)])


def draw_effect(
    rng: random.Random, topic: str, day: str, kind: str, *, aura: bool = False
) -> Effect:
    """A random effect of this kind, without the fields that only a state's effects have."""
    special = _special(rng, topic, day, kind)
    fields: dict[str, Any] = {"kind": kind, **special, **_bounds(rng, kind)}
    if kind == "cant_activate_mana":
        fields |= {"kind": "cant", "verbs": ["activate_mana"]}
    if aura and chance(rng, 0.6) and kind not in ("additional_land_plays", "cost_change"):
        fields["on"] = ["enchanted"]
    if aura and chance(rng, 0.4):
        fields["who"] = "enchanted_controller"
    return msgspec.convert(fields, Effect)  # type: ignore[no-any-return]


def with_ignore(rng: random.Random, effect: Effect, aura: bool) -> Effect:
    """The same effect with a way to ignore it."""
    who = rng.choice(("each", "affected", "enchanted_controller" if aura else "affected"))
    offer = msgspec.convert({"cost": rng.choice(IGNORE_COSTS), "who": who}, Ignore)
    return msgspec.structs.replace(effect, ignore=offer)


def _bounds(rng: random.Random, kind: str) -> dict[str, Any]:
    """Whom and what it is about, and its condition."""
    fields: dict[str, Any] = {}
    if kind not in CHANGES and chance(rng, 0.5):
        fields["who"] = rng.choice(("you", "opponents", "each", "each", "most_permanents"))
    if kind not in ABOUT_PLAYERS:
        if chance(rng, 0.2):
            fields["whose"] = rng.choice(("you", "opponents"))
        if kind in CHANGES or chance(rng, 0.6):
            fields["on"] = list(_phrases(rng, kind))
    if chance(rng, 0.22):
        fields["while"] = rng.choice(
            ("your turn", "not your turn", "3 lands", "5 lands", "yes", "no", "open", "open")
        )
    return fields


def _phrases(rng: random.Random, kind: str) -> tuple[str, ...]:
    pool: tuple[str, ...] = PERMANENTS
    if kind in ("sets_land_types", "adds_land_types"):
        pool = SET_LANDS
    elif kind in CHANGES:
        pool = CHANGED
    elif kind in ("cant_play_lands", "land_play_permission"):
        pool = LANDS
    elif kind in ("cant_cast", "cast_limit", "cast_timing", "flash_permission", "plot_permission"):
        pool = SPELLS
    elif kind == "cant":
        pool = rng.choice((LANDS, SPELLS, PERMANENTS))
    return tuple(rng.sample(pool, rng.choice((1, 1, 1, 2))))


def _special(rng: random.Random, topic: str, day: str, kind: str) -> dict[str, Any]:
    """The fields that only this kind has."""
    match kind:
        case "additional_land_plays":
            return {"n": rng.choice((1, 1, 1, 2, "any"))}
        case "land_play_permission":
            zones = ("graveyard", "exile", "top_of_library", "command", "outside", "hand")
            return {"zone": rng.choice(zones)}
        case "cant":
            verbs = ("play_land", "cast", "turn_face_up", "search", "activate_mana", "attack")
            return {"verbs": rng.sample(verbs, rng.randint(1, 3))}
        case "cant_activate":
            return {"mana_abilities": chance(rng, 0.7)}
        case "cast_limit":
            return {"n": rng.choice((1, 1, 2))}
        case "cast_timing" | "activate_timing":
            return {"only": rng.choice(("sorcery", "own_turn"))}
        case "grants":
            later = () if day == FIRST else GRANTED_LATER.get(topic, ())
            return {"abilities": [rng.choice((*GRANTED, *later * 3))]}
        case "plot_permission":
            return {"zone": rng.choice(("graveyard", "exile", "top_of_library"))}
        case "sets_land_types":
            return {"types": [rng.choice(("mountain", "island", "swamp"))]}
        case "adds_land_types":
            return {"types": [rng.choice(("forest", "swamp"))]}
        case "loses_abilities":
            return {"except": ["mana"]} if chance(rng, 0.3) else {}
        case "adds_types":
            return {"types": [rng.choice(("creature", "artifact", "land"))]}
        case "cost_change":
            known = tuple(PRICED[one] for one in PRICED if LISTED_SINCE[one] <= day)
            priced = PRICED[topic] if chance(rng, 0.8) else rng.choice(known)
            if topic == "turn_face_up" and day != FIRST:
                priced = rng.choice(FACE_UP_COSTS)
            return {"cost_of": priced, "delta": rng.choice((-2, -1, 1, 1, 2))}
        case "other":
            return {"text": "a test effect"}
    return {}
