"""States that searches have found once: what was said of them is still said."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from pyadapter import GameState, StateDocument
from pyadapter.difference_search import DiffState
from pyadapter.differences import differences
from pyadapter.errors import DocumentError, EncodingError
from pyadapter.find import find
from pyadapter.other_clauses import OtherLaw
from pyadapter.other_law import read_other
from pyadapter.queries import checked_query
from pyadapter.regressions import Regression, load_regression, save_differences, save_example
from pyadapter.replay import replay
from pyadapter.scope import named_scope
from pyadapter.space import Example
from pyadapter.two_laws import Aspects

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
    found = (verdict.verdict, tuple(sorted(unmet)), tuple(sorted(still)))
    assert found == (kept.expected.verdict, kept.expected.unmet, kept.expected.open)


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


OLD, NEW = "2012-05-01", "2026-09-25"


def parted(other: OtherLaw | None = None) -> DiffState:
    scope = named_scope("land_plays").of_size(1)
    old = OLD if other is None else NEW
    found = differences(old, NEW, scope=scope, kind="play_land", other=other)
    return found.groups[0].states[0][1]


def replayed(kept: Regression, folder: Path) -> str | None:
    path = folder / "one.json"
    path.write_bytes(msgspec.json.encode(kept))
    (result,) = replay(path)
    return result.difference


def test_a_difference_is_replayed_under_both_editions(tmp_path: Path) -> None:
    (path,) = save_differences([(parted(), "a title")], tmp_path, old=OLD, new=NEW)
    assert path.name.startswith("play_land-legal-illegal-")
    kept = load_regression(path)
    assert (kept.title, kept.rules) == ("a title", NEW)
    assert (kept.expected.verdict, kept.expected.unmet) == ("illegal", ("land_play_left",))
    assert kept.against is not None
    assert (kept.against.rules, kept.against.expected.verdict) == (OLD, "legal")
    assert replayed(kept, tmp_path) is None
    other = msgspec.structs.replace(kept.against, rules=NEW)
    said = replayed(msgspec.structs.replace(kept, against=other), tmp_path)
    assert said == f"under the rules of {NEW} the verdict is illegal, expected legal"


def test_a_difference_to_a_reform_is_replayed_by_the_law_and_the_reform(tmp_path: Path) -> None:
    reform = read_other(
        Path(__file__).parent.parent / "examples" / "reforms" / "unlimited_land_plays.lp"
    )
    (path,) = save_differences(
        [(parted(reform), "a title")], tmp_path, old=NEW, new=NEW, other=reform
    )
    kept = load_regression(path)
    assert kept.expected.verdict == "illegal"
    assert kept.against is not None
    assert (kept.against.rules, kept.against.expected.verdict) == (None, "legal")
    assert replayed(kept, tmp_path) is None
    law = OtherLaw("nothing new", ())
    other = msgspec.structs.replace(kept.against, law=law)
    said = replayed(msgspec.structs.replace(kept, against=other), tmp_path)
    assert said == "by nothing new the verdict is illegal, expected legal"


def test_whether_a_kind_is_listed_is_replayed_too(tmp_path: Path) -> None:
    scope = named_scope("editions").of_size(1)
    found = differences(
        OLD, NEW, scope=scope, kind="discard_any_time", aspects=Aspects(listing=True)
    )
    states = [(state, "a title") for group in found.groups for _, state in group.states]
    for path in save_differences(states, tmp_path / "saved", old=OLD, new=NEW):
        kept = load_regression(path)
        assert kept.expected.listed
        assert kept.against is not None
        assert kept.against.expected.listed is False
        assert replayed(kept, tmp_path) is None
        wrong = msgspec.structs.replace(kept.expected, listed=False)
        said = replayed(msgspec.structs.replace(kept, expected=wrong), tmp_path)
        assert said == "the kind is listed, expected not listed"


def test_a_difference_that_is_none_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(EncodingError, match="legal -> illegal; judged by itself: illegal"):
        list(save_differences([(parted(), "a title")], tmp_path, old=NEW, new=NEW))
