"""Boards to try: small ones that hold every sort of symbol and unit, and random larger ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product
from math import comb
from random import Random
from typing import TypeVar

from pyadapter.abilities import CostChange, LifeCantChange, Morph, PricedAction, Suspend
from pyadapter.model import Card, Permanent, Player, StateDocument
from tests.payer.units import COLOURS, Palette, Unit, all_units, pair, plain_units, pool_units

T = TypeVar("T")
MOST_SYMBOLS = MOST_UNITS = 4
FIELD = Card(name="Fallow Field", type="Land")


@dataclass(frozen=True)
class Circumstances:
    """What holds besides the units: life, effects, teams, and which action it is."""

    life: int = 20
    life_is_fixed: bool = False
    change: int = 0
    team: bool = False
    suspends: bool = False

    def __str__(self) -> str:
        words = [f"life {self.life}"]
        words += ["that can't change"] * self.life_is_fixed + ["of a team"] * self.team
        words += [f"generic mana {self.change:+}"] * bool(self.change)
        return ", ".join(words)


@dataclass(frozen=True)
class Pair:
    """A cost and a board, as a state document and the action that has the cost."""

    cost: str
    units: tuple[Unit, ...]
    circumstances: Circumstances
    document: StateDocument
    action: str

    def __str__(self) -> str:
        units = " ".join(map(str, self.units))
        return f"{self.action} for {self.cost} with {units} {self.circumstances}"


def symbols_for(p: Palette) -> tuple[str, ...]:
    """Every sort of symbol, in the colours of the palette, and a little life."""
    a, b, c = p[:3]
    return (
        *("{1}", "{2}", f"{{{a}}}", f"{{{b}}}", f"{{{c}}}", "{C}", "{S}", "{X}", "pay 1 life"),
        *(f"{{{pair(a, b)}}}", f"{{{pair(b, c)}}}", f"{{C/{a}}}", f"{{2/{a}}}", f"{{2/{b}}}"),
        *(f"{{{a}/P}}", f"{{{b}/P}}", f"{{{pair(a, b)}/P}}", "{C/P}"),
    )


def written(symbols: Sequence[str]) -> str:
    """Symbols as a cost: generic mana first and added up, and so is life.

    >>> written(["{W}", "{1}", "pay 1 life", "{2}", "pay 1 life"])
    '{3}{W}, pay 2 life'
    >>> written([])
    '{0}'
    """
    life = symbols.count("pay 1 life")
    mana = [each for each in symbols if each.startswith("{")]
    generic = sum(int(each[1:-1]) for each in mana if each[1:-1].isdigit())
    others = sorted(each for each in mana if not each[1:-1].isdigit())
    others.sort(key=lambda each: each != "{X}")
    variable = others.count("{X}")
    rest = "".join(others[variable:])
    text = "".join(others[:variable]) + (f"{{{generic}}}" if generic else "") + rest
    parts = [text] * bool(text) + [f"pay {life} life"] * bool(life)
    return ", ".join(parts) if parts else "{0}"


def small_pairs(rng: Random, number: int, *, odd: bool = False) -> Iterator[Pair]:
    """Draw evenly from all costs of up to 4 symbols with all boards of up to 4 units.

    Colours are dealt anew for each, and so are the circumstances.
    """
    for _ in range(number):
        p = tuple(rng.sample(COLOURS, 5))
        symbols = _multiset(rng, symbols_for(p), MOST_SYMBOLS)
        units = _multiset(rng, all_units(p, odd=odd), MOST_UNITS)
        yield pair_of(rng, written(symbols), units, circumstances(rng, symbols))


def every_small_pair(
    rng: Random, most: int, *, start: int = 0, stop: int | None = None
) -> Iterator[Pair]:
    """Every cost of up to so many symbols with every board of up to so many units, or a stretch."""
    every = product(_multisets(symbols_for(COLOURS), most), _multisets(all_units(COLOURS), most))
    for symbols, units in islice(every, start, stop):
        yield pair_of(rng, written(symbols), units, circumstances(rng, symbols))


def number_of_small_pairs(most: int) -> int:
    """How many pairs `every_small_pair` yields.

    >>> number_of_small_pairs(0)
    1
    """
    sizes = (len(symbols_for(COLOURS)), len(all_units(COLOURS)))
    symbols, units = (comb(size + most, most) for size in sizes)
    return symbols * units


def larger_pairs(rng: Random, number: int, *, odd: bool = False) -> Iterator[Pair]:
    """Draw boards of 4 to 9 units, with costs of about what they bring."""
    for _ in range(number):
        p = tuple(rng.sample(COLOURS, 5))
        units: list[Unit] = []
        for _ in range(rng.randint(4, 9)):
            palette = p if rng.random() < 0.6 else tuple(rng.sample(COLOURS, 5))
            choices = all_units(palette, odd=odd)
            full = sum(unit.converts for unit in units) >= 4
            units.append(rng.choice([e for e in choices if not (full and e.converts)]))
        worth = sum(unit.worth for unit in units) + rng.randint(-2, 2)
        symbols: list[str] = []
        while worth > 0 and len(symbols) < 8:
            symbols.append(rng.choice(symbols_for(p)))
            worth -= int(symbols[-1][1]) if symbols[-1] in ("{1}", "{2}") else 1
        symbols += ["{1}"] * max(0, min(worth, 6))
        yield pair_of(rng, written(symbols), tuple(units), circumstances(rng, symbols))


def crowded_pairs(rng: Random, number: int) -> Iterator[Pair]:
    """Draw boards of 3 to 6 units of few sorts, so that like and nearly like ones meet."""
    for _ in range(number):
        p = tuple(rng.sample(COLOURS, 5))
        mana, sources = rng.sample(pool_units(p), 4), rng.sample(plain_units(p), 2)
        units = sorted(rng.choices(mana + sources, k=rng.randint(3, 6)), key=str)
        symbols = rng.choices(symbols_for(p), k=rng.randint(1, 3))
        yield pair_of(rng, written(symbols), units, circumstances(rng, symbols))


def circumstances(rng: Random, symbols: Sequence[str]) -> Circumstances:
    """Draw what else holds. No reduction where it isn't clear which symbol would be reduced."""
    clear = not any(each.startswith("{2/") for each in symbols)
    changes = (1, 2, -1, -2, -3) if clear else (1, 2)
    return Circumstances(
        life=rng.choice((0, 1, 2, 3, 4, 5, 20)),
        life_is_fixed=rng.random() < 0.05,
        change=rng.choice(changes) if rng.random() < 0.1 else 0,
        team=rng.random() < 0.05,
        suspends=rng.random() < 0.2,
    )


def pair_of(rng: Random, cost: str, units: Sequence[Unit], around: Circumstances) -> Pair:
    """The state in which alice may pay the cost, with priority in her main phase."""
    hidden = Card(name="Hidden", type="Creature — Shade", abilities=(Morph(cost),))
    waiting = Card(
        name="Waiting",
        type="Sorcery",
        abilities=(Suspend("X" if "{X}" in cost else rng.choice((1, 3)), cost),),
    )
    objects = [unit for unit in units if unit.card is not None]
    hand = [unit.permanent() for unit in objects if unit.in_hand]
    battlefield = [unit.permanent() for unit in objects if not unit.in_hand]
    if around.suspends:
        hand.append(Permanent(card="Waiting", id="waiting"))
    else:
        battlefield.append(Permanent(card="Hidden", id="hidden", face_down=True))
    rng.shuffle(battlefield)
    holder = rng.choice(("alice", "alan")) if around.team else "alice"
    cards = {unit.card.name: unit.card for unit in objects if unit.card is not None}
    mills = any(unit.kind == "miller" for unit in units)
    alice = Player(
        name="alice",
        team="a" if around.team else None,
        life=around.life if holder == "alice" or rng.random() < 0.5 else None,
        hand=tuple(hand),
        battlefield=tuple(battlefield),
        library=("Fallow Field",) * len(units) if mills else (),
        pool=tuple(each for unit in units for each in unit.pool),
    )
    alan = Player(name="alan", team="a", life=around.life if holder == "alan" else None)
    others = ("bob", "beth") if around.team else ("bob",)
    enemies = (Player(name=each, team="b" if around.team else None, life=9) for each in others)
    named: PricedAction = "suspend" if around.suspends else "morph"
    change = CostChange(applies_to_cost=named, delta=around.change, id="change", controller="bob")
    fixed = LifeCantChange(id="fixed", controller=holder)
    document = StateDocument(
        players=(alice, *([alan] if around.team else []), *enemies),
        variant=("two_headed_giant",) if around.team else (),
        turn="alice",
        phase="precombat_main",
        priority="alice",
        effects=(*([change] if around.change else []), *([fixed] if around.life_is_fixed else [])),
        cards=(waiting if around.suspends else hidden, FIELD, *cards.values()),
    )
    action = "suspend(waiting)" if around.suspends else "turn_face_up(hidden)"
    return Pair(cost, tuple(units), around, document, action)


def _multisets(of: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    for size in range(most + 1):
        yield from combinations_with_replacement(of, size)


def _multiset(rng: Random, of: Sequence[T], most: int) -> tuple[T, ...]:
    """Draw evenly from the multisets of up to so many members."""
    weights = [comb(len(of) + size - 1, size) for size in range(most + 1)]
    size = rng.choices(range(most + 1), weights)[0]
    places = sorted(rng.sample(range(len(of) + size - 1), size))
    return tuple(of[place - index] for index, place in enumerate(places))
