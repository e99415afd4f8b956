"""The least that must change for an action to be legal, folded and in words.

What may change is chosen by the encodings of `asp/repair`, and the law decides what it is worth.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import clingo
import msgspec

from pyadapter.costs import mana_sign
from pyadapter.errors import EncodingError, SpecialActionsError
from pyadapter.from_facts import document_from
from pyadapter.labels import bare, labels_of
from pyadapter.model import StateDocument
from pyadapter.moments import STEPS, Moment, Turn, phrase_of
from pyadapter.repair_search import Answer, Mana, search
from pyadapter.state import GameState
from pyadapter.terms import atom, term
from pyadapter.tidy import with_plain_moment

NOTHING = "no change of these kinds"
LIMIT = 1000
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TURNS: dict[str, Turn] = {
    "here": "present step",
    "this_turn": "this turn",
    "another_turn": "later turn",
}
_COLORLESS, _SNOW = "c", "snow"


@dataclass(frozen=True, slots=True)
class Change:
    """A smallest change: all its parts together make the action legal, and nothing less does.

    Any of the `moments` will do, any of the texts of `mana`, any set of cards in `hand`; everything
    in `goes` has to go. `{1}` in `mana` is mana of any type. `document` is the state after it, at
    the earliest of the moments.
    """

    cost: int
    text: str
    moments: tuple[Moment, ...]
    mana: tuple[str, ...]
    goes: tuple[str, ...]
    hand: tuple[tuple[str, ...], ...]
    document: StateDocument

    def as_dict(self) -> dict[str, object]:
        """Return the change as plain data, as `--json` prints it."""
        return {
            "cost": self.cost,
            "text": self.text,
            "moments": [moment.as_dict() for moment in self.moments],
            "mana": list(self.mana),
            "goes": list(self.goes),
            "hand": [list(cards) for cards in self.hand],
            "state": msgspec.to_builtins(self.document),
        }

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Repair:
    """All smallest changes; not `complete` if the search was cut, so that there may be others."""

    changes: tuple[Change, ...]
    complete: bool = True

    def lines(self) -> tuple[str, ...]:
        """Return what a person reads: the changes, and whether these are all.

        >>> Repair(()).lines()
        ('no change of these kinds',)
        """
        if not self.complete:
            return (*map(str, self.changes), "perhaps others: the search was cut")
        return tuple(map(str, self.changes)) or (NOTHING,)

    def as_dict(self) -> dict[str, object]:
        """Return the answer as plain data.

        >>> Repair(()).as_dict()
        {'complete': True, 'smallest': []}
        """
        return {
            "complete": self.complete,
            "smallest": [change.as_dict() for change in self.changes],
        }


def smallest_changes(
    state: GameState, action: str, *, player: str | None = None
) -> tuple[Change, ...]:
    """Return the smallest changes that make an action legal; none if it is, or if none can.

    >>> state = GameState.from_json('''{"turn": "a", "phase": "draw", "priority": "a", "players": [
    ...     {"name": "a", "hand": ["Forest"]}, {"name": "b"}]}''')
    >>> for change in smallest_changes(state, "play Forest"):
    ...     print(change.cost, change)
    1 in a main phase of a's turn with an empty stack
    """
    return repair(state, action, player=player).changes


def repair(
    state: GameState, action: str, *, player: str | None = None, limit: int = LIMIT
) -> Repair:
    """Return the smallest changes, and whether they are all there are.

    At most `limit` answers are looked at, before those that are alike are folded into one. Every
    document that is returned has been judged anew. Raises ActionError as `GameState.why` does.
    """
    who = state.acting(player)
    asked = state.action_term(action, player=who)
    found = search(state.facts(), atom("asked", term(who), asked), limit=limit)
    words = _Words(state, who, found.moments)
    changes = [words.change(alike) for alike in _folded(found.answers) if alike.answer.cost]
    for change in changes:
        _judge(state, change, asked, who)
    return Repair(tuple(sorted(changes, key=lambda each: each.text)), found.complete)


@dataclass(frozen=True, slots=True)
class _Alike:
    """Answers told as one: each of the moments goes with each way to have mana and cards."""

    answer: Answer
    moments: frozenset[clingo.Symbol | None]
    mana: frozenset[Mana]
    drawn: frozenset[tuple[clingo.Symbol, ...]]


def _folded(answers: Iterable[Answer]) -> Iterable[_Alike]:
    """Return the answers, those as one that differ in the moment, in the mana, or in the cards."""
    groups: Iterable[_Alike] = [
        _Alike(each, frozenset([each.moment]), frozenset([each.mana]), frozenset([each.drawn]))
        for each in sorted(answers, key=_early)
    ]
    groups = _merged(groups, lambda each: (each.answer.goes, each.mana, each.drawn))
    groups = _merged(groups, lambda each: (each.answer.goes, each.moments, each.drawn))
    return _merged(groups, lambda each: (each.answer.goes, each.moments, each.mana))


def _merged(groups: Iterable[_Alike], key: Callable[[_Alike], object]) -> Iterable[_Alike]:
    found: dict[object, _Alike] = {}
    for each in groups:
        known = found.setdefault(key(each), each)
        found[key(each)] = replace(
            known,
            moments=known.moments | each.moments,
            mana=known.mana | each.mana,
            drawn=known.drawn | each.drawn,
        )
    return found.values()


def _early(answer: Answer) -> tuple[object, ...]:
    """Sort by moment, and put mana before it that fits less: colorless, then of a color."""
    when = answer.moment
    steps = list(STEPS)
    if when is None or when.name == "here":
        place = (0, 0 if when is None or when.arguments[0].name == "kept" else 1, "")
    else:
        owner, step = when.arguments
        place = (1 if when.name == "this_turn" else 2, steps.index(step.name), str(owner))
    plain = dict(answer.mana).get(_COLORLESS, 0)
    return (*place, -plain, str(answer.mana), str(answer.drawn))


class _Words:
    """Puts the changes of one state into words."""

    def __init__(self, state: GameState, player: str, possible: Sequence[clingo.Symbol]) -> None:
        self.document = state.document
        self.rules = state.edition
        self.player = player
        self.labels = labels_of(state.document)
        self.among = tuple(map(self._moment, possible))
        self.asks_colorless = any(_names_colorless(fact) for fact in state.facts())
        self.stacked = {item.id or "" for item in state.document.stack}
        self.effects = {effect.id or "" for effect in state.document.effects}

    def change(self, alike: _Alike) -> Change:
        """Return answers that are alike as one change."""
        answer = alike.answer
        moments = tuple(self._moment(each) for each in alike.moments if each is not None)
        moments = tuple(each for each in self.among if each in moments)
        mana = self._mana(alike.mana)
        hand = sorted(alike.drawn, key=str)
        parts = [
            *(self._gone(name) for name in answer.goes),
            *([self._in_hand(hand)] if answer.drawn else []),
            *([self._more_mana(mana)] if answer.mana else []),
            *([self._when(moments)] if moments else []),
        ]
        return Change(
            cost=answer.cost,
            text="; ".join(parts),
            moments=moments,
            mana=tuple(map(self._signs, mana)) if answer.mana else (),
            goes=tuple(map(bare, answer.goes)),
            hand=tuple(tuple(map(bare, cards)) for cards in hand) if answer.drawn else (),
            document=msgspec.structs.replace(
                with_plain_moment(document_from(answer.facts)), rules=self.rules
            ),
        )

    def _moment(self, symbol: clingo.Symbol) -> Moment:
        turn = self.document.turn
        if symbol.name != "here":
            player, step = symbol.arguments
            return Moment(_TURNS[symbol.name], bare(player), step.name)
        assert isinstance(turn, dict)
        player_now = self.player if self.player in turn else next(iter(turn))
        empty = symbol.arguments[0].name == "emptied" or not self.document.stack
        return Moment("present step", player_now, turn[player_now], empty)

    def _when(self, moments: Collection[Moment]) -> str:
        names = [self.labels.objects[item.id or ""] for item in self.document.stack]
        stacked = names[0] if len(names) == 1 else "everything" if names else "nothing"
        return phrase_of(moments, self.among, player=self.player, stacked=stacked)

    def _gone(self, symbol: clingo.Symbol) -> str:
        name = self.labels.of_name(symbol)
        if bare(symbol) in self.effects:
            return f"the effect {name} ends"
        return f"{name} leaves the {'stack' if bare(symbol) in self.stacked else 'battlefield'}"

    def _in_hand(self, hand: Iterable[tuple[clingo.Symbol, ...]]) -> str:
        sets = (" and ".join(self.labels.of_name(card) for card in cards) for cards in hand)
        return f"{' or '.join(sets)} in {self.player}'s hand"

    def _mana(self, sets: Collection[Mana]) -> tuple[Mana, ...]:
        """Return the ways to have more mana, without those that a way of any type includes."""
        if self.asks_colorless:
            return tuple(sorted(sets))
        kinds = {each: Counter(dict(each)) for each in sets}
        return tuple(
            sorted(
                each
                for each, count in kinds.items()
                if not any(_includes(other, count) for other in kinds.values())
            )
        )

    def _more_mana(self, ways: Iterable[Mana]) -> str:
        return f"more mana for {self.player}: {' or '.join(map(self._spelled, ways))}"

    def _spelled(self, mana: Mana) -> str:
        known = [pair for pair in mana if self.asks_colorless or pair[0] != _COLORLESS]
        parts = [self._signs(known)] if known else []
        if number := 0 if self.asks_colorless else dict(mana).get(_COLORLESS, 0):
            spelled = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
            parts.append(f"{spelled} of any type")
        return " and ".join(parts)

    def _signs(self, mana: Iterable[tuple[str, int]]) -> str:
        signs = {_COLORLESS: "{C}" if self.asks_colorless else "{1}", _SNOW: "{S}"}
        return "".join((signs.get(kind) or mana_sign(kind)) * number for kind, number in mana)


def _includes(other: Counter[str], mana: Counter[str]) -> bool:
    """Whether a way that asks for some mana of any type includes another way."""
    free = other[_COLORLESS]
    named = Counter({kind: number for kind, number in other.items() if kind != _COLORLESS})
    return other != mana and free > 0 and named <= mana


_COLORLESS_SYMBOL = re.compile(r"cost_symbol\(.*,c,\d+\)\Z")


def _names_colorless(fact: str) -> bool:
    return _COLORLESS_SYMBOL.match(fact) is not None


def _judge(state: GameState, change: Change, action: str, player: str) -> None:
    """Ask the law about the changed document. Raises EncodingError if it isn't legal there."""
    try:
        after = GameState.from_document(change.document, cards=state.cards, rules=state.edition)
        verdict = after.why(action, player=player).verdict
    except SpecialActionsError as error:
        raise EncodingError(f"repair: {change}: {error}") from error
    if verdict != "legal":
        raise EncodingError(f"repair: {change}: found {verdict}, expected legal")
