"""The search for the least that must change: the encodings of `asp/repair` under the law."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import clingo

from pyadapter.encodings import encoding_folder
from pyadapter.plans import CONFLICTS
from pyadapter.session import Signature, grounded
from pyadapter.slices import slice_for
from pyadapter.terms import atom

_READ: tuple[Signature, ...] = (("legal", 2), ("malformed", 2))
_FILES = ("repair/changes.lp", "repair/judged.lp")
_SCOPES = (("within(present_step)",), ("within(later_step)",))
_OPTIONS = ("--models=0", "--opt-mode=optN", "--project=project")
_CHOSEN = ("at", "added", "goes", "drawn")
Mana = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """One smallest set of changes as terms, and the facts of the state after them."""

    moment: clingo.Symbol | None
    mana: Mana
    goes: tuple[clingo.Symbol, ...]
    drawn: tuple[clingo.Symbol, ...]
    facts: tuple[str, ...]

    @property
    def cost(self) -> int:
        """The number of changes.

        >>> Answer(None, (("r", 2),), (), (), ()).cost
        2
        """
        mana = sum(number for _, number in self.mana)
        return (self.moment is not None) + mana + len(self.goes) + len(self.drawn)


@dataclass(frozen=True, slots=True)
class Found:
    """All smallest answers, the moments there were to choose from, and whether that is all."""

    answers: tuple[Answer, ...]
    moments: tuple[clingo.Symbol, ...]
    complete: bool


@cache
def changeable() -> frozenset[str]:
    """Return the inputs that a repair derives anew: the heads of `changed_state.lp`.

    >>> "priority" in changeable(), "player" in changeable()
    (True, False)
    """
    text = (encoding_folder() / "repair" / "changed_state.lp").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^(\w+)\(", text, re.MULTILINE))


def search(state_facts: Iterable[str], asked: str, *, limit: int) -> Found:
    """Return the smallest changes of a state under which the action of the fact `asked` is legal.

    The slice of the law is that which the changed facts can reach; offers are left out, since only
    one action is in question. Mana that may be there is costly to reckon with, so little is tried
    first: answers of no more changes than that are the smallest. For the same reason steps in
    which unspent mana is there and those in which it is lost are tried apart. Raises EncodingError
    if clingo complains.
    """
    names = changeable()
    fixed: list[str] = []
    given: list[str] = []
    for fact in state_facts:
        (given if fact.partition("(")[0] in names else fixed).append(fact)
    facts = (asked, *fixed, *(atom("given", fact) for fact in given))
    draft = _grounded(["repair/changes.lp"], (*facts, "trying(all)"))
    possible = (str(each.symbol) for each in draft.symbolic_atoms if each.symbol.name in names)
    law = slice_for([asked, *fixed, *possible], read=_READ, without=[("offered", 2)])
    moments = [
        each.symbol.arguments[0] for each in draft.symbolic_atoms.by_signature("possible", 1)
    ]
    most = max(
        (each.symbol.arguments[1].number
         for each in draft.symbolic_atoms.by_signature("affordable", 2)),
        default=0,
    )  # fmt: skip

    def tried(*scope: str) -> tuple[list[Answer], bool]:
        control = _grounded(_FILES, (*facts, *scope), program=law)
        return _solved(control, fixed, names, limit)

    scopes = _SCOPES if any(fact.startswith("floating(") for fact in given) else ((),)
    found: list[Answer] = []
    complete = True
    for scope in scopes:
        answers, all_of_them = _smallest(tried, scope, most)
        found += answers
        complete = complete and all_of_them
    least = min((answer.cost for answer in found), default=0)
    answers = sorted((answer for answer in found if answer.cost == least), key=_order)
    return Found(tuple(answers), tuple(sorted(moments)), complete)


def _smallest(
    tried: Callable[..., tuple[list[Answer], bool]], scope: Sequence[str], most: int
) -> tuple[list[Answer], bool]:
    """Return the smallest answers within a scope, with mana as little as will do."""
    mana = min(1, most)
    answers, complete = tried(*scope, f"trying({mana})")
    hopeless = not answers and complete and mana < most and not tried(*scope, "trying(all)")[0]
    while not hopeless and complete and mana < most and not _within(answers, mana):
        mana += 1
        answers, complete = tried(*scope, f"trying({mana})")
    return answers, complete


def _within(answers: Sequence[Answer], number: int) -> bool:
    return bool(answers) and answers[0].cost <= number


def _order(answer: Answer) -> tuple[str, ...]:
    return tuple(map(str, (answer.moment, answer.mana, answer.goes, answer.drawn)))


def _grounded(files: Iterable[str], facts: Iterable[str], *, program: str = "") -> clingo.Control:
    def load(control: clingo.Control) -> None:
        for name in files:
            control.load(str(encoding_folder() / name))
        control.add("base", [], program)

    return grounded(load, facts, partial=True, options=_OPTIONS)


def _solved(
    control: clingo.Control, fixed: Sequence[str], names: Collection[str], limit: int
) -> tuple[list[Answer], bool]:
    control.configuration.solve.solve_limit = CONFLICTS  # type: ignore[union-attr]
    found: list[Answer] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            if not model.optimality_proven:
                continue
            if len(found) == limit:
                return found, False
            found.append(_answer(model, fixed, names))
        return found, bool(handle.get().exhausted)


def _answer(model: clingo.Model, fixed: Sequence[str], names: Collection[str]) -> Answer:
    rows: dict[str, list[list[clingo.Symbol]]] = defaultdict(list)
    facts = list(fixed)
    for symbol in model.symbols(atoms=True):
        if symbol.name in names:
            facts.append(str(symbol))
        elif symbol.name in _CHOSEN:
            rows[symbol.name].append(symbol.arguments)
    return Answer(
        moment=rows["at"][0][0] if rows["at"] else None,
        mana=tuple(sorted((kind.name, number.number) for kind, number in rows["added"])),
        goes=tuple(sorted(row[0] for row in rows["goes"])),
        drawn=tuple(sorted(row[0] for row in rows["drawn"])),
        facts=tuple(facts),
    )
