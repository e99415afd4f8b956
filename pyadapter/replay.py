"""Replaying what was written down: traces, and regressions (a question with what is expected).

`docs/traces.md` tells what stands in either.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import clingo
import msgspec

from pyadapter.catalogue import Catalogue
from pyadapter.consequences import outcome
from pyadapter.documents import converted, read_bytes
from pyadapter.encodings import encoding_digest
from pyadapter.errors import ActionError, DocumentError, SpecialActionsError
from pyadapter.likeness import likeness
from pyadapter.moves import Move
from pyadapter.plurals import counted
from pyadapter.regressions import Regression, departure
from pyadapter.state import GameState
from pyadapter.traces import KIND, move_data, program_version
from pyadapter.verdict import Outcome as Judgement

T = TypeVar("T")
SUFFIXES = (".json", ".jsonl")


class Header(msgspec.Struct, frozen=True):
    """The first line of a trace; what else stands there is for people."""

    version: Literal[1]
    kind: Literal["trace"]
    edition: str
    program: str
    clingo: str
    encodings: str


class Verdicted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    action: str
    verdict: Judgement


class StateLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state in a trace, and the verdicts on all that is on offer in it."""

    state: dict[str, Any]
    verdicts: tuple[Verdicted, ...]


class MoveLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move in a trace, and what followed from it."""

    player: str
    action: str
    options: dict[str, str]
    events: tuple[str, ...]
    pending: tuple[str, ...]
    rules: tuple[str, ...]


class NeitherError(DocumentError):
    """A file that is neither a trace nor a regression, and so can't be replayed."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of one replay: the first difference from what was written down, if there is one.

    `remarks` tell how the trace was made, where that was otherwise than now.
    """

    name: str
    what: str
    difference: str | None = None
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        result = "as written" if self.difference is None else f"differs: {self.difference}"
        return f"{self.name}: {self.what}: {result}"


def replay(
    path: str | Path,
    *,
    cards: Catalogue | None = None,
    pass_over: Callable[[NeitherError], object] | None = None,
) -> Iterator[Replayed]:
    """Yield what comes of replaying a file, or all files in a folder whose names end as JSON's do.

    Raises NeitherError for what is neither a trace nor a regression; with `pass_over`, that is told
    instead, and the other files of the folder follow.
    """
    if Path(path).is_dir():
        files = sorted(each for each in Path(path).rglob("*") if each.suffix in SUFFIXES)
        if not files:
            expected = "a folder with traces or regressions"
            raise DocumentError(str(path), found="no JSON files", expected=expected)
        for each in files:
            yield from replay(each, cards=cards, pass_over=pass_over)
        return
    try:
        yield from replay_text(str(path), read_bytes(path), cards=cards)
    except NeitherError as error:
        if pass_over is None:
            raise
        pass_over(error)


def replay_text(name: str, text: bytes, *, cards: Catalogue | None = None) -> Iterator[Replayed]:
    """Yield what comes of replaying a text: a trace, a regression, or one regression a line.

    >>> question = '''{"version": 1, "player": "ann", "action": "roll", "state": {"turn": "ann",
    ...     "phase": "draw", "priority": "ann", "players": [{"name": "ann"}]},
    ...     "expected": {"verdict": "legal"}}'''
    >>> print(*replay_text("roll.json", question.encode()))
    roll.json: ann: roll: differs: the verdict is illegal, expected legal
    """
    rows = _rows(name, text)
    kind = rows[0][1].get("kind") if rows else None
    if kind == KIND:
        yield _trace(name, rows, cards)
    elif rows and all("expected" in row for _, row in rows):
        for number, row in rows:
            where = name if len(rows) == 1 else f"{name}:{number}"
            yield _regression(where, row, cards)
    else:
        found = f"the kind {kind!r}" if kind is not None else "neither"
        expected = "a trace (its first line has the kind 'trace') or a regression (with 'expected')"
        raise NeitherError(name, found=found, expected=expected)


def _rows(name: str, text: bytes) -> list[tuple[int, dict[str, Any]]]:
    """Return the JSON objects in a text with the numbers of their lines: one, or one a line."""
    try:
        data = [(1, json.loads(text))]
    except (ValueError, RecursionError):
        data = []
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                data.append((number, _decoded(f"{name}:{number}", line)))
    for number, row in data:
        if not isinstance(row, dict):
            found = type(row).__name__
            raise NeitherError(f"{name}:{number}", found=found, expected="a JSON object")
    return data


def _decoded(where: str, line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NeitherError(where, found=str(error)[:200], expected="JSON") from error


def _as(kind: type[T], row: dict[str, Any], where: str) -> T:
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise DocumentError(where, found=str(error), expected=f"a {kind.__name__}") from error


def _state(
    data: dict[str, Any], where: str, cards: Catalogue | None, rules: str | None
) -> GameState:
    try:
        return GameState.from_document(converted(data), cards=cards, rules=rules)
    except SpecialActionsError as error:
        raise SpecialActionsError(f"{where}: {error}") from error


def _regression(where: str, row: dict[str, Any], cards: Catalogue | None) -> Replayed:
    asked = _as(Regression, row, where)
    state = _state(asked.state, where, cards, None)
    try:
        difference = departure(asked, state)
    except ActionError as error:
        raise SpecialActionsError(f"{where}: {error}") from error
    return Replayed(where, asked.title or f"{asked.player}: {asked.action}", difference)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "nothing"


def _trace(name: str, rows: list[tuple[int, dict[str, Any]]], cards: Catalogue | None) -> Replayed:
    (first, row), *lines = rows
    head = _as(Header, row, f"{name}:{first}")
    moves = len(lines) // 2
    what = f"trace of {counted(moves, 'move')}"
    remarks = tuple(_remarks(head))
    if not lines:
        raise DocumentError(name, found="a header alone", expected="a state after it")
    before: GameState | None = None
    after: GameState | None = None
    for place, (number, row) in enumerate(lines):
        where = f"{name}:{number}"
        if place % 2 == 1:
            line = _as(MoveLine, row, where)
            assert before is not None
            after, difference = _moved(before, line)
        else:
            written = _as(StateLine, row, where)
            before = _state(written.state, where, cards, head.edition)
            difference = _state_difference(before, after, written)
        if difference is not None:
            at = "at the start" if place == 0 else f"move {(place + 1) // 2}"
            return Replayed(name, what, f"line {number}, {at}: {difference}", remarks)
    if len(lines) % 2 == 0:
        raise DocumentError(name, found="a move at the end", expected="the state after it")
    return Replayed(name, what, None, remarks)


def _remarks(head: Header) -> Iterator[str]:
    now = {
        "program": program_version(),
        "clingo": clingo.__version__,
        "encodings": encoding_digest(),
    }
    for name, value in now.items():
        written = getattr(head, name)
        if written != value:
            yield f"made with {name} {written}, now {value}"


def _moved(before: GameState, line: MoveLine) -> tuple[GameState | None, str | None]:
    """Return what a move leads to now, and the first difference in what follows from it."""
    move = Move(line.player, line.action, tuple(line.options.items()))
    try:
        found = outcome(before, move)
    except ActionError as error:
        first = str(error).partition("\n")[0]
        return None, f"{move} can't be taken any more: {first}"
    now = move_data(move, found)
    for name in ("events", "pending", "rules"):
        written = list(getattr(line, name))
        if now[name] != written:
            text = f"{name} of {move} are {_listed(now[name])}, written is {_listed(written)}"
            return found.state, text
    return found.state, None


def _state_difference(state: GameState, after: GameState | None, written: StateLine) -> str | None:
    """Return how a state differs from that which the move leads to, or its verdicts from now."""
    if after is not None and likeness(after.document).key != likeness(state.document).key:
        return f"the state is another: {_other(after, state)}"
    now = {(each.player, each.action): each.verdict for each in state.verdicts()}
    then = {(each.player, each.action): each.verdict for each in written.verdicts}
    for player, action in sorted(now.keys() | then.keys()):
        found, wanted = now.get((player, action)), then.get((player, action))
        if found != wanted:
            told = [each or "not on offer" for each in (found, wanted)]
            return f"{player}: {action} is {told[0]}, written is {told[1]}"
    return None


def _other(now: GameState, written: GameState) -> str:
    """Return the first place at which two documents differ."""
    documents = [msgspec.to_builtins(each.document) for each in (now, written)]
    return _unlike("$", *documents) or "references between its objects"


def _unlike(path: str, now: Any, written: Any) -> str | None:
    if isinstance(now, dict) and isinstance(written, dict):
        for key in sorted(now.keys() | written.keys()):
            if key != "id" and (found := _unlike(f"{path}.{key}", now.get(key), written.get(key))):
                return found
        return None
    if isinstance(now, list | tuple) and isinstance(written, list | tuple):
        for place, pair in enumerate(zip(now, written, strict=False)):
            if found := _unlike(f"{path}[{place}]", *pair):
                return found
        if len(now) != len(written):
            return f"{path} has {len(now)} members, written are {len(written)}"
        return None
    if now == written:
        return None
    return f"{path} is {_short(now)}, written is {_short(written)}"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"
