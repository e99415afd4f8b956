"""Counts of sequences of moves: pinned for some states, and counted again without any sharing."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pyadapter import GameState
from pyadapter.consequences import outcome
from pyadapter.moves import moves
from pyadapter.perft import perft
from pyadapter.steps import Step, steps
from tests.walks.invariants import broken

CLASSES = "classes.json"  # pinned in the same place, and tested in test_cover.py
COUNTS = Path(__file__).parent / "counts"
PINNED = sorted(path for path in COUNTS.glob("*.json") if path.name != CLASSES)


@cache
def pinned(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@cache
def state_of(path: Path) -> GameState:
    return GameState.from_json(json.dumps(pinned(path)["state"]))


def test_counts_are_pinned_for_at_least_ten_states() -> None:
    assert len(PINNED) >= 10
    assert all(pinned(path)["title"].endswith(".") for path in PINNED)


def checked_steps(states: Sequence[GameState], **asked: Any) -> tuple[tuple[Step, ...], ...]:
    """The steps from some states, of which each keeps what must be kept."""
    found = steps(states, **asked)
    for state, own in zip(states, found, strict=True):
        for step in own:
            assert list(broken(state, step.move, step.outcome)) == []
    return found


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.stem)
@pytest.mark.parametrize("passes", [False, True], ids=["without passes", "with passes"])
def test_the_number_of_sequences_is_as_pinned_and_every_edge_keeps_what_must_be_kept(
    path: Path, passes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = pinned(path)["with_passes" if passes else "without_passes"]
    monkeypatch.setattr("pyadapter.graph.steps", checked_steps)
    found = perft(state_of(path), depth=len(wanted) - 1, passes=passes)
    assert list(found.sequences) == wanted
    assert not found.cut


def counted(state: GameState, depth: int) -> list[int]:
    """The same numbers, from one state after the other and each sequence by itself."""
    level, found = [state], [1]
    for _ in range(depth):
        pairs = [(each, move) for each in level for move in moves(each, passes=False)]
        found.append(len(pairs))
        level = [outcome(each, move).state for each, move in pairs]
    return found


@pytest.mark.parametrize("name", ["fastbond", "companion_and_conspiracy"])
def test_counting_each_sequence_by_itself_gives_the_same(name: str) -> None:
    path = next(path for path in PINNED if path.stem == name)
    assert counted(state_of(path), 3) == pinned(path)["without_passes"][:4]


def test_orders_of_moves_that_do_not_touch_are_factorials() -> None:
    path = next(path for path in PINNED if path.stem == "companion_and_conspiracy")
    assert pinned(path)["without_passes"] == [1, 3, 6, 6, 0]


def test_too_many_states_are_told() -> None:
    path = next(path for path in PINNED if path.stem == "fastbond")
    assert perft(state_of(path), depth=3, max_states=2).cut


def test_no_move_makes_one_sequence() -> None:
    assert perft(state_of(PINNED[0]), depth=0).sequences == (1,)
