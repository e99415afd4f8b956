"""The law against another: reforms, replaced files, encodings of their own, and mutants."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyadapter.differences import Differences, differences
from pyadapter.encodings import encoding_folder
from pyadapter.errors import SearchError
from pyadapter.other_clauses import OtherLaw
from pyadapter.other_law import changed_law, read_other
from pyadapter.scope import named_scope

RULES = "2026-09-25"
REFORMS = Path(__file__).parent.parent / "examples" / "reforms"


def against(other: OtherLaw, kind: str = "play_land", *, scope: str = "land_plays") -> Differences:
    return differences(RULES, RULES, scope=named_scope(scope), kind=kind, other=other)


def told(found: Differences) -> set[tuple[str, str]]:
    return {(each.before, each.now) for group in found.groups for each, _ in group.states}


def test_a_second_land_is_what_a_reform_without_counting_changes() -> None:
    found = against(read_other(REFORMS / "unlimited_land_plays.lp"))
    assert told(found) == {("illegal", "legal")}
    assert found.groups[0].states[0][1].size == 1


def test_suspending_with_a_full_stack_is_what_the_other_reform_changes() -> None:
    reform = read_other(REFORMS / "suspend_on_an_empty_stack.lp")
    assert not against(reform).groups
    found = against(reform, "suspend", scope="editions")
    assert ("legal", "illegal") in told(found)
    assert all("in_zone(o2,stack" in " ".join(state.facts) for _, state in found.groups[0].states)


def test_the_same_file_instead_of_itself_makes_no_difference() -> None:
    path = encoding_folder() / "actions" / "play_land.lp"
    assert against(read_other(path, instead_of="actions/play_land.lp")).outcome == (
        "no difference in scope"
    )


def test_an_encoding_of_its_own_may_use_the_names_of_the_law(tmp_path: Path) -> None:
    path = tmp_path / "own.lp"
    path.write_text(
        "legal(P,A) :- asked(P,A), priority(P).\n"
        "verdict(P,A,legal) :- legal(P,A).\n"
        "verdict(P,A,illegal) :- asked(P,A), not legal(P,A).\n"
    )
    assert ("illegal", "legal") in told(against(read_other(path)))


def test_a_mutant_that_says_the_same_makes_no_difference_and_another_does() -> None:
    rule = "permission(P,rule,1) :- player(P)."
    assert not against(
        changed_law([rule], ["permission(P,rule,1) :- player(P), seat(P,_)."])
    ).groups
    assert against(changed_law([rule], ["permission(P,rule,2) :- player(P)."])).groups


def test_clauses_to_be_removed_must_be_there() -> None:
    one = "accounted(P) :- player(P)."
    with pytest.raises(SearchError, match="no clause of the law"):
        against(changed_law([one], []))


def test_a_law_that_chooses_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.lp"
    path.write_text("{ unlimited(P) } :- player(P).\n")
    with pytest.raises(SearchError, match="no plain clause"):
        read_other(path)
