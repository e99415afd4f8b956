"""What a verdict costs as the sources of mana grow; ratios of one run, by name.

`python benchmarks/bench_payment.py [--quick] [--json]`

plain      a morph cost of {2}{U}{U}, and 5, 15 or 40 untapped lands of two types
lumps      40 such lands, four sources of several mana and three that take mana to make mana
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

from pyadapter import GameState, StateDocument
from pyadapter.abilities import Mana, Morph
from pyadapter.model import Card, Permanent, Player

HIDDEN = Card(
    name="Hidden Tinker",
    type="Creature — Human Wizard",
    mana_cost="{4}{U}",
    abilities=(Morph(cost="{2}{U}{U}"),),
)
LUMPS = (
    Card(name="Rock", type="Artifact", abilities=(Mana(adds=("{C}{C}",)),)),
    Card(
        name="Petals",
        type="Artifact",
        abilities=(Mana(adds=("three mana of any one color",), cost="{T}, sacrifice this"),),
    ),
)
CONVERTERS = (
    Card(name="Signet", type="Artifact", abilities=(Mana(adds=("{W}{U}",), cost="{1}, {T}"),)),
    Card(
        name="Filter",
        type="Land",
        abilities=(
            Mana(adds=("{C}",)),
            Mana(adds=("{U}{U}", "{U}{R}", "{R}{R}"), cost="{U/R}, {T}"),
        ),
    ),
    Card(name="Prism", type="Artifact", abilities=(Mana(adds=("any color",), cost="{1}, {T}"),)),
)


def board(lands: int, *, composed: bool = False) -> StateDocument:
    """Return a board with so many lands, half of them Islands; `composed`: and other sources."""
    others = [card.name for card in (*LUMPS, *LUMPS, *CONVERTERS)] if composed else []
    return StateDocument(
        turn="alice",
        phase="precombat_main",
        priority="alice",
        players=(
            Player(
                name="alice",
                life=20,
                battlefield=(
                    Permanent(card=HIDDEN.name, face_down=True),
                    *("Island" if place % 2 else "Mountain" for place in range(lands)),
                    *others,
                ),
            ),
            Player(name="bob", life=20),
        ),
        cards=(HIDDEN, *LUMPS, *CONVERTERS),
    )


def seconds(document: StateDocument, *, times: int) -> float:
    """Return the median time of a verdict on all that is on offer, after one that warms up."""
    spent = []
    for _ in range(times + 1):
        begin = time.perf_counter()
        (verdict,) = GameState.from_document(document).verdicts(player="alice")
        spent.append(time.perf_counter() - begin)
        assert verdict.legal
    return statistics.median(spent[1:])


def main() -> None:
    """Measure, and print times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--json", action="store_true", help="machine output")
    arguments = parser.parse_args()
    times = 5 if arguments.quick else 25
    plain = {lands: seconds(board(lands), times=times) for lands in (5, 15, 40)}
    composed = seconds(board(40, composed=True), times=times)
    found = {
        **{f"milliseconds_{lands}": 1000 * spent for lands, spent in plain.items()},
        "milliseconds_composed": 1000 * composed,
        "sources_40_over_5": plain[40] / plain[5],
        "lumps_over_plain": composed / plain[40],
    }
    if arguments.json:
        print(json.dumps({"version": 1, **{name: round(x, 3) for name, x in found.items()}}))
        return
    for name, value in found.items():
        print(f"{name:22} {value:8.2f}")


if __name__ == "__main__":
    main()
