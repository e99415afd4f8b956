"""The graph of what can happen: states as nodes, moves as edges, as far as one cares to look.

Nodes are states that differ in more than names of objects, numbered as they are found, the start
being 0. What comes out is a `networkx.MultiDiGraph`, so that its algorithms are at hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import networkx as nx

from pyadapter.likeness import likeness
from pyadapter.plurals import counted
from pyadapter.state import GameState
from pyadapter.steps import Step, offers_of, steps

LIMIT = 2000
_DRAWN = 60
_AT_ONCE = 50


class StateGraph(nx.MultiDiGraph):  # type: ignore[misc]
    """A graph of states, with a display for notebooks.

    Nodes have `state` (a GameState), `depth`, `moves` (how many it has), and `followed`: whether
    they are all here. Edges have `move`, `player`, `action`, `options`, `rules`, `events`,
    `pending`, `told` (these two in sentences) and `first`: whether it was the first to lead to its
    end. The graph itself has `edition`, `depth`, `max_states`, `passes`, `all_payments` and
    `players`, as it was asked for.
    """

    def _repr_svg_(self) -> str | None:
        try:
            from pyadapter.pictures import svg
        except ImportError:
            return None
        return svg(self) if 0 < len(self) <= _DRAWN else None

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

    No more than `max_states` states are taken in; `cut_off` tells what is missing. Of several ways
    to pay one is followed, unless `all_payments`; with `players` only those take special actions,
    though everybody may pass.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest", "Forest", "Island"]}]}''')
    >>> graph = state_graph(state, depth=2, passes=False)
    >>> len(graph), graph.number_of_edges(), cut_off(graph)
    (3, 3, ())
    """
    for player in players:
        state.acting(player)
    asked: dict[str, Any] = {
        "passes": passes,
        "all_payments": all_payments,
        "players": tuple(players),
    }
    graph = StateGraph(edition=state.edition, depth=depth, max_states=max_states, **asked)
    graph.add_node(0, state=state, depth=0, followed=False)
    numbers = {likeness(state.document).key: 0}
    level = [0]
    while level and graph.nodes[level[0]]["depth"] < depth:
        fresh: list[int] = []
        for start in range(0, len(level), _AT_ONCE):
            some = level[start : start + _AT_ONCE]
            states = [graph.nodes[number]["state"] for number in some]
            offers = offers_of(states, **asked)
            found = steps(states, moves=[each.moves for each in offers])
            for number, own, offered in zip(some, found, offers, strict=True):
                graph.nodes[number]["undecided"] = offered.undecided
                fresh += _taken_in(graph, number, own, numbers)
        level = fresh
    last = [number for number, node in graph.nodes(data=True) if not node["followed"]]
    onwards = offers_of([graph.nodes[number]["state"] for number in last], **asked)
    for number, left in zip(last, onwards, strict=True):
        graph.nodes[number].update(
            followed=not left.moves, moves=len(left.moves), undecided=left.undecided
        )
    return graph


def _taken_in(
    graph: StateGraph, number: int, found: Iterable[Step], numbers: dict[bytes, int]
) -> list[int]:
    """Put the steps from a node into the graph, and return the numbers of the nodes that are new.

    A node that leads where there is no room for another state counts as one not followed.
    """
    node = graph.nodes[number]
    node["followed"] = True
    node["moves"] = 0
    fresh = []
    for step in found:
        node["moves"] += 1
        target = numbers.get(step.likeness.key)
        first = target is None
        if target is None:
            if len(graph) >= graph.graph["max_states"]:
                node["followed"] = False
                continue
            target = numbers[step.likeness.key] = len(graph)
            after = step.outcome.state
            graph.add_node(target, state=after, depth=node["depth"] + 1, followed=False)
            fresh.append(target)
        graph.add_edge(number, target, **_edge(step), first=first)
    return fresh


def _edge(step: Step) -> dict[str, Any]:
    move, found = step.move, step.outcome
    return {
        "move": move,
        "player": move.player,
        "action": move.action,
        "options": dict(move.options),
        "rules": found.tags,
        "events": found.events,
        "pending": found.pending,
        "told": found.told,
    }


def cut_off(graph: StateGraph) -> tuple[str, ...]:
    """Return in sentences where the graph stops though the game goes on; nothing if it doesn't.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "draw", "priority": "ann",
    ...     "players": [{"name": "ann"}]}''')
    >>> cut_off(state_graph(state, depth=0))
    ('1 state at depth 0 goes on, but is not followed further',)
    """
    bound, limit = graph.graph["depth"], graph.graph["max_states"]
    depths = [data["depth"] for _, data in graph.nodes(data=True) if not data["followed"]]
    deep = sum(depth == bound for depth in depths)
    found = []
    if deep:
        goes = "state at depth {} goes" if deep == 1 else "states at depth {} go"
        verb = "is" if deep == 1 else "are"
        found.append(f"{deep} {goes.format(bound)} on, but {verb} not followed further")
    if len(depths) > deep:
        found.append(
            f"no more than {limit} states are taken in; moves are missing from"
            f" {len(depths) - deep} of those before depth {bound}"
        )
    doubts = [data["undecided"] for _, data in graph.nodes(data=True) if data["undecided"]]
    if doubts:
        found.append(
            f"{counted(sum(doubts), 'action')} on offer in {counted(len(doubts), 'state')}"
            f" can't be decided and {'is' if sum(doubts) == 1 else 'are'} not followed"
        )
    return tuple(found)
