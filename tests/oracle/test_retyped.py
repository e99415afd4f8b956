"""Random states with changed types are well-formed, and times only ever decide what was open."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from pyadapter.model import Permanent, Player, StateDocument
from tests.oracle.judge import judge
from tests.oracle.retyped import KINDS, retyped_state
from tests.oracle.wellformed import faults

Time = Callable[[], int | None]


def timed(document: StateDocument, time: Time) -> StateDocument:
    """The document with other times of all permanents and effects."""

    def member(one: str | Permanent) -> Permanent:
        return replace(Permanent(card=one) if isinstance(one, str) else one, time=time())

    def player(one: Player) -> Player:
        return replace(one, battlefield=tuple(map(member, one.battlefield)))

    return replace(
        document,
        players=tuple(map(player, document.players)),
        effects=tuple(replace(effect, time=time()) for effect in document.effects),
    )


def test_they_are_well_formed_and_ask_each_kind() -> None:
    rng = random.Random(3)
    kinds = set()
    for _ in range(100):
        document, _, action = retyped_state(rng)
        assert faults(document, {}) == ()
        kinds.add(action[0])
    assert kinds == set(KINDS)


def test_there_may_be_many_effects_beside_those_of_permanents() -> None:
    rng = random.Random(17)
    drawn = [retyped_state(rng, most=5)[0] for _ in range(100)]
    assert all(faults(document, {}) == () for document in drawn)
    assert {len(document.effects) for document in drawn} == {2, 3, 4, 5}


def test_what_is_decided_without_times_is_decided_so_with_any() -> None:
    rng = random.Random(7)
    settled_by_times = 0
    for _ in range(150):
        document, player, action = retyped_state(rng)
        untold = judge(timed(document, lambda: None), player, action, {})
        for _ in range(3):
            told = judge(timed(document, lambda: rng.randint(1, 99)), player, action, {})
            for name, status in untold.items():
                assert status in ("open", told[name]), (name, status, told[name], document)
                settled_by_times += status != told[name]
    assert settled_by_times > 0


def test_the_order_in_which_effects_are_written_does_not_matter() -> None:
    rng = random.Random(11)
    for _ in range(100):
        document, player, action = retyped_state(rng)
        turned = replace(document, effects=document.effects[::-1])
        assert judge(turned, player, action, {}) == judge(document, player, action, {})
