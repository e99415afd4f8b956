"""Every atom of the law is a fact after grounding: nothing is left to solving.

That it is so on every case, of the clauses that fire there, test_cases.py shows.
"""

import clingo

from pyadapter.actions import action_term
from pyadapter.consequences import FILES, READ
from pyadapter.encodings import encoding_folder
from pyadapter.session import LAW, ground
from pyadapter.slices import ground_slice
from pyadapter.terms import atom, term
from tests.casework import all_cases


def test_every_atom_of_the_law_as_written_is_a_fact_on_some_cases() -> None:
    for case in all_cases()[::350]:
        control = clingo.Control()
        for name in LAW:
            control.load(str(encoding_folder() / name))
        control.add("base", [], "".join(f"{fact}.\n" for fact in case.game().facts()))
        control.ground([("base", [])])
        assert all(atom.is_fact for atom in control.symbolic_atoms), case.id


def test_every_atom_of_the_consequences_is_a_fact_whether_sliced_or_not() -> None:
    for case in all_cases()[::330]:
        state = case.game()
        asked = atom("asked", term(case.player), action_term(state.document, case.action))
        moves = [atom("passing", term(player)) for player in state.document.priority or ()]
        facts = [*state.facts(), asked, *moves]
        control = clingo.Control()
        for name in FILES:
            control.load(str(encoding_folder() / name))
        control.add("base", [], "".join(f"{fact}.\n" for fact in facts))
        control.ground([("base", [])])
        assert all(each.is_fact for each in control.symbolic_atoms), case.id
        assert ground_slice(facts, read=READ, files=FILES) == ground(facts, files=FILES, read=READ)
