"""The linter of the encodings that choose: scopes, repairs, plans, beside the law that they use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clingo import ast

from pyadapter.findings import Finding, finding
from pyadapter.programs import Signature, derived_atoms, every_atom, signature
from pyadapter.vocabulary import inputs

_NAME = re.compile(r"[a-z][a-z]*(?:_[a-z]+)*\Z")


def choice_findings(statements: Sequence[ast.AST], law: Sequence[ast.AST]) -> Iterator[Finding]:
    """Yield what is to be minded in encodings that may choose, beyond layout and tags.

    What they derive must not be what `law` derives or has under another arity; what they speak of
    must be an input, derived somewhere, or declared by `#defined`.
    """
    derived = _heads(law)
    arities = dict(sorted(derived | {(each.name, each.arity) for each in inputs().values()}))
    own = _heads(statements)
    declared = {
        (each.name, each.arity) for each in statements if each.ast_type is ast.ASTType.Defined
    }
    known = {(each.name, each.arity) for each in inputs().values()}
    for statement in statements:
        if statement.ast_type is ast.ASTType.Defined:
            continue
        for each in _heads([statement]):
            if each in derived:
                yield finding(statement, f"{each[0]}/{each[1]} is derived by the law as well")
        for each in dict.fromkeys(signature(atom.symbol) for atom in every_atom(statement)):
            name, arity = each
            if not _NAME.match(name):
                yield finding(statement, f"the predicate {name!r}, expected words in snake_case")
            if arities.get(name, arity) != arity:
                yield finding(statement, f"{name}/{arity} beside {name}/{arities[name]}")
            if each not in own | derived | declared | known:
                yield finding(statement, f"{name}/{arity} is neither an input nor derived anywhere")


def _heads(statements: Iterable[ast.AST]) -> set[Signature]:
    return {
        signature(atom.symbol)
        for each in statements
        if each.ast_type is ast.ASTType.Rule
        for atom in derived_atoms(each.head)
    }
