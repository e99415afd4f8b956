"""Which characteristics things have once effects on types, then on abilities, have applied."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from pyadapter.abilities import Ability, Grants, LosesAbilities, Mana
from tests.oracle.effects import (
    Instance,
    condition_holds,
    gather,
    is_about,
    touches,
)
from tests.oracle.game import Game, Thing, seat
from tests.oracle.traits import VIEWS, Held, Traits, View, copiable_traits, has_view
from tests.oracle.truth import Truth, agreed, both, either, negate
from tests.oracle.typing_effects import TYPING, Key, Looks, Typed, apply_typing

Applied = tuple[Instance, Truth]
Item = TypeVar("Item")


@dataclass(frozen=True)
class World:
    """The game with its effects (and whether each is in force) and the resulting traits."""

    game: Game
    instances: tuple[Instance, ...]
    force: tuple[Truth, ...]
    looks: Looks


def settle(game: Game) -> World:
    """Apply type effects, then ability effects, and see what else is in force."""
    instances = gather(game)
    printed = {
        (thing.id, view): copiable_traits(game, thing, view)
        for thing in game.things
        for view in VIEWS
        if has_view(game, thing, view)
    }
    typings = apply_typing(game, instances, printed)
    now = [_after_types(game, instances, typed) for typed in typings.now]
    looks = {key: _common([world.looks[key] for world in now]) for key in printed}
    for key, ends in typings.face_up.items():
        looks[key] = _common([_after_types(game, instances, typed).looks[key] for typed in ends])
    force = tuple(agreed(truths) for truths in zip(*(world.force for world in now), strict=True))
    return World(game, instances, force, looks)


def _common(ways: list[Traits]) -> Traits:
    """What all ways have in common is sure; what only some have is open."""
    first = ways[0]
    if all(one == first for one in ways[1:]):
        return first
    types = frozenset.intersection(*(one.types for one in ways))
    perhaps = frozenset[str]().union(*(one.types | one.maybe_types for one in ways))
    held = tuple(
        Held(one.ability, agreed(way.held[place].truth for way in ways))
        for place, one in enumerate(first.held)
    )
    return replace(
        first,
        types=types,
        maybe_types=perhaps - types,
        held=held,
        hidden=frozenset[str]().union(*(one.hidden for one in ways)),
        stripped=agreed(one.stripped for one in ways),
    )


def _after_types(game: Game, instances: tuple[Instance, ...], typed: Typed) -> World:
    """Apply the effects on abilities after one way of applying those on types."""
    before = tuple(_before_abilities(game, instance, typed) for instance in instances)
    disputed = _disputed(game, instances, before, typed)
    undercut = _undercut(game, instances, before, disputed, typed)
    before = tuple("no" if number in undercut else one for number, one in enumerate(before))
    disputed = _disputed(game, instances, before, typed) - undercut
    things = {thing.id: thing for thing in game.things}
    looks = {
        key: _with_abilities(game, instances, before, disputed, typed, (things[key[0]], key[1]))
        for key in typed.looks
    }
    force = tuple(
        typed.force[instance.number]
        if instance.number in typed.force
        else _in_force(instance, before[instance.number], disputed, looks)
        for instance in instances
    )
    return World(game, instances, force, looks)


def look(world: World, thing: Thing, view: View = "as_is") -> Traits:
    """The thing's characteristics in that view."""
    seen = view if (thing.id, view) in world.looks else "as_is"
    return world.looks[thing.id, seen]


def affects(world: World, instance: Instance, player: str) -> Truth:
    """The effect is in force and this player is subject to it."""
    if instance.origin in seat(world.game, player).ignores:
        return "no"
    about = is_about(world.game, instance, instance.clause.who, player)
    return both(world.force[instance.number], about)


def _outlives(gain: Instance, truth: Truth, losses: list[Applied]) -> Truth:
    """A gain counts against each loss that it is newer than; without two times it is open."""
    for loss, applied in losses:
        if applied == "no" or truth == "no":
            continue
        if gain.time is None or loss.time is None or gain.time == loss.time:
            truth = "open"
        elif gain.time < loss.time:
            truth = both(truth, negate(applied))
    return truth


def _before_abilities(game: Game, instance: Instance, typed: Typed) -> Truth:
    """In force as far as types go: the condition, the place, and a text that no type took away.

    What has begun to apply with types goes on (613.6).
    """
    if instance.number in typed.force:
        return typed.force[instance.number]
    condition = condition_holds(game, instance, lambda thing: typed.looks[thing.id, "as_is"])
    return both(instance.placed, condition, _own_ability(instance, typed.looks))


def _about(game: Game, instance: Instance, thing: Thing, view: View, typed: Typed) -> Truth:
    """The object is one that the effect is about, or was when the effect began to apply (613.6)."""
    key: Key = (thing.id, view)
    if instance.number in typed.reach:
        return typed.reach[instance.number].get(key, "no")
    return touches(game, instance, thing, typed.looks[key])


def _own_ability(instance: Instance, looks: Looks) -> Truth:
    if instance.ability is None or instance.source is None:
        return "yes"
    return looks[instance.source.id, "as_is"].held[instance.ability].truth


def _disputed(
    game: Game, instances: tuple[Instance, ...], before: tuple[Truth, ...], typed: Typed
) -> frozenset[int]:
    """Static abilities of gain or loss whose own permanent another effect's loss may hit."""
    found = set()
    for instance in instances:
        source = instance.source
        if instance.ability is None or source is None:
            continue
        begun = instance.number in typed.force
        if begun or not isinstance(instance.clause, Grants | LosesAbilities):
            continue
        for other in instances:
            if other is instance or not isinstance(other.clause, LosesAbilities):
                continue
            touch = _about(game, other, source, "as_is", typed)
            if both(before[other.number], touch) != "no":
                found.add(instance.number)
    return frozenset(found)


def _undercut(
    game: Game,
    instances: tuple[Instance, ...],
    before: tuple[Truth, ...],
    disputed: frozenset[int],
    typed: Typed,
) -> frozenset[int]:
    """Disputed ones that depend on a loss which nothing disputes: it surely comes first (613.8a).

    A permanent that changes types as well is left disputed: they may be parts of one effect.
    """
    typing = {one.origin for one in instances if isinstance(one.clause, TYPING) and one.source}
    surely = [
        one
        for one in instances
        if isinstance(one.clause, LosesAbilities)
        and one.number not in disputed
        and before[one.number] == "yes"
    ]
    return frozenset(
        one.number
        for one in instances
        if one.number in disputed
        and one.origin not in typing
        and one.source is not None
        and any(
            _about(game, loss, one.source, "as_is", typed) == "yes"
            for loss in surely
            if loss is not one
        )
    )


def _with_abilities(
    game: Game,
    instances: tuple[Instance, ...],
    before: tuple[Truth, ...],
    disputed: frozenset[int],
    typed: Typed,
    seen: tuple[Thing, View],
) -> Traits:
    thing, view = seen
    traits = typed.looks[thing.id, view]
    losses: list[Applied] = []
    gains: list[Applied] = []
    for instance in instances:
        if not isinstance(instance.clause, Grants | LosesAbilities):
            continue
        applied = both(before[instance.number], _about(game, instance, thing, view, typed))
        if instance.number in disputed:
            applied = both(applied, "open")
        if isinstance(instance.clause, Grants):
            gains.append((instance, applied))
        elif applied != "no":
            losses.append((instance, applied))
    lost = either(*(truth for _, truth in losses))
    mana_losses = [loss for loss in losses if not _spares_mana(loss[0])]
    mana_lost = either(*(truth for _, truth in mana_losses))
    printed = tuple(
        Held(one.ability, both(one.truth, negate(_for(one.ability, mana_lost, lost))))
        for one in traits.held
    )
    granted = tuple(
        Held(ability, _outlives(instance, applied, _for(ability, mana_losses, losses)))
        for instance, applied in gains
        for ability in (instance.clause.abilities if isinstance(instance.clause, Grants) else ())
    )
    hidden = traits.hidden & {"mana"} if lost == "yes" else traits.hidden
    if mana_lost == "yes":
        hidden = frozenset()
    return replace(traits, held=printed + granted, hidden=hidden, stripped=mana_lost)


def _spares_mana(loss: Instance) -> bool:
    return isinstance(loss.clause, LosesAbilities) and "mana" in loss.clause.excepted


def _for(ability: Ability, of_mana: Item, of_others: Item) -> Item:
    return of_mana if isinstance(ability, Mana) else of_others


def _in_force(instance: Instance, before: Truth, disputed: frozenset[int], looks: Looks) -> Truth:
    if isinstance(instance.clause, Grants | LosesAbilities):
        return both(before, "open") if instance.number in disputed else before
    return both(before, _own_ability(instance, looks))
