"""States that searches have found once: what was said of them is still said."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from pyadapter import GameState, StateDocument
from pyadapter.errors import DocumentError
from pyadapter.find import find
from pyadapter.queries import checked_query
from pyadapter.regressions import load_regression, save_example
from pyadapter.scope import named_scope
from pyadapter.space import Example

FILES = sorted((Path(__file__).parent / "regressions").glob("*.json"))


def test_there_are_regressions() -> None:
    assert len(FILES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_regression_is_judged_as_it_was(path: Path) -> None:
    kept = load_regression(path)
    state = GameState.from_document(msgspec.convert(kept.state, StateDocument))
    assert state.edition == kept.rules
    verdict = state.why(kept.action, player=kept.player)
    unmet = tuple(each.requirement for each in verdict.with_status("unmet"))
    still = tuple(each.requirement for each in verdict.with_status("open"))
    found = (verdict.verdict, sorted(unmet), sorted(still))
    assert found == (kept.expected.verdict, [*kept.expected.unmet], [*kept.expected.open])


def test_regressions_are_replayed_before_all_other_tests(request: pytest.FixtureRequest) -> None:
    names = [item.path.name == "test_regressions.py" for item in request.session.items]
    assert names == sorted(names, reverse=True)


def example() -> Example:
    query = checked_query("goal :- unmet(P,roll_planar_die,R).")
    scope = named_scope("default").of_size(0)
    (found,) = find(query, scope, rules="2012-05-01", kind="roll_planar_die").examples
    return found


def test_an_example_is_saved_in_one_file_however_often(tmp_path: Path) -> None:
    found = example()
    paths = [save_example(found, tmp_path / "new", found_by="this test") for _ in range(2)]
    assert paths[0] == paths[1]
    assert [*(tmp_path / "new").iterdir()] == [paths[0]]
    kept = load_regression(paths[0])
    assert (kept.player, kept.action, kept.rules) == ("alice", "roll_planar_die", "2012-05-01")
    assert (kept.expected.verdict, kept.expected.unmet) == (found.verdict, found.unmet)
    assert kept.found_by == "this test"
    row = json.loads(paths[0].read_text())
    assert (row["version"], row["kind"]) == (1, "regression")
    assert msgspec.convert(row["state"], StateDocument) == found.document


def test_a_file_that_is_no_regression_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text('{"version": 1, "kind": "trace"}')
    with pytest.raises(DocumentError, match="expected a regression"):
        load_regression(file)
    with pytest.raises(DocumentError, match="expected a file that can be written"):
        save_example(example(), file)
