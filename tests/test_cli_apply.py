"""The command `apply`: what it prints, what it hands on, and its exit codes."""

import json

from pyadapter import GameState
from tests.test_cli import ROLL, moment, run


def test_apply_says_what_happened_what_is_next_and_the_new_verdicts() -> None:
    result = run("apply", ROLL, "roll", "--option", "die=chaos")
    assert result.exit_code == 0
    assert "the planar die shows: chaos (901.8)" in result.output
    assert "next: the chaos ability of the plane triggers (901.8b)" in result.output
    assert "alice   roll_planar_die  unaffordable" in result.output


def test_apply_says_which_option_was_taken_for_the_player() -> None:
    result = run("apply", ROLL, "roll")
    assert "chosen, as the first that there is: die blank" in result.output
    assert "chosen" not in run("apply", ROLL, "roll", "--option", "die=blank").output


def test_apply_says_which_ids_are_new() -> None:
    result = run("apply", "-", "play", "Forest", stdin=moment())
    assert "forest is forest_2 now" in result.output


def test_the_json_is_a_document_that_check_accepts() -> None:
    result = run("apply", "-", "play Forest", "--json", stdin=moment())
    data = json.loads(result.output)
    assert data["version"] == 1
    assert data["players"][0]["battlefield"][0]["id"] == "forest_2"
    assert data["story"].startswith("ann: play Forest. ")
    again = run("check", "-", "--json", stdin=result.output)
    assert (again.exit_code, json.loads(again.output)["edition"]) == (0, "2012-05-01")
    assert GameState.from_json(result.output).document.players[0].hand == ()


def test_passing_is_an_action_too() -> None:
    result = run("apply", "-", "pass_priority", "--json", stdin=moment())
    assert json.loads(result.output)["priority"] == "bob"


def test_what_is_not_legal_gives_all_its_reasons_and_the_exit_code_1() -> None:
    result = run("apply", "-", "play Island", "--player", "bob", stdin=moment())
    assert result.exit_code == 1
    assert "priority is with ann, not with bob (115.2a" in result.output
    assert "it is not bob's turn" in result.output or "it is ann's turn" in result.output
    passing = run("apply", "-", "pass_priority", "--player", "bob", stdin=moment())
    assert passing.exit_code == 1
    assert "116.3d" in passing.output


def test_what_is_not_understood_is_one_message_and_the_exit_code_2() -> None:
    for arguments in (
        ("fly",),
        ("play Forest", "--option", "under"),
        ("play Forest", "--option", "under=azusa"),
        ("pass_priority", "--option", "die=blank"),
        ("pass_priority", "--player", "zoe"),
    ):
        result = run("apply", "-", *arguments, stdin=moment())
        assert result.exit_code == 2, arguments
        assert result.stderr.startswith("special-actions: ")
        assert len(result.stderr.splitlines()) == 1
