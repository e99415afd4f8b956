"""What the edge cases are asked with: one question under the rules of 2012 and of 2026."""

from __future__ import annotations

from typing import Any

import msgspec

from pyadapter.model import StateDocument
from tests.oracle.edge_cards import CARDS
from tests.oracle.editions import FIRST, NEWEST
from tests.oracle.judge import Action, judge, verdict

Raw = dict[str, Any]
LEGAL, ILLEGAL, POOR = "legal", "illegal", "unaffordable"


def ask(rules: str, action: Action, alice: Raw, bob: Raw | None = None, **rest: Any) -> str:
    """The verdict for alice, in her main phase unless it is said otherwise."""
    raw = {
        "rules": rules,
        "turn": "alice",
        "phase": "precombat_main",
        "priority": "alice",
        "players": [{"name": "alice", "life": 20, **alice}, {"name": "bob", **(bob or {})}],
        "cards": CARDS,
        **rest,
    }
    return verdict(judge(msgspec.convert(raw, StateDocument), "alice", action, {}))


def in_both(action: Action, alice: Raw, bob: Raw | None = None, **rest: Any) -> tuple[str, str]:
    """The verdicts of 2012 and of 2026."""
    return ask(FIRST, action, alice, bob, **rest), ask(NEWEST, action, alice, bob, **rest)


def same(word: str) -> tuple[str, str]:
    """The editions agree."""
    return word, word


def down(name: str, **rest: Any) -> Raw:
    """A face-down permanent."""
    return {"card": name, "face_down": True, **rest}


def spell(name: str = "Bear", controller: str = "bob") -> list[Raw]:
    """A spell on the stack."""
    return [{"card": name, "controller": controller}]


def owns(*cards: Any) -> Raw:
    """A battlefield."""
    return {"battlefield": list(cards)}


HIS_UPKEEP: Raw = {"turn": "bob", "phase": "upkeep"}
RESOLVING: Raw = {"priority": None, "in_progress": "resolving"}
