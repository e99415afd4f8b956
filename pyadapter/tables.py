"""Verdicts as tables and trees for a terminal; text from outside is shown, never obeyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pyadapter.verdict import Reason, Verdict

_STYLES = {"legal": "green", "illegal": "red", "unaffordable": "yellow", "unknown": "magenta"}
_MARKS = {"met": ("✓", "green"), "unmet": ("✗", "red"), "open": ("?", "magenta")}


def shown(text: str) -> str:
    """Return text with control characters spelled out, cut to a length that fits.

    >>> shown("a\\nb"), len(shown("x" * 500))
    ('a\\\\nb', 120)
    """
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return plain if len(plain) <= 120 else plain[:119] + "…"


def verdict_table(
    verdicts: Sequence[Verdict], *, title: str, notes: Sequence[str] = ()
) -> RenderableType:
    """Return a table of verdicts, each with the reasons that speak against it."""
    head = [Text(shown(line)) for line in (title, *notes)]
    if not verdicts:
        return Group(*head, Text("  no special action is on offer"))
    table = Table(box=None, pad_edge=False)
    for heading in ("player", "action", "verdict", "why (rule)"):
        table.add_column(heading, overflow="fold")
    for verdict in verdicts:
        against = [reason for reason in verdict.reasons if reason.status != "met"]
        reasons = "\n".join(_sentence(reason) for reason in against) or _ways(verdict)
        table.add_row(
            Text(shown(verdict.player)),
            Text(shown(verdict.action)),
            Text(verdict.verdict, style=_STYLES[verdict.verdict]),
            Text(reasons),
        )
    return Group(*head, table)


def _sentence(reason: Reason) -> str:
    return f"{shown_long(reason.text)} ({reason.rule})"


def shown_long(text: str) -> str:
    """Return a sentence with control characters spelled out, cut to a readable length.

    >>> len(shown_long("x" * 5000))
    400
    """
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return plain if len(plain) <= 400 else plain[:399] + "…"


def _ways(verdict: Verdict) -> str:
    ways = [
        f"{name}: {', '.join(shown(value) for value in values)}"
        for name, values in verdict.options.items()
    ]
    return "; ".join(ways) or "every requirement is met"


def reason_list(verdict: Verdict, *, plans: Sequence[str] = ()) -> RenderableType:
    """Return a verdict with all its reasons, one a line: those that fail first."""
    head = Text.assemble(
        f"{shown(verdict.player)}: {shown_long(verdict.label)}: ",
        (verdict.verdict, _STYLES[verdict.verdict]),
    )
    grid = Table.grid(padding=(0, 1))
    for reason in verdict.reasons:
        mark, style = _MARKS[reason.status]
        grid.add_row(
            Text(f"  {mark}", style=style),
            Text(reason.requirement),
            Text(f"{shown_long(reason.text)} ({', '.join(reason.rules)})"),
        )
    lines: list[RenderableType] = [head, grid]
    if verdict.options:
        lines.append(Text(f"  options: {_ways(verdict)}"))
    lines += [Text(f"  pay: {shown_long(plan)}") for plan in plans]
    return Group(*lines)


def trial_table(counted: Mapping[str, Any]) -> RenderableType:
    """Return the mutants by file, and those that survived by name."""
    table = Table(box=None, pad_edge=False)
    for heading in ("file", "killed", "survived", "equivalent"):
        table.add_column(heading, justify="left" if heading == "file" else "right")
    for name, row in [*counted["files"].items(), ("all", counted["totals"])]:
        table.add_row(name, *(str(row[key]) for key in ("killed", "survived", "equivalent")))
    left = [row["mutant"] for row in counted["mutants"] if row["outcome"] == "survived"]
    return Group(table, *(Text(f"survived: {shown_long(name)}") for name in left))
