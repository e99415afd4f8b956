"""The command `diff`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyadapter.cli_common import json_option, polite, say
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
from pyadapter.errors import SearchError
from pyadapter.plurals import counted

if TYPE_CHECKING:
    from pyadapter.difference_search import DiffState, Telling
    from pyadapter.differences import Differences, Group
    from pyadapter.other_clauses import OtherLaw

_EXITS = "Exit codes: 0 done, 2 bad input, 4 unknown (stopped, or out of time)."


@click.command(cls=SearchCommand, epilog=_EXITS)
@click.argument("dates", nargs=-1, metavar="[DATE DATE]")
@click.option(
    "--against",
    metavar="FILE",
    type=click.Path(),
    help="Compare the law with clauses added to it, or with an encoding that has verdict/3.",
)
@click.option(
    "--instead-of", metavar="FILE", help="The file of the law whose place that of --against takes."
)
@scope_options
@kind_option
@click.option("--reasons", is_flag=True, help="Compare what is unmet or open, too.")
@click.option("--listing", is_flag=True, help="Compare whether the kind is listed, too.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="States for each kind, datum, old and new verdict.",
)
@click.option(
    "--save",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep each state as a regression, with what is said on both sides.",
)
@run_options
@json_option
@polite
def diff(
    dates: tuple[str, ...],
    against: str | None,
    instead_of: str | None,
    cards: int | None,
    players: int | None,
    scope_name: str,
    rules: str | None,
    kind: str | None,
    reasons: bool,
    listing: bool,
    limit: int,
    save: Path | None,
    time_limit: float | None,
    jobs: int,
    dask: str | None,
    journal: Path | None,
    as_json: bool,
) -> None:
    """Find the smallest states that tell two editions of the rules apart, or two laws.

    With two DATEs: grouped by the datum of the rules that makes the difference. With --against: the
    law of the edition of --rules, and the other one.
    """
    from pyadapter.differences import differences
    from pyadapter.two_laws import Aspects

    old, new, other = _compared(dates, against, instead_of, rules)
    scope = scope_in(scope_name, cards=cards, players=players)
    title = f"{old} and {new}" if other is None else f"{old} and {other.name}"
    search = Search(scope, title, time_limit=time_limit)
    seen: list[DiffState] = []
    with search.running("diff", (seen, "states"), jobs=jobs, dask=dask, journal=journal) as manner:
        found = differences(
            old,
            new,
            scope=scope,
            kind=known_kind(kind),
            aspects=Aspects(reasons, listing),
            limit=limit,
            other=other,
            see=seen.append,
            **manner,
        )
    files = _saved(found, save, other) if save is not None else []
    closing = search.closing(found.outcome, sizes=found.sizes)
    if as_json:
        say(json.dumps({**_data(found, limit), **closing}, indent=2))
    else:
        for group in found.groups:
            say(_shown(group, found))
        for path in files:
            say(f"saved: {path}")
        for note in _notes(found, limit):
            say(f"note: {note}")
        say(closing_line(closing))
    if not found.done:
        sys.exit(4)


def _compared(
    dates: tuple[str, ...], against: str | None, instead_of: str | None, rules: str | None
) -> tuple[str, str, OtherLaw | None]:
    from pyadapter.editions import edition_on

    if against is None:
        if len(dates) != 2 or instead_of is not None or rules is not None:
            raise SearchError("diff: expected two dates, or --against FILE (with --rules DATE)")
        old, new = map(edition_on, dates)
        if old == new:
            raise SearchError(f"diff: {dates[0]} and {dates[1]} have the same edition, {old}")
        return old, new, None
    if dates:
        raise SearchError("diff: expected either two dates or --against FILE (with --rules DATE)")
    from pyadapter.other_law import read_other

    edition = edition_on(rules)
    return edition, edition, read_other(against, instead_of=instead_of)


def _notes(found: Differences, limit: int) -> list[str]:
    """Return what a reader should know of states that aren't shown."""
    notes = []
    if found.limited:
        states = counted(limit, "state")
        notes.append(
            f"at most {states} for each kind, datum, old and new verdict; --limit shows more"
        )
    if found.unfinished:
        kinds = ", ".join(kind for kind, _ in found.unfinished)
        size = found.unfinished[0][1]
        cards = counted(size, "card")
        more = ", and no kind with more" if size < found.scope.cards else ""
        notes.append(f"not searched to the end with {cards}: {kinds}{more}")
    return notes


def _data(found: Differences, limit: int) -> dict[str, Any]:
    return {
        "version": 1,
        "limit": limit,
        "limited": found.limited,
        "unfinished": [{"kind": kind, "cards": size} for kind, size in found.unfinished],
        "editions": [found.old] if found.other else [found.old, found.new],
        **({"against": found.other} if found.other else {}),
        "scope": str(found.scope),
        "groups": [
            {
                "datum": group.datum.as_dict() if group.datum else group.name,
                "states": [_state_data(*each) for each in group.states],
            }
            for group in found.groups
        ],
    }


def _state_data(telling: Telling, state: DiffState) -> dict[str, Any]:
    import msgspec

    return {
        "kind": state.kind,
        "player": state.player,
        "action": state.action,
        "aspect": telling.aspect,
        "before": telling.before,
        "now": telling.now,
        "size": state.size,
        "extras": state.extras,
        "smallest": state.smallest,
        "state": json.loads(msgspec.json.encode(state.document)),
    }


def _shown(group: Group, found: Differences) -> str:
    from pyadapter.documents import write_document

    lines = [f"{group.datum or group.title}"]
    for telling, state in group.states:
        aspect = "" if telling.aspect == "verdict" else f"{telling.aspect}: "
        lines.append(
            f"  {state.player}: {state.action}: {aspect}{telling.before} -> {telling.now} · "
            f"{size_of(state)}"
        )
        lines += [f"    {line}" for line in write_document(state.document).splitlines()]
    return "\n".join(lines) + "\n"


def _saved(found: Differences, directory: Path, other: OtherLaw | None) -> list[Path]:
    from pyadapter.regressions import save_differences

    titles: dict[DiffState, str] = {}
    for group in found.groups:
        for _, state in group.states:
            titles.setdefault(state, f"{state.action}: {group.datum or group.title}")
    saved = save_differences(
        titles.items(), directory, old=found.old, new=found.new, other=other, found_by=repeating()
    )
    return list(dict.fromkeys(saved))
