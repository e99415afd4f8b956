"""Mutants of the law: small changes of one clause, to see whether the test states notice them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo
from clingo import ast

from pyadapter.encodings import encoding_folder
from pyadapter.lift import Indexer
from pyadapter.programs import Signature, atoms_of, parsed, signature

_SWAPPED: Mapping[int, int] = {
    ast.ComparisonOperator.LessThan: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.GreaterEqual,
    ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.Equal: ast.ComparisonOperator.NotEqual,
    ast.ComparisonOperator.NotEqual: ast.ComparisonOperator.Equal,
}
_DATES = (19000101, 29991231)
_CENTURY = 1000000


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed clause: where it stands, what was done, and the clause afterwards (or none)."""

    file: str
    line: int
    change: str
    place: int
    clause: ast.AST | None

    @property
    def name(self) -> str:
        """The mutant in one line, the same wherever its clause stands in the file."""
        return f"{self.file}: {self.change}"


@dataclass(frozen=True, slots=True)
class MutableLaw:
    """The rules of the law, their lifted forms, and what else the lifted program needs."""

    rules: tuple[ast.AST, ...]
    lifted: tuple[ast.AST, ...]
    rest: tuple[ast.AST, ...]
    indexed: frozenset[Signature]

    def program(self, mutant: Mutant | None = None) -> tuple[ast.AST, ...]:
        """Return the lifted program, with one clause mutated."""
        if mutant is None:
            return (*self.rest, *self.lifted)
        before, after = self.lifted[: mutant.place], self.lifted[mutant.place + 1 :]
        changed = self.changed(mutant)
        return (*self.rest, *before, *(() if changed is None else (changed,)), *after)

    def changed(self, mutant: Mutant) -> ast.AST | None:
        """Return the lifted clause of a mutant; None if it has lost its clause."""
        return None if mutant.clause is None else Indexer(self.indexed).rule(mutant.clause)


def mutants(law: MutableLaw) -> Iterator[Mutant]:
    """Yield all mutants of a law, clause by clause, in a fixed order."""
    siblings = _siblings(law.rules)
    folder = encoding_folder()
    for place, rule in enumerate(law.rules):
        begin = rule.location.begin
        file = f"asp/{Path(begin.filename).relative_to(folder)}"
        for change, clause in _changes(rule, siblings):
            yield Mutant(file, begin.line, change, place, clause)


def _changes(
    rule: ast.AST, siblings: Mapping[tuple[Signature, int], Sequence[str]]
) -> Iterator[tuple[str, ast.AST | None]]:
    yield f"delete `{_brief(rule)}`", None
    for place, literal in enumerate(rule.body):
        rest = [*rule.body[:place], *rule.body[place + 1 :]]
        yield f"drop `{literal}` in `{_brief(rule)}`", rule.update(body=rest)
        for change, changed in _literal_changes(literal):
            body = [*rule.body[:place], changed, *rule.body[place + 1 :]]
            yield f"{change} in `{_brief(rule)}`", rule.update(body=body)
    yield from _constant_changes(rule, siblings)


def _brief(rule: ast.AST) -> str:
    text = str(rule)
    return text if len(text) <= 110 else text[:109] + "…"


def _literal_changes(literal: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if literal.ast_type is not ast.ASTType.Literal:
        return
    atom = literal.atom
    if atom.ast_type is ast.ASTType.SymbolicAtom:
        positive = literal.sign == ast.Sign.NoSign
        sign = ast.Sign.Negation if positive else ast.Sign.NoSign
        yield (
            (f"negate `{literal}`" if positive else f"affirm `{literal}`"),
            literal.update(sign=sign),
        )
    elif atom.ast_type is ast.ASTType.Comparison:
        for place, guard in enumerate(atom.guards):
            swapped = guard.update(comparison=_SWAPPED[guard.comparison])
            guards = [*atom.guards[:place], swapped, *atom.guards[place + 1 :]]
            yield f"swap `{literal}`", literal.update(atom=atom.update(guards=guards))
    elif atom.ast_type is ast.ASTType.BodyAggregate:
        yield from _aggregate_changes(literal, atom)


def _aggregate_changes(literal: ast.AST, atom: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    guard = atom.left_guard
    if guard is not None and guard.comparison != ast.ComparisonOperator.Equal:
        swapped = guard.update(comparison=_SWAPPED[guard.comparison])
        yield f"swap in `{literal}`", literal.update(atom=atom.update(left_guard=swapped))
    for place, element in enumerate(atom.elements):
        for number, condition in enumerate(element.condition):
            fewer = [*element.condition[:number], *element.condition[number + 1 :]]
            changed = element.update(condition=fewer)
            elements = [*atom.elements[:place], changed, *atom.elements[place + 1 :]]
            yield (
                f"drop `{condition}` in an aggregate",
                literal.update(atom=atom.update(elements=elements)),
            )


def _siblings(rules: Iterable[ast.AST]) -> dict[tuple[Signature, int], list[str]]:
    found: dict[tuple[Signature, int], dict[str, None]] = defaultdict(dict)
    for rule in rules:
        for atom in [*atoms_of(rule.head), *(a for each in rule.body for a in atoms_of(each))]:
            for place, argument in enumerate(atom.symbol.arguments):
                name = _constant(argument)
                if name is not None:
                    found[signature(atom.symbol), place][name] = None
    return {key: sorted(names) for key, names in found.items()}


def _constant(argument: ast.AST) -> str | None:
    if argument.ast_type is ast.ASTType.SymbolicTerm:
        symbol = argument.symbol
        if symbol.type is clingo.SymbolType.Function and not symbol.arguments:
            return str(symbol.name)
    return None


def _constant_changes(
    rule: ast.AST, siblings: Mapping[tuple[Signature, int], Sequence[str]]
) -> Iterator[tuple[str, ast.AST]]:
    atoms = [*atoms_of(rule.head), *(a for each in rule.body for a in atoms_of(each))]
    for number, atom in enumerate(atoms):
        for place, argument in enumerate(atom.symbol.arguments):
            new = _replacement(atom, place, argument, siblings)
            if new is None:
                continue
            text, term = new
            changed = _Replacer(number, place, term)
            yield (
                f"{argument} becomes {text} in `{atom}` of `{_brief(rule)}`",
                rule.update(
                    head=changed.visit(rule.head),
                    body=[changed.visit(literal) for literal in rule.body],
                ),
            )


def _replacement(
    atom: ast.AST,
    place: int,
    argument: ast.AST,
    siblings: Mapping[tuple[Signature, int], Sequence[str]],
) -> tuple[str, ast.AST] | None:
    name = _constant(argument)
    if name is not None:
        names = siblings[signature(atom.symbol), place]
        if len(names) < 2:
            return None
        other = names[(names.index(name) + 1) % len(names)]
        return other, ast.SymbolicTerm(argument.location, clingo.Function(other))
    if argument.ast_type is ast.ASTType.SymbolicTerm:
        symbol = argument.symbol
        if symbol.type is clingo.SymbolType.Number:
            value = symbol.number
            if _DATES[0] <= value <= _DATES[1]:
                value += _CENTURY if value < 20120501 else -_CENTURY
            else:
                value += 1
            return str(value), ast.SymbolicTerm(argument.location, clingo.Number(value))
    return None


class _Replacer(ast.Transformer):
    """Puts a term at one argument of the atom with a number, counted in the order of a rule."""

    def __init__(self, number: int, place: int, term: ast.AST) -> None:
        self.left = number
        self.place = place
        self.term = term

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        mine, self.left = self.left == 0, self.left - 1
        if not mine:
            return node
        arguments = list(node.symbol.arguments)
        arguments[self.place] = self.term
        return node.update(symbol=node.symbol.update(arguments=arguments))


def mutable_law(files: Sequence[str | Path], *, indexed: frozenset[Signature]) -> MutableLaw:
    """Return the rules of encodings, to be mutated, with their lifted forms."""
    indexer = Indexer(indexed)
    statements = parsed(files)
    rules = tuple(each for each in statements if each.ast_type is ast.ASTType.Rule)
    rest = []
    for each in statements:
        if each.ast_type is ast.ASTType.Defined:
            rest.append(indexer.declared(each))
    return MutableLaw(rules, tuple(indexer.rule(rule) for rule in rules), tuple(rest), indexed)
