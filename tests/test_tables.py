"""Tables for a terminal say what the plain lines say."""

from io import StringIO

from rich.console import Console, RenderableType

from pyadapter import GameState
from pyadapter.plain import reason_lines, verdict_lines
from pyadapter.tables import reason_list, verdict_table

STATE = GameState.from_json(
    """{"turn": "ann", "phase": "upkeep", "priority": "bob", "players":
        [{"name": "ann", "hand": ["Forest", "[red]x[/]"]}, {"name": "bob"}],
        "cards": [{"name": "[red]x[/]", "type": "Land"}]}"""
)


def printed(part: RenderableType) -> list[list[str]]:
    text = StringIO()
    Console(file=text, width=200, markup=False, emoji=False, highlight=False).print(part)
    return words(text.getvalue().splitlines())


def words(lines: list[str]) -> list[list[str]]:
    return [line.split() for line in lines]


def test_a_table_of_verdicts_says_what_the_lines_say() -> None:
    verdicts = STATE.verdicts()
    lines = list(verdict_lines(verdicts, title="Title", notes=["[b]note[/b]"]))
    assert printed(verdict_table(verdicts, title="Title", notes=["[b]note[/b]"])) == words(lines)


def test_a_table_without_verdicts_says_so() -> None:
    assert printed(verdict_table([], title="T")) == words(list(verdict_lines([], title="T")))


def test_a_list_of_reasons_says_what_the_lines_say() -> None:
    verdict = STATE.why("play forest", player="ann")
    lines = list(reason_lines(verdict, plans=["{G} from Forest"]))
    assert printed(reason_list(verdict, plans=["{G} from Forest"])) == words(lines)
