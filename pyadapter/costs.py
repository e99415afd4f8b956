"""Costs in Magic's own notation, parsed once: mana symbols and the other things to pay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from pyadapter.phrases import Literal_, PhraseError, literals
from pyadapter.terms import atom, term

_SYMBOL = re.compile(r"\{([^{}]*)\}")
_COLORS = {"W": "w", "U": "u", "B": "b", "R": "r", "G": "g", "C": "c"}
NUMBER_WORDS = {
    "a": 1, "an": 1, "another": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_LIMIT = 1_000_000


class CostError(ValueError):
    """A cost that can't be read; its text names the symbol or word, and what was expected."""


@dataclass(frozen=True, slots=True)
class CostPart:
    """Something to pay that is not mana: a verb term, how many, and of what."""

    verb: str
    number: int
    of: tuple[Literal_, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost: how many of each symbol (generic, x, tap alike), and its other parts in order."""

    text: str
    symbols: tuple[tuple[str, int], ...]
    parts: tuple[CostPart, ...] = ()

    @property
    def mana_value(self) -> int:
        """The mana value of this as a mana cost (202.3): X counts nothing, {2/W} two.

        >>> parse_cost("{X}{2/W}{3}{G}").mana_value
        6
        """
        return sum(_weight(symbol) * count for symbol, count in self.symbols)

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours of the symbols, in the order white, blue, black, red, green.

        >>> parse_cost("{2}{G/W}").colors
        ('white', 'green')
        """
        letters = {letter for symbol, _ in self.symbols for letter in _letters(symbol)}
        names = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
        return tuple(name for letter, name in names.items() if letter in letters)


@lru_cache(maxsize=1024)
def parse_cost(text: str) -> Cost:
    """Return a cost from text such as `{1}{U}`, `{T}, sacrifice a creature` or `pay 5 life`.

    Raises CostError, which says what was found and what was expected.

    >>> parse_cost("{2}{W/U}{U}").symbols
    (('generic', 2), ('hybrid(w,u)', 1), ('u', 1))
    >>> parse_cost("sacrifice two Mountains").parts
    (CostPart(verb='sacrifice', number=2, of=((True, 'subtype(mountain)'),)),)
    >>> parse_cost("{1}{Q}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pyadapter.costs.CostError: '{1}{Q}': found the symbol {Q}, expected a mana symbol such as ...
    """
    pieces = [_plain(piece.strip()) for piece in text.strip().rstrip(".").split(",")]
    symbols: dict[str, int] = {}
    parts: list[CostPart] = []
    for piece in pieces:
        if piece.startswith("{"):
            _add_symbols(text, piece, symbols)
        else:
            parts.append(_part(text, piece))
    clean = ", ".join(pieces)
    return Cost(text=clean, symbols=tuple(symbols.items()), parts=_summed(parts))


def _plain(piece: str) -> str:
    """Return a part of a cost in the one wording that is told: `{U}` for `pay {U}`."""
    paid = _PAID.fullmatch(piece)
    itself = _THIS.fullmatch(piece)
    if paid:
        return paid[1]
    return f"{itself[itself.lastindex or 0].lower()} this" if itself else _FROM_IT.sub(r"\1", piece)


def _summed(parts: list[CostPart]) -> tuple[CostPart, ...]:
    """Payments of life, and of one kind of counters, add up; objects are told apart."""
    found: dict[object, CostPart] = {}
    for place, part in enumerate(parts):
        adds_up = part.verb == "pay_life" or part.verb.startswith("remove_counters")
        key: object = part.verb if adds_up else place
        before = found[key].number if key in found else 0
        found[key] = CostPart(part.verb, before + part.number, part.of)
    return tuple(found.values())


_MANA = "mana of one type in each symbol, such as {G} or {C}{C}"
_MANA_OF_ABILITY = (
    f"{_MANA}, 'any color', 'two mana of any one color', 'three mana in any combination of colors'"
    " or 'two mana in any combination of {R} and {G}', with other alternatives as other members of"
    " the list"
)


@lru_cache(maxsize=1024)
def parse_mana(text: str, *, expected: str = _MANA) -> tuple[tuple[str, int], ...]:
    """Return the mana of `{G}{G}` or `{2}` as types with numbers; generic numbers are colourless.

    >>> parse_mana("{G}{G}{C}"), parse_mana("{2}"), parse_mana("")
    ((('g', 2), ('c', 1)), (('c', 2),), ())
    """
    rest = _SYMBOL.sub("", text).strip()
    if rest:
        raise CostError(f"{text!r}: found {rest!r}, expected {expected}")
    found: dict[str, int] = {}
    for content in _SYMBOL.findall(text):
        if not (content.isdecimal() or content.upper() in _COLORS):
            raise CostError(f"{text!r}: found the symbol {{{content}}}, expected {expected}")
        symbol, count = _symbol(text, content.upper())
        kind = "c" if symbol == "generic" else symbol
        found[kind] = found.get(kind, 0) + count
        _check_limit(text, found[kind])
    return tuple(found.items())


def alternatives(text: str) -> tuple[str, ...]:
    """Return what a mana ability may add, as texts of mana, each of which is one alternative.

    >>> alternatives("{G}{G}"), alternatives("two mana in any combination of {R} and {G}")
    (('{G}{G}',), ('{R}{R}', '{R}{G}', '{G}{G}'))
    >>> alternatives("{W}, {U}, or {B}")
    ('{W}', '{U}', '{B}')
    """
    any_color = text.lower() in ("any color", "one mana of any color")
    words = "one mana of any one color" if any_color else text
    match = _ADDS.fullmatch(words[:1].lower() + words[1:])
    if not match:
        each = _OR.split(text) if _CHOICE.fullmatch(text) else [text]
        return tuple(written_mana(parse_mana(one, expected=_MANA_OF_ABILITY)) for one in each)
    number = _number(text, match["number"])
    if number > 10:
        raise CostError(f"{text!r}: found {number} mana, expected at most 10 of any color")
    if not match["first"]:
        kinds_of_color = "wubrg"
    else:
        kinds_of_color = (match["first"] + match["second"]).lower().strip("{}").replace("}{", "")
    if words.endswith("of any one color"):
        return tuple(mana_sign(color) * number for color in kinds_of_color)
    mixed = combinations_with_replacement(kinds_of_color, number)
    return tuple("".join(mana_sign(color) for color in colors) for colors in mixed)


def written_mana(mana: Iterable[tuple[str, int]]) -> str:
    """Return mana as text that `parse_mana` reads; of one type no more than 1000.

    >>> written_mana([("g", 2), ("c", 1)])
    '{G}{G}{C}'
    """
    return "".join(mana_sign(kind) * min(number, 1000) for kind, number in mana)


def together(costs: Iterable[str]) -> str:
    """Return the mana cost that has the mana symbols of several: that of both halves of a card.

    >>> together(["{X}{2}{B}", "{3}{B}{B}"]), together(["{0}", "{0}"])
    ('{X}{5}{B}{B}{B}', '{0}')
    """
    signs = [content.upper() for text in costs for content in _SYMBOL.findall(text)]
    generic = sum(int(sign) for sign in signs if sign.isdecimal())
    variable = [sign for sign in signs if sign == "X"]
    others = [sign for sign in signs if sign != "X" and not sign.isdecimal()]
    number = [str(generic)] if generic or not (variable or others) else []
    return "".join(f"{{{sign}}}" for sign in (*variable, *number, *others))


def mana_sign(kind: str) -> str:
    """Return the symbol of one mana of a type.

    >>> mana_sign("g")
    '{G}'
    """
    return f"{{{kind.upper()}}}"


def _add_symbols(text: str, piece: str, symbols: dict[str, int]) -> None:
    rest = _SYMBOL.sub("", piece).strip()
    if "X can" in rest:
        expected = 'mana symbols alone; where suspend has "n": "X", its X is never 0'
        raise CostError(f"{text!r}: found {rest!r}, expected {expected}")
    if rest:
        raise CostError(f"{text!r}: found {rest!r}, expected mana symbols such as {{1}}{{U}}")
    for content in _SYMBOL.findall(piece):
        symbol, count = _symbol(text, content.upper())
        symbols[symbol] = symbols.get(symbol, 0) + count
        _check_limit(text, symbols[symbol])


def _check_limit(text: str, number: int) -> None:
    if number > _LIMIT:
        raise CostError(f"{text!r}: found {number} mana, expected at most {_LIMIT}")


def _symbol(text: str, content: str) -> tuple[str, int]:
    if content.isdecimal() and content.isascii():
        digits = content.lstrip("0") or "0"
        if len(digits) > 7 or int(digits) > _LIMIT:
            raise CostError(f"{text!r}: found {digits} mana, expected at most {_LIMIT}")
        return "generic", int(digits)
    if content in _COLORS:
        return _COLORS[content], 1
    if content in {"X", "T", "S"}:
        return {"X": "x", "T": "tap", "S": "snow"}[content], 1
    halves = content.split("/")
    if len(halves) == 2 and halves[0] in _COLORS and halves[1] in _COLORS:
        return f"hybrid({_COLORS[halves[0]]},{_COLORS[halves[1]]})", 1
    if len(halves) == 2 and halves[0] == "2" and halves[1] in _COLORS:
        return f"two_or({_COLORS[halves[1]]})", 1
    if len(halves) == 2 and halves[1] == "P" and halves[0] in _COLORS:
        return f"life_or({_COLORS[halves[0]]})", 1
    if len(halves) == 3 and halves[2] == "P" and set(halves[:2]) <= set(_COLORS):
        return f"hybrid_or_life({_COLORS[halves[0]]},{_COLORS[halves[1]]})", 1
    raise CostError(
        f"{text!r}: found the symbol {{{content}}}, expected a mana symbol such as {{2}} or {{G}}"
    )


_ITSELF = {
    "sacrifice this": "sacrifice_this",
    "exile this": "exile_this",
    "return this": "return_this",
}
_KIND = r"(?: (?:permanent|artifact|creature|enchantment|land|planeswalker|token|card))?"
_THIS = re.compile(
    rf"(?:(sacrifice) this{_KIND}|(exile) this{_KIND}(?: from your hand)?"
    rf"|(return) this{_KIND}(?: to its owner's hand)?)",
    re.IGNORECASE,
)
_FROM_IT = re.compile(rf"( counters?) from (?:it|this{_KIND})\Z", re.IGNORECASE)
_PAID = re.compile(r"pay (\{.*)", re.IGNORECASE | re.DOTALL)
_PARTS = (
    (r"pay (\S+) life", "pay_life"),
    (r"discard (\S+) ?(.*)", "discard"),
    (r"sacrifice (\S+) ?(.*)", "sacrifice"),
    (r"exile (\S+) ?(.*?) from (?:your|their|that player's) graveyard",
     "exile_from_graveyard"),
    (r"exile (\S+) ?(.*?) from (?:your|their) hand", "exile_from_hand"),
    (r"reveal (\S+) ?(.*?) (?:from|in) (?:your|their) hand", "reveal"),
    (r"return (\S+) ?(.*?) you control(?: to (?:its|their) owner's hand)?",
     "return_to_hand"),
    (r"remove (\S+) ?(\S+) counters?", "remove_counters"),
    (r"mill (\S+) cards?", "mill"),
)  # fmt: skip
_TYPE = r"\{[WUBRGC]\}"
_ADDS = re.compile(
    r"(?P<number>\S+) mana (?:of any one color|in any combination of (?:colors"
    rf"|(?P<first>{_TYPE}) and(?:/or)? (?P<second>{_TYPE})))"
)
_OR = re.compile(r", or |, | or ")
_CHOICE = re.compile(rf"(?:{_TYPE})+(?:(?:, or |, | or )(?:{_TYPE})+)+")


def _part(text: str, piece: str) -> CostPart:
    if piece.lower() in _ITSELF:
        return CostPart(_ITSELF[piece.lower()], 1)
    for pattern, verb in _PARTS:
        match = re.fullmatch(pattern, piece) or re.fullmatch(pattern, piece[:1].lower() + piece[1:])
        if not match:
            continue
        number = _number(text, match[1])
        if verb in ("pay_life", "mill"):
            return CostPart(verb, number)
        if verb == "remove_counters":
            return CostPart(atom("remove_counters", term(match[2].lower())), number)
        words = ("another " if match[1].lower() == "another" else "") + match[2]
        try:
            return CostPart(verb, number, literals(words) if words.strip() else ())
        except PhraseError as error:
            raise CostError(f"{text!r}: {error}") from error
    raise CostError(
        f"{text!r}: found {piece!r}, expected mana symbols, or 'pay 5 life', 'discard a card',"
        " 'sacrifice two Mountains', 'exile three cards from your graveyard', 'reveal a white card"
        " from your hand', 'return a Bird you control to its owner's hand'"
    )


def _number(text: str, word: str) -> int:
    if word.lower() in NUMBER_WORDS:
        return NUMBER_WORDS[word.lower()]
    if word.isdecimal() and word.isascii() and len(word) < 40 and int(word) <= _LIMIT:
        return int(word)
    raise CostError(
        f"{text!r}: found {word!r}, expected a number up to {_LIMIT} or a word such as 'two'"
    )


def _weight(symbol: str) -> int:
    if symbol.startswith("two_or"):
        return 2
    return 0 if symbol in {"x", "tap"} else 1


def _letters(symbol: str) -> str:
    return symbol.partition("(")[2] if "(" in symbol else symbol if len(symbol) == 1 else ""
