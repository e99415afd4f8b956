"""One state under many sets of rules at once: the law lifted over what the rules say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

import clingo
from clingo import ast

from pyadapter.editions import edition_fact, known_editions
from pyadapter.errors import EncodingError
from pyadapter.lift import DOMAIN, Lifted, lift
from pyadapter.programs import Signature, atoms_of, signature
from pyadapter.session import Atoms

EDITION: Signature = ("edition", 1)


def worlds(
    facts: Iterable[str],
    *,
    program: Lifted,
    rules: Mapping[int, Iterable[str]],
    read: Collection[Signature],
) -> Mapping[int, Atoms]:
    """Return what a program derives from `facts` under each of the sets of rules, by its number.

    `facts` hold in all of them, `rules` are the facts over which the program was lifted. Raises
    EncodingError if clingo complains, or an atom that is read is not a fact.
    """
    lines = [f"{fact}.\n" for fact in facts]
    for number, own in rules.items():
        lines.append(f"{DOMAIN}({number}).\n")
        for fact in own:
            name, _, rest = fact.partition("(")
            lines.append(f"{name}({number},{rest}.\n")
    complaints: list[str] = []
    control = clingo.Control(logger=lambda _, message: complaints.append(message))
    program.add_to(control)
    control.add("base", [], "".join(lines))
    control.ground([("base", [])])
    if complaints:
        raise EncodingError("\n".join(complaints))
    found: dict[int, dict[Signature, list[tuple[clingo.Symbol, ...]]]] = {
        number: defaultdict(list) for number in rules
    }
    for key in read:
        varies = key in program.indexed
        for symbolic in control.symbolic_atoms.by_signature(key[0], key[1] + varies):
            if not symbolic.is_fact:
                raise EncodingError(f"{symbolic.symbol} is not decided by the facts alone")
            arguments = tuple(symbolic.symbol.arguments)
            if varies:
                found[arguments[0].number][key].append(arguments[1:])
            else:
                for rows in found.values():
                    rows[key].append(arguments)
    return {
        number: {key: tuple(sorted(rows[key])) for key in read} for number, rows in found.items()
    }


def number_of(edition: str) -> int:
    """Return the number of an edition: its date, as the law writes it.

    >>> number_of("2012-05-01")
    20120501
    """
    return int(edition.replace("-", ""))


def in_every_edition(
    facts: Iterable[str], *, files: Sequence[str], read: Collection[Signature]
) -> Mapping[str, Atoms]:
    """Return what encodings derive from facts in each edition, from one grounding.

    >>> files = ["rulebook/kinds.lp", "rulebook/eras.lp"]
    >>> found = in_every_edition((), files=files, read=[("listed", 1)])
    >>> len(found["2009-07-11"]["listed", 1]), len(found["2026-09-25"]["listed", 1])
    (5, 12)
    """
    editions = {number_of(first): first for first, _ in known_editions()}
    found = worlds(
        facts,
        program=lift(files, varying=[EDITION]),
        rules={number: [edition_fact(edition)] for number, edition in editions.items()},
        read=read,
    )
    return {editions[number]: atoms for number, atoms in found.items()}


@cache
def given(files: tuple[str, ...], inputs: frozenset[Signature]) -> Lifted:
    """Return encodings lifted over the edition and over `inputs`, of which nothing is derived.

    What the files say of the inputs themselves is left out: it is to come with each set of rules.
    """
    program = lift(files, varying=[EDITION, *inputs])
    lifted = {(name, arity + 1) for name, arity in inputs}
    kept = tuple(each for each in program.statements if not _derives(each, lifted))
    return Lifted(kept, program.indexed)


def _derives(statement: ast.AST, heads: Collection[Signature]) -> bool:
    return statement.ast_type is ast.ASTType.Rule and any(
        signature(atom.symbol) in heads for atom in atoms_of(statement.head)
    )
