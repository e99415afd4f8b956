"""What the law says at different times, where no case of its own tells: eras from their dates."""

import json
from typing import Any

import pytest

from pyadapter.canonical import canonical
from pyadapter.catalogue import known_cards
from pyadapter.documents import read_document
from pyadapter.facts import state_facts
from pyadapter.session import ground

BLAZE = {
    "name": "Creeping Blaze",
    "type": "Sorcery",
    "mana_cost": "{X}{R}{R}",
    "abilities": [{"kind": "suspend", "n": 3, "cost": "{R}"}],
}
WATCHER = {
    "name": "Hidden Watcher",
    "type": "Creature — Human",
    "mana_cost": "{W}",
    "abilities": [{"kind": "megamorph", "cost": "{1}{W}"}, {"kind": "disguise", "cost": "{2}{W}"}],
}
FACED = {"name": "Faced", "type": "Creature", "mana_cost": "{W}", "back": {"name": "Back"}}
MODAL = {
    "name": "Modal",
    "type": "Sorcery",
    "modal": True,
    "back": {"name": "Modal Land", "type": "Land"},
}


def statuses(edition: int, action: str, **fields: Any) -> dict[str, str]:
    """Return the status of each requirement of ann's action under an edition."""
    ann = {"name": "ann", "life": 20, **fields.pop("ann", {})}
    document = {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [ann, {"name": "bob"}],
        "cards": [BLAZE, WATCHER, FACED, MODAL],
        **fields,
    }
    form = canonical(read_document(json.dumps(document)), catalogue=known_cards())
    facts = (*state_facts(form.document), f"edition({edition})", f"asked(ann,{action})")
    found: dict[str, str] = {}
    read = [("met", 3), ("unmet", 3), ("open", 3)]
    for (status, _), rows in ground(facts, files=["special_actions.lp"], read=read).items():
        found |= {str(row[2]): status for row in rows if str(row[1]) == action}
    return found


def suspending(edition: int, **fields: Any) -> str:
    """Return the status of `not_forbidden` for a suspend card with {X} in its mana cost."""
    ann = {"hand": ["Creeping Blaze"], "battlefield": ["Mountain"]}
    return statuses(edition, "suspend(creeping_blaze)", ann=ann, **fields)["not_forbidden"]


EVEN = [{"kind": "cant_cast", "on": ["mana value even"]}]
FLAT = [{"kind": "cant_cast"}]
SPLIT = [{"card": "Sudden Shock", "controller": "bob"}]
PROHIBITIONS: dict[int, tuple[str, str, str]] = {
    20120501: ("unmet", "unmet", "unmet"),
    20150327: ("unmet", "unmet", "unmet"),
    20150717: ("met", "met", "met"),
    20150926: ("met", "unmet", "unmet"),
    20160930: ("unmet", "unmet", "unmet"),
    20180713: ("met", "unmet", "unmet"),
    20260925: ("met", "unmet", "unmet"),
}


@pytest.mark.parametrize(("edition", "expected"), PROHIBITIONS.items())
def test_which_prohibitions_keep_a_card_from_being_suspended_changed_over_time(
    edition: int, expected: tuple[str, str, str]
) -> None:
    found = (
        suspending(edition, effects=EVEN),
        suspending(edition, effects=FLAT),
        suspending(edition, stack=SPLIT),
    )
    assert found == expected


def procedures(edition: int, card: str, **how: bool) -> str:
    """Return the status of `procedure` for a face-down permanent of ann's."""
    item = {"card": card, "id": "hidden", "face_down": True, **how}
    return statuses(edition, "turn_face_up(hidden)", ann={"battlefield": [item]})["procedure"]


PROCEDURES: dict[str, tuple[str, dict[str, bool], int]] = {
    "megamorph": ("Hidden Watcher", {}, 20150327),
    "manifested": ("Grizzly Bears", {"manifested": True}, 20150123),
    "cloaked": ("Grizzly Bears", {"cloaked": True}, 20240202),
    "a double-faced card": ("Faced", {"manifested": True}, 20150123),
}


@pytest.mark.parametrize(("card", "how", "since"), PROCEDURES.values(), ids=PROCEDURES)
def test_a_procedure_is_there_from_its_date_on(card: str, how: dict[str, bool], since: int) -> None:
    assert procedures(since - 1, card, **how) == "unmet"
    assert procedures(since, card, **how) == "met"


def test_a_double_faced_permanent_with_morph_is_turned_up_only_since_it_may_be_face_down() -> None:
    morph = {
        "kind": "grants",
        "abilities": [{"kind": "morph", "cost": "{1}"}],
        "applies_to": ["hidden"],
    }
    item = {"card": "Faced", "id": "hidden", "face_down": True}
    found = [
        statuses(day, "turn_face_up(hidden)", ann={"battlefield": [item]}, effects=[morph])
        for day in (20150122, 20150123)
    ]
    assert [each["procedure"] for each in found] == ["unmet", "met"]


def test_merged_permanents_are_asked_for_instants_only_since_there_are_any() -> None:
    item = {
        "card": "Willbender",
        "id": "hidden",
        "face_down": True,
        "merged_with": ["Lightning Bolt"],
    }
    ann = {"battlefield": [item]}
    assert "no_instant_or_sorcery" not in statuses(20200416, "turn_face_up(hidden)", ann=ann)
    found = statuses(20200417, "turn_face_up(hidden)", ann=ann)
    assert found["no_instant_or_sorcery"] == "unmet"


def test_a_face_of_a_modal_card_is_a_land_to_be_played_only_since_the_rules_know_it() -> None:
    found = [
        statuses(day, "play_land(modal)", ann={"hand": ["Modal"]}) for day in (20200924, 20200925)
    ]
    assert [each["land"] for each in found] == ["unmet", "met"]


def test_lands_are_counted_by_permission_until_2013_and_in_all_since() -> None:
    gone = {"kind": "additional_land_plays", "id": "more", "who": "ann", "gone": True}
    ann = {"hand": ["Forest"], "lands_played": ["more"]}
    found = [
        statuses(day, "play_land(forest)", ann=ann, effects=[gone]) for day in (20130712, 20130713)
    ]
    assert [each["land_play_left"] for each in found] == ["met", "unmet"]


@pytest.mark.parametrize("edition", [20090711, 20120501, 20170428, 20260925])
def test_a_card_that_says_so_may_be_discarded_under_all_rules(edition: int) -> None:
    found = statuses(
        edition,
        "discard_any_time(circling_vultures)",
        ann={"hand": ["Circling Vultures"]},
        cards=[
            {
                "name": "Circling Vultures",
                "type": "Creature — Bird",
                "abilities": ["discard_any_time"],
            }
        ],
    )
    assert set(found) == {"listed", "priority", "hand", "ability"}
    assert set(found.values()) == {"met"}
