"""Questions about the abilities that an object has in a view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from tests.oracle.traits import Traits
from tests.oracle.truth import Truth, both, either, in_case

Kind = TypeVar("Kind")


def has_keyword(traits: Traits, keyword: str) -> Truth:
    """It has that ability, or may have it unbeknown to the document."""
    found = [held.truth for held in traits.held if held.ability == keyword]
    return either(*found, "open" if keyword in traits.hidden else "no")


def abilities_of(traits: Traits, kind: type[Kind]) -> Iterator[tuple[Kind, Truth]]:
    """Its abilities of one kind, each with whether it has it."""
    for held in traits.held:
        if isinstance(held.ability, kind) and held.truth != "no":
            yield held.ability, held.truth


def has_kind(traits: Traits, kind: type[object], topic: str) -> Truth:
    """It has an ability of that kind, or may have one unbeknown to the document."""
    found = [truth for _, truth in abilities_of(traits, kind)]
    return either(*found, "open" if topic in traits.hidden else "no")


def any_payable(
    priced: Iterator[tuple[Truth, Truth]], traits: Traits, kind: type[object], topic: str
) -> Truth:
    """One of the costs (whether it is there, whether it can be paid) can be paid.

    Where there is surely no such cost there is nothing to pay.
    """
    paid = either(*(both(*pair) for pair in priced), "open" if topic in traits.hidden else "no")
    return in_case(has_kind(traits, kind, topic), paid, "yes")
