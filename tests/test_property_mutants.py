"""A property counts only if some small change of the law refutes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pyadapter.cli import command
from pyadapter.errors import DocumentError, SearchError
from pyadapter.properties import own_properties
from pyadapter.property_mutants import (
    Killing,
    check_killing,
    kinds_for,
    mutants_by_name,
    read_killings,
)

KEPT = Path(__file__).parent / "property_mutants.txt"
SAMPLE = ("die_costs_earlier_rolls", "land_on_own_turn", "more_mana_mends_costs_only")


def test_each_property_has_a_mutant_of_the_law_that_is_kept() -> None:
    kept = read_killings(KEPT)
    names = {each.name for file in own_properties() for each in file.properties}
    assert {each.property for each in kept} == names
    assert [each.mutant for each in kept if each.mutant not in mutants_by_name()] == []


@pytest.mark.parametrize("name", SAMPLE)
def test_a_kept_mutant_refutes_its_property(name: str) -> None:
    (killing,) = (each for each in read_killings(KEPT) if each.property == name)
    assert check_killing(killing).refutes


def test_a_mutant_of_something_else_refutes_nothing() -> None:
    mutant = next(name for name in mutants_by_name() if name.startswith("asp/actions/plot.lp"))
    killing = Killing("land_on_own_turn", "2026-09-25", "play_land", 1, mutant)
    assert not check_killing(killing).refutes


def test_mutants_of_an_action_are_tried_on_that_action() -> None:
    found = {name: kinds_for(each) for name, each in mutants_by_name().items()}
    assert {kinds for name, kinds in found.items() if name.startswith("asp/actions/plot.lp")} == {
        ("plot",)
    }
    assert max(len(kinds) for kinds in found.values()) == 12


def test_what_is_gone_is_named() -> None:
    with pytest.raises(SearchError, match="found 'nothing'"):
        check_killing(Killing("nothing", "2012-05-01", "plot", 1, "delete"))
    with pytest.raises(SearchError, match="no clause any more for: delete it"):
        check_killing(Killing("land_on_own_turn", "2012-05-01", "play_land", 1, "delete it"))


def test_a_bad_line_of_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("# a remark\none two\n", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"kept\.txt:2"):
        read_killings(path)


def test_the_command_tries_kept_mutants_and_minds_properties_that_none_refutes(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kept.txt"
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    line = next(each for each in lines if each.startswith("before_means_before "))
    path.write_text(f"{line}\n", encoding="utf-8")
    result = CliRunner().invoke(command, ["mutate", "--properties", str(path)])
    assert result.exit_code == 1
    assert result.output.splitlines()[0] == line
    assert "refuted by none: land_on_own_turn" in result.output
    total = sum(len(file.properties) for file in own_properties())
    assert result.output.splitlines()[-1] == f"1 of {total} properties are refuted by a mutant"


def test_without_cases_there_is_nothing_to_try() -> None:
    result = CliRunner().invoke(command, ["mutate"])
    assert result.exit_code == 2
    assert "found no file of cases" in result.output
