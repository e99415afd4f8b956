"""Small states for tests that build their own: alice has priority in her main phase."""

from typing import Any

import msgspec

from pyadapter import GameState, StateDocument


def state_of(*, cards: list[object] | None = None, **alice: Any) -> GameState:
    """Return a state of alice and bob; keywords are what alice has."""
    document = {
        "turn": "alice",
        "phase": "precombat_main",
        "priority": "alice",
        "cards": cards or [],
        "players": [{"name": "alice", **alice}, {"name": "bob", "life": 20}],
    }
    return GameState.from_document(msgspec.convert(document, StateDocument))
