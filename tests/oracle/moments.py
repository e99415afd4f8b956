"""Random moments: players, teams, whose turn it is, what step, and who has priority."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pyadapter.abilities import Step
from tests.oracle.drawn import chance

NAMES = ("alice", "bob", "carol", "dave")
STEPS: tuple[str, ...] = get_args(Step)
WINDOW_TOPICS = ("play_land", "suspend", "roll_planar_die", "companion", "plot", "unlock")
PROCESSES = ("resolving", "casting", "activating", "special_action", "ending_the_turn", "subgame")


@dataclass(frozen=True)
class Moment:
    """The day of the rules, who plays, whose turn and what step it is, and what is going on."""

    day: str
    names: tuple[str, ...]
    teams: Mapping[str, str]
    left: frozenset[str]
    variants: tuple[str, ...]
    asked: str
    turn: str | None
    step: str | None
    priority: str | None
    in_progress: str | None = None
    paying: str | None = None

    def present(self) -> tuple[str, ...]:
        """The players who haven't left."""
        return tuple(name for name in self.names if name not in self.left)


def draw_moment(rng: random.Random, topic: str, day: str) -> Moment:
    """A random moment, most often one in which the asked player may act."""
    names, teams, variants = _table(rng, topic)
    left: frozenset[str] = frozenset()
    if len(names) > 2 and "two_headed_giant" not in variants and chance(rng, 0.25):
        left = frozenset((rng.choice(names),))
    present = tuple(name for name in names if name not in left)
    asked = rng.choice(present if chance(rng, 0.93) else names)
    turn = asked if chance(rng, 0.75) else rng.choice((*names, *left, *left))
    if teams and chance(rng, 0.4):
        turn = rng.choice([name for name in names if teams.get(name) == teams.get(turn)])
    main = chance(rng, 0.72 if topic in WINDOW_TOPICS else 0.3)
    step = rng.choice(("precombat_main", "postcombat_main") if main else STEPS)
    situation = _situation(rng, topic, present, asked, turn, step)
    return Moment(day, names, teams, left, variants, asked, **situation)


def _table(
    rng: random.Random, topic: str
) -> tuple[tuple[str, ...], dict[str, str], tuple[str, ...]]:
    variants = []
    if chance(rng, 0.85 if topic == "roll_planar_die" else 0.15):
        variants.append("planechase")
    if topic == "reveal_conspiracy" and chance(rng, 0.7):
        variants.append("conspiracy_draft")
    shape = rng.random()
    names = NAMES[: rng.choice((2, 2, 2, 3, 4))] if shape < 0.75 else NAMES
    teams = {} if shape < 0.75 else {name: "xxyy"[place] for place, name in enumerate(NAMES)}
    if 0.75 <= shape < 0.86:
        variants.append("two_headed_giant")
    elif 0.86 <= shape < 0.95:
        variants.append("shared_team_turns")
    return names, teams, tuple(variants)


def _situation(
    rng: random.Random, topic: str, present: tuple[str, ...], asked: str, turn: str, step: str
) -> dict[str, Any]:
    holder = asked if chance(rng, 0.85) and asked in present else rng.choice(present)
    usual: dict[str, Any] = {"turn": turn, "step": step, "priority": holder}
    shape = rng.random()
    busy = 0.3 if topic == "end_effect" else 0.1
    if shape < busy:
        process = rng.choice(PROCESSES)
        payer = asked if chance(rng, 0.75) and asked in present else rng.choice(present)
        asks = process not in ("ending_the_turn", "subgame") and chance(rng, 0.75)
        return {
            **usual,
            "priority": None,
            "in_progress": process,
            "paying": payer if asks else None,
        }
    if shape < busy + 0.02:
        process = rng.choice(("between_turns", "before_the_game"))
        return {"turn": None, "step": None, "priority": None, "in_progress": process}
    if step == "untap" or (step == "cleanup" and chance(rng, 0.6)):
        return {**usual, "priority": None}
    return usual
