"""Are properties of the law true in all states of a scope? By refutation, smallest states first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

import clingo
import msgspec

from pyadapter.budget import UNLIMITED, Budget, allowed
from pyadapter.find import confirmed
from pyadapter.journal import about_search
from pyadapter.properties import Property, PropertyFile, properties_in, rules_in
from pyadapter.property_kinds import kinds_of
from pyadapter.property_space import property_space
from pyadapter.runs import Progress, run
from pyadapter.scope import Scope
from pyadapter.space import Example, Space, has_states, kinds
from pyadapter.worlds import number_of

HOLDS, REFUTED, VACUOUS, UNKNOWN = "holds in scope", "refuted", "vacuous", "unknown"
_COMMON_LIMIT = 60.0
_SMALL = 1


class Task(msgspec.Struct, frozen=True):
    """One question for one process: do these properties of a file hold for this kind and size?

    `triggered` are those of which it is known already that some state satisfies the antecedent.
    """

    file: str
    text: str
    names: tuple[str, ...]
    triggered: tuple[str, ...]
    scope: Scope
    kind: str
    rules: str


class World(msgspec.Struct, frozen=True):
    """What is so in one of two worlds only: the verdict there, and facts that the other lacks."""

    verdict: str
    facts: tuple[str, ...]


class Counterexample(msgspec.Struct, frozen=True):
    """A state in which a property fails; `witness` is what the property says is wrong.

    `common` are the facts of all counterexamples of this size and kind, None if that took too long.
    """

    example: Example
    witness: tuple[str, ...]
    worlds: tuple[World, ...] = ()
    common: tuple[str, ...] | None = None


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
    done: bool = True


def work(task: Task) -> Result:
    """Answer one task. Raises SearchError if clingo can't use the file."""
    budget, file = allowed(), properties_in(task.text, name=task.file)
    space = property_space(
        file,
        task.names,
        scope=task.scope,
        kind=task.kind,
        rules=task.rules,
    )
    found = ask_all(space, task.names, triggered=task.triggered, budget=budget)
    if not file.worlds:
        for each in found:
            if each.counterexample is not None:
                confirmed(each.counterexample.example)
    return Result(found, all(each.complete for each in found))


def ask_all(
    space: Space,
    names: Sequence[str],
    *,
    triggered: Sequence[str] = (),
    budget: Budget = UNLIMITED,
) -> tuple[Found, ...]:
    """Ask about each of some properties of a space by itself."""
    anything = space.ask(_atom("_violated"), smallest=False, budget=budget)
    clean = anything.exhausted and anything.example is None
    return tuple(
        _found(space, name, clean=clean, known=name in triggered, budget=budget) for name in names
    )


def ask_refuted(
    space: Space, names: Sequence[str], *, budget: Budget = UNLIMITED
) -> tuple[str, ...]:
    """Return those of some properties of a space for which it has a counterexample."""
    anything = space.ask(_atom("_violated"), smallest=False, budget=budget)
    if anything.example is None:
        return ()
    return tuple(
        name
        for name in names
        if space.ask(_atom("_violated", name), smallest=False, budget=budget).example is not None
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
    literal = space.literal(goal)
    answer = space.ask(goal, smallest=False, budget=budget)
    if answer.example is None or literal is None:
        return Found(name, triggered, complete and answer.exhausted)
    best = space.ask(goal, budget=budget).example or answer.example
    common = space.common(literal, budget=budget.within(_COMMON_LIMIT))
    return Found(name, True, True, _counterexample(name, best, common))


def _counterexample(name: str, example: Example, common: tuple[str, ...] | None) -> Counterexample:
    witness: list[str] = []
    verdicts: dict[int, str] = {}
    facts: dict[int, list[str]] = {}
    for symbol in map(clingo.parse_term, example.witness):
        if len(symbol.arguments) == 2:
            if str(symbol.arguments[0]) == name:
                witness.append(str(symbol.arguments[1]))
            continue
        world, what = symbol.arguments[0].arguments
        if symbol.arguments[0].name == "verdict":
            verdicts[world.number] = str(what)
        else:
            facts.setdefault(world.number, []).append(str(what))
    worlds = tuple(
        World(verdicts.get(number, example.verdict), tuple(facts.get(number, ())))
        for number in (0, 1)
        if verdicts or facts
    )
    return Counterexample(example, tuple(witness), worlds, common)


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

    def learn(self, found: Found) -> None:
        self.triggered = self.triggered or found.triggered
        if found.counterexample is not None:
            self.counterexamples.append(found.counterexample)

    def outcome(self, edition: str) -> Outcome:
        if self.counterexamples:
            verdict = REFUTED
        elif not self.complete:
            verdict = UNKNOWN
        else:
            verdict = HOLDS if self.triggered else VACUOUS
        found = sorted(self.counterexamples, key=lambda one: _rank(one.example))
        return Outcome(
            property=self.property,
            outcome=verdict,
            rules=rules_in(number_of(edition), self.property.rules),
            edition=edition,
            sizes=tuple(self.sizes),
            counterexample=found[0] if found else None,
            common=_shared(found),
        )


def _rank(example: Example) -> tuple[int, int]:
    return example.extras, kinds().index(example.kind)


def _shared(found: Sequence[Counterexample]) -> tuple[str, ...] | None:
    shared: set[str] | None = None
    for each in found:
        if each.common is None:
            return None
        shared = set(each.common) if shared is None else shared & set(each.common)
    return None if shared is None else tuple(sorted(shared))


def verify(
    files: Sequence[PropertyFile],
    *,
    scope: Scope,
    rules: str,
    names: Mapping[str, Sequence[str]],
    kind: str | None = None,
    budget: Budget = UNLIMITED,
    executor: Executor | None = None,
    journal: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    see: Callable[[str], None] | None = None,
) -> tuple[Outcome, ...]:
    """Return what becomes of the properties `names` of each file (by its path) in an edition.

    States with up to `scope.cards` objects are looked at, smallest first: with none and with one
    for all properties, then with two, and so on. A property isn't asked about kinds of which it
    can't speak, nor about larger states once it is refuted; `see` is told its name. What a spent
    budget, or a person who stops the search, leaves undecided is `unknown`.
    """
    asked = kinds() if kind is None else (kind,)
    records = {
        (file.path, each.name): _Record(each)
        for file in files
        for each in file.properties
        if each.name in names[file.path]
    }
    properties = ", ".join(name for _, name in records)
    about = about_search("verify", scope, edition=rules, kinds=asked, properties=properties)
    for size, together in rounds(files, cards=scope.cards):
        tasks = [
            task
            for file in together
            for task in _tasks(file, records, scope.of_size(size), asked, rules)
        ]
        left = {(task.file, task.kind): task.names for task in tasks}
        of_these = {file.path for file in together if tasks}
        undone = {key for key in records if key[0] in of_these and not records[key].counterexamples}
        undecided: set[tuple[str, str]] = set()
        try:
            for task, result in run(
                tasks,
                work,
                result_type=Result,
                executor=executor,
                journal=journal,
                about=about,
                budget=budget,
                progress=progress,
            ):
                del left[task.file, task.kind]
                for found in result.found:
                    records[task.file, found.name].learn(found)
                    if not found.complete:
                        undecided.add((task.file, found.name))
                    if found.counterexample is not None and see is not None:
                        see(found.name)
        except KeyboardInterrupt:
            pass
        undecided |= {(path, name) for (path, _), names in left.items() for name in names}
        for key in undone:
            if key in undecided:
                records[key].complete = False
            else:
                records[key].sizes.append(size)
    return tuple(record.outcome(rules) for record in records.values())


def rounds(
    files: Sequence[PropertyFile], *, cards: int
) -> Iterator[tuple[int, tuple[PropertyFile, ...]]]:
    """Yield sizes with the files to ask about them, so that little time decides the most.

    None and one object come first, and of the files those of one world, which cost less.
    """
    plain = tuple(file for file in files if not file.worlds)
    rest = tuple(file for file in files if file.worlds)
    small = range(min(cards, _SMALL) + 1)
    for together in (plain, rest):
        yield from ((size, together) for size in small if together)
    for size in range(_SMALL + 1, cards + 1):
        yield from ((size, together) for together in (plain, rest) if together)


def _tasks(
    file: PropertyFile,
    records: Mapping[tuple[str, str], _Record],
    scope: Scope,
    asked: Sequence[str],
    rules: str,
) -> list[Task]:
    left = {
        name: record
        for (path, name), record in records.items()
        if path == file.path and not record.counterexamples
    }
    speaks_of = kinds_of(file)
    found = []
    for kind in asked:
        names = tuple(name for name in left if kind in speaks_of[name])
        if names and (scope.cards or has_states(scope, kind)):
            found.append(
                Task(
                    file=file.path,
                    text=file.text,
                    names=names,
                    triggered=tuple(name for name in names if left[name].triggered),
                    scope=scope,
                    kind=kind,
                    rules=rules,
                )
            )
    return found
