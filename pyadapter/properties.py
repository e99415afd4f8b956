"""Properties of the law: files of `violated/2` and `antecedent/2`, read and checked before use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import clingo
from clingo import ast

from pyadapter.documents import read_bytes
from pyadapter.encodings import encoding_folder
from pyadapter.errors import SearchError
from pyadapter.labels import bare
from pyadapter.programs import Signature, parsed_text
from pyadapter.property_checks import DATED, about_atom, constant, faults_in
from pyadapter.rulebook import rule_number
from pyadapter.session import ground

_TAG = re.compile(r"%!\s+(.*\S)")
_WORLD = re.compile(r"(\w+)/(\d+)\Z")
_RULE = re.compile(r"(\d{3}(?:\.\d+[a-z]?)?)@(\d{4})\Z")


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
    statements = parsed_text(text, name=name)
    worlds, tags = _marks(statements, name)
    rules = [each for each in statements if each.ast_type is ast.ASTType.Rule]
    faults = faults_in(statements, worlds)
    if faults:
        raise SearchError("\n".join(f"{name}:{line}: {fault}" for line, fault in faults))
    clauses = tuple((_about(rule), _text(rule)) for rule in rules)
    return PropertyFile(name, text, _properties(rules, tags, name), worlds, clauses)


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


def _about(rule: ast.AST) -> str:
    atom = about_atom(rule)
    return "" if atom is None else constant(atom.symbol.arguments[0])


def _text(rule: ast.AST) -> str:
    """Return a clause; what is said about a property is read here and needn't be grounded."""
    atom = about_atom(rule)
    said = atom is not None and (atom.symbol.name, 2) in (("statement", 2), *DATED)
    return "" if said else str(rule)


def _properties(
    rules: Sequence[ast.AST], tags: dict[int, tuple[str, ...]], name: str
) -> tuple[Property, ...]:
    said: dict[str, dict[str, str]] = {}
    lines: dict[str, int] = {}
    for rule in rules:
        atom = about_atom(rule)
        if atom is None:
            continue
        symbol = atom.symbol
        who = constant(symbol.arguments[0])
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
