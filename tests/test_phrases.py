"""Descriptions of objects and type lines: what is asked of an object, or a clear refusal."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from pyadapter.encodings import encoding_folder
from pyadapter.phrases import (
    CARD_TYPES,
    COLORS,
    OTHER_SUBTYPES,
    SUPERTYPES,
    ZONES,
    Literal_,
    PhraseError,
    literals,
    ordered,
    phrase,
    singular,
    type_line,
    untermed,
)
from pyadapter.terms import term

PROSE = Path(__file__).resolve().parent.parent / "docs" / "state-documents.md"

READ: dict[str, tuple[Literal_, ...]] = {
    "artifact": ((True, "type(artifact)"),),
    "nonbasic land": ((False, "supertype(basic)"), (True, "type(land)")),
    "non-basic land": ((False, "supertype(basic)"), (True, "type(land)")),
    "not basic land": ((False, "supertype(basic)"), (True, "type(land)")),
    "not a land": ((False, "type(land)"),),
    "not nonland": ((True, "type(land)"),),
    "Creatures": ((True, "type(creature)"),),
    "red creature": ((True, "color(red)"), (True, "type(creature)")),
    "Snow Lands": ((True, "supertype(snow)"), (True, "type(land)")),
    "colorless": ((True, "colorless"),),
    "enchanted": ((True, "enchanted"),),
    "another creature": ((True, "another"), (True, "type(creature)")),
    "Goblins": ((True, "subtype(goblin)"),),
    "named Rift Bolt": ((True, 'named("Rift Bolt")'),),
    "not named Rift Bolt": ((False, 'named("Rift Bolt")'),),
    "land named Wak-Wak": ((True, "type(land)"), (True, 'named("Wak-Wak")')),
    'named a"b': ((True, 'named("a\\"b")'),),
    "named the chosen name": ((True, "chosen_name"),),
    "mana value 4": ((True, "mana_value(4)"),),
    "mana value 4+": ((True, "mana_value_at_least(4)"),),
    "mana value 4-": ((True, "mana_value_at_most(4)"),),
    "noncreature mana value 4+": ((False, "type(creature)"), (True, "mana_value_at_least(4)")),
    "mana value even": ((True, "mana_value_even"),),
    "mana value odd": ((True, "mana_value_odd"),),
    "with {X}": ((True, "with_x"),),
    "in hand": ((True, "in_zone(hand)"),),
    "not on battlefield": ((False, "in_zone(battlefield)"),),
    "card from graveyard": ((True, "in_zone(graveyard)"),),
    "a permanent": (),
    "cards": (),
}


@pytest.mark.parametrize(("text", "asked"), READ.items(), ids=READ)
def test_a_description_asks_its_qualities_of_an_object(
    text: str, asked: tuple[Literal_, ...]
) -> None:
    assert literals(text) == asked


def test_every_type_supertype_colour_and_zone_is_known() -> None:
    qualities = {
        **{word: f"type({word})" for word in CARD_TYPES},
        **{word: f"supertype({word})" for word in SUPERTYPES},
        **{word: f"color({word})" for word in COLORS},
        **{f"in {zone}": f"in_zone({zone})" for zone in ZONES},
    }
    found = {word: literals(word) for word in qualities}
    assert found == {word: ((True, quality),) for word, quality in qualities.items()}


def documented() -> list[str]:
    prose = PROSE.read_text(encoding="utf-8")
    row = next(line for line in prose.splitlines() if line.startswith("| `on` |"))
    return re.findall(r'`"([^"]+)"`', row)


def test_the_documentation_shows_descriptions() -> None:
    assert len(documented()) > 8


def test_every_description_that_the_documentation_shows_asks_something() -> None:
    assert all(literals(text) for text in documented())


BAD: dict[str, str] = {
    "": "an empty description",
    "  ": "an empty description",
    "not": "'not'",
    "land not": "'land not'",
    "land named": "a name after 'named'",
    "mana value": "a number after 'mana value'",
    "mana value big": "a number after 'mana value'",
    "mana value -1": "a number after 'mana value'",
    "mana value 12345678": "a number after 'mana value'",
    "mana value \u0664+": "a number after 'mana value'",
    "in": "a zone after 'in'",
    "in limbo": "a zone after 'in'",
    "card on table": "a zone after 'on'",
    "creature with flying": "'creature with flying'",
    "artifact or creature": "'artifact or creature'",
}


@pytest.mark.parametrize(("text", "words"), BAD.items(), ids=[repr(text) for text in BAD])
def test_a_description_that_cannot_be_read_is_refused(text: str, words: str) -> None:
    with pytest.raises(PhraseError) as caught:
        literals(text)
    assert words in str(caught.value)
    assert "expected" in str(caught.value)


@pytest.mark.parametrize("text", ["mana value 07+", "mana value 00"])
def test_zeros_before_a_mana_value_count_nothing(text: str) -> None:
    plain = re.sub(r" 0+(\d)", r" \1", text)
    assert literals(text) == literals(plain)


WRITTEN: dict[str, str] = {
    "nonbasic land": "land nonbasic",
    "in hand land": "land in hand",
    "not in hand mana value 4+": "mana value 4+ not in hand",
    "not red Goblins": "goblin not red",
    "named Rift Bolt": "named Rift Bolt",
    "enchanted creature": "creature enchanted",
    "not named the chosen name": "not named the chosen name",
    "not with {X}": "not with {X}",
    "mana value odd": "mana value odd",
    "not mana value 3-": "not mana value 3-",
}


@pytest.mark.parametrize(("text", "plain"), WRITTEN.items(), ids=WRITTEN)
def test_a_description_is_written_in_a_fixed_order(text: str, plain: str) -> None:
    assert phrase(literals(text)) == plain


def test_what_is_written_asks_the_same_as_what_was_read() -> None:
    for asked in (ordered(asked) for asked in READ.values() if asked):
        assert ordered(literals(phrase(asked))) == asked


WORDS = st.sampled_from(
    [
        "land",
        "creatures",
        "nonbasic",
        "red",
        "not",
        "goblins",
        "a",
        "as",
        "nots",
        "ins",
        "cards",
        "enchanted",
        "another",
        "in hand",
        "on battlefield",
        "mana value 3+",
        "mana value even",
        "with {X}",
        "of",
        "ofs",
        "nonnonland",
    ]
)


@given(st.lists(WORDS, max_size=5).map(" ".join))
def test_a_description_that_can_be_read_asks_the_same_once_it_is_written(text: str) -> None:
    try:
        asked = ordered(literals(text))
    except PhraseError:
        reject()
    assume(asked)
    assert ordered(literals(phrase(asked))) == asked


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20))
def test_the_name_that_a_term_stands_for_is_the_name_it_was_made_from(name: str) -> None:
    assert untermed(term(name)) == name


SINGULARS: dict[str, str] = {
    "Mountains": "mountain",
    "Plains": "plains",
    "Elves": "elf",
    "Dwarves": "dwarf",
    "Wolves": "wolf",
    "sorceries": "sorcery",
    "Locus": "locus",
    "Pegasus": "pegasus",
    "Goblin": "goblin",
}


def test_the_singular_of_a_type_is_found() -> None:
    assert {word: singular(word) for word in SINGULARS} == SINGULARS


LINES: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "Land": ((), ("land",), ()),
    "Basic Land — Forest": (("basic",), ("land",), ("forest",)),
    "Legendary Creature - Human Wizard": (("legendary",), ("creature",), ("human", "wizard")),
    "Legendary Creature – Elf": (("legendary",), ("creature",), ("elf",)),
    "Artifact Creature -- Golem": ((), ("artifact", "creature"), ("golem",)),
    "Basic Snow Land — Forest": (("basic", "snow"), ("land",), ("forest",)),
    "Land Creature — Forest Dryad": ((), ("land", "creature"), ("forest", "dryad")),
    "Tribal Instant — Goblin": ((), ("tribal", "instant"), ("goblin",)),
    "Land Land — Forest Forest": ((), ("land",), ("forest",)),
    "Creature — Lhurgoyf-Kin": ((), ("creature",), ("lhurgoyf-kin",)),
    "Land — Urza's Power-Plant": ((), ("land",), ("urza's", "power-plant")),
    "Phantom": ((), (), ()),
    "": ((), (), ()),
}


@pytest.mark.parametrize(("text", "line"), LINES.items(), ids=[repr(text) for text in LINES])
def test_a_type_line_has_supertypes_types_and_subtypes(
    text: str, line: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
) -> None:
    assert type_line(text) == line


def test_the_subtypes_that_are_no_creature_types_are_those_of_the_law() -> None:
    text = (encoding_folder() / "state" / "creature_types.lp").read_text(encoding="utf-8")
    listed = re.findall(r"^other_subtype\(\((.*)\)\)\.$", text, flags=re.MULTILINE)
    assert {name for line in listed for name in line.split(";")} == OTHER_SUBTYPES
