"""From a canonical document to ASP facts: one fact states one thing; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyadapter import abilities as ab
from pyadapter.canonical import UNKNOWN_CARD, ZONES
from pyadapter.content_facts import (
    card_facts,
    card_key,
    cost_facts,
    description,
    effect_facts,
    purpose_term,
)
from pyadapter.costs import parse_mana
from pyadapter.model import Card, Face, Permanent, Player, StackObject, StateDocument
from pyadapter.phrases import type_line
from pyadapter.terms import atom, quoted, term

DEFAULT_EDITION = 20120501
FLAGS = (
    "face_down",
    "tapped",
    "phased_out",
    "token",
    "summoning_sick",
    "manifested",
    "cloaked",
    "back_up",
    "exiled_this_turn",
)


def state_facts(
    document: StateDocument, *, keys: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Return the facts of a canonical document, without `edition`, in document order.

    `keys` gives other keys than their names to cards, where several states share one grounding.
    """
    keys = keys or {}
    costs: dict[str, None] = {}
    lines = list(_moment(document))
    names = EffectNames(document)
    for seat, player in enumerate(document.players, start=1):
        lines += _player(player, seat, names, keys)
    for place, item in enumerate(document.stack, start=1):
        lines += _stacked(item, place, keys)
    for effect in document.effects:
        lines += _stated(effect, costs)
    for card in document.cards:
        lines += card_facts(card, costs, keys)
    for text in costs:
        lines += cost_facts(text)
    return tuple(dict.fromkeys(lines))


class EffectNames:
    """How a document names effects: by their id, or by the object whose ability they are."""

    def __init__(self, document: StateDocument) -> None:
        cards = {card.name: card for card in document.cards}
        self.stated = {effect.id for effect in document.effects}
        self.abilities: dict[str, tuple[tuple[str, ab.Ability], ...]] = {
            item.id or "": _abilities(item, cards)
            for player in document.players
            for zone in ZONES
            for item in getattr(player, zone)
        }
        self.abilities |= {
            item.id or "": tuple(_numbered(cards.get(item.card or ""))) for item in document.stack
        }

    def effect(self, name: str, *, ignorable: bool) -> str:
        """Return the term of a named effect: one to ignore, or else one that gives land plays."""
        if name in self.stated:
            return term(name)
        for number, ability in self.abilities.get(name, ()):
            fits = isinstance(ability, ab.Clause) and (
                ability.ignore is not None
                if ignorable
                else isinstance(ability, ab.AdditionalLandPlays)
            )
            if fits:
                return effect_of(name, number)
        return term(name)

    def with_condition(self, condition: str) -> frozenset[str]:
        """Return the terms of the effects of static abilities that hold under such a condition."""
        return frozenset(
            effect_of(name, number)
            for name, abilities in self.abilities.items()
            for number, ability in abilities
            if isinstance(ability, ab.Clause) and ability.condition == condition
        )


def _abilities(item: Permanent, cards: Mapping[str, Card]) -> tuple[tuple[str, ab.Ability], ...]:
    """Return the abilities of an object with their numbers, those of its halves among them.

    Those of a card that is merged into it are counted by themselves, under that card's name.
    """
    card = cards.get(item.copy_of[-1] if item.copy_of else item.card)
    shown = card.back if card and item.back_up and not item.copy_of else card
    found = [*_numbered(shown)]
    for name in () if item.copy_of else item.merged_with:
        below = _numbered(cards.get(name))
        found += [(atom("of", quoted(name), number), each) for number, each in below]
    return tuple(found)


def _numbered(card: Card | Face | None) -> Iterator[tuple[str, ab.Ability]]:
    """Yield the abilities of a card as they are numbered: its own, then those of its halves."""
    halves = card.halves if isinstance(card, Card) else ()
    own = card.abilities if card else ()
    every = (*own, *(each for half in halves for each in half.abilities))
    yield from ((str(number), each) for number, each in enumerate(every, start=1))


def effect_of(name: str, number: str) -> str:
    """Return the term of the effect of an object's static ability, counted among its abilities.

    >>> effect_of("exploration", "1")
    'of(exploration,1)'
    """
    return atom("of", term(name), number)


def _moment(document: StateDocument) -> Iterator[str]:
    for variant in document.variant:
        yield atom("variant", variant)
    if isinstance(document.turn, dict):
        for player, step in document.turn.items():
            yield atom("turn", term(player), step)
    for player in document.priority or ():
        yield atom("priority", term(player))
    if document.in_progress:
        yield atom("in_progress", document.in_progress)
    if document.paying is not None:
        yield atom("paying", term(document.paying))
    for subject, choice in document.readings.items():
        yield atom("reading", term(subject), term(choice))


def _player(
    player: Player, seat: int, names: EffectNames, keys: Mapping[str, str]
) -> Iterator[str]:
    who = term(player.name)
    yield atom("player", who)
    yield atom("seat", who, str(seat))
    if player.team is not None:
        yield atom("team", who, term(player.team))
    if player.left:
        yield atom("left", who)
    if player.life is not None:
        yield atom("life", who, str(player.life))
    if player.color_identity is not None:
        yield atom("identity_told", who)
        for color in player.color_identity:
            yield atom("color_identity", who, color)
    if player.decided_by is not None:
        yield atom("decided_by", who, term(player.decided_by))
    for zone in ZONES:
        for place, item in enumerate(getattr(player, zone), start=1):
            yield from _object(item, zone, place, who, keys)
    assert not isinstance(player.pool, str)
    assert not isinstance(player.lands_played, int)
    for number, mana in enumerate(player.pool, start=1):
        assert not isinstance(mana, str)
        kind = parse_mana(mana.mana)[0][0]
        yield atom("floating", who, str(number), kind)
        if mana.snow:
            source = "floating_snow_other" if mana.snow == "other" else "floating_snow"
            yield atom(source, who, str(number))
        for purpose in mana.only:
            yield atom("floating_only", who, str(number), purpose_term(purpose))
    for number, permission in enumerate(player.lands_played, start=1):
        under = names.effect(permission, ignorable=False)
        yield atom("land_played", who, str(number), under)
    if player.planar_die_rolls:
        yield atom("planar_die_rolled", who, str(player.planar_die_rolls))
    if player.effect_rolls:
        yield atom("rolled_by_effects", who, str(player.effect_rolls))
    if player.cards_foretold:
        yield atom("foretold", who, str(player.cards_foretold))
    if player.passed:
        yield atom("passed", who)
    if player.companion_used:
        yield atom("companion_used", who)
    assert not isinstance(player.spells_cast, int)
    for number, name in enumerate(player.spells_cast, start=1):
        card = "unknown" if name == UNKNOWN_CARD else card_key(name, keys)
        yield atom("spell_cast", who, str(number), card)
    for name in player.ignores:
        yield atom("ignored", who, names.effect(name, ignorable=True))


def _object(
    item: Permanent, zone: str, place: int, holder: str, keys: Mapping[str, str]
) -> Iterator[str]:
    name = term(item.id or "")
    yield atom("in_zone", name, zone, term(item.owner or ""))
    yield atom("position", name, str(place))
    if zone == "battlefield":
        yield atom("controller", name, holder)
    if item.card != UNKNOWN_CARD:
        yield atom("card_of", name, card_key(item.card, keys))
    for time, card in enumerate(item.copy_of, start=1):
        yield atom("copy_effect", name, card_key(card, keys), str(time))
    for flag in FLAGS:
        if getattr(item, flag):
            yield atom(flag, name)
    if item.exiled_as is not None:
        yield atom("exiled_as", name, item.exiled_as)
    if item.companion:
        yield atom("revealed_companion", name)
    for card in item.merged_with:
        yield atom("merged_with", name, "unknown" if card == UNKNOWN_CARD else card_key(card, keys))
    for half in item.unlocked:
        yield atom("unlocked", name, quoted(half))
    if item.face_down_as is not None:
        _, types, subtypes = type_line(item.face_down_as)
        for word in types:
            yield atom("face_down_type", name, word)
        for word in subtypes:
            yield atom("face_down_subtype", name, term(word))
    for kind, number in item.counters.items():
        yield atom("counters", name, term(kind), str(number))
    if item.attached_to is not None:
        yield atom("attached_to", name, term(item.attached_to))
    if item.chosen_name is not None:
        yield atom("chosen_name", name, quoted(item.chosen_name))
    if item.time is not None:
        yield atom("timestamp", name, str(item.time))


def _stacked(item: StackObject, place: int, keys: Mapping[str, str]) -> Iterator[str]:
    name = term(item.id or "")
    yield atom("in_zone", name, "stack", term(item.owner or item.controller))
    yield atom("position", name, str(place))
    yield atom("controller", name, term(item.controller))
    if item.ability is not None:
        yield atom("ability_on_stack", name, quoted(item.ability))
    elif item.card is not None and item.card != UNKNOWN_CARD:
        yield atom("card_of", name, card_key(item.card, keys))
    if item.face_down:
        yield atom("face_down", name)
    if item.turn_marker is not None:
        yield atom("turn_marker", name, term(item.turn_marker))


def _stated(effect: ab.Effect, costs: dict[str, None]) -> Iterator[str]:
    name = term(effect.id or "")
    key = quoted(description(effect))
    yield atom("stated", name, key)
    yield from effect_facts(effect, key, costs)
    if effect.gone:
        yield atom("effect_gone", name)
    if effect.controller is not None:
        yield atom("effect_controller", name, term(effect.controller))
    if effect.source is not None:
        yield atom("effect_source", name, term(effect.source))
    if effect.time is not None:
        yield atom("effect_time", name, str(effect.time))
    if effect.until is not None:
        yield atom("effect_until", name, quoted(effect.until))
    for item in effect.applies_to:
        yield atom("effect_applies_to", name, term(item))
    if effect.allows and effect.allows.before and effect.allows.before.made_in_it:
        yield atom("effect_made_now", name)
