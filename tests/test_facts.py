"""Facts say all that a document says: there and back again nothing is lost."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pyadapter import StateDocument, known_cards
from pyadapter.canonical import canonical
from pyadapter.encodings import encoding_folder
from pyadapter.facts import state_facts
from pyadapter.from_facts import document_from
from pyadapter.vocabulary import inputs
from tests.casework import Case, all_cases


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_facts_give_the_same_document_back(case: Case) -> None:
    given = msgspec.convert(case.state, StateDocument)
    form = canonical(given, catalogue=known_cards())
    document = msgspec.structs.replace(form.document, rules=None)
    facts = state_facts(document)
    assert document_from(facts) == document
    assert set(state_facts(document_from(facts))) == set(facts)


def test_every_fact_is_of_a_declared_input() -> None:
    known = {(each.name, each.arity) for each in inputs().values()}
    for case in all_cases():
        given = msgspec.convert(case.state, StateDocument)
        for fact in state_facts(canonical(given, catalogue=known_cards()).document):
            name, _, rest = fact.partition("(")
            assert name in {known_name for known_name, _ in known}, fact
            assert rest, fact


def test_the_entry_alone_shows_the_same_legal_actions_under_clingo(tmp_path: Path) -> None:
    for case in all_cases()[::90]:
        game = case.game()
        path = tmp_path / "facts.lp"
        path.write_text("".join(f"{fact}.\n" for fact in game.facts()), encoding="utf-8")
        entry = encoding_folder() / "special_actions.lp"
        done = subprocess.run(
            [sys.executable, "-m", "clingo", "--verbose=0", str(entry), str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        shown = [word for word in done.stdout.split() if word.startswith("legal(")]
        assert done.stderr == ""
        assert len(shown) == len(game.legal_actions()), case.id
