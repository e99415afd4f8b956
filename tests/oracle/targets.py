"""Random objects to ask about: lands, face-down permanents, cards with suspend."""

from __future__ import annotations

import random
from dataclasses import dataclass

import msgspec

from pyadapter.model import Permanent, Player
from tests.oracle.drawn import chance
from tests.oracle.game import Thing
from tests.oracle.moments import Moment
from tests.oracle.stock import LANDS, MORPHS, ODD_LANDS, PLAIN, STATICS, SUSPENDS

OBJECT_TOPICS = ("play_land", "turn_face_up", "suspend")


@dataclass(frozen=True)
class Target:
    """The object, and the zone of which player it is put into."""

    holder: str
    zone: str
    place: int
    permanent: Permanent


def draw_target(rng: random.Random, moment: Moment, topic: str) -> Target:
    """The object that the action is about, most often one that will do."""
    present = moment.present()
    right = chance(rng, 0.9) and moment.asked in present
    holder = moment.asked if right else rng.choice(present)
    others = tuple(name for name in present if name != holder)
    if topic == "turn_face_up":
        return Target(holder, "battlefield", 0, _face_down(rng, others))
    if topic == "suspend":
        group = rng.choice((*(SUSPENDS,) * 8, PLAIN, ("Vague Thing",), ("?",)))
        zone = "hand" if chance(rng, 0.9) else rng.choice(("graveyard", "exile", "library"))
        return Target(holder, zone, 0, Permanent(card=rng.choice(group)))
    return _land(rng, holder, others)


def _land(rng: random.Random, holder: str, others: tuple[str, ...]) -> Target:
    group = rng.choice((*(LANDS,) * 6, ODD_LANDS, ODD_LANDS, PLAIN, ("Vague Thing",), ("?",)))
    zones = ("graveyard", "exile", "library", "library", "command", "outside")
    zone = "hand" if chance(rng, 0.6) else rng.choice(zones)
    stolen = zone == "exile" and bool(others) and chance(rng, 0.3)
    card = Permanent(
        card=rng.choice(group),
        face_down=zone == "exile" and chance(rng, 0.25),
        owner=rng.choice(others) if stolen else None,
    )
    return Target(holder, zone, int(zone == "library" and chance(rng, 0.2)), card)


def _face_down(rng: random.Random, others: tuple[str, ...]) -> Permanent:
    group = rng.choice((*(MORPHS,) * 8, PLAIN[:3], STATICS[:3], ("Vague Thing",), ("?",)))
    card = rng.choice(group)
    return Permanent(
        card=card,
        face_down=card in ("?", "Vague Thing") or chance(rng, 0.93),
        tapped=chance(rng, 0.3),
        phased_out=chance(rng, 0.06),
        owner=rng.choice(others) if others and chance(rng, 0.15) else None,
        counters={"time": rng.randint(1, 3)} if chance(rng, 0.3) else {},
        copy_of=(rng.choice((*MORPHS, "Plain Bear")),) if chance(rng, 0.12) else (),
        chosen_name="Test Morph",
        time=rng.randint(1, 9) if chance(rng, 0.5) else None,
    )


def put(player: Player, target: Target) -> Player:
    """The player with the target at its place (or at the end) of its zone."""
    present: tuple[str | Permanent, ...] = getattr(player, target.zone)
    members = (*present[: target.place], target.permanent, *present[target.place :])
    return msgspec.structs.replace(player, **{target.zone: members})


def find(things: tuple[Thing, ...], target: Target) -> Thing | None:
    """The target among the document's objects."""
    there = [one for one in things if (one.holder, one.zone) == (target.holder, target.zone)]
    return there[min(target.place, len(there) - 1)] if there else None
