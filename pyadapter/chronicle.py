"""Everything in the rulebook that has a date: editions, listings, letters, eras, numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

import clingo

from pyadapter.editions import edition_fact, edition_on, spelled
from pyadapter.rulebook import rule_number
from pyadapter.session import ground

_FILES = tuple(
    f"rulebook/{name}.lp"
    for name in (
        *("editions", "kinds", "letters", "eras", "history"),
        *("grounds", "gaps", "numbers", "other_numbers"),
    )
)
_READ = (
    ("archived_as", 2),
    ("read_in_part", 1),
    ("listed_from", 2),
    ("listed_after", 2),
    ("listed_as", 2),
    ("letter", 4),
    ("in_rules", 4),
    ("changed_after", 3),
    ("concerns", 2),
    ("rests_on", 4),
    ("era_name", 2),
    ("era_text", 3),
    ("number", 4),
    ("unnumbered", 4),
    ("grounds", 4),
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """The number of a rule in the editions from `first` to the day `last`.

    A run of the same number that begins anew means that the text changed.
    """

    subject: str
    rule: str
    first: str
    last: str

    def holds_in(self, edition: str) -> bool:
        """Whether this is the number in an edition.

        >>> Numbered("land_play_count", "305.2", "2009-07-11", "2013-07-12").holds_in("2012-05-01")
        True
        """
        return self.first <= edition <= self.last


@dataclass(frozen=True, slots=True)
class Gap:
    """Editions that have no rule of their own on a subject, and why."""

    first: str
    last: str
    reason: str


@dataclass(frozen=True, slots=True)
class Era:
    """What the rules say on a subject from the edition `first` up to the day `last`.

    Where the day of the change is not known, `after` is the last edition known to be without it.
    """

    subject: str
    value: str
    first: str
    last: str
    after: str | None
    name: str
    text: str
    rules: tuple[str, ...]
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Listing:
    """Since when a kind of special action is listed, and under which letter in which editions."""

    kind: str
    first: str
    after: str | None
    letters: tuple[Numbered, ...]

    def letter(self, edition: str) -> str | None:
        """Return the letter in an edition, or None if that doesn't list the kind.

        >>> [listings()["suspend"].letter(day) for day in ("2012-05-01", "2026-09-25")]
        ['e', 'f']
        """
        return next((each.rule for each in self.letters if each.holds_in(edition)), None)


@dataclass(frozen=True, slots=True)
class UncertainChange:
    """A change that lies between two known editions on a day that isn't known."""

    text: str
    after: str
    first: str


@dataclass(frozen=True, slots=True)
class _Chronicle:
    numbers: Mapping[str, tuple[Numbered, ...]]
    listings: Mapping[str, Listing]
    listed_as: Mapping[str, str]
    eras: tuple[Era, ...]
    archived: Mapping[str, str]
    in_part: frozenset[str]
    grounds: Mapping[str, Mapping[str, tuple[str, ...]]]
    gaps: Mapping[str, tuple[Gap, ...]]


def numbers() -> Mapping[str, tuple[Numbered, ...]]:
    """Return the numbers of all rules that are known, by our subject.

    >>> [each.rule for each in numbers()["land_play_count"]]
    ['305.2', '305.2']
    """
    return _chronicle().numbers


def listings() -> Mapping[str, Listing]:
    """Return since when each kind is listed.

    >>> listings()["plot"].first, listings()["plot"].after
    ('2024-06-07', '2024-03-08')
    """
    return _chronicle().listings


def grounds_of(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return the subjects on which the requirements of a kind rest, each with those requirements.

    >>> grounds_of("play_land")["land_play_count"]
    ('land_play_left',)
    """
    return _chronicle().grounds.get(kind, {})


def gaps_of(subject: str) -> tuple[Gap, ...]:
    """Return the editions that have no rule of their own on a subject.

    >>> gaps_of("cant_lose_life_payment")
    (Gap(first='2009-07-11', last='2010-09-30', reason='no such rule yet'),)
    """
    return _chronicle().gaps.get(subject, ())


def listing_subject(kind: str) -> str:
    """Return the subject of the rule that lists a kind.

    >>> listing_subject("roll_planar_die")
    'special_action_planar_die'
    """
    return _chronicle().listed_as[kind]


def eras() -> tuple[Era, ...]:
    """Return what the rules said at which time, by subject and time.

    >>> [(era.value, era.first) for era in eras() if era.subject == "land_plays"]
    [('by_permission', '2009-07-11'), ('in_all', '2013-07-13')]
    """
    return _chronicle().eras


def archive_date(edition: str) -> str:
    """Return the date under which archives keep an edition.

    >>> archive_date("2013-07-13"), archive_date("2012-05-01")
    ('2013-07-11', '2012-05-01')
    """
    return _chronicle().archived.get(edition, edition)


def read_in_part(edition: str) -> bool:
    """Whether only a part of the text of an edition was read.

    >>> read_in_part("2026-09-25"), read_in_part("2012-05-01")
    (True, False)
    """
    return edition in _chronicle().in_part


@dataclass(frozen=True, slots=True)
class Datum:
    """One thing that an edition changed: what an era says, or a kind that is listed since.

    Where the day isn't known, `after` is the last edition known to be without the change.
    """

    sort: Literal["era", "listed"]
    subject: str
    before: str | None
    now: str
    first: str
    after: str | None
    text: str
    rules: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """Return it as plain data, as `--json` prints it."""
        return {
            "sort": self.sort,
            "subject": self.subject,
            "before": self.before,
            "now": self.now,
            "after": self.after,
            "text": self.text,
            "rules": list(self.rules),
        }

    def __str__(self) -> str:
        doubt = f"; on a day after {self.after} that isn't known" if self.after else ""
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.text}{cited}{doubt}"


def datum(sort: str, subject: str, edition: str) -> Datum:
    """Return what an edition changed about a subject of an era, or about a kind (`listed`).

    >>> print(datum("era", "land_plays", "2013-07-13"))
    how land plays are counted: all lands played in a turn count together (305.2)
    >>> print(datum("listed", "plot", "2024-06-07"))
    plot is listed (116.2k); on a day after 2024-03-08 that isn't known
    """
    return next(
        each for each in changes_in(edition) if each.sort == sort and each.subject == subject
    )


def changes_in(edition: str) -> tuple[Datum, ...]:
    """Return what an edition changed: kinds that it lists anew, and what eras say in it.

    >>> [each.subject for each in changes_in("2024-02-02")]
    ['last_time_counter', 'procedure(cloak)', 'procedure(disguise)']
    """
    return _changes().get(edition, ())


@cache
def _changes() -> Mapping[str, tuple[Datum, ...]]:
    found: dict[str, list[Datum]] = defaultdict(list)
    for listed in listings().values():
        cited = number_in(listing_subject(listed.kind), listed.first)
        text = f"{listed.kind} is listed"
        rules = (cited,) if cited else ()
        found[listed.first].append(
            Datum("listed", listed.kind, None, "listed", listed.first, listed.after, text, rules)
        )
    before: dict[str, str] = {}
    for era in eras():
        text = f"{era.name}: {era.text}"
        old = before.get(era.subject)
        found[era.first].append(
            Datum("era", era.subject, old, era.value, era.first, era.after, text, era.rules)
        )
        before[era.subject] = era.value
    return {edition: tuple(data) for edition, data in found.items()}


def number_in(subject: str, edition: str) -> str | None:
    """Return the number of a rule in an edition, or None if it has none there.

    >>> number_in("special_action_planar_die", "2012-05-01")
    '115.2f'
    """
    return next((run.rule for run in numbers().get(subject, ()) if run.holds_in(edition)), None)


@cache
def uncertain_changes() -> tuple[UncertainChange, ...]:
    """Return the changes whose day isn't known, by the edition that first has them.

    >>> [change.first for change in uncertain_changes()]
    ['2018-07-13', '2024-06-07', '2024-11-08', '2026-09-25']
    """
    found = [
        UncertainChange(f"{listed.kind} in the list of special actions", listed.after, listed.first)
        for listed in listings().values()
        if listed.after
    ]
    found += [UncertainChange(era.name, era.after, era.first) for era in eras() if era.after]
    return tuple(sorted(found, key=lambda change: (change.first, change.text)))


@cache
def _chronicle() -> _Chronicle:
    atoms = ground([edition_fact(edition_on(None))], files=_FILES, read=_READ)
    by_subject: dict[str, list[Numbered]] = defaultdict(list)
    for subject, first, last, rule in atoms["number", 4]:
        by_subject[str(subject)].append(
            Numbered(str(subject), rule_number(rule), _date(first), _date(last))
        )
    known = {subject: tuple(runs) for subject, runs in by_subject.items()}
    letters: dict[str, list[Numbered]] = defaultdict(list)
    for kind, first, last, letter in atoms["letter", 4]:
        letters[str(kind)].append(Numbered(str(kind), str(letter), _date(first), _date(last)))
    after = {str(kind): _date(day) for kind, day in atoms["listed_after", 2]}
    return _Chronicle(
        numbers=known,
        listings={
            str(kind): Listing(
                str(kind), _date(day), after.get(str(kind)), tuple(letters[str(kind)])
            )
            for kind, day in sorted(
                atoms["listed_from", 2], key=lambda row: (row[1], letters[str(row[0])][0].rule)
            )
        },
        listed_as={str(kind): str(subject) for kind, subject in atoms["listed_as", 2]},
        eras=tuple(_eras(atoms, known)),
        archived={_date(day): _date(archive) for day, archive in atoms["archived_as", 2]},
        in_part=frozenset(_date(day) for (day,) in atoms["read_in_part", 1]),
        grounds=_grounds(atoms["grounds", 4]),
        gaps=_gaps(atoms["unnumbered", 4]),
    )


def _eras(
    atoms: Mapping[tuple[str, int], tuple[tuple[clingo.Symbol, ...], ...]],
    known: Mapping[str, tuple[Numbered, ...]],
) -> list[Era]:
    names = {str(subject): text.string for subject, text in atoms["era_name", 2]}
    texts = {(str(s), str(value)): text.string for s, value, text in atoms["era_text", 3]}
    after = {(str(s), _date(first)): _date(day) for s, first, day in atoms["changed_after", 3]}
    kinds: dict[str, set[str]] = defaultdict(set)
    for row in atoms["concerns", 2]:
        kinds[str(row[0])].add(str(row[1]))
    bases: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in atoms["rests_on", 4]:
        bases[str(row[0]), str(row[1])].append(str(row[3]))
    found = []
    for row in atoms["in_rules", 4]:
        subject, value, first, last = str(row[0]), str(row[1]), _date(row[2]), _date(row[3])
        cited = [_earliest(known.get(base, ()), first, last) for base in bases[subject, value]]
        found.append(
            Era(
                subject=subject,
                value=value,
                first=first,
                last=last,
                after=after.get((subject, first)),
                name=names.get(subject, subject),
                text=texts.get((subject, value), value),
                rules=tuple(dict.fromkeys(rule for rule in cited if rule)),
                kinds=frozenset(kinds[subject]),
            )
        )
    return sorted(found, key=lambda era: (era.subject, era.first))


def _grounds(
    rows: tuple[tuple[clingo.Symbol, ...], ...],
) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for kind, requirement, _, subject in rows:
        found[str(kind)][str(subject)].append(str(requirement))
    return {
        kind: {subject: tuple(uses) for subject, uses in subjects.items()}
        for kind, subjects in found.items()
    }


def _gaps(rows: tuple[tuple[clingo.Symbol, ...], ...]) -> Mapping[str, tuple[Gap, ...]]:
    found: dict[str, list[Gap]] = defaultdict(list)
    for subject, first, last, reason in rows:
        found[str(subject)].append(Gap(_date(first), _date(last), reason.string))
    return {subject: tuple(gaps) for subject, gaps in found.items()}


def _earliest(runs: tuple[Numbered, ...], first: str, last: str) -> str | None:
    return next((run.rule for run in runs if run.first <= last and run.last >= first), None)


def _date(symbol: clingo.Symbol) -> str:
    return spelled(symbol.number)
