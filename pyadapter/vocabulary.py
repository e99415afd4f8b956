"""The input predicates, as `asp/vocabulary.lp` declares them: the only list of inputs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pyadapter.encodings import encoding_folder

SHARED_SORTS = frozenset({"Card", "Cost", "ManaAbility", "Description", "Date"})
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
