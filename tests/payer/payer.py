"""The payer: activate mana abilities in every way there is, then spend the mana in every way.

Nothing is planned backwards from the cost. `reachable` finds every pool that a player can come to,
with the least life paid on the way; a cost can be paid if one of those pools pays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import product

from tests.payer.reading import price_of
from tests.payer.table import Ability, Board, Mana, Price, Source

ANY, SNOW = "any", "S"
PAID_WITH_LIFE = 2
NAMED = frozenset("WUBRGC")

Pool = tuple[Mana, ...]
Pools = dict[Pool, int]
Need = tuple[tuple[str, ...], int]


def payable(cost: str, board: Board) -> bool:
    """Whether the cost can be paid, with some X if it has one.

    >>> payable("{G}", Board(pool=(Mana("G"),))), payable("{R}", Board(pool=(Mana("G"),)))
    (True, False)
    """
    return bool(values_of_x(cost, board))


def values_of_x(cost: str, board: Board) -> tuple[int, ...]:
    """All X for which the cost can be paid, from the least on; (0,) or () for a cost without X.

    >>> values_of_x("{X}{G}", Board(pool=(Mana("G"), Mana("G"), Mana("C"))))
    (0, 1, 2)
    """
    return tuple(x for x, life in _lives(cost, board) if life is not None and _has(board, life))


def least_life(cost: str, board: Board) -> int | None:
    """The least life that paying takes, however much there is, with the least X; None for never.

    >>> least_life("{W/P}{W}", Board(pool=(Mana("W"),)))
    2
    """
    return next(_lives(cost, board))[1]


def _has(board: Board, life: int) -> bool:
    """Life can be paid if there is as much of it and it can change; none can always be paid."""
    return life == 0 or (life <= board.life and not board.life_is_fixed)


def _lives(cost: str, board: Board) -> Iterator[tuple[int, int | None]]:
    """For every X that comes into question the least life, or None if the mana doesn't do."""
    price = price_of(cost)
    pools = reachable(price, board)
    how_many = price.symbols.count("X")
    most = max(map(len, pools)) + abs(board.change)
    tried = range(board.least_x, board.least_x + 1 + most) if how_many else range(1)
    for x in tried:
        lives = [
            before + life + price.life
            for atoms, life in ways_to_pay(_with_x(price.symbols, x, board.change))
            for pool, before in pools.items()
            if fits(pool, atoms)
        ]
        yield x, min(lives, default=None)


def _with_x(symbols: tuple[str, ...], x: int, change: int) -> tuple[str, ...]:
    """The symbols once X is known and effects have changed the generic part, at least nothing."""
    generic = sum(int(each) for each in symbols if each.isdigit()) + x * symbols.count("X")
    others = tuple(each for each in symbols if not each.isdigit() and each != "X")
    return (*others, str(max(0, generic + change)))


@lru_cache(maxsize=4096)
def ways_to_pay(symbols: tuple[str, ...]) -> tuple[Need, ...]:
    """Every choice among the ways of paying each symbol: the units asked for, and the life.

    >>> ways_to_pay(("2/W", "G/P"))
    ((('G', 'any', 'any'), 0), (('any', 'any'), 2), (('G', 'W'), 0), (('W',), 2))
    """
    choices = product(*(map(_half, each.split("/")) for each in symbols))
    needs = {
        (
            tuple(sorted(unit for units, _ in choice for unit in units)),
            sum(life for _, life in choice),
        ): None
        for choice in choices
    }
    return tuple(needs)


def _half(half: str) -> Need:
    if half == "P":
        return (), PAID_WITH_LIFE
    return ((ANY,) * int(half) if half.isdigit() else (half,)), 0


def fits(pool: Pool, atoms: tuple[str, ...]) -> bool:
    """Whether units of the pool can be given to all that is asked, each to one of them."""
    named = tuple(atom for atom in atoms if atom != ANY)
    return len(pool) >= len(atoms) and _fits(pool, named)


@lru_cache(maxsize=200_000)
def _fits(pool: Pool, atoms: tuple[str, ...]) -> bool:
    return not atoms or any(
        _pays(mana, atoms[0]) and _fits((*pool[:index], *pool[index + 1 :]), atoms[1:])
        for index, mana in enumerate(pool)
        if mana not in pool[:index]
    )


@lru_cache(maxsize=200_000)
def left_after(pool: Pool, atoms: tuple[str, ...]) -> frozenset[Pool]:
    """Every pool that can be left after units were given to all that is asked."""
    if not atoms:
        return frozenset({pool})
    return frozenset(
        left
        for index, mana in enumerate(pool)
        if _pays(mana, atoms[0]) and mana not in pool[:index]
        for left in left_after((*pool[:index], *pool[index + 1 :]), atoms[1:])
    )


def _pays(mana: Mana, atom: str) -> bool:
    return atom == ANY or (mana.snow != "" if atom == SNOW else mana.colour == atom)


def reachable(price: Price, board: Board) -> Pools:
    """Every pool that activating mana abilities leads to, with the least life paid for it.

    Mana is seen only as far as it matters for this cost, and mana that is there does no harm. So
    sources without mana in the cost of any of their abilities come first, and are used to the full
    unless that costs life; the others follow, in every order and as often as they can be used.
    """
    look = _Look(price, board)
    pools: Pools = {look.seen(board.pool): 0}
    converters: list[Source] = []
    for source in board.sources:
        usable = replace(source, abilities=tuple(look.usable(source, board)))
        if any(ability.price.symbols for ability in usable.abilities):
            converters.append(usable)
        else:
            pools = _together(pools, best(uses(usable)))
    return _converted(pools, converters) if converters else pools


class _Look:
    """Mana as far as it matters: colours that nothing asks for are alike, and so is snow."""

    def __init__(self, price: Price, board: Board) -> None:
        inputs = [each.price.symbols for source in board.sources for each in source.abilities]
        self.inputs = any(inputs)
        halves = {
            half
            for symbols in (price.symbols, *inputs)
            for symbol in symbols
            for half in symbol.split("/")
        }
        self.colours = halves & NAMED
        self.snow = {"permanent", "other"} if board.any_snow else {"permanent"}
        if SNOW not in halves:
            self.snow = set()
        self.purposes = board.purposes

    def seen(self, pool: Iterable[Mana]) -> Pool:
        """The mana as it matters, without the mana that can't be spent on this action at all."""
        return tuple(
            sorted(
                Mana(
                    mana.colour if mana.colour in self.colours else "",
                    "permanent" if mana.snow in self.snow else "",
                    ("this action",) if mana.only and self.inputs else (),
                )
                for mana in pool
                if not mana.only or self.purposes & set(mana.only)
            )
        )

    def usable(self, source: Source, board: Board) -> Iterator[Ability]:
        for ability in source.abilities:
            if not ability.price.mills or board.library:
                yield Ability(
                    ability.price, tuple({self.seen(each): None for each in ability.adds})
                )


def after(source: Source, price: Price) -> Source | None:
    """The source when it has paid the part of the price that isn't mana or life; None if it can't.

    One that has gone, or has nothing left to pay with, has no abilities any more.
    """
    counters = dict(source.counters)
    if price.taps and not source.ready:
        return None
    for kind, number in price.counters:
        if counters.get(kind, 0) < number:
            return None
        counters[kind] -= number
    left = replace(
        source,
        ready=source.ready and not price.taps,
        counters=tuple(sorted(counters.items())),
    )
    still = () if price.goes else tuple(e for e in source.abilities if _possible(left, e.price))
    return replace(left, abilities=still)


def _possible(source: Source, price: Price) -> bool:
    counters = dict(source.counters)
    has = all(counters.get(kind, 0) >= number for kind, number in price.counters)
    return has and (source.ready or not price.taps)


def uses(source: Source) -> Pools:
    """Everything that a source can add by itself, with the least life it takes."""
    found: Pools = {(): 0}
    for ability in source.abilities:
        left = after(source, ability.price)
        if left == source:
            raise ValueError(f"could be activated without end: {ability}")
        if left is not None:
            for added, (more, life) in product(ability.adds, uses(left).items()):
                pool = tuple(sorted((*added, *more)))
                spent = life + ability.price.life
                found[pool] = min(spent, found.get(pool, spent))
    return found


def best(pools: Pools) -> Pools:
    """The pools without those for which another has all the same mana for no more life."""
    return {
        pool: life
        for pool, life in pools.items()
        if not any(
            pool != other and paid <= life and _within(pool, other) for other, paid in pools.items()
        )
    }


def _within(part: Pool, whole: Pool) -> bool:
    return len(part) <= len(whole) and all(part.count(m) <= whole.count(m) for m in set(part))


def _together(some: Pools, others: Pools) -> Pools:
    found: Pools = {}
    for (pool, life), (more, paid) in product(some.items(), others.items()):
        both = tuple(sorted((*pool, *more)))
        found[both] = min(life + paid, found.get(both, life + paid))
    return found


def _converted(pools: Pools, sources: list[Source]) -> Pools:
    """Every pool after any row of activations of these sources, whose inputs the pool pays."""
    steps = _Steps(sources)
    done: set[tuple[Pool, tuple[int, ...]]] = set()
    found: Pools = {}
    waiting = [(life, pool, steps.start) for pool, life in pools.items()]
    heapify(waiting)
    while waiting:
        life, pool, ready = heappop(waiting)
        if (pool, ready) in done:
            continue
        done.add((pool, ready))
        found[pool] = min(life, found.get(pool, life))
        for index, one in enumerate(ready):
            if one in ready[:index]:
                continue
            rest = (*ready[:index], *ready[index + 1 :])
            for ability, then in steps.of(one):
                now = tuple(sorted((*rest, *then)))
                for (left, paid), added in product(
                    _paid(pool, ability.price.symbols), ability.adds
                ):
                    more = tuple(sorted((*left, *added)))
                    if (more, now) not in done:
                        heappush(waiting, (life + paid + ability.price.life, more, now))
    return found


@lru_cache(maxsize=200_000)
def _paid(pool: Pool, symbols: tuple[str, ...]) -> frozenset[tuple[Pool, int]]:
    """What is left of a pool after a mana ability's mana, in which no restricted mana goes."""
    free = tuple(mana for mana in pool if not mana.only)
    kept = tuple(mana for mana in pool if mana.only)
    return frozenset(
        (tuple(sorted((*left, *kept))), life)
        for atoms, life in ways_to_pay(symbols)
        for left in left_after(free, atoms)
    )


class _Steps:
    """The conditions that sources pass through, numbered, and what can be activated in each."""

    def __init__(self, sources: list[Source]) -> None:
        self.numbers: dict[Source, int] = {}
        self.known: list[Source] = []
        self.found: dict[int, list[tuple[Ability, tuple[int, ...]]]] = {}
        self.start = tuple(sorted(map(self.number, sources)))

    def number(self, source: Source) -> int:
        if source not in self.numbers:
            self.numbers[source] = len(self.known)
            self.known.append(source)
        return self.numbers[source]

    def of(self, number: int) -> list[tuple[Ability, tuple[int, ...]]]:
        """Each ability that can be activated, and what the source is then (nothing if used up)."""
        if number not in self.found:
            source = self.known[number]
            self.found[number] = []
            for ability in source.abilities:
                left = after(source, ability.price)
                if left == source and len(ability.price.symbols) < max(map(len, ability.adds)):
                    raise ValueError(f"could be activated without end: {ability}")
                if left is not None:
                    then = (self.number(left),) if left.abilities else ()
                    self.found[number].append((ability, then))
        return self.found[number]
