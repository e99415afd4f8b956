"""The law says what the payer says; CI tries 5,000 small boards, a command as many as you like."""

import os
from random import Random

from tests.payer.boards import (
    Pair,
    every_small_pair,
    larger_pairs,
    number_of_small_pairs,
    small_pairs,
    symbols_for,
)
from tests.payer.compare import Found, run
from tests.payer.units import COLOURS, all_units

PAIRS = int(os.environ.get("PAYER_PAIRS", "5000"))
LARGER = int(os.environ.get("PAYER_LARGER", "30"))
SEED = 20120501


def test_the_law_and_the_payer_agree_on_every_cost() -> None:
    print(f"{PAIRS} pairs and {LARGER} larger ones, seed {SEED}")
    found = run(PAIRS, LARGER, SEED, every=1)
    assert found.differences == [], "\n".join(map(str, found.differences[:5]))
    assert found.undecided == [], found.reasons.most_common(5)
    check_coverage(found)


def check_coverage(found: Found) -> None:
    """Every sort of symbol, unit and circumstance was tried, with and without success."""
    names = {key[:2] for key in found.coverage}
    assert {name for sort, name in names if sort == "unit"} == {e.kind for e in all_units(COLOURS)}
    symbols = "n c C S X pay c/d C/c n/c c/P c/d/P C/P"
    assert {name for sort, name in names if sort == "symbol"} >= set(symbols.split())
    for sort, name in names - {("symbol", "0")}:
        assert found.coverage[sort, name, True], (sort, name)
        assert found.coverage[sort, name, False], (sort, name)


def test_the_same_seed_draws_the_same_boards() -> None:
    for draw in (small_pairs, larger_pairs):
        first, second = (list(draw(Random(5), 20)) for _ in range(2))
        assert first == second
        assert first != list(draw(Random(6), 20))


def test_every_small_pair_is_every_cost_with_every_board() -> None:
    symbols, units = len(symbols_for(COLOURS)), len(all_units(COLOURS))
    pairs: list[Pair] = list(every_small_pair(Random(1), 1))
    assert len(pairs) == (symbols + 1) * (units + 1) == number_of_small_pairs(1)
    assert len({pair.cost for pair in pairs}) == symbols + 1
    assert len(list(every_small_pair(Random(1), 2, start=1000, stop=1010))) == 10
