"""A slice of the law says exactly what the whole law says."""

from collections import defaultdict
from pathlib import Path

import clingo
import msgspec
import pytest

from pyadapter import GameState, StateDocument, known_cards
from pyadapter.batch import CardKeys, Prepared, Question, ground_together, lifted_law, prepared
from pyadapter.clauses import tabled
from pyadapter.editions import edition_fact
from pyadapter.errors import EncodingError
from pyadapter.explain import READ
from pyadapter.programs import parsed
from pyadapter.session import LAW, ground
from pyadapter.slices import (
    ground_slice,
    kept_name,
    law_table,
    met_patterns,
    needed_clauses,
    possible_clauses,
    slice_for,
    words_by_predicate,
)
from tests.casework import all_cases

ALL = (*READ, ("malformed", 2))


def every_case() -> dict[str, list[Prepared]]:
    """All cases as facts with the question asked, by edition."""
    keys = CardKeys()
    found: dict[str, list[Prepared]] = defaultdict(list)
    for case in all_cases():
        document = msgspec.convert(case.state, StateDocument)
        question = Question(document, case.player, case.action)
        each = prepared(question, known_cards(), None, keys)
        found[each.edition].append(each)
    return found


def test_slices_say_on_many_cases_what_the_whole_law_says_of_one_state_and_of_many() -> None:
    for edition, cases in list(every_case().items())[::3]:
        shared = [edition_fact(edition)]
        states = [each.all_facts for each in cases[::8]]
        whole = ground_together(states, shared=shared, read=ALL, law=lifted_law())
        assert ground_together(states[:40], shared=shared, read=ALL) == whole[:40]
        for facts, expected in zip(states[::4], whole[::4], strict=True):
            assert ground_slice([*shared, *facts], read=ALL) == expected


def test_slices_say_what_the_plain_grounding_says() -> None:
    for edition, cases in list(every_case().items())[1::3]:
        for each in cases[::200]:
            facts = [edition_fact(edition), *each.all_facts]
            assert ground_slice(facts, read=ALL) == ground(facts, files=LAW, read=ALL)


def test_a_slice_leaves_out_what_no_fact_can_meet_and_what_nobody_reads() -> None:
    state = GameState.from_json(
        """{"turn": "ann", "phase": "precombat_main", "priority": "ann",
            "players": [{"name": "ann", "hand": ["Forest"]}]}"""
    )
    whole = slice_for(state.facts(), read=ALL)
    assert "play_land(O)" in whole
    assert "planar_die" not in slice_for(state.facts(), read=[("malformed", 2)])
    assert "blamed(" not in slice_for(state.facts(), read=[("verdict", 3)])
    assert len(whole) < len(slice_for([*state.facts(), "effect_on(k,1,has(x))"], read=ALL))


@pytest.mark.parametrize(
    ("program", "facts"),
    [
        ("a(X) :- given(X). b(X) :- a(X), not c(X). c(X) :- given(f(X)).", ["given(1)"]),
        ("a(X) :- given(f(X,k)). b(X) :- a(X).", ['given(f("k",l))', "given(f(k,m))"]),
        ("a(X) :- given(f(X,k)). b(X) :- a(X).", ["given(f(1,k))"]),
        ("b(X) :- given(X), c(2). c(N+1) :- given(N).", ["given(1)"]),
        ("b(X) :- given(X), c(-1). c(N-2) :- given(N).", ["given(1)"]),
        ("b(1) :- given(-1). b(2) :- given(1). b(3) :- given(0).", ["given(-1)"]),
        ("b(1) :- given(7).", ["given(0x7)"]),
        ('b(1) :- given("x y"). b(2) :- given("").', ['given("x y")', 'given("")']),
        ("b(N) :- N = #count { X : given(X) }. b(X) :- b(0), c(X). c((3;4)).", []),
        ("b(X) :- c(X), not given(X). c(1..3).", ["given(2)"]),
        ("b(X) :- given((X,1)). b(2) :- given((2,2)).", ["given((3,1))"]),
        ("b(X) :- given(X), X = a'. b(k) :- given(a').", ["given(a')"]),
        ("b(X) :- given(g(h(X,z),1)). b(q) :- given(g(h(_,y),_)).", ["given(g(h(7,z),1))"]),
        ("b(X) :- given(X), nought. nought :- not given(9).", ["given(8)"]),
        ("b(1) :- nought. b(2) :- not nought.", ["nought"]),
        ("b(X) :- given(X) : c(X); d(X). c(1). d(1). d(2).", ["given(1)"]),
    ],
)
def test_a_slice_of_a_program_gives_what_the_program_gives(
    program: str, facts: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "program.lp"
    path.write_text(program, encoding="utf-8")
    rules = [each for each in parsed([path]) if str(each.ast_type) == "ASTType.Rule"]
    clauses, patterns = tabled(rules, rules)
    given = met_patterns(facts, words_by_predicate(patterns))
    places = needed_clauses(clauses, possible_clauses(clauses, given), [("b", 1)])
    text = "".join(f"{fact}. " for fact in facts)
    assert meant(text + " ".join(clauses[i].text for i in places)) == meant(text + program)


def meant(program: str) -> set[str]:
    control = clingo.Control(logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    return {str(each.symbol) for each in control.symbolic_atoms.by_signature("b", 1)}


def test_an_atom_that_is_read_of_a_slice_must_be_a_fact() -> None:
    with pytest.raises(EncodingError, match="not decided"):
        ground_slice(["player(a)", "priority(a) :- not x. x :- not priority(a)"],
                     read=[("has_priority", 1)])  # fmt: skip


@pytest.mark.parametrize("text", ["{ a }.", "a ; b.", ":- a.", "-a."])
def test_what_is_no_plain_clause_has_no_slice(text: str, tmp_path: Path) -> None:
    path = tmp_path / "program.lp"
    path.write_text(text, encoding="utf-8")
    rules = [each for each in parsed([path]) if str(each.ast_type) == "ASTType.Rule"]
    with pytest.raises(EncodingError):
        tabled(rules, rules)


def test_files_that_end_alike_are_kept_apart() -> None:
    with_faults = ("special_actions.lp", "wellformed.lp", "payment/plan.lp")
    without = ("special_actions.lp", "payment/plan.lp")
    assert kept_name(with_faults) != kept_name(without)
    assert ("malformed", 2) not in law_table(("special_actions.lp", "state/turn.lp")).indexed
    assert ("malformed", 2) in law_table(("wellformed.lp", "state/turn.lp")).indexed
