"""Mutants are all the small changes of a clause; none of a sample survives."""

import random
from pathlib import Path

import pytest

from pyadapter.batch import Question
from pyadapter.errors import DocumentError
from pyadapter.mutants import mutable_law, mutants
from pyadapter.mutation import (
    FILES,
    Trial,
    count_trials,
    read_names,
    run_mutants,
)
from pyadapter.mutation_batches import read_questions
from tests.oracle.compare import action_text
from tests.oracle.states import random_state

HERE = Path(__file__).resolve().parent
CASES = [*sorted((HERE / "cases").glob("*.jsonl")), HERE / "offers.jsonl"]
EQUIVALENT = HERE / "equivalent_mutants.txt"
EVERY = 500
RANDOM_STATES = 20


def changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    path = tmp_path / "x.lp"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("pyadapter.mutants.encoding_folder", lambda: tmp_path)
    law = mutable_law([path], indexed=frozenset())
    return ["" if each.clause is None else str(each.clause) for each in mutants(law)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a :- b.", {"", "a.", "a :- not b."}),
        ("a :- not b.", {"", "a.", "a :- b."}),
        ("a(X) :- b(X), X < 3.", {"a(X) :- b(X); X <= 3.", "a(X) :- X < 3."}),
        ("a(X) :- b(X), X != 3.", {"a(X) :- b(X); X = 3."}),
        ("a(x). a(y).", {"a(y).", "a(x)."}),
        ("a(7).", {"a(8)."}),
        ("a(20090711).", {"a(21090711)."}),
        ("a(20210205).", {"a(19210205)."}),
        ("a :- 2 <= #count { X : b(X), c(X) }.", {"a :- 2 < #count { X: b(X), c(X) }."}),
        ("a :- 2 <= #count { X : b(X), c(X) }.", {"a :- 2 <= #count { X: b(X) }."}),
    ],
)
def test_a_clause_is_changed_in_each_small_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, expected: set[str]
) -> None:
    assert expected <= set(changes(tmp_path, monkeypatch, text))


def test_no_mutant_of_the_sample_survives_that_is_not_equivalent() -> None:
    equivalent = read_names(EQUIVALENT)
    rng = random.Random(5)
    drawn = [random_state(rng) for _ in range(RANDOM_STATES)]
    questions = [Question(state, player, action_text(action)) for state, player, action in drawn]
    trials = tuple(run_mutants([*read_questions(CASES), *questions], every=EVERY))
    survivors = {trial.name for trial in trials if trial.outcome == "survived"}
    assert sorted(survivors - equivalent) == []
    assert sum(trial.outcome == "killed" for trial in trials) > len(trials) // 2


def test_equivalent_mutants_are_mutants_and_few() -> None:
    names = {mutant.name for mutant in mutants(mutable_law(FILES, indexed=frozenset()))}
    equivalent = read_names(EQUIVALENT)
    assert sorted(equivalent - names) == []
    assert len(equivalent) <= len(names) // 20


def test_survivors_that_are_named_as_equivalent_count_apart() -> None:
    trials = [Trial("a", "f", "killed"), Trial("b", "f", "survived"), Trial("c", "g", "survived")]
    counted = count_trials(trials, equivalent=["c"])
    assert counted["totals"] == {"killed": 1, "survived": 1, "equivalent": 1}
    assert counted["files"]["g"] == {"killed": 0, "survived": 0, "equivalent": 1}


def test_a_file_of_cases_that_can_not_be_read_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("[]\n", encoding="utf-8")
    for name in (path, tmp_path / "missing.jsonl"):
        with pytest.raises(DocumentError, match="expected a file of cases"):
            read_questions([name])
