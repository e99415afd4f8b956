"""How often each status of each requirement occurs in random states.

`python -m tests.oracle.coverage --states 5000 --seed 1`
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.oracle.editions import FIRST, NEWEST
from tests.oracle.judge import judge, verdict
from tests.oracle.states import random_state

Count = Counter[tuple[str, str, str]]
STATUSES = ("met", "unmet", "open")
VERDICTS = ("legal", "illegal", "unknown", "unaffordable")


def count_statuses(
    states: int, seed: int, rules: str | None = None, kinds: Sequence[str] = ()
) -> Count:
    """The number of states for each kind, requirement and status; verdicts count as statuses."""
    rng = random.Random(seed)
    found: Count = Counter()
    for _ in range(states):
        document, player, action = random_state(rng, rules, kinds)
        statuses = judge(document, player, action, {})
        for requirement, status in statuses.items():
            found[action[0], requirement, status] += 1
        found[action[0], "verdict", verdict(statuses)] += 1
    return found


def table(found: Count) -> Iterator[str]:
    """The counts as lines."""
    yield f"{'':44}" + "".join(f"{status:>9}" for status in STATUSES)
    for kind, requirement in dict.fromkeys((kind, name) for kind, name, _ in found):
        if requirement == "verdict":
            counts = (f"{word} {found[kind, requirement, word]}" for word in VERDICTS)
            yield f"{kind:20}verdict: {', '.join(counts)}"
            continue
        numbers = "".join(f"{found[kind, requirement, status]:9}" for status in STATUSES)
        yield f"{kind:20}{requirement:24}{numbers}"


def main() -> None:
    """Print the counts: for each reference edition by itself, then for days of all editions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for rules in (FIRST, NEWEST, None):
        print(rules or "all editions")
        print("\n".join(table(count_statuses(options.states, options.seed, rules))))


if __name__ == "__main__":
    main()
