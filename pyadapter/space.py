"""The states of a scope as a clingo program: what can be asked of all of them at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import clingo
import msgspec

from pyadapter.budget import UNLIMITED, Budget
from pyadapter.editions import edition_fact
from pyadapter.encodings import encoding_folder
from pyadapter.errors import SearchError
from pyadapter.from_facts import document_from
from pyadapter.labels import bare
from pyadapter.model import StateDocument
from pyadapter.programs import predicates_in
from pyadapter.scope import PLAYERS, Scope
from pyadapter.session import Signature, ground
from pyadapter.watched import Watched, about, facts_among, signs, true_in, watched
from pyadapter.within import bounds_of, facts_as_text, law_within

VERDICT: tuple[Signature, ...] = (("verdict", 3), ("unmet", 3), ("open", 3), ("malformed", 2))
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


@cache
def has_states(scope: Scope, kind: str) -> bool:
    """Whether a scope has states in which an action of a kind can be asked about.

    >>> from pyadapter.scope import named_scope
    >>> none = named_scope("default").of_size(0)
    >>> has_states(none, "play_land"), has_states(none, "roll_planar_die")
    (False, True)
    """
    space = Space(scope, kind=kind, rules="", law="", symmetry=False)
    return space.ask(smallest=False).example is not None


def _named_in(program: str) -> Iterator[str]:
    """Yield what symmetry breaking must leave as it is: what a program names."""
    for number in sorted(set(re.findall(r'\bo([1-8])\b|"Card ([1-8])"', program))):
        yield f"named_in_question(o{''.join(number)})"
    if re.search(rf"\b(?:seat|called|{'|'.join(PLAYERS[1:])})\b", program):
        yield "seats_matter"


class Space:
    """All states of a scope with just `scope.cards` objects and one action asked, of one kind.

    `program` is ASP over the vocabulary and whatever the law derives; what it speaks of is kept in
    the slice of the law. With a `law` of one's own, in one world or several, the `program` says
    which edition it is.
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
    ) -> None:
        self.scope, self.kind, self.rules = scope, kind, rules
        self._last: tuple[int, ...] = ()
        complaints: list[str] = []
        control = clingo.Control(
            ["-Wno-atom-undefined", "--opt-strategy=usc"],
            logger=lambda _, message: complaints.append(message),
        )
        folder = encoding_folder() / "scope"
        bounds = facts_as_text((*bounds_of(scope), f"asked_kind({kind})"))
        if law is None:
            law = law_within(
                scope, kind=kind, rules=rules, read=(*VERDICT, *predicates_in(program))
            )
            bounds += f"{edition_fact(rules)}.\n"
        try:
            control.load(str(folder / "scope.lp"))
            if symmetry:
                control.load(str(folder / "symmetry.lp"))
                control.add("base", [], facts_as_text(_named_in(program)))
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

    def any_of(self, atoms: Sequence[clingo.Symbol]) -> int:
        """Return the literal of a goal that is true where one of some atoms is."""
        with self.control.backend() as backend:
            goal = backend.add_atom()
            for each in atoms:
                literal = self.literal(each)
                if literal is not None:
                    backend.add_rule([goal], [literal])
        return int(goal)

    def switch(self) -> int:
        """Return a literal that is free in every state: what is excluded within it is no more."""
        with self.control.backend() as backend:
            literal = backend.add_atom()
            backend.add_rule([literal], choice=True)
        return int(literal)

    def also(self, goal: clingo.Symbol) -> bool:
        """Whether a goal can be true in the state of the last example, too."""
        last = self._last
        found = self.ask(goal, *last, smallest=False).example is not None
        self._last = last
        return found

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
        self._configure(**options)
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

    def _configure(self, **options: str | int) -> None:
        for name, value in options.items():
            setattr(self.control.configuration.solve, name, value)

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
        self._configure(opt_mode="ignore", enum_mode="auto", models=0)
        looked_up = self._watched
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                atoms = true_in(model, looked_up)
                (asked,) = about(atoms, "asked")
                yield (str(asked), *facts_among(atoms))

    def count(self) -> int:
        """Return how many states there are, without a look at them."""
        self._configure(opt_mode="ignore", enum_mode="auto", models=0)
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
