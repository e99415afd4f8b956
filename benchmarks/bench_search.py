"""What exhaustive search costs, against counting up the states; ratios of one run, by name.

`python benchmarks/bench_search.py [--quick] [--json]`

enumerating_over_refuting  counting the states of a small scope, against showing that in none of
                           them a land may be played in another player's turn
states_over_classes        states of that scope, against its classes of verdicts
off_over_on                states without symmetry breaking, against those with it
one_over_two               all classes of the default scope by one worker, against two
seconds_N                  grounding the default scope with N objects and asking for that
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

import clingo

from pyadapter.cover import cover
from pyadapter.scope import Scope, named_scope, read_scope
from pyadapter.space import Space

T = TypeVar("T")
RULES = "2026-09-25"
KIND = "play_land"
SMALL = read_scope(
    """{"name": "small", "zones": ["hand", "battlefield"], "type_lines": ["Land", "Creature"],
        "steps": ["precombat_main"]}"""
)
FOREIGN_TURN = "in_foreign_turn :- legal(P,play_land(_)), turn(Q,_), P != Q."


def seconds(call: Callable[[], T]) -> tuple[float, T]:
    """Return how long a call took, and what it returned."""
    began = time.perf_counter()
    found = call()
    return time.perf_counter() - began, found


def refuted(scope: Scope) -> bool:
    """Return whether some state of a scope lets a land be played in another player's turn."""
    space = Space(scope, kind=KIND, rules=RULES, program=FOREIGN_TURN)
    return space.ask(clingo.Function("in_foreign_turn"), smallest=False).example is not None


def small_scope(size: int) -> dict[str, float]:
    """Return the ratios of a scope whose states can be counted up."""
    scope = SMALL.of_size(size)
    refuted(scope.of_size(1))  # the law is read and sliced once
    refuting, found = seconds(lambda: refuted(scope))
    if found:
        raise SystemExit("a land may be played in another player's turn")
    enumerating, states = seconds(lambda: Space(scope, kind=KIND, rules=RULES).count())
    every = Space(scope, kind=KIND, rules=RULES, symmetry=False).count()
    classes = len(_classes_of(scope))
    return {
        "states": states,
        "classes": classes,
        "enumerating_over_refuting": enumerating / refuting,
        "states_over_classes": states / classes,
        "off_over_on": every / states,
    }


def _classes_of(scope: Scope) -> tuple[tuple[int, ...], ...]:
    space = Space(scope, kind=KIND, rules=RULES)
    atoms = [*space.atoms("unmet", 3), *space.atoms("open", 3)]
    literals = [literal for atom in atoms if (literal := space.literal(atom)) is not None]
    return space.classes(literals)[0]


def growth(sizes: int) -> dict[str, float]:
    """Return the seconds for the default scope with one object, two, and so on."""
    scope = named_scope("default")
    refuted(scope.of_size(1))
    return {
        f"seconds_{size}": seconds(lambda size=size: refuted(scope.of_size(size)))[0]  # type: ignore[misc]
        for size in range(1, sizes + 1)
    }


def workers(size: int) -> float:
    """Return how many times faster two workers count all classes than one does."""
    scope = named_scope("default").of_size(size)
    times = []
    for number in (1, 2):
        with ProcessPoolExecutor(number, mp_context=get_context("spawn")) as executor:
            executor.submit(os.getpid).result()
            spent, _ = seconds(
                lambda executor=executor: cover(  # type: ignore[misc]
                    scope, rules=RULES, witness_limit=None, executor=executor
                )
            )
            times.append(spent)
    return times[0] / times[1]


def main() -> None:
    """Measure, and print times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="smaller scopes")
    parser.add_argument("--json", action="store_true", help="machine output")
    arguments = parser.parse_args()
    size = 2 if arguments.quick else 3
    found = {
        "load": os.getloadavg()[0],
        **small_scope(size),
        **growth(3 if arguments.quick else 6),
        "one_over_two": workers(1 if arguments.quick else 2),
    }
    if arguments.json:
        print(json.dumps({"version": 1, **{name: round(x, 3) for name, x in found.items()}}))
        return
    for name, value in found.items():
        print(f"{name:26} {value:10.2f}")


if __name__ == "__main__":
    main()
