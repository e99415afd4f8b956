"""Many walkers at once, so that they share groundings; whoever can't go on starts somewhere new."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pyadapter import GameState, MalformedStateError
from pyadapter.moves import PASS, Move
from pyadapter.steps import moves_of, outcomes
from tests.casework import all_cases
from tests.oracle.states import random_state
from tests.walks.invariants import broken

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "states"
LENGTH = 200
WEARY = 0.3
"""How often a walk starts anew after a pass: later on there is little to do but pass."""


@dataclass(slots=True)
class Record:
    """What became of some walks: steps by kind of action, and what was broken, and where."""

    steps: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def taken(self) -> int:
        return self.steps.total()


@cache
def _example(path: Path) -> GameState:
    return GameState.load(path)


@cache
def _case(place: int) -> GameState:
    return all_cases()[place].game()


def starts(rng: random.Random, share: float) -> Iterator[GameState]:
    """Yield states of the examples and of real cases, and a share of the oracle's random ones."""
    examples = sorted(EXAMPLES.glob("*.json"))
    cases = [place for place, case in enumerate(all_cases()) if case.verdict == "legal"]
    while True:
        if rng.random() < share:
            yield GameState.from_document(random_state(rng)[0], cards={})
        elif rng.random() < 0.3:
            yield _example(rng.choice(examples))
        else:
            yield _case(rng.choice(cases))


def walk_many(*, steps: int, seed: int, walkers: int = 40, drawn: float = 0.5) -> Record:
    """Take so many random steps in all, and check each; `drawn` is the share of random starts."""
    rng = random.Random(seed)
    record = Record()
    source = starts(rng, drawn)
    states = [next(source) for _ in range(walkers)]
    ages = [0] * walkers
    came_by: dict[int, tuple[GameState, Move]] = {}
    record.starts = walkers
    while record.taken < steps:
        found = _moves(states, came_by)
        going: list[tuple[int, Move]] = []
        for place, own in enumerate(found):
            if own and ages[place] < LENGTH:
                going.append((place, _choice(rng, own)))
            else:
                states[place], ages[place] = next(source), 0
                record.starts += 1
        going = going[: steps - record.taken]
        pairs = [(states[place], move) for place, move in going]
        for (place, move), after in zip(going, outcomes(pairs), strict=True):
            record.steps[move.action.partition("(")[0]] += 1
            for sentence in broken(states[place], move, after):
                record.broken.append(f"{move}: {sentence}\n{states[place].to_json()}")
            came_by[place] = (states[place], move)
            states[place] = after.state
            weary = move.action == PASS and rng.random() < WEARY
            ages[place] = LENGTH if weary else ages[place] + 1
    _moves(states, came_by)  # the last states are well formed as well
    return record


def _moves(
    states: Sequence[GameState], came_by: dict[int, tuple[GameState, Move]]
) -> tuple[tuple[Move, ...], ...]:
    try:
        return moves_of(states)
    except MalformedStateError as error:
        for place, (before, move) in came_by.items():
            try:
                moves_of(states[place : place + 1])
            except MalformedStateError as fault:
                error.add_note(f"{move}: {fault}\n{before.to_json()}")
        raise


def _choice(rng: random.Random, moves: tuple[Move, ...]) -> Move:
    """Choose a move, a special action more often than passing."""
    actions = [move for move in moves if move.action != PASS]
    return rng.choice(actions if actions and rng.random() < 0.8 else moves)
