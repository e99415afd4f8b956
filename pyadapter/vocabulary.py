"""The input predicates, as `asp/vocabulary.lp` declares them: the only list of inputs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pyadapter.encodings import encoding_folder

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
    text = (encoding_folder() / "vocabulary.lp").read_text(encoding="utf-8")
    found = {}
    for name, sorts in _LINE.findall(text):
        before, arrow, after = sorts.partition("->")
        first = tuple(word.strip() for word in before.split(",") if word.strip())
        rest = tuple(word.strip() for word in after.split(",") if word.strip())
        found[name] = Input(name, first + rest, len(first) if arrow else len(first + rest))
    return found
