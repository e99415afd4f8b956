"""Effects one by one: where they come from, their condition, whom and what they are about."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pyadapter.abilities import (
    AddsLandTypes,
    AddsTypes,
    Clause,
    Grants,
    LosesAbilities,
    SetsLandTypes,
)
from tests.oracle.game import (
    Game,
    Thing,
    are_opponents,
    find_thing,
    has_left,
    is_active,
    same_team,
)
from tests.oracle.phrases import Setting, fits, names_zone
from tests.oracle.traits import Traits, copiable_traits, has_type
from tests.oracle.truth import Truth, at_least, both, either, negate, sure

CHANGES = (AddsLandTypes, AddsTypes, Grants, LosesAbilities, SetsLandTypes)
COMMAND_TYPES = ("plane", "vanguard", "scheme", "conspiracy", "phenomenon", "emblem")


@dataclass(frozen=True)
class Instance:
    """An effect of the state, or a static ability where it works (`ability`: its place there).

    `placed` says whether the place where the static ability stands lets it work.
    """

    number: int
    origin: str
    clause: Clause
    you: str | None
    source: Thing | None
    time: int | None
    ability: int | None = None
    placed: Truth = "yes"


def gather(game: Game) -> tuple[Instance, ...]:
    """All effects that may be in force now, gone ones left out."""
    found = [written_effect(game, effect) for effect in game.document.effects if not effect.gone]
    for thing in game.things:
        placed = _place_works(game, thing)
        if placed == "no":
            continue
        for index, held in enumerate(copiable_traits(game, thing, "as_is").held):
            if isinstance(held.ability, Clause):
                found.append(
                    Instance(
                        number=0,
                        origin=thing.id,
                        clause=held.ability,
                        you=_leader(game, thing),
                        source=thing,
                        time=thing.time,
                        ability=index,
                        placed=placed,
                    )
                )
    return tuple(replace(instance, number=number) for number, instance in enumerate(found))


def written_effect(game: Game, effect: Clause) -> Instance:
    """An effect of the state's own list."""
    source = find_thing(game, effect.source)
    you = effect.controller or (_leader(game, source) if source else None)
    return Instance(
        number=0, origin=effect.id or "", clause=effect, you=you, source=source, time=effect.time
    )


def _leader(game: Game, thing: Thing) -> str:
    """Who controls it; a face-up plane or phenomenon is the active player's (901.6).

    With shared turns that is its owner, or else the first of the team; in several turns at once,
    or in nobody's, it stays its owner's.
    """
    own = thing.controller or thing.owner
    card = game.cards.get(thing.card)
    kinds = set(re.split(r"\W+", card.type.lower())) if card else set()
    if thing.zone != "command" or thing.face_down or not kinds & {"plane", "phenomenon"}:
        return own
    turn = game.document.turn
    if isinstance(turn, dict) and not all(
        same_team(game, one, two) for one in turn for two in turn
    ):
        return own
    active = [player.name for player in game.document.players if is_active(game, player.name)]
    return own if own in active or not active else active[0]


def _place_works(game: Game, thing: Thing) -> Truth:
    if thing.zone == "battlefield":
        return sure(not thing.face_down and not thing.phased_out)
    if thing.zone != "command" or thing.face_down:
        return "no"
    traits = copiable_traits(game, thing, "as_is")
    return either(*(has_type(traits, kind) for kind in COMMAND_TYPES))


def condition_holds(game: Game, instance: Instance, look: Callable[[Thing], Traits]) -> Truth:
    """The effect's `while`; `look` gives the characteristics that lands are counted by."""
    condition = instance.clause.condition
    if condition is None or condition == "yes":
        return "yes"
    if condition == "no":
        return "no"
    if condition in ("your turn", "not your turn"):
        if instance.you is None:
            return "open"
        own = sure(is_active(game, instance.you))
        return own if condition == "your turn" else negate(own)
    counted = re.fullmatch(r"(\d+) lands", condition)
    if counted is None:
        return "open"
    there = (thing for thing in game.things if thing.zone == "battlefield" and not thing.phased_out)
    return at_least(int(counted[1]), (has_type(look(thing), "land") for thing in there))


def is_about(game: Game, instance: Instance, who: str, player: str) -> Truth:
    """The player is among those whom the effect speaks of (ignoring left aside)."""
    if who in ("each", "affected"):
        return "yes"
    if who in ("you", "opponents"):
        if instance.you is None:
            return "open"
        if who == "you":
            return sure(instance.you == player)
        return sure(are_opponents(game, instance.you, player))
    if who == "most_permanents":
        return sure(_has_most(game, player))
    if who == "enchanted_controller":
        host = find_thing(game, enchanted_id(instance))
        return sure(host is not None and host.controller == player)
    return sure(who == player)


def _has_most(game: Game, player: str) -> bool:
    def count(name: str) -> int:
        return sum(
            thing.zone == "battlefield" and thing.holder == name and not thing.phased_out
            for thing in game.things
        )

    rivals = (other.name for other in game.document.players if other.name != player)
    return all(count(player) > count(rival) for rival in rivals if not has_left(game, rival))


def enchanted_id(instance: Instance) -> str | None:
    """What the effect's source is attached to."""
    return instance.source.attached_to if instance.source else None


def setting_of(instance: Instance, zone: str, identifier: str | None) -> Setting:
    """What the effect's descriptions may refer to, for a thing in that zone."""
    chosen = instance.source.chosen_name if instance.source else None
    return Setting(zone, identifier, enchanted_id(instance), chosen)


def describes(instance: Instance, traits: Traits, setting: Setting) -> Truth:
    """One of the effect's descriptions fits, if it has any.

    Where an effect changes objects, none and one that names no zone mean permanents (109.2).
    """
    clause = instance.clause
    elsewhere = setting.zone != "battlefield" and not clause.applies_to
    if not clause.on:
        return sure(not (elsewhere and isinstance(clause, CHANGES)))
    meant = (
        phrase
        for phrase in clause.on
        if names_zone(phrase) or not (elsewhere and isinstance(clause, CHANGES))
    )
    return either(*(fits(phrase, traits, setting) for phrase in meant))


def belongs(game: Game, instance: Instance, player: str) -> Truth:
    """An object of this player is among those that `whose` speaks of."""
    whose = instance.clause.whose
    if whose == "any":
        return "yes"
    if instance.you is None:
        return "open"
    if whose == "you":
        return sure(player == instance.you)
    return sure(are_opponents(game, player, instance.you))


def touches(game: Game, instance: Instance, thing: Thing, traits: Traits) -> Truth:
    """The object, having these characteristics, is one that the effect is about."""
    if thing.phased_out:
        return "no"
    if instance.clause.applies_to and thing.id not in instance.clause.applies_to:
        return "no"
    setting = replace(setting_of(instance, thing.zone, thing.id), token=thing.token)
    owned = belongs(game, instance, thing.controller or thing.owner)
    return both(owned, describes(instance, traits, setting))
