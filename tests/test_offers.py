"""What players may think of: just these actions are on offer, each with its verdict."""

import json
from pathlib import Path
from typing import Any

import pytest

from pyadapter import GameState
from pyadapter.documents import converted

OFFERS = Path(__file__).resolve().parent / "offers.jsonl"
ROWS = [json.loads(line) for line in OFFERS.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["id"]))
def test_just_these_actions_are_on_offer(row: dict[str, Any]) -> None:
    found: dict[str, dict[str, str]] = {}
    for each in GameState.from_document(converted(row["state"])).verdicts():
        found.setdefault(each.player, {})[str(each.action)] = each.verdict
    assert found == row["offered"]
