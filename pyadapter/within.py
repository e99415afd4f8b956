"""The clauses of the law that can matter within a scope, for one kind of action."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import clingo
import msgspec

from pyadapter.editions import edition_fact
from pyadapter.encodings import encoding_folder
from pyadapter.known import OFFERED
from pyadapter.scope import Scope
from pyadapter.session import Signature
from pyadapter.slices import (
    Clause,
    Pattern,
    law_table,
    met_patterns,
    needed_clauses,
    possible_clauses,
    words_by_predicate,
)
from pyadapter.vocabulary import inputs

_CANDIDATE: Signature = ("candidate", 2)
_REQUIRES: Signature = ("requires", 2)
_IS_OF_A_KIND = re.compile(r"requires\([a-z]")


def facts_as_text(facts: Iterable[str]) -> str:
    """Return facts as a program.

    >>> print(facts_as_text(["player(a)", "player(b)"]), end="")
    player(a).
    player(b).
    """
    return "".join(f"{fact}.\n" for fact in facts)


def silenced(clause: Clause) -> Clause:
    """Return a clause as one that never fires."""
    return msgspec.structs.replace(clause, needs=(-1,), feeds=())


@lru_cache(maxsize=64)
def bounds_of(scope: Scope) -> tuple[str, ...]:
    """Return the facts of a scope."""
    return scope.facts()


def law_within(scope: Scope, *, kind: str, rules: str, read: Sequence[Signature]) -> str:
    """Return the clauses of the law that matter to the predicates `read` in some state of a scope.

    Actions on offer are left out: a search asks about one action a state.
    """
    return _law_within((*bounds_of(scope), edition_fact(rules)), kind, tuple(dict.fromkeys(read)))


@lru_cache(maxsize=128)
def _law_within(bounds: tuple[str, ...], kind: str, read: tuple[Signature, ...]) -> str:
    table = law_table()
    places = places_within(table.clauses, table.patterns, bounds, kind=kind, read=read)
    return "\n".join(table.clauses[place].text for place in places)


def places_within(
    clauses: tuple[Clause, ...],
    patterns: tuple[Pattern, ...],
    bounds: tuple[str, ...],
    *,
    kind: str,
    read: Sequence[Signature],
) -> tuple[int, ...]:
    """Return the places of the clauses that matter to the predicates `read` for a kind of action.

    `bounds` are the facts of a scope, and of one edition or several.
    """
    asked = _asked_clauses(clauses, patterns, kind)
    possible = met_patterns(possible_inputs(bounds, kind), words_by_predicate(patterns))
    return needed_clauses(asked, possible_clauses(asked, possible), read)


def _asked_clauses(
    clauses: tuple[Clause, ...], patterns: tuple[Pattern, ...], kind: str
) -> tuple[Clause, ...]:
    """Return the clauses for actions of one kind, which are asked about and never on offer."""
    found = []
    for each in clauses:
        others = each.head == _REQUIRES and not each.text.startswith(f"requires({kind},")
        if each.head == OFFERED or (others and _IS_OF_A_KIND.match(each.text)):
            found.append(silenced(each))
        elif each.head == _CANDIDATE:
            feeds = tuple(n for n in each.feeds if set(patterns[n].words) <= {kind})
            found.append(msgspec.structs.replace(each, feeds=feeds))
        else:
            found.append(each)
    return tuple(found)


@lru_cache(maxsize=128)
def possible_inputs(bounds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return the facts that some state of a scope may have."""
    control = clingo.Control(["-Wno-atom-undefined"])
    control.load(str(encoding_folder() / "scope" / "scope.lp"))
    control.add("base", [], facts_as_text((*bounds, f"asked_kind({kind})")))
    control.ground([("base", [])])
    return tuple(
        str(each.symbol)
        for name, known in inputs().items()
        for each in control.symbolic_atoms.by_signature(name, known.arity)
    )
