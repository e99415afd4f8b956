"""Editions, histories and timelines as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pyadapter.chronicle import Era
from pyadapter.editions import ALWAYS
from pyadapter.history import EditionEntry, History, NumberRun, RuleLife
from pyadapter.plain import shown, shown_long
from pyadapter.tables import STYLES
from pyadapter.timeline import Timeline


def edition_table(entries: Sequence[EditionEntry]) -> RenderableType:
    """Return a table of editions: where they list the special actions, and what they changed."""
    table = Table(box=None, pad_edge=False)
    for heading in ("edition", "section", "listed", "what changed (rule)"):
        table.add_column(heading, overflow="fold")
    for entry in entries:
        table.add_row(
            entry.edition, entry.section, str(len(entry.letters)), Text("\n".join(_news(entry)))
        )
    return table


def _news(entry: EditionEntry) -> list[str]:
    lines = [str(change) for change in entry.changes]
    if entry.moved_from:
        lines.append(f"section {entry.moved_from} is now {entry.section}")
    if entry.relettered:
        moved = ", ".join(f"{kind} {old} → {new}" for kind, old, new in entry.relettered)
        lines.append(f"letters: {moved}")
    if entry.archived_as != entry.edition:
        lines.append(f"archived as {entry.archived_as}")
    if entry.read_in_part:
        lines.append("read in part")
    return lines


def history_table(history: History) -> RenderableType:
    """Return the life of a special action: its listing, its numbers, the eras that bear on it."""
    parts: list[RenderableType] = [
        Text(f"{history.kind}: listed since {_since(history.first, history.after)}"),
        Text("\nlisted as"),
        _grid(_cells(run) for run in history.listed_as),
    ]
    if history.eras:
        parts += [Text("\nwhat the rules said"), _grid(_told(history.eras))]
    if history.rules:
        parts += [Text("\nnumbers of the rules that are cited"), _grid(_cited_rows(history.rules))]
    return Group(*parts)


def _grid(rows: Iterable[Sequence[str]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def _told(eras: Sequence[Era]) -> Iterator[Sequence[str]]:
    for place, era in enumerate(eras):
        following = eras[place + 1 : place + 2]
        doubtful = [each.after for each in following if each.subject == era.subject and each.after]
        end = "" if era.last == ALWAYS else era.last
        begin = _since(era.first, era.after)
        said = f"{era.text}{_rules(era.rules)}"
        if not place or eras[place - 1].subject != era.subject:
            yield f"  {era.name}", ""
        yield f"    {begin} – {f'{doubtful[0]} or later' if doubtful else end}".rstrip(), said


def _cited_rows(lives: Sequence[RuleLife]) -> Iterator[Sequence[str]]:
    for life in lives:
        rows = [(run.first, _cells(run)) for run in life.runs]
        rows += [(gap.first, ("", f"{gap.first} – {gap.last}", gap.reason)) for gap in life.gaps]
        for place, (_, cells) in enumerate(sorted(rows)):
            yield ("" if place else f"  {life.subject}", *cells)


def _cells(run: NumberRun) -> tuple[str, str, str]:
    reworded = f"text changed {', '.join(run.reworded)}" if run.reworded else ""
    return f"  {run.rule}", f"{run.first} – {run.last or ''}".rstrip(), reworded


def _since(first: str, after: str | None) -> str:
    return f"some day after {after}, at the latest {first}" if after else first


def _rules(rules: Sequence[str]) -> str:
    return f" ({', '.join(rules)})" if rules else ""


def timeline_table(timelines: Sequence[Timeline], *, title: str) -> RenderableType:
    """Return a table of verdicts by edition, with what changed each."""
    head = Text(shown(title))
    if not timelines:
        return Group(head, Text("  no special action is on offer in any edition"))
    table = Table(box=None, pad_edge=False)
    for heading in ("player", "action", "from", "verdict", "unmet", "what changed it (rule)"):
        table.add_column(heading, overflow="fold")
    for each in timelines:
        causes = {change.date: change.data for change in each.changes}
        names = (Text(shown(each.player)), Text(shown(each.action)))
        for run in each.runs:
            table.add_row(
                *names,
                run.first,
                Text(run.verdict, style=STYLES.get(run.verdict, "")),
                Text(", ".join(run.unmet)),
                Text("\n".join(shown_long(str(datum)) for datum in causes.get(run.first, ()))),
            )
            names = (Text(""), Text(""))
    return Group(head, table)
