"""The oracle's own consequences: edge cases of passing, acting and paying, by rule numbers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pyadapter.model import FloatingMana, StateDocument
from pyadapter.state import GameState
from tests.oracle.following import follow
from tests.oracle.paying import Given, Payment, is_correct
from tests.oracle.payment import Bill
from tests.oracle.sequences import sequences
from tests.oracle.situations import SITUATIONS
from tests.oracle.ways import Way, legal_ways, world_of

PASS = ("pass_priority",)
TURN_UP = ("turn_face_up", "willbender")
MORPH = (("procedure", "morph"),)


def _document(**fields: Any) -> StateDocument:
    plain = {"rules": "2012-05-01", "turn": "ann", "priority": "ann", **fields}
    return GameState.from_json(msgspec.json.encode(plain).decode()).document


def _masked(**more: Any) -> StateDocument:
    """Ann's step with something on the stack; Bob could turn Willbender up, and Ann has passed."""
    mask = {"card": "Willbender", "face_down": True, "tapped": True, "counters": {"+1/+1": 2}}
    players = [
        {"name": "ann", "passed": True},
        {"name": "bob", "battlefield": ["Island", "Island", mask]},
    ]
    stack = [{"ability": "draw a card", "controller": "ann"}]
    fields = {"step": "draw", "priority": "bob", "players": players, "stack": stack, **more}
    return _document(**fields)


def _turned_up() -> StateDocument:
    tapped = {"island": Given(tapped=True), "island_2": Given(tapped=True)}
    return follow(_masked(), Way("bob", TURN_UP, MORPH), Payment(tapped))


def test_a_creature_turned_up_stays_the_same_object_in_the_same_condition() -> None:
    """Case 68."""
    creature = _turned_up().players[1].battlefield[2]
    assert not isinstance(creature, str)
    assert (creature.id, creature.face_down) == ("willbender", False)
    assert (creature.tapped, creature.counters) == (True, {"+1/+1": 2})


def test_who_acts_keeps_priority_and_the_others_get_it_before_anything_resolves() -> None:
    """Cases 70, 145, 146 and 147."""
    acted = _turned_up()
    assert acted.priority == ("bob",)
    passed = follow(acted, Way("bob", PASS))
    assert (passed.priority, len(passed.stack)) == (("ann",), 1)
    resolved = follow(passed, Way("ann", PASS))
    assert (resolved.priority, len(resolved.stack)) == (("ann",), 0)


def test_without_an_action_the_last_pass_lets_the_top_of_the_stack_resolve() -> None:
    resolved = follow(_masked(), Way("bob", PASS))
    assert (resolved.priority, resolved.stack) == (("ann",), ())


def test_suspending_is_no_casting() -> None:
    """Case 113."""
    document = _document(
        phase="precombat_main",
        players=[{"name": "ann", "hand": ["Rift Bolt"], "pool": "{R}"}, {"name": "bob"}],
    )
    after = follow(document, Way("ann", ("suspend", "rift_bolt")), Payment())
    (exiled,) = after.players[0].exile
    assert not isinstance(exiled, str)
    assert (exiled.card, exiled.counters, exiled.face_down) == ("Rift Bolt", {"time": 1}, False)
    assert exiled.id != "rift_bolt"
    assert (after.players[0].spells_cast, after.players[0].pool, after.stack) == ((), (), ())


def test_a_blank_roll_counts_and_the_roller_has_priority() -> None:
    """Case 122."""
    document = _document(
        variant="planechase", phase="precombat_main", players=[{"name": "ann"}, {"name": "bob"}]
    )
    after = follow(document, Way("ann", ("roll_planar_die",), (("die", "blank"),)), Payment())
    assert (after.players[0].planar_die_rolls, after.priority) == (1, ("ann",))


def test_the_end_of_a_turn_starts_all_counts_anew_and_untaps_the_next_player() -> None:
    ended = follow(_canonical("the end of a full turn"), Way("ann", PASS))
    ann, bob = ended.players
    assert (ended.turn, ended.priority) == ({"bob": "upkeep"}, ("bob",))
    assert (ann.lands_played, ann.spells_cast, ann.ignores, ann.pool) == ((), (), (), ())
    assert ann.cards_foretold == 0
    assert [one.phased_out for one in ann.battlefield if not isinstance(one, str)] == [False, True]
    assert [one.phased_out for one in bob.battlefield if not isinstance(one, str)] == [False]
    assert [effect.id for effect in ended.effects] == ["e2", "e4", "e7"]


def _canonical(name: str) -> StateDocument:
    return GameState.from_json(msgspec.json.encode(SITUATIONS[name]).decode()).document


@pytest.mark.parametrize(
    ("name", "turn", "holder"),
    [
        ("the end of a turn of three, the next one has left", {"cat": "upkeep"}, "cat"),
        ("the active player has left", {"ann": "precombat_main"}, "bob"),
        ("the turn of one who has left ends", {"bob": "upkeep"}, "bob"),
        ("priority in the cleanup step", {"bob": "upkeep"}, "bob"),
        ("something resolves in the cleanup step", {"ann": "cleanup"}, "ann"),
        ("attackers", {"ann": "end_of_combat"}, "ann"),
        ("teams share their turns", {"cat": "upkeep"}, "cat"),
        ("teams of which only players have turns", {"ann": "upkeep"}, "cat"),
    ],
)
def test_passing_leads_to(name: str, turn: dict[str, str], holder: str) -> None:
    document = _canonical(name)
    assert document.priority
    after = follow(document, Way(document.priority[0], PASS))
    assert (after.turn, after.priority) == (turn, (holder,))


@pytest.mark.parametrize(
    ("payment", "correct"),
    [
        (Payment({"island": Given(tapped=True), "forest": Given(tapped=True)}), True),
        (Payment({"island": Given(tapped=True)}, pool=()), True),
        (Payment({"forest": Given(tapped=True)}), False),
        (Payment({"island": Given(tapped=True), "bears": Given(tapped=True)}), False),
        (Payment({"island": Given(tapped=True)}, life=1), False),
        (Payment({"island": Given(tapped=True)}, pool=(FloatingMana(mana="{R}"),)), False),
        (Payment({"forest": Given(tapped=True), "island": Given(gone=True, zone="hand")}), False),
    ],
)
def test_a_payment_is_correct_if_what_was_given_makes_just_the_cost(
    payment: Payment, correct: bool
) -> None:
    """Cost {1}{U}, with {R} at hand, which is spent unless it is left."""
    spare = len(payment.objects) == 2
    document = _document(
        step="draw",
        players=[
            {
                "name": "ann",
                "life": 5,
                "battlefield": ["Island", "Forest", "Bears"],
                "pool": "" if spare else "{R}",
            },
            {"name": "bob"},
        ],
        cards=[{"name": "Bears", "type": "Creature — Bear", "mana_cost": "{1}{G}"}],
    )
    bill = Bill("ann", "{1}{U}", "morph", None)
    assert is_correct(world_of(document), bill, payment) is correct


def test_every_way_of_a_legal_action_is_listed_once() -> None:
    document = _document(
        phase="precombat_main",
        players=[
            {"name": "ann", "hand": ["Forest", "Island"], "battlefield": ["Exploration"]},
            {"name": "bob"},
        ],
    )
    found = [(way.action, way.options) for way in legal_ways(document)]
    assert found == [
        (("play_land", land), (("under", permission),))
        for land in ("forest", "island")
        for permission in ("exploration", "rule")
    ]
    assert [sequences(document, depth) for depth in (1, 2, 3)] == [5, 9, 9]
    assert [sequences(document, depth, passes=False) for depth in (1, 2, 3)] == [4, 4, 0]
