"""The states of a scope under the law, in one world or two, with properties of the law on top."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec
from clingo import ast

from pyadapter.editions import edition_fact
from pyadapter.known import OFFERED
from pyadapter.lift import DOMAIN, INDEX, Indexer
from pyadapter.mutants import Mutant
from pyadapter.programs import parsed_text, predicates_in
from pyadapter.properties import PropertyFile
from pyadapter.property_checks import (
    RULEBOOK,
    indexed_predicates,
    rulebook_predicates,
)
from pyadapter.scope import Scope
from pyadapter.session import Signature, ground
from pyadapter.slices import (
    Clause,
    law_table,
    met_patterns,
    needed_clauses,
    possible_clauses,
    words_by_predicate,
)
from pyadapter.space import VERDICT, Space
from pyadapter.within import bounds_of, possible_inputs, silenced

EDITION: Signature = ("edition", 1)
WORLDS = (0, 1)


def property_space(
    file: PropertyFile,
    names: Collection[str],
    *,
    scope: Scope,
    kind: str,
    rules: str,
    change: Mutant | None = None,
) -> Space:
    """Return the states of a scope, with what the properties `names` of a file say of them.

    Besides the file's own atoms there are `_violated(Name)`, `_met(Name)` for the antecedent,
    `witness(Name,W)`; in two worlds `witness(verdict(World,V))` and `witness(differs(World,F))` as
    well. With a `change` one clause of the law is another one.
    """
    program = file.program(names)
    read = predicates_in(program)
    parts = [program, *_questions(file)]
    parts.append(_rulebook(rules, tuple(key for key in read if key in rulebook_predicates())))
    parts.append(f"{edition_fact(rules)}.")
    law = _law(scope, kind=kind, rules=rules, read=read, worlds=file.worlds, change=change)
    return Space(scope, kind=kind, rules=rules, program="\n".join(parts), law=law)


def _questions(file: PropertyFile) -> list[str]:
    lines = [
        "_violated(Name) :- violated(Name,_).",
        "_violated :- _violated(_).",
        "_met(Name) :- antecedent(Name,_).",
        "witness(Name,W) :- violated(Name,W).",
    ]
    if not file.worlds:
        return lines
    lines.append(f"{DOMAIN}({WORLDS[0]}..{WORLDS[-1]}).")
    if ("verdict", 3) in indexed_predicates(frozenset(file.worlds)):
        lines.append("witness(verdict(World,V)) :- verdict(World,P,A,V), asked(P,A).")
    for name, arity in file.worlds:
        terms = ",".join(f"X{number}" for number in range(arity))
        for world in WORLDS:
            lines.append(
                f"witness(differs({world},{name}({terms}))) :- {name}({world},{terms}), "
                f"not {name}({WORLDS[1 - world]},{terms})."
            )
    return lines


@lru_cache(maxsize=64)
def _rulebook(rules: str, read: tuple[Signature, ...]) -> str:
    if not read:
        return ""
    atoms = ground([edition_fact(rules)], files=RULEBOOK, read=read)
    return "\n".join(
        f"{name}({','.join(map(str, row))})." for (name, _), rows in atoms.items() for row in rows
    )


def _law(
    scope: Scope,
    *,
    kind: str,
    rules: str,
    read: Sequence[Signature],
    worlds: tuple[Signature, ...],
    change: Mutant | None,
) -> str:
    """Return the clauses of the law that matter, lifted where it is taken in two worlds."""
    facts = (*bounds_of(scope), edition_fact(rules))
    if change is None:
        return _unchanged(facts, kind, tuple(dict.fromkeys((*VERDICT, *read))), worlds)
    return _sliced(_clauses(change), facts, kind, (*VERDICT, *read), worlds)


@lru_cache(maxsize=128)
def _unchanged(
    facts: tuple[str, ...], kind: str, read: tuple[Signature, ...], worlds: tuple[Signature, ...]
) -> str:
    return _sliced(_clauses(None), facts, kind, read, worlds)


def _sliced(
    clauses: Sequence[Clause],
    facts: tuple[str, ...],
    kind: str,
    read: Sequence[Signature],
    worlds: tuple[Signature, ...],
) -> str:
    table = law_table()
    indexed = indexed_predicates(frozenset(worlds)) if worlds else frozenset()
    varying = {name for name, _ in worlds}
    known = met_patterns(possible_inputs(facts, kind), words_by_predicate(table.patterns))
    known |= {n for n, pattern in enumerate(table.patterns) if pattern.predicate in varying}
    wanted = {*read, *((name, arity - 1) for name, arity in read if (name, arity - 1) in indexed)}
    places = needed_clauses(clauses, possible_clauses(clauses, known), wanted)
    text = "\n".join(clauses[place].text for place in places)
    return _lifted(text, indexed) if worlds else text


def _lifted(text: str, indexed: frozenset[Signature]) -> str:
    indexer = Indexer(indexed)
    rules = (each for each in parsed_text(text) if each.ast_type is ast.ASTType.Rule)
    lines = [str(indexer.rule(each)) for each in rules]
    if ("malformed", 2) in indexed:
        lines.append(f"malformed(Kind,Witness) :- malformed({INDEX},Kind,Witness).")
    return "\n".join(lines)


@lru_cache(maxsize=4)
def _clauses(change: Mutant | None) -> tuple[Clause, ...]:
    """Return the clauses of the law; those that say what is on offer never fire.

    What a changed clause needs and feeds is not worked out: it may fire, and meet anything.
    """
    table = law_table()
    found = [silenced(each) if each.head == OFFERED else each for each in table.clauses]
    if change is not None and change.clause is None:
        found[change.place] = msgspec.structs.replace(silenced(found[change.place]), text="")
    elif change is not None:
        text = str(change.clause)
        named = {name for name, _ in predicates_in(text)}
        loose = tuple(n for n, each in enumerate(table.patterns) if each.predicate in named)
        (head, *_) = predicates_in(text)
        feeds = tuple(n for n, each in enumerate(table.patterns) if each.predicate == head[0])
        found[change.place] = Clause(head, text, "", (), loose, feeds)
    return tuple(found)
