"""The oracle against the law: the same status for every requirement, on many random states.

`python -m tests.oracle.compare --states 100000 --seed 1 --jobs 2`
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from multiprocessing import get_context

import msgspec

from pyadapter.batch import Question, answers
from pyadapter.editions import edition_on
from pyadapter.model import StateDocument
from tests.oracle.judge import Action, judge
from tests.oracle.retyped import retyped_state
from tests.oracle.states import State, random_state

Coverage = Counter[tuple[str, str, str]]
Draw = Callable[[random.Random, str | None, Sequence[str]], State]
PORTION = 2000


@dataclass(frozen=True)
class Difference:
    """A state on which the two disagree, and about which requirement."""

    kind: str
    requirement: str
    oracle: str
    law: str
    document: StateDocument
    player: str
    action: Action

    def __str__(self) -> str:
        asked = f"{self.player} {self.action}: {self.requirement}"
        state = msgspec.json.encode(self.document).decode()
        return f"{asked}: oracle {self.oracle}, law {self.law}\n{state}"


def action_text(action: Action) -> str:
    """The action as the command line takes it."""
    kind, about = action[:2]
    if len(action) == 3:
        return f'{kind}({about},"{action[2]}")'
    return kind if about is None else f"{kind}({about})"


def _edition(state: State) -> str:
    return edition_on(state[0].rules)


def compare(
    states: int,
    seed: int,
    rules: str | None = None,
    kinds: Sequence[str] = (),
    draw: Draw = random_state,
) -> Iterator[Difference | tuple[str, str, str]]:
    """Yield every difference, and every (kind, requirement, status) on which both agree.

    States of one edition stand together, so that one grounding of the law serves many. Of a kind
    that the edition doesn't list the law need not say more than that.
    """
    rng = random.Random(seed)
    drawn = [draw(rng, rules, kinds) for _ in range(states)]
    drawn.sort(key=_edition)
    told = chain.from_iterable(
        answers(Question(each[0], each[1], action_text(each[2])) for each in of_one_edition)
        for _, of_one_edition in groupby(drawn, key=_edition)
    )
    for (document, player, action), answer in zip(drawn, told, strict=True):
        expected = judge(document, player, action, {})
        if answer.asked is None:
            error = str(answer.error)
            yield Difference(action[0], "none", "judged", error, document, player, action)
            continue
        found = {reason.requirement: reason.status for reason in answer.asked.reasons}
        names = expected.keys() | found.keys()
        if expected["listed"] == "unmet":
            names = {"listed", *(expected.keys() & found.keys())}
        for name in sorted(names):
            mine, its = expected.get(name, "missing"), found.get(name, "missing")
            if mine == its:
                yield action[0], name, mine
            else:
                yield Difference(action[0], name, mine, its, document, player, action)


def run(
    states: int,
    seed: int,
    *,
    rules: str | None = None,
    kinds: Sequence[str] = (),
    jobs: int = 1,
    draw: Draw = random_state,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Coverage, list[Difference]]:
    """Compare in portions, each with a seed of its own.

    With more than one job each portion has a process of its own, so that memory stays flat: random
    states hold ever new names, and clingo never frees one.
    """
    coverage: Coverage = Counter()
    differences: list[Difference] = []
    starts = range(0, states, PORTION)
    sizes = [min(PORTION, states - start) for start in starts]
    seeds = [seed * 1_000_003 + start for start in starts]
    number = len(sizes)
    asked, wanted, drawing = [rules] * number, [kinds] * number, [draw] * number
    with ExitStack() as stack:
        portions: Iterable[tuple[Coverage, list[Difference]]] = map(
            _portion, sizes, seeds, asked, wanted, drawing
        )
        if jobs > 1:
            pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1)
            portions = stack.enter_context(pool).map(_portion, sizes, seeds, asked, wanted, drawing)
        for size, (counted, found) in zip(sizes, portions, strict=True):
            coverage += counted
            differences += found
            if progress is not None:
                progress(size, len(differences))
    return coverage, differences


def _portion(
    states: int, seed: int, rules: str | None, kinds: Sequence[str], draw: Draw
) -> tuple[Coverage, list[Difference]]:
    coverage: Coverage = Counter()
    differences: list[Difference] = []
    for each in compare(states, seed, rules, kinds, draw):
        if isinstance(each, Difference):
            differences.append(each)
        else:
            coverage[each] += 1
    return coverage, differences


def _tell(states: int, differences: int) -> None:
    print(f"{states} more states, {differences} differences so far", file=sys.stderr, flush=True)


def main() -> None:
    """Compare, and print coverage and differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="of those decided otherwise first")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rules", help="one day's rules; else days of all editions")
    parser.add_argument("--kinds", nargs="*", default=(), help="only these kinds of action")
    parser.add_argument("--retyped", action="store_true", help="only states about changed types")
    parser.add_argument("--effects", type=int, help="with --retyped, up to so many effects at once")
    options = parser.parse_args()
    coverage, differences = run(
        options.states,
        options.seed,
        rules=options.rules,
        kinds=options.kinds,
        jobs=options.jobs,
        draw=partial(retyped_state, most=options.effects) if options.retyped else random_state,
        progress=_tell,
    )
    for (kind, requirement, status), number in sorted(coverage.items()):
        print(f"{kind:20} {requirement:21} {status:6} {number:8}")
    by_law = sum(each.law == "open" for each in differences)
    by_oracle = sum(each.oracle == "open" for each in differences)
    print(
        f"{options.states} states, seed {options.seed}, {len(differences)} differences:"
        f" {by_law} left open by the law, {by_oracle} by the oracle,"
        f" {len(differences) - by_law - by_oracle} decided otherwise"
    )
    kinds = Counter((d.kind, d.requirement, d.oracle, d.law) for d in differences)
    for what, number in kinds.most_common():
        print(number, *what)
    gravest = sorted(differences, key=lambda each: (each.law == "open", each.oracle == "open"))
    for difference in gravest[: options.show]:
        print(difference)


if __name__ == "__main__":
    main()
