"""What must follow, as data: one JSON object a line in `tests/successors`.

A row has an `id`, a `story`, and `steps`. It starts in its own `state`, or in that of the verdict
case of its id in `tests/cases`; with several `rules`, once under each. A step may have

- `do`: a move `{"player", "action", "options"}`, `"pass"` for whoever has priority, `"all pass"`,
  or `["all pass until", player, step]`; absent, it is the action of the verdict case, with the
  options in `with`;
- `changes`: everything that is other than before, and nothing else may be: by the id of an object
  or effect, a player's name, or `game`, the fields with their new values, `null` for one that is
  not there any more (an object that is nowhere has no fields at all);
- `events`: some of what happens; `never`: names of what doesn't; `pending`: all that is to come;
- `now`: some fields after it; `holds` and `lacks`: atoms that the law derives then, or doesn't;
- `priority`: who has it then; `verdicts`: what may be done then, as in `tests/cases`, perhaps with
  `says`, a part of the text of an unmet reason.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import clingo
import msgspec

from pyadapter import GameState, Permanent, StateDocument
from pyadapter.canonical import ZONES
from pyadapter.consequences import Outcome
from pyadapter.model import StackObject
from pyadapter.moves import PASS, Move
from pyadapter.slices import ground_slice
from pyadapter.steps import outcomes
from tests.casework import all_cases

FOLDER = Path(__file__).parent / "successors"
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Successor:
    """A situation and what must be so after each of some steps."""

    id: str
    story: str
    start: GameState
    steps: tuple[Fields, ...]


@cache
def all_successors() -> tuple[Successor, ...]:
    """Return all rows, by file and line."""
    return tuple(
        _successor(row)
        for path in sorted(FOLDER.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        for row in _editions(json.loads(line))
    )


def _editions(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the row, or one for each edition that its `rules` name."""
    if "rules" not in row:
        yield row
    for day in row.get("rules", ()):
        yield {**row, "id": f"{row['id']}-{day}", "state": {**row["state"], "rules": day}}


def _successor(row: dict[str, Any]) -> Successor:
    case = next((each for each in all_cases() if each.id == row["id"]), None)
    if "state" in row:
        start = GameState.from_document(msgspec.convert(row["state"], StateDocument))
    else:
        assert case is not None, f"{row['id']}: no such case"
        start = case.game()
    asked = {"player": case.player, "action": case.action} if case else {}
    steps = tuple({"do": {**asked, **step.get("with", {})}, **step} for step in row["steps"])
    return Successor(row["id"], row["story"], start, steps)


@dataclass(frozen=True, slots=True)
class Taken:
    """A move that was taken, the state before it, and what followed."""

    before: GameState
    move: Move
    found: Outcome


Walk = Generator[tuple[GameState, Move], Outcome, None]


@cache
def all_followed() -> Mapping[str, tuple[tuple[Taken, ...], ...]]:
    """Return by the id of a row what was taken in each of its steps; all rows go on together."""
    taken: dict[str, list[list[Taken]]] = {row.id: [] for row in all_successors()}
    walks = {row.id: _walk(row, taken[row.id]) for row in all_successors()}
    asked = {name: next(walk) for name, walk in walks.items()}
    while asked:
        going: dict[str, tuple[GameState, Move]] = {}
        for (name, (state, move)), found in zip(
            asked.items(), outcomes([*asked.values()]), strict=True
        ):
            taken[name][-1].append(Taken(state, move, found))
            with suppress(StopIteration):
                going[name] = walks[name].send(found)
        asked = going
    return {name: tuple(map(tuple, steps)) for name, steps in taken.items()}


def _walk(row: Successor, taken: list[list[Taken]]) -> Walk:
    state = row.start
    for step in row.steps:
        taken.append([])
        yield from _moves(state, step["do"])
        state = taken[-1][-1].found.state


def _moves(state: GameState, do: Any) -> Walk:
    """Yield the moves that a step stands for; what follows from each is sent back."""
    if do == "pass":
        yield state, _passing(state)
    elif do == "all pass":
        yield from _all_pass(state)
    elif isinstance(do, list):
        _, player, step = do
        for _ in range(40):
            state = yield from _all_pass(state)
            if state.document.turn == {player: step}:
                return
        raise AssertionError(f"{player}'s {step} never comes")
    else:
        yield state, Move(do["player"], do["action"], tuple(do.get("options", {}).items()))


def _passing(state: GameState) -> Move:
    (player,) = tuple(state.document.priority or ())
    return Move(player, PASS)


def _all_pass(state: GameState) -> Generator[tuple[GameState, Move], Outcome, GameState]:
    while True:
        found = yield state, _passing(state)
        state = found.state
        if not any(player.passed for player in state.document.players):
            return state


def changes(old: StateDocument, new: StateDocument) -> dict[str, dict[str, Any]]:
    """Return what is other in a document, by thing and field; `None` for what is no more."""
    was, now = things(old), things(new)
    return {
        name: {
            field: now.get(name, {}).get(field)
            for field in sorted({**was.get(name, {}), **now.get(name, {})})
            if was.get(name, {}).get(field) != now.get(name, {}).get(field)
        }
        if name in now
        else {}
        for name in sorted({**was, **now})
        if was.get(name) != now.get(name)
    }


def things(document: StateDocument) -> dict[str, dict[str, Any]]:
    """Return the fields that say something of the game, its players, objects and effects."""
    found: dict[str, dict[str, Any]] = {}
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                found[item.id] = _placed(item, f"{zone} of {player.name}", player.name)
        found[player.name] = _said(player, "name", *ZONES)
    for stacked in document.stack:
        found[stacked.id or ""] = _placed(stacked, "stack", stacked.controller)
    for effect in document.effects:
        found[effect.id or ""] = _said(effect, "id")
    found["game"] = _said(document, "players", "stack", "effects", "cards")
    return found


def _placed(item: Permanent | StackObject, place: str, holder: str) -> dict[str, Any]:
    left_out = ("id", "owner") if item.owner == holder else ("id",)
    return {**_said(item, *left_out), "in": place}


def _said(record: msgspec.Struct, *left_out: str) -> dict[str, Any]:
    """Return the fields of a record that are not as they are where nothing is said."""
    return {
        field.encode_name: json.loads(msgspec.json.encode(value))
        for field in msgspec.structs.fields(record)
        if field.name not in left_out
        and (value := getattr(record, field.name)) != field.default
        and value not in ((), {}, "")
    }


def derived(state: GameState, names: Collection[str]) -> set[str]:
    """Return the atoms with these predicates, given as written atoms, that hold in a state."""
    wanted = [clingo.parse_term(name) for name in names]
    read = sorted({(atom.name, len(atom.arguments)) for atom in wanted})
    atoms = ground_slice(state.facts(), files=("special_actions.lp",), read=read)
    there = {clingo.Function(name, row) for name, arity in read for row in atoms[name, arity]}
    return {str(atom) for atom in there}
