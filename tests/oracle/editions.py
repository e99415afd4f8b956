"""What changed from edition to edition: since when each kind is listed, and the rules by date.

An edition holds from its effective date until the next one's. Every date below is the effective
date of the first edition with the change, so a day may be compared with it as it is.
"""

from __future__ import annotations

from typing import Literal

OLDEST = "2009-07-11"
FIRST = "2012-05-01"
NEWEST = "2026-09-25"

LISTED_SINCE = {
    "play_land": OLDEST,
    "turn_face_up": OLDEST,
    "end_effect": OLDEST,
    "ignore_effect": OLDEST,
    "suspend": OLDEST,
    "roll_planar_die": "2009-09-04",
    "reveal_conspiracy": "2014-06-01",
    "discard_any_time": "2017-04-28",
    "companion": "2020-06-01",
    "foretell": "2021-02-05",
    "plot": "2024-06-07",
    "unlock": "2024-11-08",
}
OWN_TEXT = ("discard_any_time",)

LAND_PLAYS_IN_ALL = "2013-07-13"
MANIFEST = "2015-01-23"
MEGAMORPH = "2015-03-27"
CASTING_CHECKED_LATER = "2015-07-17"
ESCAPES_FIRST = "2015-09-26"
ALL_COUNT_AGAIN = "2016-09-30"
ESCAPES = "2018-07-13"
MERGING = "2020-04-17"
ENTERING_LOOKS_AHEAD = "2017-09-29"
MODAL_LANDS = "2020-09-25"
ANY_SNOW_SOURCE = "2021-02-05"
DISGUISE = "2024-02-02"
NO_LIBRARY_MANA = "2026-09-25"

BOUNDARIES = tuple(
    sorted(
        {
            *LISTED_SINCE.values(),
            *(LAND_PLAYS_IN_ALL, MANIFEST, MEGAMORPH, CASTING_CHECKED_LATER, ESCAPES_FIRST),
            *(
                ALL_COUNT_AGAIN,
                ESCAPES,
                MERGING,
                ENTERING_LOOKS_AHEAD,
                MODAL_LANDS,
                ANY_SNOW_SOURCE,
                DISGUISE,
            ),
            NO_LIBRARY_MANA,
        }
        - {OLDEST}
    )
)

Barring = Literal["all", "none", "inescapable"]


def edition_day(rules: str | None) -> str:
    """The day whose rules a document asks for."""
    day = FIRST if rules is None else rules
    if day < OLDEST:
        raise ValueError(f"no edition on {day}")
    return day


def is_listed(kind: str, day: str) -> bool:
    """The edition lists this kind of special action, or its card needs no list."""
    return kind in OWN_TEXT or day >= LISTED_SINCE[kind]


def barring(day: str) -> Barring:
    """Which prohibitions keep a player from beginning to cast (601.5 then, 601.3 now)."""
    if day < CASTING_CHECKED_LATER:
        return "all"
    if day < ESCAPES_FIRST:
        return "none"
    if ALL_COUNT_AGAIN <= day < ESCAPES:
        return "all"
    return "inescapable"
