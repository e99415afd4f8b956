"""What cards, abilities and effects say, with every text checked and every default written out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from pyadapter import abilities as ab
from pyadapter.catalogue import Catalogue
from pyadapter.costs import CostError, alternatives, parse_cost, together
from pyadapter.errors import DocumentError
from pyadapter.model import Card, Color, Face
from pyadapter.phrases import (
    CARD_TYPES,
    LAND_TYPES,
    PhraseError,
    is_creature_type,
    literals,
    mended_line,
    ordered,
    phrase,
    singular,
    type_line,
    written_subtype,
    written_type_line,
)
from pyadapter.terms import face_key

T = TypeVar("T")
PURPOSES: Mapping[str, str] = {
    "turn creatures face up": "turn creatures face up",
    "turn permanents face up": "turn permanents face up",
    "morph costs": "morph costs",
    "manifested creatures' mana costs": "manifested creatures' mana costs",
    "costs with {x}": "costs with {X}",
    "unlock doors": "unlock doors",
    "unlock a door": "unlock doors",
    "foretell cards": "foretell cards",
    "foretell a card": "foretell cards",
    "foretell a card from your hand": "foretell cards",
    "foretell cards from your hand": "foretell cards",
    "turn face up": "turn permanents face up",
    "turn a permanent face up": "turn permanents face up",
    "turn a creature face up": "turn creatures face up",
    "morph": "morph costs",
    "a morph cost": "morph costs",
    "pay a morph cost": "morph costs",
    "pay morph costs": "morph costs",
    "pay a mana cost to turn a manifested creature face up": "manifested creatures' mana costs",
    "pay mana costs to turn manifested creatures face up": "manifested creatures' mana costs",
    "costs that contain {x}": "costs with {X}",
    "costs that include {x}": "costs with {X}",
    "unlock": "unlock doors",
    "foretell": "foretell cards",
}
_SPELLS = re.compile(r"(?:.* )?spells?", re.IGNORECASE)
_FIRST_WORDS = re.compile(r"(?:spend this mana only )?(?:(?:to|on) )?", re.IGNORECASE)
_NEXT_PURPOSE = re.compile(
    r"(?:, (?:or |and )?| or | and )(?:to |on )?"
    r"(?=(?:cast|activate|turn|unlock|foretell|pay|costs|morph)\b)",
    re.IGNORECASE,
)
WHOM = ("you", "opponents", "each", "most_permanents", "enchanted_controller")
_LANDS = re.compile(r"(0|[1-9][0-9]{0,5}) lands\Z")
_LEAST_X = re.compile(r"\.?\s*X can[’']t be 0\.?\s*\Z", re.IGNORECASE)
CONDITIONS = ("your turn", "not your turn", "yes", "no", "open")


@dataclass(slots=True)
class Reader:
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


def read_card(reader: Reader, card: Card) -> Card:
    """Return a card with its texts checked; what is wrong with them goes to the reader."""
    path = f"$.cards[{card.name}]"
    _check_faces(reader, card, path)
    halves = tuple(
        _printed(reader, half, f"{path}.halves[{place}]", line=card.type)
        for place, half in enumerate(card.halves)
    )
    read = _joined(
        reader,
        _printed(reader, card, path, line=card.type),
        halves,
        path,
        told=card.colors is not None,
    )
    back = card.back and _printed(reader, card.back, f"{path}.back", line=card.type)
    return msgspec.structs.replace(read, back=back, halves=halves)


def _joined(reader: Reader, read: Card, halves: tuple[Face, ...], path: str, *, told: bool) -> Card:
    """Return a card with the mana cost and colours of both halves, unless it tells a cost.

    So it is anywhere but on the stack (709.4b), and while it is played as one of the halves.
    """
    costs = [half.mana_cost for half in halves if half.mana_cost is not None]
    if read.mana_cost is not None or not halves:
        return read
    unread = {"cost"} & {topic for half in halves for topic in half.not_understood}
    whole = read_cost(reader, together(costs), path) if costs and not unread else None
    colors = sorted_colors(color for half in halves for color in half.colors or ())
    return msgspec.structs.replace(
        read,
        mana_cost=whole,
        colors=read.colors if told else colors,
        not_understood=tuple(sorted({*read.not_understood, *unread})),
    )


def _check_faces(reader: Reader, card: Card, path: str) -> None:
    if card.modal and card.back is None:
        reader.fault(f"{path}.modal", found="modal without a back", expected="the other face")
    faces: tuple[Face, ...]
    if not card.halves:
        faces = (card.back,) if card.back else ()
    else:
        faces = card.halves
        if len(card.halves) != 2 or card.back is not None:
            found = f"{len(card.halves)} of them" if card.back is None else "halves beside a back"
            reader.fault(
                f"{path}.halves", found=found, expected="two halves, or a back, or neither"
            )
        if len({half.name for half in card.halves}) < len(card.halves):
            reader.fault(f"{path}.halves", found="one name twice", expected="a name for each half")
    for face in faces:
        if not face.name:
            reader.fault(path, found="a face with an empty name", expected="a name")
        if face_key(card.name, face.name) in reader.used:
            reader.fault(
                path,
                found=f"the face {face.name!r} beside a card {face_key(card.name, face.name)!r}",
                expected="cards of other names",
            )


P = TypeVar("P", Card, Face)


def _printed(reader: Reader, card: P, path: str, *, line: str) -> P:
    cost = None if card.mana_cost is None else read_cost(reader, card.mana_cost, path)
    colors = card.colors
    if colors is None and cost is not None and "cost" not in card.not_understood:
        parsed = attempt(reader, path, parse_cost, cost)
        colors = parsed.colors if parsed else ()  # type: ignore[assignment]
    check_line(reader, card.type, f"{path}.type")
    words = written_type_line(*type_line(card.type or line))
    return msgspec.structs.replace(
        card,
        type=words,
        mana_cost=cost,
        colors=sorted_colors(colors or ()),
        abilities=_in_order(
            _ability(reader, item, f"{path}.abilities[{place}]")
            for place, item in enumerate(card.abilities)
        ),
        not_understood=tuple(sorted(set(card.not_understood))),
    )


def check_line(reader: Reader, line: str | None, path: str) -> None:
    """Give the reader what is wrong with a type line: a word before the dash that is no type."""
    mended = line and mended_line(line)
    if mended:
        reader.fault(
            path,
            found=repr(line),
            expected=f"card types and supertypes, then a dash and subtypes: {mended!r}?",
        )


def sorted_colors(colors: Iterable[Color]) -> tuple[Color, ...]:
    """Return colours each once, white first."""
    order = ("white", "blue", "black", "red", "green")
    return tuple(sorted(set(colors), key=order.index))


def _in_order(items: Iterable[ab.Ability]) -> tuple[ab.Ability, ...]:
    """Keywords and mana abilities, each once, then effects, which add up if they repeat."""

    def rank(item: ab.Ability) -> int:
        return 2 if isinstance(item, ab.Clause) else 1 if isinstance(item, ab.Mana) else 0

    listed = tuple(items)
    once = dict.fromkeys(item for item in listed if rank(item) < 2)
    effects = (item for item in listed if rank(item) == 2)
    return tuple(sorted((*once, *effects), key=rank))


def _ability(reader: Reader, item: ab.Ability, path: str) -> ab.Ability:
    if isinstance(item, ab.Suspend) and item.n == "X":
        item = msgspec.structs.replace(item, cost=_LEAST_X.sub("", item.cost))
    if isinstance(item, ab.Morph | ab.Megamorph | ab.Disguise | ab.Suspend | ab.Plot):
        return msgspec.structs.replace(item, cost=read_cost(reader, item.cost, f"{path}.cost"))
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
        return read_effect(reader, item, path)
    return item


def _mana(reader: Reader, item: ab.Mana, path: str) -> ab.Mana:
    adds: list[str] = []
    for text in item.adds:
        adds += attempt(reader, f"{path}.adds", alternatives, text) or ()
    cost = read_cost(reader, item.cost, f"{path}.cost", tap=True)
    if not all(adds) or not item.adds:
        reader.fault(f"{path}.adds", found="no mana", expected="mana such as {G}")
    return msgspec.structs.replace(
        item, adds=tuple(dict.fromkeys(adds)), cost=cost, only=purposes(item.only)
    )


def purposes(only: Iterable[str]) -> tuple[str, ...]:
    """Return the purposes for which mana may be spent, each in one wording, sorted.

    >>> purposes(["Foretell", "instant and sorcery spells", "odd things"])
    ('cast instant and sorcery spells', 'foretell cards', 'odd things')
    >>> purposes(["cast Room spells and unlock doors"])
    ('cast Room spells', 'unlock doors')
    """
    return tuple(sorted({_purpose(part) for text in only for part in _parts(text)}))


def _parts(text: str) -> list[str]:
    """Return the purposes that a text names one after the other, as cards do."""
    plain = _FIRST_WORDS.sub("", text.strip().removesuffix("."), count=1)
    return _NEXT_PURPOSE.split(plain)


def _purpose(text: str) -> str:
    """Return a purpose in one wording; spells that can be described are there to be cast."""
    known = PURPOSES.get(text.lower())
    if known or not _SPELLS.fullmatch(text):
        return known or text
    try:
        for kind in re.split(" (?:and|or) ", text):
            literals(kind)
    except PhraseError:
        return text
    return f"cast {text}"


_FORBIDS: Mapping[type, tuple[ab.Verb, ...]] = {
    ab.CantPlayLands: ("play_land",),
    ab.CantCast: ("cast",),
    ab.CantSearch: ("search",),
    ab.CantTurnFaceUp: ("turn_face_up",),
}


def read_effect(reader: Reader, effect: ab.Effect, path: str) -> ab.Effect:
    """Return what an effect says, in the one way in which facts say it."""
    on: list[str] = []
    for place, text in enumerate(effect.on):
        read = attempt(reader, f"{path}.on[{place}]", literals, text)
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
        cost = read_cost(reader, ignore.cost, f"{path}.ignore.cost")
        ignore = msgspec.structs.replace(ignore, cost=cost)
    everything = any(not text for text in on)
    until = effect.until and " ".join(effect.until.casefold().split()).removeprefix("until ")
    clean = msgspec.structs.replace(
        effect, on=() if everything else tuple(on), ignore=ignore, until=until
    )
    verbs = _FORBIDS.get(type(effect))
    if isinstance(effect, ab.CantActivate):
        verbs = ("activate_mana",) if effect.mana_abilities else ()
    if verbs is not None:
        shared = {name: getattr(clean, name) for name in ab.Clause.__struct_fields__}
        return ab.Cant(verbs=verbs, **shared) if verbs else ab.Other(**shared)
    for field_name in ("verbs", "types", "abilities"):
        if getattr(clean, field_name, None) == ():
            reader.fault(f"{path}.{field_name}", found="an empty list", expected="at least one")
    if isinstance(clean, ab.LosesAbilities):
        return msgspec.structs.replace(clean, excepted=tuple(sorted(set(clean.excepted))))
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
    if isinstance(clean, ab.SetsCreatureTypes | ab.AddsCreatureTypes):
        for name in clean.types:
            if not is_creature_type(name):
                expected = "a creature type, such as Goblin"
                reader.fault(f"{path}.types", found=repr(name), expected=expected)
        kinds = tuple(sorted({written_subtype(singular(name)) for name in clean.types}))
        return msgspec.structs.replace(clean, types=kinds)
    if isinstance(clean, ab.Grants):
        for item in clean.abilities:
            if isinstance(item, ab.Mana) and item.zone != "battlefield":
                expected = "a mana ability that works on the battlefield"
                reader.fault(f"{path}.abilities", found=f"zone {item.zone!r}", expected=expected)
        granted = (_ability(reader, item, f"{path}.abilities") for item in clean.abilities)
        return msgspec.structs.replace(clean, abilities=tuple(granted))
    return clean


def read_cost(reader: Reader, text: str, path: str, *, tap: bool = False) -> str:
    """Return the text of a cost; one that is no cost goes to the reader."""
    cost = attempt(reader, path, parse_cost, text)
    if cost and not tap and any(symbol == "tap" for symbol, _ in cost.symbols):
        reader.fault(path, found=f"{{T}} in {text!r}", expected="a cost without tapping")
    return cost.text if cost else text


def attempt(reader: Reader, path: str, parse: Callable[[str], T], text: str) -> T | None:
    """Return what a text says, or nothing, once the reader has its fault."""
    try:
        return parse(text)
    except (CostError, PhraseError) as error:
        reader.faults.append(f"{path}: {error}")
        return None
