"""The canonical form of a document: every id, card and default written out, every text checked.

Two documents that say the same state have the same canonical form. All faults are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

import msgspec

from pyadapter import abilities as ab
from pyadapter.by_name import with_ids
from pyadapter.catalogue import Catalogue
from pyadapter.contents import (
    WHOM,
    Reader,
    attempt,
    check_line,
    purposes,
    read_card,
    read_cost,
    read_effect,
    sorted_colors,
)
from pyadapter.costs import mana_sign, parse_mana, written_mana
from pyadapter.errors import MalformedStateError
from pyadapter.model import Card, FloatingMana, Permanent, Player, StackObject, StateDocument
from pyadapter.phrases import type_line, written_type_line
from pyadapter.terms import slug

UNKNOWN_CARD = "?"
READINGS: Mapping[str, tuple[str, ...]] = {
    "plot_timing": ("main_phase", "own_turn"),
    "planar_die_count": ("special_actions", "all_rolls"),
    "effect_land_play": ("counts", "free"),
    "grand_melee_stack": ("own", "all"),
}
RESERVED = frozenset({"rule", "unnamed", "resolving"})
ZONES = ("hand", "battlefield", "graveyard", "exile", "library", "command", "outside")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


@dataclass(frozen=True, slots=True)
class Canonical:
    """A canonical document, and the path where each object and effect, and each player, stands."""

    document: StateDocument
    paths: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)


def canonical(document: StateDocument, *, catalogue: Catalogue) -> Canonical:
    """Return the canonical form of a document.

    Raises MalformedStateError with all faults of names and texts: cards, costs, descriptions.
    """
    own = {card.name: card for card in document.cards}
    reader = Reader(catalogue, own)
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
        cards=_cards(reader, document),
        version=None,
        title=None,
        story=None,
        readings=_readings(reader, document.readings),
    )
    result = with_ids(reader, result, zones=ZONES, words=RESERVED)
    if not reader.faults and (stray := _stray_character(result)):
        reader.fault("$.cards", found=stray, expected="text")
    if reader.faults:
        raise MalformedStateError(tuple(dict.fromkeys(reader.faults)))
    return Canonical(result, reader.paths, reader.seats)


def _cards(reader: Reader, document: StateDocument) -> tuple[Card, ...]:
    """Return the cards that are used; what is wrong with the others counts as well."""
    read = tuple(read_card(reader, card) for _, card in sorted(reader.used.items()))
    for card in document.cards:
        if card.name not in reader.used:
            read_card(reader, card)
    return read


def _check_text(reader: Reader, document: StateDocument) -> None:
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


def _readings(reader: Reader, given: Mapping[str, str]) -> dict[str, str]:
    """Return the readings that differ from the default, which is the first choice of each."""
    for name, choice in given.items():
        if name not in READINGS:
            expected = f"one of {', '.join(READINGS)}"
            reader.fault("$.readings", found=f"the reading {name[:200]!r}", expected=expected)
        elif choice not in READINGS[name]:
            expected = f"one of {', '.join(READINGS[name])}"
            reader.fault(f"$.readings.{name}", found=repr(choice[:200]), expected=expected)
    return {
        name: given[name]
        for name, (default, *_) in READINGS.items()
        if given.get(name, default) != default
    }


def _turn(reader: Reader, document: StateDocument) -> dict[str, ab.Step] | None:
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


def _claim_ids(reader: Reader, document: StateDocument) -> None:
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                if isinstance(item, Permanent) and item.id:
                    reader.taken.add(item.id)
    reader.taken.update(item.id for item in document.stack if item.id)
    reader.taken.update(effect.id for effect in document.effects if effect.id)


def fresh_id(name: str, taken: set[str]) -> str:
    """Return an id made from a name that nothing has yet; from then on it is taken.

    >>> taken = {"forest"}
    >>> fresh_id("Forest", taken), fresh_id("Forest", taken)
    ('forest_2', 'forest_3')
    """
    stem = slug(name)
    chosen, number = stem, 1
    while chosen in taken or chosen in RESERVED:
        number += 1
        chosen = f"{stem}_{number}"
    taken.add(chosen)
    return chosen


def _look_up(reader: Reader, name: str, path: str) -> str:
    """Return the name of a card as its definition spells it; one that is not known is a fault."""
    if name == UNKNOWN_CARD or name in reader.used:
        return name
    for cards in (reader.cards, reader.catalogue):
        alike = [name] if name in cards else _spelled_otherwise(cards, name)
        if len(alike) == 1:
            reader.used[alike[0]] = cards[alike[0]]
            return alike[0]
    near = get_close_matches(name[:200], [*reader.cards, *reader.catalogue], n=3, cutoff=0.8)
    meant = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    reader.fault(
        path,
        found=f"the card {name[:200]!r}, which is not known",
        expected="a card that is defined in the document's `cards`, in a file given with"
        f" --cards, or comes along (`special-actions cards` lists those){meant}",
    )
    return name


def _spelled_otherwise(cards: Mapping[str, Card], name: str) -> list[str]:
    return [each for each in cards if each.casefold() == name.casefold()]


def _look_up_all(reader: Reader, names: Iterable[str], path: str) -> tuple[str, ...]:
    return tuple(_look_up(reader, name, f"{path}[{place}]") for place, name in enumerate(names))


def _object(reader: Reader, item: str | Permanent, path: str, owner: str) -> Permanent:
    given = Permanent(card=item) if isinstance(item, str) else item
    card = _look_up(reader, given.card, path if isinstance(item, str) else f"{path}.card")
    merged_with = _look_up_all(reader, given.merged_with, f"{path}.merged_with")
    name = given.id or fresh_id(given.card, reader.taken)
    reader.paths.setdefault(name, path)
    counters = {kind: number for kind, number in sorted(given.counters.items()) if number}
    return msgspec.structs.replace(
        given,
        card=card,
        copy_of=_look_up_all(reader, given.copy_of, f"{path}.copy_of"),
        id=name,
        owner=given.owner or owner,
        counters=counters,
        face_down_as=_made_into(reader, given, path),
        merged_with=tuple(sorted(set(merged_with))),
        unlocked=tuple(sorted(set(given.unlocked))),
    )


def _made_into(reader: Reader, item: Permanent, path: str) -> str | None:
    """Return the type line of a permanent that was turned face down as something else."""
    if item.face_down_as is None:
        return None
    check_line(reader, item.face_down_as, f"{path}.face_down_as")
    supertypes, types, subtypes = type_line(item.face_down_as)
    if not item.face_down or supertypes or not types:
        reader.fault(
            f"{path}.face_down_as",
            found=repr(item.face_down_as),
            expected="card types of a face-down permanent, such as 'Land — Forest'",
        )
    return written_type_line((), types, subtypes)


def _player(reader: Reader, player: Player, path: str) -> Player:
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
    if isinstance(spells, int):
        spell_names: tuple[str, ...] = (UNKNOWN_CARD,) * spells
    else:
        spell_names = _look_up_all(reader, spells, f"{path}.spells_cast")
    if (isinstance(lands, int) and lands > 1000) or (isinstance(spells, int) and spells > 1000):
        reader.fault(path, found="more than 1000 land plays or spells", expected="fewer")
        lands, spell_names = 0, ()
    return msgspec.structs.replace(
        player,
        lands_played=("unnamed",) * lands if isinstance(lands, int) else lands,
        spells_cast=spell_names,
        pool=_pool(reader, player.pool, f"{path}.pool"),
        ignores=tuple(sorted(set(player.ignores))),
        color_identity=None
        if player.color_identity is None
        else sorted_colors(player.color_identity),
        **zones,
    )


def _pool(
    reader: Reader, pool: str | tuple[str | FloatingMana, ...], path: str
) -> tuple[FloatingMana, ...]:
    found: list[FloatingMana] = []
    for place, item in enumerate((pool,) if isinstance(pool, str) else pool):
        given = FloatingMana(mana=item) if isinstance(item, str) else item
        where = path if isinstance(pool, str) else f"{path}[{place}]"
        kinds = attempt(reader, where, parse_mana, given.mana) or ()
        if sum(number for _, number in kinds) > 1000:
            reader.fault(where, found="more than 1000 mana", expected="less")
            continue
        for kind, number in kinds:
            single = msgspec.structs.replace(given, mana=mana_sign(kind), only=purposes(given.only))
            found += [single] * number
    return tuple(found)


def _stacked(reader: Reader, item: StackObject, path: str) -> StackObject:
    if (item.card is None) == (item.ability is None):
        reader.fault(path, found="both or neither", expected="either a `card` or an `ability`")
    if item.ability == "":
        reader.fault(f"{path}.ability", found="an empty text", expected="a description")
    card = None if item.card is None else _look_up(reader, item.card, f"{path}.card")
    name = item.id or fresh_id(item.card or item.ability or "ability", reader.taken)
    reader.paths.setdefault(name, path)
    return msgspec.structs.replace(item, card=card, id=name, owner=item.owner or item.controller)


def _stated(reader: Reader, effect: ab.Effect, path: str, document: StateDocument) -> ab.Effect:
    name = effect.id or fresh_id(str(effect.__struct_config__.tag), reader.taken)
    if reader.paths.setdefault(name, path).startswith("$.effects") and reader.paths[name] != path:
        reader.faults.append(f"{path}: {name} is the id of two effects")
    plain = read_effect(reader, effect, path)
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
        cost = read_cost(reader, allows.cost, f"{path}.allows.cost")
        adds = allows.adds
        if adds is not None:
            mana = attempt(reader, f"{path}.allows.adds", parse_mana, adds) or ()
            adds = written_mana(mana)
            if not adds:
                reader.fault(f"{path}.allows.adds", found="no mana", expected="mana such as {C}")
        allows = msgspec.structs.replace(allows, cost=cost, adds=adds)
    return msgspec.structs.replace(
        plain, id=name, allows=allows, applies_to=tuple(sorted(set(effect.applies_to)))
    )
