"""Moments of a game to which a repair may move, and sets of them folded into one phrase."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

STEPS: Mapping[str, str] = {
    "upkeep": "the upkeep",
    "draw": "the draw step",
    "precombat_main": "the precombat main phase",
    "beginning_of_combat": "the beginning of combat",
    "declare_attackers": "the declare attackers step",
    "declare_blockers": "the declare blockers step",
    "combat_damage": "the combat damage step",
    "end_of_combat": "the end of combat",
    "postcombat_main": "the postcombat main phase",
    "end": "the end step",
    "cleanup": "the cleanup step",
}
_ORDER = {step: place for place, step in enumerate(STEPS)}
_MAIN = frozenset({"precombat_main", "postcombat_main"})
_FEW = 4
Turn = Literal["present step", "this turn", "later turn"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which the acting player has priority.

    `stack_empty` is false only in the present step with the stack as it is, if there is something
    on it.
    """

    turn: Turn
    player: str
    step: str
    stack_empty: bool = True

    def as_dict(self) -> dict[str, object]:
        """Return the moment as plain data.

        >>> Moment("later turn", "ann", "upkeep").as_dict()["step"]
        'upkeep'
        """
        return {
            "turn": self.turn,
            "player": self.player,
            "step": self.step,
            "stack_empty": self.stack_empty,
        }


def phrase_of(
    moments: Collection[Moment], among: Collection[Moment], *, player: str, stacked: str
) -> str:
    """Return words for some of the moments `among` which `player` may have priority.

    `stacked` says what is on the stack now.

    >>> mains = [Moment("later turn", "ann", f"{which}combat_main") for which in ("pre", "post")]
    >>> every = [*mains, Moment("later turn", "ann", "end"), Moment("present step", "ann", "draw")]
    >>> phrase_of(mains, every, player="ann", stacked="nothing")
    "in a main phase of a later turn of ann's with an empty stack"
    >>> phrase_of(every, every, player="ann", stacked="nothing")
    'any time ann has priority'
    """
    chosen = frozenset(moments)
    present = [each for each in chosen if each.turn == "present step"]
    if len(chosen) == len(present) == 1 and len(among) > 1:
        return _here(present[0], player, stacked)
    occupied = any(not each.stack_empty for each in among)
    asks_empty = all(each.stack_empty for each in chosen) and (
        occupied or all(each.step in _MAIN for each in chosen)
    )
    beside = " with an empty stack" if asks_empty else ""
    cleared = any(each.stack_empty for each in present) and occupied and beside
    if chosen >= {each for each in among if each.stack_empty}:
        phrase = f"any time {player} has priority{beside}"
    else:
        phrase = f"in {_by_turns(chosen, among)}{beside}"
    return f"{phrase} (here: once {stacked} has left it)" if cleared else phrase


def _here(moment: Moment, player: str, stacked: str) -> str:
    if not moment.stack_empty or stacked == "nothing":
        return f"as soon as {player} has priority in the present step"
    return f"as soon as {stacked} has left the stack and {player} has priority"


def _by_turns(chosen: Collection[Moment], among: Collection[Moment]) -> str:
    """Return the steps by turns; where this turn is like later ones, it isn't told apart."""
    parts: dict[str, list[str]] = {}
    for player in dict.fromkeys(each.player for each in sorted(among, key=_place)):
        offered = _steps(among, player, now=True)
        now, later = _steps(chosen, player, now=True), _steps(chosen, player, now=False)
        if now == later & offered and later:
            when = f"{player}'s turn" if now or not offered else f"a later turn of {player}'s"
            parts.setdefault(_words(later), []).append(when)
            continue
        if now:
            parts.setdefault(_words(now), []).append("this turn")
        if later:
            parts.setdefault(_words(later), []).append(f"a later turn of {player}'s")
    return " or in ".join(
        f"{steps} of {' or '.join(sorted(turns, key=_is_later))}" for steps, turns in parts.items()
    )


def _is_later(turn: str) -> bool:
    return turn.startswith("a later")


def _place(moment: Moment) -> tuple[bool, str, int]:
    return (moment.turn == "later turn", moment.player, _ORDER.get(moment.step, 0))


def _steps(moments: Iterable[Moment], player: str, *, now: bool) -> frozenset[str]:
    return frozenset(
        each.step
        for each in moments
        if each.player == player and (each.turn != "later turn") == now
    )


def _words(steps: frozenset[str]) -> str:
    if steps == _MAIN:
        return "a main phase"
    regular = [step for step in STEPS if step != "cleanup"]
    if steps >= set(regular):
        return "any step"
    listed = [STEPS[step] for step in sorted(steps, key=_ORDER.__getitem__)]
    missing = [STEPS[step] for step in regular if step not in steps]
    if len(listed) > _FEW and len(missing) <= _FEW and "cleanup" not in steps:
        return f"any step but {_joined(missing, 'and')}"
    return _joined(listed, "or")


def _joined(words: list[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
