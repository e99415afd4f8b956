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

    `asked` is what is asked of each. `derived` are the atoms of the law, as text that can be
    compared: by predicate, then by state, or under SHARED where states share them; `indexed` are
    the predicates that are not shared.
    """

    asked: tuple[clingo.Symbol | None, ...]
    indexed: frozenset[Signature]
    derived: Mapping[Signature, Mapping[int, str]]

    def facts(
        self,
        predicates: Iterable[Signature],
        states: Sequence[int],
        *,
        instead: Mapping[Signature, Mapping[int, str]] | None = None,
    ) -> str:
        """Return what the law says of some predicates, in some states, or what is so `instead`."""
        found = []
        for each in predicates:
            before = self.derived.get(each, {})
            after = (instead or {}).get(each, {})
            found += [after[one] if one in after else before.get(one, "") for one in states]
            found.append(after[SHARED] if SHARED in after else before.get(SHARED, ""))
        return "\n".join(found)

    def atoms_by_state(self, control: clingo.Control, predicate: Signature) -> dict[int, str]:
        """Return the atoms of a predicate after grounding, as `derived` has them."""
        return _atoms_by_state(control, predicate, indexed=predicate in self.indexed)

    def is_answer(self, otherwise: Mapping[Signature, Mapping[int, str]]) -> bool:
        """Say whether it is an answer to what is asked that comes out otherwise."""
        return any(
            self._asked_about(clingo.parse_term(line.removesuffix(".")))
            for each in READ
            for state, text in otherwise.get(each, {}).items()
            for line in {*text.split("\n")} ^ {*self.derived[each].get(state, "").split("\n")}
            if line
        )

    def _asked_about(self, answer: clingo.Symbol) -> bool:
        index, player, action = answer.arguments[:3]
        question = self.asked[index.number]
        return question is None or question.arguments == [player, action]


def batches(questions: Sequence[Question], law: MutableLaw) -> Iterator[Batch]:
    """Yield the states of questions in batches, each of one edition; the largest come first."""
    editions: dict[str, list[Question]] = defaultdict(list)
    spoken = _spoken(law)
    lonely = []
    for each in questions:
        if isinstance(each, Case) and each.alone:
            lonely.append([each])
        else:
            editions[edition_on(each.document.rules)].append(each)
    for edition, members in sorted(editions.items(), key=lambda each: -len(each[1])):
        for start in range(0, len(members), _TOGETHER):
            yield _batch(members[start : start + _TOGETHER], edition, law, spoken)
    for [alone] in lonely:
        yield _batch([alone], edition_on(alone.document.rules), law, spoken)


def _batch(
    questions: Sequence[Question], edition: str, law: MutableLaw, spoken: Sequence[Signature]
) -> Batch:
    keys = CardKeys()
    ready = [prepared(each, known_cards(), None, keys) for each in questions]
    facts = [each.all_facts for each in ready]
    asked = tuple(None if one.asked is None else clingo.parse_term(one.asked) for one in ready)
    program = "\n".join(map(str, law.program()))
    control = grounded_text(program + numbered_facts(facts, shared=[edition_fact(edition)]))
    assert control is not None, "the law itself is grounded"
    indexed = frozenset({(DOMAIN, 1), *((name, arity + 1) for name, arity in law.indexed)})
    derived = {each: _atoms_by_state(control, each, indexed=each in indexed) for each in spoken}
    return Batch(asked, indexed, derived)


def _spoken(law: MutableLaw) -> list[Signature]:
    """Return the predicates that are read, or of which some lifted clause may speak."""
    bodies = (literal for rule in law.lifted for literal in rule.body)
    spoken = {signature(atom.symbol) for each in bodies for atom in every_atom(each)}
    return sorted({(DOMAIN, 1), *READ, *spoken})


def _atoms_by_state(
    control: clingo.Control, predicate: Signature, *, indexed: bool
) -> dict[int, str]:
    found: dict[int, list[str]] = defaultdict(list)
    start = len(predicate[0]) + 1
    for each in control.symbolic_atoms.by_signature(*predicate):
        text = str(each.symbol)
        # Its first argument is a number, which is in the text already.
        state = int(text[start:-1].partition(",")[0]) if indexed else SHARED
        found[state].append(f"{text}.")
    return {state: "\n".join(sorted(lines)) for state, lines in found.items()}


def grounded_text(text: str) -> clingo.Control | None:
    """Return a control after grounding a program; None if clingo refuses it."""
    control = clingo.Control(logger=lambda *_: None)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:
        return None
    return control
