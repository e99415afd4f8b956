"""Graphs of states as text, and in the languages DOT, Mermaid and JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from pyadapter.graph import StateGraph, cut_off
from pyadapter.moves import PASS, Move
from pyadapter.plain import shown
from pyadapter.plurals import counted
from pyadapter.state import GameState


def state_words(state: GameState) -> tuple[str, str]:
    """Return what tells states apart at a glance: whose step it is, and who has priority.

    >>> state_words(GameState.from_json('''{"turn": "ann", "phase": "draw", "priority": "ann",
    ...     "players": [{"name": "ann"}]}'''))
    ('ann: draw', 'ann has priority')
    """
    document = state.document
    turn = document.turn if isinstance(document.turn, dict) else {}
    steps = [f"{who}: {step.replace('_', ' ')}" for who, step in turn.items()]
    players = ", ".join(document.priority or ())
    has = "have" if len(document.priority or ()) > 1 else "has"
    stack = f", {len(document.stack)} on the stack" if document.stack else ""
    when = " / ".join(steps) or "between turns"
    return shown(when), shown(f"{players} {has} priority" if players else "nobody acts") + stack


def move_words(move: Move) -> tuple[str, ...]:
    """Return a move in words, a line for the action and one for each option that matters.

    >>> move_words(Move("ann", "roll_planar_die", (("die", "chaos"),)))
    ('ann: roll_planar_die', 'die chaos')
    """
    options = [option for option in move.options if option != ("under", "rule")]
    action = "pass" if move.action == PASS else move.action
    return (
        shown(f"{move.player}: {action}"),
        *(shown(f"{name} {value}") for name, value in options),
    )


def as_text(graph: StateGraph) -> str:
    """Return the graph as a tree: each state stands where it is first reached.

    >>> from pyadapter.graph import state_graph
    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest", "Forest"]}]}''')
    >>> print(as_text(state_graph(state, depth=2, passes=False)))
    0 · ann: precombat main · ann has priority
    ├─ ann: play_land(forest) → 1 · ann: precombat main · ann has priority
    └─ ann: play_land(forest_2) → 1
    2 states, 2 moves, depth 1: this is all
    """
    lines = [_named(graph, 0)]
    lines += _below(graph, 0, "")
    cut = cut_off(graph)
    deepest = max(data["depth"] for _, data in graph.nodes(data=True))
    states, count = counted(len(graph), "state"), counted(graph.number_of_edges(), "move")
    end = "this is all" if not cut else "cut off"
    lines.append(f"{states}, {count}, depth {deepest}: {end}")
    return "\n".join([*lines, *(f"  {sentence}" for sentence in cut)])


def _named(graph: StateGraph, number: int) -> str:
    node = graph.nodes[number]
    more = "" if node["followed"] else " …"
    return " · ".join([str(number), *state_words(node["state"])]) + more


def _below(graph: StateGraph, start: int, margin: str) -> list[str]:
    """Return the lines below a node; a stack instead of recursion, for graphs may be deep."""
    lines: list[str] = []
    todo = [(edge, margin) for edge in reversed(_edges_from(graph, start))]
    while todo:
        (target, data, last), indent = todo.pop()
        branch, onwards = ("└─ ", "   ") if last else ("├─ ", "│  ")
        end = _named(graph, target) if data["first"] else str(target)
        lines.append(f"{indent}{branch}{', '.join(move_words(data['move']))} → {end}")
        if data["first"]:
            todo += [(edge, indent + onwards) for edge in reversed(_edges_from(graph, target))]
    return lines


def _edges_from(graph: StateGraph, number: int) -> list[tuple[int, dict[str, Any], bool]]:
    edges = [(target, data) for _, target, data in graph.out_edges(number, data=True)]
    return [(*edge, place == len(edges)) for place, edge in enumerate(edges, start=1)]


def as_dot(graph: StateGraph) -> str:
    """Return the graph in the language of Graphviz.

    >>> from pyadapter.graph import state_graph
    >>> state = GameState.from_json('''{"turn": "ann", "phase": "draw", "priority": null,
    ...     "in_progress": "resolving", "players": [{"name": "ann"}]}''')
    >>> print(as_dot(state_graph(state, depth=1)))
    digraph states {
      node [shape=box];
      0 [label="0\\nann: draw\\nnobody acts"];
    }
    """
    lines = ["digraph states {", "  node [shape=box];"]
    for number, node in graph.nodes(data=True):
        label = _dotted(str(number), *state_words(node["state"]))
        style = "" if node["followed"] else ", style=dashed"
        lines.append(f"  {number} [label={label}{style}];")
    for source, target, data in graph.edges(data=True):
        lines.append(f"  {source} -> {target} [label={_dotted(*move_words(data['move']))}];")
    return "\n".join([*lines, *(f"  // {each}" for each in cut_off(graph)), "}"])


def _dotted(*lines: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'


def as_mermaid(graph: StateGraph) -> str:
    """Return the graph in the language of Mermaid.

    >>> from pyadapter.graph import state_graph
    >>> state = GameState.from_json('''{"turn": "ann", "phase": "draw", "priority": null,
    ...     "in_progress": "resolving", "players": [{"name": "ann"}]}''')
    >>> print(as_mermaid(state_graph(state, depth=1)))
    flowchart TD
      s0["0<br>ann: draw<br>nobody acts"]
    """
    lines = ["flowchart TD"]
    for number, node in graph.nodes(data=True):
        label = _marked(str(number), *state_words(node["state"]))
        lines.append(f"  s{number}[{label}]" + ("" if node["followed"] else ":::open"))
    for source, target, data in graph.edges(data=True):
        lines.append(f"  s{source} -->|{_marked(*move_words(data['move']))}| s{target}")
    if not all(node["followed"] for _, node in graph.nodes(data=True)):
        lines.append("  classDef open stroke-dasharray: 5 5")
    return "\n".join([*lines, *(f"  %% {each}" for each in cut_off(graph))])


def _marked(*lines: str) -> str:
    signs = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;"}
    escaped = ("".join(signs.get(sign, sign) for sign in line) for line in lines)
    return '"' + "<br>".join(escaped) + '"'


def as_data(graph: StateGraph) -> dict[str, Any]:
    """Return the graph as plain data, which `networkx.node_link_graph(data, edges="edges")` reads.

    States are documents; `cut` says in sentences what is missing.
    """
    nodes = [
        {
            "id": number,
            "depth": node["depth"],
            "followed": node["followed"],
            "moves": node["moves"],
            "state": msgspec.to_builtins(node["state"].source),
        }
        for number, node in graph.nodes(data=True)
    ]
    edges = [
        {
            "source": source,
            "target": target,
            "key": key,
            **{
                name: list(value) if isinstance(value, tuple) else value
                for name, value in data.items()
                if name != "move"
            },
        }
        for source, target, key, data in graph.edges(keys=True, data=True)
    ]
    asked = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in graph.graph.items()
    }
    return {
        "version": 1,
        "cut": list(cut_off(graph)),
        "directed": True,
        "multigraph": True,
        "graph": asked,
        "nodes": nodes,
        "edges": edges,
    }


def as_json(graph: StateGraph) -> str:
    """Return `as_data` as JSON text."""
    return json.dumps(as_data(graph), indent=2, ensure_ascii=False)
