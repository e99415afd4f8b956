"""Random objects to ask about: lands, face-down permanents, cards with suspend."""

from __future__ import annotations

import random
from dataclasses import dataclass

import msgspec

from pyadapter.model import Permanent, Player
from tests.oracle.drawn import chance, some
from tests.oracle.editions import FIRST
from tests.oracle.game import Thing
from tests.oracle.modern import (
    BODIES,
    COMPANIONS,
    CONSPIRACIES,
    DOORS,
    FACES,
    FORETOLD,
    MASKED,
    PLOTTED,
    ROOMS,
    VULTURES,
)
from tests.oracle.moments import Moment
from tests.oracle.stock import LANDS, MORPHS, ODD_LANDS, PLAIN, STATICS, SUSPENDS

OBJECT_TOPICS = (
    *("play_land", "turn_face_up", "suspend", "discard_any_time", "companion", "foretell"),
    *("reveal_conspiracy", "plot", "unlock"),
)


ELSEWHERE = ("hand", "graveyard", "exile", "library", "outside")
UNSURE = (("Vague Thing",), ("?",))
NEWER: dict[str, tuple[str, float, tuple[tuple[str, ...], ...]]] = {
    "discard_any_time": ("hand", 0.85, (*(VULTURES,) * 6, PLAIN, ("?",))),
    "companion": ("outside", 0.88, (*(COMPANIONS,) * 6, PLAIN, ("?",))),
    "foretell": ("hand", 0.9, (*(FORETOLD,) * 7, PLAIN, *UNSURE)),
    "reveal_conspiracy": ("command", 0.9, (*(CONSPIRACIES,) * 6, ("Plain Bear",), ("?",))),
    "plot": ("hand", 0.55, (*(PLOTTED,) * 5, PLAIN, PLAIN, LANDS, ROOMS, *UNSURE)),
}


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
        face_down = _face_down(rng, others) if moment.day == FIRST else _masked(rng, others)
        return Target(holder, "battlefield", 0, face_down)
    if topic == "suspend":
        group = rng.choice((*(SUSPENDS,) * 8, PLAIN, ("Vague Thing",), ("?",)))
        zone = "hand" if chance(rng, 0.9) else rng.choice(("graveyard", "exile", "library"))
        return Target(holder, zone, 0, Permanent(card=rng.choice(group)))
    if topic == "play_land":
        return _land(rng, holder, others, FACES if moment.day != FIRST else LANDS)
    if topic == "unlock":
        if chance(rng, 0.08):
            return Target(holder, rng.choice(ELSEWHERE), 0, Permanent(card=rng.choice(ROOMS)))
        return Target(holder, "battlefield", 0, _room(rng, others))
    return _newer(rng, topic, holder)


def _newer(rng: random.Random, topic: str, holder: str) -> Target:
    """A card for one of the later kinds, most often where it belongs."""
    usual, share, groups = NEWER[topic]
    card = rng.choice(rng.choice(groups))
    zone = usual if chance(rng, share) else rng.choice(ELSEWHERE)
    permanent = Permanent(card=card)
    if topic == "companion":
        permanent = Permanent(card=card, companion=zone == "outside" and chance(rng, 0.85))
    elif topic == "reveal_conspiracy":
        secret = card == "?" or card in CONSPIRACIES
        zone = rng.choice(("command", "exile")) if card == "Plain Bear" else zone
        hidden = (zone == "command" and secret) or zone == "exile"
        permanent = Permanent(card=card, face_down=hidden and (card == "?" or chance(rng, 0.85)))
    return Target(holder, zone, int(zone == "library" and chance(rng, 0.2)), permanent)


def _room(rng: random.Random, others: tuple[str, ...]) -> Permanent:
    card = rng.choice(ROOMS) if chance(rng, 0.93) else rng.choice(("Plain Charm", "Plain Relic"))
    copied = (rng.choice((*ROOMS, "Plain Charm")),) if chance(rng, 0.08) else ()
    shown = copied[0] if copied else card
    return Permanent(
        card=card,
        face_down=chance(rng, 0.06),
        phased_out=chance(rng, 0.06),
        tapped=chance(rng, 0.2),
        owner=rng.choice(others) if others and chance(rng, 0.15) else None,
        copy_of=copied,
        unlocked=some(rng, DOORS.get(shown, ()), 2),
        time=rng.randint(1, 9) if chance(rng, 0.5) else None,
    )


def draw_half(rng: random.Random, room: Thing) -> str:
    """The name of a half, most often one of that Room."""
    shown = room.copy_of[-1] if room.copy_of else room.card
    doors = DOORS.get(shown, ()) if chance(rng, 0.96) else ()
    return rng.choice(doors or ("Dusty Attic", "Long Hall"))


def _land(
    rng: random.Random, holder: str, others: tuple[str, ...], faces: tuple[str, ...]
) -> Target:
    group = rng.choice(
        (*(LANDS,) * 6, ODD_LANDS, ODD_LANDS, faces, faces, PLAIN, ("Vague Thing",), ("?",))
    )
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


def _masked(rng: random.Random, others: tuple[str, ...]) -> Permanent:
    """A face-down permanent as later editions know them: manifested, cloaked, merged."""
    plain = _face_down(rng, others)
    card = rng.choice(rng.choice((MASKED, MASKED, BODIES, BODIES, FACES, (plain.card,))))
    merged = some(rng, (*PLAIN, *MORPHS, "?"), 2) if chance(rng, 0.15) else ()
    made = rng.choice(("manifested", "cloaked", "", "")) if plain.face_down else ""
    return msgspec.structs.replace(
        plain,
        card=card,
        face_down=plain.face_down or card in ("?", "Vague Thing", "Plain Rite", "Modal Rite"),
        manifested=made == "manifested",
        cloaked=made == "cloaked",
        merged_with=merged,
        copy_of=(rng.choice((*MORPHS, *MASKED, "Plain Bear")),) if chance(rng, 0.12) else (),
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
