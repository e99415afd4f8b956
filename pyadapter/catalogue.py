"""Where cards come from: a document's own, then card files, then those that come along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from pyadapter.errors import DocumentError
from pyadapter.model import Card

Catalogue = Mapping[str, Card]


@cache
def known_cards() -> Catalogue:
    """Return the cards that come along, by name: facts only, no rules text.

    >>> known_cards()["Forest"].type
    'Basic Land — Forest'
    """
    path = Path(__file__).parent / "cards" / "known.json"
    cards = msgspec.json.decode(path.read_bytes(), type=tuple[Card, ...])
    return MappingProxyType({card.name: card for card in cards})


def load_cards(paths: Iterable[str | Path]) -> Catalogue:
    """Return the known cards with those of card files (a JSON list of cards) on top.

    Raises DocumentError for a file that is missing or not such a list.
    """
    found = dict(known_cards())
    for path in paths:
        try:
            cards = msgspec.json.decode(Path(path).read_bytes(), type=tuple[Card, ...])
        except (OSError, ValueError, msgspec.DecodeError) as error:
            raise DocumentError(
                str(path), found=str(error), expected="a card file: a JSON list of cards"
            ) from error
        found.update((card.name, card) for card in cards)
    return MappingProxyType(found)
