"""Names that a person knows for what the law's terms speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import clingo

from pyadapter.canonical import UNKNOWN_CARD, ZONES
from pyadapter.editions import spelled
from pyadapter.facts import EffectNames
from pyadapter.model import StateDocument
from pyadapter.terms import term

HINT = "define the card in `cards` with `while: yes` or `no`"
_TYPES_OF_MANA = ((1, "{W}"), (2, "{U}"), (4, "{B}"), (8, "{R}"), (16, "{G}"), (32, "{C}"))
_PROCESSES = {
    "resolving": "resolving a spell or ability",
    "casting": "in the middle of casting a spell",
    "activating": "in the middle of activating an ability",
    "special_action": "in the middle of another special action",
    "ending_the_turn": "ending the turn",
    "subgame": "waiting for a subgame",
    "before_the_game": "not begun yet",
    "between_turns": "between two turns",
}
_PARTS = {
    "discard": "to discard",
    "reveal": "to reveal",
    "exile_from_hand": "to exile from hand",
    "exile_from_graveyard": "to exile from the graveyard",
    "sacrifice": "to sacrifice",
    "return_to_hand": "to return to hand",
}
_UNDECIDED = {
    "undecided_mana": (
        "there may be mana from an ability that isn't reckoned, or for a purpose (`only`) that"
        " isn't understood"
    ),
    "undecided_source": "it may need a source of mana that the state leaves in doubt",
    "undecided_conversion": "more abilities take mana in for mana than are reckoned exactly",
    "undecided_words": "what the hidden card says of this cost itself isn't reckoned",
    "undecided_life": "it takes life, and the state doesn't say how much there is",
    "undecided_size": "it has too many symbols to be reckoned exactly",
    "short_of_snow": "short of snow mana",
    "all_ways": "no way to use the sources of mana suffices",
    "undecided_part": "the state doesn't tell enough",
    "undecided_change": "an effect that may change it is in doubt",
}


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of one state's objects and effects, by the id as the document writes it."""

    objects: Mapping[str, str]
    effects: Mapping[str, str]
    main_effects: Mapping[str, str]
    conditional: frozenset[str] = frozenset()

    def of_name(self, symbol: clingo.Symbol) -> str:
        """Return the label of an object or an effect, or its bare name if the state has none."""
        if symbol.type is clingo.SymbolType.Function and symbol.name == "of":
            return self.objects.get(bare(symbol.arguments[0]), bare(symbol.arguments[0]))
        name = bare(symbol)
        return self.objects.get(name) or self.effects.get(name) or name


def labels_of(document: StateDocument) -> Labels:
    """Return the labels of a canonical document: the card's name, with the id where needed."""
    cards: dict[str, str] = {}
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                hidden = "card that isn't known" if item.card == UNKNOWN_CARD else item.card
                shown = f"a {hidden}" if item.card == UNKNOWN_CARD else item.card
                cards[item.id] = f"the face-down {hidden}" if item.face_down else shown
    for stacked in document.stack:
        cards[stacked.id or ""] = stacked.card or stacked.ability or ""
    often = Counter(cards.values())
    objects = {key: name if often[name] == 1 else f"{name} ({key})" for key, name in cards.items()}
    effects = {}
    for effect in document.effects:
        source = effect.source or ""
        about = objects.get(source) or getattr(effect, "text", "") or source
        effects[effect.id or ""] = f"{effect.id} ({about})" if about else f"{effect.id}"
    names = EffectNames(document)
    main = {names.effect(key, ignorable=True): term(key) for key in objects}
    return Labels(objects, effects, main, names.with_condition("open"))


def bare(symbol: clingo.Symbol) -> str:
    """Return a symbol as the document would write it.

    >>> bare(clingo.String("a b")), bare(clingo.Function("forest")), bare(clingo.Number(3))
    ('a b', 'forest', '3')
    """
    return symbol.string if symbol.type is clingo.SymbolType.String else str(symbol)


def _types_of_mana(bits: int) -> str:
    return " or ".join(sign for bit, sign in _TYPES_OF_MANA if bits & bit)


def blame(symbol: clingo.Symbol, labels: Labels) -> str:
    """Return words for a term that explain.lp blames: a player, an object, what is short."""
    if symbol.name in _UNDECIDED:
        return _UNDECIDED[symbol.name]
    first, *rest = symbol.arguments
    match symbol.name:
        case "process":
            return _PROCESSES[bare(first)]
        case "step":
            name = bare(first).replace("_", " ")
            return f"{name} step" if name in ("untap", "draw", "end") else name
        case "turn_of":
            return f"it is {bare(first)}'s turn"
        case "zone":
            zone, owner = bare(first), bare(rest[0])
            shared = zone in ("battlefield", "stack")
            return f"it is on the {zone}" if shared else f"it is in {owner}'s {zone}"
        case "procedure":
            words = {"mana_cost": "its mana cost"}
            return f"{words.get(bare(first), f'a {bare(first)} cost')}: {bare(rest[0])}"
        case "permission":
            words = {"rule": "the rules' own for each turn", "unnamed": "one that isn't named"}
            return words.get(bare(first)) or labels.of_name(first)
        case "plays":
            return f"{first.number} of {rest[0].number} that are allowed"
        case "generic":
            return "nothing" if first.number == 0 else f"{{{first.number}}}"
        case "changed":
            return f"{{{abs(first.number)}}} {'more' if first.number > 0 else 'less'} than printed"
        case "short":
            return (
                f"short of {_types_of_mana(first.number)}" if first.number < 63 else "short of mana"
            )
        case "made":
            return f"what can be had is {_types_of_mana(first.number)}"
        case "mana":
            return f"it takes {first.number} mana, and {rest[0].number} can be had"
        case "date":
            return spelled(first.number)
        case "life":
            return f"only {first.number} life is left"
        case "part":
            needed, there = rest
            return f"it takes {needed.number} {_PARTS[first.name]}, and {there.number} can be had"
        case "barred":
            culprit = labels.of_name(rest[0])
            return f"{labels.of_name(first)} can't be used for mana because of {culprit}"
        case "sick":
            return f"{labels.of_name(first)} came too lately to be tapped for mana"
        case "unread":
            return f"what {labels.of_name(first)} does to mana isn't understood"
        case "card" | "cost" | "player":
            return bare(first)
        case "effect" if str(first) in labels.conditional:
            return f"{labels.of_name(first)} ({HINT})"
        case _:
            return labels.of_name(first)
