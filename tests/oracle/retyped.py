"""Small random states in which the answer hangs on the types that effects give: a few permanents,
two or three effects on types, and one action that asks for a type or for the mana of a land.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pyadapter.model import StateDocument
from tests.oracle.days import draw_day
from tests.oracle.drawn import chance
from tests.oracle.judge import Action
from tests.oracle.retyping import draw_many, draw_retyper, draw_together

KINDS = ("suspend", "turn_face_up", "play_land")
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
_FIXED: tuple[dict[str, Any], ...] = (
    *({"name": name, "type": f"Basic Land — {name}"} for name in BASICS),
    {"name": "Wooded Shore", "type": "Land — Forest Island"},
    {"name": "Red Marsh", "type": "Land — Swamp Mountain"},
    {"name": "Twin Vale", "type": "Land", "abilities": [{"kind": "mana", "adds": ["{W}", "{U}"]}]},
    {"name": "Living Grove", "type": "Land Creature — Forest Dryad"},
    {
        "name": "Iron Seat",
        "type": "Artifact Land",
        "abilities": [{"kind": "mana", "adds": ["{C}"]}],
    },
    {
        "name": "Moss Elf",
        "type": "Creature — Elf",
        "abilities": [{"kind": "mana", "adds": ["{G}"]}],
    },
    {"name": "Ring Relic", "type": "Artifact", "abilities": [{"kind": "mana", "adds": ["{C}"]}]},
    {"name": "Iron Golem", "type": "Artifact Creature — Golem", "mana_cost": "{3}"},
    {"name": "Plain Bear", "type": "Creature — Bear", "mana_cost": "{1}{G}"},
    {"name": "Plain Relic", "type": "Artifact", "mana_cost": "{3}"},
    {"name": "Plain Charm", "type": "Enchantment", "mana_cost": "{W}"},
)
SOURCES = (
    *("Forest", "Island", "Mountain", "Wooded Shore", "Wooded Shore", "Red Marsh", "Twin Vale"),
    *("Living Grove", "Iron Seat", "Moss Elf", "Ring Relic", "Iron Golem", "Plain Bear"),
    *("Plain Bear", "Plain Relic", "Plain Relic", "Plain Charm"),
)
CHANGERS = ("First Changer", "Second Changer", "Third Changer")
CHANGER_TYPES = ("Enchantment", "Enchantment", "Artifact", "Creature — Spirit", "Land")
MANA = ("{W}", "{U}", "{B}", "{R}", "{G}", "{1}", "{2}", "{R}{R}", "{1}{G}")
GIVEN_UP = (
    *("sacrifice two Mountains", "sacrifice a land", "sacrifice an artifact", "{0}"),
    *("sacrifice another creature", "sacrifice a Forest", "sacrifice a Swamp"),
)
MASK_TYPES = ("Creature — Human", "Artifact", "Land", "Land — Forest", "Artifact Creature — Golem")
BANNED = (
    *("creature", "artifact", "land", "noncreature", "land creature", "artifact land"),
    *("nonbasic land", "mountain", "noncreature artifact", "forest"),
)


def retyped_state(
    rng: random.Random,
    rules: str | None = None,
    kinds: Sequence[str] = (),
    *,
    most: int | None = None,
) -> tuple[StateDocument, str, Action]:
    """A state of this kind, the player who is asked, and the action.

    With `most` there are up to so many effects beside those of permanents, and times are told.
    """
    kind = rng.choice([one for one in (*KINDS, "suspend") if one in (kinds or KINDS)])
    board: list[Any] = [_permanent(rng, card) for card in _some(rng, SOURCES, 1, 4)]
    cards, changers = [*_FIXED, *_asked_cards(rng)], _some(rng, CHANGERS, 0, 2)
    for name in changers:
        cards.append(_changer(rng, name))
        board.append({"card": name, "time": rng.randint(1, 9) if chance(rng, 0.6) else None})
    if chance(rng, 0.4):
        banned = [rng.choice(BANNED)]
        ban = {"kind": "cant_activate", "mana_abilities": True, "on": banned}
        cards.append({"name": "Ban", "type": "Enchantment", "abilities": [ban]})
        board.append("Ban")
    if kind == "turn_face_up":
        board.append({"card": "Test Mask", "face_down": True})
    if kind == "play_land":
        board.append("Limit")
    controllers = ("alice", "alice", "bob")
    if most is None:
        effects = draw_together(rng, controllers)[: rng.choice((1, 2, 3))]
    else:
        effects = draw_many(rng, controllers, most)
    rng.shuffle(board)
    raw: dict[str, Any] = {
        "rules": rules or draw_day(rng, kind),
        "turn": "alice",
        "phase": "precombat_main",
        "priority": "alice",
        "players": [
            {"name": "alice", "life": 20, "hand": ["Plains", "Test Rite"], "battlefield": board},
            {"name": "bob", "battlefield": _some(rng, SOURCES, 0, 1)},
        ],
        "effects": [
            {**msgspec.to_builtins(effect), "id": f"effect_{number}"}
            for number, effect in enumerate(effects, start=1)
        ],
        "cards": [card for card in cards if _is_named(card["name"], board) or card in _FIXED],
    }
    about = {"suspend": "test_rite", "turn_face_up": "test_mask", "play_land": "plains"}[kind]
    document = msgspec.convert(raw, StateDocument)
    return document, "alice", (kind, about)


def _is_named(name: str, board: list[Any]) -> bool:
    """It is in the state; the card in hand always is."""
    named = {member if isinstance(member, str) else member["card"] for member in board}
    return name in named | {"Test Rite"}


def _some(rng: random.Random, pool: tuple[str, ...], least: int, most: int) -> list[str]:
    return rng.sample(pool, rng.randint(least, most))


def _permanent(rng: random.Random, card: str) -> Any:
    sick, tapped, down = chance(rng, 0.25), chance(rng, 0.1), chance(rng, 0.06)
    if not (sick or tapped or down):
        return card
    return {"card": card, "summoning_sick": sick, "tapped": tapped, "face_down": down}


def _asked_cards(rng: random.Random) -> Iterator[dict[str, Any]]:
    rite = {"kind": "suspend", "n": 2, "cost": rng.choice(MANA)}
    yield {"name": "Test Rite", "type": "Sorcery", "mana_cost": "{3}", "abilities": [rite]}
    mask = {"kind": "morph", "cost": rng.choice((*GIVEN_UP, *MANA))}
    line = rng.choice(MASK_TYPES)
    cost = {} if line.startswith("Land") else {"mana_cost": "{3}"}
    yield {"name": "Test Mask", "type": line, "abilities": [mask], **cost}
    number = rng.randint(1, 6)
    limit = {"kind": "cant_play_lands", "while": f"{number} lands"}
    yield {"name": "Limit", "type": "Enchantment", "mana_cost": "{W}", "abilities": [limit]}


def _changer(rng: random.Random, name: str) -> dict[str, Any]:
    line = rng.choice(CHANGER_TYPES)
    abilities = draw_retyper(rng)[: rng.choice((1, 2, 2))]
    cost = {} if line == "Land" else {"mana_cost": "{2}"}
    return {"name": name, "type": line, "abilities": abilities, **cost}
