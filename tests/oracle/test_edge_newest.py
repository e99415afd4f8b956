"""The numbered edge cases about what later editions list, and about payment."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.asking import (
    HIS_UPKEEP,
    ILLEGAL,
    LEGAL,
    POOR,
    Raw,
    ask,
    down,
    in_both,
    owns,
    same,
    spell,
)
from tests.oracle.editions import NEWEST
from tests.oracle.judge import Action

BURN: Action = ("end_effect", "burn")
TWO = {"pool": "{C}{C}"}
FRIEND = {"card": "Friend", "companion": True}
SECRET = down("Secret")


@pytest.mark.parametrize(
    ("number", "action", "alice", "bob", "rest", "expected"),
    [
        (
            124,
            ("discard_any_time", "vultures"),
            {"hand": ["Vultures"]},
            {},
            HIS_UPKEEP,
            same(LEGAL),
        ),
        (124, ("discard_any_time", "bear"), {"hand": ["Bear"]}, {}, {}, same(ILLEGAL)),
        (
            125,
            ("companion", "friend"),
            {"outside": [FRIEND], "pool": "{C}{C}{C}"},
            {},
            {},
            (ILLEGAL, LEGAL),
        ),
        (125, ("companion", "friend"), {"outside": [FRIEND]}, {}, {}, (ILLEGAL, POOR)),
        (
            125,
            ("companion", "friend"),
            {"outside": [FRIEND], "pool": "{C}{C}{C}"},
            {},
            {"stack": spell()},
            same(ILLEGAL),
        ),
        (
            125,
            ("companion", "friend"),
            {"outside": [FRIEND], "pool": "{C}{C}{C}", "companion_used": True},
            {},
            {},
            same(ILLEGAL),
        ),
        (
            126,
            ("companion", "friend"),
            {"outside": ["Friend"], "pool": "{C}{C}{C}"},
            {},
            {},
            same(ILLEGAL),
        ),
        (
            127,
            ("foretell", "seer"),
            {"hand": ["Seer"], **TWO},
            {},
            {"phase": "upkeep", "stack": spell()},
            (ILLEGAL, LEGAL),
        ),
        (128, ("foretell", "seer"), {"hand": ["Seer"], **TWO}, {}, HIS_UPKEEP, same(ILLEGAL)),
        (
            128,
            ("foretell", "seer"),
            {"hand": ["Seer"], "pool": "{C}", **owns("Charger")},
            {},
            HIS_UPKEEP,
            (ILLEGAL, LEGAL),
        ),
        (
            128,
            ("foretell", "seer"),
            {"hand": ["Seer"], **owns("Watcher")},
            {},
            {},
            (ILLEGAL, LEGAL),
        ),
        (
            128,
            ("foretell", "seer"),
            {"hand": ["Seer"], "cards_foretold": 1, **owns("Watcher")},
            {},
            {},
            (ILLEGAL, POOR),
        ),
        (
            129,
            ("foretell", "seer"),
            {"hand": ["Seer"], **TWO},
            owns("Silencer"),
            {"stack": spell("Snap")},
            (ILLEGAL, LEGAL),
        ),
        (
            131,
            ("plot", "outlaw"),
            {"hand": ["Outlaw"], "pool": "{R}{R}"},
            {},
            {"phase": "upkeep"},
            same(ILLEGAL),
        ),
        (
            131,
            ("plot", "outlaw"),
            {"hand": ["Outlaw"], "pool": "{R}{R}"},
            {},
            {"phase": "upkeep", "readings": {"plot_timing": "own_turn"}},
            (ILLEGAL, LEGAL),
        ),
        (
            132,
            ("plot", "outlaw"),
            {"hand": ["Outlaw"], "pool": "{R}{R}"},
            owns("Silencer"),
            {},
            (ILLEGAL, LEGAL),
        ),
        (
            133,
            ("plot", "costless"),
            {"library": ["Costless"], **owns("Map Reader")},
            {},
            {},
            (ILLEGAL, POOR),
        ),
        (
            133,
            ("plot", "bear"),
            {"library": ["Bear"], "pool": "{G}{G}", **owns("Map Reader")},
            {},
            {},
            (ILLEGAL, LEGAL),
        ),
        (
            133,
            ("plot", "bear"),
            {"library": ["Rite", "Bear"], "pool": "{G}{G}", **owns("Map Reader")},
            {},
            {},
            same(ILLEGAL),
        ),
        (
            134,
            ("unlock", "cellar_attic", "Cellar"),
            {"pool": "{U}{U}", **owns({"card": "Cellar // Attic", "owner": "bob"})},
            {},
            {},
            (ILLEGAL, LEGAL),
        ),
        (
            134,
            ("unlock", "cellar_attic", "Cellar"),
            {"pool": "{U}{U}"},
            owns({"card": "Cellar // Attic", "owner": "alice"}),
            {},
            same(ILLEGAL),
        ),
        (
            135,
            ("unlock", "cellar_attic", "Cellar"),
            {"pool": "{U}{U}", **owns("Cellar // Attic")},
            {},
            {"stack": spell()},
            same(ILLEGAL),
        ),
        (
            135,
            ("unlock", "cellar_attic", "Attic"),
            {"pool": "{U}{U}{U}{U}", **owns({"card": "Cellar // Attic", "unlocked": ["Cellar"]})},
            {},
            {},
            (ILLEGAL, LEGAL),
        ),
        (
            135,
            ("unlock", "cellar_attic", "Cellar"),
            {"pool": "{U}{U}", **owns({"card": "Cellar // Attic", "unlocked": ["Cellar"]})},
            {},
            {},
            same(ILLEGAL),
        ),
        (
            137,
            ("reveal_conspiracy", "secret"),
            {"command": [SECRET]},
            {},
            {"stack": spell(), **HIS_UPKEEP},
            (ILLEGAL, LEGAL),
        ),
        (137, ("reveal_conspiracy", "secret"), {"command": ["Secret"]}, {}, {}, same(ILLEGAL)),
        (137, ("reveal_conspiracy", "secret"), {}, {"command": [SECRET]}, {}, same(ILLEGAL)),
    ],
)
def test_the_newest_actions(
    number: int, action: Action, alice: Raw, bob: Raw, rest: Raw, expected: tuple[str, str]
) -> None:
    assert in_both(action, alice, bob, **rest) == expected, number


def test_one_cannot_act_twice_on_one_companion() -> None:
    """It is no longer outside the game."""
    rest: Raw = {"hand": [{"card": "Friend"}], "pool": "{C}{C}{C}"}
    assert ask(NEWEST, ("companion", "friend"), rest) == ILLEGAL


SINCE: dict[Action, tuple[str, str, Raw]] = {
    ("reveal_conspiracy", "secret"): ("2014-05-31", "2014-06-01", {"command": [SECRET]}),
    ("companion", "friend"): (
        "2020-05-31",
        "2020-06-01",
        {"outside": [FRIEND], "pool": "{C}{C}{C}"},
    ),
    ("foretell", "seer"): ("2021-02-04", "2021-02-05", {"hand": ["Seer"], **TWO}),
    ("plot", "outlaw"): ("2024-06-06", "2024-06-07", {"hand": ["Outlaw"], "pool": "{R}{R}"}),
    ("unlock", "cellar_attic", "Cellar"): (
        "2024-11-07",
        "2024-11-08",
        {"pool": "{U}{U}", **owns("Cellar // Attic")},
    ),
}


@pytest.mark.parametrize("action", SINCE)
def test_kinds_came_with_their_edition(action: Action) -> None:
    before, since, alice = SINCE[action]
    assert (ask(before, action, alice), ask(since, action, alice)) == (ILLEGAL, LEGAL)


def burn(cost: str) -> list[Raw]:
    """An effect that lets alice pay a cost."""
    return [{"kind": "other", "id": "burn", "allows": {"by": "alice", "cost": cost}}]


@pytest.mark.parametrize(
    ("cost", "pool", "expected"),
    [
        ("{W/U}{W/U}", "{W}{U}", same(LEGAL)),
        ("{W/P}", "{C}", same(LEGAL)),
        ("{2/W}", "{C}{C}", same(LEGAL)),
        ("{2/W}", "{C}", same(POOR)),
        ("{2/W}{2/W}", "{W}{C}{C}", same(LEGAL)),
        ("{C}", "{U}", same(POOR)),
        ("{C/W}", "{C}", same(LEGAL)),
        ("{C/W}", "{B}", same(POOR)),
        ("{G/U/P}", "", same(LEGAL)),
        ("{S}", "{U}", same(POOR)),
        ("{S}", [{"mana": "{U}", "snow": True}], same(LEGAL)),
        ("{S}", [{"mana": "{U}", "snow": "other"}], (POOR, LEGAL)),
        ("{S}{U}", [{"mana": "{U}", "snow": True}, "{C}"], same(POOR)),
        ("{1}", [{"mana": "{U}", "only": ["morph costs"]}], same(POOR)),
        ("{1}", [{"mana": "{U}", "only": ["cast creature spells"]}], same(POOR)),
        ("{X}{U}", [{"mana": "{U}", "only": ["costs with {X}"]}], same(LEGAL)),
        ("{1}", [{"mana": "{U}", "only": ["something else"]}], same("unknown")),
    ],
)
def test_paying(cost: str, pool: Any, expected: tuple[str, str]) -> None:
    """Cases 139 to 142."""
    assert in_both(BURN, {"pool": pool}, effects=burn(cost)) == expected


def test_phyrexian_symbols_need_life_for_each() -> None:
    effects = burn("{W/P}{W/P}")
    assert in_both(BURN, {"life": 4}, effects=effects) == same(LEGAL)
    assert in_both(BURN, {"life": 3}, effects=effects) == same(POOR)
    assert in_both(BURN, {"life": 3, "pool": "{W}"}, effects=effects) == same(LEGAL)


@pytest.mark.parametrize(
    ("only", "expected"),
    [("unlock doors", LEGAL), ("cast enchantment spells", POOR), ("foretell cards", POOR)],
)
def test_mana_for_doors(only: str, expected: str) -> None:
    """Case 136."""
    alice: Raw = {"pool": [{"mana": "{U}{U}", "only": [only]}], **owns("Cellar // Attic")}
    assert ask(NEWEST, ("unlock", "cellar_attic", "Cellar"), alice) == expected


def test_unknown_cards_leave_verdicts_open() -> None:
    hidden: Raw = {"card": "?", "id": "hidden"}
    for action in ("discard_any_time", "foretell", "plot"):
        assert ask(NEWEST, (action, "hidden"), {"hand": [hidden], **TWO}) == "unknown"
    secret: Raw = {"command": [{**hidden, "face_down": True}]}
    assert ask(NEWEST, ("reveal_conspiracy", "hidden"), secret) == "unknown"
    for made in ({"manifested": True}, {"merged_with": ["?"]}):
        alice = owns({**hidden, "face_down": True, **made})
        assert ask(NEWEST, ("turn_face_up", "hidden"), alice) == "unknown"
