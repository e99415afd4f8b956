"""Does anybody notice? Each mutant of the law is tried on all test states, in one process each."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import clingo
from clingo import ast

from pyadapter.actions import kind_of
from pyadapter.batch import CardKeys, Question, lifted_law, numbered_facts, prepared
from pyadapter.catalogue import known_cards
from pyadapter.documents import converted
from pyadapter.editions import edition_fact, edition_on
from pyadapter.errors import DocumentError
from pyadapter.mutants import MutableLaw, Mutant, mutable_law, mutants

FILES = ("special_actions.lp",)
_READ = (("verdict", 4), ("legal", 3), ("met", 4), ("unmet", 4), ("open", 4), ("option", 5))
_CHUNKS = (60, 300)
_SECONDS, _BYTES = 120, 4 << 30
Seen = frozenset[clingo.Symbol]


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant: `killed` (some state told the difference) or `survived`."""

    name: str
    file: str
    outcome: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Case(Question):
    """A question; `alone`: its state is tried by itself, since a batch shares cards and words."""

    alone: bool = False


def read_questions(paths: Iterable[str | Path]) -> tuple[Case, ...]:
    """Return the questions of case files: JSON lines with `state`, `player` and `action`.

    Raises DocumentError if a file can't be read. A line without an action asks for all on offer.
    """
    found: list[Case] = []
    for path in paths:
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
            rows: list[dict[str, Any]] = [json.loads(line) for line in lines if line.strip()]
            for row in rows:
                state = converted(row["state"])
                alone = bool(row.get("alone", False))
                found.append(Case(state, row.get("player"), row.get("action"), alone))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DocumentError(
                str(path), found=str(error) or type(error).__name__, expected="a file of cases"
            ) from error
    return tuple(found)


def run_mutants(
    questions: Sequence[Question], *, every: int = 1, jobs: int = 1, only: str = "*"
) -> Iterator[Trial]:
    """Yield what became of each mutant, or of one in `every`, in order, with `jobs` processes.

    Which ones hangs on their texts alone, so that a change elsewhere doesn't choose others. `only`
    limits them to the files of the law whose names (`asp/state/turn.lp`) are like this pattern.
    """
    chosen = [
        number
        for number, mutant in enumerate(_all_mutants())
        if fnmatch(mutant.file, only) and crc32(mutant.name.encode()) % every == 0
    ]
    if jobs <= 1:
        yield from map(_Trials(tuple(questions)), chosen)
        return
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(tuple(questions),)) as pool:
        yield from pool.map(_try, chosen, chunksize=8)


_trials: list[_Trials] = []


def _start(questions: tuple[Question, ...]) -> None:
    _trials[:] = [_Trials(questions)]


def _try(number: int) -> Trial:
    return _trials[0](number)


@cache
def _law() -> MutableLaw:
    return mutable_law(FILES, indexed=lifted_law().indexed)


@cache
def _all_mutants() -> tuple[Mutant, ...]:
    return tuple(mutants(_law()))


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Some states as one program text, with what is asked of each and what the law says."""

    text: str
    asked: tuple[clingo.Symbol | None, ...]
    expected: Seen


class _Trials:
    """The test states, grounded once by the law as it is."""

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = questions
        self.chunks: dict[str, list[_Chunk]] = {}

    def about(self, file: str) -> list[_Chunk]:
        """Return the states to try for a file: all, or for an action's own those that ask of it."""
        kind = Path(file).stem if "/actions/" in file else ""
        if kind not in self.chunks:
            self.chunks[kind] = list(self._chunks(_asking(self.questions, kind)))
        return self.chunks[kind]

    def _chunks(self, questions: Sequence[Question]) -> Iterator[_Chunk]:
        lonely = [each for each in questions if isinstance(each, Case) and each.alone]
        rest = [each for each in questions if not (isinstance(each, Case) and each.alone)]
        spread = max(1, len(rest) // _CHUNKS[0])
        yield from self._grouped(rest[::spread])
        yield from self._grouped([each for place, each in enumerate(rest) if place % spread])
        for each in lonely:
            yield from self._grouped([each])

    def _grouped(self, questions: Sequence[Question]) -> Iterator[_Chunk]:
        """Put states into chunks, each of one edition; those with most states come first."""
        editions: dict[str, list[Question]] = defaultdict(list)
        for each in questions:
            editions[edition_on(each.document.rules)].append(each)
        for edition, members in sorted(editions.items(), key=lambda each: -len(each[1])):
            for start in range(0, len(members), _CHUNKS[1]):
                yield self._chunk(members[start : start + _CHUNKS[1]], edition)

    def _chunk(self, questions: Sequence[Question], edition: str) -> _Chunk:
        keys = CardKeys()
        ready = [prepared(each, known_cards(), None, keys) for each in questions]
        shared = [edition_fact(edition)]
        text = numbered_facts([each.all_facts for each in ready], shared=shared)
        asked = tuple(None if one.asked is None else clingo.parse_term(one.asked) for one in ready)
        chunk = _Chunk(text, asked, frozenset())
        seen = _seen(_law().program(), chunk)
        assert seen is not None
        return _Chunk(chunk.text, chunk.asked, seen)

    def __call__(self, number: int) -> Trial:
        mutant = _all_mutants()[number]
        self.about(mutant.file)
        killed = not survives(lambda: self._survives(mutant))
        return Trial(mutant.name, mutant.file, "killed" if killed else "survived", mutant.line)

    def _survives(self, mutant: Mutant) -> bool:
        program = _law().program(mutant)
        return all(_seen(program, chunk) == chunk.expected for chunk in self.about(mutant.file))


def _asking(questions: Sequence[Question], kind: str) -> list[Question]:
    if not kind:
        return list(questions)
    asking = [each for each in questions if each.action is None or kind_of(each.action) == kind]
    return asking or list(questions)


def survives(trial: Callable[[], bool]) -> bool:
    """Return what a trial says, or False if it comes to no end: a mutant may ground for ever.

    The trial runs in its own process, with limits to time and memory where the system has such.

    >>> survives(lambda: True), survives(lambda: False)
    (True, False)
    """
    if not hasattr(os, "fork"):
        return trial()
    child = os.fork()
    if child == 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        code = 1
        try:
            code = 0 if trial() else 1
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0


def _seen(program: Collection[ast.AST], chunk: _Chunk) -> Seen | None:
    """Return what a program says of what is asked; None if it is none, or not stratified."""
    control = clingo.Control(logger=lambda *_: None)
    try:
        with ast.ProgramBuilder(control) as builder:
            for statement in program:
                builder.add(statement)
        control.add("base", [], chunk.text)
        control.ground([("base", [])])
    except RuntimeError:
        return None
    found = []
    for name, arity in _READ:
        for symbolic in control.symbolic_atoms.by_signature(name, arity):
            if not symbolic.is_fact:
                return None
            index, player, action = symbolic.symbol.arguments[:3]
            asked = chunk.asked[index.number]
            if asked is None or asked.arguments == [player, action]:
                found.append(symbolic.symbol)
    return frozenset(found)


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
