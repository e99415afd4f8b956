"""Where two editions part: the smallest states of a scope, by the datum that does it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import clingo
import msgspec

from pyadapter import runs
from pyadapter.budget import UNLIMITED, Budget, allowed
from pyadapter.chronicle import Datum
from pyadapter.data_between import datum_between
from pyadapter.editions import edition_on
from pyadapter.encodings import encoding_folder
from pyadapter.from_facts import document_from
from pyadapter.journal import about_search
from pyadapter.labels import bare
from pyadapter.model import StateDocument
from pyadapter.other_law import OtherLaw, changed_law, law_and_other
from pyadapter.scope import Scope
from pyadapter.space import Example, Space, has_states, kinds
from pyadapter.trimming import block, idle_part, shown
from pyadapter.two_laws import VERDICTS, Aspects, law_of_two_editions

TOGETHER = "together"
_SOME, _OTHER = "some", "other"


class DiffTask(msgspec.Struct, frozen=True):
    """One cube: all states of a kind and a size; `known` counts what is shown already."""

    scope: Scope
    kind: str
    old: str
    new: str
    reasons: bool = False
    listing: bool = False
    limit: int = 1
    known: tuple[tuple[str, int], ...] = ()
    other: OtherLaw | None = None


class Telling(msgspec.Struct, frozen=True):
    """What a state tells: of some aspect (the verdict, ...) what is said before and now, and why.

    `datum` is `era(Subject)` or `listed(Kind)`, `some` if none does it alone, or `other`.
    """

    datum: str
    aspect: str
    before: str
    now: str


class DiffState(msgspec.Struct, frozen=True):
    """A state on which two laws differ; `smallest` if none of its size with less was overlooked."""

    kind: str
    size: int
    extras: int
    smallest: bool
    player: str
    action: str
    tellings: tuple[Telling, ...]
    witnesses: tuple[str, ...]
    facts: tuple[str, ...]

    @property
    def document(self) -> StateDocument:
        """The state as a document, without the edition."""
        return document_from(self.facts)


class DiffResult(msgspec.Struct, frozen=True):
    """What came of a cube; `done` if all was looked at."""

    states: tuple[DiffState, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The states that show what one datum does; None where it isn't one datum that does it."""

    name: str
    datum: Datum | None
    states: tuple[tuple[Telling, DiffState], ...]

    @property
    def title(self) -> str:
        """What makes the difference, where that is no datum of the rules."""
        return "several data together" if self.name == TOGETHER else "the other law"


@dataclass(frozen=True, slots=True)
class Differences:
    """All that was found between two laws in a scope; `done` if the whole scope was looked at."""

    old: str
    new: str
    scope: Scope
    groups: tuple[Group, ...]
    done: bool
    sizes: tuple[int, ...]
    seconds: float
    other: str | None = None

    @property
    def outcome(self) -> str:
        """What came of the search, in a few words."""
        if not self.done:
            return "unknown"
        return "differences found" if self.groups else "no difference in scope"


def differences(
    old: str,
    new: str,
    *,
    scope: Scope,
    kind: str | None = None,
    aspects: Aspects = VERDICTS,
    limit: int = 1,
    other: OtherLaw | None = None,
    budget: Budget = UNLIMITED,
    executor: Executor | None = None,
    journal: Path | None = None,
    progress: Callable[[runs.Progress], None] | None = None,
    see: Callable[[DiffState], None] | None = None,
) -> Differences:
    """Return smallest states of a scope on which two editions differ, the smaller ones first.

    For each kind, datum, old and new verdict there are at most `limit` states. With `other`, the
    law of the edition `new` is compared with that other law; `old` must be the same edition.
    """
    began = time.monotonic()
    old, new = edition_on(old), edition_on(new)
    found: list[DiffState] = []
    counts: Counter[tuple[str, str]] = Counter()
    done = True
    sizes = []
    asked = kinds() if kind is None else (kind,)
    compared = {
        "aspects": str(aspects),
        "limit": str(limit),
        "other": "" if other is None else other.name,
    }
    about = about_search("diff", scope, edition=f"{old} and {new}", kinds=asked, **compared)
    for size in range(scope.cards + 1):
        tasks = [
            DiffTask(
                scope=scope.of_size(size),
                kind=each,
                old=old,
                new=new,
                reasons=aspects.reasons,
                listing=aspects.listing,
                limit=limit,
                known=tuple((term, n) for (owner, term), n in counts.items() if owner == each),
                other=other,
            )
            for each in asked
            if has_states(scope.of_size(size), each)
        ]
        complete, stopped = 0, False
        results = runs.run(
            tasks,
            work,
            result_type=DiffResult,
            executor=executor,
            journal=journal,
            about=about,
            budget=budget,
            progress=progress,
        )
        try:
            for _, result in results:
                complete += result.done
                for state in result.states:
                    found.append(state)
                    if see is not None:
                        see(state)
                    counts.update((state.kind, each) for each in state.witnesses)
        except KeyboardInterrupt:
            stopped = True
        done = complete == len(tasks) and not stopped
        if not done:
            break
        sizes.append(size)
    return Differences(
        old=old,
        new=new,
        scope=scope,
        groups=_groups(found, old, new),
        done=done,
        sizes=tuple(sizes),
        seconds=time.monotonic() - began,
        other=None if other is None else other.name,
    )


def difference(
    removed: Sequence[str],
    added: Sequence[str],
    *,
    scope: Scope,
    rules: str,
    kind: str | None = None,
    budget: Budget = UNLIMITED,
) -> Differences:
    """Return where our law and a mutant of it part: one with other clauses instead of some.

    Clauses are texts as clingo writes them. Its `outcome` is `no difference in scope` only if the
    whole scope was looked at.

    >>> from pyadapter.scope import named_scope
    >>> same = "required(P,A,listed) :- candidate(P,A)."
    >>> difference([same], [same], scope=named_scope("land_plays"), rules="2026-09-25").outcome
    'no difference in scope'
    """
    other = changed_law(removed, added)
    return differences(rules, rules, scope=scope, kind=kind, other=other, budget=budget)


def work(task: DiffTask) -> DiffResult:
    """Search one cube."""
    budget = allowed()
    aspects = Aspects(task.reasons, task.listing)
    if task.other is None:
        law, program = law_of_two_editions(
            task.scope, kind=task.kind, old=task.old, new=task.new, aspects=aspects
        )
    else:
        law, program = law_and_other(
            task.other, task.scope, kind=task.kind, rules=task.new, aspects=aspects
        )
    if not law:
        return DiffResult((), done=True)
    plain = f"{program}{_differing()}"
    space = Space(
        task.scope, kind=task.kind, rules=task.new, law=law, program=f"{plain}\n{_SWAPPING}"
    )
    counts = Counter(dict(task.known))
    found: list[DiffState] = []
    while True:
        wanted = [each for each in space.atoms("witness", 4) if counts[str(each)] < task.limit]
        goal = _goal(space, wanted)
        if goal is None:
            return DiffResult(tuple(found), done=True)
        answer = space.ask(goal, budget=budget)
        if answer.example is None or not answer.exhausted:
            return DiffResult(tuple(found), done=answer.exhausted)
        example = answer.example
        shows = set(example.witness)
        if task.limit > 1 or any(each.startswith(f"witness({_SOME},") for each in shows):
            shows |= _by_data(example, f"{law}\n{plain}", wanted)
        data = {_telling(each).datum for each in shows} - {_SOME}
        told = f"{law}\n{plain}\n" + "".join(f"swapped({each}).\n" for each in sorted(data)[:1])
        part = idle_part(example, told) if task.limit > 1 else None
        if part is None:
            fresh = [_telling(each) for each in sorted(shows) if counts[each] < task.limit]
            if data:
                fresh = [each for each in fresh if each.datum != _SOME]
            counts.update(shows)
            found.append(_state(example, fresh, shows))
        if task.limit > 1:
            block(space, example, but=part)


_SWAPPING = "{ swapped(D) : trial(D) } 1."


def _by_data(example: Example, program: str, witnesses: Sequence[clingo.Symbol]) -> set[str]:
    """Return what an example shows of each datum that alone makes the difference."""
    data = {str(each.arguments[0]) for each in witnesses} - {_SOME, _OTHER}
    found: set[str] = set()
    for datum in sorted(data):
        found |= shown(example, example.facts, f"{program}\nswapped({datum}).") or set()
    return found


@cache
def _differing() -> str:
    return "\n" + (encoding_folder() / "diff" / "differences.lp").read_text(encoding="utf-8")


def _goal(space: Space, witnesses: Sequence[clingo.Symbol]) -> int | None:
    literals = [literal for each in witnesses if (literal := space.literal(each)) is not None]
    if not literals:
        return None
    with space.control.backend() as backend:
        goal = backend.add_atom()
        for literal in literals:
            backend.add_rule([goal], [literal])
    return int(goal)


def _state(example: Example, tellings: Sequence[Telling], shows: Collection[str]) -> DiffState:
    return DiffState(
        kind=example.kind,
        size=example.size,
        extras=example.extras,
        smallest=example.smallest,
        player=example.player,
        action=example.action,
        tellings=tuple(tellings),
        witnesses=tuple(sorted(shows)),
        facts=example.facts,
    )


def _telling(term: str) -> Telling:
    return Telling(*(bare(each) for each in clingo.parse_term(term).arguments))


def _groups(found: Sequence[DiffState], old: str, new: str) -> tuple[Group, ...]:
    by_datum: dict[str, list[tuple[Telling, DiffState]]] = {}
    for state in found:
        for each in state.tellings:
            by_datum.setdefault(each.datum, []).append((each, state))
    together = by_datum.pop(_SOME, None)
    groups = [
        Group(term, _datum(term, old, new) if "(" in term else None, tuple(states))
        for term, states in by_datum.items()
    ]
    return (*groups, *([Group(TOGETHER, None, tuple(together))] if together else []))


def _datum(term: str, old: str, new: str) -> Datum:
    sort, _, rest = term.partition("(")
    return datum_between(old, new, (sort, rest[:-1]))
