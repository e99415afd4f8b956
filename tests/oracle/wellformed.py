"""What a random state must keep to, so that it could be a moment of a real game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pyadapter.abilities import AdditionalLandPlays, Clause
from pyadapter.model import Card, Player, StateDocument
from tests.oracle.game import ZONES, Game, Thing, list_things, read_game, variants
from tests.oracle.traits import card_of, copiable_traits


def faults(document: StateDocument, cards: Mapping[str, Card]) -> tuple[str, ...]:
    """Everything that is wrong with the document; nothing for a well-formed one."""
    game = read_game(document, cards)
    return (
        *_moment_faults(document),
        *_player_faults(game),
        *_object_faults(game),
        *_effect_faults(game),
        *_history_faults(game),
    )


def _moment_faults(document: StateDocument) -> Iterator[str]:
    held = document.priority is not None
    if held and (document.in_progress is not None or document.step == "untap"):
        yield "somebody has priority though nobody can"
    if document.turn is None:
        if held or document.stack or document.phase or document.step:
            yield "no turn, but a phase, a stack or priority"
        if document.in_progress not in ("between_turns", "before_the_game"):
            yield "no turn without a reason"
    elif (document.phase is None) == (document.step is None):
        yield "neither or both of phase and step"
    if document.paying is not None and document.in_progress is None:
        yield "paying while nothing is being done"


def _player_faults(game: Game) -> Iterator[str]:
    document = game.document
    names = [player.name for player in document.players]
    left = {player.name for player in document.players if player.left}
    if len(set(names)) < len(names):
        yield "two players of one name"
    for player in document.players:
        zones = [getattr(player, zone) for zone in ZONES]
        if player.left and (any(zones) or player.pool or player.lands_played or player.ignores):
            yield f"{player.name} has left and has something"
        rolls = player.planar_die_rolls or player.effect_rolls
        if rolls and "planechase" not in variants(game):
            yield "a planar die outside Planechase"
    for role in (document.priority, document.paying, *(one.controller for one in document.stack)):
        if isinstance(role, str) and (role in left or role not in names):
            yield f"{role} can't act"
    if isinstance(document.turn, str) and document.turn not in names:
        yield "the turn of nobody"
    if "two_headed_giant" in variants(game):
        yield from _team_faults(document.players)


def _team_faults(players: tuple[Player, ...]) -> Iterator[str]:
    if any(size != 2 for size in Counter(player.team for player in players).values()):
        yield "a team that isn't of two"
    if len({(player.team, player.life) for player in players}) != 2:
        yield "teammates of different life"


def _object_faults(game: Game) -> Iterator[str]:
    things = list_things(game.document)
    ids = [*(thing.id for thing in things), *(effect.id or "" for effect in game.document.effects)]
    yield from (f"id {one} used twice" for one, n in Counter(ids).items() if n > 1)
    for thing in things:
        if thing.face_down and not _may_be_hidden(game, thing):
            yield f"{thing.id} is face down in {thing.zone}"
        if thing.card == "?" and thing.zone == "battlefield" and not thing.face_down:
            yield f"{thing.id} is there for all to see"
        if (thing.manifested or thing.cloaked) and not thing.face_down:
            yield f"{thing.id} was manifested and is face up"
        if thing.companion and thing.zone != "outside":
            yield f"{thing.id} is a companion inside the game"
        card = card_of(game, thing)
        if set(thing.unlocked) - {half.name for half in (card.halves if card else ())}:
            yield f"{thing.id} has no such half"
        unknown = {thing.card, *thing.copy_of, *thing.merged_with} - set(game.cards) - {"?", ""}
        if unknown:
            yield f"no card {sorted(unknown)}"
        if thing.attached_to is not None and not _is_host(things, thing):
            yield f"{thing.id} is attached to nothing"
        if _is_aura(game, thing) and thing.attached_to is None:
            yield f"{thing.id} isn't attached"


def _may_be_hidden(game: Game, thing: Thing) -> bool:
    if thing.zone != "command":
        return thing.zone in ("battlefield", "stack", "exile")
    card = game.cards.get(thing.card)
    return card is None or card.type == "Conspiracy"


def _is_host(things: tuple[Thing, ...], aura: Thing) -> bool:
    hosts = {thing.id for thing in things if thing.zone == "battlefield" and thing is not aura}
    return aura.zone == "battlefield" and aura.attached_to in hosts


def _is_aura(game: Game, thing: Thing) -> bool:
    traits = copiable_traits(game, thing, "as_is")
    return thing.zone == "battlefield" and "aura" in traits.types


def _effect_faults(game: Game) -> Iterator[str]:
    ids = {thing.id for thing in game.things}
    for effect in game.document.effects:
        speaks_of_you = effect.who in ("you", "opponents") or effect.whose != "any"
        if speaks_of_you and effect.controller is None and effect.source is None:
            yield f"{effect.id} has no controller"
        if effect.id is None:
            yield "an effect without an id"
        if not {*effect.applies_to, *((effect.source,) if effect.source else ())} <= ids:
            yield f"{effect.id} speaks of nothing"
    for card in game.document.cards:
        for ability in card.abilities:
            if isinstance(ability, Clause) and (ability.id or ability.controller):
                yield f"{card.name} has an effect in force for an ability"


def _history_faults(game: Game) -> Iterator[str]:
    givers = {
        effect.id for effect in game.document.effects if isinstance(effect, AdditionalLandPlays)
    }
    for thing in game.things:
        held = copiable_traits(game, thing, "face_up").held
        if any(isinstance(one.ability, AdditionalLandPlays) for one in held):
            givers.add(thing.id)
    known = {*(thing.id for thing in game.things), *(one.id for one in game.document.effects)}
    for player in game.document.players:
        plays = () if isinstance(player.lands_played, int) else player.lands_played
        if set(plays) - givers - {"rule", "unnamed", "resolving"}:
            yield f"{player.name} played a land under no permission"
        if set(player.ignores) - known:
            yield f"{player.name} ignores nothing"
