"""All moves of many states and what follows from each: the steps from one state to the next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pyadapter.consequences import outcome
from pyadapter.likeness import Likeness, likeness
from pyadapter.moves import PASS, Move, moves
from pyadapter.rulebook import rulebook
from pyadapter.state import GameState


@dataclass(frozen=True, slots=True)
class Step:
    """A move and what follows from it; `likeness` tells whether two next states are alike.

    `rules` are the numbers on which such an action rests in the edition.
    """

    move: Move
    state: GameState
    likeness: Likeness
    events: tuple[str, ...]
    pending: tuple[str, ...]
    tags: tuple[str, ...]
    rules: tuple[str, ...]


def steps(
    states: Sequence[GameState],
    *,
    passes: bool = True,
    all_payments: bool = False,
    players: Collection[str] = (),
) -> tuple[tuple[Step, ...], ...]:
    """Return the steps that lead on from each of some states, in the order of `moves`.

    With `players`, only those take special actions; everybody may pass.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> [str(step.move) for step in steps([state], passes=False)[0]]
    ['ann: play_land(forest), under rule']
    """
    return tuple(
        tuple(
            _step(state, move)
            for move in moves(state, passes=passes, all_payments=all_payments)
            if not players or move.player in players or move.action == PASS
        )
        for state in states
    )


def _step(state: GameState, move: Move) -> Step:
    found = outcome(state, move)
    return Step(
        move,
        found.state,
        likeness(found.state.document),
        found.events,
        found.pending,
        found.tags,
        rules_of(state.edition, move),
    )


def rules_of(edition: str, move: Move) -> tuple[str, ...]:
    """Return the numbers of the rules on which a kind of action rests, sorted as numbers are.

    >>> rules_of("2012-05-01", Move("ann", "roll_planar_die"))[:2]
    ('115.2', '115.2f')
    """
    kind = move.action.partition("(")[0]
    found = {
        rule
        for (about, _), rules in rulebook(edition).citations.items()
        if about == kind
        for rule in rules
    }
    return tuple(sorted(found, key=_by_number))


def _by_number(rule: str) -> tuple[int, int, str]:
    chapter, _, rest = rule.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(chapter), int(digits or 0), rest[len(digits) :]
