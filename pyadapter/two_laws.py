"""Two laws in one program, so that a search can ask where they part: the law of two editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import msgspec

from pyadapter.data_between import Key, changed_data
from pyadapter.editions import edition_fact
from pyadapter.kept import kept
from pyadapter.lift import DOMAIN
from pyadapter.scope import Scope
from pyadapter.session import Signature
from pyadapter.slices import law_table
from pyadapter.timeline import rules_by_edition
from pyadapter.within import bounds_of, places_within

_FILES = ("special_actions.lp", "wellformed.lp")
_DATA: frozenset[Signature] = frozenset({("era", 2), ("listed", 1)})
_SAID: tuple[Signature, ...] = (("verdict", 3), ("unmet", 3), ("open", 3), ("listed", 1))
_READ: tuple[Signature, ...] = (*_SAID, ("malformed", 2))
_VERDICTS = "said_in(W,verdict,V) :- verdict(W,_,_,V)."
_REASONS = """
said_in(W,requirement(R),unmet) :- unmet(W,_,_,R).
said_in(W,requirement(R),open)  :- open(W,_,_,R).
"""
SILENT = """
in_question(R)                   :- said_in(_,requirement(R),_).
amiss_in(W,R)                    :- said_in(W,requirement(R),unmet).
amiss_in(W,R)                    :- said_in(W,requirement(R),open).
said_in(W,requirement(R),silent) :- W = 0..2, in_question(R), not amiss_in(W,R).
"""
_LISTING = """
lists(W)                         :- asked_kind(K), listed(W,K).
said_in(W,listing(V),listed)     :- verdict(W,_,_,V), lists(W).
said_in(W,listing(V),not_listed) :- verdict(W,_,_,V), not lists(W).
"""


@dataclass(frozen=True, slots=True)
class Aspects:
    """In what two laws may differ: the verdict, and what else was asked for."""

    reasons: bool = False
    listing: bool = False

    @property
    def program(self) -> str:
        """The clauses that gather what is said in each world."""
        reasons = (_REASONS + SILENT) * self.reasons
        return _VERDICTS + reasons + _LISTING * self.listing


VERDICTS = Aspects()


class _LiftedLaw(msgspec.Struct, frozen=True):
    texts: dict[str, str]
    indexed: frozenset[Signature]


@cache
def _lifted_law() -> _LiftedLaw:
    """Return each clause of the law as it is when the edition varies; data of editions left out."""

    def make() -> _LiftedLaw:
        from clingo import ast

        from pyadapter.lift import Indexer
        from pyadapter.programs import parsed
        from pyadapter.worlds import given

        indexed = given(_FILES, _DATA).indexed
        indexer = Indexer(indexed)
        rules = (each for each in parsed(_FILES) if each.ast_type is ast.ASTType.Rule)
        return _LiftedLaw({str(rule): str(indexer.rule(rule)) for rule in rules}, indexed)

    return kept("worlds", _LiftedLaw, make)


def law_of_two_editions(
    scope: Scope, *, kind: str, old: str, new: str, aspects: Aspects
) -> tuple[str, str]:
    """Return the law in worlds, and the rules of each world, for a search of `asp/diff`.

    World 0 has the old rules, 1 the new ones, 2 the new ones with one datum as it was: any of those
    that can matter to the kind in this scope. Two empty texts: there are no such data.
    """
    lifted = _lifted_law()
    table, patterns = law_table(), law_table().patterns
    bounds = (*bounds_of(scope), edition_fact(old), edition_fact(new))
    places = places_within(table.clauses, patterns, bounds, kind=kind, read=_READ)
    clauses = [table.clauses[place] for place in places]
    telling = places_within(table.clauses, patterns, bounds, kind=kind, read=_SAID)
    used = {patterns[number] for place in telling for number in table.clauses[place].uses}
    words = [set(each.words) for each in used if each.predicate == "era"]
    dated = rules_by_edition()
    changed = changed_data(old, new)
    trials = [key for key in changed if _matters(key, kind, words, dated)]
    if not trials:
        return "", ""
    lines = [aspects.program, *_world(0, old, dated[old]), *_world(1, new, dated[new])]
    kept = {key: fact for key, fact in dated[new].items() if key not in trials}
    lines += _world(2, new, kept)
    for key in trials:
        name = datum_term(key)
        lines.append(f"trial({name}).")
        for rules, condition in ((old, "swapped"), (new, "not swapped")):
            if key in dated[rules]:
                lines.append(f"{_in_world(2, dated[rules][key])} :- {condition}({name}).")
    if ("malformed", 2) in lifted.indexed:
        lines.append("malformed(F,S) :- malformed(W,F,S), W < 2.")
    law = "\n".join(lifted.texts[each.text] for each in clauses if each.head not in _DATA)
    return law, "\n".join(lines)


def _matters(
    key: Key, kind: str, words: Iterable[set[str]], dated: Mapping[str, Mapping[Key, str]]
) -> bool:
    sort, subject = key
    if sort == "listed":
        return subject == kind
    facts = {rules[key] for rules in dated.values() if key in rules}
    spoken = [
        set(fact.replace("(", " ").replace(")", " ").replace(",", " ").split()) for fact in facts
    ]
    return any(needed <= said for needed in words for said in spoken)


def _world(number: int, edition: str, rules: Mapping[Key, str]) -> list[str]:
    facts = (edition_fact(edition), *rules.values())
    return [f"{DOMAIN}({number}).", *(f"{_in_world(number, fact)}." for fact in facts)]


def _in_world(number: int, fact: str) -> str:
    name, _, rest = fact.partition("(")
    return f"{name}({number},{rest}"


def datum_term(key: Key) -> str:
    """Return the term for a datum.

    >>> datum_term(("era", "land_plays"))
    'era(land_plays)'
    """
    return f"{key[0]}({key[1]})"
