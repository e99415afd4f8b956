"""The commands `find` and `cover`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyadapter.cli_common import polite, say
from pyadapter.cli_runs import (
    Search,
    SearchCommand,
    closing_line,
    kind_option,
    known_kind,
    repeating,
    run_options,
    scope_in,
    scope_options,
    size_of,
)
from pyadapter.errors import DocumentError
from pyadapter.plurals import counted

if TYPE_CHECKING:
    from pyadapter.space import Example

_EXITS = "Exit codes: 0 found or none found, 2 bad input, 4 unknown (stopped, or out of time)."
_json = click.option("--json", "as_json", is_flag=True, help="Machine output: JSON lines.")


@click.command(cls=SearchCommand, epilog=_EXITS)
@click.argument("query", type=click.Path())
@scope_options
@kind_option
@click.option("--limit", type=click.IntRange(1), default=1, show_default=True, help="How many.")
@click.option("--save", metavar="DIR", type=click.Path(), help="Keep each as a regression.")
@run_options
@_json
@polite
def find(
    query: str,
    cards: int | None,
    players: int | None,
    scope_name: str,
    rules: str | None,
    kind: str | None,
    limit: int,
    save: str | None,
    time_limit: float | None,
    jobs: int,
    dask: str | None,
    journal: Path | None,
    as_json: bool,
) -> None:
    """Find the smallest states that show something.

    QUERY is a file with a few lines of ASP over the vocabulary and whatever the law derives, with a
    rule for `goal`: `goal :- legal(P,play_land(O)), not in_zone(O,hand,P).` It may also have
    constraints and choices. Each state has one action that alice asks about. Fewer objects come
    first, then fewer facts that are out of the ordinary; no two states differ only in names.
    """
    from pyadapter.editions import edition_on
    from pyadapter.find import find as found_by
    from pyadapter.queries import load_query
    from pyadapter.regressions import regression_of, save_example

    scope = scope_in(scope_name, cards=cards, players=players)
    program, asked = load_query(query), known_kind(kind)
    search = Search(scope, edition_on(rules), time_limit=time_limit)
    seen: list[Example] = []
    with search.running("find", (seen, "found"), jobs=jobs, dask=dask, journal=journal) as manner:
        found = found_by(
            program,
            scope,
            rules=search.rules,
            kind=asked,
            limit=limit,
            see=seen.append,
            **manner,
        )
    command = repeating()
    files = [save_example(each, save, found_by=command) for each in found.examples] if save else []
    closing = search.closing(found.outcome, sizes=found.sizes)
    if as_json:
        for each in found.examples:
            row = json.loads(_encoded(regression_of(each, found_by=command)))
            say(json.dumps({**row, **_size_of(each)}))
        say(json.dumps({"version": 1, "kind": "closing", **closing, "never": list(found.never)}))
    else:
        for number, each in enumerate(found.examples, start=1):
            say(f"{number}. {_heading(each)}\n{_requirements(each)}{_document(each)}\n")
        for path in files:
            say(f"saved: {path}")
        for atom in found.never:
            say(f"note: true in no state searched: line {atom}")
        say(closing_line(closing))
    if not found.complete:
        sys.exit(4)


@click.command(cls=SearchCommand, epilog=_EXITS)
@scope_options
@kind_option
@click.option("--count", is_flag=True, help="Only count the classes, without witnesses.")
@click.option(
    "--witness-limit",
    type=click.FloatRange(0),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to look for the smallest witness of one class.",
)
@click.option(
    "--pytest",
    "cases",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the witnesses to this file as cases, one JSON object a line.",
)
@run_options
@_json
@polite
def cover(
    cards: int | None,
    players: int | None,
    scope_name: str,
    rules: str | None,
    kind: str | None,
    count: bool,
    witness_limit: float,
    cases: Path | None,
    time_limit: float | None,
    jobs: int,
    dask: str | None,
    journal: Path | None,
    as_json: bool,
) -> None:
    """List all classes of verdicts in a scope, each with a smallest witness.

    A class is a kind of special action with the requirements that are unmet and those that are
    open. A witness that wasn't shown to be smallest in time is marked.
    """
    from pyadapter.cover import cover as covered_by
    from pyadapter.editions import edition_on

    scope = scope_in(scope_name, cards=cards, players=players)
    search = Search(scope, edition_on(rules), time_limit=time_limit)
    seen: list[Example] = []
    with search.running(
        "cover", (seen, "classes"), jobs=jobs, dask=dask, journal=journal
    ) as manner:
        found = covered_by(
            scope,
            rules=search.rules,
            kind=known_kind(kind),
            witness_limit=None if count else witness_limit,
            see=seen.append,
            **manner,
        )
    if cases is not None:
        _write(cases, [_case(each) for each in found.witnesses])
    closing = search.closing(found.outcome, sizes=found.sizes)
    if as_json:
        for each in found.witnesses:
            say(json.dumps(_class_data(each)))
        counts = {str(size): row for size, row in found.counts.items()}
        say(json.dumps({"version": 1, "kind": "closing", **closing, "counts": counts}))
    else:
        for line in (*_table(found.witnesses), *_counts(found.counts)):
            say(line)
        say(closing_line(closing))
    if not found.complete:
        sys.exit(4)


def _encoded(record: object) -> bytes:
    import msgspec

    return msgspec.json.encode(record)


def _state_data(example: Example) -> Any:
    return json.loads(_encoded(example.document))


def _size_of(example: Example) -> dict[str, object]:
    return {"size": example.size, "extras": example.extras, "smallest": example.smallest}


def _class_data(example: Example) -> dict[str, object]:
    return {
        "version": 1,
        "kind": "class",
        "action_kind": example.kind,
        "verdict": example.verdict,
        "unmet": list(example.unmet),
        "open": list(example.open),
        **_size_of(example),
        "state": _state_data(example),
        "player": example.player,
        "action": example.action,
    }


def _case(example: Example) -> dict[str, object]:
    """Return a witness in the format of `tests/cases`."""
    words = (example.kind, *example.unmet, *(f"open_{name}" for name in example.open))
    return {
        "id": "cover-" + "-".join(words).replace("_", "-"),
        "source": "cover",
        "edition": example.rules,
        "player": example.player,
        "action": example.action,
        "verdict": example.verdict,
        "unmet": list(example.unmet),
        "open": list(example.open),
        "state": _state_data(example),
    }


def _write(path: Path, rows: Sequence[dict[str, object]]) -> None:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        found = str(error.strerror)
        raise DocumentError(str(path), found=found, expected="a file to write to") from error


def _heading(example: Example) -> str:
    asked = f"{example.player}: {example.action}: {example.verdict}"
    return f"{asked} · {size_of(example)}"


def _requirements(example: Example) -> str:
    rows = (("unmet", example.unmet), ("open", example.open))
    return "".join(f"   {name}: {', '.join(names)}\n" for name, names in rows if names)


def _document(example: Example) -> str:
    from pyadapter.documents import write_document

    return write_document(example.document)


def _table(witnesses: Sequence[Example]) -> list[str]:
    rows = [
        (
            each.kind,
            each.verdict,
            f"{each.size}+{each.extras}{'' if each.smallest else '?'}",
            ", ".join((*each.unmet, *(f"{name}?" for name in each.open))) or "-",
        )
        for each in witnesses
    ]
    if not rows:
        return []
    head = ("kind", "verdict", "size", "unmet, and open?")
    widths = [max(len(row[place]) for row in (head, *rows)) for place in range(3)]
    return [
        "  ".join((*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]))
        for row in (head, *rows)
    ]


def _counts(counts: dict[int, dict[str, int]]) -> list[str]:
    lines = []
    for size, row in counts.items():
        told = ", ".join(f"{kind} {number}" for kind, number in Counter(row).most_common())
        lines.append(f"first seen with {size}: {counted(sum(row.values()), 'class')} ({told})")
    return lines
