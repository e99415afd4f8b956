"""Every real case and every edge case of the specification gets its verdict, for its reasons."""

import pytest

from tests.casework import Case, all_cases


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_gets_its_verdict_for_exactly_its_reasons(case: Case) -> None:
    verdict = case.game().why(case.action, player=case.player)
    unmet = tuple(sorted(reason.requirement for reason in verdict.with_status("unmet")))
    if case.beyond_payment and verdict.verdict == "unknown":
        assert [reason.requirement for reason in verdict.with_status("open")] == ["cost"]
        assert set(unmet) <= set(case.unmet)
        return
    assert (verdict.verdict, unmet) == (case.verdict, case.unmet)


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_every_reason_has_a_rule_and_a_whole_sentence(case: Case) -> None:
    for reason in case.game().why(case.action, player=case.player).reasons:
        assert reason.rules, reason
        assert reason.text, reason
        assert not {"{player}", "{object}", "{blame}"} & set(reason.text.split())


def test_case_ids_are_unique() -> None:
    ids = [case.id for case in all_cases()]
    assert len(ids) == len(set(ids))
