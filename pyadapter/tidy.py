"""A canonical document as a person would write it: what goes without saying is left out."""

from __future__ import annotations

import msgspec

from pyadapter.canonical import ZONES
from pyadapter.model import Permanent, Player, StackObject, StateDocument


def tidied(document: StateDocument) -> StateDocument:
    """Return a canonical document without owners who are holders, empty lists, and the like.

    Ids stay, so that what was said of an object can still be said of it.

    >>> from pyadapter import GameState
    >>> state = GameState.from_json('''{"turn": "a", "phase": "draw", "priority": "a",
    ...     "players": [{"name": "a", "hand": ["Forest"]}]}''')
    >>> found = tidied(state.document)
    >>> found.turn, found.step, found.priority, found.players[0].hand[0].owner
    ('a', 'draw', 'a', None)
    """
    return msgspec.structs.replace(
        with_plain_moment(document),
        players=tuple(_player(each) for each in document.players),
        stack=tuple(_stacked(each) for each in document.stack),
        variant=document.variant[0]
        if isinstance(document.variant, tuple) and len(document.variant) == 1
        else document.variant,
    )


def with_plain_moment(document: StateDocument) -> StateDocument:
    """Return a canonical document with one turn, one step and one priority where there is one."""
    turn, step = document.turn, document.step
    if isinstance(turn, dict) and len(turn) == 1:
        ((turn, step),) = turn.items()
    priority = document.priority
    if isinstance(priority, tuple) and len(priority) < 2:
        priority = priority[0] if priority else None
    main = step in ("precombat_main", "postcombat_main")
    return msgspec.structs.replace(
        document,
        turn=turn,
        phase=step if main else None,
        step=None if main else step,
        priority=priority,
    )


def _player(player: Player) -> Player:
    zones = {
        zone: tuple(_object(item, player.name) for item in getattr(player, zone)) for zone in ZONES
    }
    return msgspec.structs.replace(
        player,
        pool=player.pool or "",
        lands_played=player.lands_played or 0,
        spells_cast=player.spells_cast or 0,
        **zones,
    )


def _object(item: str | Permanent, holder: str) -> str | Permanent:
    if isinstance(item, Permanent) and item.owner == holder:
        return msgspec.structs.replace(item, owner=None)
    return item


def _stacked(item: StackObject) -> StackObject:
    owner = None if item.owner == item.controller else item.owner
    return msgspec.structs.replace(item, owner=owner)
