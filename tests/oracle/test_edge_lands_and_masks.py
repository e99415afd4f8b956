"""The numbered edge cases of the specification about lands and face-down permanents."""

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
    down,
    in_both,
    same,
    spell,
)
from tests.oracle.judge import Action


def gone(name: str, n: int = 1) -> Raw:
    """A permission for more land plays that is over."""
    made = {"kind": "additional_land_plays", "n": n, "controller": "alice"}
    return {**made, "id": name, "gone": True}


FOREST: Action = ("play_land", "forest")
HAND: Raw = {"hand": ["Forest"]}
MASK: Action = ("turn_face_up", "mask")
ISLANDS = ["Island", "Island", "Island"]


@pytest.mark.parametrize(
    ("number", "alice", "bob", "rest", "expected"),
    [
        (1, HAND, {}, {}, same(LEGAL)),
        (2, HAND, {}, {"phase": "postcombat_main"}, same(LEGAL)),
        (4, HAND, {}, {"stack": spell("Bear", "alice")}, same(ILLEGAL)),
        (5, HAND, {}, {"phase": "upkeep"}, same(ILLEGAL)),
        (5, HAND, {}, {"phase": "end"}, same(ILLEGAL)),
        (6, HAND, {}, {"turn": "bob"}, same(ILLEGAL)),
        (7, HAND, {}, {"turn": "bob", **RESOLVING}, same(ILLEGAL)),
        (8, {**HAND, "lands_played": 1}, {}, {}, same(ILLEGAL)),
        (9, {**HAND, "lands_played": 1, "battlefield": ["Roads"]}, {}, {}, same(LEGAL)),
        (9, {**HAND, "lands_played": 2, "battlefield": ["Roads"]}, {}, {}, same(ILLEGAL)),
        (10, {**HAND, "lands_played": ["r"]}, {}, {"effects": [gone("r")]}, (LEGAL, ILLEGAL)),
        (11, {**HAND, "lands_played": ["rule"]}, {}, {"effects": [gone("r")]}, same(ILLEGAL)),
        (
            12,
            {**HAND, "lands_played": ["r", "roads"], "battlefield": ["Roads"]},
            {},
            {"effects": [gone("r")]},
            (LEGAL, ILLEGAL),
        ),
        (13, {**HAND, "lands_played": ["rule"], "battlefield": ["Roads"]}, {}, {}, same(LEGAL)),
        (15, {**HAND, "lands_played": ["n"]}, {}, {"effects": [gone("n", 2)]}, (LEGAL, ILLEGAL)),
        (15, {**HAND, "lands_played": ["rule"]}, {}, {"effects": [gone("n", 2)]}, same(ILLEGAL)),
        (16, {**HAND, "battlefield": ["Island"]}, {}, {}, same(LEGAL)),
        (18, {**HAND, "lands_played": ["resolving"]}, {}, {}, same(ILLEGAL)),
        (
            18,
            {**HAND, "lands_played": ["resolving"]},
            {},
            {"readings": {"effect_land_play": "free"}},
            (LEGAL, ILLEGAL),
        ),
        (20, {**HAND, "battlefield": ["Roads"]}, {"battlefield": ["No Lands"]}, {}, same(ILLEGAL)),
        (22, {"graveyard": ["Forest"], "battlefield": ["Delver"]}, {}, {}, same(LEGAL)),
        (22, {"graveyard": ["Forest"]}, {}, {}, same(ILLEGAL)),
        (
            22,
            {"graveyard": ["Forest"], "battlefield": ["Delver"], "lands_played": 1},
            {},
            {},
            same(ILLEGAL),
        ),
        (
            23,
            {"graveyard": ["Forest"], "battlefield": ["Delver"]},
            {},
            {"turn": "bob"},
            same(ILLEGAL),
        ),
        (32, {**HAND, "battlefield": ["Damper"]}, {}, {}, same(ILLEGAL)),
        (32, {**HAND, "battlefield": ["Damper"], "ignores": ["damper"]}, {}, {}, same(LEGAL)),
        (33, {**HAND, "battlefield": ["Damper"]}, {"battlefield": ["Bear"]}, {}, same(LEGAL)),
        (35, {**HAND, "decided_by": "bob"}, {}, {}, same(LEGAL)),
        (157, {**HAND, "lands_played": ["rule", "r"]}, {}, {"effects": [gone("r")]}, same(ILLEGAL)),
    ],
)
def test_playing_a_land(
    number: int, alice: Raw, bob: Raw, rest: Raw, expected: tuple[str, str]
) -> None:
    assert in_both(FOREST, alice, bob, **rest) == expected, number


def test_four_lands_with_two_resolved_effects() -> None:
    more: Raw = {"kind": "additional_land_plays", "controller": "alice"}
    effects = [{**more, "id": "one"}, {**more, "id": "two"}]
    for played, expected in ((2, LEGAL), (3, ILLEGAL)):
        assert in_both(FOREST, {**HAND, "lands_played": played}, effects=effects) == same(expected)


@pytest.mark.parametrize(
    ("number", "card", "zone", "rest", "expected"),
    [
        (21, "Seat", "hand", {}, same(LEGAL)),
        (24, "Arbor", "hand", {"phase": "upkeep"}, same(LEGAL)),
        (25, "Arbor", "hand", {"turn": "bob", "phase": "upkeep"}, same(ILLEGAL)),
        (26, "Arbor", "hand", {"stack": spell("Snap")}, same(LEGAL)),
        (30, "Modal Rite", "hand", {}, (ILLEGAL, LEGAL)),
        (30, "Modal Rite", "hand", {"stack": spell()}, same(ILLEGAL)),
        (31, "Werebeast", "hand", {}, same(ILLEGAL)),
        (30, "Modal Rite", "graveyard", {}, (ILLEGAL, LEGAL)),
        (5, "Rite", "hand", {}, same(ILLEGAL)),
    ],
)
def test_what_is_a_land(
    number: int, card: str, zone: str, rest: Raw, expected: tuple[str, str]
) -> None:
    identifier = card.lower().replace(" ", "_")
    alice = {zone: [card], "battlefield": ["Time Mage", "Delver"]}
    assert in_both(("play_land", identifier), alice, **rest) == expected, number


@pytest.mark.parametrize(
    ("turn", "played", "expected"),
    [("bob", 0, LEGAL), ("alice", 0, LEGAL), ("alice", 1, ILLEGAL), ("carol", 0, ILLEGAL)],
)
def test_lands_in_two_headed_giant(turn: str, played: int, expected: str) -> None:
    """Cases 28 and 29: each player of the active team has a land play."""
    names = {"alice": "a", "bob": "a", "carol": "c", "dave": "c"}
    players = [{"name": name, "team": team, "life": 30} for name, team in names.items()]
    players[0] |= {**HAND, "lands_played": played}
    players[1] |= {"lands_played": 1}
    rest: Raw = {"variant": "two_headed_giant", "players": players, "turn": turn}
    rest["priority"] = "carol" if turn == "carol" else "bob"
    assert in_both(FOREST, {}, **rest) == same(expected)


def test_nobody_plays_lands_for_a_player_who_left() -> None:
    """Case 36."""
    players: list[Raw] = [{"name": "alice", **HAND}, {"name": "bob", "left": True}]
    players.append({"name": "carol"})
    assert in_both(FOREST, {}, players=players, turn="bob") == same(ILLEGAL)


@pytest.mark.parametrize(
    ("stack_of", "reading", "expected"),
    [("carol", "own", LEGAL), ("alice", "own", ILLEGAL), ("carol", "all", ILLEGAL)],
)
def test_which_stack_is_empty_in_grand_melee(stack_of: str, reading: str, expected: str) -> None:
    """Case 151."""
    players: list[Raw] = [{"name": "alice", **HAND}, {"name": "bob"}, {"name": "carol"}]
    rest: Raw = {
        "variant": "grand_melee",
        "players": players,
        "phase": None,
        "turn": {"alice": "precombat_main", "carol": "upkeep"},
        "priority": ["alice", "carol"],
        "stack": [{"card": "Bear", "controller": "bob", "turn_marker": stack_of}],
        "readings": {"grand_melee_stack": reading},
    }
    assert in_both(FOREST, {}, **rest) == same(expected)


@pytest.mark.parametrize(
    ("number", "battlefield", "rest", "expected"),
    [
        (38, [down("Mask"), *ISLANDS], {**HIS_UPKEEP, "stack": spell()}, same(LEGAL)),
        (39, [down("Mask"), *ISLANDS], {"stack": spell("Snap")}, same(LEGAL)),
        (40, [down("Mask"), *ISLANDS], RESOLVING, same(ILLEGAL)),
        (
            41,
            [down("Mask"), *ISLANDS],
            {"priority": None, "in_progress": "casting", "paying": "alice"},
            same(ILLEGAL),
        ),
        (42, [down("Mask"), *ISLANDS], {"priority": None, "phase": "untap"}, same(ILLEGAL)),
        (42, [down("Mask"), *ISLANDS], {"phase": "cleanup"}, same(LEGAL)),
        (43, [down("Mask", owner="bob"), *ISLANDS], {}, same(LEGAL)),
        (45, [down("Mask"), *ISLANDS], {}, same(LEGAL)),
        (47, [down("Mask", copy_of=["Cheap Mask"]), "Forest"], {}, same(LEGAL)),
        (48, [down("Mask", copy_of=["Bear"]), *ISLANDS], {}, same(ILLEGAL)),
        (49, [down("Mask"), *ISLANDS, "Leveler"], {}, same(ILLEGAL)),
        (58, [{"card": "Mask", "token": True}, *ISLANDS], {}, same(ILLEGAL)),
        (59, [down("Mask", phased_out=True), *ISLANDS], {}, same(ILLEGAL)),
        (60, [down("Mask"), *ISLANDS, "Doomsayer"], {}, same(POOR)),
        (60, [down("Mask"), *ISLANDS, "Island", "Forest", "Doomsayer"], {}, same(LEGAL)),
        (63, [down("Mask"), *ISLANDS, "Null"], {}, same(LEGAL)),
    ],
)
def test_turning_up_a_creature_with_morph(
    number: int, battlefield: list[Any], rest: Raw, expected: tuple[str, str]
) -> None:
    assert in_both(MASK, {"battlefield": battlefield}, **rest) == expected, number


@pytest.mark.parametrize(
    ("number", "card", "others", "alice", "expected"),
    [
        (37, down("Cavern"), ["Island", "Island"], {"lands_played": 1}, same(LEGAL)),
        (44, down("Bear"), ["Forest", "Forest"], {}, same(ILLEGAL)),
        (50, down("Bear", manifested=True), ["Forest", "Forest", "Leveler"], {}, ("", LEGAL)),
        (50, down("Bear", manifested=True), ["Island", "Island"], {}, ("", POOR)),
        (51, down("Rite", manifested=True), ["Island"], {}, ("", ILLEGAL)),
        (52, down("Arbor", manifested=True), ["Forest"], {}, ("", ILLEGAL)),
        (53, down("Mask", manifested=True), ["Leveler", *ISLANDS, "Island"], {}, ("", LEGAL)),
        (53, down("Mask", manifested=True), ISLANDS, {}, ("", LEGAL)),
        (53, down("Cavern", manifested=True), ["Island"], {}, ("", POOR)),
        (54, down("Hydra", manifested=True), [], {}, ("", LEGAL)),
        (55, down("Guise", cloaked=True), ["Forest"], {}, ("", LEGAL)),
        (55, down("Guise", cloaked=True), ["Island"], {}, ("", LEGAL)),
        (55, down("Guise", cloaked=True), ["Island", "Leveler"], {}, ("", POOR)),
        (61, down("Bear", manifested=True), ["Forest", "Forest", "Doomsayer"], {}, ("", LEGAL)),
        (61, down("Guise"), ["Forest", "Doomsayer"], {}, ("", LEGAL)),
        (64, down("Cutthroat"), [], {"life": 4}, same(POOR)),
        (64, down("Cutthroat"), [], {"life": 5}, same(LEGAL)),
        (65, down("Cutthroat"), ["Emperion"], {"life": 20}, same(POOR)),
        (66, down("Raiders"), [], {}, same(POOR)),
        (66, down("Raiders"), [], {"hand": ["Bear"]}, same(LEGAL)),
        (67, down("Fiery Mask"), [], {}, same(LEGAL)),
        (72, down("Werebeast", manifested=True), ["Forest", "Forest"], {}, ("", LEGAL)),
        (73, down("Mask", merged_with=["Rite"]), ISLANDS, {}, ("", ILLEGAL)),
        (73, down("Mask", merged_with=["Bear"]), ISLANDS, {}, ("", LEGAL)),
        (75, down("Big Mask", manifested=True), ["Forest", "Forest"], {}, ("", LEGAL)),
        (75, down("Big Mask", manifested=True), ["Island"], {}, ("", LEGAL)),
        (138, down("Cavern"), ["Island", "Miller"], {}, (LEGAL, POOR)),
        (142, down("Fiery Mask"), ["Doomsayer"], {"pool": "{R}"}, same(POOR)),
        (153, down("Cavern"), ["Leveler", "Island", "Island"], {}, same(LEGAL)),
        (154, down("Cavern"), ["Blood Sky", "Island", "Island"], {}, same(ILLEGAL)),
    ],
)
def test_turning_up_other_cards(
    number: int, card: Raw, others: list[Any], alice: Raw, expected: tuple[str, str]
) -> None:
    action: Action = ("turn_face_up", card["card"].lower().replace(" ", "_"))
    answer = in_both(action, {"battlefield": [card, *others], **alice})
    assert answer[expected[0] == "" :] == expected[expected[0] == "" :], number


def test_a_double_faced_card_could_not_be_face_down() -> None:
    """Case 72: until manifest came."""
    action: Action = ("turn_face_up", "werebeast")
    alice: Raw = {"battlefield": [down("Werebeast", manifested=True), "Forest", "Forest"]}
    assert ask("2015-01-22", action, alice) == ILLEGAL
    assert ask("2015-01-23", action, alice) == LEGAL


@pytest.mark.parametrize(
    ("card", "before", "since"),
    [("Big Mask", "2015-03-26", "2015-03-27"), ("Guise", "2024-02-01", "2024-02-02")],
)
def test_abilities_came_with_their_edition(card: str, before: str, since: str) -> None:
    action: Action = ("turn_face_up", card.lower().replace(" ", "_"))
    alice: Raw = {"battlefield": [down(card), "Island"]}
    assert (ask(before, action, alice), ask(since, action, alice)) == (ILLEGAL, LEGAL)
