"""What the README and the documentation show is true."""

import io
import json
import re
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from runpy import run_path

import msgspec
import pytest

from pyadapter import Card, GameState, known_cards
from pyadapter.session import ground

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples" / "states").glob("*.json"))
KINDS = (
    "play_land",
    "turn_face_up",
    "end_effect",
    "ignore_effect",
    "suspend",
    "roll_planar_die",
    "discard_any_time",
    "companion",
    "foretell",
    "reveal_conspiracy",
    "plot",
    "unlock",
)


@cache
def example(path: Path) -> GameState:
    return GameState.load(path)


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def section(text: str, title: str) -> str:
    return re.split(r"^## ", text.partition(f"\n## {title}\n")[2], flags=re.MULTILINE)[0]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_something_is_legal_in_an_example_and_it_tells_a_story_under_rules_it_names(
    path: Path,
) -> None:
    assert example(path).legal_actions()
    source = example(path).source
    assert source.title
    assert (source.story or "").endswith(".")
    assert source.rules in {"2012-05-01", "2026-09-25"}


def test_every_kind_of_action_is_legal_in_some_example() -> None:
    legal = [each for path in EXAMPLES for each in example(path).legal_actions()]
    assert set(KINDS) == {verdict.kind for verdict in legal}


def test_titles_of_examples_differ() -> None:
    titles = [example(path).source.title for path in EXAMPLES]
    assert len(set(titles)) == len(titles)


def test_the_readme_lists_every_example_and_no_other() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", section(README, "All twelve actions"), re.MULTILINE)
    assert sorted(rows) == [path.stem for path in EXAMPLES]


def program() -> str:
    text = (ROOT / "examples" / "first_verdict.py").read_text(encoding="utf-8")
    return re.sub(r'\A""".*?"""\n+', "", text, count=1, flags=re.DOTALL)


def test_the_program_in_the_readme_is_the_example() -> None:
    assert blocks(README, "python") == [program()]


def test_the_text_in_the_readme_is_what_the_example_prints() -> None:
    with redirect_stdout(io.StringIO()) as printed:
        run_path(str(ROOT / "examples" / "first_verdict.py"))
    assert blocks(README, "text") == [printed.getvalue()]


def commands() -> list[str]:
    return "".join(blocks(section(README, "Two commands"), "sh")).splitlines()


def test_the_readme_gives_two_commands_each_on_a_line() -> None:
    assert len(commands()) == 2


def test_both_commands_set_up_from_nothing() -> None:
    setup = "python3 -m venv .venv && .venv/bin/pip install -q -e "
    assert [command.startswith(setup) for command in commands()] == [True, True]


def test_the_first_command_checks_an_example() -> None:
    *_, check, path = commands()[0].split()
    assert check == "check"
    assert ROOT / path in EXAMPLES


def test_the_second_command_ends_with_all_tests() -> None:
    assert commands()[1].endswith(".venv/bin/python -m tests")


def test_every_file_that_the_readme_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_state_that_the_readme_names_on_the_command_line_is_there() -> None:
    named = re.findall(r"examples/states/(\w+)\.json", README)
    assert named
    assert {path.stem for path in EXAMPLES} >= set(named)


def documents() -> list[str]:
    return blocks((ROOT / "docs" / "state-documents.md").read_text(encoding="utf-8"), "json")


def test_the_state_in_the_documentation_is_checked_without_a_fault() -> None:
    assert GameState.from_json(documents()[0]).verdicts()


def test_the_card_in_the_documentation_is_a_card() -> None:
    card = msgspec.json.decode(documents()[1], type=Card)
    hand = [{"name": "ann", "hand": [card.name]}]
    state = {"turn": "ann", "phase": "draw", "priority": "ann", "players": hand}
    assert GameState.from_json(json.dumps(state), cards={card.name: card}).document.cards


def test_the_card_in_the_documentation_is_as_the_one_that_comes_along() -> None:
    card = msgspec.json.decode(documents()[1], type=Card)
    assert known_cards()[card.name] == card


def documented_requirements() -> set[tuple[str, str]]:
    text = (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8")
    found, kind = set(), ""
    for first, requirement in re.findall(r"^\|([^|]*)\| `(\w+)` \|", text, re.MULTILINE):
        kind = first.strip(" `").partition("(")[0] or kind
        found.add((kind, requirement))
    return found


def test_the_documentation_lists_the_requirements_of_the_law_and_no_others() -> None:
    law: set[tuple[str, str]] = set()
    for edition in (20120501, 20260925):
        fact = f"edition({edition})"
        atoms = ground([fact], files=["special_actions.lp"], read=[("requires", 2)])
        law |= {(str(kind), str(requirement)) for kind, requirement in atoms["requires", 2]}
    assert documented_requirements() == law | {("all", "listed")}
