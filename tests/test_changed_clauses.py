"""What small groundings tell of a mutant is what the whole mutated law tells."""

from pathlib import Path
from zlib import crc32

import pytest

from pyadapter.batch import lifted_law
from pyadapter.changed_clauses import groups, refused
from pyadapter.mutants import MutableLaw, Mutant, mutable_law, mutants
from pyadapter.mutation import FILES
from pyadapter.mutation_batches import (
    READ,
    Batch,
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
    everything = range(len(batch.asked))
    derived = {
        (rule.head.atom.symbol.name, len(rule.head.atom.symbol.arguments)) for rule in law.lifted
    }
    told = batch.facts(sorted(batch.derived.keys() - derived), everything)
    control = grounded_text("\n".join([*map(str, law.program(mutant)), told]))
    assert control is not None
    return batch.is_answer(
        {
            each: dict.fromkeys(batch.derived[each], "") | batch.atoms_by_state(control, each)
            for each in READ
        }
    )


def test_small_groundings_tell_what_the_whole_mutated_law_tells(
    law: MutableLaw, batch: Batch
) -> None:
    drawn = sample(law, every=250)
    chosen = [each for each in drawn if not refused(each[1], law)]
    outcomes = set()
    for group in groups(chosen, law):
        if group.part.recursive:
            continue  # such a mutant may ground for ever
        told = group.states_that_tell(batch)
        for change in group.changes:
            states = told.get(change.number, ())
            small = bool(states) and group.is_told(change, batch, states)
            mutant = next(each for number, each in chosen if number == change.number)
            assert small == told_by_the_whole_law(mutant, law, batch), mutant.name
            outcomes.add((bool(states), small))
    assert outcomes == {(False, False), (True, False), (True, True)}


def test_predicates_that_hang_on_themselves_are_changed_together(
    law: MutableLaw, batch: Batch
) -> None:
    some = sample(law, every=1, file="payment/settle.lp")
    found = groups(some, law)
    assert sum(len(group.changes) for group in found) == len(some)
    [group] = [each for each in found if ("owing", 9) in each.part.predicates]
    assert group.part.recursive
    assert group.part.predicates == {("owing", 9), ("pouring", 13), ("still_owed", 10)}
    [deleted] = [
        change
        for change in group.changes
        if not change.clause and group.part.clauses[change.place].startswith("owing(")
    ][:1]
    assert group.is_told(deleted, batch, group.states_that_tell(batch)[deleted.number])


def test_a_mutant_that_clingo_refuses_is_known_before_it_is_tried(law: MutableLaw) -> None:
    some = sample(law, every=1, file="actions/plot.lp")
    names = [mutant.change for _, mutant in some if refused(mutant, law)]
    assert any(name.startswith("drop") for name in names)
    assert not any(name.startswith("delete") for name in names)
