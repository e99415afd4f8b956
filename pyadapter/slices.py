"""Slices of the law: the clauses that can matter to given facts, and no others.

Clingo pays for every clause, whether it can fire or not. So two kinds are left out before it sees
them: clauses with a positive literal that no given fact and no other clause can meet, and clauses
on which nothing depends that is read. What is read is the same with and without them. A literal
that is negated, or inside an aggregate, never counts as one that can't be met.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache

import clingo
import msgspec

from pyadapter.kept import kept
from pyadapter.session import LAW, Atoms, Signature, atoms_read, grounded

_WORD = re.compile(r"[\w']+")


class Clause(msgspec.Struct, frozen=True, array_like=True):
    """A clause as text, for one state and lifted for many, and what it has to do with patterns.

    `needs` are the patterns of its positive literals, `uses` those of all its literals, and `feeds`
    those that atoms of its head may meet.
    """

    head: Signature
    text: str
    lifted: str
    needs: tuple[int, ...]
    uses: tuple[int, ...]
    feeds: tuple[int, ...]


class Pattern(msgspec.Struct, frozen=True, array_like=True):
    """A literal: its predicate, and the names that a fact must hold to meet it."""

    predicate: str
    words: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, array_like=True):
    """All clauses of the law, all patterns by number, and the predicates that the lift indexes."""

    clauses: tuple[Clause, ...]
    patterns: tuple[Pattern, ...]
    indexed: frozenset[Signature]


@cache
def law_table(files: Sequence[str] = LAW) -> Table:
    """Return the table of the whole law, or of other files, worked out once for each text."""

    def make() -> Table:
        from pyadapter.clauses import table_of  # clingo's syntax trees are slow to import

        return table_of(files)

    return kept("law" if files == LAW else kept_name(files), Table, make)


def kept_name(files: Sequence[str]) -> str:
    """Return a name of files that tells any two lists of them apart.

    >>> kept_name(["special_actions.lp", "payment/plan.lp"])
    'special_actions+payment.plan'
    """
    return "+".join(each.removesuffix(".lp").replace("/", ".") for each in files)


def ground_slice(
    facts: Collection[str], *, read: Sequence[Signature], files: tuple[str, ...] = LAW
) -> Atoms:
    """Return what `ground` returns for the law, or other files, from a slice of it.

    >>> found = ground_slice(["priority(a)", "player(a)"], read=[("has_priority", 1)])
    >>> [str(symbol) for (symbol,) in found["has_priority", 1]]
    ['a']
    """
    program = slice_for(facts, read=read, files=files)

    def load(control: clingo.Control) -> None:
        control.add("base", [], program)

    return atoms_read(grounded(load, facts, partial=True), read)


def slice_for(
    facts: Iterable[str],
    *,
    read: Sequence[Signature],
    lifted: bool = False,
    files: tuple[str, ...] = LAW,
    without: Collection[Signature] = (),
) -> str:
    """Return the program that gives the predicates of `read` over facts of a state (or of many).

    The facts are texts without a number of their state, also for the lifted program. Clauses for
    the predicates `without` are left out: nothing is true of them then.

    >>> whole = slice_for(["turn(a,draw)", "priority(a)"], read=[("active", 1)])
    >>> "active(P) :- turn(P," in whole, "legal(" in whole
    (True, False)
    """
    given = met_patterns(facts, _words_of_law(files))
    return _slice(given, tuple(read), lifted, files, frozenset(without))


Words = Mapping[str, Sequence[tuple[int, frozenset[str]]]]
"""For each predicate its patterns by number, with the words that a fact must hold to meet them."""


def met_patterns(facts: Iterable[str], wanted: Words) -> frozenset[int]:
    """Return the patterns that some fact may meet: those whose words all stand in facts.

    That is more than those that are met in truth, never less.

    >>> wanted = {"turn": [(0, frozenset()), (1, frozenset({"untap"})), (2, frozenset({"a"}))]}
    >>> sorted(met_patterns(["turn(a,draw)"], wanted))
    [0, 2]
    """
    words: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        name, _, rest = fact.partition("(")
        words[name].update(_WORD.findall(rest))
    return frozenset(
        number
        for name, found in words.items()
        for number, needed in wanted.get(name, ())
        if needed <= found
    )


def words_by_predicate(patterns: Sequence[Pattern]) -> Words:
    """Return the words of patterns, by predicate."""
    found: dict[str, list[tuple[int, frozenset[str]]]] = defaultdict(list)
    for number, pattern in enumerate(patterns):
        found[pattern.predicate].append((number, frozenset(pattern.words)))
    return found


@cache
def _words_of_law(files: tuple[str, ...]) -> Words:
    return words_by_predicate(law_table(files).patterns)


@lru_cache(maxsize=64)
def _slice(
    given: frozenset[int],
    read: tuple[Signature, ...],
    lifted: bool,
    files: tuple[str, ...],
    without: frozenset[Signature],
) -> str:
    clauses = law_table(files).clauses
    if without:
        clauses = tuple(each for each in clauses if each.head not in without)
    places = needed_clauses(clauses, possible_clauses(clauses, given), read)
    return "\n".join(clauses[i].lifted if lifted else clauses[i].text for i in places)


def possible_clauses(clauses: Sequence[Clause], given: Collection[int]) -> frozenset[int]:
    """Return the clauses that may fire where the patterns `given` are met, by their places."""
    missing = [len(clause.needs) for clause in clauses]
    waiting: dict[int, list[int]] = defaultdict(list)
    for place, clause in enumerate(clauses):
        for number in clause.needs:
            waiting[number].append(place)
    found = {place for place, count in enumerate(missing) if count == 0}
    met = set(given).union(*(clauses[place].feeds for place in found))
    todo = list(met)
    while todo:
        for place in waiting[todo.pop()]:
            missing[place] -= 1
            if missing[place] == 0:
                found.add(place)
                fresh = set(clauses[place].feeds) - met
                met |= fresh
                todo += fresh
    return frozenset(found)


def needed_clauses(
    clauses: Sequence[Clause], among: Collection[int], read: Collection[Signature]
) -> tuple[int, ...]:
    """Return those of some clauses on which the predicates of `read` depend, in their order."""
    feeding: dict[int, list[int]] = defaultdict(list)
    for place in among:
        for number in clauses[place].feeds:
            feeding[number].append(place)
    found = {place for place in among if clauses[place].head in read}
    todo = list(found)
    looked: set[int] = set()
    while todo:
        for number in clauses[todo.pop()].uses:
            if number not in looked:
                looked.add(number)
                fresh = set(feeding[number]) - found
                found |= fresh
                todo += fresh
    return tuple(sorted(found))
