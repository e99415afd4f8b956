"""How the special actions changed over the editions: all of them, or the life of one kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pyadapter.actions import KINDS
from pyadapter.chronicle import (
    Datum,
    Era,
    Gap,
    Numbered,
    archive_date,
    changes_in,
    eras,
    gaps_of,
    grounds_of,
    listing_subject,
    listings,
    number_in,
    numbers,
    read_in_part,
)
from pyadapter.editions import ALWAYS, day_before, known_editions
from pyadapter.errors import ActionError


@dataclass(frozen=True, slots=True)
class EditionEntry:
    """An edition: where it lists the special actions, under which letters, and what it changed.

    `relettered` has each kind with its letter before and now.
    """

    edition: str
    last: str | None
    archived_as: str
    read_in_part: bool
    section: str
    moved_from: str | None
    letters: tuple[tuple[str, str], ...]
    relettered: tuple[tuple[str, str, str], ...]
    changes: tuple[Datum, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the entry as plain data, as `--json` prints it."""
        return {
            "edition": self.edition,
            "until": self.last,
            "archived_as": self.archived_as,
            "read_in_part": self.read_in_part,
            "section": self.section,
            "moved_from": self.moved_from,
            "letters": dict(self.letters),
            "relettered": [
                {"kind": kind, "before": old, "now": new} for kind, old, new in self.relettered
            ],
            "changes": [change.as_dict() for change in self.changes],
        }


def edition_entries() -> tuple[EditionEntry, ...]:
    """Return all known editions, the oldest first; the first has nothing to be compared with.

    >>> entries = {entry.edition: entry for entry in edition_entries()}
    >>> entries["2012-05-01"].section, len(entries["2012-05-01"].letters)
    ('115', 6)
    >>> entries["2019-07-12"].moved_from, entries["2017-04-28"].relettered[0]
    ('115', ('suspend', 'e', 'f'))
    """
    found: list[EditionEntry] = []
    for first, last in known_editions():
        section = number_in("section_special_actions", first) or ""
        letters = {kind: listed.letter(first) for kind, listed in listings().items()}
        there = sorted((letter, kind) for kind, letter in letters.items() if letter)
        old = found[-1] if found else None
        before = dict(old.letters) if old else {}
        found.append(
            EditionEntry(
                edition=first,
                last=_end(last),
                archived_as=archive_date(first),
                read_in_part=read_in_part(first),
                section=section,
                moved_from=old.section if old and old.section != section else None,
                letters=tuple((kind, letter) for letter, kind in there),
                relettered=tuple(
                    (kind, before[kind], letter)
                    for letter, kind in there
                    if before.get(kind, letter) != letter
                ),
                changes=changes_in(first) if old else (),
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class NumberRun:
    """A number that a rule had; `reworded` are the editions that changed its text meanwhile."""

    rule: str
    first: str
    last: str | None
    reworded: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the run as plain data."""
        return {
            "rule": self.rule,
            "from": self.first,
            "until": self.last,
            "reworded": list(self.reworded),
        }


@dataclass(frozen=True, slots=True)
class RuleLife:
    """A rule that is cited for a kind: our subject, the requirements it bears on, its numbers.

    `gaps` are the editions that list the kind and have no such rule, each with the reason.
    """

    subject: str
    requirements: tuple[str, ...]
    runs: tuple[NumberRun, ...]
    gaps: tuple[Gap, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the life as plain data."""
        return {
            "subject": self.subject,
            "requirements": list(dict.fromkeys(self.requirements)),
            "runs": [run.as_dict() for run in self.runs],
            "gaps": [
                {"from": gap.first, "until": gap.last, "reason": gap.reason} for gap in self.gaps
            ],
        }


@dataclass(frozen=True, slots=True)
class History:
    """The life of one special action over all editions.

    It is listed since `first`; where the day isn't known, `after` is the last edition known to be
    without it. `listed_as` are the numbers under which it was listed, letters included.
    """

    kind: str
    first: str
    after: str | None
    listed_as: tuple[NumberRun, ...]
    rules: tuple[RuleLife, ...]
    eras: tuple[Era, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the history as plain data, as `--json` prints it."""
        return {
            "kind": self.kind,
            "listed": {"from": self.first, "after": self.after},
            "letters": [{"letter": run.rule[-1], **run.as_dict()} for run in self.listed_as],
            "numbers": [life.as_dict() for life in self.rules],
            "eras": [
                {
                    "subject": era.subject,
                    "value": era.value,
                    "from": era.first,
                    "until": _end(era.last),
                    "after": era.after,
                    "name": era.name,
                    "text": era.text,
                    "rules": list(era.rules),
                }
                for era in self.eras
            ],
        }


def history_of(kind: str) -> History:
    """Return the life of a special action, named by the words that actions take.

    Raises ActionError for a kind that isn't known.

    >>> found = history_of("roll the planar die")
    >>> found.first, [run.rule for run in found.listed_as][:3]
    ('2009-09-04', ['114.2f', '115.2f', '115.2g'])
    """
    name = kind_named(kind)
    listed = listings()[name]
    grounds = {
        subject: uses
        for subject, uses in grounds_of(name).items()
        if subject != listing_subject(name)
    }
    return History(
        kind=name,
        first=listed.first,
        after=listed.after,
        listed_as=_lived(numbers()[listing_subject(name)], since=listed.first),
        rules=tuple(
            RuleLife(
                subject,
                uses,
                _lived(numbers()[subject], since=listed.first),
                tuple(gap for gap in gaps_of(subject) if gap.last >= listed.first),
            )
            for subject, uses in sorted(grounds.items(), key=lambda item: _place(item[0]))
        ),
        eras=tuple(era for era in eras() if name in era.kinds and era.last >= listed.first),
    )


def kind_named(text: str) -> str:
    """Return the kind of special action that words name. Raises ActionError if none does.

    >>> kind_named("roll"), kind_named("Turn face up"), kind_named("reveal_conspiracy")
    ('roll_planar_die', 'turn_face_up', 'reveal_conspiracy')
    """
    words = " ".join(text.lower().split())
    for kind, aliases in KINDS.items():
        if words == kind or words in aliases:
            return kind
    raise ActionError(f"kind: found {text[:200]!r}, expected one of {', '.join(KINDS)}")


def _lived(runs: Iterable[Numbered], *, since: str) -> tuple[NumberRun, ...]:
    found: list[NumberRun] = []
    for run in runs:
        if run.last < since:
            continue
        last = found[-1] if found else None
        if last and last.rule == run.rule and last.last == day_before(run.first):
            reworded = (*last.reworded, run.first)
            found[-1] = NumberRun(run.rule, last.first, _end(run.last), reworded)
        else:
            found.append(NumberRun(run.rule, run.first, _end(run.last)))
    return tuple(found)


def _place(subject: str) -> tuple[int, ...]:
    newest = numbers()[subject][-1].rule
    chapter, _, rest = newest.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(chapter), int(digits or 0), ord(rest[len(digits) :] or "\0")


def _end(last: str) -> str | None:
    return None if last == ALWAYS else last
