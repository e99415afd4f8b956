"""One grounding of the law over the facts of a state; what comes out are facts or an error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import clingo

from pyadapter.encodings import encoding_folder
from pyadapter.errors import EncodingError

EXPLAINED = ("special_actions.lp", "explain.lp")
LAW = (*EXPLAINED, "wellformed.lp")
Signature = tuple[str, int]
Atoms = Mapping[Signature, tuple[tuple[clingo.Symbol, ...], ...]]


class Later(Mapping[Signature, tuple[tuple[clingo.Symbol, ...], ...]]):
    """Atoms that are worked out when they are first looked at."""

    def __init__(self, work: Callable[[], Atoms]) -> None:
        self._work = work
        self._found: Atoms | None = None

    def __getitem__(self, key: Signature) -> tuple[tuple[clingo.Symbol, ...], ...]:
        return self._atoms()[key]

    def __iter__(self) -> Iterator[Signature]:
        return iter(self._atoms())

    def __len__(self) -> int:
        return len(self._atoms())

    def _atoms(self) -> Atoms:
        if self._found is None:
            self._found = self._work()
        return self._found


def ground(facts: Iterable[str], *, files: Sequence[str], read: Iterable[Signature]) -> Atoms:
    """Return the arguments of all atoms of the predicates in `read`, sorted, after grounding.

    `files` are encodings under the folder of the law. Raises EncodingError if clingo complains, or
    if an atom that is read is no fact: the law is stratified, so that isn't the state's doing.

    >>> found = ground(["priority(a)", "player(a)"], files=["special_actions.lp"],
    ...                read=[("has_priority", 1)])
    >>> [str(symbol) for (symbol,) in found["has_priority", 1]]
    ['a']
    """
    folder = encoding_folder()

    def load(control: clingo.Control) -> None:
        for name in files:
            control.load(str(folder / name))

    return atoms_read(grounded(load, facts), read)


def grounded(
    load: Callable[[clingo.Control], None],
    facts: Iterable[str],
    *,
    partial: bool = False,
    options: Sequence[str] = (),
) -> clingo.Control:
    """Return a control after grounding what `load` puts into it, with the facts.

    A `partial` program may speak of predicates that it doesn't define; `options` are clingo's.
    Raises EncodingError if clingo complains.
    """
    complaints: list[str] = []
    control = clingo.Control(
        [*(["-Wno-atom-undefined"] if partial else []), *options],
        logger=lambda _, message: complaints.append(message),
    )
    try:
        load(control)
        control.add("base", [], "".join([f"{fact}.\n" for fact in facts]))
        control.ground([("base", [])])
    except RuntimeError as error:
        raise EncodingError("\n".join([*complaints, str(error)])) from error
    if complaints:
        raise EncodingError("\n".join(complaints))
    return control


def atoms_read(control: clingo.Control, read: Iterable[Signature]) -> Atoms:
    """Return the arguments of all atoms of some predicates, sorted.

    Raises EncodingError if one of them is no fact.
    """
    found: dict[Signature, tuple[tuple[clingo.Symbol, ...], ...]] = {}
    for name, arity in read:
        symbols = []
        for symbolic in control.symbolic_atoms.by_signature(name, arity):
            if not symbolic.is_fact:
                raise EncodingError(f"{symbolic.symbol} is not decided by the facts alone")
            symbols.append(symbolic.symbol)
        found[name, arity] = tuple(tuple(symbol.arguments) for symbol in sorted(symbols))
    return found
