"""The state after a legal special action.

What the rules leave to be decided, or a document can't say, is read so:

 * A permanent that enters is new: its controller didn't control it when their turn began.
 * What a card does "as" something happens to it is to come tapped and to get counters as it turns
   face up, if that is sure; "when" is not done here.
 * State-based actions are left to be done: nobody loses and no Aura goes yet; but a token that has
   left the battlefield is gone.
 * Whoever takes the action keeps priority; nobody has passed since (116.3, 117.4).
 * An offer that may be taken once is over when it was taken; a repeatable one stays.
 * What enters or turns face up is newest from now on (613.7d, f), if times are told at all.
 * Turning a permanent up ends how it was put down; of its card nothing else is forgotten.
 * What is printed as an instant or sorcery is only shown: it stays face down (701.40g, 701.58g).
 * An instant or sorcery that is a land as well is played and can't come: it stays where it is.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pyadapter.abilities import FaceUpCounters, Suspend
from pyadapter.model import FloatingMana, StateDocument
from tests.oracle.abilities import abilities_of
from tests.oracle.editing import (
    all_ids,
    marked,
    moved,
    now_stamped,
    objects,
    place_of,
    replace,
    with_player,
    with_players,
)
from tests.oracle.editions import LAND_PLAYS_IN_ALL
from tests.oracle.entering import enters_tapped
from tests.oracle.game import find_thing, seat_of
from tests.oracle.layers import World, look
from tests.oracle.passing import SPELL_TYPES, pass_priority
from tests.oracle.paying import Payment, is_correct, paid
from tests.oracle.payment import Bill
from tests.oracle.traits import View, card_of, symbols_of, types_of
from tests.oracle.ways import Way, world_of

# Where the object of an action goes, for those that move it.
GOES = {
    "play_land": "battlefield",
    "suspend": "exile",
    "discard_any_time": "graveyard",
    "companion": "hand",
    "foretell": "exile",
    "plot": "exile",
}


def follow(document: StateDocument, way: Way, payment: Payment | None = None) -> StateDocument:
    """The canonical document after this way of acting, with the cost paid like this."""
    if way.action[0] == "pass_priority":
        return pass_priority(document, way.player)
    world = world_of(document)
    after = document if payment is None else paid(document, world, way.player, payment)
    after = _performed(world, after, way, payment)
    return with_players(after, lambda _player: {"passed": False})


def _performed(
    world: World, document: StateDocument, way: Way, payment: Payment | None
) -> StateDocument:
    kind, *rest = way.action
    about = rest[0] if rest else ""
    own = seat_of(document, way.player)
    about_objects = (*GOES, "turn_face_up", "reveal_conspiracy", "unlock")
    if kind in about_objects and all(item.id != about for _, _, item in objects(document)):
        return document  # it was given up for its own cost
    match kind:
        case "play_land":
            if way.option("face") is not None or not _is_spell_card(world, about):
                view = _face_of(world, way)
                fields = {"summoning_sick": True, "back_up": view == "back"}
                document = _with_new(document, world, way, view, **fields)
            under = way.option("under")
            if world.game.day >= LAND_PLAYS_IN_ALL or under is None:
                under = "unnamed"
            plays = seat_of(document, way.player).lands_played
            return with_player(document, way.player, lands_played=(*plays, under))  # type: ignore[misc]
        case "turn_face_up":
            if _is_spell_card(world, about, printed=True):
                return document
            return marked(document, about, **_turned_up(world, document, way))
        case "reveal_conspiracy":
            return marked(document, about, face_down=False)
        case "unlock":
            _, _, room = place_of(document, about)
            return marked(document, about, unlocked=tuple(sorted({*room.unlocked, rest[1]})))
        case "roll_planar_die":
            return with_player(document, way.player, planar_die_rolls=own.planar_die_rolls + 1)
        case "end_effect":
            return _ended(document, way.player, about)
        case "ignore_effect":
            if about not in all_ids(document):
                return document
            ignores = tuple(sorted({*own.ignores, about}))
            return with_player(document, way.player, ignores=ignores)
        case "companion":
            document = with_player(document, way.player, companion_used=True)
        case "foretell":
            document = with_player(document, way.player, cards_foretold=own.cards_foretold + 1)
    return moved(document, about, GOES[kind], **_arriving(world, way, payment))


def _with_new(
    document: StateDocument, world: World, way: Way, view: View, **fields: Any
) -> StateDocument:
    """The card is put onto the battlefield, tapped if it enters so."""
    about = way.action[1]
    after = moved(document, about, "battlefield", way.player, **fields)
    [new] = {*all_ids(after)} - {*all_ids(document)}
    tapped = enters_tapped(world, find_thing(world.game, about), view, after, new)
    return marked(after, new, tapped=tapped)


def _face_of(world: World, way: Way) -> View:
    card = find_thing(world.game, way.action[1])
    printed = None if card is None else world.game.cards.get(card.card)
    back = None if printed is None else printed.back
    return "back" if back is not None and way.option("face") == back.name else "as_is"


def _is_spell_card(world: World, about: str, *, printed: bool = False) -> bool:
    thing = find_thing(world.game, about)
    if thing is None:
        return False
    card = world.game.cards.get(thing.card) if printed else card_of(world.game, thing)
    return card is not None and not types_of(card.type).isdisjoint(SPELL_TYPES)


def _turned_up(world: World, document: StateDocument, way: Way) -> dict[str, Any]:
    _, _, old = place_of(document, way.action[1])
    counters = dict(old.counters)
    if way.option("procedure") == "megamorph":
        counters["+1/+1"] = counters.get("+1/+1", 0) + 1
    thing = find_thing(world.game, way.action[1])
    assert thing is not None
    for own, truth in abilities_of(look(world, thing, "face_up"), FaceUpCounters):
        if truth == "yes":
            counters[own.counter] = counters.get(own.counter, 0) + own.n
    return {
        "face_down": False,
        "face_down_as": None,
        "manifested": False,
        "cloaked": False,
        "counters": counters,
        "time": now_stamped(document) or old.time,
    }


def _arriving(world: World, way: Way, payment: Payment | None) -> dict[str, Any]:
    """What is to be said of the card where it has gone."""
    match way.action[0]:
        case "suspend":
            return {"counters": {"time": _time(world, way, payment)}}
        case "foretell":
            return {"face_down": True, "exiled_as": "foretold", "exiled_this_turn": True}
        case "plot":
            return {"exiled_as": "plotted", "exiled_this_turn": True}
    return {}


def _time(world: World, way: Way, payment: Payment | None) -> int:
    """With how many time counters: X, or the number of the ability that was paid for."""
    thing = find_thing(world.game, way.action[1])
    assert thing is not None
    value = int(way.option("x") or 0)
    if chosen := way.option("time"):
        return int(chosen)
    found = [one for one, truth in abilities_of(look(world, thing), Suspend) if truth == "yes"]
    paid_for = [
        one
        for one in found
        if payment is not None
        and is_correct(world, Bill(way.player, one.cost, "suspend", thing, value), payment)
    ]
    number = (paid_for or found)[0].n
    return value if number == "X" else number


def _ended(document: StateDocument, player: str, identifier: str) -> StateDocument:
    effects = []
    for effect in document.effects:
        if effect.id == identifier and effect.allows is not None:
            if effect.allows.adds:
                units = tuple(
                    FloatingMana(mana="{" + one.upper() + "}")
                    for one in symbols_of(effect.allows.adds)
                )
                pool = seat_of(document, player).pool
                document = with_player(document, player, pool=(*pool, *units))
            effects.append(effect if effect.allows.again else replace(effect, gone=True))
        else:
            effects.append(effect)
    return msgspec.structs.replace(document, effects=tuple(effects))
