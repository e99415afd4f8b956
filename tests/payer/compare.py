"""The payer against the law: whether a cost can be paid, and with which X, on many boards.

`python -m tests.payer.compare --pairs 100000 --seed 1 --jobs 2 --larger 2000`
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random

import msgspec

from pyadapter.batch import Question, answers
from tests.payer.boards import Pair, larger_pairs, small_pairs
from tests.payer.payer import values_of_x
from tests.payer.reading import board_of, cost_of

PAYER = "alice"
PORTION = 2000
LARGER_PORTION = 250


@dataclass(frozen=True)
class Difference:
    """A pair on which the law doesn't say what the payer says; `law` is `open` with a reason."""

    pair: Pair
    payer: str
    law: str
    why: str

    def __str__(self) -> str:
        return f"payer {self.payer}, law {self.law}: {self.pair}"

    @property
    def state(self) -> str:
        """The state as a document."""
        return msgspec.json.encode(self.pair.document).decode()


@dataclass
class Found:
    """What a run found: differences, what the law left open, and how often what was tried.

    `coverage` counts pairs by sort (`pair`, `symbol`, `unit`, `circumstance`), name and whether the
    cost could be paid.
    """

    differences: list[Difference] = field(default_factory=list)
    undecided: list[Difference] = field(default_factory=list)
    coverage: Counter[tuple[str, str, bool]] = field(default_factory=Counter)

    def add(self, other: Found) -> None:
        self.differences += other.differences
        self.undecided += other.undecided
        self.coverage += other.coverage

    @property
    def reasons(self) -> Counter[str]:
        """What the law says where it leaves a cost open, without the cost itself."""
        return Counter(
            re.sub(r"decided: .*?;|decided: .*", "decided;", e.why) for e in self.undecided
        )


def compare(pairs: Iterable[Pair]) -> Found:
    """Ask the law and the payer about every pair."""
    tried = list(pairs)
    found = Found()
    questions = (Question(each.document, PAYER, each.action) for each in tried)
    for each, answer in zip(tried, answers(questions), strict=True):
        if answer.asked is None:
            raise AssertionError(f"{answer.error}\n{msgspec.json.encode(each.document).decode()}")
        (reason,) = (one for one in answer.asked.reasons if one.requirement == "cost")
        board = board_of(each.document, PAYER, each.action)
        cost = cost_of(each.document, PAYER, each.action)
        values = values_of_x(cost, board)
        expected, law = "met" if values else "unmet", str(reason.status)
        if "{X}" in cost and reason.status != "open":
            expected += f" X={','.join(map(str, values))}"
            law += f" X={','.join(answer.asked.options.get('x', ()))}"
        found.coverage.update((sort, name, bool(values)) for sort, name in _tried(each))
        if reason.status == "open":
            found.undecided.append(Difference(each, expected, law, reason.text))
        elif law != expected:
            found.differences.append(Difference(each, expected, law, reason.text))
    return found


def _tried(pair: Pair) -> Iterator[tuple[str, str]]:
    around = pair.circumstances
    yield "pair", "all"
    for symbol in set(re.findall(r"\{[^}]+\}|pay", pair.cost)):
        yield "symbol", _sort_of(symbol)
    for kind in {unit.kind for unit in pair.units}:
        yield "unit", kind
    yield "circumstance", pair.action.partition("(")[0]
    for name, holds in (
        ("life can't change", around.life_is_fixed),
        ("team", around.team),
        ("dearer", around.change > 0),
        ("cheaper", around.change < 0),
    ):
        if holds:
            yield "circumstance", name


def _sort_of(symbol: str) -> str:
    """A symbol with its colours made alike: c and d for colours, n for generic mana."""
    halves = symbol.strip("{}").split("/")
    letters = iter("cd")
    alike = [next(letters) if e in tuple("WUBRG") else "n" if e.isdigit() else e for e in halves]
    return "/".join(alike)


def run(pairs: int, larger: int, seed: int, *, jobs: int = 1, odd: bool = False) -> Found:
    """Compare in portions, each with a seed of its own, in processes if there are several jobs."""
    found = Found()
    portions = [
        (size, number, seed * 1_000_003 + start, odd)
        for size, total, step in ((True, pairs, PORTION), (False, larger, LARGER_PORTION))
        for start in range(0, total, step)
        for number in [min(step, total - start)]
    ]
    with ExitStack() as stack:
        results: Iterable[Found] = map(_portion, portions)
        if jobs > 1:
            pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1)
            results = stack.enter_context(pool).map(_portion, portions)
        for each in results:
            found.add(each)
    return found


def _portion(portion: tuple[bool, int, int, bool]) -> Found:
    small, number, seed, odd = portion
    draw = small_pairs if small else larger_pairs
    return compare(draw(Random(f"{seed} {small}"), number, odd=odd))


def main() -> None:
    """Compare, and print coverage, what is open, and differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--larger", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--states", action="store_true", help="print the state documents too")
    parser.add_argument("--odd", action="store_true", help="sources used again and again, too")
    options = parser.parse_args()
    found = run(options.pairs, options.larger, options.seed, jobs=options.jobs, odd=options.odd)
    for sort, name in sorted({key[:2] for key in found.coverage}):
        yes, no = (found.coverage[sort, name, paid] for paid in (True, False))
        print(f"{sort:13} {name:28} payable {yes:7}  not {no:7}")
    for why, number in found.reasons.most_common():
        print(f"open {number:7}  {why}")
    for each in (found.differences + found.undecided)[: options.show]:
        print(each)
        if options.states:
            print(each.state)
    print(
        f"{options.pairs} pairs and {options.larger} larger ones, seed {options.seed}: "
        f"{len(found.differences)} differences, {len(found.undecided)} open"
    )


if __name__ == "__main__":
    main()
