"""Each requirement of each kind stands alone against an action in some state."""

from functools import cache

import pytest

from pyadapter.editions import edition_fact, edition_on
from pyadapter.session import ground
from tests.casework import all_cases


@cache
def requirements() -> tuple[tuple[str, str], ...]:
    found: set[tuple[str, str]] = set()
    for edition in ("2012-05-01", "current"):
        fact = edition_fact(edition_on(edition))
        atoms = ground([fact], files=["special_actions.lp"], read=[("requires", 2)])
        found |= {(str(kind), str(requirement)) for kind, requirement in atoms["requires", 2]}
    return tuple(sorted(found))


@pytest.mark.parametrize(("kind", "requirement"), requirements())
def test_a_requirement_is_alone_unmet_in_some_case(kind: str, requirement: str) -> None:
    alone = [
        case.id
        for case in all_cases()
        if case.action.startswith(kind) and case.unmet == (requirement,)
    ]
    assert alone, f"no case in which only {requirement} speaks against {kind}"


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in requirements()}))
def test_each_kind_is_legal_in_some_case(kind: str) -> None:
    assert any(case.action.startswith(kind) and case.verdict == "legal" for case in all_cases())


@pytest.mark.parametrize("kind", ["foretell", "plot", "companion"])
def test_a_kind_that_is_newer_than_the_edition_is_not_listed(kind: str) -> None:
    assert any(case.action.startswith(kind) and case.unmet == ("listed",) for case in all_cases())
