"""A tidied document says the same as the canonical one, and less that goes without saying."""

import pytest

from pyadapter import GameState
from pyadapter.tidy import tidied
from tests.casework import all_cases


@pytest.mark.parametrize("case", all_cases()[::150], ids=lambda case: case.id)
def test_a_tidied_document_is_the_same_state(case: object) -> None:
    assert hasattr(case, "game")
    state: GameState = case.game()
    again = GameState.from_document(tidied(state.document), rules=state.edition)
    assert again.document == state.document


def test_owners_who_hold_and_empty_lists_are_not_written() -> None:
    state = GameState.from_json(
        '{"turn": "a", "phase": "draw", "priority": null, "stack": [{"ability": "x",'
        ' "controller": "a"}], "players": [{"name": "a", "hand": ["Forest",'
        ' {"card": "Forest", "owner": "b"}]}, {"name": "b"}]}'
    )
    found = tidied(state.document)
    assert [getattr(each, "owner", None) for each in found.players[0].hand] == [None, "b"]
    assert (found.turn, found.step, found.phase, found.priority) == ("a", "draw", None, None)
    assert (found.players[0].pool, found.players[0].lands_played) == ("", 0)
    assert found.stack[0].owner is None
