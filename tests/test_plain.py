"""Verdicts as lines: one reason a line, in columns, nothing obeyed that comes from outside."""

from pyadapter.plain import reason_lines, verdict_lines
from pyadapter.verdict import Outcome, Reason, Verdict


def verdict(*reasons: Reason, action: str = "roll_planar_die") -> Verdict:
    outcome: Outcome = "illegal" if reasons else "legal"
    return Verdict("ann", action, "roll_planar_die", outcome, "roll", {"x": ("1", "2")}, reasons)


TWO = (Reason("stack_empty", "unmet", ("1.1", "1.2"), "no"), Reason("cost", "open", ("2",), "??"))


def test_what_speaks_against_an_action_has_a_line_each_under_the_other() -> None:
    lines = list(verdict_lines([verdict(*TWO), verdict()], title="Title", notes=["a note"]))
    assert lines == [
        "Title",
        "a note",
        "player  action           verdict  why (rule)",
        "ann     roll_planar_die  illegal  no (1.1)",
        "                                  ?? (2)",
        "ann     roll_planar_die  legal    x: 1, 2",
    ]


def test_without_an_action_it_says_so() -> None:
    assert list(verdict_lines([], title="T")) == ["T", "  no special action is on offer"]


def test_all_reasons_stand_in_columns_with_all_their_rules() -> None:
    assert list(reason_lines(verdict(*TWO))) == [
        "ann: roll: illegal",
        "  ✗  stack_empty  no (1.1, 1.2)",
        "  ?  cost         ?? (2)",
        "  options: x: 1, 2",
    ]


def test_control_characters_are_spelled_out() -> None:
    (line,) = list(verdict_lines([verdict(action="a\x1b[31m")], title="T"))[2:]
    assert "a\\x1b[31m" in line
