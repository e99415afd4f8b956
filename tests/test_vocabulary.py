"""The vocabulary declares every input: the lines that the adapter reads agree with the law."""

import re

import pytest

from pyadapter.encodings import encoding_folder
from pyadapter.vocabulary import inputs

TEXT = (encoding_folder() / "vocabulary.lp").read_text(encoding="utf-8")


def test_every_line_that_declares_an_input_is_read() -> None:
    lines = [line for line in TEXT.splitlines() if line.startswith("%! input")]
    assert len(inputs()) == len(lines) > 50


def test_inputs_come_in_the_order_of_the_vocabulary() -> None:
    assert list(inputs()) == re.findall(r"^%! input (\w+)", TEXT, re.MULTILINE)


def test_every_input_is_declared_to_clingo_with_the_same_arity() -> None:
    declared = {
        (name, int(arity)) for name, arity in re.findall(r"^#defined (\w+)/(\d+)\.", TEXT, re.M)
    }
    assert {(each.name, each.arity) for each in inputs().values()} == declared


def test_every_input_has_a_sort_for_each_argument_and_at_least_one_that_decides() -> None:
    for each in inputs().values():
        assert 1 <= each.keys <= each.arity, each
        assert all(re.fullmatch(r"[A-Z][A-Za-z]*", sort) for sort in each.sorts), each


SHAPES: dict[str, tuple[tuple[str, ...], int]] = {
    "priority": (("Player",), 1),
    "turn": (("Player", "Step"), 1),
    "in_zone": (("Object", "Zone", "Player"), 1),
    "counters": (("Object", "Counter", "Number"), 2),
    "ignored": (("Player", "Effect"), 2),
    "cost_part": (("Cost", "Index", "Verb", "Number"), 2),
    "mana_ability_adds": (("ManaAbility", "Alternative", "Symbol", "Number"), 3),
}


@pytest.mark.parametrize(("name", "shape"), SHAPES.items(), ids=SHAPES)
def test_the_arrow_parts_what_decides_from_what_is_decided(
    name: str, shape: tuple[tuple[str, ...], int]
) -> None:
    found = inputs()[name]
    assert (found.sorts, found.keys) == shape


def test_no_rule_of_the_law_derives_an_input() -> None:
    choosing = {"scope", "repair", "properties", "diff"}
    laws = [
        path
        for path in encoding_folder().rglob("*.lp")
        if path.name != "vocabulary.lp" and path.parent.name not in choosing
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in laws)
    heads = set(re.findall(r"^(\w+)\(", text, re.MULTILINE))
    assert heads
    assert heads & set(inputs()) == set()
