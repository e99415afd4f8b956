"""Random states are well-formed, and wide enough to show every status that can occur."""

from __future__ import annotations

import random

import msgspec

from pyadapter.model import StateDocument
from tests.oracle.coverage import VERDICTS, count_statuses
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
    "end_effect": "timing effect? named_player in_time cost?",
    "ignore_effect": "priority effect? entitled cost?",
    "suspend": "priority hand suspend? castable? timing? not_forbidden? cost?",
    "roll_planar_die": "planechase priority own_turn main_phase stack_empty cost?",
}


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


def test_every_status_occurs_that_can() -> None:
    found = count_statuses(4000, 2)
    expected = {
        (kind, word.rstrip("?"), status)
        for kind, words in CAN_BE_OPEN.items()
        for word in words.split()
        for status in (("met", "unmet", "open") if word.endswith("?") else ("met", "unmet"))
    }
    expected |= {(kind, "listed", "met") for kind in CAN_BE_OPEN}
    free = {("play_land", "verdict", "unaffordable")}
    expected |= {(kind, "verdict", word) for kind in CAN_BE_OPEN for word in VERDICTS} - free
    assert set(found) == expected


def test_the_oracle_has_no_memory() -> None:
    rng = random.Random(17)
    for _ in range(50):
        document, player, action = random_state(rng)
        assert judge(document, player, action, {}) == judge(document, player, action, {})
