"""Does anybody notice? Each mutant of the law is tried on all test states."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cache, partial
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any
from zlib import crc32

from pyadapter.batch import Question, lifted_law
from pyadapter.changed_clauses import Group, groups, refused
from pyadapter.errors import DocumentError
from pyadapter.mutants import MutableLaw, Mutant, mutable_law, mutants
from pyadapter.mutation_batches import batches

FILES = ("special_actions.lp",)
_TOGETHER = 40
_FIRST = 6
_SECONDS, _BYTES = 120, 4 << 30


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant: `killed` (some state told the difference) or `survived`."""

    name: str
    file: str
    outcome: str
    line: int = 0


def run_mutants(
    questions: Sequence[Question], *, every: int = 1, jobs: int = 1, only: str = "*"
) -> Iterator[Trial]:
    """Yield what became of each mutant, or of one in `every`, with `jobs` processes.

    They come by the predicate whose clause is changed, in the order of the law. Which ones hangs on
    their texts alone, so that a change elsewhere doesn't choose others. `only` limits them to the
    files of the law whose names (`asp/state/turn.lp`) are like this pattern.
    """
    chosen = [
        (number, mutant)
        for number, mutant in enumerate(_all_mutants())
        if fnmatch(mutant.file, only) and crc32(mutant.name.encode()) % every == 0
    ]
    bad = {number for number, mutant in chosen if refused(mutant, _law())}
    yield from (_trial(number, survived=False) for number in sorted(bad))
    good = [each for each in chosen if each[0] not in bad]
    tried = tuple(part for group in groups(good, _law()) for part in _cut_up(group))
    _start(tuple(questions), tried)
    if jobs <= 1:
        for number in range(len(tried)):
            yield from _try(number)
        return
    context = get_context("fork" if "fork" in get_all_start_methods() else None)
    start = partial(_start, tuple(questions), tried)
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=start) as pool:
        for trials in pool.map(_try, range(len(tried))):
            yield from trials


_trials: list[_Trials] = []


def _start(questions: tuple[Question, ...], tried: tuple[Group, ...]) -> None:
    """Judge the test states, unless a process has it from the one that it was forked from."""
    if not (_trials and _trials[0].questions is questions and _trials[0].tried is tried):
        _trials[:] = [_Trials(questions, tried)]


def _try(number: int) -> list[Trial]:
    return _trials[0](number)


@cache
def _law() -> MutableLaw:
    return mutable_law(FILES, indexed=lifted_law().indexed)


@cache
def _all_mutants() -> tuple[Mutant, ...]:
    return tuple(mutants(_law()))


def _cut_up(group: Group) -> Iterator[Group]:
    """Yield a group in groups of some mutants; one may ground for ever where it hangs on itself."""
    size = 1 if group.part.recursive else _TOGETHER
    for start in range(0, len(group.changes), size):
        yield replace(group, changes=group.changes[start : start + size])


class _Trials:
    """The test states, judged once by the law as it is, and the groups of mutants to try."""

    def __init__(self, questions: tuple[Question, ...], tried: tuple[Group, ...]) -> None:
        self.questions = questions
        self.tried = tried
        self.batches = tuple(batches(questions, _law()))

    def __call__(self, number: int) -> list[Trial]:
        group = self.tried[number]
        left = survivors(lambda: self._survivors(group))
        if left is None:
            alone = (group.of([each.number]) for each in group.changes)
            left = {n for one in alone for n in survivors(partial(self._survivors, one)) or ()}
        return [_trial(each.number, survived=each.number in left) for each in group.changes]

    def _survivors(self, group: Group) -> set[int]:
        left = {each.number for each in group.changes}
        for batch in self.batches:
            if not left:
                break
            some = group.of(left)
            told = some.states_that_tell(batch)
            for change in some.changes:
                states = told.get(change.number, ())
                if any(group.is_told(change, batch, part) for part in _cut(states)):
                    left.remove(change.number)
        return left


def _trial(number: int, *, survived: bool) -> Trial:
    mutant = _all_mutants()[number]
    return Trial(mutant.name, mutant.file, "survived" if survived else "killed", mutant.line)


def _cut(states: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield a few states first, since most mutants are killed by those, then all others."""
    few = states[:: max(1, len(states) // _FIRST)]
    rest = sorted(set(states) - set(few))
    yield from (some for some in (few, rest) if some)


def survivors(trial: Callable[[], set[int]]) -> set[int] | None:
    """Return what a trial says; None if it comes to no end: a mutant may ground for ever.

    The trial runs in its own process, with limits to time and memory where the system has such.

    >>> survivors(lambda: {1, 2})
    {1, 2}
    """
    if not hasattr(os, "fork"):
        return trial()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        import resource

        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        code = 1
        try:
            with os.fdopen(writing, "w") as pipe:
                json.dump(sorted(trial()), pipe)
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    done = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
    return set(json.loads(text)) if done else None


def read_names(path: str | Path) -> frozenset[str]:
    """Return the names of mutants in a file: one a line, `#` begins a remark line."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        found = error.strerror or "no file"
        raise DocumentError(str(path), found=found, expected="a readable file") from error
    return frozenset(line for line in lines if line and not line.startswith("#"))


def count_trials(trials: Iterable[Trial], *, equivalent: Collection[str]) -> dict[str, Any]:
    """Return totals, totals by file and the mutants that survived, as plain data.

    >>> count_trials([Trial("a", "f", "survived")], equivalent=["a"])["totals"]
    {'killed': 0, 'survived': 0, 'equivalent': 1}
    """
    totals = dict.fromkeys(("killed", "survived", "equivalent"), 0)
    files: dict[str, dict[str, int]] = {}
    rows = []
    for trial in trials:
        outcome = trial.outcome
        if outcome == "survived" and trial.name in equivalent:
            outcome = "equivalent"
        row = files.setdefault(trial.file, dict.fromkeys(totals, 0))
        row[outcome] += 1
        totals[outcome] += 1
        rows.append({"mutant": trial.name, "line": trial.line, "outcome": outcome})
    return {"version": 1, "totals": totals, "files": files, "mutants": rows}
