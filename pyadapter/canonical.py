"""The canonical form of a document: every id, card and default written out, every text checked.

Two documents that say the same state have the same canonical form. All faults are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from pyadapter import abilities as ab
from pyadapter.catalogue import Catalogue
from pyadapter.costs import CostError, parse_cost, parse_mana
from pyadapter.errors import DocumentError, MalformedStateError
from pyadapter.model import Card, FloatingMana, Permanent, Player, StackObject, StateDocument
from pyadapter.phrases import (
    CARD_TYPES,
    LAND_TYPES,
    PhraseError,
    literals,
    ordered,
    phrase,
    singular,
    type_line,
)
from pyadapter.terms import slug

T = TypeVar("T")
UNKNOWN_CARD = "?"
ZONES = ("hand", "battlefield", "graveyard", "exile", "library", "command", "outside")
PURPOSES: Mapping[str, str] = {
    "turn creatures face up": "turn permanents face up",
    "turn permanents face up": "turn permanents face up",
    "morph costs": "morph costs",
    "costs with {x}": "costs with {X}",
}
WHOM = ("you", "opponents", "each", "most_permanents", "enchanted_controller")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_LANDS = re.compile(r"(0|[1-9][0-9]{0,5}) lands\Z")
CONDITIONS = ("your turn", "not your turn", "yes", "no", "open")


@dataclass(frozen=True, slots=True)
class Canonical:
    """A canonical document, and the path where each object and effect, and each player, stands."""

    document: StateDocument
    paths: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Reader:
    """What is collected on one pass over a document."""

    catalogue: Catalogue
    cards: dict[str, Card]
    used: dict[str, Card] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    paths: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def fault(self, path: str, *, found: str, expected: str) -> None:
        self.faults.append(str(DocumentError(path, found=found, expected=expected)))


def canonical(document: StateDocument, *, catalogue: Catalogue) -> Canonical:
    """Return the canonical form of a document.

    Raises MalformedStateError with all faults of names and texts: cards, costs, descriptions.
    """
    own = {card.name: card for card in document.cards}
    reader = _Reader(catalogue, own)
    _check_text(reader, document)
    for place, card in enumerate(document.cards):
        if not card.name:
            reader.fault(f"$.cards[{place}].name", found="an empty name", expected="a name")
        if own[card.name] is not card:
            reader.fault(
                f"$.cards[{place}].name", found=f"{card.name!r} again", expected="one card a name"
            )
    _claim_ids(reader, document)
    players = tuple(
        _player(reader, player, f"$.players[{place}]")
        for place, player in enumerate(document.players)
    )
    stack = tuple(
        _stacked(reader, item, f"$.stack[{place}]") for place, item in enumerate(document.stack)
    )
    effects = tuple(
        _stated(reader, effect, f"$.effects[{place}]", document)
        for place, effect in enumerate(document.effects)
    )
    turn = _turn(reader, document)
    priority = document.priority if isinstance(document.priority, tuple) else (document.priority,)
    variant = document.variant if isinstance(document.variant, tuple) else (document.variant,)
    result = msgspec.structs.replace(
        document,
        players=players,
        stack=stack,
        effects=effects,
        turn=turn,
        phase=None,
        step=None,
        priority=tuple(sorted({who for who in priority if who is not None})),
        variant=tuple(sorted(set(variant))),
        cards=tuple(_card(reader, card) for _, card in sorted(reader.used.items())),
        title=None,
        story=None,
    )
    if not reader.faults and (stray := _stray_character(result)):
        reader.fault("$.cards", found=stray, expected="text")
    if reader.faults:
        raise MalformedStateError(tuple(dict.fromkeys(reader.faults)))
    return Canonical(result, reader.paths, reader.seats)


def _check_text(reader: _Reader, document: StateDocument) -> None:
    if stray := _stray_character(document):
        reader.fault("$", found=stray, expected="text")
    if not document.players:
        reader.fault("$.players", found="nobody", expected="at least one player")


def _stray_character(record: object) -> str | None:
    try:
        text = msgspec.json.encode(record)
    except UnicodeError:
        return "half a surrogate pair"
    return "a character with the code 0" if _NUL.search(text) else None


def _turn(reader: _Reader, document: StateDocument) -> dict[str, ab.Step] | None:
    when = document.phase or document.step
    if document.phase and document.step:
        reader.fault("$.step", found="a step beside a phase", expected="only one of the two")
    if document.turn is None:
        if when:
            reader.fault("$.phase", found=f"{when!r} in nobody's turn", expected="nothing")
        return None
    if isinstance(document.turn, dict):
        if when:
            reader.fault("$.phase", found=f"{when!r} beside a map of turns", expected="nothing")
        return dict(document.turn)
    if when is None:
        reader.fault("$.phase", found="nothing", expected="the phase or step of the turn")
        return None
    return {document.turn: when}


def _claim_ids(reader: _Reader, document: StateDocument) -> None:
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                if isinstance(item, Permanent) and item.id:
                    reader.taken.add(item.id)
    reader.taken.update(item.id for item in document.stack if item.id)
    reader.taken.update(effect.id for effect in document.effects if effect.id)


def _fresh_id(reader: _Reader, name: str) -> str:
    stem = slug(name)
    chosen, number = stem, 1
    while chosen in reader.taken or chosen in {"rule", "unnamed"}:
        number += 1
        chosen = f"{stem}_{number}"
    reader.taken.add(chosen)
    return chosen


def _look_up(reader: _Reader, name: str, path: str) -> None:
    if name == UNKNOWN_CARD or name in reader.used:
        return
    card = reader.cards.get(name) or reader.catalogue.get(name)
    if card is None:
        reader.fault(
            path,
            found=f"the card {name[:200]!r}, which is not known",
            expected="a card that is defined in the document's `cards`, in a file given with"
            " --cards, or comes along (`special-actions cards` lists those)",
        )
        return
    reader.used[name] = card


def _object(reader: _Reader, item: str | Permanent, path: str, owner: str) -> Permanent:
    given = Permanent(card=item) if isinstance(item, str) else item
    _look_up(reader, given.card, path if isinstance(item, str) else f"{path}.card")
    for place, name in enumerate(given.copy_of):
        _look_up(reader, name, f"{path}.copy_of[{place}]")
    name = given.id or _fresh_id(reader, given.card)
    reader.paths.setdefault(name, path)
    counters = {kind: number for kind, number in sorted(given.counters.items()) if number}
    return msgspec.structs.replace(given, id=name, owner=given.owner or owner, counters=counters)


def _player(reader: _Reader, player: Player, path: str) -> Player:
    reader.seats.setdefault(player.name, path)
    if player.name in (*WHOM, ""):
        reader.fault(f"{path}.name", found=repr(player.name), expected="another name")
    zones = {
        zone: tuple(
            _object(reader, item, f"{path}.{zone}[{place}]", player.name)
            for place, item in enumerate(getattr(player, zone))
        )
        for zone in ZONES
    }
    lands = player.lands_played
    spells = player.spells_cast
    spell_names = (UNKNOWN_CARD,) * spells if isinstance(spells, int) else spells
    for place, name in enumerate(spell_names if isinstance(spells, tuple) else ()):
        _look_up(reader, name, f"{path}.spells_cast[{place}]")
    if (isinstance(lands, int) and lands > 1000) or (isinstance(spells, int) and spells > 1000):
        reader.fault(path, found="more than 1000 land plays or spells", expected="fewer")
        lands, spell_names = 0, ()
    return msgspec.structs.replace(
        player,
        lands_played=("unnamed",) * lands if isinstance(lands, int) else lands,
        spells_cast=spell_names,
        pool=_pool(reader, player.pool, f"{path}.pool"),
        ignores=tuple(sorted(set(player.ignores))),
        **zones,
    )


def _pool(
    reader: _Reader, pool: str | tuple[str | FloatingMana, ...], path: str
) -> tuple[FloatingMana, ...]:
    found: list[FloatingMana] = []
    for place, item in enumerate((pool,) if isinstance(pool, str) else pool):
        given = FloatingMana(mana=item) if isinstance(item, str) else item
        where = path if isinstance(pool, str) else f"{path}[{place}]"
        kinds = _read(reader, where, parse_mana, given.mana) or ()
        if sum(number for _, number in kinds) > 1000:
            reader.fault(where, found="more than 1000 mana", expected="less")
            continue
        for kind, number in kinds:
            single = msgspec.structs.replace(
                given, mana=f"{{{kind.upper()}}}", only=_purposes(given.only)
            )
            found += [single] * number
    return tuple(found)


def _stacked(reader: _Reader, item: StackObject, path: str) -> StackObject:
    if (item.card is None) == (item.ability is None):
        reader.fault(path, found="both or neither", expected="either a `card` or an `ability`")
    if item.ability == "":
        reader.fault(f"{path}.ability", found="an empty text", expected="a description")
    if item.card is not None:
        _look_up(reader, item.card, f"{path}.card")
    name = item.id or _fresh_id(reader, item.card or item.ability or "ability")
    reader.paths.setdefault(name, path)
    return msgspec.structs.replace(item, id=name, owner=item.owner or item.controller)


def _stated(reader: _Reader, effect: ab.Effect, path: str, document: StateDocument) -> ab.Effect:
    name = effect.id or _fresh_id(reader, str(effect.__struct_config__.tag))
    if reader.paths.setdefault(name, path).startswith("$.effects") and reader.paths[name] != path:
        reader.faults.append(f"{path}: {name} is the id of two effects")
    plain = _effect(reader, effect, path)
    names = {player.name for player in document.players}
    if effect.who not in WHOM and effect.who not in names:
        reader.fault(
            f"{path}.who",
            found=repr(effect.who),
            expected=f"a player, or one of {', '.join(WHOM)}",
        )
    personal = effect.who in ("you", "opponents") or effect.whose != "any"
    if personal and effect.controller is None and effect.source is None:
        reader.fault(
            f"{path}.who",
            found=f"{effect.who!r} without a controller or source",
            expected="`controller` (who 'you' is) or `source`",
        )
    allows = effect.allows
    if allows:
        cost = _cost_text(reader, allows.cost, f"{path}.allows.cost")
        allows = msgspec.structs.replace(allows, cost=cost)
    return msgspec.structs.replace(
        plain, id=name, allows=allows, applies_to=tuple(sorted(set(effect.applies_to)))
    )


def _card(reader: _Reader, card: Card) -> Card:
    path = f"$.cards[{card.name}]"
    cost = None if card.mana_cost is None else _cost_text(reader, card.mana_cost, path)
    colors = card.colors
    if colors is None and cost is not None:
        parsed = _read(reader, path, parse_cost, cost)
        colors = parsed.colors if parsed else ()  # type: ignore[assignment]
    order = ("white", "blue", "black", "red", "green")
    supertypes, types, subtypes = type_line(card.type)
    line = " ".join([*supertypes, *types]) + (f" — {' '.join(subtypes)}" if subtypes else "")
    return msgspec.structs.replace(
        card,
        type=line,
        mana_cost=cost,
        colors=tuple(sorted(set(colors or ()), key=order.index)),
        abilities=_in_order(
            _ability(reader, item, f"{path}.abilities[{place}]")
            for place, item in enumerate(card.abilities)
        ),
        not_understood=tuple(sorted(set(card.not_understood))),
    )


def _in_order(items: Iterable[ab.Ability]) -> tuple[ab.Ability, ...]:
    """Keywords first, then mana abilities, then effects: facts don't keep any other order."""

    def rank(item: ab.Ability) -> int:
        return 2 if isinstance(item, ab.Clause) else 1 if isinstance(item, ab.Mana) else 0

    return tuple(sorted(dict.fromkeys(items), key=rank))


def _ability(reader: _Reader, item: ab.Ability, path: str) -> ab.Ability:
    if isinstance(item, ab.Morph | ab.Suspend):
        return msgspec.structs.replace(item, cost=_cost_text(reader, item.cost, f"{path}.cost"))
    if isinstance(item, ab.Mana):
        return _mana(reader, item, path)
    if isinstance(item, ab.Clause):
        fields = ("id", "controller", "source", "until", "allows", "time", "applies_to", "gone")
        stray = [name for name in fields if getattr(item, name) not in (None, (), False)]
        if stray:
            reader.fault(
                path, found=f"{', '.join(stray)} on a card", expected="fields of a static ability"
            )
        if item.who not in WHOM:
            reader.fault(f"{path}.who", found=repr(item.who), expected=f"one of {', '.join(WHOM)}")
        return _effect(reader, item, path)
    return item


def _mana(reader: _Reader, item: ab.Mana, path: str) -> ab.Mana:
    adds: list[str] = []
    for text in item.adds:
        if text == "any color":
            adds += ["{W}", "{U}", "{B}", "{R}", "{G}"]
            continue
        kinds = _read(reader, f"{path}.adds", parse_mana, text)
        if kinds is not None:
            mana = (f"{{{kind.upper()}}}" * min(number, 1000) for kind, number in kinds)
            adds.append("".join(mana))
    cost = _cost_text(reader, item.cost, f"{path}.cost", tap=True)
    if not all(adds) or not item.adds:
        reader.fault(f"{path}.adds", found="no mana", expected="mana such as {G}")
    return ab.Mana(adds=tuple(dict.fromkeys(adds)), cost=cost, only=_purposes(item.only))


def _purposes(only: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({PURPOSES.get(text.lower(), text) for text in only}))


_FORBIDS: Mapping[type, tuple[ab.Verb, ...]] = {
    ab.CantPlayLands: ("play_land",),
    ab.CantCast: ("cast",),
    ab.CantSearch: ("search",),
    ab.CantTurnFaceUp: ("turn_face_up",),
}


def _effect(reader: _Reader, effect: ab.Effect, path: str) -> ab.Effect:
    on: list[str] = []
    for place, text in enumerate(effect.on):
        read = _read(reader, f"{path}.on[{place}]", literals, text)
        if read is not None:
            on.append(phrase(ordered(read)))
    condition = effect.condition
    if condition is not None and condition not in CONDITIONS and not _LANDS.match(condition):
        reader.fault(
            f"{path}.while",
            found=repr(condition),
            expected=f"one of {', '.join(CONDITIONS)}, or '10 lands'",
        )
    ignore = effect.ignore
    if ignore:
        cost = _cost_text(reader, ignore.cost, f"{path}.ignore.cost")
        ignore = msgspec.structs.replace(ignore, cost=cost)
    everything = any(not text for text in on)
    clean = msgspec.structs.replace(effect, on=() if everything else tuple(on), ignore=ignore)
    verbs = _FORBIDS.get(type(effect))
    if isinstance(effect, ab.CantActivate):
        verbs = ("activate_mana",) if effect.mana_abilities else ()
    if verbs is not None:
        shared = {name: getattr(clean, name) for name in ab.Clause.__struct_fields__}
        return ab.Cant(verbs=verbs, **shared) if verbs else ab.Other(**shared)
    for field_name in ("verbs", "types", "abilities"):
        if getattr(clean, field_name, None) == ():
            reader.fault(f"{path}.{field_name}", found="an empty list", expected="at least one")
    if isinstance(clean, ab.Cant):
        return msgspec.structs.replace(clean, verbs=tuple(sorted(set(clean.verbs))))
    if isinstance(clean, ab.SetsLandTypes | ab.AddsLandTypes | ab.AddsTypes):
        kinds = tuple(sorted({singular(name) for name in clean.types}))
        allowed = CARD_TYPES if isinstance(clean, ab.AddsTypes) else LAND_TYPES
        for name in kinds:
            if name not in allowed:
                reader.fault(
                    f"{path}.types",
                    found=repr(name),
                    expected=f"one of {', '.join(sorted(allowed))}",
                )
        return msgspec.structs.replace(clean, types=kinds)
    if isinstance(clean, ab.Grants):
        granted = (_ability(reader, item, f"{path}.abilities") for item in clean.abilities)
        return msgspec.structs.replace(clean, abilities=tuple(granted))
    return clean


def _cost_text(reader: _Reader, text: str, path: str, *, tap: bool = False) -> str:
    cost = _read(reader, path, parse_cost, text)
    if cost and not tap and any(symbol == "tap" for symbol, _ in cost.symbols):
        reader.fault(path, found=f"{{T}} in {text!r}", expected="a cost without tapping")
    return cost.text if cost else text


def _read(reader: _Reader, path: str, parse: Callable[[str], T], text: str) -> T | None:
    try:
        return parse(text)
    except (CostError, PhraseError) as error:
        reader.faults.append(f"{path}: {error}")
        return None


def names_of(items: Iterable[Permanent]) -> tuple[str, ...]:
    """Return the ids of canonical objects.

    >>> names_of([Permanent(card="Forest", id="forest")])
    ('forest',)
    """
    return tuple(item.id or "" for item in items)
