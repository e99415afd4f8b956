"""Scopes: named sets of bounds within which all states are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated

import clingo
import msgspec

from pyadapter.abilities import Ability, Effect, Record, Step, Zone
from pyadapter.canonical import canonical
from pyadapter.catalogue import Catalogue, known_cards
from pyadapter.content_facts import purpose_term
from pyadapter.costs import parse_mana, together
from pyadapter.documents import read_bytes
from pyadapter.errors import DocumentError
from pyadapter.facts import state_facts
from pyadapter.model import Card, CardTopic, Player, Process, StateDocument, Variant
from pyadapter.terms import atom, quoted

Small = Annotated[int, msgspec.Meta(ge=0, le=8)]
PLAYERS = ("alice", "bob", "carol", "dave")
_BOUNDS = ("players", "cards", "keywords", "effects", "land_plays", "rolls", "foretold", "spells")


class Scope(Record, kw_only=True, frozen=True):
    """What the states of a scope may have; numbers are bounds, lists are what may be chosen.

    `cards` counts the objects of a state, `keywords` those of one card. Type lines, costs,
    abilities and effects are written as in state documents. With `cards_from`, objects are cards of
    that list instead of made-up ones. `half_cost` is that of each half of a Room.
    """

    name: str
    cards: Annotated[int, msgspec.Meta(ge=0, le=8)] = 3
    players: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    keywords: Small = 0
    effects: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    land_plays: Small = 0
    rolls: Small = 0
    foretold: Small = 0
    spells: Small = 0
    floating: Small = 0
    steps: tuple[Step, ...] = ("precombat_main",)
    variants: tuple[Variant, ...] = ()
    life: tuple[int, ...] = ()
    in_progress: tuple[Process, ...] = ()
    paying: bool = False
    zones: tuple[Zone, ...] = ("hand",)
    unknown_cards: bool = False
    status: tuple[str, ...] = ()
    merges: bool = False
    cards_from: tuple[str, ...] = ()
    type_lines: tuple[str, ...] = ("Land",)
    mana_costs: tuple[str, ...] = ()
    half_cost: str | None = None
    abilities: tuple[Ability, ...] = ()
    not_understood: tuple[CardTopic | str, ...] = ()
    stated_effects: tuple[Effect, ...] = ()
    permissions: tuple[str, ...] = ()
    companion_used: bool = False
    ignored: bool = False
    mana: str = ""
    snow: bool = False
    only: tuple[str, ...] = ()

    def of_size(self, cards: int) -> Scope:
        """Return the scope for another number of objects.

        >>> named_scope("default").of_size(2).cards
        2
        """
        return msgspec.structs.replace(self, cards=cards)

    def facts(self, *, catalogue: Catalogue | None = None) -> tuple[str, ...]:
        """Return the bounds as facts for `asp/scope`. Raises SpecialActionsError for bad contents.

        >>> Scope(name="lands", cards=1).facts()[:2]
        ('bounded(players,2)', 'bounded(cards,1)')
        """
        found = dict.fromkeys(_numbers(self))
        found.update(dict.fromkeys(_values(self)))
        contents = _contents(self, known_cards() if catalogue is None else catalogue)
        found.update(dict.fromkeys(contents))
        return tuple(found)

    def __str__(self) -> str:
        numbers = ", ".join(f"{name} {getattr(self, name)}" for name in (*_BOUNDS, "floating"))
        return f"{self.name} ({numbers})"


@cache
def named_scope(name: str) -> Scope:
    """Return a scope that comes along: `default`, or a smaller one.

    >>> named_scope("default").players
    2
    """
    folder = resources.files("pyadapter") / "scopes"
    known = sorted(each.name.removesuffix(".json") for each in folder.iterdir())
    if name not in known:
        expected = f"one of {', '.join(known)}, or a file"
        raise DocumentError("scope", found=repr(name), expected=expected)
    return read_scope((folder / f"{name}.json").read_bytes())


def load_scope(path: str | Path) -> Scope:
    """Return the scope of a bounds file. Raises DocumentError if it isn't one."""
    return read_scope(read_bytes(path))


def read_scope(text: bytes | str) -> Scope:
    """Return the scope of a JSON text.

    Raises DocumentError with the path of what can't be a bound.

    >>> read_scope('{"name": "tiny", "cards": 12}')
    Traceback (most recent call last):
    pyadapter.errors.DocumentError: $.cards: found Expected `int` <= 8, expected a bound of a scope
    """
    try:
        return msgspec.json.decode(text, type=Scope)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        what, _, path = str(error).partition(" - at ")
        raise DocumentError(
            path.strip("`") or "$", found=what, expected="a bound of a scope"
        ) from error


def _numbers(scope: Scope) -> Iterator[str]:
    for name in (*_BOUNDS, "floating"):
        yield atom("bounded", name, str(getattr(scope, name)))


def _values(scope: Scope) -> Iterator[str]:
    simple = {
        "step": scope.steps,
        "variant": scope.variants,
        "life": map(str, scope.life),
        "in_progress": scope.in_progress,
        "zone": scope.zones,
        "status": scope.status,
        "not_understood": scope.not_understood,
        "permission": scope.permissions,
        "only": map(purpose_term, scope.only),
        "mana": (kind for kind, _ in parse_mana(scope.mana)) if scope.mana else (),
        "mana_cost": map(quoted, scope.mana_costs),
        "half_cost": () if scope.half_cost is None else (quoted(scope.half_cost),),
        "card": map(quoted, scope.cards_from),
    }
    for name, values in simple.items():
        for value in values:
            yield atom("among", name, value)
    for name in ("paying", "unknown_cards", "companion_used", "ignored", "snow"):
        if getattr(scope, name):
            yield atom("among", name, "yes")


def _contents(scope: Scope, catalogue: Catalogue) -> Iterator[str]:
    """Yield what cards and effects are made of, told by a document that has it all."""
    half = (scope.half_cost,) if scope.half_cost else ()
    both = tuple(together((cost, cost)) for cost in half)
    costs = dict.fromkeys((*scope.mana_costs, *half, *both))
    made = {
        _STOCK: Card(name=_STOCK, type="Creature", abilities=scope.abilities),
        **{f"line {line}": Card(name=f"line {line}", type=line) for line in scope.type_lines},
        **{
            f"cost {cost}": Card(name=f"cost {cost}", type="Land", mana_cost=cost) for cost in costs
        },
        **({_MERGER: Card(name=_MERGER, type="Instant")} if scope.merges else {}),
    }
    document = StateDocument(
        players=tuple(
            Player(name=name, hand=(*made, *scope.cards_from) if name == PLAYERS[0] else ())
            for name in PLAYERS
        ),
        turn=PLAYERS[0],
        phase="precombat_main",
        priority=PLAYERS[0],
        cards=tuple(made.values()),
        effects=tuple(
            msgspec.structs.replace(each, controller=PLAYERS[0]) for each in scope.stated_effects
        ),
    )
    for fact in state_facts(canonical(document, catalogue=catalogue).document):
        yield from _drawn(fact, made)
    for cost, whole in zip(half, both, strict=True):
        yield atom("of_both", quoted(cost), quoted(whole))
    if scope.merges:
        yield atom("among", "merger", quoted(_MERGER))
        yield atom("among", "merger", "unknown")


_STOCK = "stock of the scope"
_MERGER = "Instant in the Merger"
_CHOSEN = {
    "card_ability": "keyword",
    "card_effect": "static_ability",
    "card_mana_ability": "mana_ability",
}
_LINES = {"card_type": "line", "card_supertype": "line_supertype", "card_subtype": "line_subtype"}
_COSTS = {"card_mana_value": "amounts_to", "card_color": "colored_by"}


def _drawn(fact: str, made: Mapping[str, Card]) -> Iterator[str]:
    symbol = clingo.parse_term(fact)
    name, arguments = symbol.name, [str(each) for each in symbol.arguments]
    if name == "stated":
        yield atom("among", "effect", arguments[1])
    elif name.startswith(("effect_", "cost_", "mana_ability_")) and name not in _OF_THE_STATE:
        yield fact
    elif name.startswith("card_") and name != "card_of":
        card = symbol.arguments[0].string
        if card not in made or card == _MERGER:
            yield fact
        elif card == _STOCK and name in _CHOSEN:
            yield atom("among", _CHOSEN[name], arguments[-1])
        elif card == _STOCK and name == "card_time_counters":
            yield atom("counters_for", *arguments[1:])
        elif card.startswith("line ") and name in _LINES:
            yield atom(_LINES[name], quoted(card.removeprefix("line ")), arguments[1])
        elif card.startswith("cost ") and name in _COSTS:
            yield atom(_COSTS[name], quoted(card.removeprefix("cost ")), arguments[1])


_OF_THE_STATE = (
    "effect_controller",
    "effect_made_now",
    "effect_source",
    "effect_time",
    "effect_until",
)
