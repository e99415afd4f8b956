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
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from random import Random
from typing import Literal

import msgspec
from msgspec import structs

from pyadapter.batch import Question, answers
from tests.payer.boards import (
    Pair,
    every_small_pair,
    larger_pairs,
    number_of_small_pairs,
    small_pairs,
)
from tests.payer.payer import values_of_x
from tests.payer.reading import board_of, cost_of

PAYER = "alice"
PORTION = 2000
LARGER_PORTION = 250
MOST_REASONS = 20


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
    """What a run found: differences, what the law left open or refused, and what was tried.

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
        """What the law says where it leaves a cost open, without what differs from cost to cost."""
        said = re.compile(r"(?<=decided): [^;]*|\$.*?: '.*?': |\n.*", re.DOTALL)
        return Counter(said.sub("", each.why) for each in self.undecided)


def compare(pairs: Iterable[Pair]) -> Found:
    """Ask the law and the payer about every pair."""
    tried = list(pairs)
    found = Found()
    questions = (Question(each.document, PAYER, each.action) for each in tried)
    for each, answer in zip(tried, answers(questions), strict=True):
        if answer.asked is None:
            found.undecided.append(Difference(each, "?", "refused", f"refused: {answer.error}"))
            continue
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


@dataclass(frozen=True)
class Portion:
    """Pairs that are compared together: which, how many, and from which seed they are drawn."""

    draw: Literal["small", "larger", "every"]
    start: int
    number: int
    seed: int
    most: int
    odd: bool
    rules: str | None

    def pairs(self) -> Iterator[Pair]:
        """The pairs, under the rules of the day asked for."""
        rng = Random(f"{self.seed} {self.draw} {self.start}")
        if self.draw == "every":
            stop = self.start + self.number
            drawn = every_small_pair(rng, self.most, start=self.start, stop=stop)
        elif self.draw == "small":
            drawn = small_pairs(rng, self.number, odd=self.odd)
        else:
            drawn = larger_pairs(rng, self.number, odd=self.odd)
        for pair in drawn:
            yield replace(pair, document=structs.replace(pair.document, rules=self.rules))


def run(
    pairs: int,
    larger: int,
    seed: int,
    *,
    every: int | None = None,
    jobs: int = 1,
    odd: bool = False,
    rules: str | None = None,
) -> Found:
    """Compare in portions, each with a seed of its own, in processes if there are several jobs.

    `every`: also all costs of up to so many symbols with all boards of up to so many units.
    """
    found = Found()
    most = 0 if every is None else every
    whole = 0 if every is None else number_of_small_pairs(every)
    draws: tuple[tuple[Literal["small", "larger", "every"], int, int], ...] = (
        ("small", pairs, PORTION),
        ("larger", larger, LARGER_PORTION),
        ("every", whole, PORTION),
    )
    portions = [
        Portion(draw, start, min(step, total - start), seed, most, odd, rules)
        for draw, total, step in draws
        for start in range(0, total, step)
    ]
    with ExitStack() as stack:
        results: Iterable[Found] = map(_portion, portions)
        if jobs > 1:
            pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1)
            results = stack.enter_context(pool).map(_portion, portions)
        for each in results:
            found.add(each)
    return found


def _portion(portion: Portion) -> Found:
    return compare(portion.pairs())


def main() -> None:
    """Compare, and print coverage, what is open, and differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--larger", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--states", action="store_true", help="print the state documents too")
    parser.add_argument("--every", type=int, help="all costs and boards of up to so many members")
    parser.add_argument("--rules", help="the date of the rules")
    parser.add_argument("--odd", action="store_true", help="sources used again and again, too")
    options = parser.parse_args()
    found = run(
        options.pairs,
        options.larger,
        options.seed,
        every=options.every,
        jobs=options.jobs,
        odd=options.odd,
        rules=options.rules,
    )
    for sort, name in sorted({key[:2] for key in found.coverage}):
        yes, no = (found.coverage[sort, name, paid] for paid in (True, False))
        print(f"{sort:13} {name:28} payable {yes:7}  not {no:7}")
    for why, number in found.reasons.most_common(MOST_REASONS):
        print(f"open {number:7}  {why}")
    for each in (found.differences + found.undecided)[: options.show]:
        print(each)
        if options.states:
            print(each.state)
    tried = found.coverage["pair", "all", True] + found.coverage["pair", "all", False]
    print(
        f"{options.pairs} pairs and {options.larger} larger ones, every {options.every}, seed "
        f"{options.seed}: {tried} compared, {len(found.differences)} differences, "
        f"{len(found.undecided)} open or refused"
    )


if __name__ == "__main__":
    main()
