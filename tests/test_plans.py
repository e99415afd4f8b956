"""Plans say how a cost can be paid: one that leaves most options, or all that differ."""

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Literal

import pytest

from pyadapter import GameState
from pyadapter.consequences import ALWAYS, PAYMENT, grounded_with, made, plan_facts
from pyadapter.encodings import encoding_folder
from pyadapter.likeness import likeness
from pyadapter.plans import _TELLING, Payment, Plan, all_plans, plan, solved
from pyadapter.terms import atom, term
from tests.payer.boards import Pair, crowded_pairs, small_pairs
from tests.payer.payer import least_life
from tests.payer.reading import board_of, cost_of
from tests.statements import state_of

SIGNET = {
    "name": "Azorius Signet",
    "type": "Artifact",
    "abilities": [{"kind": "mana", "cost": "{1}, {T}", "adds": ["{W}{U}"]}],
}


def hidden(cost: str, *battlefield: object, cards: tuple[object, ...] = (), **player: Any) -> Any:
    """A state with a face-down permanent whose morph cost is as given."""
    card = {
        "name": "Tinker",
        "type": "Creature — Wizard",
        "mana_cost": "{2}{U}",
        "abilities": [{"kind": "morph", "cost": cost}],
    }
    return state_of(
        battlefield=[{"card": "Tinker", "face_down": True}, *battlefield],
        cards=[card, SIGNET, *cards],
        **{"life": 20, **player},
    )


def best(state: GameState) -> str:
    return str(plan(state, "turn_face_up tinker"))


def test_a_plan_says_which_source_makes_what_for_which_symbol() -> None:
    found = plan(hidden("{1}{U}", "Island", "Forest"), "turn_face_up tinker")
    assert found == Plan((Payment("Island", "{U}", "{U}"), Payment("Forest", "{G}", "{1}")))


def test_there_is_no_plan_for_what_cannot_be_paid() -> None:
    state = hidden("{1}{U}", "Forest", "Forest")
    assert plan(state, "turn_face_up tinker") is None
    assert all_plans(state, "turn_face_up tinker") == ()


def test_floating_mana_is_spent_first() -> None:
    assert "from the mana pool for {U}" in best(hidden("{U}", "Island", pool="{U}"))


def test_mana_bound_to_a_purpose_is_spent_before_free_mana() -> None:
    pool = [{"mana": "{U}"}, {"mana": "{U}", "only": ["morph costs"]}]
    state = hidden("{U}", pool=pool)
    assert len(all_plans(state, "turn_face_up tinker")) == 2
    found = plan(state, "turn_face_up tinker")
    assert found is not None
    assert found.payments == (Payment("the mana pool (only: morph costs)", "{U}", "{U}"),)


def test_a_source_that_serves_for_less_else_is_tapped_first() -> None:
    dual = {"name": "Dual", "type": "Land — Island Swamp"}
    assert "from Island for {U}" in best(hidden("{U}", "Dual", "Island", cards=(dual,)))


def test_mana_is_spent_rather_than_life() -> None:
    assert best(hidden("{U/P}", "Island")) == "{U} from Island for {U/P}"
    assert best(hidden("{U/P}", "Forest")) == "2 life"


def test_a_converter_is_fed_by_another_source() -> None:
    plans = all_plans(hidden("{U}{W}", "Forest", "Azorius Signet"), "turn_face_up tinker")
    (only,) = plans
    assert str(only) == (
        "{U}{W} from Azorius Signet for {U}{W}; {G} from Forest for {1} of Azorius Signet"
    )


def test_mana_for_which_a_creature_is_sacrificed_is_that_of_the_altar() -> None:
    ability = {"kind": "mana", "cost": "sacrifice a creature", "adds": ["{R}"]}
    altar = {"name": "Altar", "type": "Artifact", "abilities": [ability]}
    one_fits = {
        "name": "Picky",
        "type": "Artifact Creature — Elf",
        "abilities": [{**ability, "cost": "sacrifice another creature"}],
    }
    found = best(hidden("{R}", "Altar", "Grizzly Bears", cards=(altar,)))
    assert found == "{R} from Altar for {R}; sacrifices Grizzly Bears"
    found = best(hidden("{W}", "Azorius Signet", "Altar", "Grizzly Bears", cards=(altar,)))
    assert "{R} from Altar for {1} of Azorius Signet" in found
    found = best(hidden("{R}", "Picky", "Picky", cards=(one_fits,)))
    assert re.fullmatch(r"\{R} from (.+) for \{R}; sacrifices (?!\1$).+", found)


def test_like_sources_make_one_plan() -> None:
    state = hidden("{U}", "Island", "Island", "Island", "Island")
    assert len(all_plans(state, "turn_face_up tinker")) == 1


def test_no_more_plans_than_the_limit_are_given() -> None:
    state = hidden("{2}{U}", "Island", "Forest", "Swamp", "Plains", "Mountain")
    assert len(all_plans(state, "turn_face_up tinker")) == 6
    assert len(all_plans(state, "turn_face_up tinker", limit=2)) == 2


def test_x_and_what_is_given_up_are_said() -> None:
    state = hidden("{X}{U}, discard a card", "Island", "Forest", hand=["Swamp"])
    assert {each.x for each in all_plans(state, "turn_face_up tinker")} == {0, 1}
    found = plan(state, "turn_face_up tinker")
    assert found is not None
    assert found.objects == ("discards Swamp",)
    assert "discards Swamp" in str(found)


def test_a_plan_as_data_names_its_parts() -> None:
    found = plan(hidden("{U/P}"), "turn_face_up tinker")
    assert found is not None
    assert found.as_dict() == {"x": None, "payments": [], "life": 2, "objects": [], "left": ""}


def test_snow_mana_is_told_from_like_mana_that_is_not() -> None:
    pool = ({"mana": "{C}"}, {"mana": "{C}"}, {"mana": "{C}", "snow": True})
    assert best(hidden("{S}", pool=pool)) == "{C} from the mana pool (snow) for {S}"


def test_mana_bound_to_one_purpose_is_told_from_mana_bound_to_another() -> None:
    purposes = ("cast creature spells", "turn permanents face up")
    pool = tuple({"mana": "{R}", "only": [purpose]} for purpose in purposes)
    for order in (pool, pool[::-1]):
        assert plan(hidden("{R}", pool=order), "turn_face_up tinker") is not None


@pytest.mark.parametrize("draw", [small_pairs, crowded_pairs])
@pytest.mark.parametrize("seed", range(2))
def test_there_is_a_plan_exactly_where_the_cost_can_be_paid(
    draw: Callable[[Random, int], Iterable[Pair]], seed: int
) -> None:
    for pair in draw(Random(seed), 7):
        state = GameState.from_document(pair.document)
        reasons = state.why(pair.action, player="alice").reasons
        met = any(r.requirement == "cost" and r.status == "met" for r in reasons)
        assert (plan(state, pair.action, player="alice") is not None) == met, str(pair)


def left_behind(pair: Pair, wanted: Literal["unlike", "every"]) -> list[tuple[str, bytes]]:
    """The X and the state that each way to pay leaves, without names."""
    state = GameState.from_document(pair.document)
    asked = atom("asked", term("alice"), state.action_term(pair.action, player="alice"))
    ways = []
    for found in solved(state, pair.action, player="alice", wanted=wanted, limit=60):
        atoms = grounded_with(state, [asked, *plan_facts(found)])
        after = made(state, atoms, {ALWAYS, PAYMENT}, ()).state.document
        ways.append((str(found["pays_by"][0][1]), likeness(after).key))
    return ways


@pytest.mark.parametrize("draw", [small_pairs, crowded_pairs])
def test_plans_leave_different_states_behind_and_together_all_that_any_way_to_pay_leaves(
    draw: Callable[[Random, int], Iterable[Pair]],
) -> None:
    compared = 0
    for pair in draw(Random("left behind"), 5):
        unlike = left_behind(pair, "unlike")
        if 0 < len(unlike) < 30:
            assert len(set(unlike)) == len(unlike), str(pair)
            every = left_behind(pair, "every")
            assert set(every) == set(unlike) or len(every) == 60, str(pair)
            compared += 1
    assert compared > 1


CONFLUENCE = {
    "name": "Mana Confluence",
    "type": "Land",
    "abilities": [{"kind": "mana", "cost": "{T}, pay 1 life", "adds": ["any color"]}],
}


def test_life_that_mana_abilities_cost_is_part_of_a_plan() -> None:
    lands = ("Mana Confluence", "Mana Confluence")
    (found,) = all_plans(hidden("{U}{R}", *lands, cards=(CONFLUENCE,)), "turn_face_up tinker")
    assert found.life == 2
    state = hidden("{W/P}{U}, pay 3 life", *lands, cards=(CONFLUENCE,))
    assert {each.life for each in all_plans(state, "turn_face_up tinker")} == {5, 6}


@pytest.mark.parametrize("seed", range(2))
def test_the_best_plan_pays_the_least_life_there_is(seed: int) -> None:
    for pair in small_pairs(Random(f"life {seed}"), 7):
        found = plan(GameState.from_document(pair.document), pair.action, player="alice")
        cost = cost_of(pair.document, "alice", pair.action)
        if found is not None and "{X}" not in cost:
            board = board_of(pair.document, "alice", pair.action)
            assert found.life == least_life(cost, board), str(pair)


def test_plans_are_told_apart_by_what_the_encoding_projects_on() -> None:
    text = (encoding_folder() / "payment" / "like_plans.lp").read_text(encoding="utf-8")
    assert set(re.findall(r"#project ([a-z_]+)/", text)) == set(_TELLING)
