"""The predicates that a search may speak of: of the vocabulary, of the law, and of scopes."""

from __future__ import annotations

from functools import cache

from clingo import ast

from pyadapter.programs import Signature, derived_atoms, parsed, signature
from pyadapter.slices import law_table
from pyadapter.vocabulary import inputs

OFFERED: Signature = ("offered", 2)
"""What is on offer has no place in a search: each state asks about one action."""


@cache
def known_predicates() -> frozenset[Signature]:
    """Return what can be asked of the states of a scope.

    >>> ("legal", 2) in known_predicates(), ("in_zone", 3) in known_predicates()
    (True, True)
    """
    law = {clause.head for clause in law_table().clauses} - {OFFERED}
    return frozenset(law | input_predicates() | scope_predicates())


@cache
def input_predicates() -> frozenset[Signature]:
    """Return the predicates of the vocabulary."""
    return frozenset((each.name, each.arity) for each in inputs().values())


@cache
def scope_predicates() -> frozenset[Signature]:
    """Return what scopes derive, the inputs that they choose among it."""
    return frozenset(heads_of("scope/scope.lp", "scope/symmetry.lp"))


def heads_of(*files: str) -> frozenset[Signature]:
    """Return the predicates that encodings derive, also by choice."""
    return frozenset(
        signature(atom.symbol)
        for each in parsed(files)
        if each.ast_type is ast.ASTType.Rule
        for atom in derived_atoms(each.head)
    )
