"""Traces: what happened move by move, written down as JSON lines; and random walks to be traced.

`docs/traces.md` tells what stands in a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any

import clingo
import msgspec

from pyadapter.consequences import Outcome
from pyadapter.encodings import encoding_digest
from pyadapter.moves import Move
from pyadapter.state import GameState
from pyadapter.steps import moves_of, outcomes

KIND = "trace"


@dataclass(frozen=True, slots=True)
class Moment:
    """A state on the way, and the move that led to it with what followed; none at the start."""

    state: GameState
    move: Move | None = None
    outcome: Outcome | None = None


def walk(state: GameState, *, steps: int, seed: int = 0, passes: bool = True) -> Iterator[Moment]:
    """Yield the start and what each of so many random moves leads to, until there is none left.

    Every move is as likely as any other; the same seed gives the same walk.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> [str(moment.move) for moment in walk(state, steps=9, seed=1, passes=False)]
    ['None', 'ann: play_land(forest), under rule']
    """
    rng = Random(seed)
    yield Moment(state)
    for _ in range(steps):
        (found,) = moves_of([state], passes=passes)
        if not found:
            return
        move = found[rng.randrange(len(found))]
        (after,) = outcomes([(state, move)])
        state = after.state
        yield Moment(state, move, after)


def trace_lines(moments: Iterable[Moment], **about: Any) -> Iterator[str]:
    """Yield the lines of a trace as the moments come; `about` goes into the header.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "draw", "priority": "ann",
    ...     "players": [{"name": "ann"}]}''')
    >>> header, start, move, end = trace_lines(walk(state, steps=1))
    >>> json.loads(move)["events"]
    ['passed(ann)', 'step_begins(ann,precombat_main)']
    """
    for moment in moments:
        if moment.move is None or moment.outcome is None:
            yield _line({**header(moment.state), **about})
        else:
            yield _line(move_data(moment.move, moment.outcome))
        yield _line(state_data(moment.state))


def header(state: GameState) -> dict[str, Any]:
    """Return what a trace tells of how it was made."""
    return {
        "version": 1,
        "kind": KIND,
        "edition": state.edition,
        "program": program_version(),
        "clingo": clingo.__version__,
        "encodings": encoding_digest(),
    }


def move_data(move: Move, found: Outcome) -> dict[str, Any]:
    """Return a move and what follows from it as plain data."""
    return {
        "player": move.player,
        "action": move.action,
        "options": dict(move.options),
        "events": list(found.events),
        "pending": list(found.pending),
        "rules": list(found.tags),
    }


def state_data(state: GameState) -> dict[str, Any]:
    """Return a state and the verdicts on all that is on offer as plain data."""
    return {
        "state": msgspec.to_builtins(state.source),
        "verdicts": [
            {"player": each.player, "action": each.action, "verdict": each.verdict}
            for each in state.verdicts()
        ],
    }


@cache
def program_version() -> str:
    """Return the version of this program, or `unknown` where it isn't installed."""
    try:
        return version("special-actions")
    except PackageNotFoundError:
        return "unknown"


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
