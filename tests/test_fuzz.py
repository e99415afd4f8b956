"""Mutated documents never crash: a verdict, or one clear error. `FUZZ_DOCUMENTS=20000` for more."""

import copy
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyadapter import SpecialActionsError, read_document
from pyadapter.batch import Question, answers

EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples" / "states").glob("*.json"))
DOCUMENTS = int(os.environ.get("FUZZ_DOCUMENTS", "600"))
SEED = 7
HOSTILE: tuple[Any, ...] = (
    "a). legal(x",
    "#script (python)",
    '"',
    "\\",
    "\n",
    "not",
    "",
    "é🎲\u202e",
    "x" * 10_000,
    "{player}",
    None,
    True,
    -1,
    0,
    3.5,
    10**9,
    10**30,
    [],
    {},
    [[]],
    {"kind": "cant"},
    "Forest",
    "?",
    "alice",
    "bob",
)


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in a document, its root last."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from places(value, (*path, key))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from places(value, (*path, number))
    if path:
        yield path


def mutated(rng: random.Random, document: Any) -> Any:
    """A document with one to three faults: removed, doubled, retyped, huge, hostile."""
    changed = copy.deepcopy(document)
    for _ in range(rng.randint(1, 3)):
        path = rng.choice(list(places(changed)) or [()])
        if not path:
            return changed
        holder = changed
        for step in path[:-1]:
            holder = holder[step]
        last = path[-1]
        match rng.randrange(5):
            case 0:
                del holder[last]
            case 1 if isinstance(holder, list):
                holder.insert(last, copy.deepcopy(holder[last]))
            case 2 if isinstance(holder, dict):
                holder[rng.choice(list(holder))] = copy.deepcopy(holder[last])
            case 3 if isinstance(holder[last], list):
                holder[last] = holder[last] * rng.randint(2, 40)
            case _:
                holder[last] = copy.deepcopy(rng.choice(HOSTILE))
    return changed


def test_no_document_makes_a_crash() -> None:
    print(f"{DOCUMENTS} documents, seed {SEED}")
    rng = random.Random(SEED)
    originals = [json.loads(path.read_text(encoding="utf-8")) for path in EXAMPLES]
    questions: list[Question] = []
    refused = 0
    for _ in range(DOCUMENTS):
        text = json.dumps(mutated(rng, rng.choice(originals)))
        try:
            questions.append(Question(read_document(text)))
        except SpecialActionsError as error:
            refused += ": found " in str(error)
    found = list(answers(questions))
    faults = [answer.error for answer in found if answer.error is not None]
    assert all(str(error).strip() for error in faults)
    assert refused > DOCUMENTS // 20
    assert faults
    assert any(answer.verdicts for answer in found)
