"""The graph of what can happen: states as nodes, moves as edges, as far as one cares to look.

Nodes are states that differ in more than names of objects, numbered as they are found, the start
being 0. What comes out is a `networkx.MultiDiGraph`, so that its algorithms are at hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import networkx as nx

from pyadapter.likeness import likeness
from pyadapter.moves import Move
from pyadapter.state import GameState
from pyadapter.steps import Step, steps

LIMIT = 2000


class StateGraph(nx.MultiDiGraph):  # type: ignore[misc]
    """A graph of states, with a display for notebooks.

    Nodes have `state` (a GameState), `depth`, and `followed`: whether all its moves are here. Edges
    have `move`, `player`, `action`, `options`, `rules`, `events`, `pending`, `tags`, and `first`:
    whether this move was the first to lead to its end. The graph itself has `edition`, `passes`,
    `all_payments` and `cut` (see `cut_off`).
    """

    def _repr_svg_(self) -> str | None:
        try:
            from pyadapter.pictures import svg
        except ImportError:
            return None
        return svg(self) if len(self) <= 60 else None

    def _repr_html_(self) -> str:
        from html import escape

        from pyadapter.drawings import as_text

        return f"<pre>{escape(as_text(self))}</pre>"


def state_graph(
    state: GameState,
    *,
    depth: int,
    passes: bool = True,
    all_payments: bool = False,
    max_states: int = LIMIT,
    players: Collection[str] = (),
) -> StateGraph:
    """Return the graph of the states that some moves lead to, no more than `depth` from the start.

    No more than `max_states` states are taken in. Of several ways to pay one is followed, unless
    `all_payments`; with `players` only those take special actions, though everybody may pass.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest", "Forest", "Island"]}]}''')
    >>> graph = state_graph(state, depth=2, passes=False)
    >>> len(graph), graph.number_of_edges(), cut_off(graph)
    (3, 3, ())
    """
    for player in players:
        state.acting(player)
    graph = StateGraph(
        edition=state.edition, passes=passes, all_payments=all_payments, depth=depth, cut=()
    )
    numbers = {likeness(state.document).key: 0}
    graph.add_node(0, state=state, depth=0, followed=False)
    frontier = [0]
    full = False
    for level in range(depth + 1):
        here = [graph.nodes[number]["state"] for number in frontier]
        if level == depth or full or not frontier:
            break
        following = steps(here, passes=passes, all_payments=all_payments, players=players)
        fresh: list[int] = []
        for number, found in zip(frontier, following, strict=True):
            whole = True
            for step in found:
                target = numbers.get(step.likeness.key)
                first = target is None
                if target is None:
                    if len(graph) >= max_states:
                        whole, full = False, True
                        continue
                    target = numbers[step.likeness.key] = len(graph)
                    graph.add_node(target, state=step.state, depth=level + 1, followed=False)
                    fresh.append(target)
                graph.add_edge(number, target, **_edge(step), first=first)
            graph.nodes[number]["followed"] = whole
        frontier = fresh
    return graph


def _edge(step: Step) -> dict[str, Any]:
    move = step.move
    return {
        "move": move,
        "player": move.player,
        "action": move.action,
        "options": dict(move.options),
        "rules": step.rules,
        "events": step.events,
        "pending": step.pending,
        "tags": step.tags,
    }
