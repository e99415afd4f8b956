"""Suspending a card: could the player begin to cast it now, face up or face down (702.60a)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from pyadapter.abilities import (
    Cant,
    CantCast,
    CastLimit,
    CastTiming,
    FlashPermission,
    Suspend,
)
from tests.oracle.abilities import (
    abilities_of,
    any_payable,
    has_keyword,
    has_kind,
    has_mask,
    unseen,
)
from tests.oracle.editions import barring
from tests.oracle.effects import Instance, belongs, describes, setting_of, touches
from tests.oracle.game import Thing, has_priority, is_active, seat, sorcery_moment
from tests.oracle.layers import World, affects, look
from tests.oracle.payment import Bill, payable
from tests.oracle.traits import FACE_DOWN, Traits, has_type, symbols_of, traits_of_card
from tests.oracle.truth import Truth, agreed, at_least, both, either, negate, sure, worlds

LARGEST_STEP = 3


@dataclass(frozen=True)
class Way:
    """One way of casting the card: is it there, is now the time for it, is it allowed.

    `choices` are the qualities that the proposal may give the spell.
    """

    there: Truth
    timely: Truth
    choices: tuple[Traits, ...]
    allowed: Truth = "yes"


def suspend(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of suspending this card."""
    traits = look(world, card)
    ways = (_face_up_way(world, player, card), _face_down_way(world, player, card))
    match barring(world.game.day):
        case "all":
            ways = (_weighed(world, player, card, ways[0]), _weighed(world, player, card, ways[1]))
            timing, not_forbidden = _together(ways)
        case "none":
            timing, not_forbidden = _timing(ways), "yes"
        case "inescapable":
            timing, not_forbidden = _timing(ways), negate(_caught(world, player, card, ways))
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
        "cost": any_payable(costs, unseen(traits, "suspend")),
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
    return Way("yes", timely, tuple(_with_x(world, traits)))


def _face_down_way(world: World, player: str, card: Thing) -> Way:
    own = look(world, card)
    timely = either(
        sure(sorcery_moment(world.game, player)),
        has_keyword(own, "flash"),
        _lent_flash(world, player, card, FACE_DOWN),
    )
    return Way(has_mask(own, world.game.day), timely, (FACE_DOWN,))


def _weighed(world: World, player: str, card: Thing, way: Way) -> Way:
    """The way, held against every prohibition with the qualities that it has now."""
    barred = _split_second(world)
    for instance in world.instances:
        applies = _bars_now(world, player, instance)
        barred = either(barred, both(applies, _hits(world, instance, card, way.choices[0])))
    return replace(way, allowed=negate(barred))


def _timing(ways: tuple[Way, Way]) -> Truth:
    """Some way of casting it is timely."""
    return either(*(both(way.there, way.timely) for way in ways))


def _caught(world: World, player: str, card: Thing, ways: tuple[Way, Way]) -> Truth:
    """A prohibition forbids the spell whatever is chosen: those that some choice escapes are set
    aside one by one (601.3a).
    """
    found = [_split_second(world)]
    for instance in world.instances:
        applies = _bars_now(world, player, instance)
        if applies == "no":
            continue
        escapes = (
            both(way.there, negate(_hits(world, instance, card, traits)))
            for way in ways
            for traits in way.choices
        )
        found.append(both(applies, negate(either(*escapes))))
    return either(*found)


def _hits(world: World, instance: Instance, card: Thing, traits: Traits) -> Truth:
    return touches(world.game, instance, card, traits)


def _with_x(world: World, traits: Traits) -> Iterator[Traits]:
    """The card with each value of X that may matter to a description, 0 first."""
    yield traits
    if not traits.has_x:
        return
    numbers = (
        int(number)
        for instance in world.instances
        for phrase in instance.clause.on
        for number in re.findall(r"mana value (\d+)", phrase.lower())
    )
    each = symbols_of(traits.mana_cost or "").count("x")
    for value in range(1, max(numbers, default=0) + LARGEST_STEP):
        yield replace(traits, mana_value=traits.mana_value + each * value)


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


def _bars_now(world: World, player: str, instance: Instance) -> Truth:
    """The effect forbids this player to cast what it is about now."""
    bars = _bars_casting(world, player, instance)
    return "no" if bars == "no" else both(bars, affects(world, instance, player))


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
