"""From a canonical document to ASP facts: one fact states one thing; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

import msgspec

from pyadapter import abilities as ab
from pyadapter.canonical import UNKNOWN_CARD, ZONES
from pyadapter.costs import Cost, parse_cost, parse_mana
from pyadapter.model import Card, Face, Permanent, Player, StackObject, StateDocument
from pyadapter.phrases import Literal_, literals, type_line
from pyadapter.terms import atom, face_key, quoted, term

DEFAULT_EDITION = 20120501
FLAGS = (
    "face_down",
    "tapped",
    "phased_out",
    "token",
    "summoning_sick",
    "manifested",
    "cloaked",
)
_PURPOSES = {
    "turn permanents face up": "turn_face_up",
    "turn creatures face up": "turn_creature_face_up",
    "morph costs": "morph_cost",
    "manifested creatures' mana costs": "mana_cost_of_manifested",
    "costs with {X}": "cost_with_x",
    "unlock doors": "unlock",
    "foretell cards": "foretell",
}


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
        lines += _card(card, costs, keys)
    for text in costs:
        lines += _cost(text)
    return tuple(dict.fromkeys(lines))


class EffectNames:
    """How a document names effects: by their id, or by the object whose ability they are."""

    def __init__(self, document: StateDocument) -> None:
        cards = {card.name: card for card in document.cards}
        self.stated = {effect.id for effect in document.effects}
        self.objects: dict[str, Card | None] = {
            item.id or "": cards.get(item.copy_of[-1] if item.copy_of else item.card)
            for player in document.players
            for zone in ZONES
            for item in getattr(player, zone)
        }
        self.objects |= {item.id or "": cards.get(item.card or "") for item in document.stack}

    def effect(self, name: str, *, ignorable: bool) -> str:
        """Return the term of a named effect: one to ignore, or else one that gives land plays."""
        card = self.objects.get(name)
        if name in self.stated or card is None:
            return term(name)
        of_halves = (ability for half in card.halves for ability in half.abilities)
        for number, ability in enumerate((*card.abilities, *of_halves), start=1):
            fits = isinstance(ability, ab.Clause) and (
                ability.ignore is not None
                if ignorable
                else isinstance(ability, ab.AdditionalLandPlays)
            )
            if fits:
                return effect_of(name, number)
        return term(name)


def effect_of(name: str, number: int) -> str:
    """Return the term of the effect of an object's static ability, counted among its abilities.

    >>> effect_of("exploration", 1)
    'of(exploration,1)'
    """
    return atom("of", term(name), str(number))


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
            yield atom("floating_only", who, str(number), _purpose(purpose))
    for number, permission in enumerate(player.lands_played, start=1):
        under = names.effect(permission, ignorable=False)
        yield atom("land_played", who, str(number), under)
    if player.planar_die_rolls:
        yield atom("planar_die_rolled", who, str(player.planar_die_rolls))
    if player.effect_rolls:
        yield atom("rolled_by_effects", who, str(player.effect_rolls))
    if player.cards_foretold:
        yield atom("foretold", who, str(player.cards_foretold))
    if player.companion_used:
        yield atom("companion_used", who)
    assert not isinstance(player.spells_cast, int)
    for number, name in enumerate(player.spells_cast, start=1):
        card = "unknown" if name == UNKNOWN_CARD else _key(name, keys)
        yield atom("spell_cast", who, str(number), card)
    for name in player.ignores:
        yield atom("ignored", who, names.effect(name, ignorable=True))


def _key(name: str, keys: Mapping[str, str]) -> str:
    return quoted(keys.get(name, name))


def _purpose(text: str) -> str:
    if text.lower().startswith("cast"):
        return atom("cast", term(text))
    return _PURPOSES.get(text) or atom("unread", term(text))


def _object(
    item: Permanent, zone: str, place: int, holder: str, keys: Mapping[str, str]
) -> Iterator[str]:
    name = term(item.id or "")
    yield atom("in_zone", name, zone, term(item.owner or ""))
    yield atom("position", name, str(place))
    if zone == "battlefield":
        yield atom("controller", name, holder)
    if item.card != UNKNOWN_CARD:
        yield atom("card_of", name, _key(item.card, keys))
    for time, card in enumerate(item.copy_of, start=1):
        yield atom("copy_effect", name, _key(card, keys), str(time))
    for flag in FLAGS:
        if getattr(item, flag):
            yield atom(flag, name)
    if item.companion:
        yield atom("revealed_companion", name)
    for card in item.merged_with:
        yield atom("merged_with", name, "unknown" if card == UNKNOWN_CARD else _key(card, keys))
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
        yield atom("card_of", name, _key(item.card, keys))
    if item.face_down:
        yield atom("face_down", name)
    if item.turn_marker is not None:
        yield atom("turn_marker", name, term(item.turn_marker))


def _card(card: Card, costs: dict[str, None], keys: Mapping[str, str]) -> Iterator[str]:
    key = keys.get(card.name, card.name)
    name = quoted(key)
    yield from _printed(card, name, costs, counted=0)
    if card.modal:
        yield atom("card_modal", name)
    if card.back is not None:
        face = quoted(face_key(key, card.back.name))
        yield atom("card_back", name, face)
        yield from _printed(card.back, face, costs, counted=0)
    counted = len(card.abilities)
    for number, half in enumerate(card.halves, start=1):
        face = quoted(face_key(key, half.name))
        yield atom("card_half", name, str(number), face)
        yield from _printed(half, face, costs, counted=counted)
        counted += len(half.abilities)


def _printed(
    card: Card | Face, name: str, costs: dict[str, None], *, counted: int
) -> Iterator[str]:
    yield atom("card_name", name, quoted(card.name))
    supertypes, types, subtypes = type_line(card.type or "")
    for word in supertypes:
        yield atom("card_supertype", name, word)
    for word in types:
        yield atom("card_type", name, word)
    for word in subtypes:
        yield atom("card_subtype", name, term(word))
    for color in card.colors or ():
        yield atom("card_color", name, color)
    if card.mana_cost is not None:
        costs[card.mana_cost] = None
        yield atom("card_mana_cost", name, quoted(card.mana_cost))
    yield atom("card_mana_value", name, str(_mana_value(card)))
    for topic in card.not_understood:
        yield atom("card_unread", name, topic)
    for number, ability in enumerate(card.abilities, start=counted + 1):
        if isinstance(ability, ab.Mana):
            key = _mana_key(ability)
            yield atom("card_mana_ability", name, key)
            yield from _mana(ability, key, costs)
        elif isinstance(ability, ab.Clause):
            key = quoted(description(ability))
            yield atom("card_effect", name, str(number), key)
            yield from _effect(ability, key, costs)
        else:
            yield atom("card_ability", name, _keyword(ability, costs))
            if isinstance(ability, ab.Suspend) and isinstance(ability.n, int):
                yield atom("card_time_counters", name, quoted(ability.cost), str(ability.n))


def _mana_value(card: Card | Face) -> int:
    if card.mana_cost is not None:
        return parse_cost(card.mana_cost).mana_value
    return sum(_mana_value(half) for half in card.halves) if isinstance(card, Card) else 0


def _keyword(ability: ab.Keyword | ab.KeywordName, costs: dict[str, None]) -> str:
    if isinstance(ability, str):
        return ability
    text = ability.cost
    if isinstance(ability, ab.Suspend) and ability.n == "X":
        text = f"{text} with X at least 1"
    costs[text] = None
    return atom(str(ability.__struct_config__.tag), quoted(text))


def _mana_key(ability: ab.Mana) -> str:
    only = f" only {msgspec.json.encode(ability.only).decode()}" if ability.only else ""
    place = f" from {ability.zone}" if ability.zone != "battlefield" else ""
    return quoted(f"{ability.cost}: {' or '.join(ability.adds)}{only}{place}")


def _mana(ability: ab.Mana, key: str, costs: dict[str, None]) -> Iterator[str]:
    costs[ability.cost] = None
    yield atom("mana_ability_cost", key, quoted(ability.cost))
    for number, text in enumerate(ability.adds, start=1):
        for kind, count in parse_mana(text):
            yield atom("mana_ability_adds", key, str(number), kind, str(count))
    for purpose in ability.only:
        yield atom("mana_ability_only", key, _purpose(purpose))
    if ability.zone != "battlefield":
        yield atom("mana_ability_zone", key, ability.zone)


def _cost(text: str) -> Iterator[str]:
    name = quoted(text)
    plain = text.removesuffix(" with X at least 1")
    cost: Cost = parse_cost(plain)
    for symbol, count in cost.symbols:
        if count:
            yield atom("cost_symbol", name, symbol, str(count))
    if plain != text:
        yield atom("cost_least_x", name, "1")
    for index, part in enumerate(cost.parts, start=1):
        yield atom("cost_part", name, str(index), part.verb, str(part.number))
        for wanted, quality in part.of:
            yield atom("cost_part_on", name, str(index), _literal((wanted, quality)))


def _literal(literal: Literal_) -> str:
    wanted, quality = literal
    return atom("has" if wanted else "has_not", quality)


def _stated(effect: ab.Effect, costs: dict[str, None]) -> Iterator[str]:
    name = term(effect.id or "")
    key = quoted(description(effect))
    yield atom("stated", name, key)
    yield from _effect(effect, key, costs)
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


_OF_THE_STATE = ("id", "controller", "source", "applies_to", "until", "time", "gone")


def description(effect: ab.Effect) -> str:
    """Return the text that stands for what an effect says: the same for the same content.

    >>> description(ab.AdditionalLandPlays(n=2, id="azusa", controller="ann"))
    'additional_land_plays n=2 who="you"'
    """
    content = msgspec.to_builtins(effect)
    before = content.get("allows", {}).get("before", {})
    before.pop("made_in_it", None)
    for name in _OF_THE_STATE:
        content.pop(name, None)
    content.setdefault("who", effect.who)
    kind = content.pop("kind")
    said = (f"{name}={msgspec.json.encode(value).decode()}" for name, value in content.items())
    return " ".join([kind, *sorted(said)])


def _effect(effect: ab.Effect, name: str, costs: dict[str, None]) -> Iterator[str]:
    for deed in _deeds(effect, costs):
        yield atom("effect_does", name, deed)
    known = ("you", "opponents", "each", "most_permanents", "enchanted_controller")
    whom = effect.who if effect.who in known else atom("player", term(effect.who))
    yield atom("effect_whom", name, whom)
    for number, text in enumerate(effect.on, start=1):
        for literal in literals(text):
            yield atom("effect_on", name, str(number), _literal(literal))
    if effect.whose != "any":
        yield atom("effect_whose", name, effect.whose)
    if effect.condition is not None:
        yield atom("effect_while", name, _condition(effect.condition))
    if effect.ignore:
        costs[effect.ignore.cost] = None
        yield atom("effect_ignorable", name, effect.ignore.who, quoted(effect.ignore.cost))
    if effect.allows:
        allows = effect.allows
        costs[allows.cost] = None
        yield atom("effect_allows", name, term(allows.by), quoted(allows.cost))
        if allows.adds is not None:
            ability = ab.Mana(adds=(allows.adds,), cost=allows.cost)
            mana = _mana_key(ability)
            yield atom("effect_mana", name, mana)
            yield from _mana(ability, mana, costs)
        if allows.timing != "priority":
            yield atom("effect_timing", name, allows.timing)
        if allows.before:
            yield atom("effect_deadline", name, allows.before.step, term(allows.before.of))
    if isinstance(effect, ab.Grants):
        for item in effect.abilities:
            if isinstance(item, ab.Suspend) and isinstance(item.n, int):
                yield atom("effect_time_counters", name, quoted(item.cost), str(item.n))
    if isinstance(effect, ab.Other) and effect.text:
        yield atom("effect_text", name, quoted(effect.text))


def _condition(text: str) -> str:
    if text.endswith(" lands"):
        return atom("lands", text.removesuffix(" lands"))
    if text.endswith("turn"):
        return text.replace(" ", "_")
    return atom("stated", text)


def _deeds(effect: ab.Effect, costs: dict[str, None]) -> Iterable[str]:
    match effect:
        case ab.AdditionalLandPlays(n="any"):
            return ("unlimited_lands",)
        case ab.AdditionalLandPlays():
            return (atom("extra_land", str(effect.n)),)
        case ab.LandPlayPermission():
            return (atom("land_from", effect.zone),)
        case ab.Cant():
            return tuple(atom("forbid", verb) for verb in effect.verbs)
        case ab.CastLimit():
            return (atom("limit_casts", str(effect.n)),)
        case ab.CastTiming():
            return (atom("only_at", "cast", effect.only),)
        case ab.ActivateTiming():
            return (atom("only_at", "activate_mana", effect.only),)
        case ab.FlashPermission():
            return ("allow_flash",)
        case ab.Grants():
            return tuple(atom("grant", _keyword(item, costs)) for item in effect.abilities)
        case ab.LosesAbilities():
            return ("lose_abilities",)
        case ab.SetsLandTypes():
            return tuple(atom("set_land_type", term(word)) for word in effect.types)
        case ab.AddsLandTypes():
            return tuple(atom("add_land_type", term(word)) for word in effect.types)
        case ab.AddsTypes():
            return tuple(atom("add_type", term(word)) for word in effect.types)
        case ab.CostChange():
            return (atom("change_cost", effect.applies_to_cost, str(effect.delta)),)
        case ab.LifeCantChange():
            return ("fix_life",)
        case ab.PlotPermission():
            return (atom("plot_from", effect.zone),)
        case ab.ForetellAnyTurn():
            return ("foretell_any_turn",)
        case ab.FirstForetellFree():
            return ("first_foretell_free",)
        case ab.Other():
            return ("nothing",)
        case ab.CantPlayLands() | ab.CantCast() | ab.CantSearch() | ab.CantTurnFaceUp():
            raise AssertionError("canonical documents say `cant`")
        case ab.CantActivate():
            raise AssertionError("canonical documents say `cant`")
        case _:
            assert_never(effect)
