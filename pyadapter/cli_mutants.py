"""What `mutate --properties` prints: which mutants of the law refute which property."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from pyadapter.cli_common import say
from pyadapter.cli_runs import shown_progress

RULES = ("2012-05-01", "2026-09-25")
"""The editions in which mutants are looked for; the second for what came later."""


def mutate_properties(
    files: Sequence[str], *, every: int, jobs: int, only: str, as_json: bool
) -> None:
    """Print kept mutants that refute their properties no more, or all that refute one.

    Leaves with the exit code 1 if there is a property that none of them refutes.
    """
    rows = _kept(files, jobs=jobs) if files else _tried(every=every, jobs=jobs, only=only)
    missing = [name for name, found in rows.items() if not found]
    if as_json:
        say(json.dumps({"version": 1, "properties": rows, "unrefuted": missing}, indent=2))
    else:
        for name, found in rows.items():
            for each in found:
                say(f"{name} {each['rules']} {each['kind']} {each['size']} {each['mutant']}")
        for name in missing:
            say(f"refuted by none: {name}")
        say(f"{len(rows) - len(missing)} of {len(rows)} properties are refuted by a mutant")
    if missing:
        sys.exit(1)


Rows = dict[str, list[dict[str, Any]]]


def _kept(files: Sequence[str], *, jobs: int) -> Rows:
    """Return the properties that come along, each with the kept mutants that refute it still."""
    from pyadapter.properties import own_properties
    from pyadapter.property_mutants import check_killings, read_killings
    from pyadapter.workers import workers

    killings = [each for path in files for each in read_killings(path)]
    rows: Rows = {each.name: [] for file in own_properties() for each in file.properties}
    with (
        workers(jobs=jobs) as executor,
        shown_progress("mutate", lambda: "kept mutants") as progress,
    ):
        for each, refutes in check_killings(killings, executor=executor, progress=progress):
            if refutes:
                rows[each.property].append(
                    {
                        "rules": each.rules,
                        "kind": each.kind,
                        "size": each.size,
                        "mutant": each.mutant,
                    }
                )
    return rows


def _tried(*, every: int, jobs: int, only: str) -> Rows:
    """Return the properties that come along, each with the mutants that refute it at size 1."""
    from pyadapter.properties import own_properties
    from pyadapter.property_mutants import chosen_mutants, try_mutants
    from pyadapter.scope import named_scope
    from pyadapter.workers import workers
    from pyadapter.worlds import number_of

    rows: Rows = {each.name: [] for file in own_properties() for each in file.properties}
    mutants = chosen_mutants(only, every=every)
    with workers(jobs=jobs) as executor:
        for rules in RULES:
            for file in own_properties():
                names = [each.name for each in file.properties if each.speaks_of(number_of(rules))]
                title = f"mutate {file.path} {rules}"
                with shown_progress(title, lambda: f"{len(mutants)} mutants") as progress:
                    for mutant, result in try_mutants(
                        mutants,
                        file,
                        names,
                        scope=named_scope("default").of_size(1),
                        rules=rules,
                        executor=executor,
                        progress=progress,
                    ):
                        for name, kind, size in result.found:
                            rows[name].append(
                                {"rules": rules, "kind": kind, "size": size, "mutant": mutant}
                            )
    return rows
