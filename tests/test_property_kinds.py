"""Of which kinds properties can speak: as their clauses name them, and any where they don't."""

import clingo
import pytest

from pyadapter.properties import own_properties, properties_in
from pyadapter.property_kinds import kinds_of
from pyadapter.property_space import property_space
from pyadapter.scope import named_scope
from pyadapter.space import kinds

EVERY = set(kinds())
SORCERY_LIKE = {"companion", "play_land", "plot", "roll_planar_die", "unlock"}


def spoken_of(antecedent: str, *more: str, worlds: str = "") -> set[str]:
    lines = [
        worlds,
        'statement(p,"what is so").',
        f"antecedent(p,A) :- {antecedent}.",
        f"violated(p,A) :- {antecedent}.",
        *more,
    ]
    return set(kinds_of(properties_in("\n".join(lines), name="p.lp"))["p"])


@pytest.mark.parametrize(
    ("antecedent", "expected"),
    [
        ("asked(_,A)", EVERY),
        ("asked(_,A), A = unlock(_,_)", {"unlock"}),
        ("asked(_,suspend(A))", {"suspend"}),
        ("unmet(_,suspend(A),R)", {"suspend"}),
        ("not asked(_,suspend(A)), legal(_,A)", EVERY),
        ("asked(_,A), kind(A,plot)", {"plot"}),
        ("asked(_,A), kind(A,K), K = (plot;unlock)", {"plot", "unlock"}),
        ("asked(_,A), kind(A,K), K != plot", EVERY - {"plot"}),
        ("asked(_,A), kind(A,unlok)", EVERY),
        ("asked(_,unlok(A))", EVERY),
    ],
)
def test_the_kinds_are_those_that_the_clauses_name(antecedent: str, expected: set[str]) -> None:
    assert spoken_of(antecedent) == expected


def test_words_of_the_file_itself_are_looked_up() -> None:
    assert spoken_of("mine(A)", "mine(A) :- asked(_,foretell(A)).") == {"foretell"}
    assert spoken_of(
        "asked(_,A), kind(A,K), slow(K)", "slow((play_land;plot)).", "slow(unlock)."
    ) == {"play_land", "plot", "unlock"}
    assert spoken_of("mine(A)", "mine(A) :- legal(_,suspend(A)).", "mine(A) :- legal(_,A).") == (
        EVERY
    )


def test_in_two_worlds_the_action_stands_in_the_same_place_from_the_end() -> None:
    found = spoken_of(
        "verdict(1,_,plot(A),legal)",
        "floating((0;1),P,N,S) :- floating(P,N,S).",
        worlds="%! worlds floating/3",
    )
    assert found == {"plot"}


@pytest.mark.parametrize("kind", ["unlock", "roll_planar_die", "turn_face_up", "suspend"])
def test_no_state_of_another_kind_puts_a_property_to_the_test_or_refutes_it(kind: str) -> None:
    file = own_properties()[0]
    names = [each.name for each in file.properties]
    scope = named_scope("default").of_size(1)
    space = property_space(file, names, scope=scope, kind=kind, rules="2026-09-25")
    for name in names:
        if kind not in kinds_of(file)[name]:
            for goal in ("_met", "_violated"):
                atom = clingo.Function(goal, [clingo.Function(name)])
                assert space.ask(atom, smallest=False).example is None, (goal, name)


def test_what_comes_along_speaks_of_what_its_statements_say() -> None:
    found = dict(kinds_of(own_properties()[0]))
    assert set(found["main_phase_kinds"]) == SORCERY_LIKE - {"play_land"}
    assert set(found["own_turn_kinds"]) == SORCERY_LIKE
    assert all(found.values())
