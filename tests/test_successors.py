"""Every real case that tells what the state is after its action leads to that state."""

from __future__ import annotations

from typing import Any

import pytest

from pyadapter import GameState
from pyadapter.moves import PASS
from tests.succession import Successor, all_followed, all_successors, changes, derived, things
from tests.walks.invariants import broken


@pytest.mark.parametrize("row", all_successors(), ids=lambda row: row.id)
def test_what_follows_is_what_the_case_says(row: Successor) -> None:
    for number, (step, taken) in enumerate(zip(row.steps, all_followed()[row.id], strict=True)):
        before, state = taken[0].before, taken[-1].found.state
        happened: set[str] = set()
        pending: list[str] = []
        for each in taken:
            move, found = each.move, each.found
            assert list(broken(each.before, move, found)) == []
            if move.action != PASS:
                assert move.player in (each.before.document.priority or ())
                kept = f"keeps_priority({move.player})" in found.events
                lost = any("loses" in each for each in found.pending)
                assert kept != lost
            happened.update(found.events)
            pending += found.pending
        where = f"step {number}"
        if "changes" in step:
            assert changes(before.document, state.document) == step["changes"], where
        assert set(step.get("events", ())) <= happened, where
        assert not {each.split("(")[0] for each in happened} & set(step.get("never", ())), where
        assert pending == step.get("pending", []), where
        if "priority" in step:
            assert list(state.document.priority or ()) == [step["priority"]], where
        there = things(state.document)
        for name, fields in step.get("now", {}).items():
            assert {field: there[name].get(field) for field in fields} == fields, where
        holds, lacks = set(step.get("holds", ())), set(step.get("lacks", ()))
        if holds or lacks:
            atoms = derived(state, holds | lacks)
            assert (holds - atoms, lacks & atoms) == (set(), set()), where
        for asked in step.get("verdicts", ()):
            check_verdict(state, asked)


def check_verdict(state: GameState, asked: dict[str, Any]) -> None:
    found = state.why(asked["action"], player=asked["player"])
    unmet = found.with_status("unmet")
    there = (found.verdict, sorted(reason.requirement for reason in unmet))
    assert there == (asked["verdict"], asked.get("unmet", [])), asked
    assert asked.get("says", "") in "; ".join(reason.text for reason in unmet), asked


def test_ids_of_successors_are_unique() -> None:
    ids = [row.id for row in all_successors()]
    assert len(ids) == len(set(ids))
