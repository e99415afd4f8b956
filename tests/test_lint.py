"""The linter finds nothing in the law, and each fault that is put before it."""

from pathlib import Path

import pytest

from pyadapter.lint import known_numbers, lint

HEAD = "% x.lp: a test.\n%\n% Purpose: a test.\n% Reads:   nothing.\n% Defines: a.\n\n"
TAG = "% A sentence.\n%! 115.2a@2012\n"


def test_the_law_is_clean() -> None:
    assert [str(finding) for finding in lint()] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "% A sentence.\na.\n", "a clause without a tag line"),
        (HEAD + "% A sentence.\n%! 999.9z@2012\na.\n", "no rule 999.9z is known"),
        (HEAD + "% A sentence.\n%! 116.2a@2012\na.\n", "no rule 116.2a is known"),
        (HEAD + "% A sentence.\n%! 115.2a@1987\na.\n", "the tag '115.2a@1987'"),
        (HEAD + "% A sentence.\n%! somewhere\na.\n", "the tag 'somewhere'"),
        (HEAD + TAG + "a :- unheard_of(1).\n", "unheard_of/1 is neither an input nor derived"),
        (HEAD + TAG + "priority(a).\n", "priority is an input and can't be derived"),
        (HEAD + TAG + "#defined unheard_of/1.\na.\n", "unheard_of/1 is not in the vocabulary"),
        (HEAD + TAG + "{ a }.\n", "a choice or disjunction"),
        (HEAD + TAG + "a ; b.\n", "a choice or disjunction"),
        (HEAD + TAG + "#const n = 1.\na.\n", "the law has no place for Definition"),
        (HEAD + TAG + "a :- not b.\nb :- not a.\n", "recursion through a, b"),
        (HEAD + TAG + "a(X) :- a(X).\n", "recursion through a"),
        (HEAD + TAG + "aB.\n", "the predicate 'aB'"),
        (HEAD + TAG + "a(1).\na(1,2).\n", "a/2 beside a/1"),
        (HEAD + TAG + "a(XY) :- priority(XY).\n", "the variable 'XY'"),
        (HEAD + TAG + "a. " + "%" * 100 + "\n", "columns, expected at most 100"),
        (HEAD + TAG + "a. \n", "blanks at the end"),
        (HEAD + TAG + "a.\t%\n", "a tab"),
        (TAG + "a.\n", "a header without 'Purpose:'"),
    ],
)
def test_a_fault_is_found_with_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.lp"
    path.write_text(text, encoding="utf-8")
    findings = [str(finding) for finding in lint([path])]
    assert any(message in finding for finding in findings), findings
    assert all(finding.startswith(f"{path}:") for finding in findings)


def test_a_predicate_has_one_home_unless_each_action_has_its_part_in_it(tmp_path: Path) -> None:
    for name in ("x", "y"):
        text = f"{HEAD}{TAG}a.\nb_{name}.\nkind({name},{name}).\n"
        (tmp_path / f"{name}.lp").write_text(text, encoding="utf-8")
    findings = [str(each) for each in lint([tmp_path / "x.lp", tmp_path / "y.lp"])]
    [finding] = [each for each in findings if "already" in each]
    assert ":9: a/0 is defined in " in finding


def test_numbers_are_those_of_the_edition() -> None:
    assert {"115.2a", "305.2", "702.60a"} <= known_numbers(20120501)
    assert "702.62a" not in known_numbers(20120501)
