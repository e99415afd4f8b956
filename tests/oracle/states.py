"""Random well-formed states, each with a player and one special action to ask about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pyadapter.abilities import AdditionalLandPlays, Clause
from pyadapter.model import Card, Permanent, Player, StackObject, StateDocument
from tests.oracle.days import draw_day, draw_topic
from tests.oracle.drawn import chance
from tests.oracle.filling import draw_player, draw_stack
from tests.oracle.game import ZONES, Thing, list_things, read_game
from tests.oracle.judge import Action
from tests.oracle.moments import Moment, draw_moment
from tests.oracle.retyped import retyped_state
from tests.oracle.stock import make_stock
from tests.oracle.surroundings import (
    Scene,
    draw_effects,
    draw_history,
    draw_identifier,
    draw_readings,
)
from tests.oracle.targets import OBJECT_TOPICS, draw_half, draw_target, find, put

RETYPED = 0.06
State = tuple[StateDocument, str, Action]


def random_state(rng: random.Random, rules: str | None = None, kinds: Sequence[str] = ()) -> State:
    """A state under some day's rules, the player who is asked about, and the action.

    `rules` and `kinds` keep to one day and to some kinds of action; without kinds some of the
    states are small ones in which the answer hangs on changed types.

    No card has two abilities that a document would name by the same id.
    """
    if not kinds and chance(rng, RETYPED):
        return retyped_state(rng, rules)
    while True:
        state = _any_state(rng, rules, kinds)
        if not any(_ambiguous(card) for card in state[0].cards):
            return state


def _ambiguous(card: Card) -> bool:
    clauses = [one for one in card.abilities if isinstance(one, Clause)]
    plays = [one for one in clauses if isinstance(one, AdditionalLandPlays)]
    return len(plays) > 1 or len([one for one in clauses if one.ignore is not None]) > 1


def _any_state(rng: random.Random, rules: str | None, kinds: Sequence[str]) -> State:
    topic = draw_topic(rng, rules, kinds)
    day = draw_day(rng, topic) if rules is None else rules
    moment = draw_moment(rng, topic, day)
    stock = make_stock(rng, topic, day)
    players = {name: draw_player(rng, moment, stock, topic, name) for name in moment.names}
    players = _with_equal_life(moment, players)
    target = draw_target(rng, moment, topic) if topic in OBJECT_TOPICS else None
    if target is not None:
        players[target.holder] = put(players[target.holder], target)
    if moment.in_progress == "before_the_game":
        players = {name: _bare(player) for name, player in players.items()}
    document = _with_ids(rng, _document(moment, players, draw_stack(rng, moment)))
    document = _attached(rng, document)
    game = read_game(document, stock)
    asked = find(game.things, target) if target is not None else None
    if target is not None and (asked is None or chance(rng, 0.04)):
        asked = _any_card(rng, game.things)
    if target is not None and asked is None:
        return _any_state(rng, rules, kinds)
    scene = Scene(moment, topic, game, asked)
    if moment.in_progress != "before_the_game":
        document = msgspec.structs.replace(document, effects=draw_effects(rng, scene))
    document = draw_history(rng, document, scene)
    identifier = draw_identifier(rng, document, scene)
    if identifier is None and topic in ("end_effect", "ignore_effect"):
        return _any_state(rng, rules, kinds)
    document = msgspec.structs.replace(
        document, cards=tuple(_used(document, stock)), readings=draw_readings(rng, topic)
    )
    if topic == "unlock" and asked is not None:
        return document, moment.asked, (topic, asked.id, draw_half(rng, asked))
    return document, moment.asked, (topic, identifier)


def _with_equal_life(moment: Moment, players: dict[str, Player]) -> dict[str, Player]:
    if "two_headed_giant" not in moment.variants:
        return players
    lives = {moment.teams[name]: player.life for name, player in players.items()}
    return {
        name: msgspec.structs.replace(player, life=lives[moment.teams[name]])
        for name, player in players.items()
    }


def _bare(player: Player) -> Player:
    zones = ("battlefield", "graveyard", "exile", "command")
    emptied: dict[str, Any] = dict.fromkeys(zones, ())
    return msgspec.structs.replace(player, **emptied)


def _document(
    moment: Moment, players: Mapping[str, Player], stack: tuple[StackObject, ...]
) -> StateDocument:
    main = moment.step is not None and moment.step.endswith("main")
    fields: dict[str, Any] = {
        "rules": moment.day,
        "players": tuple(players.values()),
        "turn": moment.turn,
        "priority": moment.priority,
        "phase": moment.step if main else None,
        "step": None if main else moment.step,
        "variant": moment.variants if len(moment.variants) != 1 else moment.variants[0],
        "in_progress": moment.in_progress,
        "paying": moment.paying,
        "stack": stack,
    }
    return StateDocument(**fields)


def _with_ids(rng: random.Random, document: StateDocument) -> StateDocument:
    """Ids for everything, or only for what has no name to make one from."""
    everything = chance(rng, 0.4)
    numbers = iter(range(1, 1000))

    def mark(member: str | Permanent) -> str | Permanent:
        permanent = Permanent(card=member) if isinstance(member, str) else member
        if not everything and permanent.card != "?":
            return member
        return msgspec.structs.replace(permanent, id=f"object_{next(numbers)}")

    players = tuple(
        msgspec.structs.replace(
            player, **{zone: tuple(map(mark, getattr(player, zone))) for zone in ZONES}
        )
        for player in document.players
    )
    stack = tuple(
        msgspec.structs.replace(item, id=f"object_{next(numbers)}")
        if everything or item.card in (None, "?")
        else item
        for item in document.stack
    )
    return msgspec.structs.replace(document, players=players, stack=stack)


def _attached(rng: random.Random, document: StateDocument) -> StateDocument:
    """Attach each Aura to some other permanent that is phased in."""
    hosts = [
        thing.id
        for thing in list_things(document)
        if thing.zone == "battlefield" and not thing.phased_out and thing.attached_to is None
    ]

    def host(member: str | Permanent) -> str | Permanent:
        if isinstance(member, str) or member.attached_to is None:
            return member
        return msgspec.structs.replace(member, attached_to=rng.choice(hosts))

    players = tuple(
        msgspec.structs.replace(player, battlefield=tuple(map(host, player.battlefield)))
        for player in document.players
    )
    return msgspec.structs.replace(document, players=players)


def _any_card(rng: random.Random, things: tuple[Thing, ...]) -> Thing | None:
    cards = [thing for thing in things if thing.card]
    return rng.choice(cards) if cards else None


def _used(document: StateDocument, stock: Mapping[str, Card]) -> Iterator[Card]:
    """The cards whose names the document mentions."""
    named = {thing.card for thing in list_things(document)}
    for thing in list_things(document):
        named |= {*thing.copy_of, *thing.merged_with}
    for player in document.players:
        named |= set(() if isinstance(player.spells_cast, int) else player.spells_cast)
    return (card for name, card in stock.items() if name in named)
