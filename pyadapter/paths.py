"""What people ask of a graph of states: ways, dead ends, sequences; and whether moves commute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyadapter.actions import KINDS
from pyadapter.consequences import outcome
from pyadapter.errors import ActionError, NotLegalError
from pyadapter.graph import StateGraph
from pyadapter.likeness import likeness
from pyadapter.moves import Move
from pyadapter.state import GameState


def way_to(graph: StateGraph, node: int) -> tuple[Move, ...]:
    """Return a shortest sequence of moves to a node, which can be taken one after the other.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> from pyadapter.graph import state_graph
    >>> [str(move) for move in way_to(state_graph(state, depth=1, passes=False), 1)]
    ['ann: play_land(forest), under rule']
    """
    found: list[Move] = []
    while node != 0:
        ((node, move),) = [
            (source, data["move"])
            for source, _, data in graph.in_edges(node, data=True)
            if data["first"]
        ]
        found.append(move)
    return tuple(reversed(found))


def shortest_way(
    graph: StateGraph, action: str, *, player: str | None = None
) -> tuple[Move, ...] | None:
    """Return a shortest sequence of moves after which an action is legal, or nothing if none is.

    `action` is a kind, or a kind and what it is about, as `why` takes it. Raises ActionError if it
    is understood in no state of the graph.
    """
    problem: ActionError | None = None
    understood = action in KINDS
    for number, data in graph.nodes(data=True):
        state: GameState = data["state"]
        try:
            wanted = action if action in KINDS else state.action_term(action, player=player)
        except ActionError as error:
            problem = problem or error
            continue
        understood = True
        for verdict in state.legal_actions(player=player):
            if wanted in (verdict.kind, verdict.action):
                return way_to(graph, number)
    if problem is not None and not understood:
        raise problem
    return None


def dead_ends(graph: StateGraph) -> tuple[int, ...]:
    """Return the nodes from which no move leads on, of those that were followed."""
    return tuple(
        number
        for number, data in graph.nodes(data=True)
        if data["followed"] and graph.out_degree(number) == 0
    )


def maximal_sequences(graph: StateGraph) -> Iterator[tuple[tuple[int, int, int], ...]]:
    """Yield all sequences of edges from the start to where no edge leads on.

    An edge is what networkx makes of it: from, to, number. A sequence that comes back to a state
    where it has been ends there. Moves speak of objects by the ids in the state of their own node;
    `taken` gives moves that can be taken one after the other.
    """

    def onwards(
        node: int, seen: tuple[int, ...], edges: tuple[tuple[int, int, int], ...]
    ) -> Iterator[tuple[tuple[int, int, int], ...]]:
        out = list(graph.out_edges(node, keys=True))
        if node in seen or not out:
            yield edges
            return
        for edge in out:
            yield from onwards(edge[1], (*seen, node), (*edges, edge))

    yield from onwards(0, (), ())


def taken(graph: StateGraph, edges: tuple[tuple[int, int, int], ...]) -> tuple[Move, ...]:
    """Return the moves of a sequence of edges as they are taken one after the other."""
    state: GameState = graph.nodes[0]["state"]
    found: list[Move] = []
    for source, target, key in edges:
        wanted = graph.edges[source, target, key]
        move = _translated(wanted["move"], graph.nodes[source]["state"], state)
        found.append(move)
        state = outcome(state, move).state
    return tuple(found)


def _translated(move: Move, here: GameState, there: GameState) -> Move:
    """Return a move with the ids of another state that is alike."""
    names = likeness(here.document).renaming(likeness(there.document))
    if all(old == new for old, new in names.items()):
        return move
    import clingo

    from pyadapter.labels import bare
    from pyadapter.terms import term

    def renamed(symbol: clingo.Symbol) -> clingo.Symbol:
        if symbol.type is clingo.SymbolType.Function and symbol.arguments:
            return clingo.Function(symbol.name, [renamed(each) for each in symbol.arguments])
        return clingo.parse_term(term(names.get(bare(symbol), bare(symbol))))

    action = clingo.parse_term(move.action)
    if action.arguments:  # the first says what it is about; the half of a Room keeps its name
        first, *rest = action.arguments
        action = clingo.Function(action.name, [renamed(first), *rest])
    options = tuple((name, names.get(value, value)) for name, value in move.options)
    return Move(move.player, str(action), options)


@dataclass(frozen=True, slots=True)
class Commutation:
    """What comes of two moves in both orders; `hindered` is the move that the other makes illegal.

    `one_first` and `other_first` are the states afterwards, where there is one.
    """

    one_first: GameState | None
    other_first: GameState | None
    hindered: tuple[Move, ...] = ()

    @property
    def commute(self) -> bool:
        """Whether both orders can be taken and lead to states that are alike."""
        if self.one_first is None or self.other_first is None:
            return False
        one, other = (likeness(each.document) for each in (self.one_first, self.other_first))
        return one.key == other.key


def commutation(state: GameState, one: Move, other: Move) -> Commutation:
    """Return what comes of two moves, both legal in a state, in one order and in the other.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest", "Island"]}]}''')
    >>> both = commutation(state, Move("ann", "play Forest"), Move("ann", "play Island"))
    >>> both.commute, [move.action for move in both.hindered]
    (False, ['play Island', 'play Forest'])
    """
    results: list[GameState | None] = []
    hindered = []
    for first, second in ((one, other), (other, one)):
        between = outcome(state, first).state
        try:
            results.append(outcome(between, second).state)
        except NotLegalError:
            results.append(None)
            hindered.append(second)
    return Commutation(results[0], results[1], tuple(hindered))
