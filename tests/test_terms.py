"""Names as terms: no text can break out of its argument."""

import clingo
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pyadapter.labels import bare
from pyadapter.terms import CONSTANT, atom, slug, term

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)

TERMS: dict[str | int, str] = {
    "forest": "forest",
    "forest_2": "forest_2",
    3: "3",
    -3: "-3",
    "3": '"3"',
    "": '""',
    "not": '"not"',
    "Forest": '"Forest"',
    "_x": '"_x"',
    "é": '"é"',
    "a b": '"a b"',
    "a'b": '"a\'b"',
    "forest\n": '"forest\\n"',
    'a"b': '"a\\"b"',
    "a\\b": '"a\\\\b"',
    "a\\n": '"a\\\\n"',
    'a"). legal(x': '"a\\"). legal(x"',
    "#sup": '"#sup"',
    "of(forest,1)": '"of(forest,1)"',
}


@pytest.mark.parametrize(("value", "text"), TERMS.items(), ids=[repr(value) for value in TERMS])
def test_only_a_number_or_a_plain_constant_stays_unquoted(value: str | int, text: str) -> None:
    assert term(value) == text


@given(TEXT)
@example('a"). legal(x')
@example("\\")
@example('\\"')
@example("\\n\n\\")
@example("\r\t\u2028\x01")
@example("#script (python) #end.")
@example("not")
@example("%* *%")
def test_clingo_reads_a_term_as_one_symbol_with_the_name_as_it_was(name: str) -> None:
    assert bare(clingo.parse_term(term(name))) == name


@given(TEXT)
def test_the_term_of_a_name_stays_one_argument_of_an_atom(name: str) -> None:
    symbol = clingo.parse_term(atom("card_of", "forest", term(name)))
    assert (symbol.name, len(symbol.arguments)) == ("card_of", 2)


@given(st.lists(TEXT, min_size=2, max_size=5, unique=True))
def test_different_names_have_different_terms(names: list[str]) -> None:
    assert len({term(name) for name in names}) == len(names)


def test_an_atom_without_arguments_is_its_name() -> None:
    assert atom("no_turn") == "no_turn"


def test_an_atom_has_its_arguments_in_order() -> None:
    assert atom("in_zone", "forest", "hand", "ann") == "in_zone(forest,hand,ann)"


SLUGS: dict[str, str] = {
    "Forest": "forest",
    "Rift Bolt": "rift_bolt",
    "Teferi, Mage of Zhalfir": "teferi_mage_of_zhalfir",
    "Alchemist's Refuge": "alchemists_refuge",
    "Alchemist\u2019s Refuge": "alchemists_refuge",
    "Æther Vial": "aether_vial",
    "Séance": "seance",
    "Wak-Wak": "wak_wak",
    "  Odd   Card  ": "odd_card",
    "?": "unknown",
    "": "object",
    "!!!": "object",
    "שלום": "object",
    "\U0001f525": "object",
    "+2 Mace": "n2_mace",
    "1996 World Champion": "n1996_world_champion",
    'a"). legal(x': "a_legal_x",
}


@pytest.mark.parametrize(("name", "id_"), SLUGS.items(), ids=[repr(name) for name in SLUGS])
def test_the_id_of_a_name_is_made_of_its_letters_and_digits(name: str, id_: str) -> None:
    assert slug(name) == id_


@given(TEXT)
def test_every_name_has_an_id_that_is_a_plain_constant(name: str) -> None:
    assert CONSTANT.match(slug(name))


def test_the_id_of_a_long_name_is_short() -> None:
    assert len(slug("word " * 1000)) <= 61
