"""The real cases as data: one JSON object a line in `tests/cases`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pyadapter import GameState, StateDocument

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class Case:
    """A situation with its right verdict, and all the requirements that are unmet."""

    id: str
    player: str
    action: str
    verdict: str
    unmet: tuple[str, ...]
    state: dict[str, Any]

    def game(self) -> GameState:
        """Return the state of the case."""
        return GameState.from_document(msgspec.convert(self.state, StateDocument))


@cache
def all_cases() -> tuple[Case, ...]:
    """Return all cases, by file and line."""
    return tuple(case for path in sorted(FOLDER.glob("*.jsonl")) for case in read_cases(path))


def read_cases(path: Path) -> tuple[Case, ...]:
    """Return the cases of one file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found.append(
            Case(
                id=row["id"],
                player=row["player"],
                action=row["action"],
                verdict=row["verdict"],
                unmet=tuple(row.get("unmet", ())),
                state=row["state"],
            )
        )
    return tuple(found)
