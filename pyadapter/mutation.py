"""Does anybody notice? Each mutant of the law is tried on all test states, in one process each."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import clingo
from clingo import ast

from pyadapter.batch import CardKeys, Question, lifted_law, numbered_facts, prepared
from pyadapter.catalogue import known_cards
from pyadapter.documents import converted
from pyadapter.editions import edition_fact
from pyadapter.errors import DocumentError
from pyadapter.mutants import MutableLaw, Mutant, mutable_law, mutants

FILES = ("special_actions.lp",)
_READ = (("verdict", 4), ("legal", 3), ("met", 4), ("unmet", 4), ("open", 4), ("option", 5))
_CHUNKS = (60, 240, 400)
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
        self.chunks: list[_Chunk] = []
        lonely = [each for each in questions if isinstance(each, Case) and each.alone]
        rest = [each for each in questions if not (isinstance(each, Case) and each.alone)]
        sizes = iter(_CHUNKS)
        spread = max(1, len(rest) // _CHUNKS[0])
        first = rest[::spread]
        later = [each for place, each in enumerate(rest) if place % spread]
        self._add(first)
        next(sizes)
        while later:
            size = next(sizes, _CHUNKS[-1])
            self._add(later[:size])
            later = later[size:]
        for each in lonely:
            self._add([each])

    def _add(self, questions: Sequence[Question]) -> None:
        keys = CardKeys()
        ready = [prepared(each, known_cards(), None, keys) for each in questions]
        shared = [edition_fact(each.edition) for each in ready]
        text = numbered_facts([each.all_facts for each in ready], shared=shared)
        asked = tuple(None if one.asked is None else clingo.parse_term(one.asked) for one in ready)
        chunk = _Chunk(text, asked, frozenset())
        seen = _seen(_law().program(), chunk)
        assert seen is not None
        self.chunks.append(_Chunk(chunk.text, chunk.asked, seen))

    def __call__(self, number: int) -> Trial:
        mutant = _all_mutants()[number]
        program = _law().program(mutant)
        killed = any(_seen(program, chunk) != chunk.expected for chunk in self.chunks)
        return Trial(mutant.name, mutant.file, "killed" if killed else "survived", mutant.line)


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
