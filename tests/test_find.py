"""Finding states: the smallest first, no two alike, each as single states are judged."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pyadapter import GameState
from pyadapter.budget import Budget
from pyadapter.cli import command
from pyadapter.documents import read_document
from pyadapter.errors import SearchError
from pyadapter.find import Finds, find, likeness
from pyadapter.queries import checked_query, load_query
from pyadapter.scope import Scope, named_scope
from pyadapter.space import Example
from pyadapter.workers import Processes

QUERIES = Path(__file__).parent.parent / "examples" / "queries"
ELSEWHERE = QUERIES / "land_from_elsewhere.lp"
NEW = "2026-09-25"


def found(text: str, *, cards: int, kind: str | None, rules: str = NEW, limit: int = 1) -> Finds:
    scope = named_scope("default").of_size(cards)
    return find(checked_query(text), scope, rules=rules, kind=kind, limit=limit)


def judged_alike(example: Example) -> bool:
    verdict = GameState.from_document(example.document).why(example.action, player=example.player)
    reasons = [
        sorted({each.requirement for each in verdict.reasons if each.status == status})
        for status in ("unmet", "open")
    ]
    wanted = [example.verdict, [*example.unmet], [*example.open]]
    return [verdict.verdict, *reasons] == wanted


def test_the_smallest_states_come_first_and_no_two_are_alike() -> None:
    text = load_query(ELSEWHERE)
    answer = found(text, cards=2, kind="play_land", limit=5)
    assert (answer.outcome, answer.complete, answer.sizes) == ("found 5", True, (0, 1, 2))
    sizes = [(each.size, each.extras) for each in answer.examples]
    assert sizes == sorted(sizes)
    assert sizes[0] == (2, 2)
    assert len({likeness(each) for each in answer.examples}) == 5
    for each in answer.examples:
        assert each.smallest
        assert (each.player, each.action, each.verdict) == ("alice", "play_land(o1)", "legal")
        assert "in_zone(o1,hand,alice)" not in each.facts
        assert judged_alike(each)


def test_what_differs_only_in_names_is_found_once() -> None:
    text = """
    goal :- in_zone(O,graveyard,alice), in_zone(R,hand,alice).
    zone_of(zone(O)) :- in_zone(O,Z,P).
    :- extra(F), not zone_of(F).
    :- card_of(O,C), card_type(C,T), T != land.
    :- card_of(O,C), card_supertype(C,basic).
    """
    answer = found(text, cards=2, kind="roll_planar_die", limit=3)
    assert (answer.complete, len(answer.examples)) == (True, 1)


@pytest.mark.parametrize(
    ("facts", "same"),
    [
        (("in_zone(o3,hand,a)", 'card_of(o3,"Card 3")', 'card_type("Card 3",land)'), True),
        (("in_zone(o3,exile,a)", 'card_of(o3,"Card 3")', 'card_type("Card 3",land)'), False),
        (("in_zone(o1,hand,a)", 'card_of(o1,"Card 1")', 'card_type("Card 1",land)'), False),
        (("in_zone(o3,hand,a)", 'card_of(o3,"Card 3")', 'card_type("Card 2",land)'), False),
    ],
)
def test_likeness_forgets_the_names_of_what_nobody_asks_about(
    facts: tuple[str, ...], same: bool
) -> None:
    other = ("in_zone(o2,hand,a)", 'card_of(o2,"Card 2")', 'card_type("Card 2",land)')
    assert (likeness(example(facts)) == likeness(example(other))) is same


def example(facts: tuple[str, ...]) -> Example:
    about = {"kind": "plot", "player": "a", "action": "plot(o1)", "verdict": "illegal"}
    numbers = {"size": 2, "extras": 0, "smallest": True}
    return Example(**about, **numbers, rules=NEW, facts=facts, unmet=(), open=())  # type: ignore[arg-type]


def test_the_smallest_of_all_kinds_is_found() -> None:
    text = "goal :- legal(P,A), in_zone(O,Z,P)."
    answer = found(text, cards=1, kind=None, limit=3)
    assert [(each.kind, each.size, each.extras) for each in answer.examples[:1]] == [
        ("play_land", 1, 0)
    ]
    assert answer.sizes == (0, 1)
    assert all(judged_alike(each) for each in answer.examples)


def test_nothing_is_found_where_there_is_nothing_and_misspelt_constants_are_told() -> None:
    text = "goal :- legal(P,A), in_zone(O,hnd,P)."
    answer = found(text, cards=1, kind="play_land")
    assert (answer.outcome, answer.examples) == ("no such state in scope", ())
    assert answer.never == ("1: in_zone(O,hnd,P)",)


def test_a_spent_budget_is_unknown() -> None:
    query = checked_query("goal :- legal(P,A).")
    answer = find(query, named_scope("default"), rules=NEW, budget=Budget.of(0))
    assert answer.outcome == "unknown: the time ran out with 0 found"
    assert not answer.complete


def test_choices_and_constraints_of_a_query_hold() -> None:
    text = "{ one; two } = 1. goal :- one, legal(P,roll_planar_die). :- not planar_die_rolled(_,1)."
    (example,) = found(text, cards=0, kind="roll_planar_die").examples
    assert "planar_die_rolled(alice,1)" in example.facts


def test_what_clingo_can_not_work_out_is_an_error() -> None:
    with pytest.raises(SearchError, match="operation undefined"):
        found("goal :- in_zone(O,hand,P), O + 1 > 2.", cards=1, kind="plot")


def test_processes_and_a_journal_give_the_same_answer(tmp_path: Path) -> None:
    query = load_query(ELSEWHERE)
    scope = named_scope("default").of_size(2)
    wanted = find(query, scope, rules=NEW, kind="play_land", limit=3)
    file = tmp_path / "journal"
    with Processes(2) as executor:
        answer = find(
            query, scope, rules=NEW, kind="play_land", limit=3, executor=executor, journal=file
        )
    assert answer == wanted
    again = find(
        query, scope, rules=NEW, kind="play_land", limit=3, journal=file, budget=Budget.of(0)
    )
    assert again == wanted
    with pytest.raises(SearchError, match="another search: limit: found 3, expected 4"):
        find(query, scope, rules=NEW, kind="play_land", limit=4, journal=file)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), prog_name="special-actions")


def test_the_command_prints_each_state_and_ends_with_how_to_repeat_it(tmp_path: Path) -> None:
    words = ["find", str(ELSEWHERE), "--cards", "2", "--kind", "play_land", "--rules", "current"]
    result = run(*words, "--save", str(tmp_path))
    assert result.exit_code == 0
    assert result.stdout.startswith("1. alice: play_land(o1): legal · 2 objects, 2 out of")
    assert f"again: special-actions {' '.join(words)}" in result.stdout
    document = result.stdout[result.stdout.index("{") : result.stdout.rindex("}") + 1]
    state = GameState.from_document(read_document(document))
    assert state.why("play_land(o1)", player="alice").legal
    assert len([*tmp_path.iterdir()]) == 1


def test_the_command_gives_json_lines() -> None:
    words = ["--cards", "2", "--kind", "play_land", "--rules", "current", "--limit", "2", "--json"]
    result = run("find", str(ELSEWHERE), *words)
    *rows, closing = map(json.loads, result.stdout.splitlines())
    assert [row["size"] for row in rows] == [2, 2]
    assert {row["version"] for row in (*rows, closing)} == {1}
    assert rows[0]["expected"] == {"verdict": "legal", "unmet": [], "open": []}
    assert closing["outcome"] == "found 2"
    assert (closing["edition"], closing["sizes"]) == (NEW, [0, 1, 2])
    assert closing["repeat"].startswith("special-actions find ")


def test_the_command_says_what_is_wrong_or_unknown(tmp_path: Path) -> None:
    file = tmp_path / "q.lp"
    file.write_text("goal :- leagl(P,A).")
    result = run("find", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no predicate leagl/2 is known; near: legal/2" in result.stderr
    assert run("find", str(ELSEWHERE), "--kind", "plots").exit_code == 2
    assert run("find", str(ELSEWHERE), "--scope", "none").exit_code == 2
    assert run("find", str(ELSEWHERE), "--scope", "none.json").exit_code == 2
    assert run("find", str(ELSEWHERE), "--rules", "1999-01-01").exit_code == 2
    result = run("find", str(ELSEWHERE), "--time-limit", "0")
    assert result.exit_code == 4
    assert result.stdout.startswith("unknown: the time ran out with 0 found · scope default")
    file.write_text("goal :- legal(P,A), in_zone(O,hnd,P).")
    result = run("find", str(file), "--kind", "plot", "--cards", "1")
    assert result.exit_code == 0
    assert "note: true in no state searched: line 1: in_zone(O,hnd,P)" in result.stdout
    assert "no such state in scope · scope default" in result.stdout


def test_the_page_on_searching_shows_an_example_that_is_there_and_true() -> None:
    page = (QUERIES.parent.parent / "docs" / "search.md").read_text(encoding="utf-8")
    assert f"```prolog\n{ELSEWHERE.read_text(encoding='utf-8')}```" in page
    (example,) = found(load_query(ELSEWHERE), cards=2, kind="play_land").examples
    zones = {fact for fact in example.facts if fact.startswith("in_zone(")}
    assert "in_zone(o1,graveyard,alice)" in zones
    assert any("land_play_permission" in fact for fact in example.facts)


def test_the_page_on_searching_names_every_field_of_a_bounds_file() -> None:
    page = (QUERIES.parent.parent / "docs" / "search.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    assert named == {*Scope.__struct_fields__}


def test_the_help_names_the_options_that_there_are() -> None:
    words = ("--cards", "--players", "--kind", "--scope", "--rules", "--limit", "--json", "--save")
    text = run("find", "--help").stdout
    for word in (*words, "--time-limit", "--jobs", "--dask", "--journal", "Exit codes"):
        assert word in text


def test_control_c_prints_what_was_found_and_is_unknown(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    words = ["find", str(ELSEWHERE), "--cards", "3", "--limit", "500", "--journal", str(journal)]
    process = subprocess.Popen(
        [sys.executable, "-c", "from pyadapter.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    for _ in range(1200):
        if journal.exists() and journal.read_bytes().count(b"\n") > 2:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=120)
    assert (process.returncode, error) == (4, "")
    assert out.startswith("unknown: stopped with 0 found · scope default")
    assert f"again: special-actions {shlex.join(words)}" in out
