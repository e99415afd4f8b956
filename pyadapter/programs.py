"""Encodings as clingo's own syntax trees: statements, comments, and the atoms in them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import clingo
from clingo import ast

from pyadapter.encodings import encoding_folder
from pyadapter.errors import EncodingError, SearchError
from pyadapter.session import Signature as Signature


def parsed(files: Sequence[str | Path]) -> tuple[ast.AST, ...]:
    """Return the statements of encodings and of what they include, comments among them."""
    found: list[ast.AST] = []
    folder = encoding_folder()
    seen: set[str] = set()

    def keep(statement: ast.AST) -> None:
        where = (
            f"{statement.location.begin.filename}:{statement.location.begin.line}"
            f":{statement.location.begin.column}"
        )
        if statement.ast_type is ast.ASTType.Program:
            found.append(statement)
        elif where not in seen:
            seen.add(where)
            found.append(statement)

    ast.parse_files([str(folder / name) for name in files], keep, logger=_complain)
    return tuple(found)


def _complain(code: clingo.MessageCode, message: str) -> None:
    if code is not clingo.MessageCode.FileIncluded:  # what is read twice is kept once
        print(message, file=sys.stderr)


def signature(symbol: ast.AST) -> Signature:
    """Return name and arity of the symbol of an atom.

    Raises EncodingError for classical negation, which the law does not use.
    """
    if symbol.ast_type is not ast.ASTType.Function:
        raise EncodingError(f"{symbol.location.begin}: can't lift: {symbol}")
    return symbol.name, len(symbol.arguments)


def atoms_of(node: ast.AST | None) -> Iterable[ast.AST]:
    """Return all symbolic atoms in a part of a statement, in order.

    Raises EncodingError for a part of a kind that the law does not use.
    """
    if node is None:
        return
    match node.ast_type:
        case ast.ASTType.SymbolicAtom:
            yield node
        case ast.ASTType.Literal:
            yield from atoms_of(node.atom)
        case ast.ASTType.ConditionalLiteral:
            yield from atoms_of(node.literal)
            for literal in node.condition:
                yield from atoms_of(literal)
        case ast.ASTType.BodyAggregate:
            for element in node.elements:
                for literal in element.condition:
                    yield from atoms_of(literal)
        case ast.ASTType.Comparison | ast.ASTType.BooleanConstant:
            return
        case _:
            raise EncodingError(f"{node.location.begin}: can't lift: {node}")


class _Atoms(ast.Transformer):
    def __init__(self) -> None:
        self.found: list[ast.AST] = []

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        self.found.append(node)
        return node


def every_atom(node: ast.AST) -> tuple[ast.AST, ...]:
    """Return all symbolic atoms in a statement or a part of one, whatever its kind."""
    atoms = _Atoms()
    atoms(node)
    return tuple(atoms.found)


class _Calls(ast.Transformer):
    def __init__(self) -> None:
        self.found: list[ast.AST] = []

    def visit_Function(self, node: ast.AST) -> ast.AST:  # noqa: N802
        if node.external:
            self.found.append(node)
        self.visit_children(node)
        return node


def every_call(node: ast.AST) -> tuple[ast.AST, ...]:
    """Return all calls of functions that aren't terms, such as `@f(X)`, in a statement."""
    calls = _Calls()
    calls(node)
    return tuple(calls.found)


def signatures_in(files: Sequence[str | Path]) -> frozenset[Signature]:
    """Return the predicates of all atoms in encodings, whatever the kinds of their statements.

    >>> ("planned", 2) in signatures_in(["payment/plan.lp"])
    True
    """
    return frozenset(
        signature(atom.symbol) for statement in parsed(files) for atom in every_atom(statement)
    )


def parsed_text(text: str, *, name: str = "<string>") -> list[ast.AST]:
    """Return the statements in a text. Raises SearchError with clingo's complaints about `name`.

    >>> [str(each) for each in parsed_text("a :- b.")]
    ['#program base.', 'a :- b.']
    """
    found: list[ast.AST] = []
    complaints: list[str] = []
    try:
        ast.parse_string(text, found.append, logger=lambda _, message: complaints.append(message))
    except RuntimeError as error:
        message = "\n".join(complaints) or str(error)
        raise SearchError(message.replace("<string>", name)) from error
    return found


@lru_cache(maxsize=64)
def predicates_in(text: str) -> tuple[Signature, ...]:
    """Return the predicates that a program speaks of. Raises SearchError if it can't be parsed.

    >>> predicates_in("goal :- legal(P,A), not priority(P).")
    (('goal', 0), ('legal', 2), ('priority', 1))
    """
    atoms = (atom for statement in parsed_text(text) for atom in every_atom(statement))
    return tuple(dict.fromkeys(signature(atom.symbol) for atom in atoms))


def derived_atoms(head: ast.AST) -> Iterator[ast.AST]:
    """Yield the atoms that a head derives, also by choice: not those of its conditions.

    >>> [rule] = [each for each in parsed_text("{ a(X) : b(X) } :- c.") if str(each)[0] == "{"]
    >>> [str(atom) for atom in derived_atoms(rule.head)]
    ['a(X)']
    """
    match head.ast_type:
        case ast.ASTType.Literal:
            if head.atom.ast_type is ast.ASTType.SymbolicAtom:
                yield head.atom
        case ast.ASTType.Aggregate | ast.ASTType.Disjunction:
            for element in head.elements:
                yield from derived_atoms(element.literal)
        case ast.ASTType.HeadAggregate:
            for element in head.elements:
                yield from derived_atoms(element.condition.literal)
