"""What small groundings tell of a mutant is what the whole mutated law tells."""

from pathlib import Path
from zlib import crc32

import pytest

from pyadapter.batch import lifted_law
from pyadapter.changed_clauses import groups, refused
from pyadapter.mutants import MutableLaw, Mutant, mutable_law, mutants
from pyadapter.mutation import FILES
from pyadapter.mutation_batches import (
    Batch,
    answers,
    batches,
    grounded_text,
    read_questions,
)

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def law() -> MutableLaw:
    return mutable_law(FILES, indexed=lifted_law().indexed)


@pytest.fixture(scope="module")
def batch(law: MutableLaw) -> Batch:
    """The real cases of one kind, as the largest batch that they give."""
    return next(batches(read_questions([HERE / "cases" / "suspend.jsonl"]), law))


def sample(law: MutableLaw, *, every: int, file: str = "") -> tuple[tuple[int, Mutant], ...]:
    return tuple(
        (number, mutant)
        for number, mutant in enumerate(mutants(law))
        if mutant.file.endswith(file) and crc32(mutant.name.encode()) % every == 0
    )


def told_by_the_whole_law(mutant: Mutant, law: MutableLaw, batch: Batch) -> bool:
    program = "\n".join(map(str, law.program(mutant)))
    control = grounded_text(program + given(batch, law))
    assert control is not None
    return answers(control, batch.asked) != frozenset().union(*batch.expected)


def given(batch: Batch, law: MutableLaw) -> str:
    """What the state documents told: all that no clause of the law derives."""
    derived = {
        (head.name, len(head.arguments)) for rule in law.lifted for head in [rule.head.atom.symbol]
    }
    return batch.facts(sorted(set(batch.derived) - derived))


def test_small_groundings_tell_what_the_whole_mutated_law_tells(
    law: MutableLaw, batch: Batch
) -> None:
    drawn = [*sample(law, every=250), *sample(law, every=30, file="payment/settle.lp")]
    chosen = [each for each in drawn if not refused(each[1], law)]
    outcomes = set()
    for group in groups(chosen, law):
        told = group.states_that_tell(batch)
        for change in group.changes:
            states = told.get(change.number, ())
            small = bool(states) and group.is_told(change, batch, states)
            mutant = next(each for number, each in chosen if number == change.number)
            assert small == told_by_the_whole_law(mutant, law, batch), mutant.name
            outcomes.add((group.recursive, bool(states), small))
    unlike = {(False, False, False), (False, True, False), (False, True, True), (True, True, True)}
    assert unlike <= outcomes


def test_predicates_that_hang_on_themselves_are_compared_together(law: MutableLaw) -> None:
    some = sample(law, every=1, file="payment/settle.lp")
    found = groups(some, law)
    recursive = [each.predicates for each in found if each.recursive]
    assert {("owing", 8), ("pouring", 12), ("still_owed", 8)} in recursive
    assert sum(len(group.changes) for group in found) == len(some)


def test_a_mutant_that_clingo_refuses_is_known_before_it_is_tried(law: MutableLaw) -> None:
    some = sample(law, every=1, file="actions/plot.lp")
    names = [mutant.change for _, mutant in some if refused(mutant, law)]
    assert any(name.startswith("drop") for name in names)
    assert not any(name.startswith("delete") for name in names)
