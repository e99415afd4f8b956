"""Verdicts as plain lines, for pipes and files; text from outside is shown, never obeyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyadapter.verdict import Reason, Verdict

MARKS = {"met": "✓", "unmet": "✗", "open": "?"}
HEADINGS = ("player", "action", "verdict", "why (rule)")
NOTHING = "  no special action is on offer"


def shown(text: str) -> str:
    """Return text with control characters spelled out, cut to a length that fits.

    >>> shown("a\\nb"), len(shown("x" * 500))
    ('a\\\\nb', 120)
    """
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return plain if len(plain) <= 120 else plain[:119] + "…"


def shown_long(text: str) -> str:
    """Return a sentence with control characters spelled out, cut to a readable length.

    >>> len(shown_long("x" * 5000))
    400
    """
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return plain if len(plain) <= 400 else plain[:399] + "…"


def remarks(verdict: Verdict) -> tuple[str, ...]:
    """Return what speaks against an action, or else how it may be taken, in sentences."""
    against = [reason for reason in verdict.reasons if reason.status != "met"]
    return tuple(f"{shown_long(each.text)} ({each.rule})" for each in against) or (ways(verdict),)


def ways(verdict: Verdict) -> str:
    """Return what may be named while taking an action."""
    ways = [
        f"{name}: {', '.join(shown(value) for value in values)}"
        for name, values in verdict.options.items()
    ]
    return "; ".join(ways) or "every requirement is met"


def grounded(reason: Reason) -> str:
    """Return the sentence of a reason with all its rules.

    >>> grounded(Reason("land", "met", ("305.1", "300.2a"), "Forest is a land card"))
    'Forest is a land card (305.1, 300.2a)'
    """
    return f"{shown_long(reason.text)} ({', '.join(reason.rules)})"


def verdict_lines(
    verdicts: Sequence[Verdict], *, title: str, notes: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the lines of a table of verdicts: what speaks against an action has a line each."""
    yield from (shown(line) for line in (title, *notes))
    if not verdicts:
        yield NOTHING
        return
    rows: list[tuple[str, ...]] = [HEADINGS]
    for verdict in verdicts:
        first, *more = remarks(verdict)
        rows.append((shown(verdict.player), shown(verdict.action), verdict.verdict, first))
        rows += [("", "", "", each) for each in more]
    yield from _aligned(rows)


def reason_lines(verdict: Verdict, *, plans: Sequence[str] = ()) -> Iterator[str]:
    """Yield a verdict with all its reasons, a line each: those that fail first."""
    yield f"{shown(verdict.player)}: {shown_long(verdict.label)}: {verdict.verdict}"
    yield from _aligned(
        [
            (f"  {MARKS[reason.status]}", reason.requirement, grounded(reason))
            for reason in verdict.reasons
        ]
    )
    if verdict.options:
        yield f"  options: {ways(verdict)}"
    yield from (f"  pay: {shown_long(plan)}" for plan in plans)


def change_lines(changes: Sequence[str]) -> Iterator[str]:
    """Yield the smallest changes that would make an action legal, a line each.

    >>> list(change_lines(["Humility leaves the battlefield"]))
    ['  smallest change: Humility leaves the battlefield']
    """
    for place, change in enumerate(changes):
        yield f"  {'or' if place else 'smallest change'}: {shown_long(change)}"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
