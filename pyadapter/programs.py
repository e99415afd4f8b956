"""Encodings as clingo's own syntax trees: statements, comments, and the atoms in them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import clingo
from clingo import ast

from pyadapter.encodings import encoding_folder
from pyadapter.errors import EncodingError
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


def signatures_in(files: Sequence[str | Path]) -> frozenset[Signature]:
    """Return the predicates of all atoms in encodings, whatever the kinds of their statements.

    >>> ("planned", 2) in signatures_in(["payment/plan.lp"])
    True
    """
    return frozenset(
        signature(atom.symbol) for statement in parsed(files) for atom in every_atom(statement)
    )
