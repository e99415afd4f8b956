"""All moves of some states and what follows from each: the steps from one state to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pyadapter.consequences import Outcome, outcome
from pyadapter.likeness import Likeness, likeness
from pyadapter.moves import PASS, Move, moves
from pyadapter.state import GameState


@dataclass(frozen=True, slots=True)
class Step:
    """A move and what follows from it; `likeness` tells whether two next states are alike."""

    move: Move
    outcome: Outcome
    likeness: Likeness


def moves_of(
    state: GameState,
    *,
    passes: bool = True,
    all_payments: bool = False,
    players: Collection[str] = (),
) -> tuple[Move, ...]:
    """Return the moves; with `players`, only those take special actions, but all may pass.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}, {"name": "bob"}]}''')
    >>> [str(move) for move in moves_of(state, players=["bob"])]
    ['ann: pass_priority']
    """
    found = moves(state, passes=passes, all_payments=all_payments)
    if not players:
        return found
    return tuple(move for move in found if move.player in players or move.action == PASS)


def steps(
    state: GameState,
    *,
    passes: bool = True,
    all_payments: bool = False,
    players: Collection[str] = (),
) -> Iterator[Step]:
    """Yield the steps that lead on from a state, in the order of its moves.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> [step.outcome.events[0] for step in steps(state, passes=False)]
    ['entered(forest)']
    """
    for move in moves_of(state, passes=passes, all_payments=all_payments, players=players):
        found = outcome(state, move)
        yield Step(move, found, likeness(found.state.document))
