"""What a verdict costs, against the floor that clingo sets; ratios of one run, by name.

`python benchmarks/bench_verdicts.py [--quick] [--json]`

floor      load the same files, add the same facts, ground, read; no objects, no text
warm       our single verdict on all actions on offer with all reasons, from a document
reference  a frozen encoding of forty lines, loaded and grounded over the same facts
batch      our verdicts on many states in one grounding, for each state
process    `python -m clingo` on the same files, a process for each state
cold       the command `special-actions check`, against `python -m clingo --version`; both with
           bytecode at hand, as after an installation
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import clingo

from pyadapter import GameState, StateDocument, read_document
from pyadapter.batch import Question, answers, lifted_law
from pyadapter.encodings import encoding_folder
from pyadapter.explain import READ
from pyadapter.session import LAW

HERE = Path(__file__).resolve().parent
BOARD = HERE / "busy_board.json"
WITHOUT_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def median_seconds(run: Callable[[], object], *, times: int) -> float:
    """Return the median of so many runs, after one that doesn't count."""
    run()
    spent = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        spent.append(time.perf_counter() - begin)
    return statistics.median(spent)


def grounded(files: list[Path], text: str, read: tuple[tuple[str, int], ...]) -> int:
    """Load, ground and read with clingo alone; returns the number of atoms read."""
    control = clingo.Control()
    for path in files:
        control.load(str(path))
    control.add("base", [], text)
    control.ground([("base", [])])
    atoms = control.symbolic_atoms
    return sum(len(list(atoms.by_signature(name, arity))) for name, arity in read)


def memory_after(document: StateDocument, states: int) -> float:
    """Return the peak memory in MiB after so many states in batches."""
    for _ in answers((Question(document) for _ in range(states)), size=500):
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(*, quick: bool) -> dict[str, float]:
    """Measure everything once and return seconds and ratios by name."""
    times = 5 if quick else 25
    batch = 100 if quick else 1000
    document = read_document(BOARD.read_bytes())
    state = GameState.from_document(document)
    text = "".join(f"{fact}.\n" for fact in state.facts())
    law = [encoding_folder() / name for name in LAW]
    lifted_law()

    def many() -> None:
        for _ in answers([Question(document)] * batch, size=500):
            pass

    seconds = {
        "floor": median_seconds(lambda: grounded(law, text, READ), times=times),
        "warm": median_seconds(lambda: GameState.from_document(document).verdicts(), times=times),
        "reference": median_seconds(
            lambda: grounded([HERE / "reference.lp"], text, (("legal", 2), ("unmet", 3))),
            times=times,
        ),
        "batch": median_seconds(many, times=1 if quick else 3) / batch,
    }
    keeping = {name: each for name, each in os.environ.items() if name != WITHOUT_BYTECODE}
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder) / "facts.lp"
        facts.write_text(text, encoding="utf-8")
        clingo_words = [sys.executable, "-m", "clingo", "--verbose=0"]
        runs = {
            "process": [*clingo_words, str(law[0]), str(facts)],
            "cold": [sys.executable, "-m", "pyadapter", "check", str(BOARD)],
            "version": [*clingo_words[:3], "--version"],
        }
        for name, words in runs.items():
            run = partial(subprocess.run, words, capture_output=True, check=False, env=keeping)
            seconds[name] = median_seconds(run, times=3 if quick else 9)
    low, high = (1000, 2000) if quick else (5000, 100_000)
    before = memory_after(document, low)
    after = memory_after(document, high)
    return {
        **{f"{name}_ms": round(1000 * value, 3) for name, value in seconds.items()},
        "warm_over_floor": round(seconds["warm"] / seconds["floor"], 2),
        "warm_over_reference": round(seconds["warm"] / seconds["reference"], 2),
        "single_over_batch": round(seconds["warm"] / seconds["batch"], 2),
        "process_over_warm": round(seconds["process"] / seconds["warm"], 2),
        "cold_over_version": round(seconds["cold"] / seconds["version"], 2),
        f"memory_mib_after_{low}": round(before, 1),
        f"memory_mib_after_{high}": round(after, 1),
    }


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs and states")
    parser.add_argument("--json", action="store_true", help="machine output")
    options = parser.parse_args()
    found = measure(quick=options.quick)
    if options.json:
        print(json.dumps({"version": 1, **found}, indent=2))
        return
    for name, value in found.items():
        print(f"{name:28} {value:10}")


if __name__ == "__main__":
    main()
