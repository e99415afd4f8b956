"""Documents with something changed: objects moved or marked, players' notes rewritten.

Everything here works on canonical documents, in which each object has its id and its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pyadapter.abilities import AdditionalLandPlays, Clause
from pyadapter.model import Card, Permanent, Player, StateDocument
from tests.oracle.editions import LAND_PLAYS_IN_ALL, edition_day
from tests.oracle.game import ZONES, seat_of, slug

replace = msgspec.structs.replace


def objects(document: StateDocument) -> Iterator[tuple[Player, str, Permanent]]:
    """Every object outside the stack, with its player and its zone."""
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                yield player, zone, item


def all_ids(document: StateDocument) -> frozenset[str]:
    """The ids of all objects and effects."""
    found = {item.id for _, _, item in objects(document)}
    found |= {item.id for item in document.stack} | {effect.id for effect in document.effects}
    return frozenset(one for one in found if one is not None)


def fresh_id(document: StateDocument, card: str) -> str:
    """An id that nothing in the document has."""
    taken = all_ids(document)
    return next(
        name for number in range(2, 10_000) if (name := f"{slug(card)}_{number}") not in taken
    )


def with_player(document: StateDocument, name: str, **fields: Any) -> StateDocument:
    """The document with some fields of one player rewritten."""
    players = (replace(one, **fields) if one.name == name else one for one in document.players)
    return replace(document, players=tuple(players))


def with_players(
    document: StateDocument, change: Callable[[Player], dict[str, Any]]
) -> StateDocument:
    """The document with what `change` says of each player."""
    return replace(document, players=tuple(replace(one, **change(one)) for one in document.players))


def with_objects(
    document: StateDocument, change: Callable[[Player, str, Permanent], Permanent]
) -> StateDocument:
    """The document with what `change` makes of each object outside the stack."""
    return with_players(
        document,
        lambda player: {
            zone: tuple(change(player, zone, item) for item in getattr(player, zone))
            for zone in ZONES
        },
    )


def marked(document: StateDocument, identifier: str, **fields: Any) -> StateDocument:
    """The document with some fields of one object rewritten."""
    return with_objects(
        document,
        lambda _player, _zone, item: replace(item, **fields) if item.id == identifier else item,
    )


def place_of(document: StateDocument, identifier: str) -> tuple[Player, str, Permanent]:
    """The player and the zone in whose list the object stands, and the object."""
    return next(found for found in objects(document) if found[2].id == identifier)


def moved(
    document: StateDocument, identifier: str, zone: str, to: str | None = None, **fields: Any
) -> StateDocument:
    """The object in another zone, a new object (400.7); in the zone of its owner unless `to`.

    A token ceases to exist outside the battlefield (704.5d).
    """
    holder, _, old = place_of(document, identifier)
    name = fresh_id(document, old.card)
    document = gone(document, identifier)
    if old.token and zone != "battlefield":
        return document
    owner = old.owner or holder.name
    if zone == "battlefield":
        fields["time"] = now_stamped(document)
    new = Permanent(card=old.card, id=name, owner=owner, **fields)
    return put(document, to or owner, zone, new)


def now_stamped(document: StateDocument) -> int | None:
    """The time of what gets one now: after all others; none where the document says none."""
    times = [item.time for _, _, item in objects(document)]
    times += [effect.time for effect in document.effects]
    return max((one for one in times if one is not None), default=-1) + 1 or None


def put(document: StateDocument, player: str, zone: str, item: Permanent) -> StateDocument:
    """One more object in a zone, on top of a graveyard or a library."""
    there: tuple[Permanent, ...] = getattr(seat_of(document, player), zone)
    on_top = zone in ("graveyard", "library")
    return with_player(document, player, **{zone: (item, *there) if on_top else (*there, item)})


def gone(document: StateDocument, identifier: str) -> StateDocument:
    """The document without the object, and without what spoke of it.

    What was attached to it no longer is. Effects that were about this object alone are over. What
    an effect has from its source stays with it. A permission under which a land was played is
    remembered as one that is over.
    """
    holder, where, old = place_of(document, identifier)
    remembered = _remembered(document, holder.name, old) if where == "battlefield" else ()
    document = with_players(
        document,
        lambda player: (
            {
                zone: tuple(item for item in getattr(player, zone) if item.id != identifier)
                for zone in ZONES
            }
            | {"ignores": tuple(one for one in player.ignores if one != identifier)}
        ),
    )
    effects = (without(effect, identifier, holder.name) for effect in document.effects)
    document = replace(
        document, effects=(*(effect for effect in effects if effect is not None), *remembered)
    )
    return with_objects(
        document,
        lambda _player, _zone, item: (
            replace(item, attached_to=None) if item.attached_to == identifier else item
        ),
    )


def card_named(document: StateDocument, name: str) -> Card | None:
    """The card of that name."""
    return next((card for card in document.cards if card.name == name), None)


def without(effect: Clause, identifier: str, holder: str) -> Clause | None:
    if effect.source == identifier:
        effect = replace(effect, source=None, controller=effect.controller or holder)
    if identifier not in effect.applies_to:
        return effect
    left = tuple(one for one in effect.applies_to if one != identifier)
    return replace(effect, applies_to=left) if left else None


def _remembered(document: StateDocument, holder: str, old: Permanent) -> tuple[Clause, ...]:
    """What is left of the land plays that the object gave, if some were or may be made under it."""
    named = [name for player in document.players for name in player.lands_played]  # type: ignore[union-attr]
    unsure = "unnamed" in named and edition_day(document.rules) < LAND_PLAYS_IN_ALL
    if old.id not in named and not unsure:
        return ()
    card = card_named(document, old.copy_of[-1] if old.copy_of else old.card)
    found = [] if card is None else card.abilities
    given = [one for one in found if isinstance(one, AdditionalLandPlays)]
    return tuple(replace(one, id=old.id, controller=holder, gone=True) for one in given[:1])
