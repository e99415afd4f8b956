"""The lift indexes what depends on what varies, and refuses what it doesn't know."""

from pathlib import Path

import clingo
import pytest

from pyadapter.errors import EncodingError
from pyadapter.lift import lift

VARYING = (("given", 1),)


def lifted_text(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "program.lp"
    path.write_text(text, encoding="utf-8")
    return [str(statement) for statement in lift([path], varying=VARYING).statements]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a(X) :- given(X).", "a(_State,X) :- given(_State,X)."),
        ("b(X) :- fixed(X).", "b(X) :- fixed(X)."),
        (
            "a(X) :- fixed(X), not given(X).",
            "a(_State,X) :- _state(_State); fixed(X); not given(_State,X).",
        ),
        (
            "a(N) :- N = #count { X : given(X) }.",
            "a(_State,N) :- _state(_State); N = #count { X: given(_State,X) }.",
        ),
        ("a(X) :- given(X), X < 3.", "a(_State,X) :- given(_State,X); X < 3."),
    ],
)  # fmt: skip
def test_a_clause_is_lifted(tmp_path: Path, text: str, expected: str) -> None:
    assert expected in lifted_text(tmp_path, text + " #defined fixed/1. #defined given/1.")


def test_a_clause_on_what_is_lifted_is_lifted_as_well(tmp_path: Path) -> None:
    found = lifted_text(tmp_path, "a :- given(1). b :- a. c.")
    assert "b(_State) :- a(_State)." in found
    assert "c." in found


def test_a_declaration_gets_the_new_arity(tmp_path: Path) -> None:
    assert "#defined given/2." in lifted_text(tmp_path, "#defined given/1.")


@pytest.mark.parametrize(
    "text",
    [
        "{ a }.",
        "a ; b.",
        "#minimize { 1 }.",
        "#external a.",
        "#const n = 3.",
        "#show a : b.",
        "#script (lua) #end.",
        "a :- &sum { 1 } = 1.",
        "#program other.",
        "-a.",
        ":~ a. [1]",
    ],
)
def test_what_it_does_not_know_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises((EncodingError, RuntimeError)):
        lifted_text(tmp_path, text)


def test_states_do_not_touch_each_other(tmp_path: Path) -> None:
    path = tmp_path / "program.lp"
    path.write_text("#defined given/1. a(X) :- given(X), not b(X). b(1) :- given(2).")
    control = clingo.Control()
    lift([path], varying=VARYING).add_to(control)
    control.add("base", [], "_state(1..2). given(1,1). given(2,1). given(2,2).")
    control.ground([("base", [])])
    found = {str(each.symbol) for each in control.symbolic_atoms.by_signature("a", 2)}
    assert found == {"a(1,1)", "a(2,2)"}
