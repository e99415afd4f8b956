"""Examples beyond the first: those in which no part is idle, and that differ from all before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import clingo

from pyadapter.session import Signature
from pyadapter.space import Example, Space
from pyadapter.terms import atom

_WITNESS: Signature = ("witness", 4)
_SINGLE = (
    *("variant", "life", "companion_used", "paying", "in_progress", "foretold", "spell_cast"),
    *("planar_die_rolled", "ignored", "tapped", "manifested", "cloaked", "summoning_sick"),
    *("card_ability", "card_effect", "card_mana_ability", "card_mana_cost", "card_unread"),
    *("merged_with", "effect_made_now", "floating_only", "floating_snow_other"),
)
_HAPPENED = ("land_played(", "ignored(")


def idle_part(example: Example, program: str) -> str | None:
    """Return a part of a state without which the same is shown, as a pattern of its atoms.

    `program` derives `witness` from the facts of a state, and `malformed`. Parts are objects,
    effects that the state names, and single facts of what happened.
    """
    before = shown(example, example.facts, program)
    for part in _parts(example):
        mine = re.compile(part)
        rest = [fact for fact in example.facts if not mine.search(fact)]
        if shown(example, rest, program) == before:
            return part
    return None


def block(space: Space, example: Example, *, but: str | None = None, within: int) -> None:
    """Let no later example in which a literal is assumed be like this one, but for the part `but`.

    What happened counts in any case: a part that history speaks of isn't idle.
    """
    mine = None if but is None else re.compile(but)
    state = set(example.facts)
    space.exclude(
        [
            within,
            *(
                literal if text in state else -literal
                for literal, text in space.choices
                if mine is None or text.startswith(_HAPPENED) or not mine.search(text)
            ),
        ]
    )


def _parts(example: Example) -> Iterator[str]:
    asked = set(re.findall(r"\b[oe]\d\b", example.action))
    names: dict[str, None] = {}
    for fact in example.facts:
        for name in re.findall(r"\b[oe]\d\b", fact):
            names.setdefault(name)
    happened = " ".join(fact for fact in example.facts if fact.startswith(_HAPPENED))
    for name in sorted(names):
        if name not in asked and not re.search(rf"\b{name}\b", happened):
            card = f'|"Card {name[1:]}"' if name.startswith("o") else ""
            yield rf"\b{name}\b{card}"
    used = re.findall(r"\b[oe]\d\b", happened)
    needed = [*used, *(f'"Card {name[1:]}"' for name in used if name.startswith("o"))]
    for fact in example.facts:
        if fact.partition("(")[0] in _SINGLE and not any(name in fact for name in needed):
            yield re.escape(fact) + r"\Z"


def shown(example: Example, facts: Iterable[str], program: str) -> frozenset[str] | None:
    """Return what a program shows of some facts as witnesses; None if they are malformed."""
    lines = [*facts, atom("asked", example.player, example.action), f"asked_kind({example.kind})"]
    control = clingo.Control(["-Wno-atom-undefined"])
    control.add("base", [], program + "\n" + "".join(f"{line}.\n" for line in lines))
    control.ground([("base", [])])
    if next(iter(control.symbolic_atoms.by_signature("malformed", 2)), None) is not None:
        return None
    return frozenset(str(each.symbol) for each in control.symbolic_atoms.by_signature(*_WITNESS))
