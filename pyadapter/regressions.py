"""Regressions: states that a search has found, with what was said of them, as files.

What is to be said may be told twice: by the edition of the state, and by another one or by another
law, where they part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from pyadapter.documents import read_bytes
from pyadapter.errors import DocumentError, EncodingError
from pyadapter.find import likeness
from pyadapter.other_clauses import OtherLaw
from pyadapter.space import Example
from pyadapter.state import GameState
from pyadapter.verdict import Outcome

if TYPE_CHECKING:
    from pyadapter.difference_search import DiffState


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said of an action; what is None is not compared.

    `unmet` and `open` are requirements, `listed` is whether the edition lists the kind of action.
    """

    verdict: str
    unmet: tuple[str, ...] | None = None
    open: tuple[str, ...] | None = None
    listed: bool | None = None


class Expected(Said, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What our law is to say of an action."""

    verdict: Outcome


class Against(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is said elsewhere: under other `rules`, or by another law in the same edition."""

    expected: Said
    rules: str | None = None
    law: OtherLaw | None = None


class Regression(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A state, what somebody would do in it, and what the law is to say about that.

    `rules` is the edition, which the state names too; `found_by` is the command that found it.
    """

    version: Literal[1]
    kind: Literal["regression"] | None = None
    title: str | None = None
    state: dict[str, Any]
    player: str
    action: str
    expected: Expected
    against: Against | None = None
    rules: str | None = None
    found_by: str | None = None


def regression_of(example: Example, *, found_by: str) -> Regression:
    """Return what is to be kept of an example."""
    return Regression(
        version=1,
        kind="regression",
        state=msgspec.to_builtins(example.document),
        player=example.player,
        action=example.action,
        expected=Expected(_outcome(example.verdict), example.unmet, example.open),
        rules=example.rules,
        found_by=found_by,
    )


def regression_of_difference(
    found: DiffState,
    *,
    old: str,
    new: str,
    other: OtherLaw | None = None,
    title: str | None = None,
    found_by: str,
) -> Regression:
    """Return what is to be kept of a state on which two editions differ, or our law and another.

    Both are asked about it once more, by itself. Raises EncodingError if they don't say what the
    search has found.
    """
    document = msgspec.structs.replace(found.document, rules=new)
    state = GameState.from_document(document)
    listing = any(each.aspect.startswith("listing") for each in found.tellings)
    here = said_here(state, found.player, found.action, listing=listing)
    if other is None:
        before = said_here(state.under(old), found.player, found.action, listing=listing)
        against = Against(rules=old, expected=before)
        told = (before.verdict, here.verdict)
    else:
        theirs = said_by_another(other, state, found.player, found.action)
        against = Against(law=other, expected=theirs)
        told = (here.verdict, theirs.verdict)
    for each in found.tellings:
        if each.aspect == "verdict" and (each.before, each.now) != told:
            raise EncodingError(
                f"{found.action} in a state that was found: {each.before} -> {each.now}; "
                f"judged by itself: {' -> '.join(told)}"
            )
    return Regression(
        version=1,
        kind="regression",
        title=title,
        state=msgspec.to_builtins(document),
        player=found.player,
        action=found.action,
        expected=Expected(_outcome(here.verdict), here.unmet, here.open, here.listed),
        against=against,
        rules=new,
        found_by=found_by,
    )


def said_here(state: GameState, player: str, action: str, *, listing: bool = False) -> Said:
    """Return what the law says of an action in a state, under the rules of that state.

    Raises ActionError if the action or the player isn't understood.
    """
    found = state.why(action, player=player)
    unmet, still = found.requirements("unmet"), found.requirements("open")
    return Said(found.verdict, unmet, still, _lists(state.edition, found.kind) if listing else None)


def said_by_another(other: OtherLaw, state: GameState, player: str, action: str) -> Said:
    """Return what another law says of an action in a state."""
    from pyadapter.other_law import said_by
    from pyadapter.terms import term

    who, asked = term(state.acting(player)), state.action_term(action, player=player)
    said = said_by(other, state.facts(), player=who, action=asked)
    return Said("/".join(said["verdict"]) or "nothing", said["unmet"], said["open"])


def _lists(edition: str, kind: str) -> bool:
    from pyadapter.timeline import rules_by_edition

    return ("listed", kind) in rules_by_edition()[edition]


def _outcome(verdict: str) -> Outcome:
    outcome: Outcome = msgspec.convert(verdict, Outcome)
    return outcome


def departure(kept: Regression, state: GameState) -> str | None:
    """Return the first difference from what is expected in a state, if there is one.

    Raises ActionError if the action or the player isn't understood.
    """
    expected = kept.expected
    listing = expected.listed is not None
    found = said_here(state, kept.player, kept.action, listing=listing)
    unlike = _unlike(expected, found)
    if unlike is not None or kept.against is None:
        return unlike
    against = kept.against
    where, told = f"under the rules of {against.rules}", state
    if against.rules is not None:
        told = state.under(against.rules)
    if against.law is None:
        listing = against.expected.listed is not None
        found = said_here(told, kept.player, kept.action, listing=listing)
    else:
        where = f"by {against.law.name}"
        found = said_by_another(against.law, told, kept.player, kept.action)
    unlike = _unlike(against.expected, found)
    return None if unlike is None else f"{where} {unlike}"


def _unlike(expected: Said, found: Said) -> str | None:
    if found.verdict != expected.verdict:
        return f"the verdict is {found.verdict}, expected {expected.verdict}"
    for status in ("unmet", "open"):
        wanted, now = getattr(expected, status), getattr(found, status)
        if wanted is not None and now != tuple(sorted(wanted)):
            return f"{status} is {_listed(now)}, expected {_listed(sorted(wanted))}"
    if expected.listed is not None and found.listed != expected.listed:
        words = {True: "listed", False: "not listed", None: "neither listed nor not"}
        return f"the kind is {words[found.listed]}, expected {words[expected.listed]}"
    return None


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "nothing"


def save_example(example: Example, directory: str | Path, *, found_by: str = "") -> Path:
    """Write an example to a file of its own, and return the file.

    Its name hangs on the state alone, so that the same one is never kept twice. Raises
    DocumentError if it can't be written.
    """
    name = _named(example.kind, example.verdict, example.rules, example)
    return _written(regression_of(example, found_by=found_by), Path(directory) / name)


def save_differences(
    states: Iterable[tuple[DiffState, str]],
    directory: str | Path,
    *,
    old: str,
    new: str,
    other: OtherLaw | None = None,
    found_by: str = "",
) -> Iterator[Path]:
    """Write states on which two editions or laws differ, each with a title, and yield the files.

    Their names hang on the states alone, too. Raises DocumentError if one can't be written.
    """
    for state, title in states:
        kept = regression_of_difference(
            state, old=old, new=new, other=other, title=title, found_by=found_by
        )
        assert kept.against is not None
        here, there = str(kept.expected.verdict), kept.against.expected.verdict
        verdicts = (there, here) if other is None else (here, there)
        compared = f"{old} {new} {'' if other is None else other.name}"
        name = _named(state.kind, "-".join(verdicts), compared, state)
        yield _written(kept, Path(directory) / name)


def _named(kind: str, said: str, rules: str, found: Example | DiffState) -> str:
    state = "\n".join((rules, found.action, *likeness(found)))
    number = blake2b(state.encode(), digest_size=4).hexdigest()
    return f"{kind}-{said.replace('/', '-')}-{number}.json"


def _written(kept: Regression, path: Path) -> Path:
    text = msgspec.json.encode(kept)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
    except OSError as error:
        raise DocumentError(
            str(path), found=str(error.strerror), expected="a file that can be written"
        ) from error
    return path


def load_regression(path: str | Path) -> Regression:
    """Return what is kept in a file. Raises DocumentError if it is something else."""
    try:
        return msgspec.json.decode(read_bytes(path), type=Regression)
    except msgspec.DecodeError as error:
        raise DocumentError(str(path), found=str(error), expected="a regression") from error
