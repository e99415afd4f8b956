"""Editions of the Comprehensive Rules, by the day from which they were in force."""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import date, timedelta
from functools import cache

from pyadapter.errors import EditionError
from pyadapter.kept import kept
from pyadapter.session import ground

DEFAULT = "2012-05-01"
CURRENT = "current"
ALWAYS = "9999-12-31"


@cache
def known_editions() -> tuple[tuple[str, str], ...]:
    """Return the known editions: first and last day of each in force, the oldest first.

    The newest has no end that is known: its last day is that of the calendar.

    >>> len(known_editions()), known_editions()[0], known_editions()[-1]
    (92, ('2009-07-11', '2009-09-03'), ('2026-09-25', '9999-12-31'))
    """
    return kept("editions", tuple[tuple[str, str], ...], _grounded)


def _grounded() -> tuple[tuple[str, str], ...]:
    found = ground((), files=["rulebook/editions.lp"], read=[("edition_from", 1)])
    first = [spelled(day.number) for (day,) in found["edition_from", 1]]
    last = [*(day_before(day) for day in first[1:]), ALWAYS]
    return tuple(zip(first, last, strict=True))


def edition_on(day: str | None) -> str:
    """Return the edition in force on a day `YYYY-MM-DD`, or `current` for the newest.

    A day after the newest has the newest; see `edition_notes` for what is then to be said.
    Raises EditionError if the day is no date, or is before the oldest edition known.

    >>> edition_on("2012-05-20"), edition_on(None), edition_on("current")
    ('2012-05-01', '2012-05-01', '2026-09-25')
    """
    known = [first for first, _ in known_editions()]
    if day == CURRENT:
        return known[-1]
    wanted = _day(DEFAULT if day is None else day)
    place = bisect_right(known, wanted)
    if place == 0:
        raise EditionError(
            f"rules of {wanted}: no edition in force on that day is known; "
            f"the oldest known is of {known[0]}"
        )
    return known[place - 1]


def edition_notes(day: str | None) -> tuple[str, ...]:
    """Return what is uncertain about the edition used for a day.

    >>> edition_notes("2012-05-20")
    ()
    >>> edition_notes("2024-05-01")  # doctest: +NORMALIZE_WHITESPACE
    ('the rules of 2024-03-08 are used for 2024-05-01, but one thing changed on a day between them
      and those of 2024-06-07 that is not known: plot in the list of special actions',)
    """
    if day is None or day == CURRENT or day == edition_on(day):
        return ()
    used, newest = edition_on(day), known_editions()[-1][0]
    if used == newest:
        return (f"the rules of {used} are used for {day}: no later edition is known here",)
    from pyadapter.chronicle import uncertain_changes

    return tuple(
        f"the rules of {used} are used for {day}, but one thing changed on a day between them and "
        f"those of {change.first} that is not known: {change.text}"
        for change in uncertain_changes()
        if change.after < day < change.first
    )


def _day(text: str) -> str:
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise EditionError(
            f"rules date: found {text[:200]!r}, expected a date YYYY-MM-DD, or current"
            " (only `check` takes `all`)"
        ) from None


def spelled(number: int) -> str:
    """Return a date of the law as it is spelled in documents.

    >>> spelled(20120501)
    '2012-05-01'
    """
    return f"{number // 10000:04}-{number // 100 % 100:02}-{number % 100:02}"


def day_before(day: str) -> str:
    """Return the day before a day.

    >>> day_before("2012-03-01")
    '2012-02-29'
    """
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def edition_fact(edition: str) -> str:
    """Return the fact that selects an edition.

    >>> edition_fact("2012-05-01")
    'edition(20120501)'
    """
    return f"edition({edition.replace('-', '')})"
