"""Suspending a card: could the player begin to cast it now, face up or face down (702.60a)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from pyadapter.abilities import (
    Cant,
    CantCast,
    CastLimit,
    CastTiming,
    FlashPermission,
    Morph,
    Suspend,
)
from tests.oracle.abilities import abilities_of, any_payable, has_keyword, has_kind
from tests.oracle.effects import Instance, belongs, describes, setting_of, touches
from tests.oracle.game import Thing, has_priority, is_active, seat, sorcery_moment
from tests.oracle.layers import World, affects, look
from tests.oracle.payment import Bill, payable
from tests.oracle.traits import FACE_DOWN, Traits, has_type, traits_of_card
from tests.oracle.truth import Truth, agreed, at_least, both, either, negate, sure, worlds


@dataclass(frozen=True)
class Way:
    """One way of casting the card: is it there, is now the time for it, is it allowed."""

    there: Truth
    timely: Truth
    allowed: Truth


def suspend(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of suspending this card."""
    traits = look(world, card)
    ways = (_face_up_way(world, player, card), _face_down_way(world, player, card))
    timing, not_forbidden = _together(ways)
    costs = (
        (truth, payable(world, _bill(player, card, ability)))
        for ability, truth in abilities_of(traits, Suspend)
    )
    return {
        "priority": sure(has_priority(world.game, player)),
        "hand": sure(card.zone == "hand" and card.holder == player),
        "suspend": has_kind(traits, Suspend, "suspend"),
        "castable": negate(has_type(traits, "land")),
        "timing": timing,
        "not_forbidden": not_forbidden,
        "cost": any_payable(costs, traits, Suspend, "suspend"),
    }


def _bill(player: str, card: Thing, ability: Suspend) -> Bill:
    return Bill(player, ability.cost, "suspend", card, 1 if ability.n == "X" else 0)


def _face_up_way(world: World, player: str, card: Thing) -> Way:
    traits = look(world, card)
    timely = either(
        sure(sorcery_moment(world.game, player)),
        has_type(traits, "instant"),
        has_keyword(traits, "flash"),
        _lent_flash(world, player, card, traits),
    )
    return Way("yes", timely, negate(_barred(world, player, card, traits)))


def _face_down_way(world: World, player: str, card: Thing) -> Way:
    own = look(world, card)
    timely = either(
        sure(sorcery_moment(world.game, player)),
        has_keyword(own, "flash"),
        _lent_flash(world, player, card, FACE_DOWN),
    )
    there = has_kind(own, Morph, "morph")
    return Way(there, timely, negate(_barred(world, player, card, FACE_DOWN)))


def _together(ways: tuple[Way, Way]) -> tuple[Truth, Truth]:
    """Timing and prohibitions in every case that the open questions allow."""
    questions = [truth for way in ways for truth in (way.there, way.timely, way.allowed)]
    timings: list[Truth] = []
    freedoms: list[Truth] = []
    for answer in product(*(worlds(truth) for truth in questions)):
        triples = (answer[:3], answer[3:])
        real = [(timely, allowed) for there, timely, allowed in triples if there]
        passes = any(timely and allowed for timely, allowed in real)
        timings.append(sure(passes or all(timely for timely, _ in real)))
        freedoms.append(sure(passes or all(allowed for _, allowed in real)))
    return agreed(timings), agreed(freedoms)


def _lent_flash(world: World, player: str, card: Thing, traits: Traits) -> Truth:
    """An effect lets the player cast it as though it had flash."""
    return either(
        *(
            both(affects(world, instance, player), touches(world.game, instance, card, traits))
            for instance in world.instances
            if isinstance(instance.clause, FlashPermission)
        )
    )


def _barred(world: World, player: str, card: Thing, traits: Traits) -> Truth:
    """Something forbids the player to begin to cast it with these qualities."""
    found = [_split_second(world)]
    for instance in world.instances:
        touched = touches(world.game, instance, card, traits)
        applies = both(affects(world, instance, player), touched)
        found.append(both(applies, _bars_casting(world, player, instance)))
    return either(*found)


def _bars_casting(world: World, player: str, instance: Instance) -> Truth:
    clause = instance.clause
    match clause:
        case CantCast():
            return "yes"
        case Cant(verbs=verbs):
            return sure("cast" in verbs)
        case CastTiming(only="sorcery"):
            return sure(not sorcery_moment(world.game, player))
        case CastTiming():
            return sure(not is_active(world.game, player))
        case CastLimit(n=number):
            return at_least(number, _counted(world, player, instance))
        case _:
            return "no"


def _counted(world: World, player: str, instance: Instance) -> list[Truth]:
    """The spells that the player has cast this turn: does the limit count them."""
    written = seat(world.game, player).spells_cast
    names = ("?",) * written if isinstance(written, int) else written
    setting = setting_of(instance, "stack", None)
    own = belongs(world.game, instance, player)
    return [
        both(own, describes(instance, traits_of_card(world.game.cards.get(name)), setting))
        for name in names
    ]


def _split_second(world: World) -> Truth:
    """A spell with split second is on the stack."""
    stack = (thing for thing in world.game.things if thing.zone == "stack" and thing.card)
    return either(*(has_keyword(look(world, spell), "split_second") for spell in stack))
