"""Every real case and every edge case of the specification gets its verdict, for its reasons."""

from functools import cache
from typing import Any

import clingo
import msgspec
import pytest

from pyadapter import StateDocument, Verdict
from pyadapter.batch import Question, answers
from pyadapter.session import grounded
from tests.casework import Case, all_cases

left_to_solving: list[str] = []


def grounded_and_looked_at(*given: Any, **options: Any) -> clingo.Control:
    control = grounded(*given, **options)
    left_to_solving.extend(str(each.symbol) for each in control.symbolic_atoms if not each.is_fact)
    return control


@cache
def verdicts() -> dict[str, Verdict]:
    """The verdicts on all cases, from one batch; test_batch.py compares it with single states."""
    cases = all_cases()
    questions = (
        Question(msgspec.convert(case.state, StateDocument), case.player, case.action)
        for case in cases
    )
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pyadapter.batch.grounded", grounded_and_looked_at)
        for case, answer in zip(cases, answers(questions), strict=True):
            assert answer.error is None, (case.id, str(answer.error))
            assert answer.asked is not None
            found[case.id] = answer.asked
    return found


def test_every_atom_is_a_fact_on_every_case() -> None:
    assert verdicts()
    assert left_to_solving == []


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_gets_its_verdict_for_exactly_its_reasons(case: Case) -> None:
    verdict = verdicts()[case.id]
    unmet = tuple(sorted(reason.requirement for reason in verdict.with_status("unmet")))
    assert (verdict.verdict, unmet) == (case.verdict, case.unmet)


def test_every_reason_has_a_rule_and_a_whole_sentence() -> None:
    for name, verdict in verdicts().items():
        for reason in verdict.reasons:
            assert reason.rules, (name, reason)
            assert len(reason.text.split()) > 2, (name, reason)
            assert not {"{player}", "{object}", "{blame}"} & set(reason.text.split()), name


def test_case_ids_are_unique() -> None:
    ids = [case.id for case in all_cases()]
    assert len(ids) == len(set(ids))


def test_single_states_say_the_same_of_a_sample() -> None:
    for case in all_cases()[::120]:
        assert case.game().why(case.action, player=case.player) == verdicts()[case.id]
