"""How many rows of moves there are from a state, by the oracle's verdicts and consequences alone.

A move is a legal special action with all that is chosen but the payment, for which one way is
taken, or passing priority.
"""

from __future__ import annotations

from pyadapter.model import StateDocument
from tests.oracle.choosing import some_payment, with_value
from tests.oracle.following import follow
from tests.oracle.ways import Way, legal_ways, prices, world_of


def sequences(document: StateDocument, depth: int, *, passes: bool = True) -> int:
    """The number of rows of so many moves from the canonical document."""
    if depth == 0:
        return 1
    ways = legal_ways(document)
    if passes and (holder := next(iter(document.priority or ()), None)) is not None:
        ways = (*ways, Way(holder, ("pass_priority",)))
    if depth == 1:
        return len(ways)
    return sum(sequences(after(document, way), depth - 1, passes=passes) for way in ways)


def after(document: StateDocument, way: Way) -> StateDocument:
    """The document after this way, paid for somehow."""
    if way.action[0] == "pass_priority":
        return follow(document, way)
    world = world_of(document)
    named = way.option("procedure")
    value = int(way.option("x") or 0)
    action = (*way.action, None)[:2] if len(way.action) < 3 else way.action
    for procedure, bill in prices(world, way.player, action):  # type: ignore[arg-type]
        if named in (None, procedure):
            payment = some_payment(world, with_value(bill, value))
            if payment is not None:
                return follow(document, way, payment)
    return follow(document, way)
