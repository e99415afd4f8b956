"""States as the command line names them: read, checked one by one or many at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pyadapter.catalogue import Catalogue, load_cards
from pyadapter.errors import (
    ActionError,
    DocumentError,
    MalformedStateError,
    SpecialActionsError,
)
from pyadapter.state import GameState, notes_on
from pyadapter.verdict import Verdict

_WORTH_A_BATCH = 25


@dataclass(frozen=True, slots=True)
class Checked:
    """A state that was checked: its name on the command line, and what `check` prints of it."""

    name: str
    title: str | None
    edition: str
    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...]


def checked(
    texts: tuple[tuple[str, bytes], ...],
    rules: str | None,
    player: str | None,
    card_files: tuple[str, ...],
) -> list[Checked]:
    """Return the verdicts on states, given by name and text; many of them share a grounding."""
    if len(texts) < _WORTH_A_BATCH:
        with named(texts[0][0]):
            catalogue = load_cards(card_files)
        states = [(name, state_in(name, text, rules, catalogue)) for name, text in texts]
        return [
            Checked(
                name,
                state.source.title,
                state.edition,
                state.verdicts(player=player),
                state.notes,
            )
            for name, state in states
        ]
    from pyadapter.batch import Question, answers
    from pyadapter.documents import read_document

    read = []
    for name, text in texts:
        with named(name):
            read.append(read_document(text))
    found = []
    replies = answers(map(Question, read), cards=load_cards(card_files), rules=rules)
    for (name, _), document, reply in zip(texts, read, replies, strict=True):
        with named(name):
            if reply.error is not None:
                raise reply.error
            if player is not None and player not in {each.name for each in document.players}:
                raise ActionError(f"player: found {player!r}, expected a player of this state")
        verdicts = tuple(one for one in reply.verdicts if player in (None, one.player))
        edition = reply.edition or ""
        notes = notes_on(document, rules=rules)
        found.append(Checked(name, document.title, edition, verdicts, notes))
    return found


@contextmanager
def named(name: str) -> Iterator[None]:
    """Put the name of a state before what is wrong with it."""
    try:
        yield
    except MalformedStateError as error:
        raise MalformedStateError(tuple(f"{name}: {fault}" for fault in error.faults)) from error
    except SpecialActionsError as error:
        raise SpecialActionsError(f"{name}: {error}") from error


def _read(name: str) -> bytes:
    from pyadapter.documents import read_bytes

    if name != "-":
        return read_bytes(name)
    text = sys.stdin.buffer.read()
    if not text.strip():
        expected = "a state document in JSON"
        raise DocumentError("the standard input", found="nothing at all", expected=expected)
    return text


def single(name: str) -> tuple[str, bytes]:
    """Return name and text of the one state in a file. Raises DocumentError if there are more."""
    found = tuple(documents([name]))
    if len(found) != 1:
        raise DocumentError(name, found=f"{len(found)} states", expected="one state")
    return found[0]


def documents(names: Iterable[str]) -> Iterable[tuple[str, bytes]]:
    """Yield the states in files by name and text; `-` is the standard input, JSON lines are many.

    A line that is one of many has its number after the name of the file.
    """
    for name in names:
        text = _read(name)
        numbered = enumerate(text.splitlines(), start=1)
        lines = [(place, line) for place, line in numbered if line.strip()]
        if len(lines) > 1 and all(_is_object(line) for _, line in lines):
            yield from ((f"{name}:{place}", line) for place, line in lines)
        else:
            yield name, text


def _is_object(line: bytes) -> bool:
    return line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}")


def state_in(name: str, text: bytes, rules: str | None, catalogue: Catalogue) -> GameState:
    """Return the state in a text; what is wrong with it is said with the name of the state."""
    with named(name):
        return GameState.from_json(text, cards=catalogue, rules=rules)


def loaded(name: str, rules: str | None, card_files: tuple[str, ...]) -> GameState:
    """Return the one state in a file, with the cards of other files known."""
    name, text = single(name)
    with named(name):
        catalogue = load_cards(card_files)
    return state_in(name, text, rules, catalogue)
