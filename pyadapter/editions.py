"""Editions of the Comprehensive Rules, by the day from which they were in force."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from pyadapter.errors import EditionError
from pyadapter.kept import kept
from pyadapter.session import ground

DEFAULT = "2012-05-01"


@cache
def known_editions() -> tuple[tuple[str, str], ...]:
    """Return the editions that are filled in: first and last day of each, the oldest first.

    >>> known_editions()
    (('2012-05-01', '2012-05-31'),)
    """
    return kept("editions", tuple[tuple[str, str], ...], _grounded)


def _grounded() -> tuple[tuple[str, str], ...]:
    found = ground((), files=["rulebook/editions.lp"], read=[("edition_until", 2)])
    return tuple(
        (_spelled(first.number), _spelled(last.number)) for first, last in found["edition_until", 2]
    )


def edition_on(day: str | None) -> str:
    """Return the edition in force on a day `YYYY-MM-DD`, or `current` for the newest.

    Raises EditionError if the day is no date, or no edition filled in here was in force on it.

    >>> edition_on("2012-05-20"), edition_on(None)
    ('2012-05-01', '2012-05-01')
    """
    known = known_editions()
    if day == "current":
        return known[-1][0]
    wanted = _day(DEFAULT if day is None else day)
    for first, last in reversed(known):
        if first <= wanted <= last:
            return first
    spans = ", ".join(f"{first} (in force until {last})" for first, last in known)
    raise EditionError(
        f"rules of {wanted}: no edition in force on that day is known here; known: {spans}"
    )


def _day(text: str) -> str:
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise EditionError(
            f"rules date: found {text[:200]!r}, expected a date YYYY-MM-DD, or current"
        ) from None


def _spelled(number: int) -> str:
    return f"{number // 10000:04}-{number // 100 % 100:02}-{number % 100:02}"


def edition_fact(edition: str) -> str:
    """Return the fact that selects an edition.

    >>> edition_fact("2012-05-01")
    'edition(20120501)'
    """
    return f"edition({edition.replace('-', '')})"
