"""Moves: every legal action in every way of taking it, and passing, in a fixed order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyadapter import GameState
from pyadapter.consequences import outcome
from pyadapter.moves import moves
from tests.casework import all_cases
from tests.test_consequences import TOLL, WILLBENDER, game


def shown(state: GameState, **options: bool) -> list[str]:
    return [str(move) for move in moves(state, **options)]


def test_each_permission_is_a_move_and_passing_comes_last() -> None:
    state = game({"hand": ["Forest"], "battlefield": ["Exploration"]})
    assert shown(state) == [
        "alice: play_land(forest), under rule",
        "alice: play_land(forest), under exploration",
        "alice: pass_priority",
    ]
    assert shown(state, passes=False) == shown(state)[:-1]


def test_two_effects_of_one_permanent_are_told_apart() -> None:
    more = {"kind": "additional_land_plays", "n": 1, "who": "you"}
    card = {"name": "Two", "type": "Artifact", "abilities": [more, {**more, "n": 2}]}
    state = game({"hand": ["Forest"], "battlefield": ["Two"]}, cards=[card])
    found = [dict(move.options)["under"] for move in moves(state, passes=False)]
    assert found == ["rule", "of(two,1)", "of(two,2)"]


def test_each_procedure_and_each_x_that_can_be_paid_is_a_move() -> None:
    card = {
        "name": "Bulk",
        "type": "Creature — Beast",
        "mana_cost": "{1}",
        "abilities": [
            {"kind": "morph", "cost": "{X}{G}"},
            {"kind": "disguise", "cost": "{2}"},
        ],
    }
    bulk = {"card": "Bulk", "face_down": True, "manifested": True}
    state = game({"battlefield": [bulk, "Forest", "Forest"]}, cards=[card], rules="2026-09-25")
    assert [move.options for move in moves(state, passes=False)] == [
        (("procedure", "disguise"),),
        (("procedure", "mana_cost"),),
        (("procedure", "morph"), ("x", "0")),
        (("procedure", "morph"), ("x", "1")),
    ]
    for move in moves(state, passes=False):
        paid = outcome(state, move).state.document.players[0].battlefield
        assert sum(each.tapped for each in paid if not isinstance(each, str)) in (1, 2)


def test_the_faces_of_the_die_are_moves() -> None:
    found = moves(game({}, variant="planechase"), passes=False)
    assert [dict(move.options)["die"] for move in found] == ["blank", "chaos", "planeswalk"]


def test_each_inequivalent_plan_is_a_move_if_asked_for() -> None:
    state = game({"battlefield": [WILLBENDER, "Island", "Forest", "Swamp"]})
    assert len(moves(state, passes=False)) == 1
    found = moves(state, passes=False, all_payments=True)
    assert sorted(dict(move.options)["payment"] for move in found) == [
        "{U} from Island for {U}; {B} from Swamp for {1}",
        "{U} from Island for {U}; {G} from Forest for {1}",
    ]
    assert len({outcome(state, move).state.to_json() for move in found}) == 2


def test_a_single_plan_needs_no_name() -> None:
    state = game({"battlefield": [WILLBENDER, "Island", "Island"]})
    found = moves(state, passes=False, all_payments=True)
    assert [dict(move.options) for move in found] == [{"procedure": "morph"}]


def test_nobody_passes_without_priority_nor_in_a_grand_melee() -> None:
    assert moves(game({}, priority=None)) == ()
    melee = game({"hand": ["Forest"]}, variant="grand_melee")
    assert shown(melee) == ["alice: play_land(forest), under rule"]


def test_a_team_passes_once() -> None:
    teams = {"alice": "x", "bob": "x"}
    state = game({"team": teams["alice"]}, {"team": teams["bob"]}, variant="shared_team_turns")
    assert shown(state) == ["alice: pass_priority"]


def test_moves_are_the_legal_verdicts() -> None:
    for case in all_cases()[::100]:
        state = case.game()
        found = {(move.player, move.action) for move in moves(state, passes=False)}
        assert found == {(each.player, each.action) for each in state.legal_actions()}, case.id


@pytest.mark.parametrize("name", ["land-modal-two-land-faces", "edge-140-two-or-white"])
def test_a_move_says_all_so_nothing_is_assumed(name: str) -> None:
    (found,) = (each for each in all_cases() if each.id == name)
    for move in moves(found.game()):
        assert outcome(found.game(), move).assumed == (), move
        assert str(replace(move, options=())) == f"{move.player}: {move.action}"


def test_what_costs_an_object_is_one_move_for_each_like_object_only_if_asked() -> None:
    state = game({"battlefield": ["Forest", "Island", "Toll"]}, cards=[TOLL])
    assert len(moves(state, passes=False)) == 1
    assert len(moves(state, passes=False, all_payments=True)) == 3
