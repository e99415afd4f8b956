"""The states of a scope as a clingo program: what can be asked of all of them at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

import clingo
import msgspec
from clingo import ast

from pyadapter.budget import UNLIMITED, Budget
from pyadapter.editions import edition_fact
from pyadapter.encodings import encoding_folder
from pyadapter.errors import SearchError
from pyadapter.from_facts import document_from
from pyadapter.labels import bare
from pyadapter.lift import DOMAIN, lift
from pyadapter.model import StateDocument
from pyadapter.programs import every_atom, signature
from pyadapter.scope import Scope
from pyadapter.session import Signature, ground
from pyadapter.slices import (
    Clause,
    Pattern,
    law_table,
    met_patterns,
    needed_clauses,
    possible_clauses,
    words_by_predicate,
)
from pyadapter.vocabulary import inputs
from pyadapter.watched import Watched, about, facts_among, signs, true_in, watched
from pyadapter.worlds import given

VERDICT: tuple[Signature, ...] = (("verdict", 3), ("unmet", 3), ("open", 3), ("malformed", 2))
_FILES = ("special_actions.lp", "wellformed.lp")
_OFFERED: Signature = ("offered", 2)
_CANDIDATE: Signature = ("candidate", 2)
_REQUIRES: Signature = ("requires", 2)
_IS_OF_A_KIND = re.compile(r"requires\([a-z]")
_LOOK_AFTER = 0.2


@dataclass(frozen=True, slots=True)
class Example:
    """A state of a scope as facts, with the action asked about.

    `extras` counts what is out of the ordinary in it; `smallest` says whether it was shown that no
    state of its size has less. `unmet` and `open` are requirements of the action.
    """

    kind: str
    rules: str
    size: int
    extras: int
    smallest: bool
    facts: tuple[str, ...]
    player: str
    action: str
    verdict: str
    unmet: tuple[str, ...]
    open: tuple[str, ...]
    witness: tuple[str, ...] = ()

    @property
    def document(self) -> StateDocument:
        """The state as a document that `check` accepts."""
        return msgspec.structs.replace(document_from(self.facts), rules=self.rules)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question: an example, none (`exhausted`), or that the budget ran out."""

    example: Example | None
    exhausted: bool

    @property
    def unknown(self) -> bool:
        """Whether nothing was found and nothing was shown."""
        return self.example is None and not self.exhausted


@cache
def kinds() -> tuple[str, ...]:
    """Return the kinds of special actions, in the order in which editions listed them.

    >>> kinds()[0], len(kinds())
    ('end_effect', 12)
    """
    files = ["vocabulary.lp", "rulebook/eras.lp", "rulebook/kinds.lp"]
    atoms = ground((), files=files, read=[("listed_from", 2)])
    return tuple(bare(kind) for kind, _ in sorted(atoms["listed_from", 2], key=lambda row: row[1]))


class Space:
    """All states of a scope with just `scope.cards` objects and one action asked, of one kind.

    `program` is ASP over the vocabulary and whatever the law derives; what it speaks of is kept in
    the slice of the law. With `varying` inputs the law is taken once for each of the `worlds`, and
    what hangs on those inputs has the number of the world in front.
    """

    def __init__(
        self,
        scope: Scope,
        *,
        kind: str,
        rules: str,
        program: str = "",
        symmetry: bool = True,
        law: str | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.scope, self.kind, self.rules = scope, kind, rules
        self._last: tuple[int, ...] = ()
        complaints: list[str] = []
        control = clingo.Control(
            ["-Wno-atom-undefined", "--opt-strategy=usc", *options],
            logger=lambda code, message: complaints.append(message),
        )
        folder = encoding_folder() / "scope"
        bounds = _text((*bounds_of(scope), f"asked_kind({kind})"))
        if law is None:
            law = law_within(
                scope, kind=kind, rules=rules, read=(*VERDICT, *signatures_in(program))
            )
            bounds += f"{edition_fact(rules)}.\n"
        try:
            control.load(str(folder / "scope.lp"))
            if symmetry:
                control.load(str(folder / "symmetry.lp"))
            for text in (bounds, law, program):
                control.add("base", [], text)
            control.ground([("base", [])])
        except RuntimeError as error:
            raise SearchError("\n".join([*complaints, str(error)])) from error
        if complaints:
            raise SearchError("\n".join(complaints))
        self.control = control

    def atoms(self, name: str, arity: int) -> tuple[clingo.Symbol, ...]:
        """Return the atoms of a predicate that can be true in some state, sorted."""
        found = self.control.symbolic_atoms.by_signature(name, arity)
        return tuple(sorted(each.symbol for each in found))

    def literal(self, symbol: clingo.Symbol) -> int | None:
        """Return the solver's literal of an atom, or None if it can't be true."""
        found = self.control.symbolic_atoms[symbol]
        return None if found is None else found.literal

    def ask(
        self, *goals: clingo.Symbol | int, smallest: bool = True, budget: Budget = UNLIMITED
    ) -> Answer:
        """Return an example in which all goals are true (an atom, or a literal of the solver)."""
        assumed: list[int] = []
        for goal in goals:
            literal = goal if isinstance(goal, int) else self.literal(goal)
            if literal is None:
                return Answer(None, exhausted=True)
            assumed.append(literal)
        found: list[Example] = []
        done = self._solve(
            assumed,
            budget,
            lambda model: found.append(self._example(model)),
            opt_mode="opt" if smallest else "ignore",
            enum_mode="auto",
            models=0 if smallest else 1,
        )
        example = found[-1] if found else None
        if example is not None and smallest and done:
            example = replace(example, smallest=True)
        return Answer(example, exhausted=done)

    def common(self, *goals: int, budget: Budget = UNLIMITED) -> tuple[str, ...] | None:
        """Return the facts of all examples of this size, None if the budget ran out."""
        last: list[tuple[str, ...]] = []
        done = self._solve(
            goals,
            budget,
            lambda model: last.append(facts_among(true_in(model, self._watched))),
            opt_mode="ignore",
            enum_mode="cautious",
            models=0,
        )
        return last[-1] if last and done else None

    def classes(
        self, literals: Sequence[int], *, budget: Budget = UNLIMITED
    ) -> tuple[tuple[tuple[int, ...], ...], bool]:
        """Return all ways in which some literals can be true or false together, each once.

        Each way is what to assume for it: the literals, or their opposites. The second value tells
        whether these are all; the states themselves are never counted up.
        """
        found: list[tuple[int, ...]] = []

        def see(model: clingo.Model) -> None:
            way = tuple(each if model.is_true(each) else -each for each in literals)
            found.append(way)
            model.context.add_nogood(way)

        done = self._solve((), budget, see, opt_mode="ignore", enum_mode="auto", models=0)
        return tuple(found), done

    def exclude(self, literals: Sequence[int]) -> None:
        """Leave out from now on all states in which all these literals are true."""
        with self.control.backend() as backend:
            backend.add_rule([], literals)

    def _solve(
        self,
        assumed: Sequence[int],
        budget: Budget,
        see: Callable[[clingo.Model], object],
        **options: str | int,
    ) -> bool:
        """Show all models to `see`; return whether the budget sufficed."""
        for name, value in options.items():
            setattr(self.control.configuration.solve, name, value)
        if budget.spent:
            return False
        _ = self._watched  # solving takes atoms away that have become false
        with self.control.solve(assumptions=assumed, yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(_LOOK_AFTER):
                    if budget.spent:
                        self.control.interrupt()
                model = handle.model()
                if model is None:
                    return not handle.get().interrupted
                see(model)
                if budget.spent:
                    return False

    def exclude_last(self) -> None:
        """Leave out from now on the state of the last example."""
        self.exclude(self._last)

    @cached_property
    def _watched(self) -> tuple[Watched, ...]:
        return watched(self.control)

    @property
    def choices(self) -> tuple[tuple[int, str], ...]:
        """The inputs that vary from state to state, as literals of the solver and as texts."""
        found = {each.literal: each.text for each in self._watched if each.is_input}
        return tuple((literal, text) for literal, text in found.items() if literal is not None)

    def states(self) -> Iterator[tuple[str, ...]]:
        """Yield all states as facts, the action asked first; only small scopes come to an end."""
        solving = self.control.configuration.solve
        solving.opt_mode = "ignore"  # type: ignore[union-attr]
        solving.enum_mode = "auto"  # type: ignore[union-attr]
        solving.models = 0  # type: ignore[union-attr]
        solving.solve_limit = "umax"  # type: ignore[union-attr]
        looked_up = self._watched
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                atoms = true_in(model, looked_up)
                (asked,) = about(atoms, "asked")
                yield (str(asked), *facts_among(atoms))

    def count(self) -> int:
        """Return how many states there are, without a look at them."""
        solving = self.control.configuration.solve
        solving.opt_mode = "ignore"  # type: ignore[union-attr]
        solving.enum_mode = "auto"  # type: ignore[union-attr]
        solving.models = 0  # type: ignore[union-attr]
        solving.solve_limit = "umax"  # type: ignore[union-attr]
        self.control.solve()
        return int(self.control.statistics["summary"]["models"]["enumerated"])

    def _example(self, model: clingo.Model) -> Example:
        atoms = true_in(model, self._watched)
        self._last = signs(model, self._watched)
        ((player, action),) = (each.arguments for each in about(atoms, "asked"))

        def told(name: str) -> list[str]:
            rows = (each.arguments for each in about(atoms, name))
            return sorted({bare(row[-1]) for row in rows if row[-3:-1] == [player, action]})

        return Example(
            kind=self.kind,
            rules=self.rules,
            size=self.scope.cards,
            extras=len(about(atoms, "extra")),
            smallest=False,
            facts=facts_among(atoms),
            player=bare(player),
            action=str(action),
            verdict="/".join(told("verdict")),
            unmet=tuple(told("unmet")),
            open=tuple(told("open")),
            witness=tuple(sorted(str(each) for each in about(atoms, "witness"))),
        )


def _text(facts: Iterable[str]) -> str:
    return "".join(f"{fact}.\n" for fact in facts)


@lru_cache(maxsize=64)
def bounds_of(scope: Scope) -> tuple[str, ...]:
    """Return the facts of a scope."""
    return scope.facts()


def law_within(scope: Scope, *, kind: str, rules: str, read: Sequence[Signature]) -> str:
    """Return the clauses of the law that matter to the predicates `read` in some state of a scope.

    Actions on offer are left out: a search asks about one action a state.
    """
    return _law_within((*bounds_of(scope), edition_fact(rules)), kind, tuple(dict.fromkeys(read)))


@lru_cache(maxsize=128)
def _law_within(bounds: tuple[str, ...], kind: str, read: tuple[Signature, ...]) -> str:
    table = law_table()
    places = places_within(table.clauses, table.patterns, bounds, kind=kind, read=read)
    return "\n".join(table.clauses[place].text for place in places)


def places_within(
    clauses: tuple[Clause, ...],
    patterns: tuple[Pattern, ...],
    bounds: tuple[str, ...],
    *,
    kind: str,
    read: Sequence[Signature],
) -> tuple[int, ...]:
    """Return the places of the clauses that matter to the predicates `read` for a kind of action.

    `bounds` are the facts of a scope, and of one edition or several.
    """
    asked = _asked_clauses(clauses, patterns, kind)
    possible = met_patterns(possible_inputs(bounds, kind), words_by_predicate(patterns))
    return needed_clauses(asked, possible_clauses(asked, possible), read)


def _asked_clauses(
    clauses: tuple[Clause, ...], patterns: tuple[Pattern, ...], kind: str
) -> tuple[Clause, ...]:
    """Return the clauses for actions of one kind, which are asked about and never on offer."""
    found = []
    for each in clauses:
        others = each.head == _REQUIRES and not each.text.startswith(f"requires({kind},")
        if each.head == _OFFERED or (others and _IS_OF_A_KIND.match(each.text)):
            found.append(msgspec.structs.replace(each, needs=(-1,), feeds=()))
        elif each.head == _CANDIDATE:
            feeds = tuple(n for n in each.feeds if set(patterns[n].words) <= {kind})
            found.append(msgspec.structs.replace(each, feeds=feeds))
        else:
            found.append(each)
    return tuple(found)


@lru_cache(maxsize=128)
def possible_inputs(bounds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return the facts that some state of a scope may have."""
    control = clingo.Control(["-Wno-atom-undefined"])
    control.load(str(encoding_folder() / "scope" / "scope.lp"))
    control.add("base", [], _text((*bounds, f"asked_kind({kind})")))
    control.ground([("base", [])])
    return tuple(
        str(each.symbol)
        for name, known in inputs().items()
        for each in control.symbolic_atoms.by_signature(name, known.arity)
    )


@lru_cache(maxsize=32)
def law_in_worlds(
    varying: frozenset[Signature], *, without_data: bool = False
) -> tuple[str, frozenset[Signature]]:
    """Return the law lifted over inputs that vary from world to world, and what it indexed.

    `without_data`: the edition varies too, and what editions say is left to be given as facts.
    """
    program = given(_FILES, varying) if without_data else lift(_FILES, varying=varying)
    lines = [
        str(each)
        for each in program.statements
        if not (each.ast_type is ast.ASTType.Rule and str(each.head).startswith("offered("))
    ]
    if ("malformed", 2) in program.indexed:
        lines.append(f"malformed(Kind,Witness) :- malformed(World,Kind,Witness), {DOMAIN}(World).")
    return "\n".join(lines), program.indexed


@lru_cache(maxsize=64)
def signatures_in(program: str) -> tuple[Signature, ...]:
    """Return the predicates that a program speaks of. Raises SearchError if it can't be parsed.

    >>> signatures_in("goal :- legal(P,A), not priority(P).")
    (('goal', 0), ('legal', 2), ('priority', 1))
    """
    complaints: list[str] = []
    found: dict[Signature, None] = {}
    try:
        ast.parse_string(
            program,
            lambda statement: found.update(
                (signature(each.symbol), None) for each in every_atom(statement)
            ),
            logger=lambda _, message: complaints.append(message),
        )
    except RuntimeError as error:
        raise SearchError("\n".join(complaints) or str(error)) from error
    return tuple(found)
