"""The command: what it prints where, and its exit codes."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from pyadapter import GameState, known_cards, schema
from pyadapter.cli import command
from pyadapter.encodings import encoding_folder

STATES = Path(__file__).resolve().parent.parent / "examples" / "states"
ROLL = str(STATES / "third_roll.json")
DEATH = str(STATES / "willbender_under_split_second.json")
TEAM = str(STATES / "a_team_of_two.json")


CONTEXT = click.Context(command)
VERBS = command.list_commands(CONTEXT)


@cache
def run(*arguments: str, stdin: str | bytes = b"") -> Result:
    """What a run of the command gave; no test writes a file again that it has had read."""
    text = stdin.encode() if isinstance(stdin, str) else stdin
    return CliRunner().invoke(command, list(arguments), input=text, prog_name="special-actions")


def process(
    *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from pyadapter.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **(environment or {})},
        check=False,
    )


def moment(**fields: Any) -> str:
    return json.dumps(
        {
            "turn": "ann",
            "phase": "precombat_main",
            "priority": "ann",
            "players": [{"name": "ann", "hand": ["Forest"]}, {"name": "bob", "hand": ["Island"]}],
            **fields,
        }
    )


def written(folder: Path, text: str | bytes, name: str = "state.json") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def said_of(result: Result) -> str:
    """The one message of a run that ended in good order for bad input."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert isinstance(result.exception, SystemExit)
    (line,) = result.stderr.splitlines()
    assert line.startswith("special-actions: ")
    return line.removeprefix("special-actions: ")


def test_checking_a_state_shows_every_action_with_its_verdict_and_what_speaks_against_it() -> None:
    result = run("check", DEATH)
    assert (result.exit_code, result.stderr) == (0, "")
    head, heading, *rows = result.stdout.splitlines()
    assert head.strip() == "Answering what can't be answered · rules of 2012-05-01"
    assert heading.split() == ["player", "action", "verdict", "why", "(rule)"]
    starts = [row.split()[:3] for row in rows if row.startswith("alice")]
    assert starts == [
        ["alice", "play_land(forest)", "illegal"],
        ["alice", "suspend(rift_bolt)", "illegal"],
        ["alice", "turn_face_up(morph)", "legal"],
    ]
    assert "because of Sudden Death (702.59a)" in result.stdout


def test_checking_several_files_shows_each_under_its_title() -> None:
    result = run("check", TEAM, ROLL)
    assert result.exit_code == 0
    heads = [line.strip() for line in result.stdout.splitlines() if "rules of" in line]
    assert heads == [
        "Two heads, two lands · rules of 2012-05-01",
        "The die gets dearer · rules of 2012-05-01",
    ]


def test_a_state_without_a_title_is_shown_under_the_name_of_its_file(tmp_path: Path) -> None:
    path = written(tmp_path, moment())
    head = "".join(run("check", path).stdout.partition("player ")[0].split("\n"))
    assert Path(path).name in head


def test_a_state_in_which_nothing_is_on_offer_says_so(tmp_path: Path) -> None:
    path = written(tmp_path, moment(players=[{"name": "ann"}]))
    assert "no special action is on offer" in run("check", path).stdout


def test_only_one_player_is_checked_if_so_wished() -> None:
    result = run("check", TEAM, "--player", "beth")
    assert [line.split()[0] for line in result.stdout.splitlines()[2:]] == ["beth"]


def test_a_state_is_read_from_the_standard_input() -> None:
    result = run("check", "-", "--json", stdin=moment())
    assert result.exit_code == 0
    actions = [verdict["action"] for verdict in json.loads(result.stdout)["verdicts"]]
    assert actions == ["play_land(forest)", "play_land(island)"]


def test_an_empty_standard_input_is_told_as_such() -> None:
    result = run("check", "-", stdin="\n")
    assert result.exit_code == 2
    assert result.stderr == (
        "special-actions: the standard input: found nothing at all, "
        "expected a state document in JSON\n"
    )


def test_the_standard_input_may_stand_beside_files() -> None:
    result = run("check", ROLL, "-", "--json", stdin=moment())
    kinds = [json.loads(line)["verdicts"][0]["kind"] for line in result.stdout.splitlines()]
    assert kinds == ["roll_planar_die", "play_land"]


def test_a_file_of_json_lines_holds_a_state_a_line(tmp_path: Path) -> None:
    path = written(tmp_path, "\n".join([moment(title="One"), moment(title="Two")]), "s.jsonl")
    result = run("check", path)
    heads = [line.strip() for line in result.stdout.splitlines() if "rules of" in line]
    assert heads == ["One · rules of 2012-05-01", "Two · rules of 2012-05-01"]


def test_json_lines_are_read_from_the_standard_input() -> None:
    result = run("check", "-", "--json", stdin="\n".join([moment()] * 3))
    assert len(result.stdout.splitlines()) == 3


def test_one_json_line_is_one_state(tmp_path: Path) -> None:
    result = run("check", written(tmp_path, moment() + "\n"), "--json")
    assert json.loads(result.stdout)["edition"] == "2012-05-01"


def test_empty_lines_between_json_lines_are_passed_over() -> None:
    result = run("check", "-", "--json", stdin=f"\n{moment()}\n\n \n{moment()}\n\n")
    assert len(result.stdout.splitlines()) == 2


@pytest.mark.parametrize("gap", ["", "\n", "\n\n \n"])
def test_a_fault_in_a_json_line_is_told_with_the_number_of_the_line(gap: str) -> None:
    bad = moment(players=[{"name": "ann", "hand": ["Frost"]}])
    text = f"{moment()}\n{gap}{bad}\n"
    number = text.splitlines().index(bad) + 1
    assert said_of(run("check", "-", stdin=text)).startswith(f"-:{number}: $.players[0].hand[0]")


def test_a_state_of_many_lines_is_one_state(tmp_path: Path) -> None:
    text = json.dumps(json.loads(moment()), indent=2)
    result = run("check", written(tmp_path, text), "--json")
    assert len(json.loads(result.stdout)["verdicts"]) == 2


def test_machine_output_has_the_documented_shape() -> None:
    data = json.loads(run("check", DEATH, "--json").stdout)
    assert list(data) == ["version", "state", "edition", "verdicts", "notes"]
    assert (data["version"], data["edition"], data["notes"]) == (1, "2012-05-01", [])


def test_machine_output_names_the_file_of_each_state(tmp_path: Path) -> None:
    path = written(tmp_path, f"{moment()}\n{moment()}", "s.jsonl")
    lines = run("check", ROLL, path, "-", "--json", stdin=moment()).stdout.splitlines()
    assert [json.loads(line)["state"] for line in lines] == [ROLL, f"{path}:1", f"{path}:2", "-"]


def test_who_decides_for_whom_is_noted_under_the_title_and_in_machine_output() -> None:
    text = moment(players=[{"name": "ann", "decided_by": "bob"}, {"name": "bob"}])
    note = "bob makes the decisions of ann"
    assert run("check", "-", stdin=text).stdout.splitlines()[1] == note
    assert json.loads(run("check", "-", "--json", stdin=text).stdout)["notes"] == [note]


def test_machine_output_has_the_verdicts_of_the_api() -> None:
    data = json.loads(run("check", DEATH, "--json").stdout)
    assert data["verdicts"] == [each.as_dict() for each in GameState.load(DEATH).verdicts()]


def test_a_verdict_in_machine_output_has_the_documented_fields() -> None:
    data = json.loads(run("check", TEAM, "--json", "--player", "beth").stdout)
    (verdict,) = data["verdicts"]
    reasons = verdict.pop("reasons")
    assert verdict == {
        "player": "beth",
        "action": "play_land(plains)",
        "kind": "play_land",
        "verdict": "legal",
        "label": "play Plains",
        "options": {"under": ["rule"]},
    }
    assert {tuple(reason) for reason in reasons} == {
        ("requirement", "status", "rule", "rules", "text")
    }


def test_a_reason_in_machine_output_has_the_documented_fields() -> None:
    data = json.loads(run("why", TEAM, "play", "forest", "--player", "alice", "--json").stdout)
    assert data["verdicts"][0]["reasons"][0] == {
        "requirement": "land_play_left",
        "status": "unmet",
        "rule": "305.2",
        "rules": ["305.2", "115.2a"],
        "text": "no land play is left this turn; used up: the rules' own for each turn",
    }


def test_machine_output_on_one_state_is_indented_for_people() -> None:
    assert run("check", ROLL, "--json").stdout.startswith('{\n  "version": 1,\n')


def test_machine_output_on_several_states_is_one_line_each() -> None:
    lines = run("check", ROLL, TEAM, DEATH, "--json").stdout.splitlines()
    assert [len(json.loads(line)["verdicts"]) for line in lines] == [2, 4, 3]


def test_machine_output_has_nothing_but_ascii(tmp_path: Path) -> None:
    path = written(tmp_path, moment(players=[{"name": "ann"}, {"name": "\u00e9\U0001f525"}]))
    assert run("check", path, "--json").stdout.isascii()


def test_all_reasons_for_or_against_an_action_are_shown_with_all_their_rules() -> None:
    result = run("why", DEATH, "suspend", "Rift", "Bolt")
    assert (result.exit_code, result.stderr) == (0, "")
    head, *lines, change = result.stdout.splitlines()
    assert change.startswith("  smallest change: ")
    verdict = GameState.load(DEATH).why("suspend Rift Bolt")
    assert head == "alice: suspend Rift Bolt: illegal"
    assert [line.split()[:2] for line in lines] == [
        [{"met": "✓", "unmet": "✗", "open": "?"}[reason.status], reason.requirement]
        for reason in verdict.reasons
    ]
    for line, reason in zip(lines, verdict.reasons, strict=True):
        assert line.rstrip().endswith(f"{reason.text} ({', '.join(reason.rules)})")


@pytest.mark.parametrize(
    "action", [["suspend Rift Bolt"], ["suspend", "rift_bolt"], ["suspend(rift_bolt)"]]
)
def test_an_action_may_be_given_in_one_word_or_several(action: list[str]) -> None:
    assert run("why", DEATH, *action).stdout.startswith("alice: suspend Rift Bolt: illegal\n")


def test_the_options_of_an_action_are_shown() -> None:
    result = run("why", TEAM, "play", "plains", "--player", "beth")
    assert result.stdout.splitlines()[-1].strip() == "options: under: rule"


def test_machine_output_on_an_action_is_its_verdict_alone() -> None:
    data = json.loads(run("why", ROLL, "roll", "--json").stdout)
    assert list(data) == ["version", "edition", "verdicts", "plans", "changes", "notes"]
    assert data["verdicts"] == [GameState.load(ROLL).why("roll").as_dict()]


def test_what_would_have_to_change_is_shown_below_the_reasons() -> None:
    result = run("why", DEATH, "suspend", "Rift", "Bolt")
    assert result.stdout.splitlines()[-1] == (
        "  smallest change: in a main phase of alice's turn with an empty stack"
        " (here: once Sudden Death has left it)"
    )


def test_what_would_have_to_change_can_be_left_out() -> None:
    words = ("why", DEATH, "suspend", "Rift", "Bolt", "--no-changes")
    assert "smallest change" not in run(*words).stdout
    assert json.loads(run(*words, "--json").stdout)["changes"] is None


def test_nothing_has_to_change_for_what_is_legal() -> None:
    assert "smallest change" not in run("why", TEAM, "play", "plains", "--player", "beth").stdout
    words = ("why", TEAM, "play", "plains", "--player", "beth", "--json")
    assert json.loads(run(*words).stdout)["changes"] is None


def test_the_machine_output_has_the_changed_state_which_can_be_asked_again(tmp_path: Path) -> None:
    data = json.loads(run("why", DEATH, "suspend", "Rift", "Bolt", "--json").stdout)
    [change] = data["changes"]["smallest"]
    assert (data["changes"]["complete"], change["cost"]) == (True, 1)
    changed = written(tmp_path, json.dumps(change["state"]))
    assert "suspend Rift Bolt: legal" in run("why", changed, "suspend", "Rift", "Bolt").stdout


def test_where_no_change_helps_that_is_said() -> None:
    result = run("why", DEATH, "suspend", "Forest")
    assert result.stdout.splitlines()[-1] == "  smallest change: no change of these kinds"


def test_an_action_is_asked_about_in_a_state_from_the_standard_input() -> None:
    assert run("why", "-", "play", "Forest", stdin=moment()).stdout.startswith(
        "ann: play Forest: legal\n"
    )


def test_facts_are_printed_one_a_line() -> None:
    result = run("facts", ROLL)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "".join(f"{fact}.\n" for fact in GameState.load(ROLL).facts())


def test_facts_are_read_by_clingo_beside_the_law() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clingo", "--verbose=0", "special_actions.lp", "-"],
        cwd=encoding_folder(),
        input=run("facts", DEATH).stdout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["legal(alice,turn_face_up(morph))", "SATISFIABLE"]


def test_the_schema_is_printed_as_json() -> None:
    result = run("schema")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == json.loads(json.dumps(schema()))


def test_all_cards_are_listed_in_order() -> None:
    result = run("cards")
    assert (result.exit_code, result.stderr) == (0, "")
    names = [line.partition(" · ")[0] for line in result.stdout.splitlines()]
    assert names == sorted(known_cards())


def test_a_card_is_listed_with_its_type_and_its_mana_cost() -> None:
    assert run("cards", "grizzly").stdout == "Grizzly Bears · Creature — Bear · {1}{G}\n"


def test_a_card_without_a_mana_cost_is_listed_without_one() -> None:
    assert run("cards", "dryad").stdout == "Dryad Arbor · Land Creature — Forest Dryad\n"


def test_cards_are_listed_that_have_all_words_in_their_names() -> None:
    lines = run("cards", "BOLT", "rift").stdout.splitlines()
    assert [line.partition(" · ")[0] for line in lines] == ["Rift Bolt"]


def test_no_card_is_listed_if_none_has_the_words() -> None:
    result = run("cards", "storm", "crow", "of", "doom")
    assert (result.exit_code, result.output) == (0, "")


def test_cards_of_a_file_are_listed_too(tmp_path: Path) -> None:
    path = written(tmp_path, '[{"name": "Frost", "type": "Snow Land"}]', "cards.json")
    assert run("cards", "--cards", path, "frost").stdout == "Frost · Snow Land\n"


@pytest.mark.parametrize("words", [("check",), ("why", "play", "Frost"), ("facts",)])
def test_cards_of_files_are_known_to_every_command_on_a_state(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    cards = written(tmp_path, '[{"name": "Frost", "type": "Snow Land"}]', "cards.json")
    path = written(tmp_path, moment(players=[{"name": "ann", "hand": ["Frost"]}]))
    verb, *rest = words
    result = run(verb, path, *rest, "--cards", cards)
    assert result.exit_code == 0
    assert "frost" in result.stdout.lower()


@pytest.mark.parametrize(
    ("words", "day"),
    [
        (("check",), "2012-05-20"),
        (("check",), "current"),
        (("why", "roll"), "2012-05-20"),
        (("facts",), "2012-05-20"),
    ],
)
def test_the_edition_is_picked_by_a_day(words: tuple[str, ...], day: str, tmp_path: Path) -> None:
    path = written(tmp_path, moment(rules="1999-01-01"))
    verb, *rest = words
    assert run(verb, path, *rest, "--rules", day).exit_code == 0


BAD_DAYS = {
    "1999-01-01": "rules of 1999-01-01: no edition in force on that day is known; ",
    "yesterday": "rules date: found 'yesterday', expected a date YYYY-MM-DD, or current",
    "": "rules date: found '', expected a date YYYY-MM-DD, or current",
}


@pytest.mark.parametrize(("day", "message"), BAD_DAYS.items(), ids=["past", "word", "empty"])
def test_a_day_without_rules_is_refused(day: str, message: str) -> None:
    for verb, *rest in (("check",), ("why", "roll"), ("facts",)):
        assert said_of(run(verb, ROLL, *rest, "--rules", day)).startswith(f"{ROLL}: {message}")


BAD_STATES: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "$: found "),
    "no JSON": ("hello", "$: found JSON is malformed"),
    "no UTF-8": (b'{"players": [{"name": "\xff"}]}', "$: found "),
    "a wrong type": (moment(players=3), "$.players: found int, expected array"),
    "an unknown field": (moment(fase="draw"), "$.fase: found an unknown field, expected one of "),
    "a missing field": ("{}", "$: found no such field, expected the field 'players'"),
    "a wrong value": (moment(phase="main"), "$.phase: found 'main', expected one of "),
    "deep nesting": ("[" * 200_000, "$: found "),
    "an unknown card": (
        moment(players=[{"name": "ann", "hand": ["Frost"]}]),
        "$.players[0].hand[0]: found the card 'Frost', which is not known, expected ",
    ),
    "an unknown day": (moment(rules="1999-01-01"), "rules of 1999-01-01: no edition"),
    "a fault by the rules": (
        moment(phase="untap"),
        "$.priority: ann can't have priority: nobody has in the untap step",
    ),
    "a fault with a capital letter": (
        moment(priority="Zed"),
        "$.priority: found Zed, expected a player of this state",
    ),
    "a character with the code 0": (moment(title="\0"), "$: found a character with the code 0"),
}


@pytest.mark.parametrize(("text", "message"), BAD_STATES.values(), ids=BAD_STATES)
def test_a_bad_state_is_answered_with_one_message_on_stderr_and_nothing_on_stdout(
    text: str | bytes, message: str, tmp_path: Path
) -> None:
    path = written(tmp_path, text)
    assert said_of(run("check", path)).startswith(f"{path}: {message}")


TELLING = ("no JSON", "an unknown card", "a fault by the rules")


@pytest.mark.parametrize("name", TELLING)
def test_every_command_answers_a_bad_state_alike(name: str, tmp_path: Path) -> None:
    text, message = BAD_STATES[name]
    path = written(tmp_path, text)
    for verb, *rest in (("check", "--json"), ("why", "roll"), ("facts",)):
        assert said_of(run(verb, path, *rest)).startswith(f"{path}: {message}")


@pytest.mark.parametrize("words", [("check",), ("check", "--json"), ("why", "roll"), ("facts",)])
def test_a_file_that_cannot_be_read_is_named(words: tuple[str, ...], tmp_path: Path) -> None:
    verb, *rest = words
    for path in (f"{tmp_path}/missing.json", f"{tmp_path}/"):
        said = said_of(run(verb, path, *rest))
        assert said.startswith(f"{path}: found ")
        assert said.endswith(", expected a readable file")


@pytest.mark.parametrize("name", [*TELLING, None])
def test_nothing_is_printed_on_a_good_file_if_the_second_is_bad_or_missing(
    name: str | None, tmp_path: Path
) -> None:
    text, message = BAD_STATES[name] if name else ("", "found ")
    path = written(tmp_path, text) if name else f"{tmp_path}/missing.json"
    for words in ((), ("--json",)):
        assert said_of(run("check", ROLL, path, *words)).startswith(f"{path}: {message}")


def test_every_fault_of_a_state_has_a_line_with_the_name_of_its_file(tmp_path: Path) -> None:
    hand = [{"card": "Forest", "tapped": True, "token": True}]
    path = written(tmp_path, moment(players=[{"name": "ann", "hand": hand}]))
    result = run("check", path)
    assert (result.exit_code, result.stdout) == (2, "")
    place = f"special-actions: {path}: $.players[0].hand[0]: forest"
    assert result.stderr.splitlines() == [
        f"{place} can't be tapped: it is no permanent",
        f"{place} is a token, so it can't be anywhere but on the battlefield",
    ]


@pytest.mark.parametrize("words", [("check",), ("check", "--json"), ("why", "roll")])
def test_an_unknown_player_is_answered_with_those_who_are_there(words: tuple[str, ...]) -> None:
    verb, *rest = words
    said = said_of(run(verb, ROLL, *rest, "--player", "zed"))
    assert said.endswith("player: found 'zed', expected one of alice, bob")


ACTIONS = {
    "attack": "action: found 'attack', expected one of play_land, turn_face_up, ",
    "play": "action: found 'play', expected what to play_land after it",
    "play Opt": "action: found 'Opt', expected an object of this state: swamp, swamp_2",
    "play Swamp": "action: found 'Swamp', which may be any of swamp, swamp_2",
    "": "action: found '', expected one of ",
}


@pytest.mark.parametrize(("action", "message"), ACTIONS.items(), ids=[repr(a) for a in ACTIONS])
def test_an_action_that_is_not_understood_is_answered_with_what_would_be(
    action: str, message: str
) -> None:
    assert message in said_of(run("why", ROLL, action))
    assert message in said_of(run("why", ROLL, action, "--json"))


@pytest.mark.parametrize("verb", ["check", "why", "facts", "cards"])
def test_a_bad_card_file_is_named(verb: str, tmp_path: Path) -> None:
    words = {"check": [ROLL], "why": [ROLL, "roll"], "facts": [ROLL], "cards": []}[verb]
    texts: list[str | bytes] = ["", "[3]", "[" * 200_000, b"\xff"]
    paths = [written(tmp_path, text, f"{place}.json") for place, text in enumerate(texts)]
    for path in (f"{tmp_path}/none.json", *paths):
        said = said_of(run(verb, *words, "--cards", path))
        assert f"{path}: found " in said
        assert said.endswith("expected a card file: a JSON list of cards")


USAGE: dict[str, tuple[str, ...]] = {
    "no state to check": ("check",),
    "no action to explain": ("why", ROLL),
    "no state for facts": ("facts",),
    "two states for facts": ("facts", ROLL, ROLL),
    "an unknown option": ("check", ROLL, "--jsn"),
    "an unknown command": ("judge", ROLL),
    "a word for the schema": ("schema", ROLL),
}


@pytest.mark.parametrize("arguments", USAGE.values(), ids=USAGE)
def test_a_wrong_use_of_the_command_is_answered_with_how_to_use_it(
    arguments: tuple[str, ...],
) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: special-actions")
    assert "Error: " in result.stderr


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_command_says_in_a_sentence_what_it_does(verb: str) -> None:
    result = run(verb, "--help")
    assert (result.exit_code, result.stderr) == (0, "")
    usage, sentence, *_ = result.stdout.split("\n\n")
    assert usage.startswith(f"Usage: special-actions {verb} ")
    assert re.match(r"[A-Z].*[.?]", " ".join(sentence.split()))
    assert run(verb, "-h").stdout == result.stdout


@pytest.mark.parametrize("verb", ["check", "why", "facts"])
def test_the_help_of_a_command_on_a_state_says_what_a_state_is(verb: str) -> None:
    said = " ".join(run(verb, "--help").stdout.split())
    assert "STATE is a state document in JSON; `-` reads it from the standard input." in said


def test_the_help_says_what_all_is_about_and_lists_the_commands_and_exit_codes() -> None:
    said = " ".join(run("--help").stdout.split())
    assert "Which special actions of Magic: The Gathering a player may take, and why." in said
    assert "Exit codes: 0 done or it holds; 1 something found (lint, mutate), refuted," in said
    assert "2 bad input; 3 vacuous; 4 unknown: stopped, or out of time." in said
    assert all(f" {verb} " in said for verb in VERBS)


def test_every_option_of_every_command_is_explained() -> None:
    found = [command.get_command(CONTEXT, verb) for verb in VERBS]
    parameters = [each for verb in found if verb for each in verb.params]
    options = [each for each in parameters if isinstance(each, click.Option)]
    assert None not in found
    assert [option.name for option in options if not option.help] == []


def test_the_version_is_printed() -> None:
    assert run("--version").stdout == "special-actions, version 0.1.0\n"


def test_the_command_itself_ends_with_0_when_it_is_done() -> None:
    done = process("why", ROLL, "roll")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"alice: roll the planar die: legal")


def test_the_command_itself_ends_with_2_for_bad_input() -> None:
    done = process("check", "-", stdin=b"hello")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"special-actions: -: $: found JSON is malformed")


def test_the_command_prints_in_any_encoding() -> None:
    done = process(
        "why", ROLL, "roll", environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"roll the planar die: legal" in done.stdout
    assert done.stdout.isascii()


def test_facts_are_printed_in_the_encoding_of_clingo_whatever_that_of_the_terminal() -> None:
    text = moment(priority="\u00e9", turn="\u00e9", players=[{"name": "\u00e9"}])
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = process("facts", "-", stdin=text.encode(), environment=ascii_only)
    assert (done.returncode, done.stderr) == (0, b"")
    assert 'priority("\u00e9").'.encode() in done.stdout


@pytest.mark.parametrize("words", [("check", "--json"), ("facts",)])
def test_the_command_prints_the_same_on_every_run(words: tuple[str, ...]) -> None:
    verb, *rest = words
    runs = [
        process(verb, DEATH, *rest, environment={"PYTHONHASHSEED": seed}) for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout != b""


def test_all_editions_are_listed_with_what_each_changed() -> None:
    result = run("editions")
    assert (result.exit_code, result.stderr) == (0, "")
    heading, *rows = result.stdout.splitlines()
    assert heading.split() == ["edition", "section", "listed", "what", "changed", "(rule)"]
    days = [row.split()[0] for row in rows if re.match(r"\d{4}-", row)]
    assert (len(days), days[0], days[-1]) == (92, "2009-07-11", "2026-09-25")
    (land,) = [row for row in rows if row.startswith("2013-07-13")]
    assert land.endswith("all lands played in a turn count together (305.2)")


def test_machine_output_on_editions_has_the_documented_shape() -> None:
    data = json.loads(run("editions", "--json").stdout)
    assert set(data) == {"version", "editions"}
    assert data["version"] == 1
    entries = {entry["edition"]: entry for entry in data["editions"]}
    assert entries["2012-05-01"]["letters"]["roll_planar_die"] == "f"
    assert entries["2024-06-07"]["changes"][0]["after"] == "2024-03-08"
    assert entries["2026-09-25"]["until"] is None


@pytest.mark.parametrize("words", [("plot",), ("play", "land"), ("Roll the planar die",)])
def test_the_history_of_a_kind_is_told(words: tuple[str, ...]) -> None:
    result = run("history", *words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "listed since" in result.stdout.splitlines()[0]
    assert "listed as" in result.stdout


def test_a_history_tells_of_a_day_that_is_not_known() -> None:
    head, *_ = run("history", "plot").stdout.splitlines()
    assert head == "plot: listed since some day after 2024-03-08, at the latest 2024-06-07"


def test_machine_output_on_a_history_has_the_documented_shape() -> None:
    data = json.loads(run("history", "suspend", "--json").stdout)
    assert set(data) == {"version", "kind", "listed", "letters", "numbers", "eras"}
    assert (data["version"], data["kind"]) == (1, "suspend")
    assert [each["letter"] for each in data["letters"]] == ["e", "e", "f", "f"]
    assert {"subject", "requirements", "runs", "gaps"} == set(data["numbers"][0])


def test_an_unknown_kind_of_special_action_is_bad_input() -> None:
    message = said_of(run("history", "sleep"))
    assert message.startswith("kind: found 'sleep', expected one of play_land, ")


def test_checking_under_all_rules_shows_when_each_verdict_changed_and_why() -> None:
    result = run("check", ROLL, "--rules", "all")
    assert (result.exit_code, result.stderr) == (0, "")
    head, heading, *rows = result.stdout.splitlines()
    assert head == "The die gets dearer · rules from 2009-07-11 to 2026-09-25"
    assert heading.split()[:5] == ["player", "action", "from", "verdict", "unmet"]
    assert rows[0].split() == ["alice", "roll_planar_die", "2009-07-11", "illegal", "listed"]
    assert rows[1].split()[:2] == ["2009-09-04", "legal"]
    assert rows[1].endswith("roll_planar_die is listed (114.2f)")


def test_machine_output_under_all_rules_has_the_documented_shape() -> None:
    data = json.loads(run("check", ROLL, "--rules", "all", "--player", "alice", "--json").stdout)
    assert set(data) == {"version", "state", "actions"}
    assert (data["version"], data["state"]) == (1, ROLL)
    (action,) = data["actions"]
    assert set(action) == {"player", "action", "runs", "changes"}
    assert action["runs"][0] == {
        "from": "2009-07-11",
        "until": "2009-09-03",
        "verdict": "illegal",
        "unmet": ["listed"],
    }
    (change,) = action["changes"]
    assert change["date"] == "2009-09-04"
    assert [each["subject"] for each in change["data"]] == ["roll_planar_die"]


def test_several_states_are_checked_under_all_rules() -> None:
    lines = run("check", ROLL, TEAM, "--rules", "all", "--json").stdout.splitlines()
    assert [json.loads(line)["state"] for line in lines] == [ROLL, TEAM]


def test_a_bad_state_is_bad_input_under_all_rules_too(tmp_path: Path) -> None:
    path = written(tmp_path, moment(phase="main"))
    assert said_of(run("check", path, "--rules", "all")).startswith(f"{path}: $.phase: found ")


def test_a_bad_player_or_card_file_is_bad_input_under_all_rules_too() -> None:
    assert said_of(run("check", ROLL, "--rules", "all", "--player", "eve")).startswith(
        f"{ROLL}: player: found 'eve'"
    )
    assert "missing.json" in said_of(
        run("check", ROLL, "--rules", "all", "--cards", "missing.json")
    )


@pytest.mark.parametrize("verb", [("check",), ("why", "play", "forest")])
def test_a_day_in_doubt_is_noted(verb: tuple[str, ...], tmp_path: Path) -> None:
    path = written(tmp_path, moment(rules="2024-05-01"))
    name, *rest = verb
    note = "the rules of 2024-03-08 are used for 2024-05-01"
    assert note in " ".join(run(name, path, *rest).stdout.split())
    (noted,) = json.loads(run(name, path, *rest, "--json").stdout)["notes"]
    assert noted.startswith(note)


def test_a_day_in_doubt_is_noted_in_a_batch_too() -> None:
    state = json.dumps(json.loads(moment(rules="2024-05-01")))
    lines = run("check", "-", "--json", stdin="\n".join([state] * 30)).stdout.splitlines()
    assert len(lines) == 30
    assert all(len(json.loads(line)["notes"]) == 1 for line in lines)


def test_a_verdict_imports_nothing_of_the_commands_for_searches_and_graphs() -> None:
    code = "import sys, pyadapter.cli; print([n for n in sys.modules if 'adapter.cli_' in n])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['pyadapter.cli_common', 'pyadapter.cli_states']"
