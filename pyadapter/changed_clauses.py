"""Where a changed clause derives something else than before, and whether an answer tells.

What the law says of other predicates is given as facts. So only the clauses for one predicate (or
for several that hang on each other) are grounded, all mutants of them at once; and where they come
out otherwise, only the clauses that hang on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import clingo
import networkx
from clingo import ast

from pyadapter.lift import DOMAIN
from pyadapter.mutants import MutableLaw, Mutant
from pyadapter.mutation_batches import READ, Batch, Seen, answers, grounded_text
from pyadapter.programs import Signature, atoms_of, every_atom, signature

_COMPARED = """
_any(S,X)      :- _by(_,S,X).
_shared(C,S,X) :- _by(C,S,X), _by(D,S,X), C != D.
_only(C,S,X)   :- _by(C,S,X), not _shared(C,S,X).
_told(M,S)     :- _mutant(M,S,X), not _any(S,X).
_told(M,S)     :- _changes(M,C), _only(C,S,X), not _mutant(M,S,X).
"""
"""_by(C,S,X): clause C derives X in state S; _mutant(M,S,X): and so does mutant M, which changes
the clause of _changes(M,C); _told(M,S): state S tells the difference."""


@dataclass(frozen=True, slots=True)
class Change:
    """A mutant by number and the place of its clause: its lifted text, also under `_mutant`."""

    number: int
    place: int
    clause: str
    compared: str


@dataclass(frozen=True, slots=True)
class Group:
    """Mutants of the clauses for one predicate, or for several that hang on each other.

    `clauses` are those for these predicates, by place in the law, `compared` the same under `_by`;
    they use the predicates `used`. By the clauses `later`, which use `given` besides, what is read
    hangs on them.
    """

    predicates: frozenset[Signature]
    recursive: bool
    indexed: bool
    clauses: Mapping[int, str]
    compared: str
    used: tuple[Signature, ...]
    later: str
    given: tuple[Signature, ...]
    read: frozenset[str]
    changes: tuple[Change, ...]

    def of(self, numbers: Collection[int]) -> Group:
        """Return the group with some of its mutants only."""
        return replace(self, changes=tuple(one for one in self.changes if one.number in numbers))

    def states_that_tell(self, batch: Batch) -> Mapping[int, Sequence[int]]:
        """Return for mutants by number the states in which their predicates come out otherwise.

        A change of what states share is told by each of them.
        """
        told = self._told_by_recursion(batch) if self.recursive else self._told(batch)
        if self.indexed:
            return {number: sorted(states) for number, states in told.items()}
        return dict.fromkeys(told, range(len(batch.asked)))

    def _told(self, batch: Batch) -> dict[int, set[int]]:
        changes = (f"_changes({each.number},{each.place}).\n" for each in self.changes)
        mutants = (each.compared for each in self.changes)
        text = "\n".join([_COMPARED, self.compared, *mutants, *changes, batch.facts(self.used)])
        found: dict[int, set[int]] = defaultdict(set)
        control = _grounded(text)
        for each in control.symbolic_atoms.by_signature("_told", 2):
            number, state = each.symbol.arguments
            found[number.number].add(state.number)
        return found

    def _told_by_recursion(self, batch: Batch) -> dict[int, set[int]]:
        before = set(batch.facts(self.predicates).splitlines())
        facts = batch.facts(self.used)
        found = {}
        for each in self.changes:
            control = _grounded("\n".join([*self._changed(each), facts]))
            after = {
                f"{one.symbol}."
                for name, arity in self.predicates
                for one in control.symbolic_atoms.by_signature(name, arity)
            }
            if before != after:
                found[each.number] = {_state_in(line) for line in before ^ after}
        return found

    def _changed(self, change: Change) -> list[str]:
        kept = (text for place, text in self.clauses.items() if place != change.place)
        return [*kept, change.clause]

    def is_told(self, change: Change, batch: Batch, states: Sequence[int]) -> bool:
        """Say whether a mutant answers otherwise in some states of a batch."""
        text = "\n".join([*self._changed(change), self.later, batch.facts(self.given, states)])
        control = _grounded(text)
        found = answers(control, batch.asked)
        expected: Seen = frozenset().union(*(batch.expected[state] for state in states))
        return found != frozenset(each for each in expected if each.name in self.read)


def _grounded(text: str) -> clingo.Control:
    control = grounded_text(text)
    assert control is not None, "each of the clauses was grounded by itself"
    return control


def _state_in(line: str) -> int:
    return clingo.parse_term(line.removesuffix(".")).arguments[0].number


def refused(mutant: Mutant, law: MutableLaw) -> bool:
    """Say whether clingo refuses the changed clause."""
    return grounded_text(str(law.changed(mutant) or "")) is None


def groups(mutants: Sequence[tuple[int, Mutant]], law: MutableLaw) -> tuple[Group, ...]:
    """Return mutants with their numbers in groups, in the order of the first clause of each."""
    hanging = _Hanging(law)
    changes: dict[int, list[Change]] = defaultdict(list)
    for number, mutant in mutants:
        changed = law.changed(mutant)
        texts = (
            ("", "") if changed is None else (str(changed), _under("_mutant", number, changed, law))
        )
        changes[mutant.place].append(Change(number, mutant.place, *texts))
    found = []
    for part in networkx.strongly_connected_components(hanging.graph):
        places = sorted(place for each in part for place in hanging.clauses[each])
        some = tuple(change for place in places for change in changes[place])
        if some:
            found.append((places, hanging.group(frozenset(part), places, some)))
    return tuple(group for _, group in sorted(found, key=lambda each: each[0]))


class _Hanging:
    """Which predicates of the lifted law hang on which, by which clauses."""

    def __init__(self, law: MutableLaw) -> None:
        self.law = law
        self.graph = networkx.DiGraph()
        self.clauses: dict[Signature, list[int]] = defaultdict(list)
        self.uses = []
        for place, rule in enumerate(law.lifted):
            [head] = atoms_of(rule.head)
            bodies = {signature(atom.symbol) for each in rule.body for atom in every_atom(each)}
            self.uses.append(bodies)
            self.clauses[signature(head.symbol)].append(place)
            self.graph.add_node(signature(head.symbol))
            self.graph.add_edges_from((each, signature(head.symbol)) for each in bodies)
        self.read = set(READ).union(*(networkx.ancestors(self.graph, each) for each in READ))

    def group(
        self, part: frozenset[Signature], places: Sequence[int], changes: tuple[Change, ...]
    ) -> Group:
        law = self.law
        hanging = set().union(*(networkx.descendants(self.graph, each) for each in part))
        heads = hanging & self.read | part
        later = sorted({place for each in heads - part for place in self.clauses[each]})
        used = {(DOMAIN, 1)}.union(*(self.uses[place] for place in places)) - part
        return Group(
            predicates=part,
            recursive=any(self.graph.has_edge(one, other) for one in part for other in part),
            indexed=all((name, arity - 1) in law.indexed for name, arity in part),
            clauses={place: str(law.lifted[place]) for place in places},
            compared="\n".join(_under("_by", place, law.lifted[place], law) for place in places),
            used=tuple(sorted(used)),
            later="\n".join(str(law.lifted[place]) for place in later),
            given=tuple(sorted(used.union(*(self.uses[place] for place in later)) - heads)),
            read=frozenset(name for name, _ in heads),
            changes=changes,
        )


def _under(name: str, number: int, rule: ast.AST, law: MutableLaw) -> str:
    """Return a lifted clause that derives `name(number,state,x(arguments))` instead."""
    [atom] = atoms_of(rule.head)
    place = rule.location
    state, arguments = ast.SymbolicTerm(place, clingo.Number(0)), list(atom.symbol.arguments)
    if (atom.symbol.name, len(arguments) - 1) in law.indexed:
        state, *arguments = arguments
    derived = ast.Function(place, "x", arguments, False)
    counted = ast.SymbolicTerm(place, clingo.Number(number))
    symbol = ast.Function(place, name, [counted, state, derived], False)
    return str(rule.update(head=ast.Literal(place, ast.Sign.NoSign, ast.SymbolicAtom(symbol))))
