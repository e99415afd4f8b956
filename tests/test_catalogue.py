"""Cards that come along, and cards from files on top of them."""

import json
from pathlib import Path

import msgspec
import pytest

import pyadapter
from pyadapter.canonical import canonical
from pyadapter.catalogue import known_cards, load_cards
from pyadapter.documents import read_document
from pyadapter.errors import DocumentError
from pyadapter.facts import state_facts
from pyadapter.from_facts import document_from
from pyadapter.model import StateDocument
from pyadapter.terms import quoted

NAMES = sorted(known_cards())


def holding(*names: str) -> StateDocument:
    return read_document(
        json.dumps(
            {
                "turn": "ann",
                "phase": "draw",
                "priority": "ann",
                "players": [{"name": "ann", "library": names}],
            }
        )
    )


def card_file(folder: Path, text: str | bytes) -> Path:
    path = folder / "cards.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_cards_come_along() -> None:
    assert {"Forest", "Willbender", "Rift Bolt", "Exploration", "Humility"} <= set(NAMES)


def test_no_name_comes_along_twice() -> None:
    path = Path(pyadapter.__file__).parent / "cards" / "known.json"
    names = [card["name"] for card in json.loads(path.read_text(encoding="utf-8"))]
    assert sorted(names) == NAMES


def test_everything_on_the_cards_that_come_along_can_be_read() -> None:
    form = canonical(holding(*NAMES), catalogue=known_cards())
    assert [card.name for card in form.document.cards] == NAMES


def test_every_card_that_comes_along_comes_back_from_its_facts() -> None:
    document = canonical(holding(*NAMES), catalogue=known_cards()).document
    assert document_from(state_facts(document)) == document


@pytest.mark.parametrize("name", ["Forest", "Willbender", "Rift Bolt", "Humility", "Exploration"])
def test_a_card_alone_comes_back_from_its_facts(name: str) -> None:
    document = canonical(holding(name), catalogue=known_cards()).document
    assert document_from(state_facts(document)) == document


def test_every_card_that_comes_along_has_a_type() -> None:
    facts = state_facts(canonical(holding(*NAMES), catalogue=known_cards()).document)
    typed = [fact for fact in facts if fact.startswith("card_type(")]
    assert [name for name in NAMES if not any(f"({quoted(name)}," in fact for fact in typed)] == []


def test_nobody_can_change_the_cards_that_come_along() -> None:
    with pytest.raises(TypeError):
        known_cards()["Forest"] = known_cards()["Island"]  # type: ignore[index]


def test_no_card_file_leaves_the_cards_that_come_along() -> None:
    assert load_cards(()) == known_cards()


def test_a_card_file_adds_its_cards(tmp_path: Path) -> None:
    path = card_file(tmp_path, '[{"name": "Frost", "type": "Snow Land"}]')
    assert load_cards([path])["Frost"].type == "Snow Land"


def test_a_card_file_keeps_the_cards_that_come_along(tmp_path: Path) -> None:
    assert set(load_cards([card_file(tmp_path, "[]")])) == set(NAMES)


def test_a_card_file_goes_before_the_cards_that_come_along(tmp_path: Path) -> None:
    path = card_file(tmp_path, '[{"name": "Forest", "type": "Creature"}]')
    assert load_cards([path])["Forest"].type == "Creature"


def test_a_later_card_file_goes_before_an_earlier_one(tmp_path: Path) -> None:
    paths = [tmp_path / "one.json", tmp_path / "two.json"]
    for path, kind in zip(paths, ["Land", "Artifact"], strict=True):
        path.write_text(json.dumps([{"name": "Frost", "type": kind}]), encoding="utf-8")
    assert load_cards(paths)["Frost"].type == "Artifact"


def test_a_card_file_does_not_change_the_cards_that_come_along(tmp_path: Path) -> None:
    load_cards([card_file(tmp_path, '[{"name": "Frost", "type": "Snow Land"}]')])
    assert "Frost" not in known_cards()


def test_the_cards_that_come_along_are_themselves_a_card_file(tmp_path: Path) -> None:
    text = msgspec.json.encode(list(known_cards().values()))
    assert load_cards([card_file(tmp_path, text)]) == known_cards()


BAD_FILES: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "Forest",
    "half a file": '[{"name": "Frost"',
    "one card": '{"name": "Frost", "type": "Land"}',
    "a list of names": '["Frost"]',
    "a card without a type": '[{"name": "Frost"}]',
    "an unknown field": '[{"name": "Frost", "type": "Land", "power": 3}]',
    "an unknown ability": '[{"name": "Frost", "type": "Land", "abilities": ["flying"]}]',
    "bytes that are not UTF-8": b'[{"name": "\xff", "type": "Land"}]',
    "half a surrogate pair": '[{"name": "\\ud800", "type": "Land"}]',
    "deep nesting": "[" * 200_000,
}


@pytest.mark.parametrize("text", BAD_FILES.values(), ids=BAD_FILES)
def test_a_file_that_is_no_list_of_cards_is_named_with_what_was_found_and_expected(
    text: str | bytes, tmp_path: Path
) -> None:
    path = card_file(tmp_path, text)
    with pytest.raises(DocumentError) as caught:
        load_cards([path])
    assert caught.value.path == str(path)
    assert caught.value.expected == "a card file: a JSON list of cards"


def test_an_error_in_a_card_file_names_the_place_in_the_file(tmp_path: Path) -> None:
    path = card_file(tmp_path, '[{"name": "Frost", "type": 3}]')
    with pytest.raises(DocumentError) as caught:
        load_cards([path])
    assert "$[0].type" in str(caught.value)


@pytest.mark.parametrize("name", ["missing.json", "", "a\0b"], ids=["missing", "folder", "NUL"])
def test_a_card_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    path = f"{tmp_path}/{name}"
    with pytest.raises(DocumentError) as caught:
        load_cards([path])
    assert caught.value.path.startswith(str(tmp_path))
