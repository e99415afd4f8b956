"""Characteristics: what a card says of itself, and the views of an object.

A split card is all its halves, except for a Room on the battlefield, which is those unlocked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal

from pyadapter.abilities import Ability
from pyadapter.model import Card, Face
from tests.oracle.editions import MODAL_LANDS
from tests.oracle.game import Game, Thing
from tests.oracle.truth import Truth, sure

View = Literal["as_is", "face_up", "back"]
VIEWS: tuple[View, ...] = ("as_is", "face_up", "back")
COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
BASIC_LAND_TYPES = {"plains": "w", "island": "u", "swamp": "b", "mountain": "r", "forest": "g"}
OTHER_LAND_TYPES = ("desert", "gate", "lair", "locus", "mine", "power-plant", "tower", "urza's")
LAND_TYPES = frozenset((*BASIC_LAND_TYPES, *OTHER_LAND_TYPES))
TOPICS = frozenset(
    ("morph", "suspend", "mana", "flash", "split_second", "foretell", "plot", "discard_any_time")
)


@dataclass(frozen=True)
class Held:
    """An ability that an object has, perhaps."""

    ability: Ability
    truth: Truth


@dataclass(frozen=True)
class Traits:
    """Characteristics. `mana_cost` is as written; `other_names` are those of halves.

    `hidden` names kinds of abilities that it may have unbeknown to us; `stripped` says whether an
    effect took away all mana abilities, those that its land types bring among them.
    """

    name: str | None = None
    other_names: frozenset[str] = frozenset()
    card_known: bool = True
    types: frozenset[str] = frozenset()
    maybe_types: frozenset[str] = frozenset()
    types_known: bool = True
    colors: frozenset[str] = frozenset()
    colors_known: bool = True
    mana_cost: str | None = None
    mana_value: int = 0
    has_x: bool = False
    cost_known: bool = True
    held: tuple[Held, ...] = ()
    hidden: frozenset[str] = frozenset()
    stripped: Truth = "no"


NO_CARD = Traits(
    card_known=False, types_known=False, colors_known=False, cost_known=False, hidden=TOPICS
)
FACE_DOWN = Traits(types=frozenset(("creature",)))
NOT_A_CARD = Traits()


def has_type(traits: Traits, term: str) -> Truth:
    """It has this card type, supertype or subtype."""
    if term in traits.types:
        return "yes"
    return "open" if term in traits.maybe_types or not traits.types_known else "no"


def has_name(traits: Traits, name: str) -> Truth:
    """It is called so."""
    return sure(name in (traits.name, *traits.other_names)) if traits.card_known else "open"


def symbols_of(cost: str) -> tuple[str, ...]:
    """The symbols of a mana cost, without their braces."""
    return tuple(re.findall(r"\{([^}]*)\}", cost.lower()))


def _symbol_value(symbol: str) -> int:
    if symbol == "x":
        return 0
    numbers = [int(part) for part in symbol.split("/") if part.isdigit()]
    return numbers[0] if numbers else 1


def types_of(line: str) -> frozenset[str]:
    """The words of a type line."""
    return frozenset(word for word in re.split(r"[\s—]+", line.lower()) if word not in ("", "-"))


def traits_of_card(card: Card | None, unlocked: tuple[str, ...] | None = None) -> Traits:
    """What the card says (of a Room: with those halves unlocked); nothing of an unknown card."""
    if card is None:
        return NO_CARD
    if not card.halves:
        return _traits(card, card.type)
    room = "room" in types_of(card.type) and unlocked is not None
    halves = tuple(half for half in card.halves if not room or half.name in (unlocked or ()))
    costs = [half.mana_cost for half in halves if half.mana_cost is not None]
    whole = None if room else card.mana_cost
    colors = card.colors
    if colors is None and any(half.colors is not None for half in halves):
        colors = tuple(color for half in halves for color in half.colors or ())
    missing = (*card.not_understood, *(topic for half in halves for topic in half.not_understood))
    joined = Face(
        name=card.name,
        mana_cost=whole or ("".join(costs) if costs else None),
        colors=colors,
        abilities=(*card.abilities, *(one for half in halves for one in half.abilities)),
        not_understood=missing,
    )
    complete = len(halves) == len(card.halves)
    names = frozenset(half.name for half in halves)
    name = card.name if complete else min(names, default=None)
    return replace(_traits(joined, card.type), name=name, other_names=names)


def _traits(face: Card | Face, line: str) -> Traits:
    symbols = symbols_of(face.mana_cost or "")
    colors = {COLORS[letter] for symbol in symbols for letter in symbol if letter in COLORS}
    return Traits(
        name=face.name,
        types=frozenset() if "types" in face.not_understood else types_of(line),
        types_known="types" not in face.not_understood,
        colors=frozenset(colors if face.colors is None else face.colors),
        colors_known=face.colors is not None or "cost" not in face.not_understood,
        mana_cost=face.mana_cost,
        mana_value=sum(_symbol_value(symbol) for symbol in symbols),
        has_x="x" in symbols,
        cost_known="cost" not in face.not_understood,
        held=tuple(Held(ability, "yes") for ability in face.abilities),
        hidden=frozenset(face.not_understood) & TOPICS,
    )


def card_of(game: Game, thing: Thing) -> Card | None:
    """The card that it is, or that it became a copy of."""
    return game.cards.get(thing.copy_of[-1] if thing.copy_of else thing.card)


def has_view(game: Game, thing: Thing, view: View) -> bool:
    """What is face up has no other view, but a card whose player chooses the face has its back."""
    if view != "back":
        return view == "as_is" or thing.face_down
    card = card_of(game, thing)
    return card is not None and card.modal and card.back is not None and game.day >= MODAL_LANDS


def copiable_traits(game: Game, thing: Thing, view: View) -> Traits:
    """Copiable values: as it is now, with face-up status, or with its other face chosen."""
    if not thing.card:
        return NOT_A_CARD
    if view == "as_is" and thing.face_down and thing.zone in ("battlefield", "stack"):
        return FACE_DOWN
    card = card_of(game, thing)
    if view == "back" and card is not None and card.back is not None:
        return _traits(card.back, card.back.type or card.type)
    top = traits_of_card(card, thing.unlocked if thing.zone == "battlefield" else None)
    below = () if thing.copy_of else sorted(set(thing.merged_with))
    return reduce(_on_top_of, (traits_of_card(game.cards.get(name)) for name in below), top)


def _on_top_of(top: Traits, below: Traits) -> Traits:
    """What it is with one more card merged into it, whose abilities it has as well (702.140e)."""
    return replace(top, held=(*top.held, *below.held), hidden=top.hidden | below.hidden)
