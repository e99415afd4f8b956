"""Counts of sequences of moves, depth by depth: numbers that tell when anything has changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pyadapter.graph import LIMIT, cut_off, state_graph
from pyadapter.state import GameState


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sequences of 0, 1, 2, ... moves there are, and how many states they lead to.

    States count where they are first reached; those at the last depth aren't looked at. `cut` says
    that there were too many states, so that the numbers are too small; `undecided` is the number of
    actions in these states that are neither legal nor not, and so aren't counted.
    """

    sequences: tuple[int, ...]
    states: tuple[int, ...]
    cut: bool = False
    undecided: int = 0


def perft(
    state: GameState,
    *,
    depth: int,
    passes: bool = True,
    all_payments: bool = False,
    max_states: int = LIMIT,
) -> Counts:
    """Return the number of sequences of moves for each number of moves up to `depth`.

    Each state is followed once, however many sequences lead to it or to one that is alike.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest", "Forest", "Island"]}]}''')
    >>> perft(state, depth=2, passes=False).sequences
    (1, 3, 0)
    """
    graph = state_graph(
        state,
        depth=max(depth - 1, 0),
        passes=passes,
        all_payments=all_payments,
        max_states=max_states,
    )
    nodes = graph.nodes
    here = Counter({0: 1})
    sequences = [1]
    for _ in range(depth):
        sequences.append(sum(count * nodes[number]["moves"] for number, count in here.items()))
        onwards: Counter[int] = Counter()
        for number, count in here.items():
            for _, target in graph.out_edges(number):
                onwards[target] += count
        here = onwards
    depths = Counter(node["depth"] for _, node in nodes(data=True))
    cut = any(not node["followed"] and node["depth"] < depth - 1 for _, node in nodes(data=True))
    assert not cut or cut_off(graph)
    doubts = sum(node["undecided"] for _, node in nodes(data=True)) if depth else 0
    states = tuple(depths[level] for level in range(max(depth, 1)))
    return Counts(tuple(sequences), states, cut, doubts)
