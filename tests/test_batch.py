"""A batch says exactly what single verdicts say, on every case and on random states."""

import random
from pathlib import Path

import msgspec
import pytest

from pyadapter import DocumentError, GameState, MalformedStateError, StateDocument
from pyadapter.batch import Question, answers, ground_together
from pyadapter.errors import EncodingError
from tests.casework import all_cases
from tests.oracle.compare import action_text
from tests.oracle.states import random_state

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "states"


def test_each_case_is_answered_as_by_a_single_state() -> None:
    cases = all_cases()[::55]
    questions = [
        Question(msgspec.convert(case.state, StateDocument), case.player, case.action)
        for case in cases
    ]
    for case, answer in zip(cases, answers(questions), strict=True):
        assert answer.asked == case.game().why(case.action, player=case.player), case.id


def test_random_states_are_answered_as_by_single_states() -> None:
    rng = random.Random(23)
    drawn = [random_state(rng) for _ in range(20)]
    questions = [Question(state, player, action_text(action)) for state, player, action in drawn]
    for (state, player, action), answer in zip(drawn, answers(questions, size=25), strict=True):
        assert answer.asked == GameState.from_document(state).why(
            action_text(action), player=player
        )


def test_states_on_offer_are_answered_in_order_whatever_the_size_of_a_batch() -> None:
    states = [GameState.load(path) for path in sorted(EXAMPLES.glob("*.json"))]
    expected = [state.verdicts() for state in states]
    for size in (1, 3, 100):
        found = answers((Question(state.source) for state in states), size=size)
        assert [answer.verdicts for answer in found] == expected


def test_cards_of_one_name_but_different_content_keep_apart() -> None:
    def land(kind: str) -> StateDocument:
        return msgspec.convert(
            {
                "turn": "ann",
                "phase": "precombat_main",
                "priority": "ann",
                "players": [{"name": "ann", "hand": ["Place"]}],
                "cards": [{"name": "Place", "type": kind}],
            },
            StateDocument,
        )

    found = list(answers([Question(land("Land")), Question(land("Artifact"))]))
    assert [len(answer.verdicts) for answer in found] == [1, 0]


def test_a_state_that_is_at_fault_is_answered_with_its_faults_and_the_others_as_ever() -> None:
    good = GameState.load(EXAMPLES / "third_roll.json").source
    untap = msgspec.structs.replace(good, phase="untap")
    unknown = msgspec.structs.replace(good, cards=(), players=())
    found = list(answers([Question(good), Question(untap), Question(unknown), Question(good)]))
    assert isinstance(found[1].error, MalformedStateError)
    assert isinstance(found[2].error, MalformedStateError)
    assert found[0].verdicts == found[3].verdicts != ()


def test_a_date_without_an_edition_is_an_error_of_that_state_only() -> None:
    good = GameState.load(EXAMPLES / "third_roll.json").source
    old = msgspec.structs.replace(good, rules="1999-01-01")
    found = list(answers([Question(old), Question(good)]))
    assert found[0].error is not None
    assert found[1].error is None


def test_a_predicate_that_does_not_vary_can_not_be_read_by_state() -> None:
    with pytest.raises(EncodingError, match="listed_from/2"):
        ground_together([()], shared=["edition(20120501)"], read=[("listed_from", 2)])


def test_reading_a_document_of_another_shape_is_no_matter_of_batches() -> None:
    with pytest.raises(DocumentError):
        GameState.from_json("[]")
