"""The data of the rules in which two editions part, and the rules with single data swapped."""

from __future__ import annotations

from dataclasses import replace

from pyadapter.chronicle import Datum, changes_in, eras
from pyadapter.editions import known_editions
from pyadapter.timeline import rules_by_edition

Key = tuple[str, str]


def changed_data(old: str, new: str) -> tuple[Key, ...]:
    """Return what two editions say differently: eras by their subjects, listings by their kinds.

    >>> changed_data("2013-07-12", "2013-07-13")
    (('era', 'land_plays'),)
    """
    before, now = rules_by_edition()[old], rules_by_edition()[new]
    return tuple(
        key for key in sorted(before.keys() | now.keys()) if before.get(key) != now.get(key)
    )


def datum_between(old: str, new: str, key: Key) -> Datum:
    """Return how a datum came from what one edition says to what another says.

    The day is that of the last change between them; `old` may also be the later edition.

    >>> print(datum_between("2012-05-01", "2026-09-25", ("era", "land_plays")))
    how land plays are counted: all lands played in a turn count together (305.2)
    >>> print(datum_between("2026-09-25", "2012-05-01", ("listed", "plot")))
    plot is not listed
    """
    sort, subject = key
    early, late = sorted((old, new))
    days = [first for first, _ in known_editions() if early < first <= late]
    last = [
        each
        for day in days
        for each in changes_in(day)
        if (each.sort, each.subject) == (sort, subject)
    ][-1]
    before, now = (_value(key, edition) for edition in (old, new))
    era = next((each for each in eras() if (each.subject, each.value) == (subject, now)), None)
    if now == last.now:
        text, rules = last.text, last.rules
    elif era is not None:
        text, rules = f"{era.name}: {era.text}", era.rules
    else:
        text, rules = _undone(last), ()
    return replace(last, before=before, now=now or "nothing", text=text, rules=rules)


def _undone(datum: Datum) -> str:
    if datum.sort == "listed":
        return f"{datum.subject} is not listed"
    return f"{datum.text.partition(':')[0]}: nothing yet"


def _value(key: Key, edition: str) -> str | None:
    fact = rules_by_edition()[edition].get(key)
    if fact is None:
        return None
    return "listed" if key[0] == "listed" else fact[len(f"era({key[1]},") : -1]
