"""Playing a land: where from, with which face, and whether a land play is left (305.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from pyadapter.abilities import (
    AdditionalLandPlays,
    Cant,
    CantPlayLands,
    LandPlayPermission,
)
from tests.oracle.abilities import has_keyword
from tests.oracle.editions import LAND_PLAYS_IN_ALL
from tests.oracle.effects import Instance, is_about, touches, written_effect
from tests.oracle.game import (
    Thing,
    has_priority,
    in_main_phase,
    is_active,
    reading,
    seat,
    stack_is_empty,
)
from tests.oracle.layers import World, affects, look
from tests.oracle.traits import Traits, View, has_type, has_view
from tests.oracle.truth import Truth, agreed, both, either, negate, sure, worlds

NO_LIMIT = 10**9
Allowance = tuple[str, int]


@dataclass(frozen=True)
class Way:
    """The card played with one of its faces up: what of the requirements depends on the face."""

    land: Truth
    main_phase: Truth
    stack_empty: Truth
    zone: Truth
    allowed: Truth


def play_land(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of playing this card as a land, with a face that is one."""
    game = world.game
    views: tuple[View, ...] = ("as_is", "back")
    ways = [_way(world, player, card, view) for view in views if has_view(game, card, view)]
    land = either(*(way.land for way in ways))
    if land == "no":
        ways = ways[:1]
    joined = _together(ways, land)
    return {
        "priority": sure(has_priority(game, player)),
        "own_turn": sure(is_active(game, player)),
        "main_phase": joined.main_phase,
        "stack_empty": joined.stack_empty,
        "land": land,
        "zone": joined.zone,
        "land_play_left": land_play_left(world, player),
        "not_forbidden": joined.allowed,
    }


def _way(world: World, player: str, card: Thing, view: View) -> Way:
    game, traits = world.game, look(world, card, view)
    flash = has_keyword(traits, "flash")
    forbidden = either(
        *(
            both(affects(world, instance, player), touches(game, instance, card, traits))
            for instance in world.instances
            if _bans_lands(instance)
        )
    )
    in_hand = sure(card.zone == "hand" and card.holder == player)
    return Way(
        land=has_type(traits, "land"),
        main_phase=either(sure(in_main_phase(game, player)), flash),
        stack_empty=either(sure(stack_is_empty(game, player)), flash),
        zone=either(in_hand, _lent(world, player, card, traits)),
        allowed=negate(forbidden),
    )


def ways_to_play(world: World, player: str, card: Thing) -> tuple[bool, ...]:
    """For each face of a modal card: it passes all that depends on the face."""
    views: tuple[View, ...] = ("as_is", "back")
    ways = (_way(world, player, card, view) for view in views)
    return tuple(
        {way.land, way.main_phase, way.stack_empty, way.zone, way.allowed} == {"yes"}
        for way in ways
    )


def _together(ways: list[Way], land: Truth) -> Way:
    """All that depends on the face, in every case: one face that passes everything is enough.

    When none does, what some land face fails is unmet; a card that is no land goes by its front.
    """
    if len(ways) == 1:
        return ways[0]
    cases: list[tuple[bool, ...]] = []
    parts = [(way.land, way.main_phase, way.stack_empty, way.zone, way.allowed) for way in ways]
    for facts in product(*(worlds(truth) for part in parts for truth in part)):
        faces = [facts[start : start + 5] for start in range(0, len(facts), 5)]
        lands = [face for face in faces if face[0]] or faces[:1]
        passed = any(all(face[1:]) for face in lands)
        cases.append(tuple(passed or all(face[k] for face in lands) for k in range(1, 5)))
    settled = (agreed(sure(case[k]) for case in cases) for k in range(4))
    return Way(land, *settled)


def _bans_lands(instance: Instance) -> bool:
    clause = instance.clause
    if isinstance(clause, Cant):
        return "play_land" in clause.verbs
    return isinstance(clause, CantPlayLands)


def _lent(world: World, player: str, card: Thing, traits: Traits) -> Truth:
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
        touched = touches(world.game, instance, card, traits)
        found.append(both(sure(there and own), affects(world, instance, player), touched))
    return either(*found)


def land_play_left(world: World, player: str) -> Truth:
    """A land play is left: one of all those allowed, or one under some permission by itself.

    While land plays went by permission, the unnamed ones may have been made under any.
    """
    extra = [
        (instance, affects(world, instance, player))
        for instance in world.instances
        if isinstance(instance.clause, AdditionalLandPlays)
    ]
    in_all = world.game.day >= LAND_PLAYS_IN_ALL
    over = [] if in_all else _over(world)
    gone = [(instance, _was_about(world, instance, player)) for instance in over]
    cases: list[Truth] = []
    for choice in product(*(worlds(truth) for _, truth in (*extra, *gone))):
        facts = dict(enumerate(choice))
        current = [one for place, (one, _) in enumerate(extra) if facts[place]]
        past = [one for place, (one, _) in enumerate(gone) if facts[len(extra) + place]]
        if in_all:
            cases.append(sure(1 + sum(_sum(current).values()) > _played(world, player)))
        else:
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


def _played(world: World, player: str) -> int:
    """How many lands the player has played this turn, in whatever way."""
    written = seat(world.game, player).lands_played
    return written if isinstance(written, int) else len(written)


def _left(world: World, player: str, current: Mapping[str, int], past: Mapping[str, int]) -> Truth:
    written = seat(world.game, player).lands_played
    named = () if isinstance(written, int) else written
    if reading(world.game, "effect_land_play", "counts") == "counts":
        named = tuple("rule" if name == "resolving" else name for name in named)
    unnamed = written if isinstance(written, int) else written.count("unnamed")
    free = sum(max(0, n - named.count(name)) for name, n in {"rule": 1, **current}.items())
    elsewhere = sum(max(0, n - named.count(name)) for name, n in past.items())
    if free == 0:
        return "no"
    if unnamed < free:
        return "yes"
    return "no" if unnamed >= free + elsewhere else "open"
