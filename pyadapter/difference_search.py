"""One cube of a search for differences: a kind of action, and a number of objects.

First it is decided which differences there are at all, whatever the state; only for those a
smallest state is sought, for each by itself. A search for a smallest state that shows any of many
differences takes many times as long, above all where there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import clingo
import msgspec

from pyadapter.budget import Budget, allowed
from pyadapter.encodings import encoding_folder
from pyadapter.from_facts import document_from
from pyadapter.labels import bare
from pyadapter.model import StateDocument
from pyadapter.other_clauses import OtherLaw
from pyadapter.other_law import law_and_other
from pyadapter.scope import Scope
from pyadapter.space import Example, Space
from pyadapter.trimming import block, idle_part
from pyadapter.two_laws import Aspects, law_of_two_editions

SOME = "some"
_SWAPPING = "{ swapped(D) : trial(D) } 1."


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


def work(task: DiffTask) -> DiffResult:
    """Search one cube."""
    budget = allowed()
    law, program = _laws(task)
    if not law:
        return DiffResult((), done=True)
    plain = f"{program}{_differing()}"
    space = Space(
        task.scope, kind=task.kind, rules=task.new, law=law, program=f"{plain}\n{_SWAPPING}"
    )
    counts = Counter(dict(task.known))
    wanted = [each for each in space.atoms("witness", 4) if counts[str(each)] < task.limit]
    some, done = _at_all(space, wanted, budget)
    search = _Search(space, f"{law}\n{plain}", task.limit, counts, budget)
    for each in sorted(some, key=lambda symbol: _telling(symbol).datum == SOME):
        done = search.smallest(each, some[each]) and done
    return DiffResult(_merged(search.found), done=done)


def _laws(task: DiffTask) -> tuple[str, str]:
    aspects = Aspects(task.reasons, task.listing)
    if task.other is not None:
        return law_and_other(
            task.other, task.scope, kind=task.kind, rules=task.new, aspects=aspects
        )
    return law_of_two_editions(
        task.scope, kind=task.kind, old=task.old, new=task.new, aspects=aspects
    )


@cache
def _differing() -> str:
    return "\n" + (encoding_folder() / "diff" / "differences.lp").read_text(encoding="utf-8")


def _at_all(
    space: Space, wanted: Sequence[clingo.Symbol], budget: Budget
) -> tuple[dict[clingo.Symbol, Example], bool]:
    """Return which witnesses there are, each with a state that need not be small.

    What a single datum does is a difference whatever does it, too. The second value tells whether
    these are all.
    """
    found: dict[clingo.Symbol, Example] = {}
    left = list(wanted)
    while left:
        answer = space.ask(space.any_of(left), smallest=False, budget=budget)
        if answer.example is None:
            return found, answer.exhausted
        shows = {clingo.parse_term(each) for each in answer.example.witness}
        shows |= {_whatever(each) for each in shows}
        found.update((each, answer.example) for each in left if each in shows)
        left = [each for each in left if each not in shows]
    return found, True


class _Search:
    """The states that were found in a cube, and how many show each witness."""

    def __init__(
        self, space: Space, told: str, limit: int, counts: Counter[str], budget: Budget
    ) -> None:
        self.space, self.told, self.limit, self.budget = space, told, limit, budget
        self.counts = counts
        self.found: list[DiffState] = []
        self.explained: dict[clingo.Symbol, int] = {}

    def smallest(self, witness: clingo.Symbol, known: Example) -> bool:
        """Find the smallest states for a witness; return whether the budget sufficed.

        If it doesn't, and there is no state yet, the one that is known is kept.
        """
        switch = self.space.switch()
        counts = Counter(self.counts)
        first = len(self.found)
        whatever = _telling(witness).datum == SOME
        while counts[str(witness)] < self.limit:
            answer = self.space.ask(witness, switch, budget=self.budget)
            if not answer.exhausted:
                if not whatever and first == len(self.found):
                    self._keep(witness, answer.example or known)
                return False
            if answer.example is None:
                break
            explained = whatever and self._explained(witness, answer.example)
            part = self._idle_part(witness, answer.example)
            if part is None:
                counts[str(witness)] += 1
                if not explained:
                    self._keep(witness, answer.example)
            if self.limit > 1:
                block(self.space, answer.example, but=part, within=switch)
        return True

    def _explained(self, witness: clingo.Symbol, example: Example) -> bool:
        """Whether a single datum makes the difference here, or in another state as small."""
        least = self.explained.get(witness)
        if least is not None and self.limit == 1 and least <= example.extras:
            return True
        return any(self.space.also(each) for each in self._by_data(witness))

    def _by_data(self, witness: clingo.Symbol) -> Iterator[clingo.Symbol]:
        for each in self.space.atoms("witness", 4):
            if each != witness and _whatever(each) == witness:
                yield each

    def _idle_part(self, witness: clingo.Symbol, example: Example) -> str | None:
        if self.limit == 1:
            return None
        datum = witness.arguments[0]
        swapped = "" if str(datum) == SOME else f"swapped({datum})."
        return idle_part(example, f"{self.told}\n{swapped}\n")

    def _keep(self, witness: clingo.Symbol, example: Example) -> None:
        whatever = _whatever(witness)
        least = self.explained.setdefault(whatever, example.extras)
        self.explained[whatever] = min(least, example.extras)
        self.found.append(
            DiffState(
                kind=example.kind,
                size=example.size,
                extras=example.extras,
                smallest=example.smallest,
                player=example.player,
                action=example.action,
                tellings=(_telling(witness),),
                witnesses=tuple(sorted({str(witness), str(whatever)})),
                facts=example.facts,
            )
        )


def _merged(found: Sequence[DiffState]) -> tuple[DiffState, ...]:
    """Return each state once, with all that it tells, the smaller ones first."""
    states: dict[tuple[str, tuple[str, ...]], DiffState] = {}
    for each in found:
        key = (each.action, each.facts)
        before = states.get(key)
        if before is not None:
            each = msgspec.structs.replace(
                each,
                smallest=each.smallest and before.smallest,
                tellings=(*before.tellings, *each.tellings),
                witnesses=tuple(sorted({*before.witnesses, *each.witnesses})),
            )
        states[key] = each
    return tuple(sorted(states.values(), key=lambda state: state.extras))


def _telling(witness: clingo.Symbol) -> Telling:
    return Telling(*(bare(each) for each in witness.arguments))


def _whatever(witness: clingo.Symbol) -> clingo.Symbol:
    """Return the same difference, whatever makes it."""
    return clingo.Function("witness", [clingo.Function(SOME), *witness.arguments[1:]])
