"""Files of properties: how they are read, and what is refused in them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from clingo import ast

from pyadapter.errors import SearchError
from pyadapter.lint import WIDTH, known_numbers, tagged_edition
from pyadapter.programs import atoms_of, parsed, signature
from pyadapter.properties import own_properties, own_property_files, properties_in, rules_in

_CALM = """
%! 115.1@2012
statement(calm,"nobody acts in the upkeep step").
antecedent(calm,A) :- legal(_,A).
violated(calm,A)   :- legal(_,A), turn(_,upkeep).
"""
ALL = [each for file in own_properties() for each in file.properties]


def test_there_are_many_properties_each_with_a_name_of_its_own() -> None:
    assert len(ALL) >= 60
    assert [name for name, count in Counter(each.name for each in ALL).items() if count > 1] == []


def test_each_property_rests_on_a_rule_that_some_edition_of_its_own_has() -> None:
    plumbing = {"unknown_has_a_reason", "open_only_if_hidden", "reasons_are_worded"}
    plumbing |= {"doubtful_effects_stay_open"}
    for each in ALL:
        editions = [day for day in (20120501, 20260925) if each.speaks_of(day)]
        assert editions, each.name
        found = [rules_in(day, each.rules) for day in editions]
        assert all(found) or each.name in plumbing, each.name


def test_all_tags_are_rules_of_their_editions() -> None:
    for path in own_property_files():
        for number, year in re.findall(r"(\S+)@(\d{4})", path.read_text(encoding="utf-8")):
            edition = tagged_edition(year)
            assert edition is not None
            assert number in known_numbers(edition), f"{path.name}: {number}@{year}"


@pytest.mark.parametrize("path", own_property_files(), ids=lambda path: path.stem)
def test_files_of_properties_have_a_header_and_fit_the_page(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith(f"% {path.name}: ")
    assert [part for part in ("Purpose:", "Reads:", "Defines:") if part in "\n".join(lines[:12])]
    assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []


def test_no_two_files_of_one_world_define_the_same_word() -> None:
    said = {"statement", "antecedent", "violated", "speaks_from", "speaks_until"}
    homes: dict[str, set[str]] = {}
    for path in own_property_files():
        if "\n%! worlds " in path.read_text(encoding="utf-8"):
            continue
        for each in parsed([path]):
            if each.ast_type is ast.ASTType.Rule:
                for atom in atoms_of(each.head):
                    homes.setdefault(signature(atom.symbol)[0], set()).add(path.name)
    assert {name for name, files in homes.items() if len(files) > 1} <= said


def test_a_tag_gives_the_rules_in_the_numbers_of_any_edition() -> None:
    assert rules_in(20120501, ["115.2e@2012", "702.60a@2012"]) == ("115.2e", "702.60a")
    assert rules_in(20260925, ["115.2e@2012", "702.60a@2012"]) == ("116.2f", "702.62a")
    assert rules_in(20120501, ["116.2m@2026"]) == ()


def test_only_what_is_chosen_is_grounded() -> None:
    text = _CALM + _CALM.replace("calm", "still").replace("upkeep", "draw")
    program = properties_in(text, name="two.lp").program(["still"])
    assert "draw" in program
    assert "upkeep" not in program


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("violated(calm,A) :- leagl(P,A).", "leagl/2 is defined nowhere; is legal/2 "),
        ("violated(calm,A) :- legal(A).", "legal/1 is defined nowhere; is legal/2 meant?"),
        ("legal(P,A) :- asked(P,A).", "legal/2 belongs to the law or the states"),
        ("priority(P) :- player(P).", "priority/1 belongs to the law or the states"),
        (":- legal(_,_).", "would hide states"),
        ("{ odd(P) } :- player(P).", "only a file with `%! worlds` may choose"),
        ("#minimize { 1,P : priority(P) }.", "smallest states come first anyway"),
        ("#external odd(P) : player(P).", "every state of the scope is looked at"),
        ("#const n = 3.", "numbers stand where they are meant"),
        ('#include "more.lp".', "file could not be opened"),
        ("odd(P) :- player(P), not even(P). even(P) :- player(P), not odd(P).", "through `not`"),
        ("violated(N,A) :- legal(N,A).", "expected the name of a property"),
        ("odd(@f(P)) :- player(P).", "no place for the call `@f(P)`"),
        ("%! 115.1@twelve\nodd(1).", "expected a rule with the year of its edition"),
        ("%! worlds prioritty/1\nodd(1).", "expected an input; is priority/1 meant?"),
        ("odd(1) :- ", "syntax error"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(text: str, fault: str) -> None:
    with pytest.raises(SearchError, match=re.escape(fault)) as caught:
        properties_in(f"{_CALM}{text}", name="mine.lp")
    assert "mine.lp" in str(caught.value)


@pytest.mark.parametrize("part", ["statement", "antecedent", "violated"])
def test_a_property_has_all_three_parts(part: str) -> None:
    text = "\n".join(line for line in _CALM.splitlines() if not line.startswith(part))
    with pytest.raises(SearchError, match=f"calm has no {part}"):
        properties_in(text, name="mine.lp")


def test_a_file_without_properties_is_refused() -> None:
    with pytest.raises(SearchError, match="there is no property"):
        properties_in("% nothing\n", name="mine.lp")


def test_show_and_defined_do_no_harm() -> None:
    file = properties_in(_CALM + "#show legal/2.\n#defined odd/1.\n", name="mine.lp")
    assert "#show" not in file.program(["calm"])


def test_in_two_worlds_what_varies_has_the_number_of_the_world() -> None:
    text = "%! worlds priority/1\npriority((0;1),P) :- priority(P).\n" + _CALM
    with pytest.raises(SearchError, match=re.escape("legal/2 is defined nowhere; is legal/3")):
        properties_in(text, name="mine.lp")
    lifted = text.replace("legal(_,A)", "legal(0,_,A)")
    assert properties_in(lifted, name="mine.lp").worlds == (("priority", 1),)
