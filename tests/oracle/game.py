"""The moment as flat data: things with ids, who is active, who has priority, what step it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pyadapter.model import Card, Permanent, Player, StackObject, StateDocument
from tests.oracle.editions import edition_day

ZONES = ("hand", "battlefield", "graveyard", "exile", "library", "command", "outside")
MAIN_PHASES = ("precombat_main", "postcombat_main")
UNKNOWN = "?"


@dataclass(frozen=True)
class Thing:
    """An object of the document; `card` is empty for an ability on the stack."""

    id: str
    card: str
    zone: str
    holder: str
    owner: str
    controller: str | None
    place: int = 0
    face_down: bool = False
    tapped: bool = False
    phased_out: bool = False
    summoning_sick: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    attached_to: str | None = None
    copy_of: tuple[str, ...] = ()
    chosen_name: str | None = None
    time: int | None = None
    turn_marker: str | None = None
    manifested: bool = False
    cloaked: bool = False
    merged_with: tuple[str, ...] = ()
    token: bool = False
    unlocked: tuple[str, ...] = ()
    companion: bool = False


@dataclass(frozen=True)
class Game:
    """The document with its things, the cards that its names mean, and the day of its rules."""

    document: StateDocument
    cards: Mapping[str, Card]
    things: tuple[Thing, ...]
    day: str


def read_game(document: StateDocument, cards: Mapping[str, Card]) -> Game:
    """Lay the document out; its own cards come before those given."""
    known = {**cards, **{card.name: card for card in document.cards}}
    return Game(document, known, list_things(document), edition_day(document.rules))


def reading(game: Game, name: str, default: str) -> str:
    """The document's choice where the rules disagree with themselves."""
    return game.document.readings.get(name, default)


def list_things(document: StateDocument) -> tuple[Thing, ...]:
    """All objects in document order, each with its id."""
    written = tuple(_without_ids(document))
    taken = {explicit for _, _, explicit in written if explicit is not None}
    uses: dict[str, int] = {}
    return tuple(
        replace(thing, id=_fresh(slug(label), uses, taken) if explicit is None else explicit)
        for thing, label, explicit in written
    )


def slug(name: str) -> str:
    """The name as an id is made from it."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "unknown"


def _fresh(slug: str, uses: dict[str, int], taken: set[str]) -> str:
    while True:
        uses[slug] = uses.get(slug, 0) + 1
        candidate = slug if uses[slug] == 1 else f"{slug}_{uses[slug]}"
        if candidate not in taken:
            return candidate


def _without_ids(document: StateDocument) -> Iterator[tuple[Thing, str, str | None]]:
    for player in document.players:
        for zone in ZONES:
            members: tuple[str | Permanent, ...] = getattr(player, zone)
            for place, member in enumerate(members):
                written = Permanent(card=member) if isinstance(member, str) else member
                yield _in_zone(player.name, zone, place, written), written.card, written.id
    for place, item in enumerate(document.stack):
        yield _on_stack(place, item), item.card or item.ability or "", item.id


def _in_zone(player: str, zone: str, place: int, written: Permanent) -> Thing:
    return Thing(
        id="",
        card=written.card,
        zone=zone,
        holder=player,
        owner=written.owner or player,
        controller=player if zone == "battlefield" else None,
        place=place,
        face_down=written.face_down,
        tapped=written.tapped,
        phased_out=written.phased_out,
        summoning_sick=written.summoning_sick,
        counters=written.counters,
        attached_to=written.attached_to,
        copy_of=written.copy_of,
        chosen_name=written.chosen_name,
        time=written.time,
        manifested=written.manifested,
        cloaked=written.cloaked,
        merged_with=written.merged_with,
        token=written.token,
        unlocked=written.unlocked,
        companion=written.companion,
    )


def _on_stack(place: int, item: StackObject) -> Thing:
    return Thing(
        id="",
        card=item.card or "",
        zone="stack",
        holder=item.controller,
        owner=item.owner or item.controller,
        controller=item.controller,
        place=place,
        face_down=item.face_down,
        turn_marker=item.turn_marker,
    )


def find_thing(game: Game, identifier: str | None) -> Thing | None:
    """The object with that id."""
    return next((thing for thing in game.things if thing.id == identifier), None)


def seat(game: Game, name: str) -> Player:
    """The player of that name."""
    return next(player for player in game.document.players if player.name == name)


def seat_of(document: StateDocument, name: str) -> Player:
    """The player of that name in a document."""
    return next(player for player in document.players if player.name == name)


def has_left(game: Game, name: str) -> bool:
    """The player is no longer in the game."""
    return seat(game, name).left


def variants(game: Game) -> tuple[str, ...]:
    """The variants in use."""
    written = game.document.variant
    return (written,) if isinstance(written, str) else written


def same_team(game: Game, one: str, other: str) -> bool:
    """The same player, or players of one team."""
    team = seat(game, one).team
    return one == other or (team is not None and team == seat(game, other).team)


def are_opponents(game: Game, one: str, other: str) -> bool:
    """Different players who aren't of one team."""
    return not same_team(game, one, other)


def _holds(game: Game, named: tuple[str, ...], player: str) -> bool:
    if has_left(game, player):
        return False
    if {"shared_team_turns", "two_headed_giant"} & set(variants(game)):
        return any(same_team(game, name, player) for name in named)
    return player in named


def is_active(game: Game, player: str) -> bool:
    """It is this player's turn (or the turn of the player's team)."""
    turn = game.document.turn
    if turn is None:
        return False
    return _holds(game, (turn,) if isinstance(turn, str) else tuple(turn), player)


def has_priority(game: Game, player: str) -> bool:
    """The player (or the player's team) has priority."""
    priority = game.document.priority
    if priority is None:
        return False
    return _holds(game, (priority,) if isinstance(priority, str) else priority, player)


def steps_for(game: Game, player: str) -> tuple[str, ...]:
    """The step of the player's own turn, or of the turn (all turns) going on."""
    turn = game.document.turn
    if turn is None:
        return ()
    if isinstance(turn, str):
        now = game.document.phase or game.document.step
        return () if now is None else (now,)
    return (turn[player],) if player in turn else tuple(turn.values())


def in_main_phase(game: Game, player: str) -> bool:
    """That turn is in a main phase."""
    return any(step in MAIN_PHASES for step in steps_for(game, player))


def stack_is_empty(game: Game, player: str) -> bool:
    """Nothing is on the stack (with turn markers: on the player's own one, or on none)."""
    items = [thing for thing in game.things if thing.zone == "stack"]
    own = reading(game, "grand_melee_stack", "own") == "own"
    if isinstance(game.document.turn, dict) and player in game.document.turn and own:
        items = [thing for thing in items if thing.turn_marker in (player, None)]
    return not items


def sorcery_moment(game: Game, player: str) -> bool:
    """An active player in a main phase with an empty stack; priority is asked elsewhere."""
    moment = is_active(game, player) and in_main_phase(game, player)
    return moment and stack_is_empty(game, player)
