"""Every event and every pending thing has a sentence and a rule, in every edition that has it."""

import re

import clingo
import pytest

from pyadapter import known_editions
from pyadapter.encodings import encoding_folder
from pyadapter.happenings import sentence, wording
from pyadapter.labels import Labels

LAW = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(encoding_folder().rglob("*.lp"))
)


def words() -> set[str]:
    return {name for _, name in re.findall(r"^(event|pending)\(\w+,[^,]+?,(\w+)", LAW, re.M)}


def test_there_is_a_sentence_for_each_event_and_an_event_for_each_sentence() -> None:
    assert set(wording("2026-09-25").sentences) == words() | {"no_priority", "several_turns"}


def events() -> set[str]:
    return set(re.findall(r"^event\(\w+,[^,]+?,(\w+)", LAW, re.M))


def test_there_is_a_place_for_each_event_and_an_event_for_each_place() -> None:
    assert set(wording("2026-09-25").places) == events()


def test_costs_are_told_first_and_who_has_priority_last() -> None:
    told = wording("2012-05-01").in_order(
        [
            clingo.parse_term(text)
            for text in ("keeps_priority(a)", "turned_face_up(o)", "returned(o)", "paid_life(a,1)")
        ]
    )
    assert [event.name for event in told] == [
        "paid_life",
        "returned",
        "turned_face_up",
        "keeps_priority",
    ]


def test_every_ground_is_the_number_of_some_rule() -> None:
    subjects = set(re.findall(r"^rests_upon\(\w+,\d+,(\w+)\)", LAW, re.M))
    known = set(re.findall(r"^number\((\w+),", LAW, re.M))
    assert subjects
    assert subjects <= known


@pytest.mark.parametrize("edition", ["2012-05-01", "2026-09-25", known_editions()[0][0]])
def test_an_edition_cites_its_own_numbers(edition: str) -> None:
    found = wording(edition).citations["keeps_priority"][0]
    assert found == {"2012-05-01": "115.3", "2026-09-25": "116.3"}.get(edition, "114.3")


def test_names_are_put_into_a_sentence() -> None:
    labels = Labels({"forest": "Forest"}, {}, {})
    event = clingo.parse_term("step_begins(ann,declare_attackers)")
    words_of = wording("2012-05-01")
    assert sentence(event, labels, words_of).startswith(
        "the next part of ann's turn begins: declare attackers (116.4"
    )
    assert sentence(clingo.parse_term("entered(forest)"), labels, words_of).startswith("Forest ")
