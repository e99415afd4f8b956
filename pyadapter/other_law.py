"""A law that is compared with ours: clauses changed or added, or an encoding of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import clingo
import msgspec
import networkx
from clingo import ast

from pyadapter.editions import edition_fact
from pyadapter.encodings import encoding_folder
from pyadapter.errors import SearchError
from pyadapter.labels import bare
from pyadapter.lift import dependents
from pyadapter.other_clauses import OtherLaw
from pyadapter.programs import Signature, atoms_of, parsed_text, signature
from pyadapter.scope import Scope
from pyadapter.slices import Clause, Pattern
from pyadapter.space import VERDICT
from pyadapter.two_laws import SILENT, Aspects
from pyadapter.vocabulary import inputs
from pyadapter.within import bounds_of, law_within, places_within

PREFIX = "other_"
_NAME = "the other law"
_VERDICT: Signature = ("verdict", 3)
_FILES = ("special_actions.lp", "wellformed.lp")


def read_other(path: str | Path, *, instead_of: str | None = None) -> OtherLaw:
    """Return the law that a file stands for.

    With `instead_of` (`actions/play_land.lp`) its clauses take the place of those of that file of
    the law. Else, if it says itself what a verdict is (`verdict/3`), it is an encoding of its own,
    over the same inputs; if not, its clauses are added to the law. Raises SearchError for a file
    that can't be used so.
    """
    clauses = [str(each) for each in _rules(_statements_of([path]))]
    if instead_of is not None:
        name = instead_of.removeprefix("asp/")
        if not (encoding_folder() / name).is_file():
            raise SearchError(f"{instead_of}: no file of the law, such as actions/play_land.lp")
        removed = [str(each) for each in _law() if _file_of(each) == name]
        if not removed:
            raise SearchError(f"{instead_of}: a file without clauses that verdicts hang on")
        return OtherLaw(str(path), tuple(clauses), tuple(removed))
    alone = any(_head(each) == _VERDICT for each in _parsed("\n".join(clauses)))
    return OtherLaw(str(path), tuple(clauses), alone=alone)


def changed_law(one: Iterable[str], other: Iterable[str], *, name: str = _NAME) -> OtherLaw:
    """Return the other law that has the clauses `other` where ours has `one`.

    >>> changed_law(["a :- b."], ["a :- c."]).remove
    ('a :- b.',)
    """
    return OtherLaw(name, tuple(other), tuple(one))


def law_and_other(
    other: OtherLaw, scope: Scope, *, kind: str, rules: str, aspects: Aspects
) -> tuple[str, str]:
    """Return our law and the other one in a program, and what gathers what both say.

    The other law's predicates are called otherwise where they may differ; the rest is shared. Two
    empty texts: nothing that was asked about can differ.
    """
    table = _table(other)
    said: set[Signature] = {_VERDICT}
    if aspects.reasons and not other.alone:
        said |= _REASONS
    if not said & table.renamed:
        return "", ""
    bounds = (*bounds_of(scope), edition_fact(rules))
    read = (*VERDICT, *said)
    places = places_within(table.clauses, table.patterns, bounds, kind=kind, read=read)
    theirs = [
        table.clauses[place] for place in places if table.clauses[place].head in table.renamed
    ]
    arities = {each.head[0]: each.head[1] for each in table.clauses}
    names = {table.patterns[number].predicate for each in theirs for number in each.uses}
    shared = [(name, arities[name]) for name in sorted(names) if name in arities]
    ours = law_within(scope, kind=kind, rules=rules, read=(*read, *shared))
    lines = [ours, *(each.lifted for each in theirs), *_bridges(table.renamed)]
    gathering = [f"{edition_fact(rules)}.", "swapped(other).", _AS_BEFORE]
    for world, prefix in enumerate(("", PREFIX)):
        for name, arity in sorted(said):
            own = prefix if (name, arity) in table.renamed else ""
            where = "verdict" if name == "verdict" else "requirement(R)"
            value = "V" if name == "verdict" else name
            last = "V" if name == "verdict" else "R"
            gathering.append(f"said_in({world},{where},{value}) :- {own}{name}(_,_,{last}).")
    if len(said) > 1:
        gathering.append(SILENT)
    return "\n".join(lines), "\n".join(gathering)


def said_by(
    other: OtherLaw, facts: Iterable[str], *, player: str, action: str
) -> dict[str, tuple[str, ...]]:
    """Return what the other law says of an action in one state: its verdicts, unmet, open.

    The facts name the edition; player and action are terms.
    """
    gone = set(other.remove)
    ours = [] if other.alone else [text for rule in _law() if (text := str(rule)) not in gone]
    control = clingo.Control(["-Wno-atom-undefined"])
    lines = [*facts, f"asked({player},{action})"]
    program = "\n".join((*ours, *other.add, *(f"{line}." for line in lines)))
    control.add("base", [], program)
    control.ground([("base", [])])
    found: dict[str, tuple[str, ...]] = {}
    for name in ("verdict", "unmet", "open"):
        rows = (each.symbol.arguments for each in control.symbolic_atoms.by_signature(name, 3))
        found[name] = tuple(
            sorted({bare(row[2]) for row in rows if (str(row[0]), str(row[1])) == (player, action)})
        )
    return found


_REASONS: frozenset[Signature] = frozenset({("unmet", 3), ("open", 3)})
_AS_BEFORE = "said_in(2,A,V) :- said_in(0,A,V)."


class _Table(msgspec.Struct, frozen=True):
    """The clauses of the other law, `lifted` as they are with some predicates renamed."""

    clauses: tuple[Clause, ...]
    patterns: tuple[Pattern, ...]
    renamed: frozenset[Signature]


@lru_cache(maxsize=4)
def _table(other: OtherLaw) -> _Table:
    from pyadapter.clauses import tabled

    added = _parsed("\n".join(other.add))
    gone = set(other.remove)
    kept = [] if other.alone else [each for each in _law() if str(each) not in gone]
    missing = gone - {str(each) for each in _law()}
    if missing:
        raise SearchError(f"no clause of the law: {min(missing)}")
    rules = [*kept, *added]
    before = {_head(each) for each in _law() if str(each) in gone}
    same = gone & {str(each) for each in added}
    changed = {_head(each) for each in added if str(each) not in same}
    changed |= before if gone != same else set()
    renamed = dependents([*rules, *(() if other.alone else _law())], changed)
    _check(other, rules)
    renamer = _Renamer(renamed)
    clauses, patterns = tabled(rules, [renamer.visit(each) for each in rules])
    return _Table(clauses, patterns, frozenset(renamed))


def _check(other: OtherLaw, rules: Sequence[ast.AST]) -> None:
    graph = networkx.DiGraph()
    hedged: set[tuple[Signature, Signature]] = set()
    known: set[Signature] = {(each.name, each.arity) for each in inputs().values()}
    heads = {_head(each) for each in rules}
    for rule in rules:
        for literal in rule.body:
            for symbol in atoms_of(literal):
                edge = (signature(symbol.symbol), _head(rule))
                graph.add_edge(*edge)
                if literal.sign != ast.Sign.NoSign or literal.atom.ast_type not in _PLAIN:
                    hedged.add(edge)
                if edge[0] not in heads and edge[0] not in known and other.alone:
                    name, arity = edge[0]
                    raise SearchError(
                        f"{other.name}: {name}/{arity} is no input, nor defined there"
                    )
    for part in networkx.strongly_connected_components(graph):
        for one, two in hedged:
            if one in part and two in part:
                raise SearchError(
                    f"{other.name}: recursion through `not` or an aggregate: {one[0]}, {two[0]}"
                )


_PLAIN = (ast.ASTType.SymbolicAtom, ast.ASTType.Comparison)


def _bridges(renamed: Collection[Signature]) -> list[str]:
    """Return the clauses by which what is malformed or given is so in the other law too."""
    lines = []
    for each in inputs().values():
        if (each.name, each.arity) in renamed:
            own = ",".join(f"X{number}" for number in range(each.arity))
            lines.append(f"{PREFIX}{each.name}({own}) :- {each.name}({own}).")
    if ("malformed", 2) in renamed:
        lines.append(f"malformed(F,S) :- {PREFIX}malformed(F,S).")
    return lines


class _Renamer(ast.Transformer):
    def __init__(self, renamed: Collection[Signature]) -> None:
        self.renamed = renamed

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        symbol = node.symbol
        if signature(symbol) not in self.renamed:
            return node
        return node.update(symbol=symbol.update(name=PREFIX + symbol.name))


@cache
def _law() -> tuple[ast.AST, ...]:
    folder = encoding_folder()
    return tuple(_rules(_statements_of([folder / name for name in _FILES])))


def _file_of(rule: ast.AST) -> str:
    return Path(rule.location.begin.filename).relative_to(encoding_folder()).as_posix()


def _rules(statements: Iterable[ast.AST]) -> list[ast.AST]:
    """Return the clauses among statements, one by one: a law says what is, and chooses nothing."""
    found = []
    for each in statements:
        if each.ast_type is ast.ASTType.Rule:
            head = each.head
            if head.ast_type is not ast.ASTType.Literal or (
                head.atom.ast_type is not ast.ASTType.SymbolicAtom or head.sign != ast.Sign.NoSign
            ):
                raise SearchError(f"{each.location.begin.line}: no plain clause: {each}")
            found.append(each)
        elif each.ast_type not in _IGNORED:
            raise SearchError(f"{each.location.begin.line}: no clause of a law: {each}")
    return found


_IGNORED = (
    ast.ASTType.Program,
    ast.ASTType.Defined,
    ast.ASTType.Comment,
    ast.ASTType.ShowSignature,
)


def _head(rule: ast.AST) -> Signature:
    return signature(rule.head.atom.symbol)


def _statements_of(paths: Sequence[str | Path]) -> list[ast.AST]:
    found: list[ast.AST] = []
    seen: set[str] = set()
    complaints: list[str] = []

    def keep(statement: ast.AST) -> None:
        where = str(statement.location.begin)
        if statement.ast_type is not ast.ASTType.Program and where not in seen:
            seen.add(where)
            found.append(statement)

    try:
        ast.parse_files(
            [str(path) for path in paths], keep, logger=lambda _, m: complaints.append(m)
        )
    except RuntimeError as error:
        raise SearchError("\n".join(complaints) or str(error)) from error
    return found


def _parsed(text: str) -> list[ast.AST]:
    return _rules(parsed_text(text))
