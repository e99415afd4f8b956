"""What follows from a move by the law is what follows by the oracle: the next state, the moves.

CI tries some states (ORACLE_FOLLOWING says how many); a command tries as many as wanted.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from pyadapter.moves import moves
from pyadapter.state import GameState
from tests.oracle.compare_following import Difference, compare_state, run, sequences_of_law
from tests.oracle.editions import LISTED_SINCE
from tests.oracle.sequences import sequences
from tests.oracle.situations import SITUATIONS

STATES = int(os.environ.get("ORACLE_FOLLOWING", "10"))
SEED = 20260925
SLOW = ("costs that can be paid in many ways",)
EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "states").glob("*.json"))


def test_the_state_after_a_move_is_the_same_by_the_law_and_by_the_oracle() -> None:
    print(f"{STATES} states, seed {SEED}")
    coverage, found = run(STATES, SEED)
    assert found == [], "\n".join(str(each) for each in found[:3])
    if len(LISTED_SINCE) * 3 <= STATES:
        missing = [kind for kind in (*LISTED_SINCE, "pass_priority") if not coverage[kind, "after"]]
        assert missing == []


@pytest.mark.parametrize("name", list(SITUATIONS))
def test_the_law_and_the_oracle_agree_on_a_written_state(name: str) -> None:
    found = list(compare_state(SITUATIONS[name], all_payments=name not in SLOW))
    wrong = [each for each in found if isinstance(each, Difference)]
    assert wrong == [], "\n".join(map(str, wrong[:3]))
    assert found != []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_there_are_as_many_rows_of_two_moves(path: Path) -> None:
    state = GameState.load(path)
    assert sequences_of_law(state, 2) == sequences(state.document, 2)


def _with_granted_suspend(hand: Mapping[str, object]) -> GameState:
    grant = {"kind": "grants", "on": ["creature in hand"],
             "abilities": [{"kind": "suspend", "n": 2, "cost": "{0}"}]}  # fmt: skip
    return GameState.from_json("""{"turn": "ann", "phase": "precombat_main", "priority": "ann",
        "players": [{"name": "ann"}, {"name": "bob"}]}""").replace(
        cards=[hand, {"name": "Giver", "type": "Enchantment", "abilities": [grant]}],
        players=[
            {"name": "ann", "hand": [hand["name"]], "battlefield": ["Giver"]},
            {"name": "bob"},
        ],
    )


BEARS: dict[str, object] = {"name": "Bears", "type": "Creature", "mana_cost": "{1}{G}"}


def test_suspending_a_card_that_an_effect_gives_suspend_is_legal() -> None:
    assert _with_granted_suspend(BEARS).why("suspend(bears)").legal


def test_suspending_a_card_that_an_effect_gives_suspend_is_a_move() -> None:
    """702.60a asks whether the card has suspend, not whether it is printed on it."""
    assert "suspend(bears)" in [move.action for move in moves(_with_granted_suspend(BEARS))]


def test_each_of_two_suspend_abilities_is_a_move_of_its_own() -> None:
    """The number of time counters depends on it, so it is a choice like the procedure of morph."""
    own = {"kind": "suspend", "n": 4, "cost": "{0}"}
    state = _with_granted_suspend({**BEARS, "abilities": [own]})
    assert len([move for move in moves(state) if move.action == "suspend(bears)"]) == 2
