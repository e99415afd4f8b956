"""The rulebook of an edition as tables: citations and sentences, grounded once and kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import clingo

from pyadapter.editions import edition_fact
from pyadapter.kept import kept
from pyadapter.session import ground

_FILES = tuple(f"rulebook/{name}.lp" for name in ("numbers", "grounds", "wording", "faults"))
_READ = (
    ("citation", 4),
    ("case_citation", 2),
    ("says_when", 4),
    ("says_case", 2),
    ("reads_at", 2),
    ("fault_text", 2),
    ("fault_place", 2),
)


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """What an edition cites for each kind and requirement, and our sentences for them."""

    citations: Mapping[tuple[str, str], tuple[str, ...]]
    case_citations: Mapping[str, tuple[str, ...]]
    sentences: Mapping[tuple[str, str, str], str]
    case_sentences: Mapping[str, str]
    places: Mapping[str, int]
    faults: Mapping[str, str]
    fault_places: Mapping[str, str]

    def rules(self, kind: str, requirement: str, cases: tuple[str, ...]) -> tuple[str, ...]:
        """Return the citations of a requirement: those of the special cases first."""
        found = [rule for case in cases for rule in self.case_citations.get(case, ())]
        found += self.citations.get((kind, requirement), ())
        found += self.citations.get(("any", requirement), ())
        return tuple(dict.fromkeys(found))

    def wording(
        self, kind: str, requirement: str, status: str, cases: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return the sentences for a requirement: those of the special cases, else the kind's.

        >>> rulebook("2012-05-01").wording("play_land", "priority", "met", ())
        ('{player} has priority',)
        """
        special = tuple(self.case_sentences[case] for case in cases if case in self.case_sentences)
        if special:
            return special
        general = self.sentences.get(("any", requirement, status), "")
        return (self.sentences.get((kind, requirement, status), general),)


@cache
def rulebook(edition: str) -> Rulebook:
    """Return the rulebook of an edition.

    >>> rulebook("2012-05-01").rules("play_land", "land_play_left", ())
    ('305.2', '115.2a')
    """
    return kept(f"rulebook-{edition}", Rulebook, lambda: _grounded(edition))


def _grounded(edition: str) -> Rulebook:
    atoms = ground([edition_fact(edition)], files=_FILES, read=_READ)
    citations: dict[tuple[str, str], list[str]] = defaultdict(list)
    for kind, requirement, _, rule in atoms["citation", 4]:
        citations[str(kind), str(requirement)].append(rule_number(rule))
    cases: dict[str, list[str]] = defaultdict(list)
    for case, rule in atoms["case_citation", 2]:
        cases[str(case)].append(rule_number(rule))
    return Rulebook(
        citations={key: tuple(rules) for key, rules in citations.items()},
        case_citations={key: tuple(rules) for key, rules in cases.items()},
        sentences={
            (str(kind), str(requirement), str(status)): text.string
            for kind, requirement, status, text in atoms["says_when", 4]
        },
        case_sentences={str(case): text.string for case, text in atoms["says_case", 2]},
        places={str(name): number.number for name, number in atoms["reads_at", 2]},
        faults={str(kind): text.string for kind, text in atoms["fault_text", 2]},
        fault_places={str(kind): path.string for kind, path in atoms["fault_place", 2]},
    )


def rule_number(rule: clingo.Symbol) -> str:
    """Return a citation as it is printed.

    >>> rule_number(clingo.parse_term("cr(702,35,d)")), rule_number(clingo.parse_term("cr(115)"))
    ('702.35d', '115')
    """
    chapter, *rest = (str(argument) for argument in rule.arguments)
    return chapter + (f".{''.join(rest)}" if rest else "")
