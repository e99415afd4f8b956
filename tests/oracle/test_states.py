"""Random states are well-formed, and wide enough to show every status that can occur."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta

import msgspec
import pytest

from pyadapter.model import StateDocument
from tests.oracle.coverage import VERDICTS, count_statuses
from tests.oracle.days import SHARES, draw_day
from tests.oracle.editions import BOUNDARIES, FIRST, MERGING, NEWEST, is_listed
from tests.oracle.judge import judge
from tests.oracle.states import random_state
from tests.oracle.wellformed import faults

# The requirements that can be met or unmet; those marked `?` can also be open.
CAN_BE_OPEN = {
    "play_land": (
        "priority own_turn main_phase? stack_empty? land? zone? land_play_left? not_forbidden?"
    ),
    "turn_face_up": (
        "priority battlefield phased_in face_down control procedure? not_forbidden? cost?"
    ),
    "end_effect": "timing effect? named_player in_time? cost?",
    "ignore_effect": "priority effect? entitled cost?",
    "suspend": "priority hand suspend? castable? timing? not_forbidden? cost?",
    "roll_planar_die": "planechase priority own_turn main_phase stack_empty cost?",
    "discard_any_time": "priority hand ability?",
    "companion": "priority own_turn main_phase stack_empty revealed? outside unused cost?",
    "foretell": "priority own_turn? hand foretell? cost?",
    "reveal_conspiracy": "priority command conspiracy? face_down control",
    "plot": "priority own_turn main_phase stack_empty zone? plot? cost?",
    "unlock": ("priority own_turn main_phase stack_empty battlefield control half? locked cost?"),
}
SINCE_MERGING = {"turn_face_up": "no_instant_or_sorcery?"}
FREE = ("play_land", "discard_any_time", "reveal_conspiracy")


def test_states_are_well_formed() -> None:
    rng = random.Random(11)
    for _ in range(500):
        document, player, _ = random_state(rng)
        assert faults(document, {}) == ()
        assert player in {one.name for one in document.players}
        assert msgspec.json.decode(msgspec.json.encode(document), type=StateDocument) == document


def test_states_follow_from_the_seed() -> None:
    assert [random_state(random.Random(5)) for _ in range(2)] == [
        random_state(random.Random(5)) for _ in range(2)
    ]


@pytest.mark.parametrize("rules", [FIRST, NEWEST])
def test_every_status_occurs_that_can(rules: str) -> None:
    found: set[tuple[str, str, str]] = set()
    expected = set()
    for kind in CAN_BE_OPEN:
        listed = is_listed(kind, rules)
        verdicts = VERDICTS if listed else ("illegal",)
        wanted = {(kind, "listed", "met" if listed else "unmet"), *_statuses(kind, rules)} | {
            (kind, "verdict", word)
            for word in verdicts
            if word != "unaffordable" or kind not in FREE
        }
        for seed in range(10):
            found |= set(count_statuses(60, seed, rules, (kind,)))
            if wanted <= found:
                break
        expected |= wanted
    assert expected ^ found == set()


def _statuses(kind: str, rules: str) -> Iterator[tuple[str, str, str]]:
    later = SINCE_MERGING.get(kind, "") if rules >= MERGING else ""
    for word in f"{CAN_BE_OPEN[kind]} {later}".split():
        name = word.rstrip("?")
        yield kind, name, "met"
        yield kind, name, "unmet"
        if word.endswith("?"):
            yield kind, name, "open"


@pytest.mark.parametrize("kind", SHARES)
def test_days_lie_on_both_sides_of_every_change(kind: str) -> None:
    rng = random.Random(29)
    days = {draw_day(rng, kind) for _ in range(3000)}
    for change in BOUNDARIES:
        before = date.fromisoformat(change) - timedelta(days=1)
        assert {change, before.isoformat()} <= days


def test_the_oracle_has_no_memory() -> None:
    rng = random.Random(17)
    for _ in range(50):
        document, player, action = random_state(rng)
        assert judge(document, player, action, {}) == judge(document, player, action, {})
