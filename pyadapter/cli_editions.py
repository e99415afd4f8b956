"""What the commands about editions print, and `check --rules all`: data, or tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pyadapter.catalogue import Catalogue

Data = dict[str, Any]


def editions_data() -> Data:
    """Return all editions as `--json` prints them.

    >>> editions_data()["version"], len(editions_data()["editions"])
    (1, 92)
    """
    from pyadapter.history import edition_entries

    return {"version": 1, "editions": [entry.as_dict() for entry in edition_entries()]}


def editions_table() -> RenderableType:
    """Return all editions as a table."""
    from pyadapter.history import edition_entries
    from pyadapter.tables_editions import edition_table

    return edition_table(edition_entries())


def history_data(words: Sequence[str]) -> Data:
    """Return the history of the kind that words name, as `--json` prints it.

    >>> history_data(["plot"])["listed"]
    {'from': '2024-06-07', 'after': '2024-03-08'}
    """
    from pyadapter.history import history_of

    return {"version": 1, **history_of(" ".join(words)).as_dict()}


def history_shown(words: Sequence[str]) -> RenderableType:
    """Return the history of the kind that words name, as tables."""
    from pyadapter.history import history_of
    from pyadapter.tables_editions import history_table

    return history_table(history_of(" ".join(words)))


def timeline_data(name: str, text: bytes, *, cards: Catalogue, player: str | None) -> Data:
    """Return what every edition says of a state, as `--json` prints it."""
    from pyadapter.documents import read_document
    from pyadapter.timeline import timelines

    found = timelines(read_document(text), cards=cards, player=player)
    return {"version": 1, "state": name, "actions": [each.as_dict() for each in found]}


def timeline_shown(
    name: str, text: bytes, *, cards: Catalogue, player: str | None
) -> RenderableType:
    """Return what every edition says of a state, as a table."""
    from pyadapter.documents import read_document
    from pyadapter.editions import known_editions
    from pyadapter.tables_editions import timeline_table
    from pyadapter.timeline import timelines

    document = read_document(text)
    first, last = known_editions()[0][0], known_editions()[-1][0]
    return timeline_table(
        timelines(document, cards=cards, player=player),
        title=f"{document.title or name} · rules from {first} to {last}",
    )
