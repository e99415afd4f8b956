"""Take many random steps and check each of them."""

from __future__ import annotations

import argparse
import resource
import sys
import time

from tests.walks.walking import walk_many


def main() -> int:
    """Walk, and print what was done and what was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.walks", description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawn", type=float, default=0.5, help="the share of random starts")
    options = parser.parse_args()
    began = time.perf_counter()
    record = walk_many(steps=options.steps, seed=options.seed, drawn=options.drawn)
    for kind, number in sorted(record.steps.items()):
        print(f"{kind:20} {number:7}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    seconds = time.perf_counter() - began
    print(
        f"{record.taken} steps from {record.starts} starts, seed {options.seed}:"
        f" {len(record.broken)} broken, {seconds:.0f} s, {memory} MB"
    )
    for text in record.broken[:5]:
        print(text)
    return 1 if record.broken else 0


if __name__ == "__main__":
    sys.exit(main())
