"""Verdicts as tables and trees for a terminal; text from outside is shown, never obeyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pyadapter.plain import (
    HEADINGS,
    MARKS,
    NOTHING,
    grounded,
    remarks,
    shown,
    shown_long,
    ways,
)
from pyadapter.verdict import Verdict

STYLES = {"legal": "green", "illegal": "red", "unaffordable": "yellow", "unknown": "magenta"}
_COLORS = {"met": "green", "unmet": "red", "open": "magenta"}


def verdict_table(
    verdicts: Sequence[Verdict], *, title: str, notes: Sequence[str] = ()
) -> RenderableType:
    """Return a table of verdicts, each with the reasons that speak against it."""
    head = [Text(shown(line)) for line in (title, *notes)]
    if not verdicts:
        return Group(*head, Text(NOTHING))
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for verdict in verdicts:
        table.add_row(
            Text(shown(verdict.player)),
            Text(shown(verdict.action)),
            Text(verdict.verdict, style=STYLES[verdict.verdict]),
            Text("\n".join(remarks(verdict))),
        )
    return Group(*head, table)


def reason_list(verdict: Verdict, *, plans: Sequence[str] = ()) -> RenderableType:
    """Return a verdict with all its reasons, one a line: those that fail first."""
    head = Text.assemble(
        f"{shown(verdict.player)}: {shown_long(verdict.label)}: ",
        (verdict.verdict, STYLES[verdict.verdict]),
    )
    grid = Table.grid(padding=(0, 1))
    for reason in verdict.reasons:
        grid.add_row(
            Text(f"  {MARKS[reason.status]}", style=_COLORS[reason.status]),
            Text(reason.requirement),
            Text(grounded(reason)),
        )
    lines: list[RenderableType] = [head, grid]
    if verdict.options:
        lines.append(Text(f"  options: {ways(verdict)}"))
    lines += [Text(f"  pay: {shown_long(plan)}") for plan in plans]
    return Group(*lines)


def trial_table(counted: Mapping[str, Any]) -> RenderableType:
    """Return the mutants by file, and those that survived by name."""
    table = Table(box=None, pad_edge=False)
    for heading in ("file", "killed", "survived", "equivalent"):
        table.add_column(heading, justify="left" if heading == "file" else "right")
    for name, row in [*counted["files"].items(), ("all", counted["totals"])]:
        table.add_row(name, *(str(row[key]) for key in ("killed", "survived", "equivalent")))
    left = [row for row in counted["mutants"] if row["outcome"] == "survived"]
    return Group(
        table,
        *(Text(f"survived: line {row['line']} of {shown_long(row['mutant'])}") for row in left),
    )
