"""Several hundred random steps, each of which keeps what must be kept; the seed is printed."""

import os
import sys

import msgspec
import pytest

from pyadapter import GameState
from pyadapter.consequences import Outcome
from pyadapter.moves import PASS, Move
from tests.walks.invariants import broken
from tests.walks.walking import walk_many

STEPS = 30


def test_random_steps_keep_what_must_be_kept() -> None:
    seed = int(os.environ.get("WALK_SEED", "20260925"))
    print(f"WALK_SEED={seed}", file=sys.stderr)
    record = walk_many(steps=STEPS, seed=seed, walkers=30, drawn=0.2)
    assert record.taken == STEPS
    assert len(record.steps) > 3
    assert record.broken == [], f"WALK_SEED={seed}"


def state(**fields: object) -> GameState:
    ann = {"name": "ann", "life": 20, "hand": ["Forest"], "battlefield": ["Island"], **fields}
    bob = {"name": "bob", "life": 20, "hand": ["Plains"], "library": ["Swamp"]}
    moment = {"turn": "ann", "phase": "precombat_main", "priority": "ann", "players": [ann, bob]}
    return GameState.from_json(msgspec.json.encode(moment))


def faults(after: GameState, action: str = "play_land(forest)") -> list[str]:
    return list(broken(state(), Move("ann", action), Outcome(after, (), ())))


PLAYED = {"hand": [], "battlefield": ["Island", "Forest"], "lands_played": ["rule"]}


def test_a_right_step_breaks_nothing() -> None:
    assert faults(state(**PLAYED)) == []


WRONG = {
    "a card is lost": (state(**{**PLAYED, "battlefield": ["Forest"]}), "cards come and go"),
    "a card is made": (state(**{**PLAYED, "graveyard": ["Forest"]}), "cards come and go"),
    "life is gained": (state(**PLAYED, life=21), "ann has gained life"),
    "no land play is used": (state(hand=[], battlefield=["Island", "Forest"]), "the land plays go"),
    "priority moves": (state(**PLAYED).replace(priority="bob"), "priority or turn goes"),
    "another's life": (state(**PLAYED).change_player("bob", life=19), "the life of bob"),
    "another's library": (
        state(**PLAYED).change_player("bob", library=[], graveyard=["Swamp"]),
        "the library of bob has changed",
    ),
    "another's hand shrinks": (
        state(**PLAYED).change_player("bob", hand=[], graveyard=["Plains"]),
        "bob has lost",
    ),
    "another's hand grows": (
        state(**PLAYED).change_player("bob", hand=["Plains", "Swamp"], library=[]),
        "bob has got",
    ),
    "the stack": (
        state(**PLAYED).replace(stack=[{"ability": "Draw.", "controller": "bob"}]),
        "the stack has changed",
    ),
}


@pytest.mark.parametrize(("after", "text"), WRONG.values(), ids=WRONG)
def test_a_wrong_step_is_told(after: GameState, text: str) -> None:
    assert any(sentence.startswith(text) for sentence in faults(after))


def test_a_second_land_without_a_play_left_is_told() -> None:
    before = state(lands_played=["rule"])
    after = state(**PLAYED)
    found = list(broken(before, Move("ann", "play_land(forest)"), Outcome(after, (), ())))
    assert "ann has used 1 land plays, and plays another" in found


def test_a_land_played_by_a_resolving_effect_need_not_have_used_up_anything() -> None:
    before = state(lands_played=["resolving"])
    found = list(broken(before, Move("ann", "play_land(forest)"), Outcome(state(**PLAYED), (), ())))
    assert not any("plays another" in sentence for sentence in found)


def test_life_never_changes_by_passing() -> None:
    found = faults(state(life=19), PASS)
    assert found == ["the life of ann has changed from 20 to 19"]
