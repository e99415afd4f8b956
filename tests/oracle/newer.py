"""The special actions that later editions list, one function of requirements for each."""

from __future__ import annotations

from collections.abc import Iterator

from pyadapter.abilities import FirstForetellFree, ForetellAnyTurn, Plot, PlotPermission
from tests.oracle.abilities import abilities_of, has_keyword, has_kind, unseen
from tests.oracle.effects import Instance, touches
from tests.oracle.game import (
    Thing,
    has_priority,
    in_main_phase,
    is_active,
    reading,
    seat,
    stack_is_empty,
)
from tests.oracle.layers import World, affects, look
from tests.oracle.payment import Bill, payable
from tests.oracle.traits import card_of, has_type
from tests.oracle.truth import Truth, both, either, in_case, sure


def _window(world: World, player: str) -> dict[str, Truth]:
    """The window of a sorcery, as four requirements."""
    game = world.game
    return {
        "priority": sure(has_priority(game, player)),
        "own_turn": sure(is_active(game, player)),
        "main_phase": sure(in_main_phase(game, player)),
        "stack_empty": sure(stack_is_empty(game, player)),
    }


def _in_hand(player: str, card: Thing) -> Truth:
    return sure(card.zone == "hand" and card.holder == player)


def applies(world: World, instance: Instance, player: str, card: Thing) -> Truth:
    """The effect is about this player and this card."""
    touched = touches(world.game, instance, card, look(world, card))
    return both(affects(world, instance, player), touched)


def discard_any_time(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of discarding a card that may be discarded at any time."""
    return {
        "priority": sure(has_priority(world.game, player)),
        "hand": _in_hand(player, card),
        "ability": has_keyword(look(world, card), "discard_any_time"),
    }


def _revealed(world: World, player: str, card: Thing) -> Truth:
    """Whether it was revealed before the game; of one that was taken nothing is written down."""
    away = card.zone != "outside" or card.owner != player
    taken = away and seat(world.game, player).companion_used
    return either(sure(card.companion), "open" if taken else "no")


def companion(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of putting the companion into the hand."""
    return {
        **_window(world, player),
        "revealed": _revealed(world, player, card),
        "outside": sure(card.zone == "outside" and card.owner == player),
        "unused": sure(not seat(world.game, player).companion_used),
        "cost": payable(world, Bill(player, "{3}", "companion", card)),
    }


def foretell(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of foretelling this card."""
    game = world.game
    at_any = either(
        *(
            applies(world, instance, player, card)
            for instance in world.instances
            if isinstance(instance.clause, ForetellAnyTurn)
        )
    )
    free: Truth = "no"
    if seat(game, player).cards_foretold == 0:
        free = either(
            *(
                applies(world, instance, player, card)
                for instance in world.instances
                if isinstance(instance.clause, FirstForetellFree)
            )
        )
    full = payable(world, Bill(player, "{2}", "foretell", card))
    nothing = payable(world, Bill(player, "{0}", "foretell", card))
    return {
        "priority": sure(has_priority(game, player)),
        "own_turn": either(sure(is_active(game, player)), at_any),
        "hand": _in_hand(player, card),
        "foretell": has_keyword(look(world, card), "foretell"),
        "cost": in_case(free, nothing, full),
    }


def reveal_conspiracy(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of turning a conspiracy face up."""
    return {
        "priority": sure(has_priority(world.game, player)),
        "command": sure(card.zone == "command"),
        "conspiracy": has_type(look(world, card), "conspiracy"),
        "face_down": sure(card.face_down),
        "control": sure(card.owner == player),
    }


def plot(world: World, player: str, card: Thing) -> dict[str, Truth]:
    """The requirements of plotting this card."""
    traits = look(world, card)
    lent = _lent(world, player, card)
    plotted = either(has_kind(traits, Plot, "plot"), lent)
    owing = plotted if lent == "no" else "yes"
    costs = _plot_costs(world, player, card, lent)
    window = _window(world, player)
    if reading(world.game, "plot_timing", "main_phase") == "own_turn":
        window["main_phase"] = "yes"
    return {
        **window,
        "zone": either(_in_hand(player, card), lent),
        "plot": plotted,
        "cost": in_case(owing, either(*(both(*pair) for pair in costs)), "yes"),
    }


def _lent(world: World, player: str, card: Thing) -> Truth:
    """An effect lets the player plot it from where it is."""
    found = []
    for instance in world.instances:
        clause = instance.clause
        if not isinstance(clause, PlotPermission):
            continue
        top = card.zone == "library" and card.place == 0
        there = top if clause.zone == "top_of_library" else card.zone == clause.zone
        own = card.owner == player or card.id in clause.applies_to or clause.whose != "any"
        found.append(both(sure(there and own), applies(world, instance, player, card)))
    return either(*found)


def _plot_costs(
    world: World, player: str, card: Thing, lent: Truth
) -> Iterator[tuple[Truth, Truth]]:
    """The card's own plot cost, or its mana cost, where an effect allows that."""
    traits = look(world, card)
    for ability, truth in abilities_of(traits, Plot):
        yield truth, payable(world, Bill(player, ability.cost, "plot", card))
    yield unseen(traits, "plot"), "open"
    if lent != "no":
        yield "yes", _mana_cost(world, Bill(player, traits.mana_cost or "", "plot", card))


def _mana_cost(world: World, bill: Bill) -> Truth:
    """The mana cost of the card can be paid; a missing one can't (118.6)."""
    if bill.subject is None or not (traits := look(world, bill.subject)).cost_known:
        return "open"
    return "no" if traits.mana_cost is None else payable(world, bill)


def unlock(world: World, player: str, room: Thing, half: str) -> dict[str, Truth]:
    """The requirements of unlocking that half of a Room."""
    card = card_of(world.game, room)
    door = next((one for one in card.halves if one.name == half), None) if card else None
    named: Truth = "open" if card is None else sure(door is not None)
    room_face = both(named, sure(not room.face_down), has_type(look(world, room), "room"))
    there = both(room_face, sure(not room.phased_out))
    cost: Truth = "open" if card is None and room_face != "no" else "yes"
    if door is not None and room_face != "no":
        if "cost" in door.not_understood:
            cost = "open"
        elif door.mana_cost is None:
            cost = "no"
        else:
            cost = payable(world, Bill(player, door.mana_cost, "unlock", room))
    return {
        **_window(world, player),
        "battlefield": sure(room.zone == "battlefield"),
        "control": sure(room.controller == player),
        "half": there,
        "locked": sure(half not in room.unlocked),
        "cost": cost,
    }
