"""The test states on which mutants are tried, with what the law says of each."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo

from pyadapter.batch import CardKeys, Question, numbered_facts, prepared
from pyadapter.catalogue import known_cards
from pyadapter.documents import converted
from pyadapter.editions import edition_fact, edition_on
from pyadapter.errors import DocumentError
from pyadapter.lift import DOMAIN
from pyadapter.mutants import MutableLaw
from pyadapter.programs import Signature, every_atom, signature

READ = (("verdict", 4), ("legal", 3), ("met", 4), ("unmet", 4), ("open", 4), ("option", 5))
_TOGETHER = 300
SHARED = -1


@dataclass(frozen=True, slots=True)
class Case(Question):
    """A question; `alone`: its state is tried by itself, since a batch shares cards and words."""

    alone: bool = False


def read_questions(paths: Iterable[str | Path]) -> tuple[Case, ...]:
    """Return the questions of case files: JSON lines with `state`, `player` and `action`.

    Raises DocumentError if a file can't be read. A line without an action asks for all on offer.
    """
    found: list[Case] = []
    for path in paths:
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
            rows: list[dict[str, Any]] = [json.loads(line) for line in lines if line.strip()]
            for row in rows:
                state = converted(row["state"])
                alone = bool(row.get("alone", False))
                found.append(Case(state, row.get("player"), row.get("action"), alone))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DocumentError(
                str(path), found=str(error) or type(error).__name__, expected="a file of cases"
            ) from error
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Batch:
    """States of one edition, and what the law says of them.

    `asked` is what is asked of each. `derived` are the atoms of the law as lines of text: by
    predicate, then by state, or under SHARED where states share them.
    """

    asked: tuple[clingo.Symbol | None, ...]
    derived: Mapping[Signature, Mapping[int, Sequence[str]]]

    def lines(self, predicate: Signature, states: Iterable[int]) -> frozenset[str]:
        """Return what the law says of a predicate in some of the states."""
        by_state = self.derived.get(predicate, {})
        return frozenset(
            line for one in (SHARED, *states) if one in by_state for line in by_state[one]
        )

    def facts(self, predicates: Iterable[Signature], states: Iterable[int]) -> str:
        """Return what the law says of some predicates, in some of the states, as a program."""
        return "\n".join(line for each in predicates for line in self.lines(each, states))

    def is_asked(
        self, otherwise: Mapping[Signature, frozenset[str]], states: Sequence[int]
    ) -> bool:
        """Say whether it is an answer to what is asked that comes out otherwise."""
        return any(
            self._asked_about(clingo.parse_term(line.removesuffix(".")))
            for each in READ
            if each in otherwise
            for line in otherwise[each] ^ self.lines(each, states)
        )

    def _asked_about(self, answer: clingo.Symbol) -> bool:
        index, player, action = answer.arguments[:3]
        question = self.asked[index.number]
        return question is None or question.arguments == [player, action]


def batches(questions: Sequence[Question], law: MutableLaw) -> Iterator[Batch]:
    """Yield the states of questions in batches, each of one edition; the largest come first."""
    editions: dict[str, list[Question]] = defaultdict(list)
    lonely = []
    for each in questions:
        if isinstance(each, Case) and each.alone:
            lonely.append([each])
        else:
            editions[edition_on(each.document.rules)].append(each)
    for edition, members in sorted(editions.items(), key=lambda each: -len(each[1])):
        for start in range(0, len(members), _TOGETHER):
            yield _batch(members[start : start + _TOGETHER], edition, law)
    for [alone] in lonely:
        yield _batch([alone], edition_on(alone.document.rules), law)


def _batch(questions: Sequence[Question], edition: str, law: MutableLaw) -> Batch:
    keys = CardKeys()
    ready = [prepared(each, known_cards(), None, keys) for each in questions]
    facts = {number: each.all_facts for number, each in enumerate(ready)}
    asked = tuple(None if one.asked is None else clingo.parse_term(one.asked) for one in ready)
    program = "\n".join(map(str, law.program()))
    control = grounded_text(program + numbered_facts(facts, shared=[edition_fact(edition)]))
    assert control is not None, "the law itself is grounded"
    return Batch(asked, _derived(control, law))


def _derived(
    control: clingo.Control, law: MutableLaw
) -> dict[Signature, dict[int, tuple[str, ...]]]:
    """Return all atoms of the predicates that are read, or of which some clause may speak."""
    bodies = (literal for rule in law.lifted for literal in rule.body)
    spoken = {signature(atom.symbol) for each in bodies for atom in every_atom(each)}
    found = {}
    for name, arity in sorted({(DOMAIN, 1), *READ, *spoken}):
        by_state: dict[int, list[str]] = defaultdict(list)
        indexed = name == DOMAIN or (name, arity - 1) in law.indexed
        for each in control.symbolic_atoms.by_signature(name, arity):
            state = each.symbol.arguments[0].number if indexed else SHARED
            by_state[state].append(f"{each.symbol}.")
        found[name, arity] = {state: tuple(lines) for state, lines in by_state.items()}
    return found


def grounded_text(text: str) -> clingo.Control | None:
    """Return a control after grounding a program; None if clingo refuses it."""
    control = clingo.Control(logger=lambda *_: None)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:
        return None
    return control
