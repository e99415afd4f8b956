"""The commands about what follows: what they print, and their exit codes."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pyadapter.cli import command

MOMENT: dict[str, Any] = {
    "turn": "ann",
    "phase": "precombat_main",
    "priority": "ann",
    "players": [{"name": "ann", "hand": ["Forest", "Forest"]}, {"name": "bob"}],
}
STATE = json.dumps(MOMENT)


@cache
def run(*arguments: str, stdin: str = STATE) -> Result:
    return CliRunner().invoke(command, list(arguments), input=stdin, prog_name="special-actions")


def test_a_graph_is_a_tree_of_text() -> None:
    found = run("graph", "-", "--depth", "2", "--no-passes")
    assert found.exit_code == 0
    assert found.stdout.splitlines() == [
        "0 · ann: precombat main · ann has priority",
        "├─ ann: play_land(forest) → 1 · ann: precombat main · ann has priority",
        "└─ ann: play_land(forest_2) → 1",
        "2 states, 2 moves, depth 1: this is all",
    ]


@pytest.mark.parametrize(
    ("form", "start"), [("dot", "digraph"), ("mermaid", "flowchart"), ("json", "{")]
)
def test_a_graph_comes_in_other_languages(form: str, start: str) -> None:
    found = run("graph", "-", "--depth", "1", "--no-passes", "--format", form)
    assert found.exit_code == 0
    assert found.stdout.startswith(start)


def test_a_graph_in_json_has_a_version_and_says_that_it_was_cut() -> None:
    data = json.loads(run("graph", "-", "--depth", "1", "--format", "json").stdout)
    assert data["version"] == 1
    assert data["cut"] == ["2 states at depth 1 go on, but are not followed further"]


def test_a_picture_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.png"
    found = run("graph", "-", "--depth", "1", "--format", "picture", str(path))
    assert (found.exit_code, found.stdout) == (0, "")
    assert "cut off: 2 states at depth 1" in found.stderr
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("arguments", [("--format", "picture"), ("graph.png",)])
def test_a_picture_needs_a_file_and_a_file_a_picture(arguments: tuple[str, ...]) -> None:
    found = run("graph", "-", *arguments)
    assert found.exit_code == 2
    assert "go together" in found.stderr


@pytest.mark.parametrize("name", ["graph", "walk", "perft"])
def test_a_state_that_is_wrong_is_bad_input(name: str) -> None:
    found = run(name, "-", stdin='{"turn": 3}')
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("special-actions: -: $")


def test_an_unknown_player_is_bad_input() -> None:
    found = run("graph", "-", "--player", "zoe")
    assert found.exit_code == 2
    assert "expected one of ann, bob" in found.stderr


def test_a_walk_tells_its_moves_and_its_seed_and_replays(tmp_path: Path) -> None:
    path = str(tmp_path / "walk.jsonl")
    found = run("walk", "-", "--steps", "5", "--seed", "4", "--no-passes", "--trace", path)
    assert found.exit_code == 0
    assert found.stdout.splitlines()[-1] == "1 move with seed 4, then none was left"
    again = run("replay", path)
    assert again.exit_code == 0
    assert again.stdout == f"{path}: trace of 1 move: as written\n"


def test_a_trace_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    path = str(tmp_path / "no" / "walk.jsonl")
    assert run("walk", "-", "--steps", "1", "--trace", path).exit_code == 2


def regression(verdict: str) -> str:
    asked = {"state": MOMENT, "player": "ann", "action": "play forest_2"}
    return json.dumps({"version": 1, **asked, "expected": {"verdict": verdict}})


def test_replay_of_a_folder_counts_and_ends_with_one_if_anything_differs(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(regression("legal"))
    (tmp_path / "b.json").write_text(regression("illegal"))
    found = run("replay", str(tmp_path))
    assert found.exit_code == 1
    assert found.stdout.splitlines()[1:] == [
        f"{tmp_path / 'b.json'}: ann: play forest_2: differs:"
        " the verdict is legal, expected illegal",
        "2 replayed, 1 differing",
    ]
    data = json.loads(run("replay", "--json", str(tmp_path)).stdout)
    assert data["version"] == 1
    assert [each["difference"] is None for each in data["replayed"]] == [True, False]


def test_replay_of_something_else_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(STATE)
    assert run("replay", str(path)).exit_code == 2
    assert run("replay", str(tmp_path / "none")).exit_code == 2


def test_replay_tells_of_files_of_neither_kind_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(STATE)
    (tmp_path / "b.json").write_text("no JSON")
    (tmp_path / "c.json").write_text(regression("legal"))
    found = run("replay", str(tmp_path))
    assert found.exit_code == 2
    assert found.stdout.splitlines() == [
        f"{tmp_path / 'c.json'}: ann: play forest_2: as written",
        "1 replayed, 0 differing, 2 of neither kind",
    ]
    assert [line.split(": ")[1] for line in found.stderr.splitlines()] == [
        str(tmp_path / "a.json"),
        f"{tmp_path / 'b.json'}:1",
    ]
    data = json.loads(run("replay", "--json", str(tmp_path)).stdout)
    assert len(data["neither"]) == 2
    differing = tmp_path / "d.json"
    differing.write_text(regression("illegal"))
    assert run("replay", str(tmp_path / "a.json"), str(differing)).exit_code == 1


def test_perft_counts_by_depth() -> None:
    found = run("perft", "-", "--depth", "2", "--no-passes")
    assert found.exit_code == 0
    assert [line.split() for line in found.stdout.splitlines()[1:]] == [
        ["0", "1", "1"],
        ["1", "2", "1"],
        ["2", "0", "-"],
    ]


def test_perft_in_json() -> None:
    data = json.loads(run("perft", "-", "--depth", "1", "--no-passes", "--json").stdout)
    assert (data["version"], data["sequences"], data["cut"]) == (1, [1, 2], False)


def test_perft_with_too_many_states_is_unknown() -> None:
    found = run("perft", "-", "--depth", "3", "--max-states", "2")
    assert found.exit_code == 4
    assert "cut off" in found.stderr
