"""The oracle against the law: which moves there are, and the state after each of them.

`python -m tests.oracle.compare_following --states 300 --seed 1`
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from pyadapter.consequences import outcome
from pyadapter.errors import SpecialActionsError
from pyadapter.model import FloatingMana, StateDocument
from pyadapter.moves import Move, moves
from pyadapter.state import GameState
from tests.oracle.alike import differences
from tests.oracle.choosing import with_value
from tests.oracle.editions import LISTED_SINCE
from tests.oracle.following import GOES, follow
from tests.oracle.judge import judge, standing, verdict
from tests.oracle.passing import NotSaidError
from tests.oracle.paying import Payment, is_correct, payment_between
from tests.oracle.payment import payable
from tests.oracle.states import random_state
from tests.oracle.traits import symbols_of
from tests.oracle.typing_effects import retypes
from tests.oracle.ways import Way, legal_ways, prices, world_of

Coverage = Counter[tuple[str, str]]


@dataclass(frozen=True)
class Difference:
    """A state and a move on which the two disagree, and in what."""

    what: str
    told: str
    document: StateDocument
    move: str

    def __str__(self) -> str:
        state = msgspec.json.encode(self.document).decode()
        return f"{self.what}: {self.move}\n    {self.told}\n    {state}"


def way_of(move: Move) -> Way:
    """The law's move in the oracle's words."""
    parts = re.fullmatch(r'(\w+)(?:\((.*?)(?:,"(.*)")?\))?', move.action)
    if parts is None:
        raise ValueError(f"an action without a name: {move.action}")
    words = tuple(part for part in parts.groups() if part is not None)
    options = tuple(option for option in move.options if option[0] != "payment")
    return Way(move.player, words, options)


def compare_state(
    document: StateDocument, *, all_payments: bool = False
) -> Iterator[Difference | tuple[str, str]]:
    """Yield each difference, and each (kind of move, what was compared) on which both agree."""
    try:
        state = GameState.from_json(msgspec.json.encode(document).decode())
        offered = moves(state, all_payments=all_payments)
    except SpecialActionsError as error:
        yield Difference("no moves", str(error), document, "")
        return
    before = state.document
    yield from _same_moves(before, offered)
    for move in offered:
        try:
            after = outcome(state, move).state.document
        except SpecialActionsError as error:
            yield Difference("no outcome", f"{type(error).__name__}: {error}", before, str(move))
            continue
        yield from compare_outcome(before, move, after)


def _same_moves(
    document: StateDocument, offered: Sequence[Move]
) -> Iterator[Difference | tuple[str, str]]:
    its = {way_of(move) for move in offered if move.action != "pass_priority"}
    mine = set(legal_ways(document))
    unnamed = {one.name for one in document.players if "unnamed" in one.lands_played}  # type: ignore[operator]
    for way in sorted(its | mine):
        loose = way.action[0] == "play_land" and way.player in unnamed
        if way in its & mine:
            yield way.action[0], "offered"
        elif loose or _cost_is_open(document, way) or _left_open(document, way):
            yield way.action[0], "undecided"
        else:
            who = "only the law" if way in its else "only the oracle"
            yield Difference(f"{way.action[0]} offered", who, document, str(way))


def _without_new_mana(document: StateDocument, way: Way, payment: Payment) -> Payment:
    """The payment with the pool as it was before an action itself made mana."""
    effects = (one for one in document.effects if one.id == way.action[-1])
    made = next((one.allows.adds for one in effects if one.allows is not None), None)
    if way.action[0] != "end_effect" or not made:
        return payment
    pool = list(payment.pool)
    for symbol in symbols_of(made):
        unit = FloatingMana(mana="{" + symbol.upper() + "}")
        if unit in pool:
            pool.remove(unit)
    return replace(payment, pool=tuple(pool))


def _left_open(document: StateDocument, way: Way) -> bool:
    """The law leaves open what long chains of changed types decide."""
    if not retypes(document):
        return False
    state = GameState.from_json(msgspec.json.encode(document).decode())
    head, *rest = way.action
    named = f"{head}({', '.join(rest)})" if len(rest) < 2 else f'{head}({rest[0]},"{rest[1]}")'
    return state.why(named if rest else head, player=way.player).verdict == "unknown"


def _cost_is_open(document: StateDocument, way: Way) -> bool:
    action = (*way.action, None)[:2] if len(way.action) < 3 else way.action
    world = world_of(document)
    if standing(world, way.player, action).get("cost") == "open":  # type: ignore[arg-type]
        return True
    value = way.option("x")
    return value is not None and any(
        payable(world, replace(bill, variable=int(value))) == "open"
        for _, bill in prices(world, way.player, action)  # type: ignore[arg-type]
    )


def compare_outcome(
    before: StateDocument, move: Move, after: StateDocument
) -> Iterator[Difference | tuple[str, str]]:
    """Yield what of the state after a move the two disagree on, or that they agree."""
    way = way_of(move)
    kind = way.action[0]
    payment = None
    if kind != "pass_priority":
        world = world_of(before)
        subject = way.action[1] if len(way.action) > 1 else None
        payment = payment_between(before, after, way.player, subject, GOES.get(kind))
        payment = _without_new_mana(before, way, payment)
        action = (kind, subject, *way.action[2:])
        time = way.option("time")
        named = way.option("procedure") or time
        value = int(way.option("x") or 0)
        bills = [
            with_value(bill, value)
            for procedure, bill in prices(world, way.player, action)  # type: ignore[arg-type]
            if named in (None, procedure) or (procedure == "X" and time == str(value))
        ]
        if bills and not any(is_correct(world, bill, payment) for bill in bills):
            told = f"{payment} for {[bill.text for bill in bills]}"
            yield Difference(f"{kind} payment", told, before, str(move))
        else:
            yield kind, "payment"
    try:
        mine = follow(before, way, payment)
    except NotSaidError:
        yield kind, "not said"
        return
    found = differences(before, mine, after)
    for told in found:
        what = re.sub(r"\[\d+\]", "", told.split(":")[0])
        yield Difference(f"{kind} {what}", told, before, str(move))
    if not found:
        yield kind, "after"


def telling_state(
    rng: random.Random, rules: str | None = None, kinds: Sequence[str] = ()
) -> StateDocument:
    """A random state in which the action asked about is legal, now and then any state."""
    while True:
        document, player, action = random_state(rng, rules, kinds)
        if rng.random() < 0.005 or verdict(judge(document, player, action, {})) == "legal":
            return document


def run(
    states: int, seed: int, *, rules: str | None = None, kinds: Sequence[str] = ()
) -> tuple[Coverage, list[Difference]]:
    """Compare on random states, those for each kind of action in turn unless rules are given."""
    rng = random.Random(seed)
    coverage: Coverage = Counter()
    found: list[Difference] = []
    in_turn = kinds or (() if rules else tuple(LISTED_SINCE))
    for number in range(states):
        asked = in_turn[number % len(in_turn) :][:1] if in_turn else ()
        document = telling_state(rng, rules, asked)
        for each in compare_state(document):
            if isinstance(each, Difference):
                found.append(each)
            else:
                coverage[each] += 1
    return coverage, found


def sequences_of_law(state: GameState, depth: int) -> int:
    """How many rows of so many moves there are from the state, by the law."""
    offered = moves(state)
    if depth == 1:
        return len(offered)
    return sum(sequences_of_law(outcome(state, move).state, depth - 1) for move in offered)


def main() -> None:
    """Compare, and print coverage and differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--rules", help="one day's rules; else days of all editions")
    parser.add_argument("--kinds", nargs="*", default=(), help="only states for these kinds")
    options = parser.parse_args()
    coverage, found = run(options.states, options.seed, rules=options.rules, kinds=options.kinds)
    for (kind, what), number in sorted(coverage.items()):
        print(f"{kind:20} {what:10} {number:8}")
    print(f"{options.states} states, seed {options.seed}, {len(found)} differences")
    for what, number in Counter(each.what for each in found).most_common():
        print(number, what)
    for difference in found[: options.show]:
        print(difference)


if __name__ == "__main__":
    main()
