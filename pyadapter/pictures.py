"""Graphs of states as pictures, layered by depth; drawn with matplotlib (the extra `plot`).

States and moves stand in columns by turns, left to right: a move has its own place between the
states that it joins, so no label lies upon another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from pyadapter.drawings import move_words, state_words
from pyadapter.errors import DocumentError, MissingExtraError
from pyadapter.graph import StateGraph, cut_off

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")
LARGEST = 200
_LETTER, _LINE, _GAP, _PADDING, _AISLE = 0.067, 0.155, 0.16, 0.16, 0.5
_SHOWN = 3
_SIZE = 8.5

Key = int | tuple[int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A label in the picture, of a state or of the moves from one to another; sizes in inches."""

    key: Key
    column: int
    lines: tuple[str, ...]
    before: tuple[Key, ...]

    @property
    def width(self) -> float:
        """The width that its text needs.

        >>> Box(0, 0, ("ab", "abcd"), ()).width > Box(0, 0, ("ab",), ()).width
        True
        """
        return max(map(len, self.lines)) * _LETTER + _PADDING

    @property
    def height(self) -> float:
        """The height that its text needs.

        >>> Box(0, 0, ("ab", "abcd"), ()).height > Box(0, 0, ("ab",), ()).height
        True
        """
        return len(self.lines) * _LINE + _PADDING


def boxes_of(graph: StateGraph) -> tuple[Box, ...]:
    """Return a box for each state, and one for all moves that lead from one state to another."""
    moves: dict[tuple[int, int], list[tuple[str, ...]]] = defaultdict(list)
    for source, target, data in graph.edges(data=True):
        moves[source, target].append(move_words(data["move"]))
    found = []
    for number, node in graph.nodes(data=True):
        more = "" if node["followed"] else " …"
        when, who = state_words(node["state"])
        into = tuple((source, number) for source in graph.predecessors(number) if source != number)
        found.append(Box(number, 2 * node["depth"], (f"{number}{more}", when, who), into))
    for (source, target), words in moves.items():
        lines = _move_lines(list(dict.fromkeys(words)))
        column = 2 * graph.nodes[source]["depth"] + 1
        found.append(Box((source, target), column, lines, (source,)))
    return tuple(found)


def _move_lines(moves: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return one move on several lines, or several moves on a line each, though not all of many."""
    if len(moves) == 1:
        ((action, *options),) = moves
        name, bracket, rest = action.partition("(")
        return (name, *([rest.removesuffix(")")] if bracket else []), *options)
    lines = [" ".join([first, *(f"[{each}]" for each in options)]) for first, *options in moves]
    if len(lines) > _SHOWN:
        lines[_SHOWN - 1 :] = [f"and {len(lines) - _SHOWN + 1} more such moves"]
    return tuple(lines)


def places(boxes: Sequence[Box]) -> Mapping[Key, tuple[float, float]]:
    """Return the middle of each box in inches, so that no box touches another.

    >>> found = places([Box(0, 0, ("a",), ()), Box(1, 1, ("b",), (0,)), Box(2, 1, ("c",), (0,))])
    >>> found[1][0] == found[2][0], found[1][1] != found[2][1]
    (True, True)
    """
    columns: dict[int, list[Box]] = defaultdict(list)
    for box in boxes:
        columns[box.column].append(box)
    at: dict[Key, tuple[float, float]] = {}
    left = 0.0
    for _, column in sorted(columns.items()):
        wide = max(box.width for box in column)
        wished = {box.key: _wished(box, at) for box in column}
        order = sorted(column, key=lambda box: wished[box.key])
        edge, heights = float("-inf"), []
        for box in order:
            heights.append(max(wished[box.key], edge + box.height / 2))
            edge = heights[-1] + box.height / 2 + _GAP
        shift = fmean(height - wished[box.key] for box, height in zip(order, heights, strict=True))
        for box, height in zip(order, heights, strict=True):
            at[box.key] = (left + wide / 2, height - shift)
        left += wide + _AISLE
    return at


def _wished(box: Box, at: Mapping[Key, tuple[float, float]]) -> float:
    """Return the height where a box would stand best: beside what leads to it."""
    near = [at[key][1] for key in box.before if key in at]
    return fmean(near) if near else 0.0


def picture(graph: StateGraph) -> Figure:
    """Return the graph as a matplotlib figure. Raises MissingExtraError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("plot", "matplotlib") from error
    if len(graph) > LARGEST:
        raise DocumentError(
            "the graph", found=f"{len(graph)} states", expected=f"no more than {LARGEST} to draw"
        )
    boxes = boxes_of(graph)
    at = places(boxes)
    by_key = {box.key: box for box in boxes}
    margin = 0.25
    low = min(at[box.key][1] - box.height / 2 for box in boxes) - margin
    high = max(at[box.key][1] + box.height / 2 for box in boxes) + margin
    right = max(at[box.key][0] + box.width / 2 for box in boxes) + margin
    left = min(at[box.key][0] - box.width / 2 for box in boxes) - margin
    notes = cut_off(graph)
    high += _LINE * 1.3 * len(notes)
    right = max(right, left + max((len(each) * _LETTER for each in notes), default=0) + margin)
    figure = Figure(figsize=(right - left, high - low), dpi=150)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(left, right)
    axes.set_ylim(high, low)
    axes.set_axis_off()
    for source, target in dict.fromkeys(graph.edges()):
        for start, end in ((source, (source, target)), ((source, target), target)):
            _join(axes, by_key[start], by_key[end], at)
    for box in boxes:
        of_state = isinstance(box.key, int)
        whole = not of_state or graph.nodes[box.key]["followed"]
        axes.text(
            *at[box.key],
            "\n".join(box.lines).replace("$", r"\$"),
            size=_SIZE,
            ha="center",
            va="center",
            linespacing=1.15,
            color="black" if of_state else "#333333",
            bbox={
                "boxstyle": "round,pad=0.35" if of_state else "square,pad=0.1",
                "facecolor": "#e8eef7" if of_state else "white",
                "edgecolor": "#4a6591" if of_state else "none",
                "linestyle": "solid" if whole else "dashed",
            },
        )
    for place, note in enumerate(notes):
        axes.text(left + margin, high - _LINE * (1.3 * place + 0.8), note, size=_SIZE, va="center")
    return figure


def _join(axes: object, start: Box, end: Box, at: Mapping[Key, tuple[float, float]]) -> None:
    from matplotlib.axes import Axes
    from matplotlib.patches import FancyArrowPatch

    assert isinstance(axes, Axes)
    back = end.column <= start.column
    (x, y), (u, v) = at[start.key], at[end.key]
    arrow = FancyArrowPatch(
        (x + start.width / 2, y),
        (u + end.width / 2 + 0.03, v) if back else (u - end.width / 2 - 0.03, v),
        arrowstyle="-|>" if isinstance(end.key, int) else "-",
        connectionstyle="arc3,rad=0.35" if back else "arc3,rad=0",
        mutation_scale=9,
        linewidth=0.8,
        color="#777777",
        shrinkA=0,
        shrinkB=0,
        zorder=0,
    )
    axes.add_patch(arrow)


def save_picture(graph: StateGraph, path: str | Path) -> None:
    """Write the graph as a picture; the name's end says in which format.

    Raises DocumentError for another ending, or a place that can't be written.
    """
    kind = Path(path).suffix.lower().lstrip(".")
    if kind not in FORMATS:
        expected = f"a name that ends with one of {', '.join(f'.{each}' for each in FORMATS)}"
        raise DocumentError(str(path), found="another ending", expected=expected)
    figure = picture(graph)
    try:
        figure.savefig(path, format=kind)
    except OSError as error:
        raise DocumentError(
            str(path), found=error.strerror or str(error), expected="a file to write"
        ) from error


def svg(graph: StateGraph) -> str:
    """Return the graph as SVG."""
    text = StringIO()
    picture(graph).savefig(text, format="svg")
    return text.getvalue()
