"""Costs: what is written, what mana symbols ask for, and whether some units of mana fit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

from tests.oracle.traits import symbols_of

KINDS_OF_MANA = ("w", "u", "b", "r", "g", "c", "s")
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_OBJECTS = (
    ("hand", r"discard (?P<n>\S+) (?P<what>.+)"),
    ("battlefield", r"sacrifice (?P<n>\S+) (?P<what>.+)"),
    ("graveyard", r"exile (?P<n>\S+) (?P<what>.+) from your graveyard"),
    ("hand", r"exile (?P<n>\S+) (?P<what>.+) from your hand"),
    ("hand", r"reveal (?P<n>\S+) (?P<what>.+) from your hand"),
    ("battlefield", r"return (?P<n>\S+) (?P<what>.+) you control to \S+ owner's hand"),
)


@dataclass(frozen=True)
class ObjectPart:
    """So many objects of the player, from a zone, that a description fits."""

    zone: str
    number: int
    phrase: str
    another: bool


@dataclass(frozen=True)
class CounterPart:
    """So many counters from the object itself."""

    kind: str
    number: int


@dataclass(frozen=True)
class Owed:
    """Mana and life: each member of `colored` is what can pay for one symbol, `s` for snow."""

    colored: tuple[frozenset[str], ...] = ()
    generic: int = 0
    life: int = 0


@dataclass(frozen=True)
class Cost:
    """A cost in parts. Each member of `symbols` is a symbol as the ways of paying for it.

    `strange` is text that isn't understood.
    """

    symbols: tuple[tuple[Owed, ...], ...] = ()
    generic: int = 0
    variable: int = 0
    life: int = 0
    objects: tuple[ObjectPart, ...] = ()
    counters: tuple[CounterPart, ...] = ()
    strange: bool = False


def read_cost(text: str) -> Cost:
    """The parts of a written cost."""
    cost = Cost()
    for part in (piece.strip() for piece in text.split(",")):
        if not part:
            continue
        mana = re.fullmatch(r"(\{[^}]*\}\s*)+", part)
        cost = _with_mana(cost, part) if mana else _with_deed(cost, part)
    return cost


def _with_mana(cost: Cost, text: str) -> Cost:
    values = dict(vars(cost))
    for symbol in symbols_of(text):
        options = symbol.split("/")
        letters = frozenset(option for option in options if option in KINDS_OF_MANA)
        ways = [Owed(colored=(letters,))] if letters else []
        if symbol.isdigit():
            values["generic"] += int(symbol)
            continue
        if symbol == "x":
            values["variable"] += 1
            continue
        for option in set(options) - letters:
            if option == "p":
                ways.append(Owed(life=2))
            elif option.isdigit():
                ways.append(Owed(generic=int(option)))
            else:
                values["strange"] = True
        values["symbols"] += (tuple(ways),)
    return Cost(**values)


def ways_to_pay(cost: Cost, generic: int) -> frozenset[Owed]:
    """What is owed, for each way of paying the symbols that leave a choice."""
    start = Owed(generic=generic, life=cost.life)
    found = set()
    for chosen in product(*cost.symbols):
        parts = (start, *chosen)
        found.add(
            Owed(
                colored=tuple(sorted((one for part in parts for one in part.colored), key=sorted)),
                generic=sum(part.generic for part in parts),
                life=sum(part.life for part in parts),
            )
        )
    return frozenset(found)


def _with_deed(cost: Cost, text: str) -> Cost:
    values = dict(vars(cost))
    life = re.fullmatch(r"pay (\d+) life", text.lower())
    removal = re.fullmatch(r"remove (\S+) (\S+) counters?", text.lower())
    deed = next(
        ((zone, found) for zone, shape in _OBJECTS if (found := re.fullmatch(shape, text, re.I))),
        None,
    )
    if life:
        values["life"] += int(life[1])
    elif removal and _number(removal[1]) is not None:
        values["counters"] += (CounterPart(removal[2], _number(removal[1]) or 0),)
    elif deed and _number(deed[1]["n"]) is not None:
        another = deed[1]["n"].lower() == "another"
        part = ObjectPart(deed[0], _number(deed[1]["n"]) or 0, deed[1]["what"], another)
        values["objects"] += (part,)
    else:
        values["strange"] = True
    return Cost(**values)


def _number(word: str) -> int | None:
    lower = word.lower()
    if lower in ("a", "an", "another"):
        return 1
    if lower in NUMBERS:
        return NUMBERS.index(lower)
    return int(lower) if lower.isdigit() else None


def mana_suffices(
    colored: tuple[frozenset[str], ...], generic: int, units: tuple[frozenset[str], ...]
) -> bool:
    """Some way of giving each symbol its own unit of mana, tried one after another."""
    if len(colored) + generic > len(units):
        return False
    if not colored:
        return True
    symbol, others = colored[0], colored[1:]
    return any(
        mana_suffices(others, generic, units[:place] + units[place + 1 :])
        for place, unit in enumerate(units)
        if unit & symbol
    )


def can_share(parts: tuple[tuple[int, frozenset[str]], ...]) -> bool:
    """So many objects for each part, none used twice."""
    wanted = tuple(candidates for number, candidates in parts for _ in range(number))
    return _assign(wanted, frozenset())


def _assign(wanted: tuple[frozenset[str], ...], used: frozenset[str]) -> bool:
    if not wanted:
        return True
    return any(_assign(wanted[1:], used | {one}) for one in sorted(wanted[0] - used))
