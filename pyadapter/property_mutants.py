"""Which small changes of the law refute which property: one that none refutes says nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from pyadapter.budget import UNLIMITED, Budget, allowed
from pyadapter.documents import read_bytes
from pyadapter.errors import DocumentError, SearchError
from pyadapter.mutants import Mutant, mutable_law, mutants
from pyadapter.properties import PropertyFile, own_properties, properties_in
from pyadapter.property_space import property_space
from pyadapter.runs import Progress, run
from pyadapter.scope import Scope, named_scope
from pyadapter.session import LAW
from pyadapter.slices import law_table
from pyadapter.space import kinds
from pyadapter.verify import ask_refuted


class Trial(msgspec.Struct, frozen=True):
    """A mutant of the law by its name, and the properties of a file to try on it."""

    mutant: str
    text: str
    names: tuple[str, ...]
    scope: Scope
    asked: tuple[str, ...]
    rules: str
    path: str


class Refuted(msgspec.Struct, frozen=True):
    """The properties that a mutant refutes, each with the kind and size of a state that shows it.

    `error` says why the mutant is no law that clingo could use.
    """

    found: tuple[tuple[str, str, int], ...]
    error: str = ""
    done: bool = True


class Killing(msgspec.Struct, frozen=True):
    """A line of the file that keeps a refuting mutant for each property."""

    property: str
    rules: str
    kind: str
    size: int
    mutant: str


@cache
def mutants_by_name() -> dict[str, Mutant]:
    """Return all mutants of the law by their names, in order.

    >>> next(iter(mutants_by_name())).startswith("asp/special_actions.lp: delete")
    False
    """
    law = mutable_law(LAW, indexed=frozenset())
    texts = [clause.text for clause in law_table().clauses]
    found: dict[str, Mutant] = {}
    for each in mutants(law):
        if str(law.rules[each.place]) != texts[each.place]:
            raise SearchError(f"{each.name}: stands elsewhere in the table of the law")
        found.setdefault(each.name, each)
    return found


def chosen_mutants(only: str = "*", *, every: int = 1) -> tuple[str, ...]:
    """Return the names of the mutants of some files of the law, or of one in `every` of them."""
    return tuple(
        name
        for name, each in mutants_by_name().items()
        if fnmatch(each.file, only) and crc32(name.encode()) % every == 0
    )


def kinds_for(mutant: Mutant) -> tuple[str, ...]:
    """Return the kinds of actions that a mutant can concern: an action's own file has its own."""
    kind = Path(mutant.file).stem
    return (kind,) if "/actions/" in mutant.file and kind in kinds() else kinds()


def work(task: Trial) -> Refuted:
    """Try one mutant on the properties of a file, smallest states first."""
    budget = allowed()
    file, mutant = properties_in(task.text, name=task.path), mutants_by_name()[task.mutant]
    found: list[tuple[str, str, int]] = []
    left = list(task.names)
    for size in range(task.scope.cards + 1):
        for kind in task.asked:
            if not left:
                continue
            if budget.spent:
                return Refuted(tuple(found), done=False)
            try:
                space = property_space(
                    file,
                    left,
                    scope=task.scope.of_size(size),
                    kind=kind,
                    rules=task.rules,
                    change=mutant,
                )
            except SearchError as error:
                return Refuted(tuple(found), error=str(error))
            found += [(name, kind, size) for name in ask_refuted(space, left, budget=budget)]
            left = [name for name in left if name not in {each for each, _, _ in found}]
    return Refuted(tuple(found))


def try_mutants(
    names: Sequence[str],
    file: PropertyFile,
    properties: Sequence[str],
    *,
    scope: Scope,
    rules: str,
    kind: str | None = None,
    budget: Budget = UNLIMITED,
    executor: Executor | None = None,
    journal: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[tuple[str, Refuted]]:
    """Yield the mutants, each with the properties of a file that it refutes."""
    tasks = [
        Trial(
            mutant=name,
            text=file.text,
            names=tuple(properties),
            scope=scope,
            asked=(kind,) if kind else kinds_for(mutants_by_name()[name]),
            rules=rules,
            path=file.path,
        )
        for name in names
    ]
    about = {"command": "mutate --properties", "file": file.path, "edition": rules}
    for task, result in run(
        tasks,
        work,
        result_type=Refuted,
        executor=executor,
        journal=journal,
        about=about,
        budget=budget,
        progress=progress,
    ):
        yield task.mutant, result


def read_killings(path: str | Path) -> tuple[Killing, ...]:
    """Return the refuting mutants in a file: a line has property, edition, kind, size and mutant.

    Blanks stand between them; `#` begins a remark line. Raises DocumentError for another line.
    """
    found = []
    for number, line in enumerate(read_bytes(path).decode("utf-8").splitlines(), start=1):
        words = line.split(maxsplit=4)
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 5 or not words[3].isdigit():
            expected = "property, edition, kind, size and mutant"
            raise DocumentError(f"{path}:{number}", found=repr(line), expected=expected)
        found.append(Killing(words[0], words[1], words[2], int(words[3]), words[4]))
    return tuple(found)


class Kept(msgspec.Struct, frozen=True):
    """Whether a mutant refutes its property still."""

    refutes: bool
    done: bool = True


def check_killing(killing: Killing) -> Kept:
    """Try a kept mutant again. Raises SearchError if it or its property is gone.

    >>> name = next(each for each in mutants_by_name() if "delete `too_late(E) :-" in each)
    >>> check_killing(Killing("before_means_before", "2012-05-01", "end_effect", 0, name)).refutes
    True
    """
    name = killing.property
    file = next((f for f in own_properties() if name in {each.name for each in f.properties}), None)
    if file is None:
        raise SearchError(f"found {name!r}, expected the name of a property")
    if killing.mutant not in mutants_by_name():
        raise SearchError(f"{name}: the law has no clause any more for: {killing.mutant}")
    space = property_space(
        file,
        [name],
        scope=named_scope("default").of_size(killing.size),
        kind=killing.kind,
        rules=killing.rules,
        change=mutants_by_name()[killing.mutant],
    )
    return Kept(bool(ask_refuted(space, [name], budget=allowed())))


def check_killings(
    killings: Sequence[Killing],
    *,
    budget: Budget = UNLIMITED,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[tuple[Killing, bool]]:
    """Yield the kept mutants, each with whether it refutes its property still."""
    for killing, result in run(
        killings,
        check_killing,
        result_type=Kept,
        executor=executor,
        budget=budget,
        progress=progress,
    ):
        yield killing, result.refutes


def refuting(trials: Iterable[tuple[str, Refuted]]) -> dict[str, Any]:
    """Return by property the mutants that refute it, as plain data.

    >>> refuting([("m", Refuted((("p", "suspend", 1),)))])
    {'p': [{'mutant': 'm', 'kind': 'suspend', 'size': 1}]}
    """
    found: dict[str, list[dict[str, object]]] = defaultdict(list)
    for mutant, result in trials:
        for name, kind, size in result.found:
            found[name].append({"mutant": mutant, "kind": kind, "size": size})
    return dict(found)
