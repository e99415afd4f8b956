"""Verifying properties: true ones, false ones with the state a judge would name, vacuous ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pyadapter.budget import Budget
from pyadapter.cli import command
from pyadapter.properties import own_properties, properties_in
from pyadapter.scope import named_scope
from pyadapter.state import GameState
from pyadapter.verify import Outcome, rounds, verify

OLD, NEW = "2012-05-01", "2026-09-25"


def outcome_of(
    text: str,
    *,
    kind: str,
    cards: int = 1,
    rules: str = OLD,
    budget: Budget | None = None,
) -> Outcome:
    file = properties_in(text, name="test.lp")
    (found,) = verify(
        [file],
        scope=named_scope("default").of_size(cards),
        rules=rules,
        names={file.path: [each.name for each in file.properties]},
        kind=kind,
        budget=budget or Budget(),
    )
    return found


def false_property(body: str, *, antecedent: str = "legal(_,A)") -> str:
    return (
        '%! 115.1@2012\nstatement(wrong,"what is not so").\n'
        f"antecedent(wrong,A) :- {antecedent}.\nviolated(wrong,A) :- {body}.\n"
    )


def refuting_state(outcome: Outcome) -> dict[str, Any]:
    """Return what refutes a property as plain data, after judging it anew."""
    assert outcome.outcome == "refuted"
    assert outcome.counterexample is not None
    example = outcome.counterexample.example
    assert example.smallest
    verdict = GameState.from_document(example.document).why(example.action, player=example.player)
    if not outcome.counterexample.worlds:
        assert verdict.verdict == example.verdict
    found: dict[str, Any] = json.loads(GameState.from_document(example.document).to_json())
    return found


def facts_of(outcome: Outcome) -> Sequence[str]:
    assert outcome.counterexample is not None
    return outcome.counterexample.example.facts


def test_lands_wait_for_a_main_phase_is_refuted_by_a_land_with_flash() -> None:
    found = outcome_of(
        false_property("legal(P,A), A = play_land(_), not main_phase(P)"), kind="play_land"
    )
    refuting_state(found)
    facts = facts_of(found)
    assert 'card_ability("Card 1",flash)' in facts
    assert 'card_type("Card 1",land)' in facts
    assert not [fact for fact in facts if "_main" in fact]
    assert found.common is not None
    assert 'card_ability("Card 1",flash)' in found.common
    assert found.counterexample is not None
    assert found.counterexample.witness == ("play_land(o1)",)


def test_one_land_a_turn_is_refuted_by_an_effect_that_gives_one_more() -> None:
    found = outcome_of(
        false_property("legal(P,A), land_played(P,_,rule)", antecedent="asked(_,A)"),
        kind="play_land",
    )
    refuting_state(found)
    facts = facts_of(found)
    assert "land_played(alice,1,rule)" in facts
    assert 'stated(e1,"additional_land_plays who=\\"you\\"")' in facts


def test_turning_up_waits_for_an_empty_stack_is_refuted_under_a_spell() -> None:
    found = outcome_of(
        false_property("legal(P,A), A = turn_face_up(_), in_zone(_,stack,_)"),
        kind="turn_face_up",
        cards=2,
    )
    refuting_state(found)
    facts = facts_of(found)
    assert found.sizes == (1, 2)
    assert "in_zone(o1,battlefield,alice)" in facts
    assert "face_down(o1)" in facts
    assert [fact for fact in facts if fact.startswith("in_zone(o2,stack,")]


def test_owners_turn_up_is_refuted_by_a_permanent_of_another_player() -> None:
    found = outcome_of(
        false_property("legal(P,A), A = turn_face_up(O), not in_zone(O,_,P)"), kind="turn_face_up"
    )
    refuting_state(found)
    assert "in_zone(o1,battlefield,bob)" in facts_of(found)
    assert "controller(o1,alice)" in facts_of(found)


def test_only_in_ones_own_turn_is_refuted_by_a_discard_in_another_players_turn() -> None:
    found = outcome_of(
        false_property("legal(P,A), not active(P)"), kind="discard_any_time", rules=NEW
    )
    refuting_state(found)
    assert [fact for fact in facts_of(found) if fact.startswith("turn(bob,")]
    assert 'card_ability("Card 1",discard_any_time)' in facts_of(found)


def test_what_is_not_listed_is_illegal_is_refuted_by_a_card_that_says_so() -> None:
    found = outcome_of(
        false_property("legal(_,A), kind(A,K), not listed(K)", antecedent="asked(_,A)"),
        kind="discard_any_time",
    )
    refuting_state(found)
    assert 'card_ability("Card 1",discard_any_time)' in facts_of(found)


def test_more_mana_is_no_matter_is_refuted_by_the_second_roll() -> None:
    found = outcome_of(
        "%! worlds floating/3\n"
        "floating((0;1),P,N,S) :- floating(P,N,S).\n"
        "floating(1,P,9,r) :- asked(P,_).\n"
        + false_property("legal(1,_,A), not legal(0,_,A)", antecedent="asked(_,A)"),
        kind="roll_planar_die",
        cards=0,
    )
    refuting_state(found)
    assert found.counterexample is not None
    poor, rich = found.counterexample.worlds
    assert (poor.verdict, rich.verdict) == ("unaffordable", "legal")
    assert rich.facts == ("floating(alice,9,r)",)
    assert "planar_die_rolled(alice,1)" in facts_of(found)


def test_a_property_that_nothing_puts_to_the_test_is_vacuous() -> None:
    text = false_property("legal(_,A), not asked(_,A)", antecedent="legal(_,A), A = plot(_)")
    assert outcome_of(text, kind="plot").outcome == "vacuous"
    assert outcome_of(text, kind="plot", rules=NEW).outcome == "holds in scope"


def test_without_time_nothing_is_known() -> None:
    found = outcome_of(false_property("legal(_,A)"), kind="play_land", budget=Budget.of(0))
    assert (found.outcome, found.sizes, found.counterexample) == ("unknown", (), None)


@pytest.mark.parametrize(
    ("kind", "rules"), [("end_effect", OLD), ("roll_planar_die", OLD), ("end_effect", NEW)]
)
def test_what_comes_along_is_not_refuted_without_objects(kind: str, rules: str) -> None:
    file = own_properties()[0]
    found = verify(
        [file],
        scope=named_scope("default").of_size(0),
        rules=rules,
        names={file.path: [each.name for each in file.properties]},
        kind=kind,
    )
    assert [each.property.name for each in found if each.outcome == "refuted"] == []
    assert sum(each.outcome == "holds in scope" for each in found) >= 15


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, ["verify", *arguments], prog_name="special-actions")
    return result.exit_code, result.output


def test_a_property_by_name_holds_and_the_last_line_repeats_the_search() -> None:
    code, output = run("land_on_own_turn", "--kind", "play_land", "--cards", "1", "--rules", NEW)
    assert code == 0
    table, closing, again = output.splitlines()[0], *output.splitlines()[-2:]
    assert table.split() == ["land_on_own_turn", "holds", "in", "scope", "305.3"]
    assert closing.startswith("1 holds in scope · scope default (")
    assert "rules of 2026-09-25 · cards 1 ·" in closing
    assert again == (
        "again: special-actions verify land_on_own_turn --kind play_land --cards 1 "
        "--rules 2026-09-25"
    )


def test_the_documented_example_is_refuted_as_data_and_kept(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "verify.md").read_text(encoding="utf-8")
    mine = tmp_path / "mine.lp"
    mine.write_text(page.split("```prolog\n")[1].split("```")[0], encoding="utf-8")
    code, output = run(
        *("--file", str(mine), "--kind", "play_land", "--cards", "1", "--json"),
        *("--save", str(tmp_path / "kept"), "--journal", str(tmp_path / "journal")),
    )
    data = json.loads(output)
    assert code == 1
    assert (data["version"], data["edition"], data["scope"]) == (1, OLD, "default")
    (row,) = data["properties"]
    assert (row["name"], row["outcome"], row["rules"]) == (
        "land_in_main_phase",
        "refuted",
        ["305.1"],
    )
    assert {each["status"] for each in row["counterexample"]["reasons"]} == {"met"}
    assert row["counterexample"]["verdict"] == "legal"
    (kept,) = (tmp_path / "kept").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8"))["expected"]["verdict"] == "legal"
    assert row["counterexample"]["state"]["cards"][0]["abilities"] == ["flash"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("land_on_own_trun",), "is land_on_own_turn or foretold_on_own_turn meant?"),
        (("qwxz",), "`special-actions verify --list` tells all names"),
        (("land_on_own_turn", "--kind", "ply"), "--kind: found 'ply'"),
        (("--file", "nowhere.lp"), "nowhere.lp"),
    ],
)
def test_bad_input_is_named(arguments: tuple[str, ...], message: str) -> None:
    code, output = run(*arguments)
    assert code == 2
    assert message in output


def test_a_misspelt_predicate_is_an_error_that_names_it(tmp_path: Path) -> None:
    mine = tmp_path / "mine.lp"
    mine.write_text(false_property("leagl(_,A)"), encoding="utf-8")
    code, output = run("--file", str(mine))
    assert code == 2
    assert "leagl/2 is defined nowhere" in output


def test_without_time_the_exit_code_is_4() -> None:
    code, output = run("land_on_own_turn", "--cards", "1", "--time-limit", "0")
    assert code == 4
    assert "unknown" in output


def test_what_cannot_speak_of_a_kind_is_not_asked_and_does_not_count() -> None:
    code, output = run("--kind", "roll_planar_die", "--cards", "0")
    table = output.partition("\n\n")[0]
    assert "first_roll_is_free" in table
    assert "one_verdict" in table
    assert "land_on_own_turn" not in table
    assert "main_phase_kinds" in table
    assert "not asked, as they speak of others" in output
    code, output = run("land_on_own_turn", "--kind", "roll_planar_die", "--cards", "0")
    assert (code, output.split()[:2]) == (3, ["land_on_own_turn", "vacuous"])


def test_all_properties_are_listed_with_the_kinds_that_they_are_about() -> None:
    code, output = run("--list")
    lines = {line.split()[0]: line for line in output.splitlines()}
    assert code == 0
    assert lines["land_on_own_turn"].endswith("(play_land)")
    assert lines["one_verdict"].endswith("each action that is asked about has exactly one verdict")


def test_small_states_come_first_for_all_properties() -> None:
    plain = properties_in(false_property("legal(_,A), not asked(_,A)"), name="plain.lp")
    two = properties_in(
        "%! worlds floating/3\nfloating((0;1),P,N,S) :- floating(P,N,S).\n"
        + false_property("legal(0,_,A), not asked(_,A)", antecedent="asked(_,A)").replace(
            "wrong", "wrong_too"
        ),
        name="two.lp",
    )
    order = [(size, file.path) for size, files in rounds([two, plain], cards=2) for file in files]
    assert order == [
        *((0, "plain.lp"), (1, "plain.lp"), (0, "two.lp"), (1, "two.lp")),
        *((2, "plain.lp"), (2, "two.lp")),
    ]
