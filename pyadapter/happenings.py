"""Events and what is pending as sentences with their rules: terms of the law put into words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import clingo

from pyadapter.editions import edition_fact
from pyadapter.kept import kept
from pyadapter.labels import Labels, bare
from pyadapter.rulebook import rule_number
from pyadapter.session import ground

_READ = (("told", 2), ("told_at", 2), ("cited", 3))
_FILES = ("consequences/wording.lp", "rulebook/numbers.lp", "rulebook/other_numbers.lp")


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """Our sentence for each kind of event, what an edition cites for it, and when it is told."""

    sentences: Mapping[str, str]
    citations: Mapping[str, tuple[str, ...]]
    places: Mapping[str, int]

    def in_order(self, events: Iterable[clingo.Symbol]) -> list[clingo.Symbol]:
        """Return events in the order in which they are told: costs first, priority last."""
        return sorted(events, key=lambda event: (self.places[event.name], event))


@cache
def wording(edition: str) -> Wording:
    """Return the wording of events in an edition.

    >>> wording("2012-05-01").citations["keeps_priority"]
    ('115.3', '405.6d', '116.5')
    """
    return kept(f"happenings-{edition}", Wording, lambda: _grounded(edition))


def _grounded(edition: str) -> Wording:
    atoms = ground([edition_fact(edition)], files=_FILES, read=_READ)
    citations: dict[str, list[str]] = defaultdict(list)
    for word, _, rule in atoms["cited", 3]:
        citations[str(word)].append(rule_number(rule))
    return Wording(
        sentences={str(word): text.string for word, text in atoms["told", 2]},
        citations={word: tuple(rules) for word, rules in citations.items()},
        places={str(word): place.number for place, word in atoms["told_at", 2]},
    )


def sentence(event: clingo.Symbol, labels: Labels, words: Wording) -> str:
    """Return the sentence for an event or something pending, with its rules in brackets."""
    names = [_named(each, labels) for each in event.arguments]
    text = words.sentences[event.name].format(*names)
    rules = ", ".join(words.citations.get(event.name, ()))
    return f"{text} ({rules})" if rules else text


def _named(symbol: clingo.Symbol, labels: Labels) -> str:
    if symbol.type is clingo.SymbolType.Number:
        return str(symbol)
    found = labels.of_name(symbol)
    return found.replace("_", " ") if found == bare(symbol) else found
