"""Playing a land: where from, and which permission still has a land play left (305.2)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from pyadapter.abilities import (
    AdditionalLandPlays,
    Cant,
    CantPlayLands,
    LandPlayPermission,
)
from tests.oracle.abilities import has_keyword
from tests.oracle.effects import Instance, is_about, touches, written_effect
from tests.oracle.game import (
    Thing,
    has_priority,
    in_main_phase,
    is_active,
    seat,
    stack_is_empty,
)
from tests.oracle.layers import World, affects, look
from tests.oracle.traits import has_type
from tests.oracle.truth import Truth, agreed, both, either, negate, sure, worlds

NO_LIMIT = 10**9
Allowance = tuple[str, int]


def play_land(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of playing this card as a land."""
    game, traits = world.game, look(world, card)
    flash = has_keyword(traits, "flash")
    forbidden = either(
        *(
            both(affects(world, instance, player), touches(game, instance, card, traits))
            for instance in world.instances
            if _bans_lands(instance)
        )
    )
    return {
        "priority": sure(has_priority(game, player)),
        "own_turn": sure(is_active(game, player)),
        "main_phase": either(sure(in_main_phase(game, player)), flash),
        "stack_empty": either(sure(stack_is_empty(game, player)), flash),
        "land": has_type(traits, "land"),
        "zone": either(
            sure(card.zone == "hand" and card.holder == player), _lent(world, player, card)
        ),
        "land_play_left": land_play_left(world, player),
        "not_forbidden": negate(forbidden),
    }


def _bans_lands(instance: Instance) -> bool:
    clause = instance.clause
    if isinstance(clause, Cant):
        return "play_land" in clause.verbs
    return isinstance(clause, CantPlayLands)


def _lent(world: World, player: str, card: Thing) -> Truth:
    """An effect lets the player play it from where it is."""
    found = []
    for instance in world.instances:
        clause = instance.clause
        if not isinstance(clause, LandPlayPermission):
            continue
        if clause.zone == "top_of_library":
            there = card.zone == "library" and card.place == 0
        else:
            there = card.zone == clause.zone
        own = card.owner == player or card.id in clause.applies_to or clause.whose != "any"
        touched = touches(world.game, instance, card, look(world, card))
        found.append(both(sure(there and own), affects(world, instance, player), touched))
    return either(*found)


def land_play_left(world: World, player: str) -> Truth:
    """Some permission has a land play left, whatever the unnamed plays were made under."""
    extra = [
        (instance, affects(world, instance, player))
        for instance in world.instances
        if isinstance(instance.clause, AdditionalLandPlays)
    ]
    gone = [(instance, _was_about(world, instance, player)) for instance in _over(world)]
    cases: list[Truth] = []
    for choice in product(*(worlds(truth) for _, truth in (*extra, *gone))):
        facts = dict(enumerate(choice))
        current = [one for place, (one, _) in enumerate(extra) if facts[place]]
        past = [one for place, (one, _) in enumerate(gone) if facts[len(extra) + place]]
        cases.append(_left(world, player, _sum(current), _sum(past)))
    return agreed(cases)


def _was_about(world: World, instance: Instance, player: str) -> Truth:
    """Whom an effect that is over was about, where that may have changed meanwhile."""
    who = instance.clause.who
    if who in ("most_permanents", "enchanted_controller"):
        return "open"
    return is_about(world.game, instance, who, player)


def _over(world: World) -> list[Instance]:
    return [
        written_effect(world.game, effect)
        for effect in world.game.document.effects
        if effect.gone and isinstance(effect, AdditionalLandPlays)
    ]


def _sum(instances: list[Instance]) -> Mapping[str, int]:
    """How many land plays each source of permissions gives."""
    result: dict[str, int] = {}
    for instance in instances:
        clause = instance.clause
        if isinstance(clause, AdditionalLandPlays):
            number = NO_LIMIT if clause.n == "any" else clause.n
            result[instance.origin] = result.get(instance.origin, 0) + number
    return result


def _left(world: World, player: str, current: Mapping[str, int], past: Mapping[str, int]) -> Truth:
    written = seat(world.game, player).lands_played
    named = () if isinstance(written, int) else written
    unnamed = written if isinstance(written, int) else written.count("unnamed")
    free = sum(max(0, n - named.count(name)) for name, n in {"rule": 1, **current}.items())
    elsewhere = sum(max(0, n - named.count(name)) for name, n in past.items())
    if free == 0:
        return "no"
    if unnamed < free:
        return "yes"
    return "no" if unnamed >= free + elsewhere else "open"
