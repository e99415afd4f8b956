"""The command `verify`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
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
    objects_in,
    repeating,
    run_options,
    scope_in,
    scope_options,
)
from pyadapter.errors import SearchError, SpecialActionsError

if TYPE_CHECKING:
    from pyadapter.properties import Property, PropertyFile
    from pyadapter.space import Example
    from pyadapter.verdict import Verdict
    from pyadapter.verify import Outcome

_EXITS = (
    "Exit codes: 0 all hold in scope, 1 one is refuted, 2 bad input, 3 one is vacuous, "
    "4 one is unknown (stopped, or out of time); of several the worst: 1, then 4, then 3."
)


@click.command(cls=SearchCommand, epilog=_EXITS)
@click.argument("names", metavar="[PROPERTY]...", nargs=-1)
@scope_options
@kind_option
@click.option(
    "--file", "paths", multiple=True, metavar="MINE.lp", help="A file of your own properties."
)
@click.option("--save", metavar="DIR", type=click.Path(), help="Keep what refutes a property.")
@click.option("--list", "listing", is_flag=True, help="Tell the names of all properties, and stop.")
@run_options
@json_option
@polite
def verify(
    names: tuple[str, ...],
    cards: int | None,
    players: int | None,
    scope_name: str,
    rules: str | None,
    kind: str | None,
    paths: tuple[str, ...],
    save: str | None,
    listing: bool,
    time_limit: float | None,
    jobs: int,
    dask: str | None,
    journal: Path | None,
    as_json: bool,
) -> None:
    """Check that properties of the law hold in all states of a scope.

    Without names: all of your own files, or else all that come along, as far as they speak of the
    edition and, with --kind, of that kind. What is refuted comes with a smallest state that shows
    it, and with what is common to all such states of its size. A property that no state of the
    scope puts to the test is vacuous.
    """
    from pyadapter.editions import edition_on
    from pyadapter.properties import own_properties, read_properties
    from pyadapter.verify import verify as verified

    own = () if paths and not names else own_properties()
    files = (*own, *(read_properties(path) for path in dict.fromkeys(paths)))
    if listing:
        for line in _listed(files):
            say(line)
        return
    scope = scope_in(scope_name, cards=cards, players=players)
    search = Search(scope, edition_on(rules), time_limit=time_limit)
    only = known_kind(kind)
    chosen = chosen_properties(files, names, edition=search.rules, kind=only)
    refuted: list[str] = []
    with search.running(
        "verify", (refuted, "refuted"), jobs=jobs, dask=dask, journal=journal
    ) as manner:
        outcomes = verified(
            files,
            scope=scope,
            rules=search.rules,
            names=chosen,
            kind=only,
            see=refuted.append,
            **manner,
        )
    saved = dict(_saved(outcomes, save)) if save else {}
    left_out = sum(len(file.properties) for file in files) - len(outcomes)
    summary = _summary(outcomes, not_asked=0 if names else left_out)
    closing = search.closing(summary, sizes=_sizes(outcomes))
    if as_json:
        rows = [_data(each) for each in outcomes]
        known = {"version": 1, "edition": search.rules, "scope": scope.name}
        say(json.dumps({**known, "properties": rows, "closing": closing}, indent=2))
    else:
        for line in _table(outcomes):
            say(line)
        for each in outcomes:
            for line in _counterexample(each):
                say(line)
            if each.property.name in saved:
                say(f"  saved: {saved[each.property.name]}")
        say(f"\n{closing_line(closing)}")
    sys.exit(exit_code([each.outcome for each in outcomes]))


def exit_code(outcomes: Iterable[str]) -> int:
    """Return the exit code for outcomes: the worst counts.

    >>> exit_code(["holds in scope", "vacuous", "unknown"]), exit_code(["holds in scope"])
    (4, 0)
    """
    found = set(outcomes)
    codes = {"refuted": 1, "unknown": 4, "vacuous": 3}
    return next((code for outcome, code in codes.items() if outcome in found), 0)


def chosen_properties(
    files: Sequence[PropertyFile],
    names: Sequence[str],
    *,
    edition: str,
    kind: str | None = None,
) -> dict[str, tuple[str, ...]]:
    """Return the properties to verify, by file: those named, or that speak of edition and kind.

    Raises SearchError for a name that no file has, or that two files have.
    """
    from pyadapter.property_kinds import kinds_of
    from pyadapter.worlds import number_of

    known: dict[str, str] = {}
    for file in files:
        for each in file.properties:
            if each.name in known:
                raise SearchError(f"{each.name} is in {known[each.name]} and in {file.path}")
            known[each.name] = file.path
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=2)
            hint = f"; is {' or '.join(near)} meant?" if near else ""
            found = f"found {name[:200]!r}, expected the name of a property{hint}"
            raise SearchError(f"{found}; `special-actions verify --list` tells all names")
    day = number_of(edition)

    def asked(file: PropertyFile, each: Property) -> bool:
        if names:
            return each.name in names
        return each.speaks_of(day) and (kind is None or kind in kinds_of(file)[each.name])

    return {
        file.path: tuple(each.name for each in file.properties if asked(file, each))
        for file in files
    }


def _listed(files: Sequence[PropertyFile]) -> Iterator[str]:
    """Yield each property with what it states, and which kinds it is about unless it is all."""
    from pyadapter.property_kinds import kinds_of
    from pyadapter.space import kinds

    rows = [(each, kinds_of(file)[each.name]) for file in files for each in file.properties]
    width = max(len(each.name) for each, _ in rows)
    for each, about in rows:
        kinds_told = ", ".join(kind for kind in kinds() if kind in about)
        told = f" ({kinds_told})" if len(about) < len(kinds()) else ""
        yield f"{each.name.ljust(width)}  {each.statement}{told}"


def _sizes(outcomes: Sequence[Outcome]) -> tuple[int, ...]:
    """Return the sizes that were searched to the end for every property still in question."""
    asked = [set(each.sizes) for each in outcomes if each.outcome != "refuted"]
    asked = asked or [set(each.sizes) for each in outcomes]
    return tuple(sorted(set.intersection(*asked))) if asked else ()


def _summary(outcomes: Sequence[Outcome], *, not_asked: int) -> str:
    holding = sum(each.outcome == "holds in scope" for each in outcomes)
    counted = [f"{holding} {'holds' if holding == 1 else 'hold'} in scope"] if holding else []
    counted += [
        f"{number} {outcome}"
        for outcome in ("refuted", "unknown", "vacuous")
        if (number := sum(each.outcome == outcome for each in outcomes))
    ]
    if not_asked:
        counted.append(f"{not_asked} not asked, as they speak of others")
    return ", ".join(counted) or "nothing to verify"


def _saved(outcomes: Iterable[Outcome], directory: str) -> Iterator[tuple[str, Path]]:
    from pyadapter.regressions import save_example

    for each in outcomes:
        if each.counterexample is not None:
            example = each.counterexample.example
            verdict = _judged(example)
            if verdict is not None:
                example = replace(
                    example,
                    verdict=verdict.verdict,
                    unmet=verdict.requirements("unmet"),
                    open=verdict.requirements("open"),
                )
                yield each.property.name, save_example(example, directory, found_by=repeating())


def _judged(example: Example) -> Verdict | None:
    """Return the verdict on the state by itself; None if it isn't well-formed in its own right."""
    from pyadapter.state import GameState

    try:
        state = GameState.from_document(example.document)
        return state.why(example.action, player=example.player)
    except SpecialActionsError:
        return None


def _data(outcome: Outcome) -> dict[str, Any]:
    found = outcome.counterexample
    row: dict[str, Any] = {
        "name": outcome.property.name,
        "statement": outcome.property.statement,
        "outcome": outcome.outcome,
        "rules": list(outcome.rules),
        "sizes": list(outcome.sizes),
        "counterexample": None,
    }
    if found is not None:
        import msgspec

        example = found.example
        verdict = _judged(example)
        row["counterexample"] = {
            "kind": example.kind,
            "size": example.size,
            "extras": example.extras,
            "smallest": example.smallest,
            "state": json.loads(msgspec.json.encode(example.document)),
            "player": example.player,
            "action": example.action,
            "verdict": example.verdict,
            "reasons": [] if verdict is None else verdict.as_dict()["reasons"],
            "witness": list(found.witness),
            "worlds": [
                {"verdict": each.verdict, "only_there": list(each.facts)} for each in found.worlds
            ],
            "common": None if outcome.common is None else list(outcome.common),
        }
    return row


def _table(outcomes: Sequence[Outcome]) -> list[str]:
    rows = [(each.property.name, each.outcome, _told_rules(each)) for each in outcomes]
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(2)]
    return [
        f"{name.ljust(widths[0])}  {outcome.ljust(widths[1])}  {rules}"
        for name, outcome, rules in rows
    ]


def _told_rules(outcome: Outcome) -> str:
    """Return the rules of a property; if it is undecided, also how far it isn't refuted."""
    rules = ", ".join(outcome.rules) or "-"
    if outcome.outcome != "unknown" or not outcome.sizes:
        return rules
    return f"{rules} · not refuted with cards {', '.join(map(str, outcome.sizes))}"


def _counterexample(outcome: Outcome) -> Iterator[str]:
    from pyadapter.documents import write_document
    from pyadapter.plain import reason_lines

    found = outcome.counterexample
    if found is None:
        return
    example = found.example
    objects = objects_in(example)
    mark = "" if example.smallest else ", not shown to be smallest"
    yield f"\n{outcome.property.name} is refuted: {outcome.property.statement}"
    yield f"  by {objects}, {example.extras} out of the ordinary{mark}; witness: " + ", ".join(
        found.witness
    )
    for number, world in enumerate(found.worlds):
        facts = ", ".join(world.facts) or "nothing"
        yield f"  world {number}: {world.verdict}; only there: {facts}"
    verdict = _judged(example)
    if verdict is None:
        yield f"  {example.player}: {example.action}: {example.verdict}"
    else:
        yield from (f"  {line}" for line in reason_lines(verdict))
    yield f"  state: {write_document(example.document)}"
    if outcome.common is None:
        yield f"  what all such states with {objects} have in common is not known"
    else:
        yield f"  in all such states with {objects}: {', '.join(outcome.common)}"
