"""Descriptions of objects, as effects and costs use them: `nonbasic land`, `mana value 4+`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from pyadapter.terms import atom, quoted, term

CARD_TYPES = frozenset(
    [
        "artifact",
        "battle",
        "conspiracy",
        "creature",
        "emblem",
        "enchantment",
        "instant",
        "land",
        "phenomenon",
        "plane",
        "planeswalker",
        "scheme",
        "sorcery",
        "tribal",
        "kindred",
        "vanguard",
        "dungeon",
    ]
)
SUPERTYPES = frozenset(["basic", "legendary", "snow", "world", "ongoing"])
COLORS = frozenset(["white", "blue", "black", "red", "green"])
ZONES = frozenset(
    ["hand", "battlefield", "graveyard", "exile", "library", "stack", "command", "outside"]
)
EMPTY = frozenset(["card", "cards", "permanent", "permanents", "spell", "spells", "a", "an", "of"])
LAND_TYPES = frozenset(
    [
        "plains",
        "island",
        "swamp",
        "mountain",
        "forest",
        "desert",
        "gate",
        "lair",
        "locus",
        "mine",
        "power-plant",
        "tower",
        "urza's",
    ]
)
OTHER_SUBTYPES = frozenset(
    [
        *("attraction", "blood", "bobblehead", "clue", "contraption", "equipment", "food"),
        *("fortification", "gold", "incubator", "junk", "lander", "map", "powerstone"),
        *("spacecraft", "stone", "treasure", "vehicle", "aura", "background", "cartouche"),
        *("case", "class", "curse", "role", "room", "rune", "saga", "shard", "shrine"),
        *("adventure", "arcane", "lesson", "omen", "trap"),
    ]
)
IRREGULAR = {"elves": "elf", "dwarves": "dwarf", "wolves": "wolf", "sorceries": "sorcery"}
_DASH = re.compile(r"\s+(?:—|–|-+)\s+")
_NUMBER = re.compile(r"([0-9]{1,7})([+-]?)\Z")

Literal_ = tuple[bool, str]


class PhraseError(ValueError):
    """A description that can't be read; its text says which word, and what was expected."""


def singular(word: str) -> str:
    """Return a type's singular, as far as type names need it.

    >>> singular("Mountains"), singular("Plains"), singular("Elves"), singular("Urza's")
    ('mountain', 'plains', 'elf', "urza's")
    """
    word = word.lower()
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word in {"plains", "locus"} or word.endswith(("ss", "us", "'s")):
        return word
    return word.removesuffix("s")


def literals(phrase: str) -> tuple[Literal_, ...]:
    """Return what a description asks: pairs of (must it have it, quality as a term).

    Raises PhraseError if a word is missing.

    >>> literals("nonbasic land")
    ((False, 'supertype(basic)'), (True, 'type(land)'))
    >>> literals("noncreature mana value 4+")
    ((False, 'type(creature)'), (True, 'mana_value_at_least(4)'))
    >>> literals("named Rift Bolt")
    ((True, 'named("Rift Bolt")'),)
    """
    words = phrase.split()
    found: list[Literal_] = []
    wanted = True
    while words:
        word = words.pop(0)
        lower = word.lower()
        if lower == "not":
            wanted = not wanted
            continue
        if lower.startswith("non") and lower not in {"non"}:
            wanted = not wanted
            lower = lower.removeprefix("non").removeprefix("-")
            word = word[3:].removeprefix("-")
        if lower in EMPTY:
            continue
        found.append((wanted, _quality(word, words, phrase)))
        wanted = True
    if not phrase.strip():
        raise PhraseError("found an empty description, expected words such as 'nonbasic land'")
    if not wanted:
        raise PhraseError(f"found {phrase!r}, expected a word after 'not'")
    return tuple(found)


def _quality(written: str, rest: list[str], phrase: str) -> str:
    word = written.lower()
    if word == "named":
        name = " ".join(rest)
        rest.clear()
        if not name:
            raise PhraseError(f"found {phrase!r}, expected a name after 'named'")
        return "chosen_name" if name == "the chosen name" else atom("named", quoted(name))
    if word == "mana" and rest and rest[0].lower() == "value":
        rest.pop(0)
        return _mana_value(rest.pop(0) if rest else "", phrase)
    if word == "with" and rest and rest[0].upper() == "{X}":
        rest.pop(0)
        return "with_x"
    if word in {"in", "on", "from"}:
        zone = rest.pop(0).lower() if rest else ""
        if zone not in ZONES:
            raise PhraseError(f"found {phrase!r}, expected a zone after {word!r}")
        return atom("in_zone", zone)
    if word in {"enchanted", "another", "colorless"}:
        return word
    kind = singular(word)
    if kind == "token":
        return kind
    if kind in CARD_TYPES:
        return atom("type", kind)
    if word in SUPERTYPES:
        return atom("supertype", word)
    if word in COLORS:
        return atom("color", word)
    if written == word and kind not in known_subtypes():
        raise PhraseError(
            f"{phrase!r}: found the word {word!r}, expected a card type, supertype, color or known"
            " subtype (another subtype is written with a capital letter)"
        )
    return atom("subtype", term(kind))


def is_creature_type(word: str) -> bool:
    """Tell whether a word may be a creature type: a known one, or any with a capital letter.

    >>> is_creature_type("Treefolk"), is_creature_type("Forest"), is_creature_type("creature")
    (True, False, False)
    """
    kind = singular(word)
    no_kinds = CARD_TYPES | LAND_TYPES | OTHER_SUBTYPES | SUPERTYPES | COLORS | ZONES
    if kind in no_kinds or not re.fullmatch(r"[A-Za-z'-]+", word):
        return False
    return kind in known_subtypes() or word[:1].isupper()


def written_subtype(kind: str) -> str:
    """Return a subtype as documents write it: one that isn't known needs its capital letter.

    >>> written_subtype("goblin"), written_subtype("zubera")
    ('goblin', 'Zubera')
    """
    return kind if kind in known_subtypes() else kind[:1].upper() + kind[1:]


@cache
def known_subtypes() -> frozenset[str]:
    """Return the subtypes that occur on the cards that come along, and all land types.

    >>> "goblin" in known_subtypes(), "sorcrey" in known_subtypes()
    (True, False)
    """
    from pyadapter.catalogue import known_cards

    printed = (type_line(card.type)[2] for card in known_cards().values())
    return LAND_TYPES.union(*printed)


def _mana_value(word: str, phrase: str) -> str:
    if word in {"even", "odd"}:
        return f"mana_value_{word}"
    match = _NUMBER.match(word)
    if not match:
        raise PhraseError(f"found {phrase!r}, expected even, odd or a number after 'mana value'")
    suffix = {"": "", "+": "_at_least", "-": "_at_most"}[match[2]]
    return atom(f"mana_value{suffix}", str(int(match[1])))


def phrase(of: tuple[Literal_, ...]) -> str:
    """Return a description that asks just these qualities, in a fixed order.

    >>> phrase(literals("nonbasic land in hand"))
    'land nonbasic in hand'
    >>> phrase(literals("not in hand mana value 4+"))
    'mana value 4+ not in hand'
    >>> phrase(literals("Zubera permanent"))
    'Zubera'
    """
    return " ".join(
        _words(quality, wanted) for wanted, quality in sorted(of, key=lambda lit: _rank(lit[1]))
    )


def ordered(of: tuple[Literal_, ...]) -> tuple[Literal_, ...]:
    """Return the literals in the fixed order of `phrase`.

    >>> ordered(((True, 'color(red)'), (False, 'type(land)')))
    ((False, 'type(land)'), (True, 'color(red)'))
    """
    return tuple(sorted(of, key=lambda literal: (_rank(literal[1]), not literal[0])))


def _rank(quality: str) -> tuple[int, str]:
    heads = (
        "type",
        "supertype",
        "subtype",
        "color",
        "mana_value",
        "with_x",
        "in_zone",
        "enchanted",
        "token",
    )
    head = quality.partition("(")[0]
    for place, name in enumerate(heads):
        if head.startswith(name):
            return place, quality
    return (len(heads) + (head in {"named", "chosen_name"})), quality


def _words(quality: str, wanted: bool) -> str:
    head, _, rest = quality.partition("(")
    value = rest.removesuffix(")")
    denial = "" if wanted else "not "
    if head in {"type", "supertype"}:
        return ("" if wanted else "non") + value
    if head == "color":
        return denial + untermed(value)
    if head == "subtype":
        return denial + written_subtype(untermed(value))
    if head == "in_zone":
        return f"{denial}in {value}"
    if head == "named":
        return f"{denial}named {untermed(value)}"
    fixed = {"with_x": "with {X}", "chosen_name": "named the chosen name"}
    if head in fixed:
        return denial + fixed[head]
    if head.startswith("mana_value"):
        suffix = {"at_least": "+", "at_most": "-"}.get(head.removeprefix("mana_value_"), "")
        return f"{denial}mana value {value or head.removeprefix('mana_value_')}{suffix}"
    return denial + head


def untermed(text: str) -> str:
    """Return the name that a term stands for.

    >>> untermed('"Rift Bolt"'), untermed("forest")
    ('Rift Bolt', 'forest')
    """
    if len(text) < 2 or not (text.startswith('"') and text.endswith('"')):
        return text
    pairs = {"\\n": "\n", '\\"': '"', "\\\\": "\\"}
    return re.sub(r'\\[n"\\]', lambda found: pairs[found[0]], text[1:-1])


def written_type_line(
    supertypes: Iterable[str], types: Iterable[str], subtypes: Iterable[str]
) -> str:
    """Return a type line from its words: the reverse of `type_line`.

    >>> written_type_line(["basic"], ["land"], ["forest"]), written_type_line([], ["instant"], [])
    ('basic land — forest', 'instant')
    """
    after = " ".join(subtypes)
    return " ".join([*supertypes, *types]) + (f" — {after}" if after else "")


def mended_line(text: str) -> str | None:
    """Return a type line as it is likely meant if some word before its dash is no type, or nothing.

    >>> mended_line("Land Forest"), mended_line("Legendary Creature—Elf"), mended_line("Snow Land")
    ('Land — Forest', 'Legendary Creature — Elf', None)
    >>> mended_line("Creatur — Elf"), mended_line("Bananas")
    ('Creature — Elf', '— Bananas')
    """
    known = sorted(CARD_TYPES | SUPERTYPES)
    before, *after = _DASH.split(text.strip(), maxsplit=1)
    if all(word.lower() in known for word in before.split()):
        return None
    types: list[str] = []
    others: list[str] = []
    for word in re.split(r"[\s—–]+", before):
        near = get_close_matches(word.lower(), known, n=1, cutoff=0.8)
        plain = word if word.lower() in known else near[0].capitalize() if near else ""
        (types if plain else others).append(plain or word)
    behind = " ".join([*others, *after])
    return " ".join(types + (["—", behind] if behind else []))


def type_line(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return supertypes, types and subtypes of a type line, in lower case.

    >>> type_line("Legendary Creature — Human Wizard")
    (('legendary',), ('creature',), ('human', 'wizard'))
    """
    before, *after = _DASH.split(text.strip(), maxsplit=1)
    words = before.lower().split()
    supertypes = tuple(dict.fromkeys(word for word in words if word in SUPERTYPES))
    types = tuple(dict.fromkeys(word for word in words if word in CARD_TYPES))
    subtypes = tuple(dict.fromkeys((after[0] if after else "").lower().split()))
    return supertypes, types, subtypes
