"""Queries: a few lines of ASP with a `goal`, checked before anything is searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path

import clingo
from clingo import ast

from pyadapter.documents import read_bytes
from pyadapter.errors import SearchError
from pyadapter.known import known_predicates
from pyadapter.programs import derived_atoms, every_atom, every_call, parsed_text
from pyadapter.session import Signature

GOAL: Signature = ("goal", 0)
_ALLOWED = (ast.ASTType.Rule, ast.ASTType.Comment)


def load_query(path: str | Path) -> str:
    """Return the program in a file of a query. Raises SearchError if it can't be one."""
    try:
        text = read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise SearchError(f"{path}: found {error.reason}, expected text in UTF-8") from error
    return checked_query(text, name=str(path))


def checked_query(text: str, *, name: str = "query") -> str:
    """Return a query as it is. Raises SearchError for what can't be meant, with its line.

    Every predicate must be an input of the law, derived by the law or the scope, or defined by the
    query; the query may not define what those do.

    >>> checked_query("goal :- legal(P,A), kind(A,plot).")
    'goal :- legal(P,A), kind(A,plot).'
    >>> checked_query("goal :- leagl(P,A).")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pyadapter.errors.SearchError: query:1:9: no predicate leagl/2 is known; near: legal/2
    """
    statements = _statements(text, name)
    own: dict[Signature, ast.AST] = {}
    used: list[tuple[Signature, ast.AST]] = []
    for statement in statements:
        if statement.ast_type not in _ALLOWED:
            raise SearchError(
                f"{_place(statement, name)}: found {str(statement).split(' ')[0]}, "
                "expected rules, constraints and choices only"
            )
        if statement.ast_type is ast.ASTType.Rule:
            for atom in derived_atoms(statement.head):
                own.setdefault(_signature(atom), atom)
            used += [(_signature(atom), atom) for atom in every_atom(statement)]
            for call in every_call(statement):
                raise SearchError(f"{_place(call, name)}: found {call}, expected no Python")
    known = known_predicates()
    for signature, atom in own.items():
        if signature in known and signature != GOAL:
            raise SearchError(
                f"{_place(atom, name)}: {_spelled(signature)} is not for a query to define; "
                "ask for it in a body or a constraint"
            )
    for signature, atom in used:
        if signature not in known and signature not in own:
            raise SearchError(
                f"{_place(atom, name)}: no predicate {_spelled(signature)} is known"
                + _near(signature, {*known, *own})
            )
    if GOAL not in own:
        raise SearchError(f"{name}: found no rule for goal, expected `goal :- ...`")
    _try_out(text, name)
    return text


def body_atoms(text: str) -> tuple[tuple[str, ast.AST], ...]:
    """Return the atoms in the bodies of a query, each with its line and the way it is written.

    >>> [written for written, _ in body_atoms("goal :- legal(P,A), not plot(A).")]
    ['1: legal(P,A)', '1: plot(A)']
    """
    found = []
    for statement in _statements(text, "query"):
        if statement.ast_type is ast.ASTType.Rule:
            for literal in statement.body:
                for atom in every_atom(literal):
                    found.append((f"{atom.symbol.location.begin.line}: {atom}", atom.symbol))
    return tuple(found)


def may_be(pattern: ast.AST, symbol: clingo.Symbol) -> bool:
    """Return whether a term of a query may stand for a symbol, whatever its variables are.

    >>> ((_, pattern),) = body_atoms("goal :- in_zone(O,hand,P).")
    >>> [may_be(pattern, clingo.parse_term(f"in_zone(o1,{zone},a)")) for zone in ("hand", "exile")]
    [True, False]
    """
    match pattern.ast_type:
        case ast.ASTType.SymbolicTerm:
            return bool(pattern.symbol == symbol)
        case ast.ASTType.Function:
            return (
                symbol.type is clingo.SymbolType.Function
                and symbol.name == pattern.name
                and len(symbol.arguments) == len(pattern.arguments)
                and all(map(may_be, pattern.arguments, symbol.arguments))
            )
        case ast.ASTType.Pool:
            return any(may_be(each, symbol) for each in pattern.arguments)
        case _:
            return True


def _statements(text: str, name: str) -> list[ast.AST]:
    try:
        found = parsed_text(text)
    except SearchError as error:
        raise SearchError(_told([str(error)], name)) from error
    start = found[0] if found else None
    return found[1:] if start is not None and str(start) == "#program base." else found


def _try_out(text: str, name: str) -> None:
    """Ground a query by itself: clingo finds variables that are unsafe, and functions unknown."""
    complaints: list[str] = []
    control = clingo.Control(
        ["-Wno-atom-undefined"], logger=lambda _, message: complaints.append(message)
    )
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        complaints.append(str(error))
    if complaints:
        raise SearchError(_told(complaints[:1], name))


def _told(complaints: Sequence[str], name: str) -> str:
    """Return what clingo complains of in one line, with the name of the query."""
    text = " ".join(" ".join(complaints).split())
    for label in ("<string>", "<block>"):
        text = text.replace(label, name)
    return text.replace("[#inc_base];", " ")


def _signature(atom: ast.AST) -> Signature:
    symbol = atom.symbol
    if symbol.ast_type is ast.ASTType.UnaryOperation:
        symbol = symbol.argument
        return f"-{symbol.name}", len(symbol.arguments)
    return symbol.name, len(symbol.arguments)


def _place(node: ast.AST, name: str) -> str:
    placed = node.symbol if node.ast_type is ast.ASTType.SymbolicAtom else node
    begin = placed.location.begin
    return f"{name}:{begin.line}:{begin.column}"


def _spelled(signature: Signature) -> str:
    return f"{signature[0]}/{signature[1]}"


def _near(signature: Signature, known: Iterable[Signature]) -> str:
    """Return a hint: the same name with other arguments, or names that look like it."""
    everything = sorted(known)
    same = [each for each in everything if each[0] == signature[0]]
    names = get_close_matches(signature[0], sorted({each[0] for each in everything}), n=3)
    close = same or [each for each in everything if each[0] in names]
    return f"; near: {', '.join(map(_spelled, close))}" if close else ""
