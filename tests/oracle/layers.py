"""Which characteristics things have once effects on types, then on abilities, have applied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pyadapter.abilities import (
    AddsLandTypes,
    AddsTypes,
    Grants,
    LosesAbilities,
    SetsLandTypes,
)
from tests.oracle.effects import (
    Instance,
    condition_holds,
    gather,
    is_about,
    touches,
)
from tests.oracle.game import Game, Thing, seat
from tests.oracle.traits import (
    LAND_TYPES,
    VIEWS,
    Held,
    Traits,
    View,
    copiable_traits,
    has_type,
    has_view,
)
from tests.oracle.truth import Truth, both, either, negate

TYPING = (SetsLandTypes, AddsLandTypes, AddsTypes)
Looks = Mapping[tuple[str, View], Traits]
Applied = tuple[Instance, Truth]


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
    typing = _type_effects(game, instances, printed)
    things = {thing.id: thing for thing in game.things}
    typed = {
        (identifier, view): _with_types(game, typing, things[identifier], traits)
        for (identifier, view), traits in printed.items()
    }
    before = tuple(_before_abilities(game, instance, typed) for instance in instances)
    disputed = _disputed(game, instances, before, typed)
    undercut = _undercut(game, instances, before, disputed, typed)
    before = tuple("no" if number in undercut else one for number, one in enumerate(before))
    disputed = _disputed(game, instances, before, typed) - undercut
    looks = {
        key: _with_abilities(game, instances, before, disputed, things[key[0]], traits)
        for key, traits in typed.items()
    }
    typed_force = {instance.number: truth for instance, truth in typing}
    force = tuple(
        typed_force[instance.number]
        if instance.number in typed_force
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


def _type_effects(game: Game, instances: tuple[Instance, ...], printed: Looks) -> list[Applied]:
    """The effects on types; those of lands whose text another one takes away fall out."""

    def stands(instance: Instance) -> Truth:
        condition = condition_holds(game, instance, lambda thing: printed[thing.id, "as_is"])
        return both(instance.placed, condition)

    setters = [one for one in instances if isinstance(one.clause, SetsLandTypes)]
    result: list[Applied] = []
    for instance in instances:
        if not isinstance(instance.clause, SetsLandTypes | AddsLandTypes | AddsTypes):
            continue
        truth = stands(instance)
        if instance.ability is not None and instance.source is not None:
            traits = printed[instance.source.id, "as_is"]
            others = [one for one in setters if one is not instance]
            lost = either(
                *(both(stands(one), _sets(game, one, instance.source, traits)) for one in others)
            )
            if isinstance(instance.clause, SetsLandTypes) and lost == "yes":
                lost = "open"
            truth = both(truth, negate(lost))
        result.append((instance, truth))
    return result


def _sets(game: Game, instance: Instance, thing: Thing, traits: Traits) -> Truth:
    return both(has_type(traits, "land"), touches(game, instance, thing, traits))


def _with_types(game: Game, typing: list[Applied], thing: Thing, traits: Traits) -> Traits:
    setting: list[Applied] = []
    adding: list[Applied] = []
    for instance, truth in typing:
        if isinstance(instance.clause, SetsLandTypes):
            applied = both(truth, _sets(game, instance, thing, traits))
            setting.append((instance, applied))
        else:
            applied = both(truth, touches(game, instance, thing, traits))
            if isinstance(instance.clause, AddsLandTypes):
                applied = both(applied, has_type(traits, "land"))
            adding.append((instance, applied))
    setting = [(instance, truth) for instance, truth in setting if truth != "no"]
    changed = _set_types(traits, setting)
    for instance, truth in adding:
        changed = _add_types(changed, instance, truth, setting)
    return changed


def _set_types(traits: Traits, setting: list[Applied]) -> Traits:
    if not setting:
        return traits
    lost = either(*(truth for _, truth in setting))
    held = tuple(Held(one.ability, both(one.truth, negate(lost))) for one in traits.held)
    last = _latest(setting)
    if last is not None:
        types = traits.types - LAND_TYPES | last
        maybe = traits.maybe_types - LAND_TYPES
    else:
        own = traits.types & LAND_TYPES
        may_be_set = frozenset().union(*(_words(instance) for instance, _ in setting))
        types = traits.types - LAND_TYPES | (own & may_be_set if len(setting) == 1 else frozenset())
        maybe = traits.maybe_types | may_be_set | (own if lost == "open" else frozenset())
    hidden = frozenset[str]() if lost == "yes" else traits.hidden
    return replace(traits, types=types, maybe_types=maybe - types, held=held, hidden=hidden)


def _latest(setting: list[Applied]) -> frozenset[str] | None:
    """The land types of the newest setter, where that is certain."""
    if any(truth == "open" for _, truth in setting):
        return None
    if len({_words(instance) for instance, _ in setting}) == 1:
        return _words(setting[0][0])
    times = [instance.time for instance, _ in setting]
    known = [time for time in times if time is not None]
    if len(known) < len(times) or len(set(known)) < len(known):
        return None
    return _words(setting[times.index(max(known))][0])


def _words(instance: Instance) -> frozenset[str]:
    clause = instance.clause
    if isinstance(clause, SetsLandTypes | AddsLandTypes | AddsTypes):
        return frozenset(word.lower() for word in clause.types)
    return frozenset()


def _add_types(traits: Traits, added: Instance, truth: Truth, setting: list[Applied]) -> Traits:
    if isinstance(added.clause, AddsLandTypes):
        truth = _outlives(added, truth, setting)
    words = _words(added) - traits.types
    if truth == "yes":
        return replace(traits, types=traits.types | words, maybe_types=traits.maybe_types - words)
    if truth == "open":
        return replace(traits, maybe_types=traits.maybe_types | words)
    return traits


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


def _before_abilities(game: Game, instance: Instance, typed: Looks) -> Truth:
    """In force as far as types go: the condition, the place, and a text that no type took away."""
    condition = condition_holds(game, instance, lambda thing: typed[thing.id, "as_is"])
    return both(instance.placed, condition, _own_ability(instance, typed))


def _own_ability(instance: Instance, looks: Looks) -> Truth:
    if instance.ability is None or instance.source is None:
        return "yes"
    return looks[instance.source.id, "as_is"].held[instance.ability].truth


def _disputed(
    game: Game, instances: tuple[Instance, ...], before: tuple[Truth, ...], typed: Looks
) -> frozenset[int]:
    """Static abilities of gain or loss whose own permanent another effect's loss may hit."""
    found = set()
    for instance in instances:
        source = instance.source
        if instance.ability is None or source is None:
            continue
        if not isinstance(instance.clause, Grants | LosesAbilities):
            continue
        for other in instances:
            if other is instance or not isinstance(other.clause, LosesAbilities):
                continue
            touch = touches(game, other, source, typed[source.id, "as_is"])
            if both(before[other.number], touch) != "no":
                found.add(instance.number)
    return frozenset(found)


def _undercut(
    game: Game,
    instances: tuple[Instance, ...],
    before: tuple[Truth, ...],
    disputed: frozenset[int],
    typed: Looks,
) -> frozenset[int]:
    """Disputed ones that depend on a loss which nothing disputes: it surely comes first (613.8a).

    An ability that has begun to apply with types goes on (613.6), so it is left disputed.
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
            touches(game, loss, one.source, typed[one.source.id, "as_is"]) == "yes"
            for loss in surely
            if loss is not one
        )
    )


def _with_abilities(
    game: Game,
    instances: tuple[Instance, ...],
    before: tuple[Truth, ...],
    disputed: frozenset[int],
    thing: Thing,
    traits: Traits,
) -> Traits:
    losses: list[Applied] = []
    gains: list[Applied] = []
    for instance in instances:
        if not isinstance(instance.clause, Grants | LosesAbilities):
            continue
        applied = both(before[instance.number], touches(game, instance, thing, traits))
        if applied == "no":
            continue
        if instance.number in disputed:
            applied = both(applied, "open")
        (gains if isinstance(instance.clause, Grants) else losses).append((instance, applied))
    lost = either(*(truth for _, truth in losses))
    printed = tuple(Held(one.ability, both(one.truth, negate(lost))) for one in traits.held)
    granted = tuple(
        Held(ability, _outlives(instance, applied, losses))
        for instance, applied in gains
        for ability in (instance.clause.abilities if isinstance(instance.clause, Grants) else ())
    )
    hidden = frozenset[str]() if lost == "yes" else traits.hidden
    return replace(traits, held=printed + granted, hidden=hidden, stripped=lost)


def _in_force(instance: Instance, before: Truth, disputed: frozenset[int], looks: Looks) -> Truth:
    if isinstance(instance.clause, Grants | LosesAbilities):
        return both(before, "open") if instance.number in disputed else before
    return both(before, _own_ability(instance, looks))
