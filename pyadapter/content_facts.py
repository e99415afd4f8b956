"""What cards, costs, mana abilities and effects say, as ASP facts: once for each content."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

import msgspec

from pyadapter import abilities as ab
from pyadapter.costs import Cost, parse_cost, parse_mana
from pyadapter.model import Card, Face
from pyadapter.phrases import Literal_, literals, type_line
from pyadapter.terms import atom, face_key, quoted, term

PURPOSES = {
    "turn permanents face up": "turn_face_up",
    "turn creatures face up": "turn_creature_face_up",
    "morph costs": "morph_cost",
    "manifested creatures' mana costs": "mana_cost_of_manifested",
    "costs with {X}": "cost_with_x",
    "unlock doors": "unlock",
    "foretell cards": "foretell",
}


def card_key(name: str, keys: Mapping[str, str]) -> str:
    """Return the term of a card: its name, or the key that several states gave it.

    >>> card_key("Forest", {})
    '"Forest"'
    """
    return quoted(keys.get(name, name))


def purpose_term(text: str) -> str:
    """Return the term of a purpose for which mana may be spent; other words are `unread`.

    >>> purpose_term("morph costs"), purpose_term("cast creature spells")
    ('morph_cost', 'cast("cast creature spells")')
    """
    for verb in ("cast", "activate"):
        if text.lower().startswith(verb):
            return atom(verb, term(text))
    return PURPOSES.get(text) or atom("unread", term(text))


def card_facts(card: Card, costs: dict[str, None], keys: Mapping[str, str]) -> Iterator[str]:
    """Yield the facts of a card and its faces; its costs are added to `costs`."""
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
            yield from effect_facts(ability, key, costs)
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
    if isinstance(ability, ab.FaceUpCounters):
        return atom("face_up_counters", term(ability.counter), str(ability.n))
    text = ability.cost
    if isinstance(ability, ab.Suspend) and ability.n == "X":
        text = f"{text} with X at least 1"
    costs[text] = None
    return atom(str(ability.__struct_config__.tag), quoted(text))


def _granted(ability: ab.Keyword | ab.Mana, costs: dict[str, None]) -> str:
    if isinstance(ability, ab.Mana):
        return atom("mana", _mana_key(ability))
    return _keyword(ability, costs)


def _mana_key(ability: ab.Mana) -> str:
    only = f" only {msgspec.json.encode(ability.only).decode()}" if ability.only else ""
    place = f" from {ability.zone}" if ability.zone != "battlefield" else ""
    harm = f" with {ability.damage} damage" if ability.damage else ""
    cards = f" drawing {ability.draws}" if ability.draws else ""
    return quoted(f"{ability.cost}: {' or '.join(ability.adds)}{harm}{cards}{only}{place}")


def _mana(ability: ab.Mana, key: str, costs: dict[str, None]) -> Iterator[str]:
    costs[ability.cost] = None
    yield atom("mana_ability_cost", key, quoted(ability.cost))
    for number, text in enumerate(ability.adds, start=1):
        for kind, count in parse_mana(text):
            yield atom("mana_ability_adds", key, str(number), kind, str(count))
    for purpose in ability.only:
        yield atom("mana_ability_only", key, purpose_term(purpose))
    if ability.zone != "battlefield":
        yield atom("mana_ability_zone", key, ability.zone)
    if ability.damage:
        yield atom("mana_ability_damage", key, str(ability.damage))
    if ability.draws:
        yield atom("mana_ability_draws", key, str(ability.draws))


def cost_facts(text: str) -> Iterator[str]:
    """Yield the facts of a cost.

    >>> list(cost_facts("{1}{U}"))
    ['cost_symbol("{1}{U}",generic,1)', 'cost_symbol("{1}{U}",u,1)']
    """
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
    granted = effect.abilities if isinstance(effect, ab.Grants) else ()
    for written, ability in zip(content.get("abilities", ()), granted, strict=False):
        if isinstance(ability, ab.Mana):
            written.pop("cost", None)
            written["cost"] = ability.cost
    kind = content.pop("kind")
    said = (f"{name}={msgspec.json.encode(value).decode()}" for name, value in content.items())
    return " ".join([kind, *sorted(said)])


def effect_facts(effect: ab.Effect, name: str, costs: dict[str, None]) -> Iterator[str]:
    """Yield the facts of what an effect says, under its description `name`."""
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
        if allows.again:
            yield atom("effect_allows_again", name)
        if allows.timing != "priority":
            yield atom("effect_timing", name, allows.timing)
        if allows.before:
            yield atom("effect_deadline", name, allows.before.step, term(allows.before.of))
    if isinstance(effect, ab.Grants):
        for item in effect.abilities:
            if isinstance(item, ab.Mana):
                yield from _mana(item, _mana_key(item), costs)
            elif isinstance(item, ab.Suspend) and isinstance(item.n, int):
                yield atom("effect_time_counters", name, quoted(item.cost), str(item.n))
    if isinstance(effect, ab.Other) and effect.text:
        yield atom("effect_text", name, quoted(effect.text))


def _condition(text: str) -> str:
    if text.endswith(" lands"):
        return atom("lands", text.removesuffix(" lands"))
    if text.endswith("turn"):
        return text.replace(" ", "_")
    return atom("stated", text)


_MANA = re.compile(r"\bmana\b(?! (?:value|cost))", re.IGNORECASE)
_MAY = re.compile(r"\bmay\b", re.IGNORECASE)
_LATER = re.compile(r"at the (?:beginning|end)\b", re.IGNORECASE)
_SPENT = re.compile(r"[^.]*\bmana\b[^.]*", re.IGNORECASE)
_COLORS = re.compile(
    r"\b(?:is|are|becomes?|lose|gains?)\b[^.]*\b(?:white|blue|black|red|green|colou?rs?|colou?rless)\b",
    re.IGNORECASE,
)


def _unread(effect: ab.Other) -> tuple[str, ...]:
    """Return what an effect does that nobody reads: nothing, but if its text is of mana or colors.

    >>> _unread(ab.Other(text="You may spend mana as though it were mana of any type."))
    ('unread(more_mana)',)
    >>> _unread(ab.Other(text="Lands you tap for mana make colorless mana instead."))
    ('unread(mana)',)
    >>> _unread(ab.Other(text="All permanents are the chosen color."))
    ('unread(colors)',)
    """
    if effect.allows or _LATER.match(effect.text):
        return ("nothing",)
    found = []
    if _MANA.search(effect.text):
        found.append(atom("unread", "more_mana" if _MAY.search(effect.text) else "mana"))
    if _COLORS.search(_SPENT.sub("", effect.text)):
        found.append(atom("unread", "colors"))
    return tuple(found) or ("nothing",)


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
            return tuple(atom("grant", _granted(item, costs)) for item in effect.abilities)
        case ab.LosesAbilities():
            return ("lose_other_abilities" if effect.excepted else "lose_abilities",)
        case ab.SetsLandTypes():
            return tuple(atom("set_land_type", term(word)) for word in effect.types)
        case ab.AddsLandTypes():
            return tuple(atom("add_land_type", term(word)) for word in effect.types)
        case ab.AddsTypes():
            return tuple(atom("add_type", term(word)) for word in effect.types)
        case ab.SetsCreatureTypes():
            return tuple(atom("set_creature_type", term(word.lower())) for word in effect.types)
        case ab.AddsCreatureTypes():
            return tuple(atom("add_creature_type", term(word.lower())) for word in effect.types)
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
        case ab.ManaAsAnyColor():
            return ("mana_as_any_color",)
        case ab.Other():
            return _unread(effect)
        case ab.CantPlayLands() | ab.CantCast() | ab.CantSearch() | ab.CantTurnFaceUp():
            raise AssertionError("canonical documents say `cant`")
        case ab.CantActivate():
            raise AssertionError("canonical documents say `cant`")
        case _:
            assert_never(effect)
