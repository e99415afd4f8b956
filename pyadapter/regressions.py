"""Regressions: states that a search has found, with what was said of them, as files."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import msgspec

from pyadapter.documents import read_bytes
from pyadapter.errors import DocumentError
from pyadapter.find import likeness
from pyadapter.space import Example


class Expected(msgspec.Struct, frozen=True):
    """What is said of the action: the verdict, and the requirements that are unmet or open."""

    verdict: str
    unmet: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


class Regression(msgspec.Struct, frozen=True, kw_only=True):
    """A state with an action that is asked about; `found_by` is the command that found it."""

    version: Literal[1] = 1
    kind: Literal["regression"] = "regression"
    state: dict[str, Any]
    player: str
    action: str
    expected: Expected
    rules: str
    found_by: str


def regression_of(example: Example, *, found_by: str) -> Regression:
    """Return what is to be kept of an example."""
    return Regression(
        state=msgspec.to_builtins(example.document),
        player=example.player,
        action=example.action,
        expected=Expected(example.verdict, example.unmet, example.open),
        rules=example.rules,
        found_by=found_by,
    )


def save_example(example: Example, directory: str | Path, *, found_by: str = "") -> Path:
    """Write an example to a file of its own, and return the file.

    Its name hangs on the state alone, so that the same one is never kept twice. Raises
    DocumentError if it can't be written.
    """
    state = "\n".join((example.rules, example.action, *likeness(example)))
    number = blake2b(state.encode(), digest_size=4).hexdigest()
    path = Path(directory) / f"{example.kind}-{example.verdict}-{number}.json"
    text = msgspec.json.encode(regression_of(example, found_by=found_by))
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
