"""The command `diff`: what it prints, writes and returns."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner, Result

from pyadapter.cli import command

DOCS = Path(__file__).parent.parent / "docs" / "diff.md"
SMALL = ("--scope", "land_plays", "--kind", "play_land", "--cards", "1")
DATES = ("2012-05-01", "2026-09-25")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["diff", *arguments], prog_name="special-actions")


def timeless(text: str) -> str:
    return re.sub(r"[\d.]+ s$", "- s", text, flags=re.MULTILINE).strip()


def test_the_example_of_the_page_is_what_the_command_prints() -> None:
    shown = DOCS.read_text(encoding="utf-8").split("```\n")[1].partition("\n")[2]
    assert timeless(run(*DATES, *SMALL).stdout) == timeless(shown)


def test_json_has_groups_by_datum_and_the_states_are_saved(tmp_path: Path) -> None:
    result = run(*DATES, *SMALL, "--json", "--save", str(tmp_path))
    data = json.loads(result.stdout)
    assert (data["version"], data["editions"], data["outcome"]) == (
        1,
        list(DATES),
        "differences found",
    )
    (group,) = data["groups"]
    assert group["datum"]["subject"] == "land_plays"
    assert [(each["before"], each["now"]) for each in group["states"]] == [("legal", "illegal")]
    (path,) = tmp_path.iterdir()
    kept = json.loads(path.read_text())
    assert kept["state"] == {**group["states"][0]["state"], "rules": DATES[1]}
    assert (data["limit"], data["limited"], data["unfinished"]) == (1, True, [])
    replayed = CliRunner().invoke(command, ["replay", str(tmp_path)])
    assert replayed.exit_code == 0
    assert replayed.stdout.startswith(f"{path}: play_land(o1): how land plays are counted")


def test_without_time_nothing_is_known() -> None:
    result = run(*DATES, *SMALL, "--time-limit", "0")
    assert result.exit_code == 4
    note, closing = result.stdout.splitlines()[:2]
    assert note == "note: not searched to the end with 1 card: play_land"
    assert closing.startswith("unknown")


def test_that_no_more_states_are_shown_than_were_asked_for_is_said() -> None:
    few, more = (run(*DATES, *SMALL, "--limit", number).stdout for number in ("1", "9"))
    assert "note: at most 1 state for each kind, datum, old and new verdict; --limit" in few
    assert "note:" not in more
    assert more.count("legal -> illegal") > few.count("legal -> illegal") == 1


def test_editions_that_agree_are_said_to_agree() -> None:
    result = run("2013-07-13", "2013-09-27", *SMALL)
    assert result.exit_code == 0
    assert result.stdout.startswith("no difference in scope")


def test_one_date_alone_or_the_same_edition_twice_is_refused() -> None:
    for arguments in (DATES[:1], ("2012-05-01", "2012-05-02"), (*DATES, "--against", "x.lp")):
        assert isinstance(run(*arguments).exception, SystemExit)
        assert run(*arguments).exit_code == 2
