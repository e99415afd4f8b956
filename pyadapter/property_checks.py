"""What a file of properties may say, looked at before anything is grounded: all faults at once."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

import networkx
from clingo import ast

from pyadapter.known import (
    OFFERED,
    heads_of,
    input_predicates,
    known_predicates,
    scope_predicates,
)
from pyadapter.programs import Signature, derived_atoms, every_atom, every_call
from pyadapter.slices import law_table

RULEBOOK = tuple(
    f"rulebook/{name}.lp" for name in ("numbers", "grounds", "wording", "faults", "editions")
)
_BOUNDS: tuple[Signature, ...] = (("bounded", 2), ("among", 2), ("asked_kind", 1))
ABOUT: tuple[Signature, ...] = (("violated", 2), ("antecedent", 2), ("statement", 2))
DATED: tuple[Signature, ...] = (("speaks_from", 2), ("speaks_until", 2))
_REFUSED = {
    ast.ASTType.Minimize: "smallest states come first anyway",
    ast.ASTType.External: "every state of the scope is looked at",
    ast.ASTType.Script: "properties are plain ASP",
    ast.ASTType.Definition: "numbers stand where they are meant",
    ast.ASTType.TheoryDefinition: "properties are plain ASP",
}
_DROPPED = (
    ast.ASTType.Comment,
    ast.ASTType.Defined,
    ast.ASTType.Program,
    ast.ASTType.ShowSignature,
    ast.ASTType.ShowTerm,
)

Fault = tuple[int, str]


def faults_in(statements: Sequence[ast.AST], worlds: Sequence[Signature]) -> tuple[Fault, ...]:
    """Return what is wrong with the statements of a file, each fault with its line, sorted."""
    rules = [each for each in statements if each.ast_type is ast.ASTType.Rule]
    return tuple(
        sorted(
            {
                *_refused(statements, worlds=bool(worlds)),
                *_unknown_worlds(worlds),
                *_heads(rules, worlds),
                *_undefined(rules, worlds),
                *_calls(rules),
                *_loops(rules),
            }
        )
    )


def _refused(statements: Iterable[ast.AST], *, worlds: bool) -> Iterator[Fault]:
    for each in statements:
        line = each.location.begin.line
        if each.location.begin.filename != "<string>":
            yield 1, f"no place for #include of {each.location.begin.filename}"
        elif each.ast_type is ast.ASTType.Rule:
            yield from ((line, fault) for fault in _bad_head(each, worlds=worlds))
        elif each.ast_type not in _DROPPED:
            why = _REFUSED.get(each.ast_type, "a file of properties has clauses only")
            yield line, f"no place for `{each}`: {why}"


def _bad_head(rule: ast.AST, *, worlds: bool) -> Iterator[str]:
    head = rule.head
    if head.ast_type is ast.ASTType.Literal:
        if head.atom.ast_type is ast.ASTType.SymbolicAtom:
            if head.sign != ast.Sign.NoSign or not _is_function(head.atom.symbol):
                yield f"no place for `{head}` in a head"
        elif not worlds:
            yield f"the constraint `{rule}` would hide states; say `violated` or `antecedent`"
    elif not worlds:
        yield f"the choice `{head}` adds to the states; only a file with `%! worlds` may choose"
    elif head.ast_type not in (ast.ASTType.Aggregate, ast.ASTType.Disjunction):
        yield f"no place for `{head}` in a head"


def _is_function(symbol: ast.AST) -> bool:
    return symbol.ast_type is ast.ASTType.Function


def _unknown_worlds(worlds: Iterable[Signature]) -> Iterator[Fault]:
    declared = input_predicates()
    for key in worlds:
        if key not in declared:
            yield 1, f"found {_shown(key)} in `%! worlds`, expected an input{_like(key, declared)}"


def _heads(rules: Iterable[ast.AST], worlds: Collection[Signature]) -> Iterator[Fault]:
    lifted = {(name, arity + 1) for name, arity in worlds}
    names = {name for name, _ in speakable_predicates()}
    for rule in rules:
        for key, _ in _heads_of(rule):
            if key[0] in names and key not in lifted:
                yield rule.location.begin.line, f"{_shown(key)} belongs to the law or the states"
        about = about_atom(rule)
        if about is not None and not constant(about.symbol.arguments[0]):
            yield rule.location.begin.line, f"found `{about}`, expected the name of a property"


def _undefined(rules: Sequence[ast.AST], worlds: Collection[Signature]) -> Iterator[Fault]:
    own = {key for rule in rules for key, _ in _heads_of(rule)}
    usable = usable_predicates(worlds) | own
    for rule in rules:
        for key, line in dict.fromkeys(_atoms(every_atom(rule))):
            if key not in usable:
                yield line, f"{_shown(key)} is defined nowhere{_like(key, usable)}"


def _calls(rules: Iterable[ast.AST]) -> Iterator[Fault]:
    for rule in rules:
        for call in every_call(rule):
            yield call.location.begin.line, f"no place for the call `{call}`"


def _loops(rules: Sequence[ast.AST]) -> Iterator[Fault]:
    """A loop through `not` could leave a state without an answer, and so hide it."""
    graph = networkx.DiGraph()
    for rule in rules:
        for head, _ in _heads_of(rule):
            graph.add_edges_from((key, head) for key, _ in _atoms(every_atom(rule)))
    parts = {
        key: number
        for number, part in enumerate(networkx.strongly_connected_components(graph))
        for key in part
    }
    for rule in rules:
        hedged = [
            key
            for literal in rule.body
            if not _plain(literal)
            for key, _ in _atoms(every_atom(literal))
        ]
        for head, _ in _heads_of(rule):
            if any(parts[key] == parts[head] for key in hedged):
                yield rule.location.begin.line, f"{_shown(head)} hangs on itself through `not`"


def _plain(literal: ast.AST) -> bool:
    return (
        literal.ast_type is ast.ASTType.Literal
        and literal.sign == ast.Sign.NoSign
        and literal.atom.ast_type is ast.ASTType.SymbolicAtom
    )


def _shown(key: Signature) -> str:
    return f"{key[0]}/{key[1]}"


def _like(key: Signature, among: Collection[Signature]) -> str:
    same = sorted(each for each in among if each[0] == key[0])
    names = [_shown(each) for each in same]
    names = names or difflib.get_close_matches(_shown(key), sorted(map(_shown, among)), n=2)
    return f"; is {' or '.join(names)} meant?" if names else ""


def _atoms(atoms: Iterable[ast.AST]) -> list[tuple[Signature, int]]:
    """Return the predicates of atoms, with lines; classical negation aside."""
    symbols = [each.symbol for each in atoms if _is_function(each.symbol)]
    return [((each.name, len(each.arguments)), each.location.begin.line) for each in symbols]


def _heads_of(rule: ast.AST) -> list[tuple[Signature, int]]:
    return _atoms(derived_atoms(rule.head))


def about_atom(rule: ast.AST) -> ast.AST | None:
    """Return the head of a clause that says something of a property, if it is one."""
    head: ast.AST = rule.head
    if head.ast_type is ast.ASTType.Literal and head.atom.ast_type is ast.ASTType.SymbolicAtom:
        symbol = head.atom.symbol
        if _is_function(symbol) and (symbol.name, len(symbol.arguments)) in (*ABOUT, *DATED):
            found: ast.AST = head.atom
            return found
    return None


def constant(term: ast.AST) -> str:
    """Return a constant as text, and nothing for another term."""
    return str(term) if term.ast_type is ast.ASTType.SymbolicTerm else ""


@cache
def speakable_predicates() -> frozenset[Signature]:
    """Return what a property may speak of: what a search may, the rulebook, and the bounds.

    >>> ("legal", 2) in speakable_predicates(), ("citation", 4) in speakable_predicates()
    (True, True)
    """
    return frozenset(known_predicates() | rulebook_predicates() | {*_BOUNDS})


@cache
def rulebook_predicates() -> frozenset[Signature]:
    """Return the predicates of the rulebook: citations, sentences, numbers, editions."""
    return heads_of(*RULEBOOK)


def usable_predicates(worlds: Collection[Signature]) -> frozenset[Signature]:
    """Return what a file may speak of: what hangs on a varying input has a world in front."""
    if not worlds:
        return speakable_predicates()
    indexed = indexed_predicates(frozenset(worlds))
    own = scope_predicates() | input_predicates()
    plain = {key for key in speakable_predicates() if key not in indexed or key in own}
    return frozenset(plain | {(name, arity + 1) for name, arity in indexed} | {("_state", 1)})


@cache
def indexed_predicates(varying: frozenset[Signature]) -> frozenset[Signature]:
    """Return the predicates of the law that hang on some inputs, with those inputs.

    What is on offer doesn't count: a state of a scope is asked about one action.

    >>> found = indexed_predicates(frozenset({("floating", 3)}))
    >>> ("legal", 2) in found, ("active", 1) in found
    (True, False)
    """
    table = law_table()
    found = {name for name, _ in varying}
    heads: dict[Signature, None] = {}
    grown = True
    while grown:
        grown = False
        for clause in table.clauses:
            if clause.head[0] not in {*found, OFFERED[0]} and any(
                table.patterns[number].predicate in found for number in clause.uses
            ):
                found.add(clause.head[0])
                heads[clause.head] = None
                grown = True
    return frozenset({*varying, *heads})
