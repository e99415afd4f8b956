"""All moves of some states and what follows from each: the steps from one state to the next.

Many states share a grounding: one for their moves, one for what follows from each move, and one
more for the moves that are paid for. What comes out is what `moves` and `outcome` say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import clingo

from pyadapter.batch import CardKeys, ground_together
from pyadapter.consequences import (
    ALWAYS,
    PAYMENT,
    Outcome,
    chosen_manner,
    fixed_options,
    made,
    payment,
)
from pyadapter.consequences import READ as READ_OUTCOME
from pyadapter.editions import edition_fact
from pyadapter.errors import MalformedStateError
from pyadapter.labels import bare
from pyadapter.likeness import Likeness, likeness
from pyadapter.model import Card
from pyadapter.moves import MANNER, PASS, Move, moves_from
from pyadapter.session import LAW, Atoms, Signature
from pyadapter.state import GameState
from pyadapter.terms import atom, term

SIZE = 100
_FAULTS = ("malformed", 2)
_VERDICT = ("verdict", 3)
_FILES = (*LAW, "consequences/consequences.lp")


@dataclass(frozen=True, slots=True)
class Step:
    """A move and what follows from it; `likeness` tells whether two next states are alike."""

    move: Move
    outcome: Outcome
    likeness: Likeness


def moves_of(
    states: Sequence[GameState],
    *,
    passes: bool = True,
    all_payments: bool = False,
    players: Collection[str] = (),
) -> tuple[tuple[Move, ...], ...]:
    """Return the moves of each state; with `players`, only those act, but everybody may pass.

    Raises MalformedStateError if a state is one that can't be, which `outcome` would have told.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}, {"name": "bob"}]}''')
    >>> [str(move) for move in moves_of([state], players=["bob"])[0]]
    ['ann: pass_priority']
    """
    found = offers_of(states, passes=passes, all_payments=all_payments, players=players)
    return tuple(each.moves for each in found)


@dataclass(frozen=True, slots=True)
class Offers:
    """The moves of a state, and how many special actions on offer are neither legal nor not."""

    moves: tuple[Move, ...]
    undecided: int


def offers_of(
    states: Sequence[GameState],
    *,
    passes: bool = True,
    all_payments: bool = False,
    players: Collection[str] = (),
) -> tuple[Offers, ...]:
    """Return what `moves_of` does, and how many actions of each state can't be decided.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest", {"card": "?"}]}]}''')
    >>> offers_of([state], passes=False)[0].undecided
    0
    """

    def acts(player: str) -> bool:
        return not players or player in players

    found = []
    rows = _together([(state, ()) for state in states], read=(MANNER, _VERDICT, _FAULTS))
    for state, atoms in zip(states, rows, strict=True):
        faults = state.faults_in(atoms)
        if faults:
            raise MalformedStateError(faults)
        every = moves_from(state, atoms[MANNER], passes=passes, all_payments=all_payments)
        doubts = [row for row in atoms[_VERDICT] if row[2].name == "unknown" and acts(bare(row[0]))]
        moves = tuple(move for move in every if move.action == PASS or acts(move.player))
        found.append(Offers(moves, len(doubts)))
    return tuple(found)


def steps(
    states: Sequence[GameState],
    *,
    passes: bool = True,
    all_payments: bool = False,
    players: Collection[str] = (),
    moves: Sequence[Sequence[Move]] | None = None,
) -> tuple[tuple[Step, ...], ...]:
    """Return the steps that lead on from each of some states, in the order of its moves.

    `moves` are those that `moves_of` would find, where they are known.

    The next states ask the law only when somebody asks them.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> [step.outcome.events[0] for step in steps([state], passes=False)[0]]
    ['entered(forest)']
    """
    found = moves
    if found is None:
        found = moves_of(states, passes=passes, all_payments=all_payments, players=players)
    pairs = [(state, move) for state, own in zip(states, found, strict=True) for move in own]
    made = iter(outcomes(pairs))
    return tuple(tuple(_step(move, next(made)) for move in own) for own in found)


def _step(move: Move, found: Outcome) -> Step:
    return Step(move, found, likeness(found.state.document))


def outcomes(pairs: Sequence[tuple[GameState, Move]]) -> Iterator[Outcome]:
    """Yield what follows from each of some legal moves: what `outcome` says, in less time.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "draw", "priority": "ann",
    ...     "players": [{"name": "ann"}]}''')
    >>> [found.events for found in outcomes([(state, Move("ann", "pass_priority"))])]
    [('passed(ann)', 'step_begins(ann,precombat_main)')]
    """
    cases = [_Case(state, move, _question(state, move)) for state, move in pairs]
    _ground(cases)
    plans: dict[tuple[int, str, tuple[str, ...], str], list[str]] = {}
    for case in cases:
        if case.move.action != PASS:
            _choose(case, plans)
    _ground([case for case in cases if case.paid])
    for case in cases:
        yield made(
            case.state,
            case.atoms,
            {ALWAYS, PAYMENT, *case.options},
            case.assumed,
            follow=partial(GameState.followed_by, ask_later=True),
        )


@dataclass(slots=True)
class _Case:
    """A move from a state, and what is found out about it by and by."""

    state: GameState
    move: Move
    asked: str
    paid: tuple[str, ...] = ()
    atoms: Atoms = field(default_factory=dict)
    options: tuple[clingo.Symbol, ...] = ()
    assumed: tuple[str, ...] = ()


def _question(state: GameState, move: Move) -> str:
    who = term(move.player)
    if move.action == PASS:
        return atom("passing", who)
    return atom("asked", who, state.action_term(move.action, player=move.player))


def _ground(cases: Sequence[_Case]) -> None:
    asked = [(case.state, (case.asked, *case.paid)) for case in cases]
    for case, atoms in zip(cases, _together(asked, read=READ_OUTCOME), strict=True):
        case.atoms = atoms


def _choose(case: _Case, plans: dict[tuple[int, str, tuple[str, ...], str], list[str]]) -> None:
    """Fill in how the action is taken and paid for; like moves are paid for alike."""
    state, move = case.state, case.move
    action = state.action_term(move.action, player=move.player)
    manner, case.assumed = chosen_manner(state, move.player, move, action, case.atoms)
    case.options = manner[2:]
    if case.atoms["to_be_paid", 1]:
        key = (
            id(state),
            case.asked,
            tuple(fixed_options(manner)),
            dict(move.options).get("payment", ""),
        )
        if key not in plans:
            plans[key] = payment(state, move.player, move, action, manner)
        case.paid = tuple(plans[key])


@dataclass(slots=True)
class _Chunk:
    """States that share a grounding, by their places among those that are asked about."""

    keys: CardKeys = field(default_factory=CardKeys)
    places: list[int] = field(default_factory=list)
    facts: list[tuple[str, ...]] = field(default_factory=list)


def _together(
    asked: Sequence[tuple[GameState, tuple[str, ...]]], *, read: tuple[Signature, ...]
) -> Sequence[Atoms]:
    """Return the atoms for each state with some more facts, many from one grounding.

    States share one if they are under the same edition and cards of one name are one card.
    """
    chunks: list[tuple[str, _Chunk]] = []
    latest: dict[str, _Chunk] = {}
    for place, (state, facts) in enumerate(asked):
        chunk = latest.get(state.edition)
        cards = state.document.cards
        if chunk is None or len(chunk.places) == SIZE or _strange(chunk, cards):
            chunk = latest[state.edition] = _Chunk()
            chunk.keys.of(cards)
            chunks.append((state.edition, chunk))
        chunk.places.append(place)
        chunk.facts.append((*state.facts()[1:], *facts))
    found: dict[int, Atoms] = {}
    for edition, chunk in chunks:
        shared = [edition_fact(edition)]
        atoms = ground_together(chunk.facts, shared=shared, read=read, files=_FILES)
        found |= zip(chunk.places, atoms, strict=True)
    return [found[place] for place in range(len(asked))]


def _strange(chunk: _Chunk, cards: Sequence[Card]) -> bool:
    """Whether a card would have another key than its name beside those that are there."""
    return any(name != key for name, key in chunk.keys.of(cards).items())
