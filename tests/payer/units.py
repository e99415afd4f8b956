"""The units that boards are made of: each a bit of mana, or a source of it, with a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pyadapter.abilities import Mana
from pyadapter.model import Card, FloatingMana, Permanent

Palette = tuple[str, ...]
COLOURS: Palette = ("W", "U", "B", "R", "G")
HYBRIDS = ("WU", "WB", "UB", "UR", "BR", "BG", "RG", "RW", "GW", "GU")
BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}


@dataclass(frozen=True)
class Unit:
    """A unit: mana in the pool, or a card with mana abilities on the battlefield or in hand.

    `worth` is about how much mana it brings, `converts` whether it takes mana.
    """

    kind: str
    worth: int = 1
    converts: bool = False
    pool: tuple[FloatingMana, ...] = ()
    card: Card | None = None
    status: dict[str, Any] = field(default_factory=dict, hash=False)
    in_hand: bool = False

    def permanent(self) -> Permanent:
        """The object that stands for it in a list of the document."""
        assert self.card is not None
        return Permanent(card=self.card.name, **self.status)

    def __str__(self) -> str:
        parts = [self.kind]
        for each in self.pool:
            parts += [each.mana, *([f"snow: {each.snow}"] if each.snow else []), *each.only]
        if self.card is not None:
            parts += [self.card.type]
            for ability in self.card.abilities:
                assert isinstance(ability, Mana)
                only = f" (only {', '.join(ability.only)})" if ability.only else ""
                parts.append(f"{ability.cost}: {' or '.join(ability.adds)}{only}")
        if "counters" in self.status:
            parts.append(f"{self.status['counters']}")
        return f"[{', '.join(parts)}]"


def pair(one: str, other: str) -> str:
    """Two colours as a hybrid symbol writes them.

    >>> pair("U", "W"), pair("G", "U")
    ('W/U', 'G/U')
    """
    return "/".join(one + other if one + other in HYBRIDS else other + one)


def floating(kind: str, mana: str, **more: Any) -> Unit:
    return Unit(kind, mana.count("{"), pool=(FloatingMana(mana=mana, **more),))


def source(kind: str, about: str, *abilities: Mana, **more: Any) -> Unit:
    """A unit with a card that has these abilities; `about` tells cards of one kind apart."""
    type_line = more.pop("type", "Artifact")
    card = Card(name=f"{kind} {about}".strip(), type=type_line, abilities=abilities)
    return Unit(kind, card=card, **more)


def ability(adds: str | tuple[str, ...], cost: str = "{T}", only: tuple[str, ...] = ()) -> Mana:
    return Mana(adds=(adds,) if isinstance(adds, str) else adds, cost=cost, only=only)


def pool_units(p: Palette) -> tuple[Unit, ...]:
    """Floating mana of every sort, in the colours of the palette."""
    a, b, c = p[:3]
    return (
        floating("mana", f"{{{a}}}"),
        floating("mana", f"{{{b}}}"),
        floating("mana", f"{{{c}}}"),
        floating("colourless mana", "{C}"),
        floating("snow mana", f"{{{a}}}", snow=True),
        floating("snow mana", "{C}", snow=True),
        floating("other snow mana", f"{{{b}}}", snow="other"),
        floating("mana for turning up", f"{{{a}}}", only=("turn permanents face up",)),
        floating("mana for morph", f"{{{b}}}", only=("cast creature spells", "morph costs")),
        floating("mana for X", "{C}{C}", only=("costs with {X}",)),
        floating("mana for other things", f"{{{a}}}", only=("unlock doors", "foretell cards")),
        floating("mana for casting", f"{{{a}}}", only=("cast creature spells",)),
        floating(
            "snow mana for creatures", f"{{{a}}}", snow=True, only=("turn creatures face up",)
        ),
    )


def plain_units(p: Palette) -> tuple[Unit, ...]:
    """Sources that take no mana and add one or more."""
    a, b, c = p[:3]
    both = (f"{{{a}}}", f"{{{b}}}")
    creature = "Creature — Elf Druid"
    return (
        source("basic land", BASICS[a], type=f"Basic Land — {BASICS[a]}"),
        source("snow land", BASICS[b], type=f"Basic Snow Land — {BASICS[b]}"),
        source("two types", a + b, type=f"Land — {BASICS[a]} {BASICS[b]}"),
        source("any colour", "", ability("any color"), type="Land"),
        source("colourless land", "", ability("{C}"), type="Land"),
        source("rock", "", ability("{C}{C}"), worth=2),
        source("coloured rock", a, ability(f"{{{a}}}{{{a}}}"), worth=2),
        source("lotus", "", ability("three mana of any one color", "{T}, sacrifice this"), worth=3),
        source("petal", "", ability("any color", "{T}, exile this")),
        source("fountain", "", ability("two mana in any combination of colors"), worth=2),
        source(
            "grove", a + b, ability(f"two mana in any combination of {{{a}}} and {{{b}}}"), worth=2
        ),
        source("horizon", a + b, ability(both, "{T}, pay 1 life"), type="Land"),
        source(
            "pain land", a + b, ability("{C}"), ability(both, "{T}, pay 1 life"), type="Land"
        ),
        source(
            "ruin", a, ability("{C}"), ability(f"{{{a}}}{{{a}}}", "{T}, sacrifice this"),
            type="Land", worth=2,
        ),
        source(
            "two ways", a + b, ability(f"{{{a}}}"), ability(f"{{{b}}}", "sacrifice this"), worth=2
        ),
        source(
            "battery", b, ability(f"{{{b}}}", "remove a charge counter"),
            worth=2, status={"counters": {"charge": 2}},
        ),
        source(
            "charged land", c, ability("{C}"), ability(f"{{{c}}}", "remove a charge counter"),
            type="Land", worth=3, status={"counters": {"charge": 2}},
        ),
        source(
            "mine", "", ability("any color", "{T}, remove a charge counter"),
            type="Land", status={"counters": {"charge": 1}},
        ),
        source(
            "empty mine", "", ability("any color", "{T}, remove a charge counter"),
            type="Land", worth=0,
        ),
        source("miller", a, ability(f"{{{a}}}", "{T}, mill a card"), type=creature),
        source("elf", a, ability(f"{{{a}}}"), type=creature),
        source("spawn", "", ability("{C}", "sacrifice this"), type="Creature — Eldrazi Spawn"),
        source("snow creature", b, ability(f"{{{b}}}"), type="Snow Creature — Elf"),
        source(
            "gossip", a + b,
            ability(f"{{{a}}}{{{b}}}", only=("cast face-down spells", "turn creatures face up")),
            type=creature, worth=2,
        ),
        source(
            "meanderer", "", ability("{C}{C}{C}{C}", only=("costs with {X}",)),
            type=creature, worth=2,
        ),
        source("caster's stone", "", ability("any color", only=("cast creature spells",)), worth=0),
        source(
            "partly free", a,
            ability("{C}"), ability(f"{{{a}}}", only=("morph costs",)), type="Land",
        ),
        spirit_guide(a),
    )  # fmt: skip


def spirit_guide(a: str) -> Unit:
    mana = Mana(adds=(f"{{{a}}}",), cost="exile this", zone="hand")
    return source("spirit guide", a, mana, type="Creature — Ape Spirit", in_hand=True)


def converters(p: Palette) -> tuple[Unit, ...]:
    """Sources that take mana."""
    a, b, c = p[:3]
    mixed = f"{{{pair(a, b)}}}, {{T}}"
    return (
        source("signet", a + b, ability(f"{{{a}}}{{{b}}}", "{1}, {T}"), converts=True),
        source("snow signet", a + c, ability(f"{{{a}}}{{{c}}}", "{1}, {T}"), converts=True,
               type="Snow Artifact"),
        source("filter land", pair(a, b).replace("/", ""), ability("{C}"),
               ability((f"{{{a}}}{{{a}}}", f"{{{a}}}{{{b}}}", f"{{{b}}}{{{b}}}"), mixed),
               converts=True, type="Land"),
        source("turner", a + b, ability(f"{{{b}}}", f"{{{a}}}, {{T}}"), converts=True, worth=0),
        source("prism", "", ability("{C}"), ability("any color", "{1}, {T}"), converts=True),
        source("booster", a + b, ability(f"{{{b}}}{{{b}}}{{{b}}}", f"{{1}}{{{a}}}, {{T}}"),
               converts=True),
        source("costly prism", "", ability("any color", "{1}, {T}, pay 1 life"), converts=True,
               worth=0),
        source("crusher", a, ability(f"{{{a}}}{{{a}}}{{{a}}}", "{2}, sacrifice this"),
               converts=True),
        source("charged prism", c, ability(f"{{{c}}}", "{1}, remove a charge counter"),
               converts=True, worth=0, status={"counters": {"charge": 2}}),
        source("partial signet", a, ability(f"{{{a}}}{{{a}}}", "{1}, {T}", ("morph costs",)),
               converts=True),
    )  # fmt: skip


def idle(unit: Unit, how: str) -> Unit:
    """The unit tapped, new on the battlefield, or phased out."""
    return Unit(
        f"{how.replace('_', ' ')} {unit.kind}",
        worth=0,
        converts=unit.converts,
        card=unit.card,
        status={**unit.status, how: True},
    )


def idle_units(p: Palette) -> tuple[Unit, ...]:
    """Sources that can't pay {T}, some of which have another use."""
    by_kind = {unit.kind: unit for unit in (*plain_units(p), *converters(p))}
    return (
        *(idle(by_kind[kind], "tapped") for kind in ("basic land", "two ways", "charged land")),
        *(idle(by_kind[kind], "summoning_sick") for kind in ("elf", "spawn", "rock")),
        idle(by_kind["rock"], "phased_out"),
        idle(by_kind["signet"], "tapped"),
    )


def odd_units(p: Palette) -> tuple[Unit, ...]:
    """Sources that can be used again and again; not drawn unless asked for."""
    a = p[0]
    many = ability("any color", f"{{{a}}}")
    return (source("caller", a, many, converts=True, worth=0, type="Creature — Elf Shaman"),)


@cache
def all_units(p: Palette, *, odd: bool = False) -> tuple[Unit, ...]:
    """Every sort of unit in the colours of the palette, the odd ones if asked for."""
    makers: tuple[Callable[[Palette], tuple[Unit, ...]], ...] = (
        pool_units, plain_units, converters, idle_units,
    )  # fmt: skip
    units = tuple(unit for make in makers for unit in make(p))
    return (*units, *odd_units(p)) if odd else units
