"""On every case every atom of the law is a fact after grounding: nothing is left to solving."""

from collections import defaultdict

import clingo
import msgspec

from pyadapter import StateDocument, known_cards
from pyadapter.batch import CardKeys, Question, lifted_law, numbered_facts, prepared
from pyadapter.editions import edition_fact
from pyadapter.encodings import encoding_folder
from pyadapter.session import LAW
from tests.casework import all_cases


def test_every_atom_is_a_fact_on_every_case() -> None:
    keys = CardKeys()
    facts: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for case in all_cases():
        document = msgspec.convert(case.state, StateDocument)
        each = prepared(Question(document, case.player, case.action), known_cards(), None, keys)
        facts[each.edition].append(each.all_facts)
    for edition, states in facts.items():
        control = clingo.Control()
        lifted_law().add_to(control)
        control.add("base", [], numbered_facts(states, shared=[edition_fact(edition)]))
        control.ground([("base", [])])
        assert [str(a.symbol) for a in control.symbolic_atoms if not a.is_fact] == [], edition


def test_every_atom_of_the_law_as_written_is_a_fact_on_some_cases() -> None:
    for case in all_cases()[::80]:
        control = clingo.Control()
        for name in LAW:
            control.load(str(encoding_folder() / name))
        control.add("base", [], "".join(f"{fact}.\n" for fact in case.game().facts()))
        control.ground([("base", [])])
        assert all(atom.is_fact for atom in control.symbolic_atoms), case.id
