"""Finding the smallest states that show something: what the goal of a query asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import clingo
import msgspec
from clingo import ast

from pyadapter.budget import UNLIMITED, Budget, allowed
from pyadapter.errors import EncodingError, SearchError
from pyadapter.journal import about_search
from pyadapter.queries import body_atoms, may_be
from pyadapter.runs import Progress, run
from pyadapter.scope import Scope
from pyadapter.space import Example, Space, has_states, kinds
from pyadapter.state import GameState
from pyadapter.verdict import Verdict

_GOAL = clingo.Function("goal")


class Task(msgspec.Struct, frozen=True):
    """All states with just `scope.cards` objects in which an action of one kind is asked about."""

    scope: Scope
    kind: str
    rules: str
    query: str
    limit: int


class Found(msgspec.Struct, frozen=True):
    """Examples, the smallest first; `never` are atoms of the query that are true in no state."""

    examples: tuple[Example, ...]
    never: tuple[str, ...]
    done: bool = True


@dataclass(frozen=True, slots=True)
class Finds:
    """What a search found: examples, the smallest first, and whether nothing was left out.

    `sizes` are those that were searched to the end, as far as was needed. `never` are atoms in the
    bodies of the query that can't be true in any state searched, often a misspelt constant.
    """

    examples: tuple[Example, ...]
    complete: bool
    stopped: bool
    sizes: tuple[int, ...]
    never: tuple[str, ...]

    @property
    def outcome(self) -> str:
        """The outcome in words."""
        if not self.complete:
            why = "stopped" if self.stopped else "the time ran out"
            return f"unknown: {why} with {len(self.examples)} found"
        return f"found {len(self.examples)}" if self.examples else "no such state in scope"


def find(
    query: str,
    scope: Scope,
    *,
    rules: str,
    kind: str | None = None,
    limit: int = 1,
    budget: Budget = UNLIMITED,
    executor: Executor | None = None,
    journal: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    see: Callable[[Example], None] | None = None,
) -> Finds:
    """Return the smallest states of a scope in which the goal of a checked query holds.

    Fewer objects come first, then fewer facts that are out of the ordinary. No two differ only in
    the names of objects, or of cards that are made up. `see` is told of each as it is found.

    >>> from pyadapter.queries import checked_query
    >>> from pyadapter.scope import named_scope
    >>> query = checked_query("goal :- legal(P,roll_planar_die).")
    >>> found = find(query, named_scope("default"), rules="2012-05-01", kind="roll_planar_die")
    >>> [(one.size, one.extras, one.verdict) for one in found.examples], found.outcome
    ([(0, 1, 'legal')], 'found 1')
    """
    asked = kinds() if kind is None else (kind,)
    sizes = range(scope.cards + 1)
    tasks = tuple(
        Task(scope.of_size(size), each, rules, query, limit) for size in sizes for each in asked
    )
    about = about_search("find", scope, edition=rules, kinds=asked, query=query, limit=str(limit))
    results = run(
        tasks,
        work,
        result_type=Found,
        executor=executor,
        journal=journal,
        about=about,
        budget=budget,
        progress=progress,
    )
    return _gathered(results, len(asked), len(tasks), limit, see)


def _gathered(
    results: Iterator[tuple[Task, Found]],
    width: int,
    total: int,
    limit: int,
    see: Callable[[Example], None] | None,
) -> Finds:
    """Take results until a size is done with which there are enough."""
    examples: list[Example] = []
    at_size: list[Example] = []
    sizes: list[int] = []
    never: set[str] | None = None
    taken, complete, stopped = 0, True, False
    try:
        for task, result in results:
            taken += 1
            complete = complete and result.done
            never = set(result.never) if never is None else never & set(result.never)
            at_size += result.examples
            if see is not None:
                for example in result.examples:
                    see(example)
            if taken % width == 0:
                examples += sorted(at_size, key=lambda one: one.extras)
                at_size = []
                sizes.append(task.scope.cards)
                if len(examples) >= limit:
                    total = taken
                    break
    except KeyboardInterrupt:
        stopped, complete = True, False
    examples += sorted(at_size, key=lambda one: (one.size, one.extras))
    complete = complete and taken == total
    told = sorted(never or ()) if complete and (not examples or sizes[-1] > 0) else ()
    return Finds(tuple(examples[:limit]), complete, stopped, tuple(sizes), tuple(told))


def work(task: Task) -> Found:
    """Find examples of one kind and size, the smallest first."""
    budget = allowed()
    if not task.scope.cards and not has_states(task.scope, task.kind):
        return Found((), tuple(dict.fromkeys(written for written, _ in _terms(task.query))))
    try:
        space = Space(task.scope, kind=task.kind, rules=task.rules, program=task.query)
    except SearchError as error:
        raise SearchError(" ".join(str(error).replace("<block>", "query").split())) from error
    never = _never(space, task.query)
    examples: dict[tuple[str, ...], Example] = {}
    while len(examples) < task.limit:
        answer = space.ask(_GOAL, budget=budget)
        if answer.example is not None:
            examples.setdefault(likeness(answer.example), confirmed(answer.example))
        if not answer.exhausted:
            return Found(tuple(examples.values()), never, done=False)
        if answer.example is None:
            break
        if len(examples) < task.limit:
            space.exclude_last()
    return Found(tuple(examples.values()), never)


def _never(space: Space, query: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for written, pattern in _terms(query):
        symbols = space.atoms(pattern.name, len(pattern.arguments))
        if not any(may_be(pattern, symbol) for symbol in symbols):
            found[written] = None
    return tuple(found)


def _terms(query: str) -> Iterator[tuple[str, ast.AST]]:
    return (each for each in body_atoms(query) if each[1].ast_type is ast.ASTType.Function)


def confirmed(example: Example) -> Example:
    """Return an example that `GameState` judges in the same way. Raises EncodingError if not."""
    state = GameState.from_document(example.document)
    return same_verdict(example, state.why(example.action, player=example.player))


def same_verdict(example: Example, verdict: Verdict) -> Example:
    """Return an example with which a verdict agrees. Raises EncodingError if it doesn't."""
    found = (verdict.requirements("unmet"), verdict.requirements("open"))
    if (verdict.verdict, *found) != (example.verdict, example.unmet, example.open):
        raise EncodingError(
            f"{example.action} in a state that was found: {example.verdict}, unmet "
            f"{example.unmet}, open {example.open}; judged by itself: {verdict.verdict}, {found}"
        )
    return example


class Stated(Protocol):
    """A state as facts, with the action that it is about."""

    @property
    def action(self) -> str: ...
    @property
    def facts(self) -> tuple[str, ...]: ...


def likeness(example: Stated) -> tuple[str, ...]:
    """Return what is the same for states of scopes that differ only in names.

    What the action is about keeps its name; other objects with cards of their own, and effects,
    stand in the order of what is said of them. No fact of a scope speaks of two objects.
    """
    named = set(_names(example.action))
    said: dict[str, list[str]] = {}
    rest = []
    for fact in example.facts:
        names = [name for name in _names(fact) if name not in named]
        if names:
            said.setdefault(names[0], []).append(_NAME.sub(_masked, fact))
        else:
            rest.append(fact)
    return (*sorted(rest), *sorted("; ".join(sorted(each)) for each in said.values()))


_NAME = re.compile(r'"Card (\d)"|"(?:[^"\\]|\\.)*"|\b(?:o(\d)|(e\d))\b')


def _names(text: str) -> Iterator[str]:
    """Yield the objects, those of cards of their own, and the effects that a text names."""
    for found in _NAME.finditer(text):
        number = found[1] or found[2]
        if number or found[3]:
            yield f"o{number}" if number else found[3]


def _masked(found: re.Match[str]) -> str:
    return "_" if found[1] or found[2] or found[3] else found[0]
