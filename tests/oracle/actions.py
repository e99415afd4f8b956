"""The requirements of the actions about effects and the planar die, one function for each."""

from __future__ import annotations

from typing import get_args

from pyadapter.abilities import Clause, Deadline, Step
from tests.oracle.effects import is_about
from tests.oracle.game import (
    find_thing,
    has_left,
    has_priority,
    in_main_phase,
    is_active,
    reading,
    seat,
    sorcery_moment,
    stack_is_empty,
    steps_for,
    variants,
)
from tests.oracle.layers import World
from tests.oracle.payment import Bill, payable
from tests.oracle.traits import copiable_traits
from tests.oracle.truth import Truth, both, either, negate, sure


def end_effect(world: World, player: str, identifier: str) -> dict[str, Truth]:
    """The requirements of the action that an effect lets a player take later."""
    priority = sure(has_priority(world.game, player))
    allows = next((one.allows for one in world.game.document.effects if one.id == identifier), None)
    named = sure(allows is not None and allows.by == player)
    written = [one for one in world.instances if one.ability is None and one.origin == identifier]
    force = world.force[written[0].number] if written else "no"
    paying = world.game.document.paying == player and not has_left(world.game, player)
    asked = sure(allows is not None and allows.timing == "mana_ability" and paying)
    slow = allows is not None and allows.timing == "sorcery"
    window = sure(sorcery_moment(world.game, player)) if slow else "yes"
    answer: dict[str, Truth] = {
        "timing": either(both(priority, window), asked),
        "effect": force,
        "named_player": named,
        "in_time": "yes",
        "cost": "yes",
    }
    if force == "no" or allows is None:
        return answer
    bill = Bill(player, allows.cost, "end_effect", written[0].source, ended=identifier)
    return {
        **answer,
        "in_time": negate(_over(world, allows.before)),
        "cost": payable(world, bill),
    }


def _over(world: World, deadline: Deadline | None) -> Truth:
    """The step that ends the offer has begun; if it is over, the offer may have come after it."""
    if deadline is None or deadline.made_in_it or not is_active(world.game, deadline.of):
        return "no"
    now = steps_for(world.game, deadline.of)
    if deadline.step in now:
        return "yes"
    order = get_args(Step)
    later = any(order.index(deadline.step) < order.index(step) for step in now)
    return "open" if later else "no"


def ignore_effect(world: World, player: str, identifier: str) -> dict[str, Truth]:
    """The requirements of paying to ignore an effect; an effect that is off still has its text."""
    found = [one for one in world.instances if one.origin == identifier]
    instance = next((one for one in found if one.clause.ignore is not None), None)
    force = "no" if instance is None else world.force[instance.number]
    said = any(
        clause.ignore is not None and clause.ignore.who == "each"
        for clause in _said_by(world, identifier)
    )
    answer: dict[str, Truth] = {
        "priority": sure(has_priority(world.game, player)),
        "effect": force,
        "entitled": sure(said),
        "cost": "yes",
    }
    if instance is None or instance.clause.ignore is None:
        return answer
    offer = instance.clause.ignore
    who = instance.clause.who if offer.who == "affected" else offer.who
    bill = Bill(player, offer.cost, "ignore_effect", instance.source)
    return {
        **answer,
        "entitled": is_about(world.game, instance, who, player),
        "cost": "yes" if force == "no" else payable(world, bill),
    }


def _said_by(world: World, identifier: str) -> tuple[Clause, ...]:
    written = [effect for effect in world.game.document.effects if effect.id == identifier]
    thing = find_thing(world.game, identifier)
    held = () if thing is None else copiable_traits(world.game, thing, "as_is").held
    printed = [one.ability for one in held if isinstance(one.ability, Clause)]
    return (*written, *printed)


def roll_planar_die(world: World, player: str) -> dict[str, Truth]:
    """The requirements of rolling the planar die."""
    game = world.game
    own = seat(game, player)
    by_effects = (
        "two_headed_giant" in variants(game)
        and reading(game, "planar_die_count", "special_actions") == "all_rolls"
    )
    rolls = own.planar_die_rolls + (own.effect_rolls if by_effects else 0)
    price = "{" + str(rolls) + "}"
    return {
        "planechase": sure("planechase" in variants(game)),
        "priority": sure(has_priority(game, player)),
        "own_turn": sure(is_active(game, player)),
        "main_phase": sure(in_main_phase(game, player)),
        "stack_empty": sure(stack_is_empty(game, player)),
        "cost": payable(world, Bill(player, price, "planar_die", None)),
    }
