"""Clauses and the patterns in them, worked out from clingo's syntax trees: what a slice needs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from clingo import SymbolType, ast

from pyadapter.errors import EncodingError
from pyadapter.lift import lift
from pyadapter.programs import Signature, atoms_of, parsed
from pyadapter.slices import Clause, Pattern, Table
from pyadapter.vocabulary import local_inputs, varying_inputs

Shape = int | tuple[str, tuple["Shape", ...]] | None
"""A term as far as it is known without its variables: a number, a name with arguments, anything."""

_NAME = re.compile(r"_*[a-z][\w']*\Z")


def table_of(files: Sequence[str]) -> Table:
    """Return the table of the law in some files.

    >>> ("has_priority", 1) in table_of(["vocabulary.lp", "state/turn.lp"]).indexed
    True
    """
    lifted = lift(files, varying=(*varying_inputs(), *local_inputs(files)))
    plain = [each for each in parsed(files) if each.ast_type is ast.ASTType.Rule]
    twins = [each for each in lifted.statements if each.ast_type is ast.ASTType.Rule]
    return Table(*tabled(plain, twins), lifted.indexed)


def tabled(
    rules: Sequence[ast.AST], lifted: Sequence[ast.AST]
) -> tuple[tuple[Clause, ...], tuple[Pattern, ...]]:
    """Return the clauses of a program, each with what it is lifted to, and the patterns in them.

    Raises EncodingError for a rule that isn't a plain clause.
    """
    numbers: dict[Shape, int] = {}

    def numbered(atoms: Iterable[ast.AST]) -> tuple[int, ...]:
        shapes = (shape_of(atom.symbol) for atom in atoms)
        return tuple(dict.fromkeys(numbers.setdefault(each, len(numbers)) for each in shapes))

    rows = []
    for rule, twin in zip(rules, lifted, strict=True):
        needs = numbered(each.atom for each in rule.body if _is_positive(each))
        uses = numbered(atom for literal in rule.body for atom in atoms_of(literal))
        rows.append((_head(rule), str(rule), str(twin), needs, uses))
    by_name: dict[Signature, list[tuple[int, Shape]]] = defaultdict(list)
    for shape, number in numbers.items():
        by_name[_named(shape)].append((number, shape))
    clauses = []
    for head, text, twin_text, needs, uses in rows:
        feeds = tuple(number for number, shape in by_name[_named(head)] if may_meet(head, shape))
        clauses.append(Clause(_named(head), text, twin_text, needs, uses, feeds))
    patterns = tuple(Pattern(_named(each)[0], tuple(_words(each))) for each in numbers)
    return tuple(clauses), patterns


def _is_positive(literal: ast.AST) -> bool:
    return (
        literal.ast_type is ast.ASTType.Literal
        and literal.sign == ast.Sign.NoSign
        and literal.atom.ast_type is ast.ASTType.SymbolicAtom
    )


def _head(rule: ast.AST) -> Shape:
    if not _is_positive(rule.head):
        raise EncodingError(f"{rule.location.begin}: no plain clause: {rule}")
    return shape_of(rule.head.atom.symbol)


def _named(shape: Shape) -> Signature:
    if not isinstance(shape, tuple):
        raise EncodingError(f"no atom has the shape {shape}")
    return shape[0], len(shape[1])


def shape_of(term: ast.AST) -> Shape:
    """Return the shape of a term; whatever clingo would work out may be anything.

    >>> found = []
    >>> ast.parse_string("p(X,f(a,-1),2).", found.append)
    >>> shape_of(found[1].head.atom.symbol)
    ('p', (None, ('f', (('a', ()), None)), 2))
    """
    match term.ast_type:
        case ast.ASTType.Function if not term.external:
            return term.name, tuple(shape_of(each) for each in term.arguments)
        case ast.ASTType.SymbolicTerm if term.symbol.type is SymbolType.Number:
            return int(term.symbol.number)
        case ast.ASTType.SymbolicTerm if not (
            term.symbol.type is SymbolType.Function and term.symbol.arguments
        ):
            return str(term.symbol), ()
        case _:
            return None


def may_meet(one: Shape, other: Shape) -> bool:
    """Whether some term has both shapes.

    >>> may_meet(("f", (None, 1)), ("f", (("a", ()), None))), may_meet(("f", ()), 1)
    (True, False)
    """
    if one is None or other is None:
        return True
    if isinstance(one, int) or isinstance(other, int):
        return one == other
    return (
        one[0] == other[0] and len(one[1]) == len(other[1]) and all(map(may_meet, one[1], other[1]))
    )


def _words(shape: Shape) -> Iterator[str]:
    """Yield the names that the text of an atom of this shape holds as words.

    Numbers don't count: a fact may write one in several ways.
    """
    if isinstance(shape, tuple):
        for each in shape[1]:
            if isinstance(each, tuple) and _NAME.match(each[0]):
                yield each[0]
            yield from _words(each)
