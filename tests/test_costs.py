"""Costs in Magic's own notation: every documented form is read, every other one is refused."""

import re
from pathlib import Path

import pytest

from pyadapter.costs import (
    NUMBER_WORDS,
    CostError,
    CostPart,
    alternatives,
    parse_cost,
    parse_mana,
)
from pyadapter.terms import atom, term

PROSE = Path(__file__).resolve().parent.parent / "docs" / "state-documents.md"

SYMBOLS: dict[str, tuple[tuple[str, int], ...]] = {
    "{0}": (("generic", 0),),
    "{3}": (("generic", 3),),
    "{15}": (("generic", 15),),
    "{1}{2}": (("generic", 3),),
    "{W}": (("w", 1),),
    "{U}": (("u", 1),),
    "{B}": (("b", 1),),
    "{R}": (("r", 1),),
    "{G}": (("g", 1),),
    "{C}": (("c", 1),),
    "{g}{G}": (("g", 2),),
    "{X}{X}{R}": (("x", 2), ("r", 1)),
    "{S}": (("snow", 1),),
    "{T}": (("tap", 1),),
    "{W/U}": (("hybrid(w,u)", 1),),
    "{W/U}{W/U}": (("hybrid(w,u)", 2),),
    "{2/W}": (("two_or(w)", 1),),
    "{G/P}": (("life_or(g)", 1),),
    "{2} {G}": (("generic", 2), ("g", 1)),
}


@pytest.mark.parametrize(("text", "symbols"), SYMBOLS.items(), ids=SYMBOLS)
def test_mana_symbols_are_counted_by_kind(text: str, symbols: tuple[tuple[str, int], ...]) -> None:
    assert parse_cost(text).symbols == symbols


PARTS: dict[str, CostPart] = {
    "pay 5 life": CostPart("pay_life", 5),
    "Pay five life.": CostPart("pay_life", 5),
    "discard a card": CostPart("discard", 1),
    "discard two cards": CostPart("discard", 2),
    "discard a red card": CostPart("discard", 1, ((True, "color(red)"),)),
    "sacrifice a permanent": CostPart("sacrifice", 1),
    "sacrifice two Mountains": CostPart("sacrifice", 2, ((True, "subtype(mountain)"),)),
    "Sacrifice 3 creatures": CostPart("sacrifice", 3, ((True, "type(creature)"),)),
    "sacrifice another creature": CostPart(
        "sacrifice", 1, ((True, "another"), (True, "type(creature)"))
    ),
    "exile three cards from your graveyard": CostPart("exile_from_graveyard", 3),
    "exile a creature card from their graveyard": CostPart(
        "exile_from_graveyard", 1, ((True, "type(creature)"),)
    ),
    "exile a card from that player's graveyard": CostPart("exile_from_graveyard", 1),
    "exile a blue card from your hand": CostPart("exile_from_hand", 1, ((True, "color(blue)"),)),
    "reveal a white card from your hand": CostPart("reveal", 1, ((True, "color(white)"),)),
    "reveal a white card in your hand": CostPart("reveal", 1, ((True, "color(white)"),)),
    "return two Islands you control to their owner's hand": CostPart(
        "return_to_hand", 2, ((True, "subtype(island)"),)
    ),
    "return a Bird you control to its owner's hand": CostPart(
        "return_to_hand", 1, ((True, "subtype(bird)"),)
    ),
    "remove two time counters": CostPart("remove_counters(time)", 2),
    "remove a Time counter": CostPart("remove_counters(time)", 1),
}


SAID_OTHERWISE: dict[str, str] = {
    "sacrifice this artifact": "sacrifice this",
    "Sacrifice this Land": "sacrifice this",
    "{T}, sacrifice this creature": "{T}, sacrifice this",
    "{T}, Sacrifice this permanent.": "{T}, sacrifice this",
    "sacrifice this enchantment, pay 1 life": "sacrifice this, pay 1 life",
    "exile this artifact": "exile this",
    "exile this card from your hand": "exile this",
    "return this land": "return this",
    "return this creature to its owner's hand": "return this",
    "pay {U}": "{U}",
    "Pay {2}{W/U}, {T}": "{2}{W/U}, {T}",
    "discard a card, pay {0}": "discard a card, {0}",
}


@pytest.mark.parametrize(("text", "plain"), SAID_OTHERWISE.items(), ids=SAID_OTHERWISE)
def test_the_words_of_cards_for_a_cost_are_the_same_cost_as_the_short_ones(
    text: str, plain: str
) -> None:
    assert parse_cost(text) == parse_cost(plain)
    assert parse_cost(text).text == plain


def test_what_is_returned_goes_to_its_owners_hand_said_or_not() -> None:
    short, long = "return a land you control", "return a land you control to its owner's hand"
    assert parse_cost(short).parts == parse_cost(long).parts
    assert parse_cost(short).parts == (CostPart("return_to_hand", 1, ((True, "type(land)"),)),)


@pytest.mark.parametrize(("text", "part"), PARTS.items(), ids=PARTS)
def test_what_else_is_to_be_paid_has_a_verb_a_number_and_a_description(
    text: str, part: CostPart
) -> None:
    assert parse_cost(text).parts == (part,)


def test_the_name_of_a_counter_in_a_cost_is_a_term_that_it_cannot_break_out_of() -> None:
    for name in ("+1/+1", "-1/-1", "not", "a)", "a)).legal((x", 'a"b', "3"):
        (part,) = parse_cost(f"remove two {name} counters").parts
        assert part.verb == atom("remove_counters", term(name))


def test_symbols_and_other_parts_stand_side_by_side() -> None:
    cost = parse_cost("{1}{U}, {T}, discard a card, pay 2 life")
    assert cost.symbols == (("generic", 1), ("u", 1), ("tap", 1))
    assert cost.parts == (CostPart("discard", 1), CostPart("pay_life", 2))


def test_the_text_of_a_cost_is_without_space_around_its_parts_and_a_full_stop() -> None:
    assert parse_cost("  {1}{U} ,discard a card. ").text == "{1}{U}, discard a card"


def test_a_number_may_be_a_word() -> None:
    found = {word: parse_cost(f"discard {word} cards").parts[0].number for word in NUMBER_WORDS}
    assert found == NUMBER_WORDS


def documented_costs() -> list[str]:
    rest = PROSE.read_text(encoding="utf-8").partition("\n## Costs\n")[2]
    section = rest.partition("\n## ")[0]
    return re.findall(r"`([^`]+)`", section)


def test_the_documentation_shows_costs() -> None:
    assert len(documented_costs()) > 10


def test_every_cost_that_the_documentation_shows_can_be_read() -> None:
    costs = [parse_cost(text) for text in documented_costs()]
    assert all(cost.symbols or cost.parts for cost in costs)


VALUES: dict[str, int] = {
    "{0}": 0,
    "{2}{U}": 3,
    "{X}{X}{R}": 1,
    "{2/W}{2/W}": 4,
    "{W/U}": 1,
    "{G/P}": 1,
    "{S}{C}": 2,
    "{T}": 0,
    "{16}{G}{G}": 18,
}


@pytest.mark.parametrize(("text", "value"), VALUES.items(), ids=VALUES)
def test_the_mana_value_counts_what_each_symbol_weighs(text: str, value: int) -> None:
    assert parse_cost(text).mana_value == value


COLORS: dict[str, tuple[str, ...]] = {
    "{0}": (),
    "{C}{X}{S}{T}{2}": (),
    "{G}{R}{B}{U}{W}": ("white", "blue", "black", "red", "green"),
    "{G}{G}": ("green",),
    "{B/R}": ("black", "red"),
    "{2/W}": ("white",),
    "{U/P}": ("blue",),
}


@pytest.mark.parametrize(("text", "colors"), COLORS.items(), ids=COLORS)
def test_the_colours_of_a_cost_are_those_of_its_symbols(text: str, colors: tuple[str, ...]) -> None:
    assert parse_cost(text).colors == colors


BAD: dict[str, str] = {
    "": "''",
    "{": "'{'",
    "{}": "{}",
    "{Q}": "{Q}",
    "{1}{WU}": "{WU}",
    "{W/}": "{W/}",
    "{W/U/B}": "{W/U/B}",
    "{3/W}": "{3/W}",
    "{X/P}": "{X/P}",
    "{-1}": "{-1}",
    "{1.5}": "{1.5}",
    "{\u0664}": "{\u0664}",
    "{1}U": "'U'",
    "{1}}": "'}'",
    "{1},": "''",
    "2": "'2'",
    "pay life": "'pay life'",
    "pay X life": "'X'",
    "pay -3 life": "'-3'",
    "pay \u0665 life": "'\u0665'",
    "discard": "'discard'",
    "discard many cards": "'many'",
    "sacrifice a land in limbo": "'land in limbo'",
    "exile a card": "'exile a card'",
    "exile a card from a graveyard": "'exile a card from a graveyard'",
    "return a Bird": "'return a Bird'",
    "sacrifice this spell": "'this'",
    "sacrifice this land to its owner's hand": "'this'",
    "return this land to its friends": "'return this land to its friends'",
    "pay U": "'pay U'",
    "pay {Q}": "{Q}",
    "remove counters": "'remove counters'",
    "{1} or {2}": "'or'",
}


@pytest.mark.parametrize(("text", "culprit"), BAD.items(), ids=[repr(text) for text in BAD])
def test_a_cost_that_cannot_be_read_is_quoted_with_what_is_wrong_in_it(
    text: str, culprit: str
) -> None:
    with pytest.raises(CostError) as caught:
        parse_cost(text)
    quoted, _, rest = str(caught.value).partition(": found ")
    assert quoted == repr(text)
    assert culprit in rest.partition(", expected ")[0]
    assert ", expected " in rest


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("{1000001}", 1_000_001),
        ("{600000}{600000}", 1_200_000),
        ("{99999999999999999999}", 99_999_999_999_999_999_999),
    ],
)
def test_more_mana_than_a_million_is_refused_with_the_number_and_the_limit(
    text: str, number: int
) -> None:
    with pytest.raises(CostError) as caught:
        parse_cost(text)
    assert str(caught.value) == f"{text!r}: found {number} mana, expected at most 1000000"


def test_a_million_mana_is_not_too_much() -> None:
    assert parse_cost("{1000000}").symbols == (("generic", 1_000_000),)


@pytest.mark.parametrize("text", ["pay 1000001 life", "pay 99999999999999999999 life"])
def test_more_life_than_a_million_is_refused(text: str) -> None:
    with pytest.raises(CostError, match="expected a number"):
        parse_cost(text)


def test_zeros_before_a_number_of_mana_count_nothing() -> None:
    assert parse_cost("{000000000012}").symbols == (("generic", 12),)
    assert parse_cost("{00}").symbols == (("generic", 0),)


def test_zeros_before_a_number_of_life_count_nothing() -> None:
    assert parse_cost("pay 000000000012 life").parts == (CostPart("pay_life", 12),)


MANA: dict[str, tuple[tuple[str, int], ...]] = {
    "": (),
    "  ": (),
    "{G}{G}": (("g", 2),),
    "{W}{C}{W}": (("w", 2), ("c", 1)),
    "{2}": (("c", 2),),
    "{2}{C}": (("c", 3),),
}


@pytest.mark.parametrize(("text", "mana"), MANA.items(), ids=[repr(text) for text in MANA])
def test_mana_is_counted_by_type_and_a_number_is_colourless(
    text: str, mana: tuple[tuple[str, int], ...]
) -> None:
    assert parse_mana(text) == mana


def test_mana_of_no_single_type_is_refused() -> None:
    for text in ("{X}", "{T}", "{S}", "{W/U}", "{2/W}", "{G/P}", "{Q}", "green"):
        with pytest.raises(CostError, match=re.escape(f"{text!r}: found ")):
            parse_mana(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{U} or {G}", ("{U}", "{G}")),
        ("{W}{W}, {U}, or {C}", ("{W}{W}", "{U}", "{C}")),
        ("one mana of any color", ("{W}", "{U}", "{B}", "{R}", "{G}")),
    ],
)
def test_what_an_ability_adds_may_be_told_in_the_words_of_cards(
    text: str, found: tuple[str, ...]
) -> None:
    assert alternatives(text) == found


def test_counters_may_be_said_to_come_from_the_object_itself() -> None:
    plain = parse_cost("{T}, remove a charge counter")
    for where in ("it", "this artifact", "this"):
        assert parse_cost(f"{{T}}, remove a charge counter from {where}") == plain
    with pytest.raises(CostError):
        parse_cost("remove a charge counter from an artifact you control")


@pytest.mark.parametrize(
    "text", ["any type", "any one color", "{W} or a {U}", "WU", "{W/U}", "{X}", "{Q}", "two mana"]
)
def test_of_what_no_ability_adds_it_is_told_which_words_are_understood(text: str) -> None:
    with pytest.raises(CostError) as caught:
        alternatives(text)
    found, _, expected = str(caught.value).partition(", expected ")
    assert found.startswith(f"{text!r}: found ")
    assert "hybrid(" not in found
    assert "{1}" not in expected
    words = re.findall("'([^']+)'", expected)
    assert len(words) == 4
    assert all(alternatives(each) for each in words)


def test_a_symbol_of_no_single_type_is_told_as_it_was_written_with_what_mana_may_be() -> None:
    with pytest.raises(CostError) as caught:
        parse_mana("{G}{w/u}")
    assert str(caught.value) == (
        "'{G}{w/u}': found the symbol {w/u}, expected mana of one type in each symbol, such as {G}"
        " or {C}{C}"
    )


def test_more_mana_in_a_pool_than_a_million_is_refused() -> None:
    with pytest.raises(CostError, match="found 1200000 mana, expected at most 1000000"):
        parse_mana("{600000}{600000}")
