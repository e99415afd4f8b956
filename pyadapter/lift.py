"""One lift: a pass over clingo's AST that lets one grounding decide many states.

Every predicate that depends on a varying input gets one more argument in front, the number of the
state; all others stay as they are and are shared. Statements that the pass does not know are
refused, never passed on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo
from clingo import ast

from pyadapter.errors import EncodingError
from pyadapter.programs import Signature, atoms_of, parsed, signature

INDEX = "_State"
DOMAIN = "_state"


@dataclass(frozen=True, slots=True)
class Lifted:
    """A lifted program: its statements, and the predicates (before the lift) that were indexed."""

    statements: tuple[ast.AST, ...]
    indexed: frozenset[Signature]

    def add_to(self, control: clingo.Control) -> None:
        """Add the program to a control."""
        with ast.ProgramBuilder(control) as builder:
            for statement in self.statements:
                builder.add(statement)


def lift(files: Sequence[str | Path], *, varying: Collection[Signature]) -> Lifted:
    """Return the program of `files` with everything that depends on `varying` indexed by state.

    Relative names are encodings of the law. Raises EncodingError for a statement it doesn't know.

    >>> lifted = lift(["state/turn.lp"], varying=[("priority", 1), ("left", 1)])
    >>> ("has_priority", 1) in lifted.indexed, ("main_phase", 1) in lifted.indexed
    (True, False)
    """
    rules: list[ast.AST] = []
    kept: list[ast.AST] = []
    defined: list[ast.AST] = []
    for statement in parsed(files):
        match statement.ast_type:
            case ast.ASTType.Rule:
                rules.append(statement)
            case ast.ASTType.Defined:
                defined.append(statement)
            case ast.ASTType.Program if statement.name == "base" and not statement.parameters:
                kept.append(statement)
            case ast.ASTType.ShowSignature | ast.ASTType.Comment:
                pass
            case _:
                raise EncodingError(f"{statement.location.begin}: can't lift: {statement}")
    indexed = dependents(rules, varying)
    indexer = Indexer(indexed)
    statements = [
        *kept,
        *(indexer.declared(each) for each in defined),
        _declaration(defined, rules),
        *(indexer.rule(rule) for rule in rules),
    ]
    return Lifted(tuple(each for each in statements if each is not None), frozenset(indexed))


def dependents(rules: Iterable[ast.AST], varying: Collection[Signature]) -> set[Signature]:
    """Return some predicates and all that hang on them by rules."""
    heads: dict[Signature, set[Signature]] = defaultdict(set)
    for rule in rules:
        for head in atoms_of(rule.head):
            for literal in rule.body:
                heads[signature(head.symbol)].update(
                    signature(atom.symbol) for atom in atoms_of(literal)
                )
    found = set(varying)
    grown = True
    while grown:
        more = {head for head, body in heads.items() if head not in found and body & found}
        found |= more
        grown = bool(more)
    return found


def _declaration(defined: Sequence[ast.AST], rules: Sequence[ast.AST]) -> ast.AST | None:
    some = next(iter(defined or rules), None)
    return None if some is None else ast.Defined(some.location, DOMAIN, 1, True)


class Indexer(ast.Transformer):
    """Puts the number of the state in front of the arguments of indexed predicates."""

    def __init__(self, indexed: Collection[Signature]) -> None:
        self.indexed = indexed

    def declared(self, statement: ast.AST) -> ast.AST:
        """Return a `#defined` statement for the predicate as it is after the lift."""
        if (statement.name, statement.arity) in self.indexed:
            return statement.update(arity=statement.arity + 1)
        return statement

    def rule(self, rule: ast.AST) -> ast.AST:
        """Return a rule with the number of the state, bound if nothing else binds it."""
        heads = [signature(atom.symbol) for atom in atoms_of(rule.head)]
        lifted: ast.AST = self.visit(rule)
        if not any(head in self.indexed for head in heads) or self._bound(rule):
            return lifted
        location = rule.location
        index = ast.Variable(location, INDEX)
        atom = ast.SymbolicAtom(ast.Function(location, DOMAIN, [index], False))
        domain = ast.Literal(location, ast.Sign.NoSign, atom)
        return lifted.update(body=[domain, *lifted.body])

    def _bound(self, rule: ast.AST) -> bool:
        return any(
            literal.ast_type is ast.ASTType.Literal
            and literal.sign == ast.Sign.NoSign
            and literal.atom.ast_type is ast.ASTType.SymbolicAtom
            and signature(literal.atom.symbol) in self.indexed
            for literal in rule.body
        )

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        if signature(node.symbol) not in self.indexed:
            return node
        index = ast.Variable(node.symbol.location, INDEX)
        symbol = node.symbol.update(arguments=[index, *node.symbol.arguments])
        return node.update(symbol=symbol)
