"""All ways of taking a special action that are legal, with what is chosen, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyadapter.abilities import (
    AdditionalLandPlays,
    FirstForetellFree,
    Megamorph,
    Morph,
    Plot,
    Suspend,
)
from pyadapter.model import StateDocument
from tests.oracle import newer
from tests.oracle.abilities import abilities_of, masks
from tests.oracle.choosing import some_payment
from tests.oracle.costs import read_cost
from tests.oracle.editions import LAND_PLAYS_IN_ALL, MANIFEST, MODAL_LANDS
from tests.oracle.game import Thing, find_thing, read_game, reading, seat, variants
from tests.oracle.judge import STATUS, Action, is_possible, standing, verdict
from tests.oracle.lands import NO_LIMIT, ways_to_play
from tests.oracle.layers import World, affects, look, settle
from tests.oracle.payment import Bill, payable
from tests.oracle.traits import card_of, traits_of_card

FROM: dict[str, tuple[str, ...]] = {
    "play_land": ("hand", "graveyard", "exile", "library", "command", "outside"),
    "turn_face_up": ("battlefield",),
    "suspend": ("hand",),
    "discard_any_time": ("hand",),
    "companion": ("outside",),
    "foretell": ("hand",),
    "reveal_conspiracy": ("command",),
    "plot": ("hand", "graveyard", "exile", "library"),
}
MOST_X = 30
DIE = ("blank", "chaos", "planeswalk")
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, order=True)
class Way:
    """A player's action, in the words of the document, with what is chosen while taking it."""

    player: str
    action: tuple[str, ...]
    options: Options = ()

    def option(self, name: str) -> str | None:
        """The choice of that name."""
        return dict(self.options).get(name)


def world_of(document: StateDocument) -> World:
    """The document with its effects applied."""
    return settle(read_game(document, {}))


def legal_ways(document: StateDocument) -> tuple[Way, ...]:
    """Every way of taking a special action that is surely legal.

    Paying once more to ignore what one ignores already changes nothing, and isn't listed.
    """
    world = world_of(document)
    found: list[Way] = []
    for player in (one.name for one in document.players if not one.left):
        for action in _actions(world):
            if not is_possible(world, action) or not _is_legal(world, player, action):
                continue
            if action[0] == "ignore_effect" and action[1] in seat(world.game, player).ignores:
                continue
            words = tuple(part for part in action if part is not None)
            found += [Way(player, words, chosen) for chosen in _choices(world, player, action)]
    return tuple(sorted(set(found)))


def _is_legal(world: World, player: str, action: Action) -> bool:
    """Surely legal, or so but for a cost of which trying shows that it can be paid."""
    found = standing(world, player, action)
    told = verdict({name: STATUS[truth] for name, truth in found.items()})
    if told == "legal":
        return True
    doubtful = [name for name, truth in found.items() if truth == "open"]
    return told == "unknown" and doubtful == ["cost"]


def _can_pay(world: World, bill: Bill) -> bool:
    truth = payable(world, bill)
    return truth == "yes" or (truth == "open" and some_payment(world, bill) is not None)


def _actions(world: World) -> Iterator[Action]:
    game = world.game
    if "planechase" in variants(game):
        yield ("roll_planar_die", None)
    for effect in game.document.effects:
        if effect.allows is not None and effect.id is not None and not effect.gone:
            yield ("end_effect", effect.id)
    offering = {one.origin for one in world.instances if one.clause.ignore is not None}
    yield from (("ignore_effect", name) for name in sorted(offering))
    for thing in game.things:
        for kind, zones in FROM.items():
            if thing.card and thing.zone in zones:
                yield (kind, thing.id)
        card = card_of(game, thing)
        if thing.zone == "battlefield" and card is not None:
            yield from (("unlock", thing.id, half.name) for half in card.halves)


def _choices(world: World, player: str, action: Action) -> Iterator[Options]:
    """Every combination of what is left to choose."""
    kind, about = action[:2]
    thing = find_thing(world.game, about)
    if kind == "roll_planar_die":
        yield from ((("die", face),) for face in DIE)
    elif kind == "play_land" and thing is not None:
        for face in _faces(world, player, thing):
            for under in _permissions(world, player):
                yield (*face, *under)
    else:
        for procedure, bill in prices(world, player, action):
            for variable in _values(world, bill):
                chosen = str(variable) if procedure == "X" else procedure
                option = "time" if kind == "suspend" else "procedure"
                named = ((option, chosen),) if procedure else ()
                yield (*named, *((("x", str(variable)),) if _chooses_x(bill) else ()))
        if kind in ("discard_any_time", "reveal_conspiracy"):
            yield ()


def _chooses_x(bill: Bill) -> bool:
    return bill.priced != "mana_cost_face_up" and read_cost(bill.text).variable > 0


def _values(world: World, bill: Bill) -> Iterator[int]:
    """The values of X that can be paid (107.3d); 0 for a cost without it."""
    if not _chooses_x(bill):
        if _can_pay(world, replace(bill, variable=0)):
            yield 0
        return
    for value in range(bill.variable, MOST_X):
        if _can_pay(world, replace(bill, variable=value)):
            yield value


def _faces(world: World, player: str, card: Thing) -> Iterator[Options]:
    known = card_of(world.game, card)
    modal = known is not None and known.modal and known.back is not None
    if not modal or known is None or known.back is None or world.game.day < MODAL_LANDS:
        yield ()
        return
    for name, passes in zip(
        (known.name, known.back.name), ways_to_play(world, player, card), strict=True
    ):
        if passes:
            yield (("face", name),)


def _permissions(world: World, player: str) -> Iterator[Options]:
    """Under which permission, while land plays went by permission (305.2 of 2012)."""
    if world.game.day >= LAND_PLAYS_IN_ALL:
        yield ()
        return
    plays = seat(world.game, player).lands_played
    named = list(plays if isinstance(plays, tuple) else ())
    if reading(world.game, "effect_land_play", "counts") == "counts":
        named = ["rule" if name == "resolving" else name for name in named]
    numbers = {"rule": 1}
    for instance in world.instances:
        clause = instance.clause
        if isinstance(clause, AdditionalLandPlays) and affects(world, instance, player) == "yes":
            more = NO_LIMIT if clause.n == "any" else clause.n
            numbers[instance.origin] = numbers.get(instance.origin, 0) + more
    for name, number in numbers.items():
        if number > named.count(name):
            yield (("under", name),)


def prices(world: World, player: str, action: Action) -> Iterator[tuple[str, Bill]]:
    """Each cost for which the action may be taken, with the name of the procedure if it has one.

    Of suspend abilities that give different numbers of counters the name is that number, or `X`.

    `variable` in the bill is the least X.
    """
    kind, about = action[:2]
    thing = find_thing(world.game, about)
    match kind:
        case "turn_face_up" if thing is not None:
            yield from _masks(world, player, thing)
        case "suspend" if thing is not None:
            found = [
                one for one, truth in abilities_of(look(world, thing), Suspend) if truth == "yes"
            ]
            several = len({one.n for one in found}) > 1
            for suspend in found:
                least = 1 if suspend.n == "X" else 0
                name = str(suspend.n) if several else ""
                yield name, Bill(player, suspend.cost, "suspend", thing, least)
        case "companion":
            yield "", Bill(player, "{3}", "companion", thing)
        case "foretell" if thing is not None:
            yield "", Bill(player, _foretell_price(world, player, thing), "foretell", thing)
        case "plot" if thing is not None:
            for plot, truth in abilities_of(look(world, thing), Plot):
                if truth == "yes":
                    yield "", Bill(player, plot.cost, "plot", thing)
            cost = look(world, thing).mana_cost
            if thing.zone != "hand" and cost is not None:
                yield "", Bill(player, cost, "plot", thing)
        case "unlock" if thing is not None:
            card = card_of(world.game, thing)
            for half in card.halves if card else ():
                if half.name == action[2] and half.mana_cost is not None:  # type: ignore[misc]
                    yield "", Bill(player, half.mana_cost, "unlock", thing)
        case "roll_planar_die":
            own = seat(world.game, player)
            by_effects = (
                "two_headed_giant" in variants(world.game)
                and reading(world.game, "planar_die_count", "special_actions") == "all_rolls"
            )
            rolls = own.planar_die_rolls + (own.effect_rolls if by_effects else 0)
            yield "", Bill(player, "{" + str(rolls) + "}", "planar_die", None)
        case "end_effect":
            one = next(one for one in world.game.document.effects if one.id == about)
            written = next(each for each in world.instances if each.origin == about)
            if one.allows is not None:
                yield (
                    "",
                    Bill(player, one.allows.cost, "end_effect", written.source, ended=about),
                )
        case "ignore_effect":
            offer = next(
                each
                for each in world.instances
                if each.origin == about and each.clause.ignore is not None
            )
            if offer.clause.ignore is not None:
                yield "", Bill(player, offer.clause.ignore.cost, "ignore_effect", offer.source)


def _masks(world: World, player: str, thing: Thing) -> Iterator[tuple[str, Bill]]:
    for ability, truth in masks(look(world, thing, "face_up"), world.game.day):
        if truth != "yes":
            continue
        if isinstance(ability, Morph | Megamorph):
            name = "megamorph" if isinstance(ability, Megamorph) else "morph"
            yield name, Bill(player, ability.cost, "morph", thing)
        else:
            yield "disguise", Bill(player, ability.cost, "disguise", thing)
    there = thing.manifested or thing.cloaked
    card = traits_of_card(world.game.cards.get(thing.card))
    creature = there and "creature" in card.types and world.game.day >= MANIFEST
    if creature and card.cost_known and card.mana_cost is not None:
        yield "mana_cost", Bill(player, card.mana_cost, "mana_cost_face_up", thing)


def _foretell_price(world: World, player: str, card: Thing) -> str:
    if seat(world.game, player).cards_foretold == 0:
        for instance in world.instances:
            free = isinstance(instance.clause, FirstForetellFree)
            if free and newer.applies(world, instance, player, card) == "yes":
                return "{0}"
    return "{2}"
