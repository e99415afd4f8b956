"""Names and texts that mean harm are carried safely, or refused in good order."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from pyadapter import GameState, MalformedStateError, StateDocument
from pyadapter.canonical import canonical
from pyadapter.catalogue import known_cards
from pyadapter.cli import command
from pyadapter.documents import read_document
from pyadapter.errors import EncodingError, SpecialActionsError
from pyadapter.facts import state_facts
from pyadapter.from_facts import document_from

TEXTS: dict[str, str] = {
    "out of an argument": "a). legal(x",
    "out of a quoted argument": 'a"). legal(x',
    "a script": "#script (python) import os #end.",
    "a variable": "X",
    "a number": "3",
    "a term": "of(forest,1)",
    "comments": "% one %* another",
    "quotes": """say "it's" """,
    "backslashes": "a\\b\\n\\\\n",
    "a backslash at the end": "x\\",
    "a backslash and a quote": '\\"',
    "a line break": "a\nb",
    "a tab": "a\tb",
    "control characters": "a\rb\u2028c\x01\x1b[31md\x7f",
    "emoji": "\U0001f525\U0001f468\u200d\U0001f469\u200d\U0001f467\uffff\U0010ffff",
    "right to left": "\u202eevil \u05e9\u05dc\u05d5\u05dd",
    "combining": "e\u0301\u0323\u0301",
    "long": "x" * 10_000,
    "not": "not",
    "nothing": "",
    "spaces": "  a  b  ",
    "placeholders": "{player} {blame} {object} {witness} {0} {} {",
    "rich markup": "[red]x[/] [link=file:///etc/passwd]y[/link] :fire: %s",
    "the word for a rule": "rule",
    "the word for unknown": "unknown",
}
NAMES = [text for text in TEXTS if text != "nothing"]
TELLING = ["out of a quoted argument", "a backslash and a quote", "not"]
PRINTED = [*TELLING, "control characters", "emoji", "long", "placeholders", "rich markup"]
HARMLESS = "Harmless Text"


def moment(**fields: Any) -> dict[str, Any]:
    return {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [
            {"name": "ann", "life": 20, "hand": ["Forest"]},
            {"name": "bob", "life": 20},
        ],
        **fields,
    }


def with_ann(**fields: Any) -> dict[str, Any]:
    return moment(
        players=[
            {"name": "ann", "life": 20, "hand": ["Forest"], **fields},
            {"name": "bob", "life": 20},
        ]
    )


def with_effect(**fields: Any) -> dict[str, Any]:
    allows = {"by": "ann", "cost": "{0}"}
    effect = {"id": "spell", "kind": "other", "controller": "ann", "allows": allows, **fields}
    return moment(effects=[effect])


def with_cost(cost: str) -> dict[str, Any]:
    return with_effect(allows={"by": "ann", "cost": cost})


def named(text: str) -> dict[str, Any]:
    players = [{"name": text, "hand": ["Forest"]}, {"name": "bob", "decided_by": text}]
    return moment(turn=text, priority=text, players=players)


def teamed(text: str) -> dict[str, Any]:
    players = [{"name": "ann", "team": text, "hand": ["Forest"]}, {"name": "bob", "team": "red"}]
    return moment(variant="two_headed_giant", players=players)


def printed(text: str) -> dict[str, Any]:
    ability = {"kind": "other", "ignore": {"cost": "{0}", "who": "each"}}
    card = {"name": text, "type": "Land", "abilities": [ability]}
    return {**with_ann(hand=[text], battlefield=[text], spells_cast=[text]), "cards": [card]}


PLACES: dict[str, Callable[[str], dict[str, Any]]] = {
    "a player": named,
    "a team": teamed,
    "a card": printed,
    "an id": lambda text: with_ann(hand=[{"card": "Forest", "id": text}]),
    "an id in play": lambda text: with_ann(
        battlefield=[{"card": "Willbender", "id": text, "face_down": True}, "Island", "Island"]
    ),
    "an effect": lambda text: with_effect(id=text),
    "the text of an effect": lambda text: with_effect(text=text, until=text),
    "a chosen name": lambda text: with_ann(
        battlefield=[{"card": "Meddling Mage", "chosen_name": text}]
    ),
    "an ability on the stack": lambda text: moment(stack=[{"ability": text, "controller": "bob"}]),
    "a counter": lambda text: with_ann(battlefield=[{"card": "Forest", "counters": {text: 2}}]),
    "a subtype": lambda text: {
        **with_ann(hand=["Odd Card"]),
        "cards": [{"name": "Odd Card", "type": f"Land — {text}"}],
    },
    "a purpose of mana": lambda text: with_ann(
        pool=[{"mana": "{G}", "only": [text, f"cast {text}"]}]
    ),
    "a title": lambda text: moment(title=text, story=text),
}
NAMELESS = {"a player", "a card", "an ability on the stack", "a subtype"}


def form_of(document: object) -> StateDocument:
    return canonical(read_document(json.dumps(document)), catalogue=known_cards()).document


def outcomes(document: object) -> list[tuple[str, str]]:
    state = GameState.from_json(json.dumps(document))
    return sorted((verdict.kind, verdict.verdict) for verdict in state.verdicts())


@pytest.mark.parametrize("place", PLACES)
def test_a_hostile_text_in_one_place_changes_no_verdict(place: str) -> None:
    calm = outcomes(PLACES[place](HARMLESS))
    for text in TELLING:
        assert outcomes(PLACES[place](TEXTS[text])) == calm, text


@pytest.mark.parametrize("place", PLACES)
def test_a_hostile_text_in_one_place_comes_back_from_the_facts(place: str) -> None:
    for text in NAMES if place in NAMELESS else TEXTS:
        document = form_of(PLACES[place](TEXTS[text]))
        assert document_from(state_facts(document)) == document, text


def run(*arguments: str, stdin: object) -> Result:
    return CliRunner().invoke(command, list(arguments), input=json.dumps(stdin).encode())


def everywhere(text: str) -> dict[str, Any]:
    """A state with a text in all places at once."""
    return moment(
        title=text,
        turn=text,
        priority=text,
        players=[
            {
                "name": text,
                "life": 20,
                "team": text,
                "hand": [{"card": text, "id": text}],
                "battlefield": [{"card": "Meddling Mage", "chosen_name": text}],
                "pool": [{"mana": "{G}", "only": [text]}],
            },
            {"name": "bob", "exile": [{"card": "Forest", "counters": {text: 1}}]},
        ],
        stack=[{"ability": text, "id": f"{text} ability", "controller": "bob"}],
        effects=[
            {
                "id": f"{text} effect",
                "kind": "cant_play_lands",
                "until": text,
                "controller": text,
                "on": [f"named {text}x"],
                "allows": {"by": text, "cost": "{0}"},
            }
        ],
        cards=[{"name": text, "type": f"Land — {text}"}],
    )


@cache
def calm() -> list[tuple[str, str]]:
    return outcomes(everywhere(HARMLESS))


@pytest.mark.parametrize("text", NAMES)
def test_a_hostile_text_everywhere_changes_no_verdict_and_comes_back_from_the_facts(
    text: str,
) -> None:
    document = everywhere(TEXTS[text])
    assert outcomes(document) == calm()
    form = form_of(document)
    assert document_from(state_facts(form)) == form


@pytest.mark.parametrize("text", PRINTED)
def test_a_hostile_text_everywhere_is_printed_and_understood_as_it_is_told(text: str) -> None:
    document = everywhere(TEXTS[text])
    result = run("check", "-", "--json", stdin=document)
    assert (result.exit_code, result.exception, result.stderr) == (0, None, "")
    verdicts = json.loads(result.stdout)["verdicts"]
    assert {verdict["player"] for verdict in verdicts} == {TEXTS[text]}
    action = next(verdict["action"] for verdict in verdicts if verdict["kind"] == "play_land")
    asked = run("why", "-", action, "--json", stdin=document)
    assert [each["action"] for each in json.loads(asked.stdout)["verdicts"]] == [action]
    for words in (["check", "-"], ["why", "-", action]):
        result = run(*words, stdin=document)
        assert (result.exit_code, result.exception, result.stderr) == (0, None, "")
        assert all(character.isprintable() or character == "\n" for character in result.stdout)


def test_a_state_with_nothing_for_every_name_is_refused_in_good_order() -> None:
    result = run("check", "-", stdin=everywhere(""))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "special-actions: -: $.players[0].name: found ''" in result.stderr


@pytest.mark.parametrize("text", ["a line break", "a tab", "right to left"])
def test_what_would_move_the_cursor_is_spelled_out(text: str) -> None:
    output = run("check", "-", stdin=everywhere(TEXTS[text])).stdout
    assert output
    assert all(character.isprintable() or character == "\n" for character in output)


def test_rich_markup_is_shown_and_not_obeyed() -> None:
    output = run("check", "-", stdin=named("[red]ann[/red] :fire:")).stdout
    assert "[red]ann[/red] :fire:" in output


def test_placeholders_in_names_are_not_filled_in() -> None:
    document = named("{object} {blame}")
    result = run("why", "-", "play", "Forest", stdin=document)
    assert "{object} {blame} has priority" in result.stdout


def test_a_long_name_is_cut_where_it_is_printed() -> None:
    result = run("check", "-", stdin=named("x" * 10_000))
    assert len(result.stdout) < 10_000


@pytest.mark.parametrize("text", ["control characters", "emoji"])
def test_facts_that_are_printed_are_the_facts_to_the_letter(text: str) -> None:
    document = everywhere(TEXTS[text])
    facts = GameState.from_json(json.dumps(document)).facts()
    assert run("facts", "-", stdin=document).stdout == "".join(f"{fact}.\n" for fact in facts)


def test_names_from_a_card_file_are_listed_without_moving_the_cursor(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([{"name": "Frost\r\n\u202eFrost", "type": "Land"}]))
    result = CliRunner().invoke(command, ["cards", "frost", "--cards", str(path)])
    assert len(result.stdout.splitlines()) == 1
    assert "\u202e" not in result.stdout


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@given(ANY_TEXT.filter(lambda text: text.strip() not in ("", "?")))
def test_whatever_text_stands_everywhere_comes_back_from_the_facts(text: str) -> None:
    try:
        document = form_of(everywhere(text))
    except MalformedStateError:
        return
    assert document_from(state_facts(document)) == document


MEANINGLESS: dict[str, Callable[[str], dict[str, Any]]] = {
    "a cost": with_cost,
    "a mana cost": lambda text: {
        **with_ann(hand=["Odd Card"]),
        "cards": [{"name": "Odd Card", "type": "Land", "mana_cost": text}],
    },
    "a pool": lambda text: with_ann(pool=f"{text} "),
    "a condition": lambda text: with_effect(**{"while": text}),
    "a whom": lambda text: with_effect(who=text),
    "a date": lambda text: moment(rules=text),
    "a card that is not known": lambda text: with_ann(hand=[f"{text} "]),
}
ABSENT: dict[str, Callable[[str], dict[str, Any]]] = {
    "a turn": lambda text: moment(turn=text, priority=None),
    "a priority": lambda text: moment(priority=text),
    "an owner": lambda text: with_ann(exile=[{"card": "Forest", "owner": f"{text} "}]),
    "a target": lambda text: with_effect(applies_to=[text]),
    "a land play": lambda text: with_ann(lands_played=[f"{text} "]),
    "an effect that is ignored": lambda text: with_ann(ignores=[text]),
    "what it is attached to": lambda text: with_ann(
        battlefield=[{"card": "Forest", "attached_to": text}]
    ),
}


@pytest.mark.parametrize("place", [*MEANINGLESS, *ABSENT])
def test_a_hostile_text_where_it_can_mean_nothing_is_refused_in_good_order(place: str) -> None:
    texts = NAMES if place in MEANINGLESS else ["quotes", "long", "placeholders"]
    for text in texts:
        result = run("check", "-", stdin={**MEANINGLESS, **ABSENT}[place](TEXTS[text]))
        assert isinstance(result.exception, SystemExit), text
        assert (result.exit_code, result.stdout) == (2, ""), text
        lines = result.stderr.splitlines()
        assert lines, text
        assert all(line.startswith("special-actions: -: ") and len(line) < 500 for line in lines)


DIGITS = {
    "eastern digits in a condition": with_effect(**{"while": "\u0661\u0660 lands"}),
    "eastern digits in a mana value": with_effect(on=["mana value \u0664+"]),
    "eastern digits in a cost": with_cost("pay \u0665 life"),
    "an emoji counter in a cost": with_cost("remove a \U0001f525 counter"),
    "an accent in a counter in a cost": with_cost("remove two \u00e9 counters"),
    "zeros in a condition": with_effect(**{"while": "007 lands"}),
    "zeros in a mana value": with_effect(on=["mana value 07+"]),
    "a plus in a counter in a cost": with_cost("remove a +1/+1 counter"),
    "a minus in a counter in a cost": with_cost("remove a -1/-1 counter"),
    "a bracket in a counter in a cost": with_cost("remove a x) counter"),
    "a quote in a counter in a cost": with_cost('remove a " counter'),
}


@pytest.mark.parametrize("document", DIGITS.values(), ids=DIGITS)
def test_odd_digits_and_counters_are_carried_or_refused_but_never_end_the_process(
    document: object,
) -> None:
    result = run("check", "-", stdin=document)
    assert result.exit_code in (0, 2), result.exception
    assert "error: " not in result.stderr


BREAKING_OUT = ["x)).has_priority(bob).foo((x", "x));has_priority(bob);foo((x", "x)):-foo((x"]


@pytest.mark.parametrize("name", BREAKING_OUT)
def test_no_fact_can_be_put_into_the_name_of_a_counter_in_a_cost(name: str) -> None:
    try:
        form = form_of(with_cost(f"remove two {name} counters"))
    except MalformedStateError:
        return
    assert document_from(state_facts(form)) == form


def test_no_player_gets_priority_by_the_name_of_a_counter_in_a_cost() -> None:
    text = json.dumps(with_cost(f"remove two {BREAKING_OUT[0]} counters"))
    try:
        state = GameState.from_json(text)
    except MalformedStateError:
        return
    reasons = {reason.requirement: reason for reason in state.why("roll", player="bob").reasons}
    assert reasons["priority"].status == "unmet"


LIKE_CONSTANTS = ["opt", "not", "Opt land", 'say "hi"']


@pytest.mark.parametrize("name", LIKE_CONSTANTS)
def test_a_prohibition_by_name_stops_the_card_however_its_name_is_written(name: str) -> None:
    document = {
        **with_ann(hand=[{"card": name, "id": "it"}]),
        "cards": [{"name": name, "type": "Land"}],
        "effects": [{"kind": "cant_play_lands", "on": [f"named {name}"]}],
    }
    verdict = GameState.from_json(json.dumps(document)).why("play it")
    assert [reason.requirement for reason in verdict.with_status("unmet")] == ["not_forbidden"]


@pytest.mark.parametrize("name", LIKE_CONSTANTS)
def test_a_chosen_name_stops_the_card_however_its_name_is_written(name: str) -> None:
    suspend = {"kind": "suspend", "n": 1, "cost": "{0}"}
    document = {
        **with_ann(
            hand=[{"card": name, "id": "it"}],
            battlefield=[{"card": "Meddling Mage", "chosen_name": name}],
        ),
        "cards": [{"name": name, "type": "Sorcery", "abilities": [suspend]}],
    }
    verdict = GameState.from_json(json.dumps(document)).why("suspend it")
    assert [reason.requirement for reason in verdict.with_status("unmet")] == ["not_forbidden"]


COMES_BACK: dict[str, dict[str, Any]] = {
    "a purpose in other words": with_ann(
        pool=[{"mana": "{G}", "only": ["turn creatures face up", "Morph Costs"]}]
    ),
    "a purpose in more words": with_ann(pool=[{"mana": "{G}", "only": ["only to cast Goblins"]}]),
    "a granted suspend": moment(
        effects=[
            {"kind": "grants", "abilities": [{"kind": "suspend", "n": 3, "cost": "{U}"}]},
        ]
    ),
    "a granted suspend with X": moment(
        effects=[
            {"kind": "grants", "abilities": [{"kind": "suspend", "n": "X", "cost": "{X}{U}"}]},
        ]
    ),
    "texts that look like other fields": moment(
        effects=[
            {"id": "one", "kind": "other", "text": "burns while=open"},
            {"id": "two", "kind": "other", "text": "burns", "while": "open"},
        ]
    ),
    "an id that looks like what an effect says": {
        **with_ann(battlefield=["Exploration"]),
        "effects": [{"id": "additional_land_plays who=you", "kind": "cast_limit", "n": 0}],
    },
    "an id that looks like a cost": with_effect(id="{0}"),
    "a card named like a cost": {
        **with_ann(hand=["{T}"]),
        "cards": [
            {"name": "{T}", "type": "Land", "abilities": [{"kind": "mana", "adds": ["{G}"]}]}
        ],
    },
    "a purpose that looks like two": {
        **with_ann(hand=["Odd Card"]),
        "cards": [
            {
                "name": "Odd Card",
                "type": "Land",
                "abilities": [
                    {"kind": "mana", "adds": ["{G}"], "only": ["cast a; cast b"]},
                    {"kind": "mana", "adds": ["{G}"], "only": ["cast a", "cast b"]},
                ],
            }
        ],
    },
    "the same ability twice": {
        **with_ann(hand=["Odd Card"]),
        "cards": [
            {
                "name": "Odd Card",
                "type": "Land",
                "abilities": ["flash", "flash", *[{"kind": "mana", "adds": ["{G}"]}] * 2],
            }
        ],
    },
    "time that is nothing": with_ann(battlefield=[{"card": "Forest", "time": 0}]),
    "an id that is a word for a permission": with_ann(
        battlefield=[{"card": "Exploration", "id": "rule"}], lands_played=["unnamed"]
    ),
}


@pytest.mark.parametrize("document", COMES_BACK.values(), ids=COMES_BACK)
def test_what_an_unusual_document_says_comes_back_from_its_facts(document: object) -> None:
    form = form_of(document)
    assert document_from(state_facts(form)) == form


EMPTY: dict[str, dict[str, Any]] = {
    "no verbs": moment(effects=[{"kind": "cant", "verbs": []}]),
    "no types": moment(effects=[{"kind": "adds_types", "types": []}]),
    "no granted abilities": moment(effects=[{"kind": "grants", "abilities": []}]),
    "no mana": {
        **with_ann(hand=["Odd Card"]),
        "cards": [
            {"name": "Odd Card", "type": "Land", "abilities": [{"kind": "mana", "adds": []}]}
        ],
    },
    "mana that is none": {
        **with_ann(hand=["Odd Card"]),
        "cards": [
            {"name": "Odd Card", "type": "Land", "abilities": [{"kind": "mana", "adds": [""]}]}
        ],
    },
    "a card without a name": {
        **with_ann(hand=[""]),
        "cards": [{"name": "", "type": "Land"}],
    },
    "an ability without a text": moment(stack=[{"ability": "", "controller": "ann"}]),
    "a description of nothing but 'not'": moment(effects=[{"kind": "cant_cast", "on": ["not"]}]),
    "two ways to suspend": {
        **with_ann(hand=["Odd Card"]),
        "cards": [
            {
                "name": "Odd Card",
                "type": "Sorcery",
                "abilities": [
                    {"kind": "suspend", "n": 3, "cost": "{U}"},
                    {"kind": "suspend", "n": 4, "cost": "{G}"},
                ],
            }
        ],
    },
}


@pytest.mark.parametrize("document", EMPTY.values(), ids=EMPTY)
def test_what_says_nothing_is_refused_or_comes_back_from_its_facts(document: object) -> None:
    try:
        form = form_of(document)
    except MalformedStateError:
        return
    assert document_from(state_facts(form)) == form


NUL_CARDS: dict[str, dict[str, Any]] = {
    "name": {"name": "Frost\0", "type": "Land"},
    "subtype": {"name": "Frost", "type": "Land — a\0b"},
    "text": {"name": "Frost", "type": "Land", "abilities": [{"kind": "other", "text": "a\0b"}]},
    "purpose": {
        "name": "Frost",
        "type": "Land",
        "abilities": [{"kind": "mana", "adds": ["{G}"], "only": ["cast a\0b"]}],
    },
}


@pytest.mark.parametrize("card", NUL_CARDS.values(), ids=NUL_CARDS)
def test_a_character_with_the_code_0_in_a_card_file_is_refused_in_good_order(
    card: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([card]))
    state = tmp_path / "state.json"
    state.write_text(json.dumps(with_ann(hand=["Frost"])))
    with pytest.raises(SpecialActionsError) as caught:
        GameState.load(state, card_files=[path])
    assert not isinstance(caught.value, EncodingError)


def test_a_million_of_everything_that_has_a_number_is_judged() -> None:
    million = 1_000_000
    document = {
        **with_ann(
            life=million,
            planar_die_rolls=million,
            battlefield=[{"card": "Forest", "counters": {"time": million}, "time": million}],
        ),
        "variant": "planechase",
    }
    verdict = GameState.from_json(json.dumps(document)).why("roll")
    assert verdict.verdict == "unaffordable"
