"""All classes of verdicts in a scope: each set of requirements unmet and open, with one witness."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pyadapter.batch import Question, answers
from pyadapter.budget import UNLIMITED, Budget, allowed
from pyadapter.find import same_verdict
from pyadapter.journal import about_search
from pyadapter.labels import bare
from pyadapter.plurals import counted
from pyadapter.runs import Progress, run
from pyadapter.scope import Scope
from pyadapter.space import Example, Space, has_states, kinds

Requirements = tuple[tuple[str, ...], tuple[str, ...]]
"""The requirements that are unmet, and those that are open."""

_PROGRAM = """
unmet_of_asked(R) :- asked(P,A), unmet(P,A,R).
open_of_asked(R)  :- asked(P,A), open(P,A,R).
"""
WITNESS_LIMIT = 10.0


class Task(msgspec.Struct, frozen=True):
    """All states with just `scope.cards` objects and one kind; `known` are of smaller ones."""

    scope: Scope
    kind: str
    rules: str
    known: tuple[Requirements, ...]
    witness_limit: float | None


class Covered(msgspec.Struct, frozen=True):
    """The classes that no smaller state shows, and a witness for each unless they only count."""

    classes: tuple[Requirements, ...]
    witnesses: tuple[Example, ...]
    done: bool = True


@dataclass(frozen=True, slots=True)
class Cover:
    """The classes of a scope, each with a witness, and whether these are all.

    `sizes` are the numbers of objects that were searched to the end, `counts` says how many classes
    of each kind are first seen with each number of objects.
    """

    counts: dict[int, dict[str, int]]
    witnesses: tuple[Example, ...]
    complete: bool
    stopped: bool
    sizes: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of classes."""
        return sum(sum(row.values()) for row in self.counts.values())

    @property
    def outcome(self) -> str:
        """The outcome in words."""
        if self.complete:
            return f"{'all ' if self.total != 1 else ''}{counted(self.total, 'class')}"
        why = "stopped" if self.stopped else "the time ran out"
        return f"unknown: {why} with {counted(self.total, 'class')}"


def cover(
    scope: Scope,
    *,
    rules: str,
    kind: str | None = None,
    witness_limit: float | None = WITNESS_LIMIT,
    budget: Budget = UNLIMITED,
    executor: Executor | None = None,
    journal: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    see: Callable[[Example], None] | None = None,
) -> Cover:
    """Return all classes of verdicts in the states of a scope, with a smallest witness of each.

    A class is a kind of action, with the requirements that are unmet and those that are open.
    States are never counted up. To show that a witness is smallest may take `witness_limit`
    seconds; one for which that didn't suffice has `smallest` false. With None there are no
    witnesses, and the classes are only counted.

    >>> from pyadapter.scope import named_scope
    >>> found = cover(named_scope("default").of_size(0), rules="2012-05-01", kind="end_effect")
    >>> found.complete, {one.verdict for one in found.witnesses} >= {"legal", "illegal"}
    (True, True)
    """
    asked = kinds() if kind is None else (kind,)
    known: dict[str, list[Requirements]] = {each: [] for each in asked}
    counts: dict[int, dict[str, int]] = {}
    witnesses: list[Example] = []
    sizes: list[int] = []
    about = about_search(
        "cover", scope, edition=rules, kinds=asked, witness_limit=str(witness_limit)
    )
    complete = True
    for size in range(scope.cards + 1):
        tasks = [
            Task(scope.of_size(size), each, rules, tuple(known[each]), witness_limit)
            for each in asked
            if size or has_states(scope.of_size(size), each)
        ]
        results = run(
            tasks,
            work,
            result_type=Covered,
            executor=executor,
            journal=journal,
            about=about,
            budget=budget,
            progress=progress,
        )
        taken = 0
        try:
            for task, result in results:
                taken += 1
                complete = complete and result.done
                known[task.kind] += result.classes
                if result.classes:
                    counts.setdefault(size, {})[task.kind] = len(result.classes)
                for example in result.witnesses:
                    witnesses.append(example)
                    if see is not None:
                        see(example)
        except KeyboardInterrupt:
            return Cover(counts, tuple(witnesses), False, True, tuple(sizes))
        complete = complete and taken == len(tasks)
        if not complete:
            break
        sizes.append(size)
    return Cover(counts, tuple(witnesses), complete, False, tuple(sizes))


def work(task: Task) -> Covered:
    """Find the classes of one kind and size that aren't known, and a witness for each."""
    budget = allowed()
    space = Space(task.scope, kind=task.kind, rules=task.rules, program=_PROGRAM)
    literals = _literals(space)
    ways, done = space.classes(tuple(literals.values()), budget=budget)
    fresh: dict[Requirements, tuple[int, ...]] = {}
    for way in ways:
        true = [key for key, literal in zip(literals, way, strict=True) if literal == literals[key]]
        fresh[_of(true, "unmet"), _of(true, "open")] = way
    for each in task.known:
        fresh.pop(each, None)
    classes = sorted(fresh, key=lambda one: (len(one[0]) + len(one[1]), one))
    if task.witness_limit is None:
        return Covered(tuple(classes), (), done)
    witnesses: list[Example] = []
    for requirements in classes:
        example = _witness(space, fresh[requirements], budget, task.witness_limit)
        if example is None:
            done = False
            break
        assert (example.unmet, example.open) == requirements
        witnesses.append(example)
    _confirm(witnesses)
    return Covered(tuple(classes[: len(witnesses)]), tuple(witnesses), done)


def _literals(space: Space) -> dict[tuple[str, str], int]:
    """Return the solver's literal for each requirement of the action that is unmet, or open."""
    found = {}
    for status in ("unmet", "open"):
        for each in space.atoms(f"{status}_of_asked", 1):
            literal = space.literal(each)
            assert literal is not None
            found[status, bare(each.arguments[0])] = literal
    return found


def _of(true: Sequence[tuple[str, str]], status: str) -> tuple[str, ...]:
    return tuple(sorted(name for which, name in true if which == status))


def _witness(space: Space, way: Sequence[int], budget: Budget, limit: float) -> Example | None:
    """Return the smallest example of a class, or the smallest that was found in time."""
    example = space.ask(*way, budget=budget.within(limit)).example
    if example is None:
        example = space.ask(*way, smallest=False, budget=budget).example
    return example


def _confirm(examples: Sequence[Example]) -> None:
    """Check that states judged by themselves get the same verdict. Raises EncodingError if not."""
    questions = [Question(each.document, each.player, each.action) for each in examples]
    for example, answer in zip(examples, answers(questions), strict=True):
        if answer.error is not None:
            raise answer.error
        assert answer.asked is not None
        same_verdict(example, answer.asked)
