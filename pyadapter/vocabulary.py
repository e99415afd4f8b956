"""The input predicates, as `asp/vocabulary.lp` declares them: the only list of inputs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pyadapter.encodings import encoding_folder

SHARED_SORTS = frozenset({"Card", "Cost", "ManaAbility", "Description", "Date"})
_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
_LINE = re.compile(r"^%! input (\w+)\(([^)]*)\)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Input:
    """An input predicate: the sorts of its arguments, and how many of them decide the rest.

    `keys` is the number of arguments before the arrow; all of them, if there is no arrow.
    """

    name: str
    sorts: tuple[str, ...]
    keys: int

    @property
    def arity(self) -> int:
        """The number of arguments.

        >>> inputs()["in_zone"].arity
        3
        """
        return len(self.sorts)


@cache
def inputs() -> dict[str, Input]:
    """Return the input predicates by name, in the order of the vocabulary.

    >>> inputs()["in_zone"]
    Input(name='in_zone', sorts=('Object', 'Zone', 'Player'), keys=1)
    """
    return _declared((encoding_folder() / "vocabulary.lp").read_text(encoding="utf-8"))


def local_inputs(files: Iterable[str | Path]) -> tuple[tuple[str, int], ...]:
    """Return the inputs that files, and what they include, declare beside the vocabulary.

    >>> local_inputs(["consequences/passing.lp", "vocabulary.lp"])
    (('passing', 1),)
    """
    found: dict[str, Input] = {}
    for path in _with_included([encoding_folder() / name for name in files]):
        found |= _declared(path.read_text(encoding="utf-8"))
    return tuple((each.name, each.arity) for each in found.values() if each.name not in inputs())


def _with_included(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        yield path
        text = path.read_text(encoding="utf-8")
        yield from _with_included(path.parent / name for name in _INCLUDE.findall(text))


def _declared(text: str) -> dict[str, Input]:
    found = {}
    for name, sorts in _LINE.findall(text):
        before, arrow, after = sorts.partition("->")
        first = tuple(word.strip() for word in before.split(",") if word.strip())
        rest = tuple(word.strip() for word in after.split(",") if word.strip())
        found[name] = Input(name, first + rest, len(first) if arrow else len(first + rest))
    return found


@cache
def shared_inputs() -> frozenset[str]:
    """Return the input predicates that tell of contents, the same in every state.

    >>> "card_type" in shared_inputs(), "in_zone" in shared_inputs()
    (True, False)
    """
    return frozenset(name for name, each in inputs().items() if each.sorts[0] in SHARED_SORTS)


def varying_inputs() -> tuple[tuple[str, int], ...]:
    """Return the input predicates that differ from state to state, with their arities.

    >>> ("in_zone", 3) in varying_inputs(), ("card_type", 2) in varying_inputs()
    (True, False)
    """
    shared = shared_inputs()
    return tuple((each.name, each.arity) for each in inputs().values() if each.name not in shared)
