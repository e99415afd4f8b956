"""Of which kinds of special actions a property can speak: read off its clauses, never too few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from clingo import ast

from pyadapter.programs import Signature, derived_atoms, parsed_text
from pyadapter.properties import PropertyFile
from pyadapter.property_checks import ABOUT, about_atom, constant
from pyadapter.space import kinds

_ACTION_FROM_THE_END = {
    "asked": 1,
    "legal": 1,
    "verdict": 2,
    "required": 2,
    "met": 2,
    "unmet": 2,
    "open": 2,
    "kind": 2,
}

Names = frozenset[str]


@cache
def kinds_of(file: PropertyFile) -> Mapping[str, Names]:
    """Return the kinds of which each property of a file can speak, by its name.

    A clause is about one action, the one that is asked about; where it names no kind, any is meant.

    >>> from pyadapter.properties import own_properties
    >>> found = kinds_of(own_properties()[0])
    >>> sorted(found["land_on_own_turn"]), len(found["one_verdict"])
    (['play_land'], 12)
    """
    clauses = [each for each in parsed_text(file.text) if each.ast_type is ast.ASTType.Rule]
    return _Reading(clauses).by_property()


class _Reading:
    def __init__(self, rules: Sequence[ast.AST]) -> None:
        self.every = frozenset(kinds())
        self.rules = rules
        self.own: dict[Signature, list[tuple[ast.AST, ast.AST]]] = {}
        for rule in rules:
            for atom in derived_atoms(rule.head):
                for symbol in _spelt_out(atom.symbol):
                    self.own.setdefault(_key(symbol), []).append((symbol, rule))
        self.known: dict[Signature, Names] = dict.fromkeys(self.own, frozenset())
        grown = True
        while grown:
            grown = False
            for key, places in self.own.items():
                found = frozenset[str]().union(*(self.kinds_in(rule) for _, rule in places))
                grown = grown or found != self.known[key]
                self.known[key] = found

    def by_property(self) -> dict[str, Names]:
        """Return the kinds for which a property can be put to the test, or be violated."""
        found: dict[str, Names] = {}
        for rule in self.rules:
            atom = about_atom(rule)
            if atom is not None and (atom.symbol.name, 2) in ABOUT and rule.body:
                name = constant(atom.symbol.arguments[0])
                found[name] = found.get(name, frozenset()) | self.kinds_in(rule)
        return {name: speaks or self.every for name, speaks in found.items()}

    def kinds_in(self, rule: ast.AST) -> Names:
        """Return the kinds of the action for which the body of a clause can be true."""
        found = self.every
        for symbol in _positive(rule.body):
            for names in self._restrictions(symbol, rule.body):
                found &= names
        return found

    def _restrictions(self, symbol: ast.AST, body: Sequence[ast.AST]) -> Iterable[Names]:
        key = _key(symbol)
        if key in self.known:
            yield self.known[key]
        places = [_ACTION_FROM_THE_END.get(symbol.name, 0)]
        if symbol.name == "kind":
            places.append(1)
        for place in places:
            if 0 < place <= len(symbol.arguments):
                names = self.values(symbol.arguments[-place], body)
                if names is not None and names <= self.every:
                    yield names
        if symbol.name == "kind":
            yield self.every - frozenset(_unequal_to(symbol.arguments[-1], body))

    def values(
        self, term: ast.AST, body: Sequence[ast.AST], above: tuple[Signature, ...] = ()
    ) -> Names | None:
        """Return the constants or functors that a term can be, None if it could be any."""
        match term.ast_type:
            case ast.ASTType.Function if term.name:
                return frozenset([term.name])
            case ast.ASTType.SymbolicTerm:
                return frozenset([str(term)])
            case ast.ASTType.Pool:
                return _union(self.values(each, body, above) for each in term.arguments)
            case ast.ASTType.Variable:
                return self._bound(term.name, body, above)
        return None

    def _bound(
        self, variable: str, body: Sequence[ast.AST], above: tuple[Signature, ...]
    ) -> Names | None:
        found: Names | None = None
        for literal in body:
            for other in _equal_to(variable, literal):
                names = self.values(other, (), above)
                found = names if found is None else found & (names if names is not None else found)
        for symbol in _positive(body):
            key = _key(symbol)
            if key not in self.own or key in above:
                continue
            for place, argument in enumerate(symbol.arguments):
                if argument.ast_type is ast.ASTType.Variable and argument.name == variable:
                    names = _union(
                        self.values(head.arguments[place], rule.body, (*above, key))
                        for head, rule in self.own[key]
                    )
                    if names is not None:
                        found = names if found is None else found & names
        return found


def _union(found: Iterable[Names | None]) -> Names | None:
    names: set[str] = set()
    for each in found:
        if each is None:
            return None
        names |= each
    return frozenset(names)


def _key(symbol: ast.AST) -> Signature:
    return symbol.name, len(symbol.arguments)


def _spelt_out(symbol: ast.AST) -> Iterable[ast.AST]:
    """Yield the atoms of a pool such as `moment(draw;upkeep)`, or the one that it is."""
    if symbol.ast_type is ast.ASTType.Pool:
        yield from symbol.arguments
    elif symbol.ast_type is ast.ASTType.Function:
        yield symbol


def _positive(body: Sequence[ast.AST]) -> Iterable[ast.AST]:
    """Yield the atoms that must be true for a body to be; pools aside, which are alternatives."""
    for literal in body:
        if (
            literal.ast_type is ast.ASTType.Literal
            and literal.sign == ast.Sign.NoSign
            and literal.atom.ast_type is ast.ASTType.SymbolicAtom
            and literal.atom.symbol.ast_type is ast.ASTType.Function
        ):
            yield literal.atom.symbol


def _equal_to(variable: str, literal: ast.AST) -> Iterable[ast.AST]:
    """Yield the term to which a literal makes a variable equal."""
    for one, sign, other in _compared(literal):
        if sign == ast.ComparisonOperator.Equal and _is_variable(one, variable):
            yield other


def _unequal_to(term: ast.AST, body: Sequence[ast.AST]) -> Iterable[str]:
    """Yield the constants that a variable can't be, as a body says."""
    for literal in body:
        for one, sign, other in _compared(literal):
            if (
                sign == ast.ComparisonOperator.NotEqual
                and term.ast_type is ast.ASTType.Variable
                and _is_variable(one, term.name)
            ):
                yield constant(other)


def _compared(literal: ast.AST) -> Iterable[tuple[ast.AST, int, ast.AST]]:
    """Yield both ways to read a comparison of two terms."""
    if literal.ast_type is not ast.ASTType.Literal or literal.sign != ast.Sign.NoSign:
        return
    comparison = literal.atom
    if comparison.ast_type is ast.ASTType.Comparison and len(comparison.guards) == 1:
        (guard,) = comparison.guards
        yield comparison.term, guard.comparison, guard.term
        yield guard.term, guard.comparison, comparison.term


def _is_variable(term: ast.AST, name: str) -> bool:
    return term.ast_type is ast.ASTType.Variable and bool(term.name == name)
