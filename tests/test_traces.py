"""Traces and regressions: written down, replayed, and the first difference named."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pyadapter import GameState
from pyadapter.encodings import encoding_digest
from pyadapter.errors import DocumentError, SpecialActionsError
from pyadapter.moves import PASS
from pyadapter.replay import Replayed, replay, replay_text
from pyadapter.traces import Moment, trace_lines, walk

Rows = list[dict[str, Any]]
MOMENT = {
    "turn": "ann",
    "phase": "precombat_main",
    "priority": "ann",
    "players": [{"name": "ann", "hand": ["Forest", "Island"]}, {"name": "bob"}],
}


@cache
def start() -> GameState:
    return GameState.from_json(json.dumps(MOMENT))


@cache
def walked() -> tuple[Moment, ...]:
    return tuple(walk(start(), steps=4, seed=5))


@cache
def written() -> tuple[str, ...]:
    return tuple(trace_lines(walked(), seed=5))


def rows() -> Rows:
    return [json.loads(line) for line in written()]


def replayed(data: Rows) -> Replayed:
    (found,) = replay_text("trace", "\n".join(map(json.dumps, data)).encode())
    return found


def test_the_same_seed_gives_the_same_walk_and_others_give_others() -> None:
    walks = [[m.move for m in walk(start(), steps=4, seed=seed)] for seed in (5, 5, 6, 7, 8)]
    assert walks[0] == walks[1] == [moment.move for moment in walked()]
    assert len({str(each) for each in walks}) > 1


def test_a_walk_without_passes_ends_where_nothing_is_left() -> None:
    found = list(walk(start(), steps=9, seed=1, passes=False))
    assert len(found) == 2
    assert found[1].move is not None
    assert found[1].move.action != PASS


def test_a_trace_has_a_header_then_states_and_moves_by_turns() -> None:
    header, *lines = rows()
    assert (header["version"], header["kind"], header["seed"]) == (1, "trace", 5)
    assert (header["edition"], header["encodings"]) == ("2012-05-01", encoding_digest())
    assert ["state" in line for line in lines] == [True, False] * 4 + [True]
    assert [line["action"] for line in lines[1::2]] == [
        moment.move.action for moment in walked() if moment.move
    ]
    assert lines[0]["verdicts"][0]["verdict"] == "legal"


def test_a_trace_is_replayed_as_written() -> None:
    found = replayed(rows())
    assert found.difference is None
    assert str(found) == "trace: trace of 4 moves: as written"


def test_a_trace_may_call_new_objects_by_other_names() -> None:
    data = rows()
    text = "\n".join(map(json.dumps, data[3:]))
    assert '"id": "' in text or "_2" in text
    swapped = json.loads(
        json.dumps(data).replace('"forest_2"', '"grove"').replace('"island_2"', '"isle"')
    )
    assert replayed(swapped).difference is None


def edit(place: int, change: Callable[[dict[str, Any]], None]) -> Rows:
    data = rows()
    change(data[place])
    return data


def test_another_verdict_is_the_first_difference() -> None:
    data = edit(1, lambda row: row["verdicts"][0].update(verdict="unknown"))
    assert replayed(data).difference == (
        "line 2, at the start: ann: play_land(forest) is legal, written is unknown"
    )


def test_a_verdict_that_is_missing_or_too_many_is_a_difference() -> None:
    data = edit(1, lambda row: row["verdicts"].pop(0))
    assert "is legal, written is not on offer" in (replayed(data).difference or "")
    more = {"player": "bob", "action": "roll_planar_die", "verdict": "legal"}
    data = edit(1, lambda row: row["verdicts"].append(more))
    assert "roll_planar_die is not on offer, written is legal" in (replayed(data).difference or "")


def test_other_events_are_a_difference() -> None:
    data = edit(2, lambda row: row["events"].append("dreamt(ann)"))
    difference = replayed(data).difference or ""
    assert difference.startswith("line 3, move 1: events of ")
    assert difference.endswith("dreamt(ann)")


def test_another_state_is_a_difference_that_is_named() -> None:
    data = edit(3, lambda row: row["state"]["players"][1].update(life=7))
    assert replayed(data).difference == (
        "line 4, move 1: the state is another: $.players[1].life is null, written is 7"
    )


def test_a_move_that_is_not_legal_any_more_is_a_difference() -> None:
    data = edit(2, lambda row: row.update(action="roll_planar_die", options={}))
    assert "ann: roll_planar_die can't be taken any more" in (replayed(data).difference or "")


def test_what_made_a_trace_is_told_where_it_differs_from_now() -> None:
    data = edit(0, lambda row: row.update(encodings="0" * 32))
    found = replayed(data)
    assert found.difference is None
    assert found.remarks == (f"made with encodings {'0' * 32}, now {encoding_digest()}",)


BROKEN: dict[str, tuple[Rows, str]] = {
    "a header alone": (rows()[:1], "found a header alone"),
    "a move at the end": (rows()[:3], "found a move at the end"),
    "no header": (rows()[1:], "expected a trace"),
    "another version": (edit(0, lambda row: row.update(version=2)), "Invalid enum value 2"),
    "a line of another kind": ([*rows()[:2], {"what": 1}, *rows()[3:]], "expected a MoveLine"),
    "a state that can't be": (
        edit(1, lambda row: row["state"].update(priority="zoe")),
        "trace:2",
    ),
}


@pytest.mark.parametrize(("data", "text"), BROKEN.values(), ids=BROKEN)
def test_a_broken_trace_is_refused_with_its_line(data: Rows, text: str) -> None:
    with pytest.raises(SpecialActionsError) as caught:
        replayed(data)
    assert text in str(caught.value)


@pytest.mark.parametrize("text", [b"", b"3", b"{", b"[1]", b'{"kind": "song"}', b"\xff\xfe"])
def test_what_is_neither_a_trace_nor_a_regression_is_refused(text: bytes) -> None:
    with pytest.raises(DocumentError):
        list(replay_text("x", text))


def regression(**changes: Any) -> dict[str, Any]:
    return {
        "version": 1,
        "state": MOMENT,
        "player": "ann",
        "action": "play Forest",
        "expected": {"verdict": "legal", "unmet": [], "open": []},
        **changes,
    }


def outcome_of(data: dict[str, Any]) -> Replayed:
    (found,) = replay_text("r.json", json.dumps(data).encode())
    return found


def test_a_regression_holds_if_the_law_says_what_is_expected() -> None:
    assert str(outcome_of(regression())) == "r.json: ann: play Forest: as written"
    assert outcome_of(regression(title="A land")).what == "A land"
    assert outcome_of(regression(expected={"verdict": "legal"})).difference is None


def test_a_regression_compares_the_verdict_first_then_what_is_unmet_and_open() -> None:
    found = outcome_of(regression(player="bob", action="play Island"))
    assert found.difference == "the verdict is illegal, expected legal"
    expected = {"verdict": "illegal", "unmet": ["own_turn", "zone", "priority"], "open": ["land"]}
    data = regression(player="bob", action="play Island", expected=expected)
    assert outcome_of(data).difference == "open is nothing, expected land"
    data["expected"]["unmet"] = []
    difference = outcome_of(data).difference or ""
    assert difference.startswith("unmet is ")
    assert difference.endswith("expected nothing")


BAD: dict[str, dict[str, Any]] = {
    "no state": {"state": 3},
    "another version": {"version": 2},
    "an action that isn't understood": {"action": "sing"},
    "a player who isn't there": {"player": "zoe"},
    "an unknown verdict": {"expected": {"verdict": "maybe"}},
    "an unknown field of what is expected": {"expected": {"verdict": "legal", "met": []}},
    "a state that can't be": {"state": {**MOMENT, "priority": "zoe"}},
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_a_broken_regression_is_refused_by_name(change: dict[str, Any]) -> None:
    with pytest.raises(SpecialActionsError, match=r"r\.json"):
        outcome_of(regression(**change))


def test_a_folder_stands_for_all_its_files_in_order(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    lines = "\n".join(json.dumps(regression()) for _ in range(2))
    (tmp_path / "b.jsonl").write_text(lines)
    (tmp_path / "a.json").write_text(json.dumps(regression(), indent=2))
    (tmp_path / "below" / "t.jsonl").write_text("\n".join(written()))
    (tmp_path / "notes.txt").write_text("nothing")
    names = [Path(found.name).name for found in replay(tmp_path)]
    assert names == ["a.json", "b.jsonl:1", "b.jsonl:2", "t.jsonl"]


def test_a_folder_without_such_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no JSON files"):
        list(replay(tmp_path))
