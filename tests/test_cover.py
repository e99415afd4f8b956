"""All classes of verdicts: as many as are pinned, each witness judged as single states are."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from pyadapter import GameState, StateDocument
from pyadapter.budget import Budget
from pyadapter.cli import command
from pyadapter.cover import Cover, cover
from pyadapter.errors import SearchError
from pyadapter.scope import named_scope
from pyadapter.space import Example, Space, kinds
from pyadapter.workers import Processes
from tests.casework import read_cases

COUNTS = json.loads((Path(__file__).parent / "counts" / "classes.json").read_text())
NEW = "2026-09-25"
SMALL = ("end_effect", "ignore_effect", "discard_any_time")


@cache
def covered(kind: str, cards: int = 1, rules: str = NEW) -> Cover:
    return cover(named_scope("default").of_size(cards), rules=rules, kind=kind)


@cache
def counted(kind: str, rules: str) -> dict[int, dict[str, int]]:
    scope = named_scope("default").of_size(2)
    return cover(scope, rules=rules, kind=kind, witness_limit=None).counts


@pytest.mark.parametrize(("rules", "kind"), [*product(COUNTS, kinds())])
def test_there_are_as_many_classes_as_are_pinned(rules: str, kind: str) -> None:
    pinned = {size: row.get(kind, 0) for size, row in COUNTS[rules].items() if int(size) <= 2}
    found = counted(kind, rules)
    assert {size: found.get(int(size), {}).get(kind, 0) for size in pinned} == pinned


def key(example: Example) -> tuple[object, ...]:
    return example.kind, example.unmet, example.open


@pytest.mark.parametrize("kind", SMALL[1:])
def test_each_class_has_one_witness_that_single_states_judge_alike(kind: str) -> None:
    found = covered(kind)
    assert found.complete
    assert found.total == len(found.witnesses) == len({key(each) for each in found.witnesses})
    assert found.counts == {
        size: row for size, row in counted(kind, NEW).items() if size <= 1 and row
    }
    for each in found.witnesses:
        assert each.smallest
        state = GameState.from_document(each.document)
        verdict = state.why(each.action, player=each.player)
        unmet = {reason.requirement for reason in verdict.with_status("unmet")}
        still = {reason.requirement for reason in verdict.with_status("open")}
        assert (verdict.verdict, unmet, still) == (each.verdict, {*each.unmet}, {*each.open})


@pytest.mark.parametrize("kind", SMALL[:2])
def test_no_state_is_of_another_class_and_no_witness_larger_than_it_must_be(kind: str) -> None:
    """Look at many states one by one, which `cover` never does."""
    least: dict[tuple[object, ...], int] = {}
    space = Space(named_scope("default").of_size(0), kind=kind, rules=NEW)
    for _ in range(150):
        example = space.ask(smallest=False).example
        if example is None:
            break
        least[key(example)] = min(example.extras, least.get(key(example), 99))
        space.exclude_last()
    witnesses = {key(each): each.extras for each in covered(kind).witnesses if each.size == 0}
    assert least.keys() <= witnesses.keys()
    assert all(witnesses[each] <= extras for each, extras in least.items())


def test_processes_and_a_journal_give_the_same_cover(tmp_path: Path) -> None:
    scope = named_scope("default").of_size(1)
    file = tmp_path / "journal"
    with Processes(2) as executor:
        found = cover(scope, rules=NEW, kind="end_effect", executor=executor, journal=file)
    assert found == covered("end_effect")
    spent = Budget.of(0)
    assert cover(scope, rules=NEW, kind="end_effect", journal=file, budget=spent) == found
    with pytest.raises(SearchError, match="another search: edition"):
        cover(scope, rules="2012-05-01", kind="end_effect", journal=file)


def test_a_spent_budget_is_unknown() -> None:
    found = cover(named_scope("default"), rules=NEW, budget=Budget.of(0))
    assert (found.outcome, found.sizes) == ("unknown: the time ran out with 0 classes", ())


def test_a_witness_for_which_the_time_did_not_suffice_is_marked() -> None:
    scope = named_scope("default").of_size(0)
    found = cover(scope, rules=NEW, kind="end_effect", witness_limit=0.0)
    assert found.complete
    assert {each.smallest for each in found.witnesses} == {False}
    assert {key(each) for each in found.witnesses} == {
        key(each) for each in covered("end_effect").witnesses if each.size == 0
    }


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["cover", *arguments], prog_name="special-actions")


def test_the_command_lists_classes_and_writes_cases_that_the_tests_can_read(
    tmp_path: Path,
) -> None:
    file = tmp_path / "cases.jsonl"
    words = ["--kind", "discard_any_time", "--cards", "1", "--rules", "current"]
    result = run(*words, "--pytest", str(file))
    assert result.exit_code == 0
    assert result.stdout.startswith("kind              verdict")
    assert "all 12 classes · scope default" in result.stdout
    cases = read_cases(file)
    assert len(cases) == len({case.id for case in cases}) == 12
    for case in cases:
        verdict = case.game().why(case.action, player=case.player)
        unmet = tuple(sorted(each.requirement for each in verdict.with_status("unmet")))
        assert (verdict.verdict, unmet) == (case.verdict, case.unmet)


def test_the_command_gives_json_lines_and_counts() -> None:
    words = ["--kind", "end_effect", "--cards", "0", "--rules", "current", "--json"]
    *rows, closing = map(json.loads, run(*words).stdout.splitlines())
    assert len(rows) == COUNTS[NEW]["0"]["end_effect"]
    assert {row["version"] for row in (*rows, closing)} == {1}
    assert all(msgspec.convert(row["state"], StateDocument).rules == NEW for row in rows)
    assert closing["counts"] == {"0": {"end_effect": len(rows)}}
    (only,) = map(json.loads, run(*words, "--count").stdout.splitlines())
    assert only["counts"] == closing["counts"]


def test_the_command_says_what_is_wrong_or_unknown(tmp_path: Path) -> None:
    assert run("--time-limit", "0").exit_code == 4
    assert run("--kind", "plots").exit_code == 2
    words = ["--kind", "discard_any_time", "--cards", "0", "--pytest", str(tmp_path / "no" / "x")]
    assert run(*words).exit_code == 2
