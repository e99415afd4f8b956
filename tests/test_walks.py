"""What holds on every walk through legal moves, whatever the state it starts in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pyadapter import GameState, Permanent
from pyadapter.canonical import ZONES
from pyadapter.consequences import Outcome, outcome
from pyadapter.errors import MalformedStateError
from pyadapter.moves import PASS, Move, moves
from tests.casework import all_cases
from tests.walks.invariants import broken

STARTS = [case for case in all_cases() if case.verdict == "legal"]
STEPS = 5
Step = tuple[GameState, Move, Outcome]


def walk(state: GameState, seed: int) -> Iterator[Step]:
    """Yield the steps of a random walk, special actions first while there are some."""
    random = Random(seed)
    for _ in range(STEPS):
        there = moves(state)
        if not there:
            return
        actions = [move for move in there if move.action != PASS]
        move = random.choice(actions if actions and random.random() < 0.7 else there)
        after = outcome(state, move)
        yield state, move, after
        state = after.state


def objects(state: GameState) -> Iterator[tuple[str, str, Permanent]]:
    for player in state.document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                assert isinstance(item, Permanent)
                yield player.name, zone, item


def sides(state: GameState, player: str) -> set[str]:
    """The player, with the team whose life is the player's as well."""
    teams = {each.name: each.team for each in state.document.players}
    shared = "two_headed_giant" in (state.document.variant or ())
    mine = {name for name, team in teams.items() if shared and team and team == teams[player]}
    return mine | {player}


def check(state: GameState, move: Move, after: Outcome) -> None:
    old, new = state.document, after.state.document
    assert list(broken(state, move, after)) == []
    before = {each.name: each for each in old.players}
    for player in new.players:
        was = before[player.name]
        if player.name not in sides(state, move.player):
            assert player.life == was.life
    if move.action == PASS:
        return
    assert new.stack == old.stack
    assert (new.turn, new.priority, new.paying) == (old.turn, old.priority, old.paying)
    assert not any(player.passed for player in new.players)
    for player in new.players:
        was = before[player.name]
        if player.name != move.player:
            assert player.library == was.library
            assert (player.pool, player.spells_cast) == (was.pool, was.spells_cast)
            came = {item.id for item in player.hand} - {item.id for item in was.hand}  # type: ignore[union-attr]
            returned = {
                fresh
                for former, fresh in after.became
                for _, zone, item in objects(state)
                if item.id == former and zone == "battlefield"
            }
            assert came <= returned
    if move.action.startswith("play_land"):
        verdict = state.why(move.action, player=move.player)
        (left,) = (each for each in verdict.reasons if each.requirement == "land_play_left")
        assert left.status == "met"
        assert len(played(after.state)) == 1 + len(played(state))


def played(state: GameState) -> list[str]:
    """The permissions of the turn's land plays, all players'."""
    lands = [player.lands_played for player in state.document.players]
    return [permission for each in lands if isinstance(each, tuple) for permission in each]


@pytest.mark.parametrize("start", STARTS[::80], ids=lambda case: case.id)
def test_every_step_of_a_random_walk_keeps_what_must_be_kept(start: object) -> None:
    assert hasattr(start, "game")
    steps = 0
    try:
        for state, move, after in walk(start.game(), seed=len(str(start))):
            check(state, move, after)
            steps += 1
    except MalformedStateError as error:
        pytest.fail(f"{start}: {error.faults}")
    assert steps
