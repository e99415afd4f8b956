"""One way to pay a cost, found by trying: as few permanents tapped as will do, in document order.

Only what examples need: mana at hand, abilities whose price is {T} and mana, life, and objects
given up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from pyadapter.model import FloatingMana
from tests.oracle.costs import ObjectPart, Owed, read_cost, ways_to_pay
from tests.oracle.game import seat
from tests.oracle.layers import World, look
from tests.oracle.paying import Given, Payment, is_correct
from tests.oracle.payment import (
    Bill,
    candidates_for,
    changes_of,
    mana_abilities,
)


def some_payment(world: World, bill: Bill) -> Payment | None:
    """A correct payment of the bill, or nothing if none was found."""
    cost = read_cost(bill.text)
    generic = cost.generic + cost.variable * bill.variable
    owed = [
        one
        for change in changes_of(world, bill)
        for one in ways_to_pay(cost, max(0, generic + change))
    ]
    given = dict(_given_up(world, bill, cost.objects))
    own = tuple(seat(world.game, bill.player).pool)
    for number in range(len(_tappable(world, bill, given)) + 1):
        for tapped in combinations(_tappable(world, bill, given), number):
            objects = {**given, **{name: Given(tapped=True) for name in tapped}}
            for one in sorted(owed, key=lambda each: each.life):
                for left in _left_over(world, bill, own, tapped, one):  # type: ignore[arg-type]
                    found = Payment(objects, one.life, left)
                    if is_correct(world, bill, found):
                        return found
    return None


def _given_up(
    world: World, bill: Bill, parts: tuple[ObjectPart, ...]
) -> Iterator[tuple[str, Given]]:
    """The first objects that will do for each part."""
    used: set[str] = set()
    for part in parts:
        words = next(piece for piece in bill.text.split(",") if part.phrase in piece).split()
        zone = {"exile": "exile", "return": "hand", "reveal": None}.get(words[0], "graveyard")
        fitting = [
            name
            for name, truth in candidates_for(world, bill, part).items()
            if truth == "yes" and name not in used
        ]
        for name in fitting[: part.number] if zone is not None else ():
            used.add(name)
            yield name, Given(gone=True, zone=zone)


def _tappable(world: World, bill: Bill, given: dict[str, Given]) -> list[str]:
    return [
        thing.id
        for thing in world.game.things
        if thing.zone == "battlefield"
        and thing.controller == bill.player
        and not thing.tapped
        and thing.id not in given
        and any(
            "{T}" in ability.cost.upper() and " this" not in ability.cost
            for ability, truth in mana_abilities(look(world, thing))
            if truth == "yes"
        )
    ]


def _left_over(
    world: World, bill: Bill, own: tuple[FloatingMana, ...], tapped: tuple[str, ...], owed: Owed
) -> Iterator[tuple[FloatingMana, ...]]:
    """What may be left of the mana at hand: the last units are spent first."""
    needed = len(owed.colored) + owed.generic
    for number in range(min(needed, len(own)), -1, -1):
        yield from combinations(own, len(own) - number)


def with_value(bill: Bill, value: int) -> Bill:
    """The bill with this value of X."""
    return replace(bill, variable=value)
