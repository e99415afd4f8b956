"""Decoding is strict: an error names the path, what was found there and what was expected."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from pyadapter import abilities, model
from pyadapter.documents import read_document, schema, write_document
from pyadapter.errors import DocumentError, MalformedStateError
from pyadapter.model import Player, StateDocument
from pyadapter.state import GameState
from tests.casework import all_cases

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples" / "states").glob("*.json"))
STEPS = get_args(abilities.Step)
RECORDS = [
    StateDocument,
    Player,
    model.Permanent,
    model.StackObject,
    model.FloatingMana,
    model.Card,
    abilities.Ignore,
    abilities.Deadline,
    abilities.Allows,
    *get_args(abilities.Effect),
    abilities.Morph,
    abilities.Suspend,
    abilities.Mana,
]


def fields_of(record: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(record)}


def moment(**fields: Any) -> dict[str, Any]:
    return {"players": [{"name": "ann"}], "turn": None, "priority": None, **fields}


def with_player(**fields: Any) -> dict[str, Any]:
    return moment(players=[{"name": "ann", **fields}])


def with_effect(**fields: Any) -> dict[str, Any]:
    return moment(effects=[{"kind": "other", **fields}])


def with_card(*, type: str = "Land", **fields: Any) -> dict[str, Any]:
    return moment(cards=[{"name": "Odd Card", "type": type, **fields}])


def error_of(document: object) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_document(json.dumps(document))
    return caught.value


WRONG_TYPES: dict[str, tuple[object, str, str, str]] = {
    "a list for the document": ([], "$", "array", "object"),
    "a number for the players": (moment(players=3), "$.players", "int", "array"),
    "a text for a life total": (with_player(life="20"), "$.players[0].life", "str", "int | null"),
    "a fraction of life": (with_player(life=1.5), "$.players[0].life", "float", "int | null"),
    "a text for a flag": (
        with_player(hand=["Forest", {"card": "Forest", "tapped": "yes"}]),
        "$.players[0].hand[1].tapped",
        "str",
        "bool",
    ),
    "a number for a card": (with_player(hand=[3]), "$.players[0].hand[0]", "int", "str | object"),
    "nothing for a name": (moment(players=[{"name": None}]), "$.players[0].name", "null", "str"),
    "a text among counters": (
        with_player(hand=[{"card": "Forest", "counters": {"time": "three"}}]),
        "$.players[0].hand[0].counters[*]",
        "str",
        "int",
    ),
    "a text for a list": (with_effect(on="land"), "$.effects[0].on", "str", "array"),
}


@pytest.mark.parametrize(
    ("document", "path", "found", "expected"), WRONG_TYPES.values(), ids=WRONG_TYPES
)
def test_a_value_of_the_wrong_type_is_named_with_the_right_type(
    document: object, path: str, found: str, expected: str
) -> None:
    error = error_of(document)
    assert (error.path, error.found, error.expected) == (path, found, expected)


def test_the_text_of_an_error_has_path_found_and_expected() -> None:
    assert str(error_of(moment(players=3))) == "$.players: found int, expected array"


UNKNOWN_FIELDS: dict[str, tuple[object, str, str]] = {
    "document": (moment(effect=[]), "$.effect", "effects"),
    "player": (with_player(hnd=[]), "$.players[0].hnd", "hand"),
    "object": (
        with_player(hand=[{"card": "Forest", "taped": True}]),
        "$.players[0].hand[0].taped",
        "tapped",
    ),
    "stack": (moment(stack=[{"controler": "ann"}]), "$.stack[0].controler", "controller"),
    "pool": (with_player(pool=[{"mana": "{G}", "olny": []}]), "$.players[0].pool[0].olny", "only"),
    "effect": (with_effect(applys_to=[]), "$.effects[0].applys_to", "applies_to"),
    "ignore": (
        with_effect(ignore={"cost": "{2}", "whom": "each"}),
        "$.effects[0].ignore.whom",
        "who",
    ),
    "card": (with_card(manacost="{2}"), "$.cards[0].manacost", "mana_cost"),
    "ability": (
        with_card(abilities=[{"kind": "morph", "price": "{2}"}]),
        "$.cards[0].abilities[0].price",
        "cost",
    ),
}


@pytest.mark.parametrize(("document", "path", "right"), UNKNOWN_FIELDS.values(), ids=UNKNOWN_FIELDS)
def test_an_unknown_field_is_refused_with_a_list_of_the_known_ones(
    document: object, path: str, right: str
) -> None:
    error = error_of(document)
    assert (error.path, error.found) == (path, "an unknown field")
    assert right in error.expected.removeprefix("one of ").split(", ")


MISSING: dict[str, tuple[object, str, str]] = {
    "players": ({"turn": None, "priority": None}, "$", "players"),
    "turn": ({"players": [], "priority": None}, "$", "turn"),
    "priority": ({"players": [], "turn": None}, "$", "priority"),
    "name of a player": (moment(players=[{}]), "$.players[0]", "name"),
    "card of an object": (with_player(hand=[{}]), "$.players[0].hand[0]", "card"),
    "controller of a spell": (moment(stack=[{"card": "Opt"}]), "$.stack[0]", "controller"),
    "kind of an effect": (moment(effects=[{}]), "$.effects[0]", "kind"),
    "verbs of an effect": (with_effect(kind="cant"), "$.effects[0]", "verbs"),
    "type of a card": (moment(cards=[{"name": "Odd Card"}]), "$.cards[0]", "type"),
    "cost of a morph": (
        with_card(abilities=[{"kind": "morph"}]),
        "$.cards[0].abilities[0]",
        "cost",
    ),
}


@pytest.mark.parametrize(("document", "path", "field"), MISSING.values(), ids=MISSING)
def test_a_missing_field_is_named_with_the_record_that_lacks_it(
    document: object, path: str, field: str
) -> None:
    error = error_of(document)
    expected = (path, "no such field", f"the field {field!r}")
    assert (error.path, error.found, error.expected) == expected


BAD_VALUES: dict[str, tuple[object, str, str, tuple[str, ...]]] = {
    "phase": (moment(phase="main"), "$.phase", "main", STEPS),
    "step": (moment(step="combat"), "$.step", "combat", STEPS),
    "step in a map of turns": (moment(turn={"ann": "upkep"}), "$.turn[*]", "upkep", STEPS),
    "variant": (moment(variant="emperor"), "$.variant", "emperor", get_args(model.Variant)),
    "variant in a list": (
        moment(variant=["planechase", "emperor"]),
        "$.variant[1]",
        "emperor",
        get_args(model.Variant),
    ),
    "process": (
        moment(in_progress="sleeping"),
        "$.in_progress",
        "sleeping",
        get_args(model.Process),
    ),
    "colour": (
        with_card(colors=["purple"]),
        "$.cards[0].colors[0]",
        "purple",
        get_args(model.Color),
    ),
    "topic": (
        with_card(not_understood=["art"]),
        "$.cards[0].not_understood[0]",
        "art",
        get_args(model.CardTopic),
    ),
    "keyword": (
        with_card(abilities=["flas"]),
        "$.cards[0].abilities[0]",
        "flas",
        get_args(abilities.KeywordName),
    ),
    "kind of an effect": (
        with_effect(kind="cant_attack"),
        "$.effects[0].kind",
        "cant_attack",
        tuple(str(kind.__struct_config__.tag) for kind in get_args(abilities.Effect)),
    ),
    "kind of an ability": (
        with_card(abilities=[{"kind": "morf", "cost": "{2}"}]),
        "$.cards[0].abilities[0].kind",
        "morf",
        ("morph", "suspend", "mana", "cant"),
    ),
    "verb": (
        with_effect(kind="cant", verbs=["fly"]),
        "$.effects[0].verbs[0]",
        "fly",
        get_args(abilities.Verb),
    ),
    "zone": (
        with_effect(kind="land_play_permission", zone="battlefield"),
        "$.effects[0].zone",
        "battlefield",
        ("hand", "graveyard", "exile", "top_of_library", "command", "outside"),
    ),
    "timing": (
        with_effect(allows={"by": "ann", "cost": "{0}", "timing": "instant"}),
        "$.effects[0].allows.timing",
        "instant",
        ("priority", "mana_ability"),
    ),
    "whose": (with_effect(whose="mine"), "$.effects[0].whose", "mine", ("any", "you", "opponents")),
}


@pytest.mark.parametrize(
    ("document", "path", "found", "allowed"), BAD_VALUES.values(), ids=BAD_VALUES
)
def test_a_value_that_is_not_on_offer_is_answered_with_all_that_are(
    document: object, path: str, found: str, allowed: tuple[str, ...]
) -> None:
    error = error_of(document)
    assert (error.path, error.found) == (path, repr(found))
    assert set(allowed) <= set(error.expected.removeprefix("one of ").split(", "))


def test_a_field_of_another_kind_of_effect_is_not_listed_as_known_where_it_is_refused() -> None:
    error = error_of(with_effect(kind="cast_limit", zone="exile"))
    assert (error.path, error.found) == ("$.effects[0].zone", "an unknown field")
    assert "zone" not in error.expected.removeprefix("one of ").split(", ")


def test_the_allowed_values_of_a_field_are_not_mixed_with_those_of_another() -> None:
    error = error_of(with_card(abilities=[{"kind": "suspend", "n": "Y", "cost": "{U}"}]))
    assert (error.path, error.expected) == ("$.cards[0].abilities[0].n", "one of X, or a number")


def test_a_value_that_may_be_a_record_too_says_so() -> None:
    error = error_of(with_card(abilities=["flas"]))
    assert error.expected.endswith(", split_second, or an object")


def test_fields_and_values_are_listed_as_well_where_the_text_breaks_off_later() -> None:
    text = json.dumps(with_effect(kind="cast_limit", zone="exile")).removesuffix("}")
    with pytest.raises(DocumentError, match=r"^\$\.effects\[0\]\.zone: .* one of .*applies_to"):
        read_document(text)


def test_a_kind_that_is_no_text_is_told_apart_from_a_number_out_of_range() -> None:
    error = error_of(with_card(abilities=[{"kind": ["morph"]}]))
    assert (error.found, error.expected) == ("a value of another type", "str")


NUMBERS: dict[str, tuple[object, str, str]] = {
    "land plays": (with_player(lands_played=-1), "$.players[0].lands_played", "0"),
    "spells": (with_player(spells_cast=-1), "$.players[0].spells_cast", "0"),
    "rolls": (with_player(planar_die_rolls=-1), "$.players[0].planar_die_rolls", "0"),
    "counters": (
        with_player(hand=[{"card": "Forest", "counters": {"time": -1}}]),
        "$.players[0].hand[0].counters[*]",
        "0",
    ),
    "time": (
        with_player(hand=[{"card": "Forest", "time": -1}]),
        "$.players[0].hand[0].time",
        "0",
    ),
    "suspend": (
        with_card(abilities=[{"kind": "suspend", "n": -1, "cost": "{U}"}]),
        "$.cards[0].abilities[0].n",
        "1",
    ),
    "too much life": (with_player(life=10**30), "$.players[0].life", "1000000"),
    "too little life": (with_player(life=-(10**7)), "$.players[0].life", "-1000000"),
    "too many rolls": (
        with_player(planar_die_rolls=10**7),
        "$.players[0].planar_die_rolls",
        "1000000",
    ),
}


@pytest.mark.parametrize(("document", "path", "limit"), NUMBERS.values(), ids=NUMBERS)
def test_a_number_beyond_its_limit_is_answered_with_the_limit(
    document: object, path: str, limit: str
) -> None:
    error = error_of(document)
    assert error.path == path
    assert limit in re.findall(r"-?\d+", error.expected)


NOT_JSON: dict[str, str | bytes] = {
    "nothing": "",
    "a word": "hello",
    "half a document": '{"players": [',
    "two documents": '{"players": [], "turn": null, "priority": null} {}',
    "a comma too many": '{"players": [], "turn": null, "priority": null,}',
    "single quotes": "{'players': []}",
    "a byte with the code 0": b"\x00",
    "a raw character with the code 0 in a name": b'{"players": [{"name": "a\x00b"}]}',
    "bytes that are not UTF-8": b'{"players": [{"name": "\xff\xfe"}]}',
    "half a surrogate pair in bytes": b'{"players": [{"name": "\xed\xa0\x80"}]}',
    "half a surrogate pair spelled out": '{"players": [{"name": "\\ud800"}]}',
    "half a surrogate pair in text": '{"players": [{"name": "\ud800"}]}',
}


@pytest.mark.parametrize("text", NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_not_json_is_answered_with_the_whole_document_as_path(text: str | bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        read_document(text)
    assert (caught.value.path, caught.value.expected) == ("$", "a state document in JSON")
    assert 0 < len(caught.value.found) <= 200


DEEP: dict[str, str] = {
    "lists": "[" * 200_000,
    "lists of players": '{"players": ' + "[" * 200_000,
    "objects": '{"players": ' * 200_000,
    "objects in a hand": '{"players": [{"name": "a", "hand": [' + '{"card": ' * 200_000,
    "an unknown field": '{"odd": ' + "[" * 200_000 + "]" * 200_000 + "}",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_text_that_nests_deeply_is_refused_without_a_crash(text: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_document(text)
    assert caught.value.path.startswith("$")


NUL_PLACES: dict[str, object] = {
    "a player": with_player(name="a\0b"),
    "a card": with_player(hand=["Forest\0"]),
    "a counter": with_player(hand=[{"card": "Forest", "counters": {"ti\0me": 1}}]),
    "a text": with_effect(text="\0"),
}


@pytest.mark.parametrize("document", NUL_PLACES.values(), ids=NUL_PLACES)
def test_a_character_with_the_code_0_is_refused_wherever_it_stands(document: object) -> None:
    with pytest.raises(MalformedStateError, match="a character with the code 0"):
        GameState.from_json(json.dumps(document))


def test_a_backslash_and_four_zeros_are_no_character_with_the_code_0() -> None:
    document = with_player(name="a\\u0000")
    state = GameState.from_json(json.dumps({**document, "in_progress": "before_the_game"}))
    assert state.document.players[0].name == "a\\u0000"


def test_the_schema_starts_with_the_state_document() -> None:
    assert schema()["$defs"][schema()["$ref"].rpartition("/")[2]]["title"] == "StateDocument"


def nodes_of(node: object) -> list[dict[str, Any]]:
    if isinstance(node, list):
        return [found for item in node for found in nodes_of(item)]
    if not isinstance(node, dict):
        return []
    return [node, *(found for item in node.values() for found in nodes_of(item))]


def test_every_reference_in_the_schema_leads_somewhere() -> None:
    references = {str(node["$ref"]) for node in nodes_of(schema()) if "$ref" in node}
    assert references
    assert references == {f"#/$defs/{name}" for name in schema()["$defs"]}


def test_every_type_in_the_schema_is_a_type_of_json() -> None:
    types = {node["type"] for node in nodes_of(schema()) if isinstance(node.get("type"), str)}
    assert {"object", "array", "string", "integer", "boolean", "null"} == types


def test_every_required_field_in_the_schema_is_described() -> None:
    records = [node for node in nodes_of(schema()) if "required" in node and "properties" in node]
    assert records
    assert all(set(node["required"]) <= set(node["properties"]) for node in records)


def test_the_schema_of_every_record_has_its_fields_and_no_others() -> None:
    for record in RECORDS:
        definition = schema()["$defs"][record.__name__]
        tag = {record.__struct_config__.tag_field} - {None}
        assert set(definition["properties"]) == fields_of(record) | tag, record
        assert definition["additionalProperties"] is False, record


def conforms(node: dict[str, Any], value: object) -> bool:
    """Whether a value conforms to a schema, as far as these schemas use the language."""
    if "$ref" in node:
        return conforms(schema()["$defs"][node["$ref"].rpartition("/")[2]], value)
    if "anyOf" in node:
        return any(conforms(one, value) for one in node["anyOf"])
    if "enum" in node:
        return value in node["enum"]
    match node.get("type"):
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "string":
            return isinstance(value, str)
        case "integer":
            if not isinstance(value, int) or isinstance(value, bool):
                return False
            return bool(node.get("minimum", value) <= value <= node.get("maximum", value))
        case "array":
            return isinstance(value, list) and all(conforms(node["items"], one) for one in value)
        case "object":
            return isinstance(value, dict) and _record_conforms(node, value)
    raise AssertionError(f"this test doesn't know {node}")


def _record_conforms(node: dict[str, Any], value: dict[str, object]) -> bool:
    known = node.get("properties", {})
    others = node.get("additionalProperties", True)
    return set(node.get("required", ())) <= set(value) and all(
        conforms(known[name], item)
        if name in known
        else isinstance(others, dict) and conforms(others, item)
        for name, item in value.items()
    )


def test_every_example_conforms_to_the_schema() -> None:
    read = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in EXAMPLES}
    assert [name for name, example in read.items() if not conforms(schema(), example)] == []


def test_every_real_case_conforms_to_the_schema() -> None:
    assert [case.id for case in all_cases() if not conforms(schema(), case.state)] == []


REFUSED: dict[str, object] = {
    **{f"{key}, of a wrong type": row[0] for key, row in WRONG_TYPES.items()},
    **{f"{key}, with an unknown field": row[0] for key, row in UNKNOWN_FIELDS.items()},
    **{f"{key}, missing": row[0] for key, row in MISSING.items()},
    **{f"{key}, not on offer": row[0] for key, row in BAD_VALUES.items()},
    **{f"{key}, beyond a limit": row[0] for key, row in NUMBERS.items()},
}


def test_what_the_reader_refuses_does_not_conform_to_the_schema() -> None:
    assert [name for name, document in REFUSED.items() if conforms(schema(), document)] == []


def test_what_is_written_reads_back_as_the_same_document() -> None:
    for case in all_cases():
        document = msgspec.convert(case.state, StateDocument)
        assert read_document(write_document(document)) == document, case.id


def test_writing_and_reading_keeps_every_kind_of_text() -> None:
    name = 'a "b" \\ \n\t [red] {player} \u202e e\u0301 \U0001f525 %'
    document = StateDocument(players=(Player(name=name),), turn=name, priority=None, phase="draw")
    assert read_document(write_document(document)) == document


def test_defaults_are_left_unwritten() -> None:
    document = read_document(json.dumps(with_player(hand=[{"card": "Forest", "tapped": False}])))
    assert json.loads(write_document(document)) == with_player(hand=[{"card": "Forest"}])


def test_a_written_document_is_indented_for_people() -> None:
    text = write_document(StateDocument(players=(), turn=None, priority=None))
    assert text == '{\n  "players": [],\n  "turn": null,\n  "priority": null\n}'


def documented() -> set[str]:
    """Words that the documentation sets as code, in its text and in its examples."""
    prose = (ROOT / "docs" / "state-documents.md").read_text(encoding="utf-8")
    text, *blocks = re.split(r"```(?:json)?\n", prose)
    code = blocks[::2] + re.findall(r"`([^`]+)`", text + "".join(blocks[1::2]))
    return {word for piece in code for word in re.findall(r"\w+", piece)}


def test_the_documentation_names_every_field_of_every_record() -> None:
    assert set().union(*(fields_of(record) for record in RECORDS)) <= documented()


def test_the_documentation_names_every_kind_of_effect() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(abilities.Effect)}
    assert kinds <= documented()


def test_a_field_that_is_there_twice_is_refused_with_its_name() -> None:
    text = '{"players": [{"name": "a", "life": 3, "life": 20}], "turn": null, "priority": null}'
    with pytest.raises(DocumentError, match=r"\$\.\.life: found the field twice"):
        read_document(text)
