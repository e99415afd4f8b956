"""Reading what a document writes: costs, amounts of mana, and the board of the player who pays."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations_with_replacement

from pyadapter import abilities as words
from pyadapter.model import Card, FloatingMana, Permanent, Player, StateDocument
from tests.payer.table import Ability, Board, Mana, Price, Snow, Source

COLOURS = ("W", "U", "B", "R", "G")
LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
ANY_SNOW_SOURCE = "2021-02-05"
NO_LIBRARY = "2026-09-25"


def number(word: str) -> int:
    """A number in digits or as a word.

    >>> number("two"), number("12")
    (2, 12)
    """
    return int(word) if word.isdigit() else NUMBERS[word]


def symbols_in(text: str) -> tuple[str, ...]:
    """The mana symbols of a text that holds nothing else.

    >>> symbols_in("{2}{W/U}")
    ('2', 'W/U')
    """
    found = re.findall(r"\{([^{}]+)\}", text)
    if "".join(f"{{{each}}}" for each in found) != text:
        raise ValueError(text)
    return tuple(found)


def price_of(text: str) -> Price:
    """A written cost in parts.

    >>> price_of("{1}{G}, {T}, pay 2 life")
    Price(symbols=('1', 'G'), life=2, taps=True, goes=False, counters=(), mills=0)
    """
    symbols: list[str] = []
    life = mills = 0
    taps = goes = False
    counters: Counter[str] = Counter()
    for part in text.split(", "):
        lower = part.lower()
        if part == "{T}":
            taps = True
        elif part.startswith("{"):
            symbols += symbols_in(part)
        elif match := re.fullmatch(r"pay (\w+) life", lower):
            life += number(match[1])
        elif lower in ("sacrifice this", "exile this", "return this"):
            goes = True
        elif match := re.fullmatch(r"remove (\w+) (\w+) counters?", lower):
            counters[match[2]] += number(match[1])
        elif match := re.fullmatch(r"mill (\w+) cards?", lower):
            mills += number(match[1])
        else:
            raise ValueError(text)
    return Price(tuple(symbols), life, taps, goes, tuple(sorted(counters.items())), mills)


def amounts_of(text: str) -> tuple[tuple[str, ...], ...]:
    """All that one written alternative may add, each amount spelled out in colour letters.

    >>> amounts_of("two mana in any combination of {R} and {G}")
    (('R', 'R'), ('R', 'G'), ('G', 'G'))
    >>> len(amounts_of("any color")), amounts_of("{C}{C}")
    (5, (('C', 'C'),))
    """
    if text.startswith("{"):
        return (symbols_in(text),)
    if text in ("any color", "one mana of any color"):
        return tuple((colour,) for colour in COLOURS)
    if match := re.fullmatch(r"(\w+) mana of any one color", text):
        return tuple((colour,) * number(match[1]) for colour in COLOURS)
    if match := re.fullmatch(r"(\w+) mana in any combination of (colors|\{.+\})", text):
        among = COLOURS if match[2] == "colors" else tuple(re.findall(r"\{(\w)\}", match[2]))
        return tuple(combinations_with_replacement(among, number(match[1])))
    raise ValueError(text)


def kind_and_object(action: str) -> tuple[str, str]:
    """An action's kind and the id of its object.

    >>> kind_and_object("turn_face_up(hidden)")
    ('turn_face_up', 'hidden')
    """
    match = re.fullmatch(r"(\w+)\((\w+)\)", action)
    if match is None:
        raise ValueError(action)
    return match[1], match[2]


def cost_of(document: StateDocument, player: str, action: str) -> str:
    """The written cost of turning a permanent face up for its morph cost, or of suspending."""
    return _special(document, player, action).cost


def board_of(document: StateDocument, player: str, action: str) -> Board:
    """What this player can pay for this action with.

    Cards are looked up in the document alone. What it doesn't understand raises ValueError.
    """
    cards = {card.name: card for card in document.cards}
    actor = next(each for each in document.players if each.name == player)
    rules = document.rules or "2012-05-01"
    special = _special(document, player, action)
    suspends = isinstance(special, words.Suspend)
    purposes = (
        set() if suspends else {f"turn {what} face up" for what in ("permanents", "creatures")}
    )
    purposes |= set() if suspends else {"morph costs"}
    purposes |= {"costs with {X}"} if "X" in price_of(special.cost).symbols else set()
    named = "suspend" if suspends else "morph"
    places = [("battlefield", each) for each in actor.battlefield]
    places += [("hand", each) for each in actor.hand]
    sources = [
        _source(_permanent(each), cards[_permanent(each).card], zone, rules)
        for zone, each in places
        if not (_permanent(each).face_down or _permanent(each).phased_out)
    ]
    team = [each for each in document.players if _together(document, each, actor)]
    fixed = {
        who
        for effect in document.effects
        if isinstance(effect, words.LifeCantChange)
        for who in [effect.controller if effect.who == "you" else effect.who]
    }
    return Board(
        pool=tuple(mana for each in _pool(actor) for mana in _floating(each)),
        sources=tuple(source for source in sources if source.abilities),
        life=next(each.life for each in team if each.life is not None),
        life_is_fixed=any(each.name in fixed for each in team),
        library=len(actor.library),
        purposes=frozenset(purposes),
        change=sum(
            effect.delta
            for effect in document.effects
            if isinstance(effect, words.CostChange) and effect.applies_to_cost == named
        ),
        least_x=1 if isinstance(special, words.Suspend) and special.n == "X" else 0,
        any_snow=rules >= ANY_SNOW_SOURCE,
    )


def _permanent(each: str | Permanent) -> Permanent:
    return Permanent(card=each) if isinstance(each, str) else each


def _special(document: StateDocument, player: str, action: str) -> words.Morph | words.Suspend:
    kind, about = kind_and_object(action)
    wanted = {"turn_face_up": words.Morph, "suspend": words.Suspend}[kind]
    actor = next(each for each in document.players if each.name == player)
    name = next(
        each.card for each in map(_permanent, (*actor.battlefield, *actor.hand)) if each.id == about
    )
    card = next(card for card in document.cards if card.name == name)
    found = next(each for each in card.abilities if isinstance(each, wanted))
    assert isinstance(found, words.Morph | words.Suspend)
    return found


def _together(document: StateDocument, one: Player, other: Player) -> bool:
    shared = "two_headed_giant" in document.variant
    return one.name == other.name or (shared and one.team == other.team)


def _pool(player: Player) -> tuple[str | FloatingMana, ...]:
    return (player.pool,) if isinstance(player.pool, str) else player.pool


def _floating(each: str | FloatingMana) -> tuple[Mana, ...]:
    if isinstance(each, str):
        return tuple(Mana(colour) for colour in symbols_in(each))
    snow: Snow = "other" if each.snow == "other" else "permanent" if each.snow else ""
    return tuple(Mana(colour, snow, each.only) for colour in symbols_in(each.mana))


def _source(permanent: Permanent, card: Card, zone: str, rules: str) -> Source:
    types = re.split(r"[ —-]+", card.type)
    snow: Snow = ("permanent" if zone == "battlefield" else "other") if "Snow" in types else ""
    written = [each for each in card.abilities if isinstance(each, words.Mana)]
    if zone == "battlefield":
        written += [
            words.Mana(adds=(f"{{{colour}}}",))
            for name, colour in LAND_TYPES.items()
            if name in types
        ]
    return Source(
        abilities=tuple(
            Ability(
                price_of(each.cost),
                tuple(
                    tuple(Mana(colour, snow, each.only) for colour in amount)
                    for text in each.adds
                    for amount in amounts_of(text)
                ),
            )
            for each in written
            if each.zone == zone and not (price_of(each.cost).mills and rules >= NO_LIBRARY)
        ),
        ready=not permanent.tapped and not (permanent.summoning_sick and "Creature" in types),
        counters=tuple(sorted(permanent.counters.items())),
    )
