"""Which special actions a player may take, with every reason and its rule number.

>>> from pyadapter import GameState
>>> GameState.from_json('{"turn": null, "priority": null, "in_progress": "before_the_game", '
...                     '"players": [{"name": "ann"}]}').verdicts()
()
"""

from pyadapter.catalogue import known_cards, load_cards
from pyadapter.documents import read_document, schema, write_document
from pyadapter.editions import edition_on, known_editions
from pyadapter.errors import (
    ActionError,
    DocumentError,
    EditionError,
    EncodingError,
    MalformedStateError,
    NotLegalError,
    SpecialActionsError,
)
from pyadapter.model import Card, FloatingMana, Permanent, Player, StackObject, StateDocument
from pyadapter.state import GameState
from pyadapter.verdict import Reason, Verdict

__all__ = [
    "ActionError",
    "Card",
    "DocumentError",
    "EditionError",
    "EncodingError",
    "FloatingMana",
    "GameState",
    "MalformedStateError",
    "NotLegalError",
    "Permanent",
    "Player",
    "Reason",
    "SpecialActionsError",
    "StackObject",
    "StateDocument",
    "Verdict",
    "edition_on",
    "known_cards",
    "known_editions",
    "load_cards",
    "read_document",
    "schema",
    "write_document",
]
