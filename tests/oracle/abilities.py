"""Questions about the abilities that an object has in a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from pyadapter.abilities import Disguise, Megamorph, Morph
from tests.oracle.editions import DISGUISE, MEGAMORPH
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
    return either(*found, unseen(traits, topic))


def any_payable(priced: Iterable[tuple[Truth, Truth]], unseen: Truth = "no") -> Truth:
    """One of the costs (whether it is there, whether it can be paid) can be paid.

    Where there is surely no such cost there is nothing to pay. `unseen` says whether there may be
    one that nobody can know.
    """
    options = tuple(priced)
    paid = either(*(both(*option) for option in options), unseen)
    return in_case(either(*(there for there, _ in options), unseen), paid, "yes")


def unseen(traits: Traits, topic: str) -> Truth:
    """It may have an ability of that kind unbeknown to the document."""
    return "open" if topic in traits.hidden else "no"


def masks(traits: Traits, day: str) -> Iterator[tuple[Morph | Megamorph | Disguise, Truth]]:
    """The abilities that let it be cast face down, and turned up, under the rules of that day."""
    yield from abilities_of(traits, Morph)
    if day >= MEGAMORPH:
        yield from abilities_of(traits, Megamorph)
    if day >= DISGUISE:
        yield from abilities_of(traits, Disguise)


def has_mask(traits: Traits, day: str) -> Truth:
    """It has such an ability, or may have one unbeknown to the document."""
    return either(*(truth for _, truth in masks(traits, day)), unseen(traits, "morph"))
