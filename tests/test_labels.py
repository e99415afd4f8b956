"""Names that a person knows, for the objects, effects and culprits of the law's terms."""

import json
import re
from typing import Any, get_args

import clingo
import pytest

from pyadapter.canonical import canonical
from pyadapter.catalogue import known_cards
from pyadapter.documents import read_document
from pyadapter.encodings import encoding_folder
from pyadapter.labels import Labels, bare, blame, labels_of
from pyadapter.model import Process


def labels(**fields: Any) -> Labels:
    text = json.dumps(
        {
            "turn": "ann",
            "phase": "precombat_main",
            "priority": "ann",
            "players": [
                {
                    "name": "ann",
                    "hand": ["Rift Bolt", "Forest", "?"],
                    "battlefield": [
                        "Forest",
                        {"card": "Willbender", "face_down": True},
                        {"card": "?", "id": "mystery", "face_down": True},
                    ],
                },
            ],
            "stack": [
                {"card": "Lightning Bolt", "controller": "ann"},
                {"ability": "Draw a card.", "controller": "ann"},
            ],
            "effects": [
                {"id": "fire", "kind": "other", "source": "lightning_bolt", "text": "burns"},
                {"id": "licid", "kind": "other", "text": "makes it an Aura"},
                {"id": "gone", "kind": "other", "source": "old_licid", "controller": "ann"},
                {"id": "ban", "kind": "cast_limit"},
            ],
            **fields,
        }
    )
    return labels_of(canonical(read_document(text), catalogue=known_cards()).document)


OBJECTS: dict[str, str] = {
    "rift_bolt": "Rift Bolt",
    "forest": "Forest (forest)",
    "forest_2": "Forest (forest_2)",
    "willbender": "the face-down Willbender",
    "unknown": "a card that isn't known",
    "lightning_bolt": "Lightning Bolt",
    "draw_a_card": "Draw a card.",
}


@pytest.mark.parametrize(("name", "label"), OBJECTS.items(), ids=OBJECTS)
def test_an_object_is_called_by_its_card_and_by_its_id_where_needed(name: str, label: str) -> None:
    assert labels().objects[name] == label


def test_a_face_down_card_that_is_not_known_is_called_so_in_plain_english() -> None:
    label = labels().objects["mystery"]
    assert label.startswith("the face-down card")
    assert "known" in label


EFFECTS: dict[str, str] = {
    "fire": "fire (Lightning Bolt)",
    "licid": "licid (makes it an Aura)",
    "gone": "gone (old_licid)",
    "ban": "ban",
}


@pytest.mark.parametrize(("name", "label"), EFFECTS.items(), ids=EFFECTS)
def test_an_effect_is_called_by_its_id_and_where_it_comes_from_or_what_it_does(
    name: str, label: str
) -> None:
    assert labels().effects[name] == label


NAMES: dict[str, str] = {
    "rift_bolt": "Rift Bolt",
    '"rift_bolt"': "Rift Bolt",
    "of(rift_bolt,1)": "Rift Bolt",
    "of(forest_2,3)": "Forest (forest_2)",
    "fire": "fire (Lightning Bolt)",
    "storm_crow": "storm_crow",
    '"Storm Crow"': "Storm Crow",
    "of(storm_crow,1)": "storm_crow",
    'of("Storm Crow",1)': "Storm Crow",
    "7": "7",
}


@pytest.mark.parametrize(("text", "label"), NAMES.items(), ids=NAMES)
def test_a_term_is_called_by_the_label_of_what_it_names_or_else_by_the_bare_name(
    text: str, label: str
) -> None:
    assert labels().of_name(clingo.parse_term(text)) == label


BARE: dict[str, str] = {
    "forest": "forest",
    '"Rift Bolt"': "Rift Bolt",
    '"say \\"hi\\""': 'say "hi"',
    '"a\\nb"': "a\nb",
    '"a\\\\n"': "a\\n",
    "3": "3",
    "of(forest,1)": "of(forest,1)",
}


@pytest.mark.parametrize(("text", "plain"), BARE.items(), ids=BARE)
def test_a_symbol_is_bare_as_the_document_would_write_it(text: str, plain: str) -> None:
    assert bare(clingo.parse_term(text)) == plain


BLAME: dict[str, str] = {
    "player(ann)": "ann",
    'player("Ann B.")': "Ann B.",
    "step(precombat_main)": "precombat main",
    "step(end)": "end step",
    "step(draw)": "draw step",
    "step(upkeep)": "upkeep",
    "turn_of(bob)": "it is bob's turn",
    "zone(graveyard,bob)": "it is in bob's graveyard",
    "object(forest_2)": "Forest (forest_2)",
    "effect(of(rift_bolt,1))": "Rift Bolt",
    "effect(fire)": "fire (Lightning Bolt)",
    "permission(rule)": "the rules' own for each turn",
    "permission(unnamed)": "one that isn't named",
    "permission(of(forest,1))": "Forest (forest)",
    "permission(ban)": "ban",
    'card("Rift Bolt")': "Rift Bolt",
    'cost("{1}{U}")': "{1}{U}",
    "generic(0)": "nothing",
    "generic(3)": "{3}",
    "changed(2)": "{2} more than printed",
    "changed(-1)": "{1} less than printed",
    "short(2)": "short of {U}",
    "short(18)": "short of {U} or {G}",
    "short(63)": "short of mana",
    "sick(forest)": "Forest (forest) came too lately to be tapped for mana",
    "mana(3,1)": "it takes 3 mana, and 1 can be had",
    "life(4)": "only 4 life is left",
    "part(discard,2,1)": "it takes 2 to discard, and 1 can be had",
    "part(reveal,1,0)": "it takes 1 to reveal, and 0 can be had",
    "part(exile_from_hand,1,0)": "it takes 1 to exile from hand, and 0 can be had",
    "part(exile_from_graveyard,1,0)": "it takes 1 to exile from the graveyard, and 0 can be had",
    "part(sacrifice,1,0)": "it takes 1 to sacrifice, and 0 can be had",
    "part(return_to_hand,1,0)": "it takes 1 to return to hand, and 0 can be had",
    "barred(forest,fire)": (
        "Forest (forest) can't be used for mana because of fire (Lightning Bolt)"
    ),
    "barred(forest,of(rift_bolt,1))": "Forest (forest) can't be used for mana because of Rift Bolt",
    "undecided_mana": (
        "there may be mana from an ability that isn't reckoned, or for a purpose (`only`) that"
        " isn't understood"
    ),
    "undecided_part": "the state doesn't tell enough",
}


@pytest.mark.parametrize(("text", "words"), BLAME.items(), ids=BLAME)
def test_what_is_to_blame_is_put_in_words(text: str, words: str) -> None:
    assert blame(clingo.parse_term(text), labels()) == words


def test_everything_that_may_be_in_progress_has_words() -> None:
    for process in get_args(Process):
        words = blame(clingo.parse_term(f"process({process})"), labels())
        assert words, process
        assert "_" not in words, process


def culprits() -> list[str]:
    folder = encoding_folder()
    files = [folder / "explain.lp", *sorted((folder / "explain").glob("*.lp"))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    heads = re.findall(r"^blamed\((.*)\)\s*:-", text, re.MULTILINE)
    return sorted({match[1] for head in heads if (match := re.search(r",(undecided_\w+)$", head))})


def test_the_law_blames_what_it_cannot_decide() -> None:
    assert len(culprits()) > 2


@pytest.mark.parametrize("name", culprits())
def test_everything_that_the_law_cannot_decide_has_words(name: str) -> None:
    words = blame(clingo.Function(name), labels())
    assert words
    assert "undecided" not in words


def test_an_effect_whose_condition_only_a_person_knows_is_blamed_with_what_to_do_about_it() -> None:
    ban = {"kind": "cant_play_lands", "while": "open"}
    odd = labels(
        players=[{"name": "ann", "battlefield": ["Odd Card", "Even Card"]}],
        stack=[],
        effects=[],
        cards=[
            {"name": "Odd Card", "type": "Artifact", "abilities": [ban]},
            {"name": "Even Card", "type": "Artifact", "abilities": [{**ban, "while": "yes"}]},
        ],
    )
    hint = "define the card in `cards` with `while: yes` or `no`"
    assert blame(clingo.parse_term("effect(of(odd_card,1))"), odd) == f"Odd Card ({hint})"
    assert blame(clingo.parse_term("effect(of(even_card,1))"), odd) == "Even Card"
