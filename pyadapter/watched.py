"""The atoms of a search that matter to its examples, looked up once and read off many models."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import clingo

from pyadapter.vocabulary import inputs, shared_inputs

ABOUT = ("asked", "extra", "verdict", "unmet", "open", "witness")
_ASIDE = frozenset({"asked", "edition"})


@dataclass(frozen=True, slots=True)
class Watched:
    """An atom: the solver's literal (None if it is a fact), its symbol, and how it is written.

    `part_of` is set for what tells of contents: what it tells of. `parts` are all terms in an
    input of the law; other atoms have none.
    """

    literal: int | None
    symbol: clingo.Symbol
    name: str
    text: str
    is_input: bool
    part_of: str | None
    parts: tuple[str, ...]


def watched(control: clingo.Control) -> tuple[Watched, ...]:
    """Return the atoms of a ground program that tell of its examples: inputs and `ABOUT`."""
    known, shared = inputs(), shared_inputs()
    found = []
    for name, arity, positive in control.symbolic_atoms.signatures:
        is_input = name in known and known[name].arity == arity and name not in _ASIDE
        if not positive or not (is_input or name in ABOUT):
            continue
        for each in control.symbolic_atoms.by_signature(name, arity):
            found.append(
                Watched(
                    literal=None if each.is_fact else each.literal,
                    symbol=each.symbol,
                    name=name,
                    text=str(each.symbol),
                    is_input=is_input,
                    part_of=str(each.symbol.arguments[0]) if name in shared and is_input else None,
                    parts=tuple(_parts(each.symbol)) if is_input else (),
                )
            )
    return tuple(found)


def true_in(model: clingo.Model, atoms: Iterable[Watched]) -> list[Watched]:
    """Return the atoms that are true in a model."""
    return [each for each in atoms if each.literal is None or model.is_true(each.literal)]


def signs(model: clingo.Model, atoms: Iterable[Watched]) -> tuple[int, ...]:
    """Return which state a model is: the literals of inputs that vary, negative if false."""
    found = {each.literal for each in atoms if each.is_input and each.literal is not None}
    return tuple(each if model.is_true(each) else -each for each in sorted(found))


def facts_among(atoms: Collection[Watched]) -> tuple[str, ...]:
    """Return the inputs among atoms, sorted; contents only of what the state has, or they have."""
    contents: dict[str, list[Watched]] = {}
    todo: list[Watched] = []
    for each in atoms:
        if not each.is_input:
            continue
        if each.part_of is None:
            todo.append(each)
        else:
            contents.setdefault(each.part_of, []).append(each)
    found: list[str] = []
    while todo:
        each = todo.pop()
        found.append(each.text)
        for part in each.parts:
            todo += contents.pop(part, ())
    return tuple(sorted(found))


def about(atoms: Iterable[Watched], name: str) -> Sequence[clingo.Symbol]:
    """Return the symbols of one predicate."""
    return [each.symbol for each in atoms if each.name == name]


def _parts(symbol: clingo.Symbol) -> Iterator[str]:
    for each in symbol.arguments:
        yield str(each)
        if each.type is clingo.SymbolType.Function:
            yield from _parts(each)
