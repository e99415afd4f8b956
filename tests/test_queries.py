"""Queries: what can't be meant is refused, with its line, before anything is searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyadapter.errors import SearchError, SpecialActionsError
from pyadapter.known import known_predicates
from pyadapter.queries import checked_query, load_query

EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "queries").glob("*.lp"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("goal :- leagl(P,A).", r"q:1:9: no predicate leagl/2 is known; near: legal/2"),
        ("goal :- not legal(A).", r"q:1:13: no predicate legal/1 is known; near: legal/2"),
        (
            "goal.\n:- 2 < #count { O : in_zon(O,Z,P) }.",
            r"q:2:\d+: no predicate in_zon/3 .*in_zone/3",
        ),
        ("goal :- x : tunr(P,S).", r"no predicate x/0"),
        ("goal(1).", r"q: found no rule for goal"),
        ("", r"q: found no rule for goal"),
        ("goal :- ", r"q:\d.*: error: syntax error"),
        ("goal :- X < 1.", r"q:1:1-15: error: unsafe variables"),
        ("goal :- priority(P), @f(P) = 1.", r"q:1:22: found @f\(P\), expected no Python"),
        ("goal. legal(a,b).", r"q:1:7: legal/2 is not for a query to define"),
        ("goal. { priority(bob) }.", r"q:1:9: priority/1 is not for a query to define"),
        ("goal. #count { O : in_zone(O,hand,P) : player(P) } > 1.", r"in_zone/3 is not for"),
        ("goal. a ; face_down(o1).", r"face_down/1 is not for a query"),
        ("goal. extra(o9).", r"extra/1 is not for a query"),
        ("goal. #minimize { 1 }.", r"expected rules, constraints and choices only"),
        ("goal. #const alice = bob.", r"found #const, expected rules"),
        ("goal. #show.", r"expected rules, constraints and choices only"),
        ("goal. #script (python)\n#end.", r"found #script, expected rules"),
        ("goal :- &sum { 1 } < 2.", r"no definition found for theory atom"),
        ("goal :- offered(P,A).", r"no predicate offered/2 is known"),
    ],
)
def test_a_query_that_can_not_be_meant_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(SearchError, match=message):
        checked_query(text, name="q")


@pytest.mark.parametrize(
    "text",
    [
        "goal :- legal(P,A), kind(A,plot).",
        "% told\n{ wanted(1..3) } = 1. goal :- wanted(N), life(P,N).",
        "goal. :- in_zone(O,hand,P), in_zone(R,hand,P), O < R.",
        "near(O) :- in_zone(O,(hand;exile),P). goal :- near(O), not tapped(O).",
        "goal :- extra(O), 2 = #sum { N,P : life(P,N) }.",
    ],
)
def test_a_query_may_define_choose_and_constrain(text: str) -> None:
    assert checked_query(text) == text


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_queries_that_begin_with_what_they_look_for(path: Path) -> None:
    assert load_query(path).startswith("% ")


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecialActionsError, match="readable file"):
        load_query(tmp_path / "none.lp")
    file = tmp_path / "x.lp"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(SearchError, match="expected text in UTF-8"):
        load_query(file)


def test_inputs_the_law_and_the_scope_may_be_asked_about() -> None:
    assert {("turn", 2), ("legal", 2), ("unmet", 3), ("extra", 1), ("malformed", 2)} <= (
        known_predicates()
    )
