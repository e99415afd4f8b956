"""Descriptions of objects, in the words of the document format."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.oracle.traits import COLORS, Traits, has_name, has_type
from tests.oracle.truth import Truth, both, negate, sure

_ZONE_TERM = re.compile(
    r"\b(in|on) (hand|battlefield|graveyard|exile|library|stack|command|outside)\b", re.I
)
SUPERTYPES = ("basic", "legendary", "snow", "world", "ongoing")
NO_RESTRICTION = frozenset(("card", "cards", "permanent", "permanents", "spell", "spells"))


@dataclass(frozen=True)
class Setting:
    """What a description may refer to besides characteristics."""

    zone: str
    thing: str | None = None
    enchanted: str | None = None
    chosen_name: str | None = None
    token: bool = False


def names_zone(phrase: str) -> bool:
    """The phrase says in which zone, or in which not."""
    return _ZONE_TERM.search(phrase) is not None


def names_type(phrase: str) -> bool:
    """The phrase says a card type or subtype, or denies one, beside whatever else it says."""
    before = re.split(r"\bnamed\b", phrase, flags=re.I)[0]
    said = re.sub(r"\bmana value \S+|\bwith \{x\}", "", _ZONE_TERM.sub("", before), flags=re.I)
    plain = {
        *NO_RESTRICTION,
        *COLORS.values(),
        *SUPERTYPES,
        "colorless",
        "enchanted",
        "not",
        "token",
    }
    words = (word.removeprefix("non").lstrip("-") for word in said.lower().split())
    return any(word not in plain for word in words)


def fits(phrase: str, traits: Traits, setting: Setting) -> Truth:
    """Every term of the phrase fits."""
    words = phrase.split()
    found: list[Truth] = []
    while words:
        negative = False
        while words[0].lower() == "not":
            negative, words = not negative, words[1:]
        if words[0].lower().startswith("non") and len(words[0]) > 3:
            negative, words = not negative, [words[0][3:].lstrip("-"), *words[1:]]
        truth, words = _term(words, traits, setting)
        found.append(negate(truth) if negative else truth)
    return both(*found)


def _term(words: list[str], traits: Traits, setting: Setting) -> tuple[Truth, list[str]]:
    """The first term's truth, and the words after it."""
    first, rest = words[0].lower(), words[1:]
    if first == "named":
        return _named(" ".join(rest), traits, setting), []
    if first == "mana" and rest[:1] == ["value"]:
        return _mana_value(rest[1], traits), rest[2:]
    if first == "with" and rest[:1] in (["{X}"], ["{x}"]):
        return (sure(traits.has_x) if traits.cost_known else "open"), rest[1:]
    if first in ("in", "on") and rest:
        return sure(setting.zone == rest[0].lower()), rest[1:]
    if first == "enchanted":
        host = setting.enchanted
        return sure(host is not None and host == setting.thing), rest
    if first in ("token", "tokens"):
        return sure(setting.token), rest
    if first in NO_RESTRICTION:
        return "yes", rest
    if first == "colorless" or first in COLORS.values():
        return _color(first, traits), rest
    return _type(first, traits), rest


def _named(name: str, traits: Traits, setting: Setting) -> Truth:
    if name.lower() != "the chosen name":
        return has_name(traits, name)
    if setting.chosen_name is not None:
        return has_name(traits, setting.chosen_name)
    return "no" if traits.card_known and traits.name is None else "open"


def _mana_value(asked: str, traits: Traits) -> Truth:
    if not traits.cost_known:
        return "open"
    value = traits.mana_value
    if asked in ("even", "odd"):
        return sure(value % 2 == (asked == "odd"))
    number = int(asked.rstrip("+-"))
    if asked.endswith("+"):
        return sure(value >= number)
    return sure(value <= number if asked.endswith("-") else value == number)


def _color(color: str, traits: Traits) -> Truth:
    if not traits.colors_known:
        return "open"
    return sure(not traits.colors if color == "colorless" else color in traits.colors)


def _type(word: str, traits: Traits) -> Truth:
    singular = word.removesuffix("s")
    exact, stem = has_type(traits, word), has_type(traits, singular)
    if "yes" in (exact, stem):
        return "yes"
    return "open" if "open" in (exact, stem) else "no"
