"""Moves: the special actions that are legal, each way of taking one by itself, and passing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import clingo

from pyadapter.explain import action_text
from pyadapter.labels import bare, labels_of
from pyadapter.slices import ground_slice
from pyadapter.state import GameState

PASS = "pass_priority"
MANNER = ("manner", 4)
MANNERS = ("special_actions.lp", "consequences/manners.lp")
Row = tuple[clingo.Symbol, ...]


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A player's action with all that is chosen while taking it, or `pass_priority`.

    `options` fix the procedure, face, permission (`under`), X, the number of time counters, and how
    the planar die falls; `payment`, the text of a plan, says how it is paid where that matters.

    >>> print(Move("ann", "play_land(forest)", (("under", "rule"),)))
    ann: play_land(forest), under rule
    """

    player: str
    action: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return ", ".join(
            [f"{self.player}: {self.action}", *(f"{name} {value}" for name, value in self.options)]
        )


def moves(state: GameState, *, passes: bool = True, all_payments: bool = False) -> tuple[Move, ...]:
    """Return every way of taking a legal special action on offer, then passing, in a fixed order.

    With `all_payments` there is a move for each inequivalent way to pay.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> [str(move) for move in moves(state)]
    ['ann: play_land(forest), under rule', 'ann: pass_priority']
    """
    rows = ground_slice(state.facts(), files=MANNERS, read=[MANNER])[MANNER]
    return moves_from(state, rows, passes=passes, all_payments=all_payments)


def moves_from(
    state: GameState, rows: Sequence[Row], *, passes: bool, all_payments: bool
) -> tuple[Move, ...]:
    """Return the moves of a state from the atoms of its manners."""
    labels = labels_of(state.document)
    found = [
        Move(bare(row[0]), action_text(row[1], labels), tuple(options_of(row, rows)))
        for row in rows
        if row[1].name != PASS
    ]
    if all_payments:
        found = [paid for move in found for paid in _paid(state, move)]
    if passes:
        found += [Move(bare(row[0]), PASS) for row in rows if row[1].name == PASS]
    return tuple(found)


def options_of(manner: Row, manners: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """Yield the options of one of some manners by name, spelled as a document spells them.

    An effect is named by its object alone, unless the object has another such effect.
    """
    every = {term for row in manners if row[:2] == manner[:2] for term in row[2:]}
    objects = Counter(_object(term) for term in every)
    for term in manner[2:]:
        if term.arguments:
            short = _object(term)
            yield term.name, short if objects[short] == 1 else bare(term.arguments[0])


def _object(term: clingo.Symbol) -> str:
    value = term.arguments[0] if term.arguments else term
    of_object = value.type is clingo.SymbolType.Function and value.name == "of"
    return bare(value.arguments[0] if of_object else value)


def _paid(state: GameState, move: Move) -> Iterator[Move]:
    """Yield a move for each way to pay, if there are several."""
    from pyadapter.consequences import payments

    ways = payments(state, move)
    for plan in ways:
        option = (("payment", str(plan)),) if len(ways) > 1 else ()
        yield replace(move, options=(*move.options, *option))
    if not ways:
        yield move
