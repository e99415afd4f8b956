"""Documents compared up to the ids of new objects and what has no bearing on any game."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from pyadapter.abilities import AdditionalLandPlays
from pyadapter.model import StateDocument
from tests.oracle.editing import all_ids
from tests.oracle.editions import LAND_PLAYS_IN_ALL, edition_day
from tests.oracle.game import ZONES
from tests.oracle.passing import group_of

Plain = dict[str, Any]


def differences(before: StateDocument, one: StateDocument, other: StateDocument) -> tuple[str, ...]:
    """Where two documents that came from `before` differ, as text; nothing if they say the same."""
    return tuple(_apart("", plain(one, before), plain(other, before)))


def plain(document: StateDocument, before: StateDocument) -> Plain:
    """The document as data, its new objects named by what they are, lists without order sorted.

    Left out: cards, words for people, effects that are over and under which no land was played,
    under which permission a land was played where only their number counts.
    """
    counted = edition_day(document.rules) >= LAND_PLAYS_IN_ALL
    used = {name for player in document.players for name in player.lands_played}  # type: ignore[union-attr]
    effects = [
        effect
        for effect in document.effects
        if not effect.gone
        or (isinstance(effect, AdditionalLandPlays) and effect.id in used and not counted)
    ]
    document = msgspec.structs.replace(document, effects=tuple(effects))
    data: Plain = _data(document)
    for name in ("cards", "title", "story", "version"):
        data.pop(name, None)
    known = all_ids(before)
    renamed = _renamed(data, known)
    data = _rewritten(data, renamed)
    _by_owner(data)
    for player in data["players"]:
        for zone in ZONES:
            if zone in ("library", "graveyard"):
                continue
            player[zone] = sorted(player.get(zone, []), key=_text)
        pile = player.get("graveyard", [])
        fresh = [one for one in pile if one["id"] not in known]
        player["graveyard"] = [
            *sorted(fresh, key=_text), *(one for one in pile if one["id"] in known)
        ]  # fmt: skip
        player["pool"] = sorted(player.get("pool", []), key=_text)
        plays = player.get("lands_played", [])
        player["lands_played"] = len(plays) if counted else sorted(plays)
        player["ignores"] = sorted(player.get("ignores", []))
        group = group_of(document, player["name"])
        player["passed"] = any(one.passed for one in document.players if one.name in group)
    data["effects"] = sorted(data.get("effects", []), key=_text)
    data["turn"] = _by_group(document, data.get("turn") or {})
    data["priority"] = sorted(min(group_of(document, one)) for one in data.get("priority") or ())
    return data


def _by_owner(data: Plain) -> None:
    """In zones that nobody controls a card stands with its owner, in whosever list it was."""
    for zone in ("exile", "command", "outside"):
        items = [one for player in data["players"] for one in player.get(zone, [])]
        for player in data["players"]:
            player[zone] = [one for one in items if one["owner"] == player["name"]]


def _data(value: Any) -> Any:
    """Records as maps with all their fields, tuples as lists."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.asdict(value)
        return {"kind": type(value).__name__, **{name: _data(one) for name, one in fields.items()}}
    if isinstance(value, dict):
        return {name: _data(one) for name, one in value.items()}
    return [_data(one) for one in value] if isinstance(value, tuple) else value


def _by_group(document: StateDocument, turn: Plain) -> Plain:
    return {min(group_of(document, name)): step for name, step in turn.items()}


def _text(item: object) -> str:
    return json.dumps(item, sort_keys=True)


def _objects(data: Plain) -> Iterator[tuple[str, Plain]]:
    for player in data["players"]:
        for zone in ZONES:
            for item in player.get(zone, []):
                yield f"{player['name']} {zone}", item
    for item in data.get("stack", []):
        yield "stack", item


def _renamed(data: Plain, known: frozenset[str]) -> dict[str, str]:
    """A name for each new object, from where it is and what is said of it."""
    groups: dict[str, list[str]] = defaultdict(list)
    for where, item in _objects(data):
        if item["id"] not in known:
            said = {name: value for name, value in item.items() if name != "id"}
            groups[f"{where} {_text(said)}"].append(item["id"])
    return {
        name: f"new {label} {number}"
        for label, names in groups.items()
        for number, name in enumerate(names)
    }


def _rewritten(value: Any, renamed: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _rewritten(one, renamed) for name, one in value.items()}
    if isinstance(value, list):
        return [_rewritten(one, renamed) for one in value]
    return renamed.get(value, value) if isinstance(value, str) else value


def _apart(path: str, one: Any, other: Any) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            yield from _apart(f"{path}.{name}", one.get(name), other.get(name))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (first, second) in enumerate(zip(one, other, strict=True)):
            yield from _apart(f"{path}[{place}]", first, second)
    elif one != other and (one or other):
        yield f"{path}: oracle {_text(one)}, law {_text(other)}"
