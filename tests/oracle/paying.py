"""What was given up for a cost, and whether that is a correct payment of it.

A payment is told by what it changed: permanents tapped, objects gone to some zone, counters, life
and the mana that is left. It is correct if mana abilities of just those objects, activated in some
order, and the mana that was there pay the cost exactly and leave that mana.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from pyadapter.abilities import Mana
from pyadapter.model import FloatingMana, Permanent, StateDocument
from tests.oracle.abilities import has_keyword
from tests.oracle.costs import ObjectPart, read_cost, ways_to_pay
from tests.oracle.editing import fresh_id, gone, marked, moved, objects, put, with_player
from tests.oracle.editions import ANY_SNOW_SOURCE
from tests.oracle.game import seat
from tests.oracle.layers import World, look
from tests.oracle.payment import (
    ALTAR,
    Bill,
    candidates_for,
    changes_of,
    kept_from,
    life_can_change,
    mana_abilities,
    may_be_spent,
    no_longer_mana,
    sharing_life,
    team_life,
)
from tests.oracle.traits import has_type, symbols_of
from tests.oracle.truth import both, negate

WHERE_TO = {"discard": "graveyard", "sacrifice": "graveyard", "exile": "exile", "return": "hand"}
COLORS = ("W", "U", "B", "R", "G")


@dataclass(frozen=True)
class Given:
    """What happened to one object: tapped, gone to a zone (a token to none), counters taken."""

    tapped: bool = False
    gone: bool = False
    zone: str | None = None
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Payment:
    """All that was given: by object, the life, and the mana that is left in the pool.

    `unseen`: so many cards were milled from what a document doesn't tell of the library, and
    `unknown` so many drawn from it.
    """

    objects: Mapping[str, Given] = field(default_factory=dict)
    life: int = 0
    pool: tuple[FloatingMana, ...] = ()
    unseen: int = 0
    unknown: int = 0


def payment_between(
    before: StateDocument, after: StateDocument, player: str, subject: str | None, to: str | None
) -> Payment:
    """What the player gave between two documents; the subject going to the zone `to` is no part."""
    old = {item.id: (zone, item) for _, zone, item in objects(before) if item.id}
    new = {item.id: (zone, item) for _, zone, item in objects(after) if item.id}
    arrived = [found for name, found in new.items() if name not in old]
    given: dict[str, Given] = {}
    lost = [name for name in old if name not in new]
    if subject in lost and to is not None:
        lost.remove(subject)
        arrived = _but(arrived, old[subject][1].card, to)
    for name in lost:
        _, item = old[name]
        places = [where for where, one in arrived if one.card == item.card]
        if places:
            arrived = _but(arrived, item.card, places[0])
        given[name] = Given(gone=True, zone=places[0] if places else None)
    for name, (_, item) in new.items():
        if name not in old:
            continue
        was = old[name][1]
        fewer = Counter(was.counters) - Counter(item.counters)
        if item.tapped > was.tapped or fewer:
            given[name] = Given(tapped=item.tapped > was.tapped, counters=dict(fewer))
    mine, now = (next(p for p in one.players if p.name == player) for one in (before, after))
    unseen = sum(where == "graveyard" and one.card == "?" for where, one in arrived)
    unknown = sum(where == "hand" and one.card == "?" for where, one in arrived)
    return Payment(given, (mine.life or 0) - (now.life or 0), now.pool, unseen, unknown)  # type: ignore[arg-type]


def _but(arrived: list, card: str, zone: str) -> list:  # type: ignore[type-arg]
    """The arrived objects without the first one of that card in that zone."""
    place = next(
        (k for k, (where, one) in enumerate(arrived) if where == zone and one.card == card), None
    )
    return arrived if place is None else [*arrived[:place], *arrived[place + 1 :]]


def paid(document: StateDocument, world: World, player: str, payment: Payment) -> StateDocument:
    """The document after the payment."""
    for name, given in payment.objects.items():
        if given.gone:
            document = (
                gone(document, name) if given.zone is None else moved(document, name, given.zone)
            )
            continue
        counters = next(item.counters for _, _, item in objects(document) if item.id == name)
        left = dict(Counter(counters) - Counter(dict(given.counters)))
        document = marked(document, name, counters=left)
        if given.tapped:
            document = marked(document, name, tapped=True)
    for member in sharing_life(world, player) if payment.life else ():
        life = next(one.life for one in document.players if one.name == member)
        if life is not None:
            document = with_player(document, member, life=life - payment.life)
    for zone in (*("graveyard",) * payment.unseen, *("hand",) * payment.unknown):
        unknown = Permanent(card="?", id=fresh_id(document, "unknown"), owner=player)
        document = put(document, player, zone, unknown)
    return with_player(document, player, pool=payment.pool)


@dataclass(frozen=True)
class _Purse:
    """Where a search stands: mana at hand, what is still to be accounted for, life to be paid."""

    pool: tuple[FloatingMana, ...]
    open: Mapping[str, Given]
    life: int
    used: frozenset[str] = frozenset()
    drained: frozenset[str] = frozenset()
    unseen: int = 0
    unknown: int = 0


def is_correct(world: World, bill: Bill, payment: Payment) -> bool:
    """The payment pays the bill exactly (with this value of X), and nothing else was given."""
    cost = read_cost(bill.text)
    start = _Purse(
        _units(world, bill),
        payment.objects,
        payment.life,
        unseen=payment.unseen,
        unknown=payment.unknown,
    )
    for counters in cost.counters:
        if bill.subject is None:
            return False
        given = start.open.get(bill.subject.id, Given())
        if given.counters.get(counters.kind, 0) < counters.number:
            return False
        fewer = dict(Counter(dict(given.counters)) - Counter({counters.kind: counters.number}))
        start = _accounted(start, bill.subject.id, replace(given, counters=fewer))
    after_parts = list(_parts_paid(world, bill, cost.objects, start))
    generic = cost.generic + cost.variable * bill.variable
    for change in changes_of(world, bill):
        for owed in ways_to_pay(cost, max(0, generic + change)):
            for purse in after_parts:
                if purse.life < owed.life:
                    continue
                rest = replace(purse, life=purse.life - owed.life)
                if any(
                    spendable(world, bill, spent)
                    and _pays(world, spent, owed.colored, owed.generic)
                    for spent in _spendings(world, bill, rest, payment.pool)
                ):
                    return True
    return False


def _units(world: World, bill: Bill) -> tuple[FloatingMana, ...]:
    return tuple(seat(world.game, bill.player).pool)  # type: ignore[arg-type]


def _accounted(purse: _Purse, name: str, left: Given) -> _Purse:
    """The purse with less of one object left to be accounted for."""
    remaining = dict(purse.open)
    remaining.pop(name, None)
    if left.tapped or left.gone or left.counters:
        remaining[name] = left
    return replace(purse, open=remaining)


def _parts_paid(
    world: World, bill: Bill, parts: tuple[ObjectPart, ...], purse: _Purse
) -> Iterator[_Purse]:
    """Every way of accounting for the objects that the cost asks for."""
    if not parts:
        yield purse
        return
    part, others = parts[0], parts[1:]
    fitting = [name for name, fit in candidates_for(world, bill, part).items() if fit != "no"]
    verb = _verb(bill.text, part)
    if verb == "reveal":
        if len(fitting) >= part.number:
            yield from _parts_paid(world, bill, others, purse)
        return
    gone_there = [name for name in fitting if _went(world, purse.open.get(name), name, verb)]
    for chosen in combinations(gone_there, part.number):
        rest = purse
        for name in chosen:
            rest = _accounted(rest, name, Given())
            rest = replace(rest, used=rest.used | {name})
        yield from _parts_paid(world, bill, others, rest)


def _verb(text: str, part: ObjectPart) -> str:
    """What the part of the cost says to do with the objects."""
    piece = next(piece.strip() for piece in text.split(",") if part.phrase in piece)
    return piece.split()[0].lower()


def _went(world: World, given: Given | None, name: str, verb: str) -> bool:
    if given is None or not given.gone:
        return False
    return given.zone in (WHERE_TO[verb], None)


def _spendings(
    world: World, bill: Bill, purse: _Purse, left: tuple[FloatingMana, ...]
) -> Iterator[tuple[FloatingMana, ...]]:
    """The mana that is spent after every row of activations that accounts for all that was given.

    What was sacrificed or discarded for the cost itself may have been tapped for mana before.
    """
    seen: set[object] = set()
    waiting = [purse]
    while waiting:
        now = waiting.pop()
        key = (
            tuple(sorted(map(repr, now.pool))), now.life, now.used, now.drained, now.unseen,
            now.unknown,
            tuple(sorted((name, repr(given)) for name, given in now.open.items())),
        )  # fmt: skip
        if key in seen:
            continue
        seen.add(key)
        if not now.open and now.life == now.unseen == now.unknown == 0:
            rest = Counter(map(_key, now.pool))
            rest.subtract(Counter(map(_key, left)))
            if min(rest.values(), default=0) >= 0:
                spent = []
                for unit in now.pool:
                    if rest[_key(unit)] > 0:
                        rest[_key(unit)] -= 1
                        spent.append(unit)
                yield tuple(spent)
        waiting += _activations(world, bill, now)


def _key(unit: FloatingMana) -> tuple[object, ...]:
    return unit.mana, unit.snow, tuple(sorted(unit.only))


def _activations(world: World, bill: Bill, purse: _Purse) -> Iterator[_Purse]:
    """The purse after each single activation that takes something still to be accounted for."""
    library = [
        thing.id
        for thing in world.game.things
        if thing.zone == "library" and thing.holder == bill.player
    ]
    eaters = {thing.id for thing in world.game.things if thing.zone == "battlefield"}
    for name in sorted(({*purse.open, *purse.used} - set(library)) | eaters):
        thing = next(one for one in world.game.things if one.id == name)
        if thing.zone not in ("battlefield", "hand") or thing.phased_out:
            continue
        traits = look(world, thing)
        if kept_from(world, bill.player, thing, traits) == "yes":
            continue
        if thing.zone == "battlefield" and thing.controller != bill.player:
            continue
        waits = both(has_type(traits, "creature"), negate(has_keyword(traits, "haste")))
        sick = thing.summoning_sick and waits == "yes"
        snow = has_type(traits, "snow") != "no"
        for ability, truth in mana_abilities(traits):
            if truth == "no" or (ability.zone != thing.zone):
                continue
            if ability.zone == "battlefield" and no_longer_mana(world, ability):
                continue
            milled = ability.cost.lower().count("mill a card")
            there = _milled(purse, library, milled)
            there = there and _drawn(there, library, ability.draws)
            if there is None:
                continue
            there = replace(there, life=there.life - _damage(world, bill.player, ability))
            fed = _eaten(world, bill, there) if ability.cost.lower() == ALTAR else [there]
            for rest in (
                rest
                for one in fed
                for rest in _after_price(one, name, ability, thing.tapped or sick)
                if one is not there or name in {*purse.open, *purse.used}
            ):
                for pool in _mana_paid(rest.pool, ability):
                    for added in _added(ability, snow, thing.zone):
                        yield replace(rest, pool=(*pool, *added))


def _eaten(world: World, bill: Bill, purse: _Purse) -> Iterator[_Purse]:
    """The purse with one creature accounted for that went to the graveyard."""
    for name, given in purse.open.items():
        thing = next(one for one in world.game.things if one.id == name)
        mine = thing.zone == "battlefield" and thing.controller == bill.player
        gone_there = given.gone and given.zone in ("graveyard", None)
        if mine and gone_there and has_type(look(world, thing), "creature") == "yes":
            left = replace(given, gone=False, zone=None, tapped=False)
            yield replace(_accounted(purse, name, left), used=purse.used | {name})


def _milled(purse: _Purse, library: list[str], number: int) -> _Purse | None:
    """The purse with so many cards from the top of the library accounted for, if they went.

    What is told of the library goes first, then cards that nobody knows.
    """
    for _ in range(number):
        top = next((one for one in library if one in purse.open), None)
        if top is None and purse.unseen == 0:
            return None
        if top is None:
            purse = replace(purse, unseen=purse.unseen - 1)
            continue
        if purse.open[top].zone != "graveyard":
            return None
        purse = _accounted(purse, top, Given())
    return purse


def _drawn(purse: _Purse, library: list[str], number: int) -> _Purse | None:
    """The purse with so many drawn cards accounted for: cards of the library that came to hand."""
    for _ in range(number):
        top = next(
            (one for one in library if one in purse.open and purse.open[one].zone == "hand"), None
        )
        if top is None and purse.unknown == 0:
            return None
        if top is None:
            purse = replace(purse, unknown=purse.unknown - 1)
        else:
            purse = _accounted(purse, top, Given())
    return purse


def _damage(world: World, player: str, ability: Mana) -> int:
    """What the player's life sinks by, as far as it is told and surely can change."""
    told = team_life(world, player) is not None
    return ability.damage if told and life_can_change(world, player) == "yes" else 0


def _after_price(purse: _Purse, name: str, ability: Mana, can_not_tap: bool) -> Iterator[_Purse]:
    """The purse once the part of the ability's price that isn't mana is accounted for."""
    given = purse.open.get(name, Given())
    life, progress = purse.life, False
    drained = purse.drained
    for part in (piece.strip().lower() for piece in ability.cost.split(",")):
        words = part.split()
        if part == "{t}":
            tapped_and_gone = (given.gone or name in purse.used) and name not in drained
            if can_not_tap or not (given.tapped or tapped_and_gone):
                return
            given, progress = replace(given, tapped=False), True
            drained = drained | {name} if tapped_and_gone else drained
        elif part.startswith("{"):
            continue
        elif words[0] == "pay":
            life -= int(words[1])
        elif part == ALTAR:
            progress = True
        elif part.endswith(" this"):
            wanted = {"sacrifice": "graveyard", "exile": "exile", "return": "hand"}[words[0]]
            if not given.gone or given.zone not in (wanted, None):
                return
            given, progress = replace(given, gone=False, zone=None), True
        elif words[0] == "remove":
            kind = words[2]
            if given.counters.get(kind, 0) < 1:
                return
            fewer = dict(Counter(dict(given.counters)) - Counter({kind: 1}))
            given, progress = replace(given, counters=fewer), True
        elif words[0] != "mill":
            return
    if progress and life >= 0:
        yield replace(_accounted(purse, name, given), life=life, drained=drained)


def _mana_paid(pool: tuple[FloatingMana, ...], ability: Mana) -> Iterator[tuple[FloatingMana, ...]]:
    """The pool after paying the mana in an ability's price, with unrestricted mana."""
    text = "".join(part for part in ability.cost.split(",") if part.strip().upper() != "{T}")
    symbols = [one for one in symbols_of(text) if one != "t"]
    if not symbols:
        yield pool
        return
    (first, *others) = symbols
    if first.isdigit() and first != "1":
        others = ["1"] * (int(first) - 1) + others
        first = "1"
    rest = replace_cost(ability, others)
    seen = set()
    for place, unit in enumerate(pool):
        fits = first == "1" or unit.mana.strip("{}").lower() in first.split("/")
        if unit.only or not fits or _key(unit) in seen:
            continue
        seen.add(_key(unit))
        yield from _mana_paid((*pool[:place], *pool[place + 1 :]), rest)


def replace_cost(ability: Mana, symbols: list[str]) -> Mana:
    """The ability with only these mana symbols as its price."""
    return Mana(adds=ability.adds, cost="".join("{" + one + "}" for one in symbols) or "{T}")


def _added(ability: Mana, snow: bool, zone: str) -> Iterator[tuple[FloatingMana, ...]]:
    """Every choice of what the ability adds."""
    from_snow: bool | str = (True if zone == "battlefield" else "other") if snow else False
    for alternative in ability.adds:
        for letters in _letters(alternative):
            yield tuple(
                FloatingMana(mana="{" + one + "}", snow=from_snow, only=ability.only)  # type: ignore[arg-type]
                for one in letters
            )


def _letters(alternative: str) -> Iterator[tuple[str, ...]]:
    words = alternative.lower().split()
    numbers = {"two": 2, "three": 3, "four": 4, "five": 5}
    if alternative.startswith("{"):
        yield tuple(one.upper() for one in symbols_of(alternative))
    elif words == ["any", "color"]:
        yield from ((one,) for one in COLORS)
    elif words[-3:] == ["any", "one", "color"]:
        yield from ((one,) * numbers[words[0]] for one in COLORS)
    elif "combination" in words:
        palette = [one.upper() for one in symbols_of(alternative)] or list(COLORS)
        found: list[tuple[str, ...]] = [()]
        for _ in range(numbers[words[0]]):
            found = [(*chosen, one) for chosen in found for one in palette]
        yield from dict.fromkeys(tuple(sorted(one)) for one in found)


def _pays(
    world: World, spent: tuple[FloatingMana, ...], colored: tuple[frozenset[str], ...], generic: int
) -> bool:
    """These units, all of them, pay for these symbols and so much generic mana."""
    return len(spent) == len(colored) + generic and _match(world, spent, colored)


def _match(
    world: World, spent: tuple[FloatingMana, ...], colored: tuple[frozenset[str], ...]
) -> bool:
    if not colored:
        return True
    return any(
        _kinds(world, unit) & colored[0]
        and _match(world, (*spent[:place], *spent[place + 1 :]), colored[1:])
        for place, unit in enumerate(spent)
    )


def _kinds(world: World, unit: FloatingMana) -> frozenset[str]:
    snow = unit.snow is True or (unit.snow == "other" and world.game.day >= ANY_SNOW_SOURCE)
    return frozenset((unit.mana.strip("{}").lower(), *(("s",) if snow else ())))


def spendable(world: World, bill: Bill, units: tuple[FloatingMana, ...]) -> bool:
    """None of the units is kept for something else."""
    return all(may_be_spent(world, bill, unit.only) != "no" for unit in units)
