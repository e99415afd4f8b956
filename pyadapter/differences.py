"""Where two editions part: the smallest states of a scope, by the datum that does it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from pyadapter import runs
from pyadapter.budget import UNLIMITED, Budget
from pyadapter.chronicle import Datum
from pyadapter.data_between import datum_between
from pyadapter.difference_search import SOME, DiffResult, DiffState, DiffTask, Telling, work
from pyadapter.editions import edition_on
from pyadapter.journal import about_search
from pyadapter.other_clauses import OtherLaw
from pyadapter.other_law import changed_law
from pyadapter.scope import Scope
from pyadapter.space import has_states, kinds
from pyadapter.two_laws import VERDICTS, Aspects

TOGETHER = "together"


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
    """All that was found between two laws in a scope; `done` if the whole scope was looked at.

    `limited` tells that there may be more states for some kind, datum, old and new verdict than
    were asked for; `unfinished` are kinds with the number of cards at which the search ended before
    it was done with them.
    """

    old: str
    new: str
    scope: Scope
    groups: tuple[Group, ...]
    done: bool
    sizes: tuple[int, ...]
    seconds: float
    other: str | None = None
    limited: bool = False
    unfinished: tuple[tuple[str, int], ...] = ()

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
    open_kinds: dict[str, int] = {}
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
        open_kinds, stopped = {each.kind: size for each in tasks}, False
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
            for task, result in results:
                if result.done:
                    del open_kinds[task.kind]
                for state in result.states:
                    found.append(state)
                    if see is not None:
                        see(state)
                    counts.update((state.kind, each) for each in state.witnesses)
        except KeyboardInterrupt:
            stopped = True
        done = not open_kinds and not stopped
        if not done:
            break
        sizes.append(size)
    told = Counter((state.kind, each) for state in found for each in state.tellings)
    return Differences(
        old=old,
        new=new,
        scope=scope,
        groups=_groups(found, old, new),
        done=done,
        sizes=tuple(sizes),
        seconds=time.monotonic() - began,
        other=None if other is None else other.name,
        limited=max(told.values(), default=0) >= limit,
        unfinished=tuple(open_kinds.items()),
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


def _groups(found: Sequence[DiffState], old: str, new: str) -> tuple[Group, ...]:
    by_datum: dict[str, list[tuple[Telling, DiffState]]] = {}
    for state in found:
        for each in state.tellings:
            by_datum.setdefault(each.datum, []).append((each, state))
    together = by_datum.pop(SOME, None)
    groups = [
        Group(term, _datum(term, old, new) if "(" in term else None, tuple(states))
        for term, states in by_datum.items()
    ]
    return (*groups, *([Group(TOGETHER, None, tuple(together))] if together else []))


def _datum(term: str, old: str, new: str) -> Datum:
    sort, _, rest = term.partition("(")
    return datum_between(old, new, (sort, rest[:-1]))
