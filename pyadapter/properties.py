"""Properties of the law: files of `violated/2` and `antecedent/2`, read and checked before use."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import clingo
import networkx
from clingo import ast

from pyadapter.documents import read_bytes
from pyadapter.encodings import encoding_folder
from pyadapter.errors import SearchError
from pyadapter.labels import bare
from pyadapter.programs import Signature, parsed
from pyadapter.rulebook import rule_number
from pyadapter.session import ground
from pyadapter.slices import law_table
from pyadapter.vocabulary import inputs

RULEBOOK = tuple(
    f"rulebook/{name}.lp" for name in ("numbers", "grounds", "wording", "faults", "editions")
)
OFFERED: Signature = ("offered", 2)
_SCOPE = ("scope/scope.lp",)
_BOUNDS: tuple[Signature, ...] = (("bound", 2), ("among", 2), ("asked_kind", 1))
_ABOUT: tuple[Signature, ...] = (("violated", 2), ("antecedent", 2), ("statement", 2))
_DATED: tuple[Signature, ...] = (("speaks_from", 2), ("speaks_until", 2))
_TAG = re.compile(r"%!\s+(.*\S)")
_WORLD = re.compile(r"(\w+)/(\d+)\Z")
_RULE = re.compile(r"(\d{3}(?:\.\d+[a-z]?)?)@(\d{4})\Z")
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


@dataclass(frozen=True, slots=True)
class Property:
    """One property: what it states, its rules as tagged (`305.3@2012`), its editions as dates."""

    name: str
    statement: str
    rules: tuple[str, ...]
    first: int = 0
    last: int = 99991231

    def speaks_of(self, edition: int) -> bool:
        """Whether the property is about an edition (an integer YYYYMMDD)."""
        return self.first <= edition <= self.last


@dataclass(frozen=True, slots=True)
class PropertyFile:
    """The properties of a file. With `worlds`, the inputs that vary, the law is taken twice."""

    path: str
    text: str
    properties: tuple[Property, ...]
    worlds: tuple[Signature, ...]
    clauses: tuple[tuple[str, str], ...]

    def program(self, names: Collection[str]) -> str:
        """Return the clauses for some of the properties, and those that several share."""
        return "\n".join(text for name, text in self.clauses if not name or name in names)


def own_property_files() -> tuple[Path, ...]:
    """Return the files of properties that come along.

    >>> "play_land" in {path.stem for path in own_property_files()}
    True
    """
    return tuple(sorted((encoding_folder() / "properties").glob("*.lp")))


@cache
def own_properties() -> tuple[PropertyFile, ...]:
    """Return the properties that come along: all of one world together, then those of two.

    >>> own_properties()[0].worlds, own_properties()[1].worlds
    ((), (('edition', 1),))
    """
    texts = {path.name: path.read_text(encoding="utf-8") for path in own_property_files()}
    plain = [text for text in texts.values() if "\n%! worlds " not in text]
    rest = [name for name, text in texts.items() if text not in plain]
    return (
        properties_in("\n".join(plain), name="asp/properties"),
        *(properties_in(texts[name], name=f"asp/properties/{name}") for name in rest),
    )


def read_properties(path: str | Path) -> PropertyFile:
    """Return the properties of a file. Raises SearchError with all that is wrong with it."""
    return properties_in(read_bytes(path).decode("utf-8", "replace"), name=str(path))


@cache
def properties_in(text: str, *, name: str) -> PropertyFile:
    """Return the properties in a text.

    >>> found = properties_in('''
    ... %! 116.1@2012
    ... statement(calm,"nobody acts without priority").
    ... antecedent(calm,A) :- legal(_,A).
    ... violated(calm,A)   :- legal(P,A), not has_priority(P).
    ... ''', name="calm.lp")
    >>> [(each.name, each.statement, each.rules) for each in found.properties]
    [('calm', 'nobody acts without priority', ('116.1@2012',))]
    """
    statements = _parsed(text, name)
    worlds, tags = _marks(statements, name)
    rules = [each for each in statements if each.ast_type is ast.ASTType.Rule]
    faults = [
        *_refused(statements, worlds=bool(worlds)),
        *_unknown_worlds(worlds, name),
        *_heads(rules, worlds),
        *_undefined(rules, worlds),
        *_loops(rules),
    ]
    if faults:
        raise SearchError("\n".join(f"{name}:{line}: {fault}" for line, fault in sorted(faults)))
    clauses = tuple((_about(rule), _text(rule)) for rule in rules)
    return PropertyFile(name, text, _properties(rules, tags, name), worlds, clauses)


def _parsed(text: str, name: str) -> list[ast.AST]:
    found: list[ast.AST] = []
    complaints: list[str] = []
    try:
        ast.parse_string(text, found.append, logger=lambda _, message: complaints.append(message))
    except RuntimeError as error:
        message = "\n".join(complaints) or str(error)
        raise SearchError(message.replace("<string>", name)) from error
    return found


def _marks(
    statements: Iterable[ast.AST], name: str
) -> tuple[tuple[Signature, ...], dict[int, tuple[str, ...]]]:
    """Return the inputs that vary, and the rules of the tag above each statement, by its line."""
    worlds: dict[Signature, None] = {}
    tags: dict[int, tuple[str, ...]] = {}
    current: tuple[str, ...] = ()
    for each in statements:
        line = each.location.begin.line
        if each.ast_type is ast.ASTType.Comment and (match := _TAG.match(each.value)):
            words = match[1].split()
            if words[0] == "worlds":
                for word in words[1:]:
                    varying = _WORLD.match(word)
                    if varying is None:
                        raise SearchError(f"{name}:{line}: found {word!r}, expected name/arity")
                    worlds[varying[1], int(varying[2])] = None
                continue
            current = () if words == ["plumbing"] else tuple(words)
            for word in current:
                if not _RULE.match(word):
                    expected = "a rule with the year of its edition, such as 115.2a@2012"
                    raise SearchError(f"{name}:{line}: found {word!r}, expected {expected}")
        tags[line] = current
    return tuple(worlds), tags


Fault = tuple[int, str]


def _refused(statements: Iterable[ast.AST], *, worlds: bool) -> Iterator[Fault]:
    for each in statements:
        line = each.location.begin.line
        if each.ast_type is ast.ASTType.Rule:
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


def _unknown_worlds(worlds: Iterable[Signature], name: str) -> Iterator[Fault]:
    declared = {(each.name, each.arity) for each in inputs().values()}
    for key in worlds:
        if key not in declared:
            yield 1, f"found {_shown(key)} in `%! worlds`, expected an input{_like(key, declared)}"


def _heads(rules: Iterable[ast.AST], worlds: Collection[Signature]) -> Iterator[Fault]:
    lifted = {(name, arity + 1) for name, arity in worlds}
    names = {name for name, _ in known_predicates()}
    for rule in rules:
        for key, _ in _atoms(rule.head, heads=True):
            if key[0] in names and key not in lifted:
                yield rule.location.begin.line, f"{_shown(key)} belongs to the law or the states"
        about = _about_atom(rule)
        if about is not None and not _constant(about.symbol.arguments[0]):
            yield rule.location.begin.line, f"found `{about}`, expected the name of a property"


def _undefined(rules: Sequence[ast.AST], worlds: Collection[Signature]) -> Iterator[Fault]:
    own = {key for rule in rules for key, _ in _atoms(rule.head, heads=True)}
    usable = usable_predicates(worlds) | own
    for rule in rules:
        for key, line in dict.fromkeys(_atoms(rule)):
            if key not in usable:
                yield line, f"{_shown(key)} is defined nowhere{_like(key, usable)}"


def _loops(rules: Sequence[ast.AST]) -> Iterator[Fault]:
    """A loop through `not` could leave a state without an answer, and so hide it."""
    graph = networkx.DiGraph()
    for rule in rules:
        for head, _ in _atoms(rule.head, heads=True):
            graph.add_edges_from((key, head) for key, _ in _atoms(rule))
    parts = {
        key: number
        for number, part in enumerate(networkx.strongly_connected_components(graph))
        for key in part
    }
    for rule in rules:
        hedged = [key for literal in rule.body if not _plain(literal) for key, _ in _atoms(literal)]
        for head, _ in _atoms(rule.head, heads=True):
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


def _atoms(node: ast.AST, *, heads: bool = False) -> list[tuple[Signature, int]]:
    """Return the predicates of a part of a rule, with lines; of a head only what it derives."""
    found: list[tuple[Signature, int]] = []

    class Collect(ast.Transformer):
        def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802
            symbol = atom.symbol
            if _is_function(symbol):
                line = symbol.location.begin.line
                found.append(((symbol.name, len(symbol.arguments)), line))
            return atom

        def visit_ConditionalLiteral(self, each: ast.AST) -> ast.AST:  # noqa: N802
            self.visit(each.literal)
            if not heads:
                self.visit_sequence(each.condition)
            return each

    Collect().visit(node)
    return found


def _about_atom(rule: ast.AST) -> ast.AST | None:
    head: ast.AST = rule.head
    if head.ast_type is ast.ASTType.Literal and head.atom.ast_type is ast.ASTType.SymbolicAtom:
        symbol = head.atom.symbol
        if _is_function(symbol) and (symbol.name, len(symbol.arguments)) in (*_ABOUT, *_DATED):
            found: ast.AST = head.atom
            return found
    return None


def _constant(term: ast.AST) -> str:
    return str(term) if term.ast_type is ast.ASTType.SymbolicTerm else ""


def _about(rule: ast.AST) -> str:
    atom = _about_atom(rule)
    return "" if atom is None else _constant(atom.symbol.arguments[0])


def _text(rule: ast.AST) -> str:
    """Return a clause; what is said about a property is read here and needn't be grounded."""
    atom = _about_atom(rule)
    said = atom is not None and (atom.symbol.name, 2) in (("statement", 2), *_DATED)
    return "" if said else str(rule)


def _properties(
    rules: Sequence[ast.AST], tags: dict[int, tuple[str, ...]], name: str
) -> tuple[Property, ...]:
    said: dict[str, dict[str, str]] = {}
    lines: dict[str, int] = {}
    for rule in rules:
        atom = _about_atom(rule)
        if atom is None:
            continue
        symbol = atom.symbol
        who = _constant(symbol.arguments[0])
        said.setdefault(who, {})[symbol.name] = str(symbol.arguments[1])
        if symbol.name == "statement" or who not in lines:
            lines[who] = rule.location.begin.line
    faults = [
        f"{name}:{lines[who]}: {who} has no {part}"
        for who, parts in said.items()
        for part in ("statement", "antecedent", "violated")
        if part not in parts
    ]
    if faults or not said:
        raise SearchError("\n".join(faults) or f"{name}: there is no property in this file")
    return tuple(
        Property(
            who,
            bare(clingo.parse_term(parts["statement"])),
            tags.get(lines[who], ()),
            int(parts.get("speaks_from", "0")),
            int(parts.get("speaks_until", "99991231")),
        )
        for who, parts in said.items()
    )


@cache
def known_predicates() -> frozenset[Signature]:
    """Return what a property may speak of: inputs, what the law derives, scopes, the rulebook.

    >>> ("legal", 2) in known_predicates(), ("citation", 4) in known_predicates()
    (True, True)
    """
    law = {clause.head for clause in law_table().clauses} - {OFFERED}
    declared = {(each.name, each.arity) for each in inputs().values()}
    return frozenset(law | declared | _scope_heads() | rulebook_predicates() | {*_BOUNDS})


@cache
def _scope_heads() -> frozenset[Signature]:
    return frozenset(_derived(_SCOPE))


@cache
def rulebook_predicates() -> frozenset[Signature]:
    """Return the predicates of the rulebook: citations, sentences, numbers, editions."""
    return frozenset(_derived(RULEBOOK))


def _derived(files: Sequence[str]) -> Iterator[Signature]:
    for each in parsed(files):
        if each.ast_type is ast.ASTType.Rule:
            yield from (key for key, _ in _atoms(each.head, heads=True))


def usable_predicates(worlds: Collection[Signature]) -> frozenset[Signature]:
    """Return what a file may speak of: what hangs on a varying input has a world in front."""
    if not worlds:
        return known_predicates()
    indexed = indexed_predicates(frozenset(worlds))
    own = _scope_heads() | {(each.name, each.arity) for each in inputs().values()}
    plain = {key for key in known_predicates() if key not in indexed or key in own}
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


def rules_in(edition: int, tags: Iterable[str]) -> tuple[str, ...]:
    """Return the numbers that tagged rules have in an edition (an integer YYYYMMDD).

    >>> rules_in(20260925, ["115.2a@2012"])
    ('116.2a',)
    """
    from pyadapter.lint import tagged_edition

    found: dict[str, None] = {}
    for tag in tags:
        number, _, year = tag.partition("@")
        subjects = _subjects().get(number, ())
        day = tagged_edition(year) or 0
        for subject, first, last in subjects:
            if first <= day <= last:
                found.update(dict.fromkeys(_numbers(subject, edition)))
    return tuple(found)


@cache
def _numbering() -> tuple[tuple[str, int, int, str], ...]:
    files = ("rulebook/numbers.lp", "rulebook/other_numbers.lp")
    atoms = ground((), files=files, read=[("number", 4)])
    return tuple(
        (str(subject), first.number, last.number, rule_number(rule))
        for subject, first, last, rule in atoms["number", 4]
    )


@cache
def _subjects() -> dict[str, tuple[tuple[str, int, int], ...]]:
    found: dict[str, list[tuple[str, int, int]]] = {}
    for subject, first, last, number in _numbering():
        found.setdefault(number, []).append((subject, first, last))
    return {number: tuple(rows) for number, rows in found.items()}


def _numbers(subject: str, edition: int) -> Iterator[str]:
    for name, first, last, number in _numbering():
        if name == subject and first <= edition <= last:
            yield number
