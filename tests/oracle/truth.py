"""Three-valued truth: what holds, what doesn't, and what the document leaves open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Truth = Literal["yes", "no", "open"]


def sure(fact: bool) -> Truth:
    """A fact that the document settles."""
    return "yes" if fact else "no"


def both(*truths: Truth) -> Truth:
    """All of them."""
    if "no" in truths:
        return "no"
    return "open" if "open" in truths else "yes"


def either(*truths: Truth) -> Truth:
    """At least one of them."""
    if "yes" in truths:
        return "yes"
    return "open" if "open" in truths else "no"


def negate(truth: Truth) -> Truth:
    """The opposite."""
    if truth == "open":
        return "open"
    return "no" if truth == "yes" else "yes"


def agreed(truths: Iterable[Truth]) -> Truth:
    """What every possible case says, or open where they differ."""
    seen = set(truths)
    return seen.pop() if len(seen) == 1 else "open"


def in_case(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    """One of two answers, by a condition that may itself be open."""
    if condition == "yes":
        return then
    if condition == "no":
        return otherwise
    return agreed((then, otherwise))


def worlds(truth: Truth) -> tuple[bool, ...]:
    """The ways in which it may turn out."""
    return (True, False) if truth == "open" else (truth == "yes",)


def at_least(number: int, truths: Iterable[Truth]) -> Truth:
    """So many of them hold."""
    listed = tuple(truths)
    if listed.count("yes") >= number:
        return "yes"
    return "no" if len(listed) - listed.count("no") < number else "open"
