"""Are properties of the law true in all states of a scope? By refutation, smallest states first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

import clingo
import msgspec

from pyadapter.property_space import property_space
from pyadapter.properties import Property, PropertyFile, rules_in
from pyadapter.scope import Scope
from pyadapter.space import Budget, Example, Space, kinds
from pyadapter.worlds import number_of

HOLDS, REFUTED, VACUOUS, UNKNOWN = "holds in scope", "refuted", "vacuous", "unknown"
WITHOUT_OBJECT = ("end_effect", "ignore_effect", "roll_planar_die")
"""Kinds of actions that a state without any object may ask about."""


class Task(msgspec.Struct, frozen=True):
    """One question for one process: do these properties of a file hold for this kind and size?

    `triggered` are those of which it is known already that some state satisfies the antecedent;
    `until` is the time (of `time.time`) at which to give up.
    """

    file: str
    text: str
    names: tuple[str, ...]
    triggered: tuple[str, ...]
    scope: Scope
    kind: str
    rules: str
    until: float | None = None


class Counterexample(msgspec.Struct, frozen=True):
    """A state in which a property fails: its facts, what was asked, and what came of it.

    `witness` is what the property says is wrong. With two worlds, `worlds` holds for each of them
    its verdict and the facts that only it has. `common` are the facts of all counterexamples of
    this size and kind, none if the budget ran out before they were known.
    """

    kind: str
    size: int
    extras: int
    smallest: bool
    facts: tuple[str, ...]
    player: str
    action: str
    verdict: str
    unmet: tuple[str, ...]
    open: tuple[str, ...]
    witness: tuple[str, ...]
    worlds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    common: tuple[str, ...] | None = None

    def example(self, rules: str) -> Example:
        """Return it as an example, which can be written as a document."""
        return Example(
            kind=self.kind,
            rules=rules,
            size=self.size,
            extras=self.extras,
            smallest=self.smallest,
            facts=self.facts,
            player=self.player,
            action=self.action,
            verdict=self.verdict,
            unmet=self.unmet,
            open=self.open,
            witness=self.witness,
        )


class Found(msgspec.Struct, frozen=True):
    """What a task found of one property: whether the antecedent was met, and a counterexample.

    `complete` says that the search for both came to its end.
    """

    name: str
    triggered: bool
    complete: bool
    counterexample: Counterexample | None = None


class Result(msgspec.Struct, frozen=True):
    """What came of a task."""

    found: tuple[Found, ...]


def work(task: Task) -> Result:
    """Answer one task. Raises SearchError if clingo can't use the file."""
    from pyadapter.properties import properties_in

    left = None if task.until is None else task.until - time.time()
    budget = Budget.of(left)
    if budget.spent:
        return Result(tuple(Found(name, False, False) for name in task.names))
    space = property_space(
        properties_in(task.text, name=task.file),
        task.names,
        scope=task.scope,
        kind=task.kind,
        rules=task.rules,
    )
    anything = space.ask(_atom("_violated"), smallest=False, budget=budget)
    clean = anything.exhausted and anything.example is None
    return Result(
        tuple(
            _found(space, name, clean=clean, known=name in task.triggered, budget=budget)
            for name in task.names
        )
    )


def _atom(name: str, *arguments: str) -> clingo.Symbol:
    return clingo.Function(name, [clingo.parse_term(each) for each in arguments])


def _found(space: Space, name: str, *, clean: bool, known: bool, budget: Budget) -> Found:
    triggered, complete = known, True
    if not known:
        met = space.ask(_atom("_met", name), smallest=False, budget=budget)
        triggered, complete = met.example is not None, not met.unknown
    if clean:
        return Found(name, triggered, complete)
    goal = _atom("_violated", name)
    answer = space.ask(goal, smallest=False, budget=budget)
    if answer.example is None:
        return Found(name, triggered, complete and answer.exhausted)
    best = space.ask(goal, budget=budget).example or answer.example
    literal = space.literal(goal)
    assert literal is not None
    common = None if budget.spent else space.common(literal, budget=budget)
    return Found(name, True, True, _counterexample(name, best, common))


def _counterexample(
    name: str, example: Example, common: tuple[str, ...] | None
) -> Counterexample:
    witness: list[str] = []
    verdicts: dict[int, list[str]] = {}
    differs: dict[int, list[str]] = {}
    for text in example.witness:
        symbol = clingo.parse_term(text)
        if len(symbol.arguments) == 2 and str(symbol.arguments[0]) == name:
            witness.append(str(symbol.arguments[1]))
        elif len(symbol.arguments) == 1:
            world, what = symbol.arguments[0].arguments
            kept = verdicts if symbol.arguments[0].name == "verdict" else differs
            kept.setdefault(world.number, []).append(str(what))
    worlds = tuple(
        ("/".join(verdicts.get(world, [])) or example.verdict, tuple(differs.get(world, [])))
        for world in sorted({*verdicts, *differs, 0, 1})
        if verdicts or differs
    )
    return Counterexample(
        kind=example.kind,
        size=example.size,
        extras=example.extras,
        smallest=example.smallest,
        facts=example.facts,
        player=example.player,
        action=example.action,
        verdict=example.verdict,
        unmet=example.unmet,
        open=example.open,
        witness=tuple(witness),
        worlds=worlds,
        common=common,
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a property; `sizes` are the numbers of objects that were searched to the end.

    `common` are the facts that all counterexamples of the smallest size share, None if unknown.
    """

    property: Property
    outcome: str
    rules: tuple[str, ...]
    edition: str
    sizes: tuple[int, ...] = ()
    counterexample: Counterexample | None = None
    common: tuple[str, ...] | None = None


@dataclass(slots=True)
class _Record:
    """What is known of a property so far."""

    property: Property
    triggered: bool = False
    complete: bool = True
    sizes: list[int] = field(default_factory=list)
    counterexamples: list[Counterexample] = field(default_factory=list)

    def outcome(self, edition: str) -> Outcome:
        if self.counterexamples:
            verdict = REFUTED
        elif not self.complete:
            verdict = UNKNOWN
        else:
            verdict = HOLDS if self.triggered else VACUOUS
        order = {kind: place for place, kind in enumerate(kinds())}
        found = sorted(self.counterexamples, key=lambda each: (each.extras, order[each.kind]))
        return Outcome(
            property=self.property,
            outcome=verdict,
            rules=rules_in(number_of(edition), self.property.rules),
            edition=edition,
            sizes=tuple(self.sizes),
            counterexample=found[0] if found else None,
            common=_shared(found),
        )


def _shared(found: Sequence[Counterexample]) -> tuple[str, ...] | None:
    shared: set[str] | None = None
    for each in found:
        if each.common is None:
            return None
        shared = set(each.common) if shared is None else shared & set(each.common)
    return None if shared is None else tuple(sorted(shared))


Run = Callable[[Sequence[Task]], Iterable[tuple[Task, Result]]]
"""Works tasks, in this process or others, and yields their results in the order of the tasks."""


def one_by_one(tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
    """Work the tasks here, one after the other."""
    for task in tasks:
        yield task, work(task)


def verify(
    files: Sequence[PropertyFile],
    texts: Mapping[str, str],
    *,
    scope: Scope,
    rules: str,
    names: Mapping[str, Sequence[str]],
    asked_kinds: Sequence[str] | None = None,
    seconds: float | None = None,
    run: Run = one_by_one,
) -> tuple[Outcome, ...]:
    """Return what becomes of the properties `names` of each file (by its path) in an edition.

    States with up to `scope.cards` objects are looked at, smallest first. A property that has been
    refuted is not asked about larger states.
    """
    until = None if seconds is None else time.time() + seconds
    records = {
        (file.path, each.name): _Record(each)
        for file in files
        for each in file.properties
        if each.name in names[file.path]
    }
    for size in range(scope.cards + 1):
        tasks = []
        for file in files:
            left = [
                (name, record)
                for (path, name), record in records.items()
                if path == file.path and not record.counterexamples
            ]
            for kind in asked_kinds or kinds():
                if left and (size or kind in WITHOUT_OBJECT):
                    tasks.append(
                        Task(
                            file=file.path,
                            text=texts[file.path],
                            names=tuple(name for name, _ in left),
                            triggered=tuple(name for name, record in left if record.triggered),
                            scope=scope.of_size(size),
                            kind=kind,
                            rules=rules,
                            until=until,
                        )
                    )
        incomplete = set()
        for task, result in run(tasks):
            for found in result.found:
                record = records[task.file, found.name]
                record.triggered = record.triggered or found.triggered
                if not found.complete:
                    record.complete = False
                    incomplete.add((task.file, found.name))
                if found.counterexample is not None:
                    record.counterexamples.append(found.counterexample)
        asked = {(task.file, name) for task in tasks for name in task.names}
        for key in asked - incomplete:
            records[key].sizes.append(size)
    return tuple(record.outcome(rules) for record in records.values())
