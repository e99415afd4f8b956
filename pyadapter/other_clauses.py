"""Another law as plain data: the clauses in which it differs from ours."""

from __future__ import annotations

import msgspec


class OtherLaw(msgspec.Struct, frozen=True):
    """Another law: clauses to `add`, instead of those to `remove`; or `alone`, without our law.

    Clauses are texts, each as clingo writes it.
    """

    name: str
    add: tuple[str, ...]
    remove: tuple[str, ...] = ()
    alone: bool = False
