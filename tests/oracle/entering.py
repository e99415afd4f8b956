"""Whether a permanent enters tapped.

Until 2017 what it says of that itself counts, and what effects say; since then what it would still
say itself on the battlefield, under all effects (614.12). What is in doubt is not done.
"""

from __future__ import annotations

from pyadapter.model import StateDocument
from tests.oracle.abilities import has_keyword
from tests.oracle.editions import ENTERING_LOOKS_AHEAD
from tests.oracle.game import Thing, find_thing, read_game
from tests.oracle.layers import World, look, settle
from tests.oracle.traits import Traits, View, copiable_traits

WORD = "enters_tapped"


def enters_tapped(
    world: World, thing: Thing | None, view: View, after: StateDocument, permanent: str
) -> bool:
    """What the thing says as it enters; `after` is the document in which it is a permanent."""
    if thing is None:
        return False
    before = look(world, thing, view)
    if has_keyword(before, WORD) != "yes":
        return False
    given = _said(before) > _said(copiable_traits(world.game, thing, view))
    if given or world.game.day < ENTERING_LOOKS_AHEAD:
        return True
    there = settle(read_game(after, {}))
    entered = find_thing(there.game, permanent)
    return entered is not None and has_keyword(look(there, entered), WORD) == "yes"


def _said(traits: Traits) -> int:
    return sum(held.ability == WORD and held.truth == "yes" for held in traits.held)
