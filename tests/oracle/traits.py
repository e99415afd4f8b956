"""Characteristics: what a card says of itself, and the two views of a face-down permanent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pyadapter.abilities import Ability
from pyadapter.model import Card
from tests.oracle.game import Game, Thing
from tests.oracle.truth import Truth, sure

View = Literal["as_is", "face_up"]
VIEWS: tuple[View, ...] = ("as_is", "face_up")
COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
BASIC_LAND_TYPES = {"plains": "w", "island": "u", "swamp": "b", "mountain": "r", "forest": "g"}
OTHER_LAND_TYPES = ("desert", "gate", "lair", "locus", "mine", "power-plant", "tower", "urza's")
LAND_TYPES = frozenset((*BASIC_LAND_TYPES, *OTHER_LAND_TYPES))
TOPICS = frozenset(("morph", "suspend", "mana", "flash", "split_second"))


@dataclass(frozen=True)
class Held:
    """An ability that an object has, perhaps."""

    ability: Ability
    truth: Truth


@dataclass(frozen=True)
class Traits:
    """Characteristics.

    `hidden` names kinds of abilities that it may have unbeknown to us; `stripped` says whether an
    effect took away all abilities, those that its land types bring among them.
    """

    name: str | None = None
    card_known: bool = True
    types: frozenset[str] = frozenset()
    maybe_types: frozenset[str] = frozenset()
    types_known: bool = True
    colors: frozenset[str] = frozenset()
    colors_known: bool = True
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
    return sure(traits.name == name) if traits.card_known else "open"


def symbols_of(cost: str) -> tuple[str, ...]:
    """The symbols of a mana cost, without their braces."""
    return tuple(re.findall(r"\{([^}]*)\}", cost.lower()))


def _symbol_value(symbol: str) -> int:
    if symbol == "x":
        return 0
    numbers = [int(part) for part in symbol.split("/") if part.isdigit()]
    return numbers[0] if numbers else 1


def _types_of(line: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[\s—]+", line.lower()) if word not in ("", "-"))


def traits_of_card(card: Card | None) -> Traits:
    """What the card says; nothing is known of a card that isn't."""
    if card is None:
        return NO_CARD
    symbols = symbols_of(card.mana_cost or "")
    colors = {COLORS[letter] for symbol in symbols for letter in symbol if letter in COLORS}
    return Traits(
        name=card.name,
        types=frozenset() if "types" in card.not_understood else _types_of(card.type),
        types_known="types" not in card.not_understood,
        colors=frozenset(colors if card.colors is None else card.colors),
        colors_known=card.colors is not None or "cost" not in card.not_understood,
        mana_value=sum(_symbol_value(symbol) for symbol in symbols),
        has_x="x" in symbols,
        cost_known="cost" not in card.not_understood,
        held=tuple(Held(ability, "yes") for ability in card.abilities),
        hidden=frozenset(card.not_understood) & TOPICS,
    )


def copiable_traits(game: Game, thing: Thing, view: View) -> Traits:
    """Copiable values: as it is now, or as it would be with face-up status."""
    if not thing.card:
        return NOT_A_CARD
    if view == "as_is" and thing.face_down and thing.zone in ("battlefield", "stack"):
        return FACE_DOWN
    name = thing.copy_of[-1] if thing.copy_of else thing.card
    return traits_of_card(game.cards.get(name))
