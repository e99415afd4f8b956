"""Each requirement of each kind stands alone against an action in some state."""

from functools import cache

import pytest

from pyadapter import GameState
from pyadapter.editions import edition_fact, edition_on
from pyadapter.session import ground
from tests.casework import all_cases


@cache
def requirements() -> tuple[tuple[str, str], ...]:
    found: set[tuple[str, str]] = set()
    for edition in ("2012-05-01", "current"):
        fact = edition_fact(edition_on(edition))
        atoms = ground([fact], files=["special_actions.lp"], read=[("requires", 2)])
        found |= {(str(kind), str(requirement)) for kind, requirement in atoms["requires", 2]}
    return tuple(sorted(found))


@pytest.mark.parametrize(("kind", "requirement"), requirements())
def test_a_requirement_is_alone_unmet_in_some_case(kind: str, requirement: str) -> None:
    alone = [
        case.id
        for case in all_cases()
        if case.action.startswith(kind) and case.unmet == (requirement,)
    ]
    assert alone, f"no case in which only {requirement} speaks against {kind}"


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in requirements()}))
def test_each_kind_is_legal_in_some_case(kind: str) -> None:
    assert any(case.action.startswith(kind) and case.verdict == "legal" for case in all_cases())


@pytest.mark.parametrize("kind", ["foretell", "plot", "companion"])
def test_a_kind_that_is_newer_than_the_edition_is_not_listed(kind: str) -> None:
    assert any(case.action.startswith(kind) and case.unmet == ("listed",) for case in all_cases())


def test_where_nothing_is_enchanted_the_reason_says_so() -> None:
    curse = {"card": "Volrath's Curse"}
    state = {
        "turn": "ann",
        "phase": "draw",
        "priority": "ann",
        "players": [{"name": "ann", "battlefield": [curse, "Grizzly Bears"]}],
    }
    (alone,) = GameState.from_document(state).why("ignore Volrath's Curse").with_status("unmet")
    assert alone.text == (
        "only who controls the enchanted permanent may ignore it, and no permanent is enchanted now"
    )
    bears = {"name": "bob", "battlefield": ["Grizzly Bears"]}
    players = [{"name": "ann", "battlefield": [{**curse, "attached_to": "grizzly_bears"}]}, bears]
    other = GameState.from_document({**state, "players": players}).why("ignore Volrath's Curse")
    (there,) = (each for each in other.reasons if each.requirement == "entitled")
    assert there.text == "only bob, who controls the enchanted permanent, may ignore it"


def test_a_cost_that_does_not_exist_is_met_since_nothing_is_to_be_paid() -> None:
    state = {
        "turn": "ann",
        "phase": "draw",
        "priority": "ann",
        "players": [{"name": "ann", "hand": ["Forest"]}],
    }
    verdict = GameState.from_document(state).why("suspend Forest")
    (cost,) = (each for each in verdict.reasons if each.requirement == "cost")
    assert (cost.status, cost.text) == ("met", "nothing is to be paid")


def test_what_came_too_lately_to_be_tapped_for_mana_is_named() -> None:
    state = {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [
            {
                "name": "ann",
                "hand": ["Rift Bolt"],
                "battlefield": [{"card": "Ember Elf", "summoning_sick": True}],
            }
        ],
        "cards": [
            {
                "name": "Ember Elf",
                "type": "Creature — Elf",
                "abilities": [{"kind": "mana", "adds": ["{R}"]}],
            }
        ],
    }
    verdict = GameState.from_document(state).why("suspend Rift Bolt")
    (cost,) = verdict.with_status("unmet")
    assert "Ember Elf came too lately to be tapped for mana" in cost.text


def test_no_permission_is_offered_for_a_land_play_that_is_not_left() -> None:
    state = {
        "rules": "2012-05-01",
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [{"name": "ann", "hand": ["Forest"], "lands_played": 1}],
    }
    verdict = GameState.from_document(state).why("play Forest")
    assert (verdict.verdict, verdict.options) == ("illegal", {})


def test_of_a_card_whose_companion_was_taken_it_is_not_said_that_it_was_not_revealed() -> None:
    state = {
        "rules": "2026-09-25",
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [
            {"name": "ann", "graveyard": ["Test Friend"], "companion_used": True},
        ],
        "cards": [{"name": "Test Friend", "type": "Creature — Cat", "abilities": ["companion"]}],
    }
    verdict = GameState.from_document(state).why("companion Test Friend")
    assert verdict.verdict == "illegal"
    assert "revealed" not in verdict.requirements("unmet")
    assert "revealed" in verdict.requirements("open")
