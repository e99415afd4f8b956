"""What random players have: zones, life, floating mana; and what is on the stack."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from pyadapter.model import Card, FloatingMana, Permanent, Player, StackObject
from tests.oracle.drawn import chance, some
from tests.oracle.editions import FIRST
from tests.oracle.modern import CONSPIRACIES, DOORS, ROOMS, bystanders
from tests.oracle.moments import Moment
from tests.oracle.stock import (
    AURAS,
    COMMANDS,
    LANDS,
    MANA,
    MORPHS,
    PERMANENT_PLAIN,
    PLAIN,
    STATICS,
    SUSPENDS,
)

Member = str | Permanent
CHOSEN_NAMES = ("Test Morph", "Test Suspend", "Forest", "Sudden Field", "Plain Bear", "Moss Elf")
POOLS = ("{R}", "{U}{U}", "{C}", "{G}{C}", "{W}{U}{B}", "{R}{R}{R}", "{U}{C}{C}")
ONLY = ("cast creature spells", "activate abilities of artifacts")
LATER_ONLY = (
    *("turn permanents face up", "turn creatures face up", "morph costs", "costs with {X}"),
    *("manifested creatures' mana costs", "unlock doors", "foretell cards"),
)


def draw_player(
    rng: random.Random, moment: Moment, stock: Mapping[str, Card], topic: str, name: str
) -> Player:
    """A player with what a player may have; one who has left has nothing."""
    life = rng.choice((None, None, 0, 1, 2, 3, 4, 5, 20, 20, 20, 40))
    if name in moment.left:
        team: Any = moment.teams.get(name)
        return Player(name=name, team=team, left=True)
    acting = name == moment.asked
    others = [other for other in moment.present() if other != name]
    zones: dict[str, Any] = {
        "hand": _hand(rng, moment.day, acting),
        "battlefield": _battlefield(rng, moment, stock, topic, name),
        "graveyard": some(rng, (*PLAIN, *LANDS, *SUSPENDS, *bystanders(moment.day)), 3),
        "exile": tuple(_exiled(rng, card) for card in some(rng, (*PLAIN, *LANDS, *SUSPENDS), 1)),
        "library": some(rng, (*LANDS, *PLAIN, "?"), 2) if chance(rng, 0.3) else (),
        "command": _command(rng, moment),
        "outside": some(rng, LANDS, 1) if chance(rng, 0.2) else (),
    }
    return Player(
        name=name,
        life=life,
        team=moment.teams.get(name),
        decided_by=rng.choice(others) if others and chance(rng, 0.03) else None,
        pool=_pool(rng, moment.day)
        if moment.turn is not None and chance(rng, 0.4 * acting)
        else "",
        **zones,
    )


def _hand(rng: random.Random, day: str, acting: bool) -> tuple[Member, ...]:
    known = some(rng, (*PLAIN, *LANDS, *SUSPENDS, *MORPHS, "Vague Thing", *bystanders(day)), 2)
    hidden = ("?",) * rng.choice((0, 0, 0, 0, 1, 2) if acting else (0, 1, 2))
    return (*known, *hidden) if acting or chance(rng, 0.2) else hidden


def _battlefield(
    rng: random.Random, moment: Moment, stock: Mapping[str, Card], topic: str, name: str
) -> tuple[Member, ...]:
    acting = name == moment.asked
    mana = tuple(rng.choice(MANA) for _ in range(rng.randint(0, 6) if acting else 1))
    others = some(rng, PERMANENT_PLAIN, 2)
    statics = some(rng, STATICS, 2) if chance(rng, 0.7 if acting else 0.5) else ()
    vague = ("Vague Thing",) if "mana" in stock["Vague Thing"].not_understood else ()
    members = [
        _permanent(rng, moment, name, card)
        for card in (*mana, *others, *statics)
        if acting or chance(rng, 0.7)
    ]
    if chance(rng, 0.12):
        card = rng.choice((*MORPHS, "?", *STATICS[:2]))
        members.append(Permanent(card=card, face_down=True, phased_out=chance(rng, 0.08)))
    if vague and stock["Vague Thing"].type != "Sorcery" and chance(rng, 0.25):
        members.append(Permanent(card="Vague Thing"))
    standing = any(isinstance(one, str) or not one.phased_out for one in members)
    share = 0.5 if topic == "ignore_effect" else 0.2
    if moment.day != FIRST and chance(rng, 0.15):
        room = rng.choice(ROOMS)
        members.append(Permanent(card=room, unlocked=some(rng, DOORS[room], 2)))
    if standing and chance(rng, share):
        # The host is chosen once there are ids; the mark only says that it has one.
        members.append(Permanent(card=rng.choice(AURAS), attached_to="host", time=_time(rng)))
    rng.shuffle(members)
    return tuple(members)


def _time(rng: random.Random) -> int | None:
    return rng.randint(1, 9) if chance(rng, 0.6) else None


def _permanent(rng: random.Random, moment: Moment, name: str, card: str) -> Member:
    static = card in STATICS
    if not static and chance(rng, 0.4):
        return card
    others = [other for other in moment.present() if other != name]
    copies = chance(rng, 0.07)
    return Permanent(
        card=card,
        owner=rng.choice(others) if others and chance(rng, 0.08) else None,
        tapped=chance(rng, 0.25),
        phased_out=chance(rng, 0.07),
        token=chance(rng, 0.04),
        summoning_sick=chance(rng, 0.2),
        face_down=static and chance(rng, 0.05),
        copy_of=(rng.choice((*STATICS, *LANDS, "Plain Bear", "Moss Elf")),) if copies else (),
        chosen_name=rng.choice(CHOSEN_NAMES) if static or copies else None,
        time=_time(rng),
    )


def _exiled(rng: random.Random, card: str) -> Member:
    if chance(rng, 0.3):
        return Permanent(card=card, face_down=True)
    return Permanent(card=card, counters={"time": 2}) if chance(rng, 0.2) else card


def _command(rng: random.Random, moment: Moment) -> tuple[Member, ...]:
    cards = [*COMMANDS] if chance(rng, 0.12) else []
    if "planechase" in moment.variants and chance(rng, 0.3):
        cards.append("Test Plane")
    if moment.day != FIRST and chance(rng, 0.08):
        cards.append(rng.choice(CONSPIRACIES))
    names = (rng.choice(CHOSEN_NAMES) for _ in cards)
    return tuple(
        Permanent(card=card, chosen_name=chosen) for card, chosen in zip(cards, names, strict=True)
    )


def _pool(rng: random.Random, day: str) -> str | tuple[str | FloatingMana, ...]:
    mana = rng.choice(POOLS)
    if chance(rng, 0.6):
        return mana
    only = ONLY if day == FIRST else (*ONLY, *LATER_ONLY)
    snow: Any = True if day == FIRST else rng.choice((True, "other"))
    extra = (
        FloatingMana(mana=rng.choice(("{R}", "{U}{U}")), only=(rng.choice(only),))
        if chance(rng, 0.6)
        else FloatingMana(mana="{U}", snow=snow)
    )
    return (extra,) if chance(rng, 0.5) else (mana, extra)


def draw_stack(rng: random.Random, moment: Moment) -> tuple[StackObject, ...]:
    """Spells and abilities; what is being cast, activated or resolved is there too."""
    if moment.turn is None or moment.step == "untap":
        return ()
    busy = moment.in_progress in ("resolving", "casting", "activating")
    number = rng.choice((1, 1, 2)) if busy or chance(rng, 0.25) else 0
    items = tuple(_item(rng, moment) for _ in range(number))
    if moment.in_progress == "activating":
        return (_ability(rng, moment), *items)
    if moment.in_progress == "casting":
        return (_spell(rng, moment), *items[1:])
    return items


def _item(rng: random.Random, moment: Moment) -> StackObject:
    return _ability(rng, moment) if chance(rng, 0.2) else _spell(rng, moment)


def _spell(rng: random.Random, moment: Moment) -> StackObject:
    controller = rng.choice(moment.present())
    if chance(rng, 0.12):
        return StackObject(card=rng.choice(MORPHS[:3]), controller=controller, face_down=True)
    card = rng.choice(("Snap Bolt", "Snap Bolt", *PLAIN, "?"))
    return StackObject(card=card, controller=controller)


def _ability(rng: random.Random, moment: Moment) -> StackObject:
    return StackObject(ability="a test ability", controller=rng.choice(moment.present()))
