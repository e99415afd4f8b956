"""Ids for what a document names by a card: permissions of land plays, and sources of effects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from pyadapter import abilities as ab
from pyadapter.contents import Reader
from pyadapter.model import Permanent, StateDocument
from pyadapter.terms import slug


def with_ids(
    reader: Reader, document: StateDocument, *, zones: Collection[str], words: Collection[str]
) -> StateDocument:
    """Return a document with ids where it names by a card what gave a land play or an effect.

    Its objects and effects have their ids; `words` stand for permissions of no object. A name that
    tells no single one goes to the reader.
    """
    names = _names(document, zones)
    effects = tuple(_sourced(reader, effect, names) for effect in document.effects)
    names = _Names(names.ids, names.cards, names.holders, effects)
    players = []
    for player in document.players:
        lands = player.lands_played if isinstance(player.lands_played, tuple) else ()
        path = f"{reader.seats[player.name]}.lands_played"
        given = tuple(
            word
            if word in words or word in names.ids
            else _permission(reader, word, names, f"{path}[{place}]")
            for place, word in enumerate(lands)
        )
        players.append(msgspec.structs.replace(player, lands_played=given))
    return msgspec.structs.replace(document, players=tuple(players), effects=effects)


@dataclass(frozen=True, slots=True)
class _Names:
    """What may be meant by a name: all ids, cards of objects, holders of permanents, effects."""

    ids: frozenset[str]
    cards: Mapping[str, str]
    holders: Mapping[str, str]
    effects: tuple[ab.Effect, ...]

    def permanents(self, name: str, *, of: str | None = None) -> tuple[str, ...]:
        """Return the ids of the permanents of that name, only of one player's if one is given."""
        return tuple(
            key
            for key, holder in self.holders.items()
            if slug(self.cards[key]) == slug(name) and of in (None, holder)
        )

    def land_plays(self, name: str) -> tuple[str, ...]:
        """Return the ids of the permanents of that name and of the land plays that it gave."""
        given = (
            effect.id or ""
            for effect in self.effects
            if isinstance(effect, ab.AdditionalLandPlays)
            and effect.source is not None
            and slug(self.cards.get(effect.source, effect.source)) == slug(name)
        )
        return (*self.permanents(name), *given)


def _names(document: StateDocument, zones: Collection[str]) -> _Names:
    cards = {item.id or "": item.card or "" for item in document.stack}
    holders: dict[str, str] = {}
    for player, zone, item in _objects(document, zones):
        name = item.id or ""
        cards[name] = item.copy_of[-1] if item.copy_of else item.card
        if zone == "battlefield":
            holders[name] = player
    ids = frozenset({*cards, *(effect.id or "" for effect in document.effects)})
    return _Names(ids, cards, holders, document.effects)


def _objects(
    document: StateDocument, zones: Collection[str]
) -> Iterator[tuple[str, str, Permanent]]:
    for player in document.players:
        for zone in zones:
            for item in getattr(player, zone):
                yield player.name, zone, item


def _sourced(reader: Reader, effect: ab.Effect, names: _Names) -> ab.Effect:
    """Return an effect whose source is an id if one permanent has the name that stands there.

    What has a controller of its own may come from something that is gone, so there just that
    player's permanents count, and words that fit none or several may stand.
    """
    if effect.source is None or effect.source in names.ids:
        return effect
    meant = names.permanents(effect.source, of=effect.controller)
    if len(meant) == 1:
        return msgspec.structs.replace(effect, source=meant[0])
    if meant and effect.controller is None:
        path = f"{reader.paths[effect.id or '']}.source"
        expected = f"one of {', '.join(meant)}"
        reader.fault(path, found=repr(effect.source[:200]), expected=expected)
    return effect


def _permission(reader: Reader, word: str, names: _Names, path: str) -> str:
    """Return the id of what gave a land play, if the name fits one thing."""
    meant = names.land_plays(word)
    if len(meant) == 1:
        return meant[0]
    if meant or word != slug(word):
        like = f"an id such as {slug(word)} (what is over: an effect with `gone`)"
        among = f"one of {', '.join(meant)}" if meant else like
        reader.fault(path, found=repr(word[:200]), expected=among)
    return word
