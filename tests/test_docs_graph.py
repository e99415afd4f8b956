"""What the pages on graphs and traces show is what the program prints."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyadapter.cli import command
from pyadapter.replay import replay_text

ROOT = Path(__file__).resolve().parent.parent
GRAPH = (ROOT / "docs" / "graph.md").read_text(encoding="utf-8")
TRACES = (ROOT / "docs" / "traces.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def printed(commands: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    """What commands print in a folder from which the examples can be seen."""
    (folder / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(folder)
    output = ""
    for line in commands.splitlines():
        program, *arguments = shlex.split(line)
        assert program == "special-actions"
        found = CliRunner().invoke(command, arguments, prog_name=program)
        assert found.exit_code == 0, found.output
        output += found.stdout
    return output


PAIRS = [
    pair
    for page in (GRAPH, TRACES)
    for pair in zip(blocks(page, "sh"), blocks(page, "text"), strict=True)
]


@pytest.mark.parametrize(("commands", "text"), PAIRS, ids=["graph", "perft", "replay"])
def test_what_a_page_shows_is_what_the_commands_print(
    commands: str, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert printed(commands, monkeypatch, tmp_path) == text


def test_the_python_of_the_page_runs_and_gives_what_its_comments_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    (program,) = blocks(GRAPH, "python")
    checked = 0
    for line in program.splitlines():
        code, _, comment = line.partition("  # ")
        expected = re.match(r"(\([^;]*?\)|None|\d+)(?: |:|$)", comment.strip())
        if expected and " = " not in code:
            assert repr(eval(code, names)) == expected[1], line
            checked += 1
        else:
            exec(code, names)
    assert checked == 5


def test_the_regression_of_the_page_holds() -> None:
    (text,) = blocks(TRACES, "json")
    (found,) = replay_text("page", text.encode())
    assert found.difference is None
    assert found.what == json.loads(text)["title"]
