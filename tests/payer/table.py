"""What there is to pay with: mana, mana abilities and their sources, and what else matters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Snow = Literal["", "permanent", "other"]


class Mana(NamedTuple):
    """One unit: a colour letter or C, where it came from if that was snow, and its purposes."""

    colour: str
    snow: Snow = ""
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class Price:
    """A cost in parts: mana symbols without braces, and the parts that aren't mana."""

    symbols: tuple[str, ...] = ()
    life: int = 0
    taps: bool = False
    goes: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    mills: int = 0


@dataclass(frozen=True)
class Ability:
    """A mana ability: its price, and the alternatives of what it adds."""

    price: Price
    adds: tuple[tuple[Mana, ...], ...]


@dataclass(frozen=True)
class Source:
    """A permanent (or a card in hand) with mana abilities; `ready` if it can pay {T}."""

    abilities: tuple[Ability, ...]
    ready: bool = True
    counters: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Board:
    """All that bears on a payment by one player, for one action.

    `purposes` are those that this action fulfils, `change` what effects add to its generic part,
    `least_x` the least X that it allows. `any_snow`: {S} takes mana from any snow source.
    """

    pool: tuple[Mana, ...] = ()
    sources: tuple[Source, ...] = ()
    life: int = 20
    life_is_fixed: bool = False
    library: int = 0
    purposes: frozenset[str] = frozenset()
    change: int = 0
    least_x: int = 0
    any_snow: bool = False
