"""The numbered edge cases about effects, suspended cards and the planar die."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.asking import (
    HIS_UPKEEP,
    ILLEGAL,
    LEGAL,
    POOR,
    RESOLVING,
    Raw,
    ask,
    in_both,
    owns,
    same,
    spell,
)
from tests.oracle.editions import FIRST, NEWEST
from tests.oracle.judge import Action

BURN: Action = ("end_effect", "burn")
PAYING: Raw = {"priority": None, "in_progress": "casting", "paying": "alice"}


def burn(by: str = "alice", cost: str = "{U}", **allows: Any) -> list[Raw]:
    """An effect that lets a player do something later."""
    return [{"kind": "other", "id": "burn", "allows": {"by": by, "cost": cost, **allows}}]


BEFORE: Raw = {"before": {"step": "upkeep", "of": "bob"}}
CHANNEL: Raw = {"cost": "pay 1 life", "timing": "mana_ability"}


@pytest.mark.parametrize(
    ("number", "effects", "rest", "expected"),
    [
        (76, burn(), {"stack": spell()}, same(LEGAL)),
        (77, [], {}, same(ILLEGAL)),
        (78, burn(by="bob"), {}, same(ILLEGAL)),
        (79, burn(**BEFORE), {}, same(LEGAL)),
        (80, burn(**BEFORE), {**HIS_UPKEEP, "stack": spell()}, same(ILLEGAL)),
        (81, burn(**BEFORE), {"stack": spell("Snap")}, same(LEGAL)),
        (83, burn(**CHANNEL), PAYING, same(LEGAL)),
        (83, burn(cost="pay 1 life"), PAYING, same(ILLEGAL)),
        (84, burn(**CHANNEL), {"stack": spell("Snap")}, same(LEGAL)),
        (85, burn(), {**HIS_UPKEEP, "stack": spell()}, same(LEGAL)),
        (0, burn(timing="sorcery"), {}, same(LEGAL)),
        (0, burn(timing="sorcery"), {"stack": spell()}, same(ILLEGAL)),
        (0, burn(timing="sorcery"), HIS_UPKEEP, same(ILLEGAL)),
    ],
)
def test_acting_later(
    number: int, effects: list[Raw], rest: Raw, expected: tuple[str, str]
) -> None:
    alice: Raw = {"pool": "{U}"}
    assert in_both(BURN, alice, effects=effects, **rest) == expected, number


@pytest.mark.parametrize(
    ("number", "effect", "alice", "bob", "rest", "expected"),
    [
        (86, "arbiter", {"pool": "{C}{C}"}, {"battlefield": ["Arbiter"]}, {}, same(LEGAL)),
        (86, "arbiter", {}, {"battlefield": ["Arbiter"]}, {}, same(POOR)),
        (87, "arbiter", {"pool": "{C}{C}"}, {"battlefield": ["Arbiter"]}, RESOLVING, same(ILLEGAL)),
        (
            96,
            "arbiter",
            {"pool": "{C}{C}", "battlefield": ["Arbiter"]},
            {},
            {"phase": "draw"},
            same(LEGAL),
        ),
        (
            92,
            "lost",
            {"graveyard": ["Bear", "Bear"], "battlefield": ["Bear"]},
            {"battlefield": [{"card": "Lost", "attached_to": "bear"}]},
            {},
            same(POOR),
        ),
        (
            92,
            "lost",
            {"graveyard": ["Bear", "Bear", "Rite"], "battlefield": ["Bear"]},
            {"battlefield": [{"card": "Lost", "attached_to": "bear"}]},
            {},
            same(LEGAL),
        ),
        (
            94,
            "curse",
            {"battlefield": [{"card": "Curse", "attached_to": "bear"}]},
            {"battlefield": ["Bear"]},
            {},
            same(ILLEGAL),
        ),
        (
            95,
            "curse",
            {"battlefield": ["Bear"]},
            {"battlefield": [{"card": "Curse", "attached_to": "bear"}]},
            {},
            same(LEGAL),
        ),
    ],
)
def test_ignoring(
    number: int, effect: str, alice: Raw, bob: Raw, rest: Raw, expected: tuple[str, str]
) -> None:
    assert in_both(("ignore_effect", effect), alice, bob, **rest) == expected, number


@pytest.mark.parametrize(
    ("number", "card", "alice", "bob", "rest", "expected"),
    [
        (97, "Late Rite", {}, {}, {}, same(LEGAL)),
        (98, "Late Rite", {}, {}, {"stack": spell()}, same(ILLEGAL)),
        (98, "Late Rite", {}, {}, {"turn": "bob"}, same(ILLEGAL)),
        (99, "Late Bolt", {"pool": "{R}"}, {}, {"turn": "bob", "phase": "end"}, same(LEGAL)),
        (100, "Late Beast", owns("Time Mage"), {}, {"turn": "bob", "phase": "end"}, same(LEGAL)),
        (
            101,
            "Late Beast",
            owns("Time Mage"),
            {},
            {"turn": "bob", "stack": spell("Snap")},
            same(ILLEGAL),
        ),
        (102, "Late Rite", {}, {}, {}, same(LEGAL)),
        (
            104,
            "Late Rite",
            {},
            owns({"card": "Meddler", "chosen_name": "Late Rite"}),
            {},
            same(ILLEGAL),
        ),
        (104, "Late Rite", {}, owns({"card": "Meddler", "chosen_name": "Bear"}), {}, same(LEGAL)),
        (105, "Late Rite", {**owns("One A Turn"), "spells_cast": 1}, {}, {}, same(ILLEGAL)),
        (105, "Late Rite", owns("One A Turn"), {}, {}, same(LEGAL)),
        (106, "Late Rite", {}, owns("Silencer"), {}, same(ILLEGAL)),
        (107, "Late Bolt", {"pool": "{R}"}, owns("Time Mage"), {}, same(LEGAL)),
        (107, "Late Bolt", {"pool": "{R}"}, owns("Time Mage"), {"phase": "upkeep"}, same(ILLEGAL)),
        (108, "Late X", {"pool": "{R}{R}"}, owns("Winnower"), {}, same(LEGAL)),
        (108, "Late XX", {}, owns("Winnower"), {}, same(ILLEGAL)),
        (108, "Late Golem", {}, owns("Winnower"), {}, same(LEGAL)),
        (109, "Late Rite", {}, {}, {}, same(LEGAL)),
        (111, "Late Bolt", {}, {}, {}, same(POOR)),
        (114, "Late Beast", owns("Sudden Age"), {}, {"turn": "bob", "phase": "end"}, same(LEGAL)),
        (141, "Late X", {"pool": "{R}{R}"}, {}, {}, same(LEGAL)),
        (148, "Late Bolt", {"decided_by": "bob"}, owns("Mountain"), {}, same(POOR)),
        (155, "Late Golem", owns("Damper"), {}, {}, same(ILLEGAL)),
        (155, "Late Golem", {**owns("Damper"), "ignores": ["damper"]}, {}, {}, same(LEGAL)),
        (156, "Late XX", {}, owns("Winnower"), {}, same(ILLEGAL)),
    ],
)
def test_suspending(
    number: int, card: str, alice: Raw, bob: Raw, rest: Raw, expected: tuple[str, str]
) -> None:
    action: Action = ("suspend", card.lower().replace(" ", "_"))
    assert in_both(action, {"hand": [card], **alice}, bob, **rest) == expected, number


def test_suspending_works_from_the_hand_only() -> None:
    """Case 110."""
    assert in_both(("suspend", "late_rite"), {"graveyard": ["Late Rite"]}) == same(ILLEGAL)


ESCAPED = {
    "2015-07-16": ILLEGAL,
    "2015-07-17": LEGAL,
    "2015-09-26": LEGAL,
    "2016-09-29": LEGAL,
    "2016-09-30": ILLEGAL,
    "2018-07-12": ILLEGAL,
    "2018-07-13": LEGAL,
    NEWEST: LEGAL,
}


@pytest.mark.parametrize("rules", [FIRST, *ESCAPED])
def test_another_value_of_x_escapes_a_prohibition(rules: str) -> None:
    """Cases 108 and 156: a mana cost of {X}{R} is odd without X; {X}{X} is even whatever X is."""
    odd = {"kind": "cant_cast", "on": ["mana value odd"], "id": "odd", "controller": "bob"}
    alice: Raw = {"hand": ["Late X"], "pool": "{R}{R}"}
    expected = ESCAPED.get(rules, ILLEGAL)
    assert ask(rules, ("suspend", "late_x"), alice, effects=[odd]) == expected
    even = ask(rules, ("suspend", "late_xx"), {"hand": ["Late XX"]}, owns("Winnower"))
    assert even == (LEGAL if "2015-07-17" <= rules < "2015-09-26" else ILLEGAL)


@pytest.mark.parametrize(
    ("rules", "prohibition", "expected"),
    [
        ("2024-02-01", "named Late Mask", ILLEGAL),
        ("2024-02-02", "named Late Mask", LEGAL),
        ("2024-02-02", "mana value 3", LEGAL),
        ("2024-02-02", "creature", ILLEGAL),
    ],
)
def test_casting_face_down_escapes_a_prohibition(
    rules: str, prohibition: str, expected: str
) -> None:
    ban = {"kind": "cant_cast", "on": [prohibition], "id": "ban", "controller": "bob"}
    assert ask(rules, ("suspend", "late_mask"), {"hand": ["Late Mask"]}, effects=[ban]) == expected


def test_no_choice_escapes_split_second_or_a_flat_prohibition() -> None:
    alice: Raw = {"hand": ["Late X"], "pool": "{R}{R}"}
    flashy: Raw = {**alice, "battlefield": ["Sudden Age"]}
    action: Action = ("suspend", "late_x")
    assert ask(NEWEST, action, alice, owns("Silencer")) == ILLEGAL
    assert ask(NEWEST, action, flashy, stack=spell()) == LEGAL
    assert ask(NEWEST, action, flashy, stack=spell("Snap")) == ILLEGAL


def test_each_prohibition_is_set_aside_by_a_choice_of_its_own() -> None:
    """Its mana value is 3 face up and 0 face down: each choice escapes the other prohibition."""
    ban = {"kind": "cant_cast", "controller": "bob"}
    effects = [
        {**ban, "on": ["mana value 3"], "id": "one"},
        {**ban, "on": ["mana value 0"], "id": "two"},
    ]
    action: Action = ("suspend", "late_mask")
    assert ask(NEWEST, action, {"hand": ["Late Mask"]}, effects=effects) == LEGAL


DIE: Action = ("roll_planar_die", None)
PLANES: Raw = {"variant": "planechase"}


@pytest.mark.parametrize(
    ("number", "alice", "bob", "rest", "expected"),
    [
        (115, {}, {}, PLANES, same(LEGAL)),
        (115, {"planar_die_rolls": 2, "pool": "{C}"}, {}, PLANES, same(POOR)),
        (115, {"planar_die_rolls": 2, "pool": "{C}{C}"}, {}, PLANES, same(LEGAL)),
        (116, {"effect_rolls": 1}, {}, PLANES, same(LEGAL)),
        (117, {}, {}, {**PLANES, "turn": "bob"}, same(ILLEGAL)),
        (118, {}, {}, {**PLANES, "stack": spell()}, same(ILLEGAL)),
        (119, {}, {"planar_die_rolls": 2}, PLANES, same(LEGAL)),
        (121, {}, {}, {}, same(ILLEGAL)),
    ],
)
def test_rolling_the_planar_die(
    number: int, alice: Raw, bob: Raw, rest: Raw, expected: tuple[str, str]
) -> None:
    assert in_both(DIE, alice, bob, **rest) == expected, number


@pytest.mark.parametrize(
    ("variant", "reading", "expected"),
    [
        (["planechase", "two_headed_giant"], "special_actions", LEGAL),
        (["planechase", "two_headed_giant"], "all_rolls", POOR),
        (["planechase"], "all_rolls", LEGAL),
    ],
)
def test_rolls_made_by_effects_count_only_by_a_reading(
    variant: list[str], reading: str, expected: str
) -> None:
    """Cases 120 and 123."""
    names = {"alice": "a", "bob": "a", "carol": "c", "dave": "c"}
    players: list[Raw] = [{"name": name, "team": team, "life": 30} for name, team in names.items()]
    players[0]["effect_rolls"] = 1
    players[1]["planar_die_rolls"] = 2
    readings = {"planar_die_count": reading}
    assert in_both(DIE, {}, players=players, variant=variant, readings=readings) == same(expected)


def test_the_planar_die_came_after_the_oldest_edition() -> None:
    assert ask("2009-09-03", DIE, {}, variant="planechase") == ILLEGAL
    assert ask("2009-09-04", DIE, {}, variant="planechase") == LEGAL
