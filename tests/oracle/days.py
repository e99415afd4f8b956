"""Random days for random states: two editions most often, else both sides of some change."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from tests.oracle.editions import (
    ALL_COUNT_AGAIN,
    ANY_SNOW_SOURCE,
    BOUNDARIES,
    CASTING_CHECKED_LATER,
    DISGUISE,
    ESCAPES,
    ESCAPES_FIRST,
    FIRST,
    LAND_PLAYS_IN_ALL,
    LISTED_SINCE,
    MANIFEST,
    MEGAMORPH,
    MERGING,
    MODAL_LANDS,
    NEWEST,
    NO_LIBRARY_MANA,
    OLDEST,
    is_listed,
)

SHARES: Mapping[str, float] = {
    "play_land": 3,
    "turn_face_up": 4,
    "end_effect": 2,
    "ignore_effect": 2,
    "suspend": 5,
    "roll_planar_die": 1,
    "discard_any_time": 0.7,
    "companion": 1,
    "foretell": 1.5,
    "reveal_conspiracy": 0.8,
    "plot": 2,
    "unlock": 1.8,
}
UNLISTED_SHARE = 0.25
OLD_KINDS = tuple(kind for kind, since in LISTED_SINCE.items() if since <= FIRST)
CHANGES: Mapping[str, tuple[str, ...]] = {
    "play_land": (LAND_PLAYS_IN_ALL, MODAL_LANDS),
    "turn_face_up": (MANIFEST, MEGAMORPH, MERGING, DISGUISE),
    "suspend": (
        CASTING_CHECKED_LATER,
        ESCAPES_FIRST,
        ALL_COUNT_AGAIN,
        ESCAPES,
        MEGAMORPH,
        DISGUISE,
    ),
    "end_effect": (ANY_SNOW_SOURCE, NO_LIBRARY_MANA),
    "ignore_effect": (ANY_SNOW_SOURCE, NO_LIBRARY_MANA),
}


def draw_topic(rng: random.Random, rules: str | None, kinds: Sequence[str] = ()) -> str:
    """A kind of special action; one that the edition asked for doesn't list but rarely."""
    shares = {
        kind: share if rules is None or is_listed(kind, rules) else share * UNLISTED_SHARE
        for kind, share in SHARES.items()
        if not kinds or kind in kinds
    }
    return rng.choices(tuple(shares), tuple(shares.values()))[0]


def draw_day(rng: random.Random, topic: str) -> str:
    """The reference editions, or the first day of a change, or the day before it."""
    shape = rng.random()
    if shape < (0.4 if topic in OLD_KINDS else 0.05):
        return FIRST
    if shape < 0.65:
        return NEWEST
    if shape < 0.67:
        return OLDEST
    own = (*CHANGES.get(topic, ()), *({LISTED_SINCE[topic]} - {OLDEST}))
    change = rng.choice(own if rng.random() < 0.8 else BOUNDARIES)
    before = rng.random() < 0.5
    return (date.fromisoformat(change) - timedelta(days=int(before))).isoformat()
