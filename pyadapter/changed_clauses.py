"""Where a changed clause derives something else than before, and whether an answer tells.

What the law says of other predicates is given as facts. So only the clauses for one predicate (or
for several that hang on each other) are grounded, all mutants of them at once. Where they come out
otherwise, the predicates that hang on them follow one by one, until an answer tells or none does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import clingo
import networkx
from clingo import ast

from pyadapter.lift import DOMAIN
from pyadapter.mutants import MutableLaw, Mutant
from pyadapter.mutation_batches import READ, SHARED, Batch, grounded_text
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


class NotDecidedError(Exception):
    """A mutant that makes the law undecided: not all that it derives are facts."""


@dataclass(frozen=True, slots=True)
class Change:
    """A mutant by number and the place of its clause: its lifted text, also under `_mutant`."""

    number: int
    place: int
    clause: str
    compared: str


@dataclass(frozen=True, slots=True)
class Part:
    """A predicate of the lifted law, or several that hang on each other, with their clauses.

    The clauses, by place in the law, use the predicates `used` of other parts.
    """

    predicates: frozenset[Signature]
    clauses: Mapping[int, str]
    used: frozenset[Signature]
    recursive: bool

    def otherwise(
        self, facts: str, batch: Batch, states: Iterable[int], *, change: Change | None = None
    ) -> dict[Signature, dict[int, str]]:
        """Return what comes out from facts, with one changed clause or none, where it differs.

        Raises NotDecidedError.
        """
        texts = dict(self.clauses)
        if change is not None:
            texts[change.place] = change.clause
        control = _grounded("\n".join([*texts.values(), facts]))
        found = {}
        for each in self.predicates:
            if not all(atom.is_fact for atom in control.symbolic_atoms.by_signature(*each)):
                raise NotDecidedError
            after = batch.atoms_by_state(control, each)
            before = batch.derived.get(each, {})
            told = [one for one in (SHARED, *states) if after.get(one, "") != before.get(one, "")]
            if told:
                found[each] = {one: after.get(one, "") for one in told}
        return found


@dataclass(frozen=True, slots=True)
class Group:
    """Mutants of the clauses of one part of the law; by the parts `later` answers hang on it."""

    part: Part
    indexed: bool
    compared: str
    later: tuple[Part, ...]
    changes: tuple[Change, ...]

    def of(self, numbers: Collection[int]) -> Group:
        """Return the group with some of its mutants only."""
        return replace(self, changes=tuple(one for one in self.changes if one.number in numbers))

    def states_that_tell(self, batch: Batch) -> Mapping[int, Sequence[int]]:
        """Return for mutants by number the states in which their predicates come out otherwise.

        A change of what states share is told by each of them, and so is one of what hangs on
        itself.
        """
        everything = range(len(batch.asked))
        if self.part.recursive:
            return {each.number: everything for each in self.changes}
        changes = (f"_changes({each.number},{each.place}).\n" for each in self.changes)
        mutants = (each.compared for each in self.changes)
        facts = batch.facts(self.part.used, everything)
        control = _grounded("\n".join([_COMPARED, self.compared, *mutants, *changes, facts]))
        found: dict[int, set[int]] = defaultdict(set)
        for each in control.symbolic_atoms.by_signature("_told", 2):
            number, state = each.symbol.arguments
            found[number.number].add(state.number)
        if self.indexed:
            return {number: sorted(states) for number, states in found.items()}
        return dict.fromkeys(found, everything)

    def is_told(self, change: Change, batch: Batch, states: Sequence[int]) -> bool:
        """Say whether the law with a mutant answers otherwise in some states of a batch."""
        facts = batch.facts(self.part.used, states)
        try:
            found = self.part.otherwise(facts, batch, states, change=change)
            for part in self.later:
                changed = part.used & found.keys()
                if changed:
                    told = {one for each in changed for one in found[each]}
                    some = states if SHARED in told else sorted(told)
                    facts = batch.facts(part.used, some, instead=found)
                    found |= part.otherwise(facts, batch, some)
                    if batch.is_answer(found):
                        return True
        except NotDecidedError:
            return True
        return batch.is_answer(found)


def _grounded(text: str) -> clingo.Control:
    control = grounded_text(text)
    assert control is not None, "each of the clauses was grounded by itself"
    return control


def refused(mutant: Mutant, law: MutableLaw) -> bool:
    """Say whether clingo refuses the changed clause."""
    return grounded_text(str(law.changed(mutant) or "")) is None


def groups(mutants: Iterable[tuple[int, Mutant]], law: MutableLaw) -> tuple[Group, ...]:
    """Return mutants with their numbers in groups, in the order in which predicates are derived."""
    changes: dict[int, list[Change]] = defaultdict(list)
    for number, mutant in mutants:
        changed = law.changed(mutant)
        texts = (
            ("", "") if changed is None else (str(changed), _under("_mutant", number, changed, law))
        )
        changes[mutant.place].append(Change(number, mutant.place, *texts))
    parts = _parts(law)
    hanging = _hanging(parts)
    found = []
    for at, part in enumerate(parts):
        some = tuple(change for place in part.clauses for change in changes[place])
        if some:
            indexed = all((name, arity - 1) in law.indexed for name, arity in part.predicates)
            compared = "\n".join(
                _under("_by", place, law.lifted[place], law) for place in part.clauses
            )
            later = tuple(parts[number] for number in hanging[at])
            found.append(Group(part, indexed, compared, later, some))
    return tuple(found)


def _parts(law: MutableLaw) -> tuple[Part, ...]:
    """Return the parts of the lifted law, each after those that it hangs on."""
    graph = networkx.DiGraph()
    clauses: dict[Signature, list[int]] = defaultdict(list)
    uses: dict[Signature, set[Signature]] = defaultdict(set)
    for place, rule in enumerate(law.lifted):
        [atom] = atoms_of(rule.head)
        head = signature(atom.symbol)
        clauses[head].append(place)
        uses[head].update(signature(one.symbol) for each in rule.body for one in every_atom(each))
        graph.add_node(head)
        graph.add_edges_from((each, head) for each in uses[head])
    condensed = networkx.condensation(graph)
    found = []
    for number in networkx.lexicographical_topological_sort(
        condensed, lambda n: min(condensed.nodes[n]["members"])
    ):
        part = frozenset(condensed.nodes[number]["members"])
        places = sorted(place for each in part for place in clauses[each])
        if places:
            used = frozenset({(DOMAIN, 1)}.union(*(uses[each] for each in part)))
            texts = {place: str(law.lifted[place]) for place in places}
            found.append(Part(part, texts, used - part, bool(used & part)))
    return tuple(found)


def _hanging(parts: Sequence[Part]) -> dict[int, tuple[int, ...]]:
    """Return for each part by number the later ones that hang on it and on which answers hang."""
    wanted: set[Signature] = set(READ)
    answering = set()
    for number in reversed(range(len(parts))):
        if parts[number].predicates & wanted:
            answering.add(number)
            wanted |= parts[number].used
    found = {}
    for number, part in enumerate(parts):
        reached = set(part.predicates)
        later = []
        for other in range(number + 1, len(parts)):
            if other in answering and parts[other].used & reached:
                reached |= parts[other].predicates
                later.append(other)
        found[number] = tuple(later)
    return found


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
