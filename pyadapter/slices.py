"""Slices of the law: the clauses that can matter to given facts, and no others.

Clingo pays for every clause, whether it can fire or not. So two kinds of clauses are left out before
grounding: those with a positive literal that no given fact and no other clause can meet, and those
that nothing depends on that is read. What is read is the same with and without them. A literal that
is negated, or inside an aggregate, never counts as one that can't be met.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache

import clingo
import msgspec
from clingo import SymbolType, ast

from pyadapter.errors import EncodingError
from pyadapter.kept import kept
from pyadapter.lift import lift
from pyadapter.programs import Signature, atoms_of, parsed
from pyadapter.session import LAW, Atoms, atoms_read, grounded
from pyadapter.vocabulary import varying_inputs

Shape = int | tuple[str, tuple["Shape", ...]] | None
"""A term as far as it is known without its variables: a number, a name with arguments, anything."""

_WORD = re.compile(r"[\w']+")
_NAME = re.compile(r"_*[a-z][\w']*\Z")


class Clause(msgspec.Struct, frozen=True, array_like=True):
    """A clause as text, for one state and lifted for many, and what it has to do with patterns.

    `needs` are the patterns of its positive literals, `uses` those of all literals, and `feeds` those
    that atoms of its head may meet.
    """

    head: Signature
    text: str
    lifted: str
    needs: tuple[int, ...]
    uses: tuple[int, ...]
    feeds: tuple[int, ...]


class Pattern(msgspec.Struct, frozen=True, array_like=True):
    """A literal: its predicate, and the names and numbers that a fact must hold to meet it."""

    predicate: str
    words: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, array_like=True):
    """All clauses of the law, all patterns by number, and the predicates that the lift indexes."""

    clauses: tuple[Clause, ...]
    patterns: tuple[Pattern, ...]
    indexed: frozenset[Signature]


@cache
def law_table() -> Table:
    """Return the table of the whole law; it is worked out once for each text of the law."""
    return kept("law", Table, _law_table)


def ground_slice(facts: Collection[str], *, read: Sequence[Signature]) -> Atoms:
    """Return what `ground` returns for the law, `LAW`, from a slice of it.

    >>> found = ground_slice(["priority(a)", "player(a)"], read=[("has_priority", 1)])
    >>> [str(symbol) for (symbol,) in found["has_priority", 1]]
    ['a']
    """
    program = slice_for(facts, read=read)

    def load(control: clingo.Control) -> None:
        control.add("base", [], program)

    return atoms_read(grounded(load, facts, partial=True), read)


def slice_for(
    facts: Iterable[str], *, read: Sequence[Signature], lifted: bool = False
) -> str:
    """Return the program that gives the predicates of `read` over facts of a state (or of many).

    The facts are texts without a number of their state, also for the lifted program.

    >>> whole = slice_for(["turn(a,draw)", "priority(a)"], read=[("active", 1)])
    >>> "active(P) :- turn(P," in whole, "legal(" in whole
    (True, False)
    """
    return _slice(_met_by(facts), tuple(read), lifted)


def _met_by(facts: Iterable[str]) -> frozenset[int]:
    """Return the patterns that some fact may meet: a fact holds all its words, somewhere.

    That is more than those that are met in truth, never less.
    """
    words: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        name, _, rest = fact.partition("(")
        words[name].update(_WORD.findall(rest))
    return frozenset(
        number
        for name, found in words.items()
        for number, wanted in _wanted().get(name, ())
        if wanted <= found
    )


@cache
def _wanted() -> dict[str, list[tuple[int, frozenset[str]]]]:
    found: dict[str, list[tuple[int, frozenset[str]]]] = defaultdict(list)
    for number, pattern in enumerate(law_table().patterns):
        found[pattern.predicate].append((number, frozenset(pattern.words)))
    return found


@lru_cache(maxsize=64)
def _slice(given: frozenset[int], read: tuple[Signature, ...], lifted: bool) -> str:
    clauses = law_table().clauses
    kept_ones = needed_clauses(clauses, possible_clauses(clauses, given), read)
    return "\n".join(clauses[i].lifted if lifted else clauses[i].text for i in kept_ones)


def possible_clauses(clauses: Sequence[Clause], given: Collection[int]) -> frozenset[int]:
    """Return the clauses that may fire where the patterns `given` are met, by their places."""
    missing = [len(clause.needs) for clause in clauses]
    waiting: dict[int, list[int]] = defaultdict(list)
    for place, clause in enumerate(clauses):
        for number in clause.needs:
            waiting[number].append(place)
    found = {place for place, count in enumerate(missing) if count == 0}
    met = set(given).union(*(clauses[place].feeds for place in found))
    todo = list(met)
    while todo:
        for place in waiting[todo.pop()]:
            missing[place] -= 1
            if missing[place] == 0:
                found.add(place)
                fresh = set(clauses[place].feeds) - met
                met |= fresh
                todo += fresh
    return frozenset(found)


def needed_clauses(
    clauses: Sequence[Clause], among: Collection[int], read: Collection[Signature]
) -> tuple[int, ...]:
    """Return those of some clauses on which the predicates of `read` depend, in their order."""
    feeding: dict[int, list[int]] = defaultdict(list)
    for place in among:
        for number in clauses[place].feeds:
            feeding[number].append(place)
    found = {place for place in among if clauses[place].head in read}
    todo = list(found)
    looked: set[int] = set()
    while todo:
        for number in clauses[todo.pop()].uses:
            if number not in looked:
                looked.add(number)
                fresh = set(feeding[number]) - found
                found |= fresh
                todo += fresh
    return tuple(sorted(found))


def _law_table() -> Table:
    lifted = lift(LAW, varying=varying_inputs())
    plain = [each for each in parsed(LAW) if each.ast_type is ast.ASTType.Rule]
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
        one[0] == other[0]
        and len(one[1]) == len(other[1])
        and all(map(may_meet, one[1], other[1]))
    )


def _words(shape: Shape) -> Iterator[str]:
    """Yield the names and numbers that the text of an atom of this shape holds as words."""
    if isinstance(shape, tuple):
        for each in shape[1]:
            if isinstance(each, tuple) and _NAME.match(each[0]):
                yield each[0]
            elif isinstance(each, int) and each >= 0:
                yield str(each)
            yield from _words(each)
