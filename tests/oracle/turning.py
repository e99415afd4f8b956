"""Turning a permanent face up: the procedures that apply, and whether one can be paid for."""

from __future__ import annotations

from collections.abc import Iterator

from pyadapter.abilities import Cant, CantTurnFaceUp, CostChange, Disguise, PricedAction
from tests.oracle.abilities import any_payable, masks, unseen
from tests.oracle.editions import DISGUISE, MANIFEST, MERGING
from tests.oracle.effects import Instance, touches
from tests.oracle.game import UNKNOWN, Game, Thing, has_priority
from tests.oracle.layers import World, affects, look
from tests.oracle.payment import Bill, payable
from tests.oracle.traits import Traits, has_type, traits_of_card
from tests.oracle.truth import Truth, both, either, negate, sure

Option = tuple[Truth, Truth]


def turn_face_up(world: World, player: str, permanent: Thing) -> dict[str, Truth]:
    """The requirements of turning this permanent face up."""
    game = world.game
    forbidden = either(
        *(
            both(
                affects(world, instance, player),
                touches(game, instance, permanent, look(world, permanent)),
            )
            for instance in world.instances
            if _bans_turning(instance)
        )
    )
    options = tuple(_procedures(world, player, permanent))
    hidden = unseen(look(world, permanent, "face_up"), "morph")
    if _two_faces_too_early(game, permanent):
        options, hidden = (), "no"
    found: dict[str, Truth] = {
        "priority": sure(has_priority(game, player)),
        "battlefield": sure(permanent.zone == "battlefield"),
        "phased_in": sure(not permanent.phased_out),
        "face_down": sure(permanent.face_down),
        "control": sure(permanent.controller == player),
        "procedure": either(*(there for there, _ in options), hidden),
        "not_forbidden": negate(forbidden),
        "cost": any_payable(options, hidden),
    }
    if game.day >= MERGING:
        found["no_instant_or_sorcery"] = negate(_holds_spell_card(game, permanent))
    return found


def _bans_turning(instance: Instance) -> bool:
    clause = instance.clause
    if isinstance(clause, Cant):
        return "turn_face_up" in clause.verbs
    return isinstance(clause, CantTurnFaceUp)


def _two_faces_too_early(game: Game, permanent: Thing) -> bool:
    """A double-faced permanent could not be face down at all (711.6 of 2012)."""
    card = game.cards.get(permanent.card)
    return card is not None and card.back is not None and game.day < MANIFEST


def _procedures(world: World, player: str, permanent: Thing) -> Iterator[Option]:
    """Each way of turning it up: whether it is there, and whether its cost can be paid."""
    face_up = look(world, permanent, "face_up")
    for ability, truth in masks(face_up, world.game.day):
        kind: PricedAction = "disguise" if isinstance(ability, Disguise) else "morph"
        paid = payable(world, Bill(player, ability.cost, kind, permanent))
        lower = permanent.face_down and _lowers(face_up, kind)
        yield truth, either(paid, "open" if lower else "no")
    day = world.game.day
    if (permanent.manifested and day >= MANIFEST) or (permanent.cloaked and day >= DISGUISE):
        yield _by_mana_cost(world, player, permanent)


def _by_mana_cost(world: World, player: str, permanent: Thing) -> Option:
    """The card itself, whatever copied or changed it, is a creature card with a mana cost."""
    card = traits_of_card(world.game.cards.get(permanent.card))
    priced: Truth = sure(card.mana_cost is not None) if card.cost_known else "open"
    there = both(has_type(card, "creature"), priced)
    if there == "no":
        return "no", "no"
    if not card.cost_known:
        return there, "open"
    bill = Bill(player, card.mana_cost or "", "mana_cost_face_up", permanent)
    lower = permanent.face_down and _lowers(look(world, permanent, "face_up"), bill.priced)
    return there, either(payable(world, bill), "open" if lower else "no")


def _lowers(face_up: Traits, kind: str) -> bool:
    """The hidden card says itself that such a cost is lower, which is left open."""
    said = (held.ability for held in face_up.held)
    return any(
        isinstance(each, CostChange) and each.applies_to_cost == kind and each.delta < 0
        for each in said
    )


def _holds_spell_card(game: Game, permanent: Thing) -> Truth:
    """It is merged, and one of its cards is an instant or a sorcery (730.2g)."""
    if not permanent.merged_with:
        return "no"
    parts = (permanent.card, *permanent.merged_with)
    cards = (traits_of_card(None if part == UNKNOWN else game.cards.get(part)) for part in parts)
    return either(*(has_type(card, kind) for card in cards for kind in ("instant", "sorcery")))
