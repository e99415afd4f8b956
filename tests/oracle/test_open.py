"""What the oracle decides stays so, however the things left open turn out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pyadapter.abilities import Clause
from pyadapter.model import Card, Permanent, StateDocument
from tests.oracle.editions import FIRST
from tests.oracle.game import ZONES
from tests.oracle.judge import judge
from tests.oracle.states import random_state
from tests.oracle.stock import LANDS, MORPHS, PLAIN, SUSPENDS, make_stock

REVEALED = (*PLAIN, *LANDS, *MORPHS, *SUSPENDS)
Resolve = Callable[[random.Random, StateDocument], StateDocument]


def settle_conditions(rng: random.Random, document: StateDocument) -> StateDocument:
    """Every condition that only a person can judge turns out one way or the other."""

    def settled(effect: Any) -> Any:
        if not isinstance(effect, Clause) or effect.condition != "open":
            return effect
        return msgspec.structs.replace(effect, condition=rng.choice(("yes", "no")))

    cards = tuple(
        msgspec.structs.replace(card, abilities=tuple(map(settled, card.abilities)))
        for card in document.cards
    )
    effects = tuple(map(settled, document.effects))
    return msgspec.structs.replace(document, effects=effects, cards=cards)


def reveal_cards(rng: random.Random, document: StateDocument) -> StateDocument:
    """Every unknown card turns out to be some card."""
    stock = make_stock(rng, "suspend", document.rules or FIRST)
    used: dict[str, Card] = {card.name: card for card in document.cards}

    def known(name: str) -> str:
        if name != "?":
            return name
        chosen = rng.choice(REVEALED)
        used.setdefault(chosen, stock[chosen])
        return chosen

    def revealed(member: str | Permanent) -> str | Permanent:
        if isinstance(member, str):
            return member
        return msgspec.structs.replace(member, card=known(member.card))

    players = []
    for player in document.players:
        zones = {zone: tuple(map(revealed, getattr(player, zone))) for zone in ZONES}
        cast = player.spells_cast
        spells: Any = ("?",) * cast if isinstance(cast, int) else cast
        spells = tuple(map(known, spells))
        players.append(msgspec.structs.replace(player, spells_cast=spells, **zones))
    stack = tuple(
        item if item.card is None else msgspec.structs.replace(item, card=known(item.card))
        for item in document.stack
    )
    changes: dict[str, Any] = {"players": tuple(players), "stack": stack}
    return msgspec.structs.replace(document, cards=tuple(used.values()), **changes)


@pytest.mark.parametrize("resolve", [settle_conditions, reveal_cards])
def test_decided_requirements_stay_decided(resolve: Resolve) -> None:
    rng = random.Random(23)
    seen: Counter[str] = Counter()
    for _ in range(350):
        document, player, action = random_state(rng)
        before = judge(document, player, action, {})
        for _ in range(4):
            after = judge(resolve(rng, document), player, action, {})
            for requirement, status in before.items():
                seen[status] += 1
                offer = {before.get("effect"), before.get("plot")}
                supposed = "open" in offer and requirement in ("in_time", "cost")
                if status != "open" and not supposed:
                    assert after[requirement] == status, (requirement, document, action)
    assert seen["open"] > 0
