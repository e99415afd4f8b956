"""The linter of the law: tags, numbers, dates, vocabulary, stratification, names, layout.

It reads encodings by clingo's own syntax trees, comments among them, so it sees what clingo sees.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import networkx
from clingo import ast

from pyadapter.editions import DEFAULT, known_editions
from pyadapter.findings import Finding, finding, where
from pyadapter.lint_choices import choice_findings
from pyadapter.lint_dates import date_findings
from pyadapter.programs import Signature, atoms_of, parsed, signature
from pyadapter.session import ground
from pyadapter.vocabulary import inputs, local_inputs
from pyadapter.worlds import number_of

WIDTH = 100
RECURSIVE = "asp/payment/"
APART = "asp/consequences/"
DATA = "asp/rulebook/"
FILES = (
    "special_actions.lp",
    "wellformed.lp",
    "explain.lp",
    "consequences/consequences.lp",
    "consequences/wording.lp",
)
CHOOSING = (
    ("scope/scope.lp", "scope/symmetry.lp"),
    ("repair/changes.lp",),
    ("payment/plan.lp",),
)
SHARED = frozenset(
    (
        *("kind", "offered", "fulfilled", "unsettled", "option"),
        *("owes", "owes_generic", "costless", "supposed", "unseen_cost"),
        *("because", "blamed", "added", "removed", "moved", "goes"),
    )
)
_NUMBERS = ("rulebook/numbers.lp", "rulebook/other_numbers.lp")
_DATED = ("editions", "eras", "letters", "history", "grounds", "gaps")
RULEBOOK = (*_NUMBERS, *(f"rulebook/{name}.lp" for name in (*_DATED, "wording", "faults")))
_TAG = re.compile(r"%!\s+(.*)")
_NUMBER = re.compile(r"(\d{3}(?:\.\d+[a-z]?)?)@(\d{4})\Z")
_NAME = re.compile(r"[a-z][a-z]*(?:_[a-z]+)*\Z")
_VARIABLE = re.compile(r"(?:[A-Z]|[A-Z][a-z]+|#.*|_)\Z")
_HEADER = ("Purpose:", "Reads:", "Defines:")


def lint(files: Sequence[str | Path] | None = None) -> tuple[Finding, ...]:
    """Return everything that is to be minded in encodings and in what they include, sorted.

    Without `files` that is the whole law, and the encodings beside it that choose: these may do
    what the law may not, namely choose, forbid, and derive inputs.
    """
    statements = parsed((*FILES, *RULEBOOK) if files is None else files)
    rules = [
        each
        for each in statements
        if each.ast_type is ast.ASTType.Rule and each.head.ast_type is ast.ASTType.Literal
    ]
    findings = [
        *_layout(statements),
        *_tags(statements),
        *_statement_kinds(statements),
        *_names(rules),
        *_homes(rules),
        *_vocabulary(statements, rules),
        *_stratification(rules),
        *date_findings(statements),
    ]
    if files is None:
        law = [each for each in statements if not where(each)[0].startswith(APART)]
        shared = {where(each)[0] for each in law}
        for group in CHOOSING:
            others = [each for each in parsed(group) if where(each)[0] not in shared]
            findings += [*_layout(others), *_tags(others), *choice_findings(others, law)]
    return tuple(sorted(set(findings)))


def _sources(statements: Iterable[ast.AST]) -> Iterator[tuple[str, list[str]]]:
    names: dict[str, str] = {}
    for each in statements:
        begin = each.location.begin.filename
        if begin != "<string>":
            names.setdefault(begin, where(each)[0])
    for path, name in names.items():
        yield name, Path(path).read_text(encoding="utf-8").split("\n")


def _layout(statements: Sequence[ast.AST]) -> Iterator[Finding]:
    for name, lines in _sources(statements):
        for number, line in enumerate(lines, start=1):
            if len(line) > WIDTH:
                yield Finding(name, number, f"{len(line)} columns, expected at most {WIDTH}")
            if line != line.rstrip():
                yield Finding(name, number, "blanks at the end of the line")
            if "\t" in line:
                yield Finding(name, number, "a tab, expected blanks")
        head = "\n".join(line for line in lines[:14] if line.startswith("%"))
        for part in _HEADER:
            if part not in head:
                yield Finding(name, 1, f"a header without {part!r}")


def _tags(statements: Sequence[ast.AST]) -> Iterator[Finding]:
    tagged: dict[str, bool] = defaultdict(bool)
    last: dict[str, int] = {}
    for each in statements:
        name, line = where(each)
        if each.ast_type is ast.ASTType.Comment:
            starts_anew = last.get(name) != line - 1
            found = _TAG.match(each.value)
            if found and not found[1].startswith("input"):
                tagged[name] = True
                yield from _tag(each, found[1])
            elif starts_anew and not found:
                tagged[name] = False
            last[name] = line
        elif each.ast_type is ast.ASTType.Rule and not tagged[name]:
            yield finding(each, "a clause without a tag line such as `%! 115.2a@2012`")


def _tag(comment: ast.AST, text: str) -> Iterator[Finding]:
    if text.strip() == "plumbing":
        return
    for word in text.split():
        match = _NUMBER.match(word)
        if not match or (edition := tagged_edition(match[2])) is None:
            yield finding(comment, f"the tag {word!r}, expected a rule such as 115.2a@2012")
        elif match[1] not in known_numbers(edition):
            yield finding(comment, f"no rule {match[1]} is known for the edition of {match[2]}")


def tagged_edition(year: str) -> int | None:
    """Return the edition that the year of a tag stands for: the newest that came in that year.

    Only 2012 stands for the edition of 2012-05-01, in whose numbers the law was first written.

    >>> tagged_edition("2012"), tagged_edition("2026"), tagged_edition("2016"), tagged_edition("99")
    (20120501, 20260925, 20161111, None)
    """
    if DEFAULT.startswith(f"{year}-"):
        return number_of(DEFAULT)
    return max(
        (number_of(first) for first, _ in known_editions() if first.startswith(f"{year}-")),
        default=None,
    )


@cache
def known_numbers(edition: int) -> frozenset[str]:
    """Return the rule numbers known for an edition (an integer YYYYMMDD).

    >>> "115.2a" in known_numbers(20120501), "116.2a" in known_numbers(20120501)
    (True, False)
    """
    from pyadapter.rulebook import rule_number

    atoms = ground((), files=_NUMBERS, read=[("number", 4)])
    return frozenset(
        rule_number(rule)
        for _, first, last, rule in atoms["number", 4]
        if first.number <= edition <= last.number
    )


def _statement_kinds(statements: Iterable[ast.AST]) -> Iterator[Finding]:
    known = (
        ast.ASTType.Rule,
        ast.ASTType.Comment,
        ast.ASTType.Defined,
        ast.ASTType.Program,
        ast.ASTType.ShowSignature,
    )
    for each in statements:
        if each.ast_type not in known:
            yield finding(each, f"the law has no place for {each.ast_type.name}: {each}")
        elif each.ast_type is ast.ASTType.Rule and each.head.ast_type is not ast.ASTType.Literal:
            yield finding(each, "a choice or disjunction in the head; the law is stratified")


def _names(rules: Iterable[ast.AST]) -> Iterator[Finding]:
    arities: dict[str, int] = {}
    for rule in rules:
        for atom in _atoms(rule):
            name, arity = signature(atom.symbol)
            if not _NAME.match(name):
                yield finding(rule, f"the predicate {name!r}, expected words in snake_case")
            if arities.setdefault(name, arity) != arity:
                yield finding(rule, f"{name}/{arity} beside {name}/{arities[name]}")
        for variable in _variables(rule):
            if not _VARIABLE.match(variable):
                yield finding(rule, f"the variable {variable!r}, expected a letter or one word")


def _homes(rules: Iterable[ast.AST]) -> Iterator[Finding]:
    """A predicate is defined in one file, but for those to which each action has its part."""
    homes: dict[Signature, str] = {}
    for rule in rules:
        name = where(rule)[0]
        for atom in atoms_of(rule.head):
            each = signature(atom.symbol)
            home = homes.setdefault(each, name)
            data = name.startswith(DATA) and home.startswith(DATA)
            if home != name and each[0] not in SHARED and not data:
                yield finding(rule, f"{each[0]}/{each[1]} is defined in {home} already")


def _variables(rule: ast.AST) -> Iterator[str]:
    found: list[str] = []

    class Collect(ast.Transformer):
        def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
            found.append(node.name)
            return node

    Collect().visit(rule)
    yield from found


def _atoms(rule: ast.AST) -> Iterator[ast.AST]:
    yield from atoms_of(rule.head)
    for literal in rule.body:
        yield from atoms_of(literal)


def _paths(statements: Iterable[ast.AST]) -> list[str]:
    names = {each.location.begin.filename for each in statements}
    return sorted(name for name in names if name != "<string>")


def _vocabulary(statements: Sequence[ast.AST], rules: Sequence[ast.AST]) -> Iterator[Finding]:
    declared = {(each.name, each.arity) for each in inputs().values()}
    declared |= set(local_inputs(_paths(statements)))
    heads = {signature(atom.symbol) for rule in rules for atom in atoms_of(rule.head)}
    used: dict[Signature, ast.AST] = {}
    for rule in rules:
        for literal in rule.body:
            for atom in atoms_of(literal):
                used.setdefault(signature(atom.symbol), rule)
        for atom in atoms_of(rule.head):
            if signature(atom.symbol) in declared:
                yield finding(rule, f"{atom.symbol.name} is an input and can't be derived")
    for each, rule in used.items():
        if each not in declared and each not in heads:
            yield finding(rule, f"{each[0]}/{each[1]} is neither an input nor derived anywhere")
    for statement in statements:
        if statement.ast_type is ast.ASTType.Defined:
            each = (statement.name, statement.arity)
            if each not in declared and each not in heads:
                yield finding(statement, f"{each[0]}/{each[1]} is not in the vocabulary")


def _stratification(rules: Sequence[ast.AST]) -> Iterator[Finding]:
    """No recursion but in payment, and there never through `not` or an aggregate."""
    graph = networkx.DiGraph()
    for rule in rules:
        for head in atoms_of(rule.head):
            for literal in rule.body:
                for atom in atoms_of(literal):
                    graph.add_edge(signature(atom.symbol), signature(head.symbol))
    loops = [part for part in networkx.strongly_connected_components(graph) if len(part) > 1]
    loops += [{node} for node in graph if graph.has_edge(node, node)]
    for rule in rules:
        for head in atoms_of(rule.head):
            for loop in loops:
                if signature(head.symbol) not in loop:
                    continue
                names = ", ".join(sorted(name for name, _ in loop))
                if not where(rule)[0].startswith(RECURSIVE):
                    yield finding(rule, f"recursion through {names}; the law has none")
                elif any(signature(atom.symbol) in loop for atom in _hedged(rule)):
                    yield finding(rule, f"recursion through {names} with `not` or an aggregate")


def _hedged(rule: ast.AST) -> Iterator[ast.AST]:
    """The atoms of a body that stand under `not` or in an aggregate."""
    for literal in rule.body:
        plain = (
            literal.sign == ast.Sign.NoSign and literal.atom.ast_type is ast.ASTType.SymbolicAtom
        )
        if not plain:
            yield from atoms_of(literal)
