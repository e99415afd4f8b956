"""Whether a player could pay a cost now, with what the document shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import msgspec

from pyadapter.abilities import (
    ActivateTiming,
    Cant,
    CantActivate,
    CostChange,
    LifeCantChange,
    Mana,
    PricedAction,
)
from tests.oracle.abilities import has_keyword
from tests.oracle.costs import ObjectPart, Owed, can_share, mana_suffices, read_cost, ways_to_pay
from tests.oracle.editions import ANY_SNOW_SOURCE, NO_LIBRARY_MANA
from tests.oracle.effects import Instance, touches
from tests.oracle.game import Thing, is_active, seat, sorcery_moment, variants
from tests.oracle.layers import World, affects, look
from tests.oracle.phrases import Setting, fits, names_type, names_zone
from tests.oracle.traits import BASIC_LAND_TYPES, COLORS, Traits, has_type, symbols_of
from tests.oracle.truth import Truth, agreed, both, either, negate, sure, worlds

PLAIN_COSTS = ("{t}", "{t}, mill a card")
TOLL, ALTAR = "{t}, pay 1 life", "sacrifice a creature"
PURPOSES = (
    *("turn permanents face up", "turn creatures face up", "morph costs", "costs with {x}"),
    *("manifested creatures' mana costs", "unlock doors", "foretell cards"),
)


@dataclass(frozen=True)
class Bill:
    """What is to be paid, by whom, for which action.

    `subject` is the object that it is about, `ended` the effect that it ends.
    """

    player: str
    text: str
    priced: PricedAction
    subject: Thing | None
    variable: int = 0
    ended: str | None = None


@dataclass(frozen=True)
class Source:
    """What one permanent can add: one mana of `certain`, or perhaps of `possible`, or `other`.

    `lumps` are several mana that it can add instead (and whether that is open); `snow` says whether
    the mana comes from a snow source.
    """

    certain: frozenset[str] = frozenset()
    possible: frozenset[str] = frozenset()
    other: bool = False
    bundle: tuple[str, ...] = ()
    perhaps: bool = False
    lumps: tuple[tuple[tuple[str, ...], bool], ...] = ()
    snow: Truth = "no"


def payable(world: World, bill: Bill) -> Truth:
    """Every part of the cost, as changed by effects, can be paid."""
    cost = read_cost(bill.text)
    counters = both(
        *(_counters(bill, part.kind, part.number) for part in cost.counters),
        "open" if cost.strange else "yes",
    )
    generic = cost.generic + cost.variable * bill.variable
    totals = {max(0, generic + change) for change in changes_of(world, bill)}
    choices = [
        (
            means,
            sum(deal.life for deal in chosen),
            both(
                _objects(world, bill, cost.objects, {deal.eaten for deal in chosen}),
                *(deal.truth for deal in chosen),
            ),
        )
        for chosen in _choices(_deals(world, bill))
        for means in _all_means(world, bill, chosen)
    ]
    paid = agreed(
        either(
            *(
                both(deeds, _paid(world, bill, means, owed, life))
                for means, life, deeds in choices
                for owed in ways_to_pay(cost, total)
                if deeds != "no"
            )
        )
        for total in totals
    )
    return both(counters, paid)


@dataclass(frozen=True)
class Deal:
    """One mana for more than tapping: for life, or for a creature that is sacrificed."""

    source: str
    kinds: frozenset[str]
    truth: Truth
    snow: Truth
    life: int = 0
    eaten: str | None = None

    @property
    def uses(self) -> str:
        """What can be used but once: the source that is tapped, or the creature."""
        return f"{self.eaten} sacrificed" if self.eaten else f"{self.source} tapped"


def _choices(deals: list[Deal]) -> Iterator[tuple[Deal, ...]]:
    """Every set of deals that don't use the same thing."""
    if not deals:
        yield ()
        return
    for others in _choices(deals[1:]):
        yield others
        if all(deals[0].uses != other.uses for other in others):
            yield (deals[0], *others)


def _deals(world: World, bill: Bill) -> list[Deal]:
    """What the player can have for life, or for creatures."""
    found = []
    for thing in _permanents(world, bill.player):
        traits = look(world, thing)
        free = negate(kept_from(world, bill.player, thing, traits))
        sick: Truth = has_type(traits, "creature") if thing.summoning_sick else "no"
        for ability, truth in mana_abilities(traits):
            kinds, snow = _kinds_of_any(ability), has_type(traits, "snow")
            usable = both(truth, free, may_be_spent(world, bill, ability.only))
            if ability.cost.lower() == TOLL:
                usable = both(usable, sure(not thing.tapped), negate(sick))
                found.append(Deal(thing.id, kinds, usable, snow, life=1))
            elif ability.cost.lower() == ALTAR:
                for other in _permanents(world, bill.player):
                    fit = both(usable, has_type(look(world, other), "creature"))
                    if other != bill.subject or bill.priced == "ignore_effect":
                        found.append(Deal(thing.id, kinds, fit, snow, eaten=other.id))
    return [deal for deal in found if deal.truth != "no"]


def _kinds_of_any(ability: Mana) -> frozenset[str]:
    return _single_colors(msgspec.structs.replace(ability, cost="{T}")) or frozenset()


def changes_of(world: World, bill: Bill) -> set[int]:
    """All possible sums of the changes of this kind of cost."""
    options: list[tuple[int, ...]] = []
    for instance in world.instances:
        clause = instance.clause
        if isinstance(clause, CostChange) and clause.applies_to_cost == bill.priced:
            applied = both(affects(world, instance, bill.player), _about(world, instance, bill))
            options.append(tuple(clause.delta if fact else 0 for fact in worlds(applied)))
    return {sum(choice) for choice in product(*options)}


def _about(world: World, instance: Instance, bill: Bill) -> Truth:
    clause = instance.clause
    if not clause.on and not clause.applies_to and clause.whose == "any":
        return "yes"
    if bill.subject is None:
        return "no"
    return touches(world.game, instance, bill.subject, look(world, bill.subject))


@dataclass(frozen=True)
class Means:
    """Units of mana that the player has for sure, or may have, and whether there may be more."""

    certain: tuple[frozenset[str], ...]
    possible: tuple[frozenset[str], ...]
    more: bool


def _paid(world: World, bill: Bill, means: Means, owed: Owed, more_life: int) -> Truth:
    """This much mana and life can be paid."""
    life = _life(world, bill.player, owed.life + more_life)
    if mana_suffices(owed.colored, owed.generic, means.certain):
        return life
    if means.more or mana_suffices(owed.colored, owed.generic, means.possible):
        return both(life, "open")
    return "no"


def _all_means(world: World, bill: Bill, deals: tuple[Deal, ...]) -> Iterator[Means]:
    """The means for each choice between one mana of a source and several."""
    tapped = {deal.source for deal in deals if deal.eaten is None}
    sources = [
        _source(world, bill, thing)
        for thing in _permanents(world, bill.player)
        if thing.id not in tapped
    ]
    ways = (
        (
            one,
            *(
                Source(other=one.other, bundle=lump, perhaps=open_, snow=one.snow)
                for lump, open_ in one.lumps
            ),
        )
        for one in sources
    )
    for chosen in product(*ways):
        yield _means(world, bill, deals, chosen)


def _means(world: World, bill: Bill, deals: tuple[Deal, ...], sources: tuple[Source, ...]) -> Means:
    """What mana the player can have for this bill if these deals are made."""
    floating = tuple(_floating(world, bill))
    certain = [unit for unit, truth in floating if truth == "yes"]
    possible = [unit for unit, _ in floating]
    for deal in deals:
        certain.append(deal.kinds | frozenset("s" if deal.snow == "yes" else ""))
        possible.append(deal.kinds | frozenset("s" if deal.snow != "no" else ""))
    for one in sources:
        sure_snow = frozenset("s" if one.snow == "yes" else "")
        maybe_snow = frozenset("s" if one.snow != "no" else "")
        if one.certain:
            certain.append(one.certain | sure_snow)
        if one.certain | one.possible:
            possible.append(one.certain | one.possible | maybe_snow)
        certain += [frozenset(letter) | sure_snow for letter in one.bundle if not one.perhaps]
        possible += [frozenset(letter) | maybe_snow for letter in one.bundle]
    channel = any(
        one.ability is None
        and one.clause.allows is not None
        and one.clause.allows.by == bill.player
        and one.clause.allows.timing == "mana_ability"
        and world.force[one.number] != "no"
        and one.origin != bill.ended
        for one in world.instances
    )
    pool = seat(world.game, bill.player).pool
    puzzling = any(_puzzles(part.only) for part in pool if not isinstance(part, str))
    more = channel or puzzling or any(one.other for one in sources)
    return Means(tuple(certain), tuple(possible), more)


def _floating(world: World, bill: Bill) -> Iterator[tuple[frozenset[str], Truth]]:
    """Units of floating mana, each with whether it may be spent on this."""
    written = seat(world.game, bill.player).pool
    for part in (written,) if isinstance(written, str) else written:
        text, spendable, snow = (
            (part, sure(True), False)
            if isinstance(part, str)
            else (
                part.mana,
                may_be_spent(world, bill, part.only),
                part.snow is True or (part.snow == "other" and world.game.day >= ANY_SNOW_SOURCE),
            )
        )
        for symbol in symbols_of(text):
            count = int(symbol) if symbol.isdigit() else 1
            kind = frozenset("c" if symbol.isdigit() else symbol) | frozenset("s" if snow else "")
            if spendable != "no":
                yield from [(kind, spendable)] * count


def may_be_spent(world: World, bill: Bill, only: tuple[str, ...]) -> Truth:
    """Mana that may be spent only so may be spent on this bill."""
    return either(*(_serves(world, bill, words.lower()) for words in only)) if only else "yes"


def _puzzles(only: tuple[str, ...]) -> bool:
    """It may be spent on something in words that this reading doesn't know."""
    return any(
        word.lower() not in PURPOSES and not word.lower().startswith(("cast", "activate"))
        for word in only
    )


def _serves(world: World, bill: Bill, purpose: str) -> Truth:
    turning = bill.priced in ("morph", "disguise", "mana_cost_face_up")
    match purpose:
        case "turn permanents face up":
            return sure(turning)
        case "turn creatures face up":
            if not turning or bill.subject is None:
                return "no"
            return has_type(look(world, bill.subject), "creature")
        case "morph costs":
            return sure(bill.priced == "morph")
        case "manifested creatures' mana costs":
            manifested = bill.subject is not None and bill.subject.manifested
            return sure(bill.priced == "mana_cost_face_up" and manifested)
        case "costs with {x}":
            return sure("{x}" in bill.text.lower())
        case "unlock doors":
            return sure(bill.priced == "unlock")
        case "foretell cards":
            return sure(bill.priced == "foretell")
        case _:
            return "no" if purpose.startswith(("cast", "activate")) else "open"


def _permanents(world: World, player: str) -> list[Thing]:
    return [
        thing
        for thing in world.game.things
        if thing.zone == "battlefield" and thing.controller == player and not thing.phased_out
    ]


def _source(world: World, bill: Bill, thing: Thing) -> Source:
    """What the permanent's mana abilities can add now for this bill."""
    traits = look(world, thing)
    free = negate(kept_from(world, bill.player, thing, traits))
    if free == "no":
        return Source()
    waits = both(has_type(traits, "creature"), negate(has_keyword(traits, "haste")))
    sick: Truth = waits if thing.summoning_sick else "no"
    can_tap = both(sure(not thing.tapped), negate(sick))
    hidden = "mana" in traits.hidden
    source = Source(other=hidden, snow=has_type(traits, "snow"))
    abilities = tuple(
        (ability, truth)
        for ability, truth in mana_abilities(traits)
        if truth != "no"
        and not no_longer_mana(world, ability)
        and not _buries(bill, ability)
        and ability.cost.lower() not in (TOLL, ALTAR)
    )
    if len(abilities) == 1 and not hidden and (bundle := _bundle(abilities[0][0])):
        spendable = may_be_spent(world, bill, abilities[0][0].only)
        usable = both(abilities[0][1], free, can_tap, spendable)
        return replace(source, bundle=bundle if usable != "no" else (), perhaps=usable == "open")
    for ability, truth in abilities:
        spendable = may_be_spent(world, bill, ability.only)
        taps = can_tap if "{T}" in ability.cost.upper() else "yes"
        usable = both(truth, free, taps, spendable)
        colors = _single_colors(ability)
        if usable == "no":
            continue
        if (bundle := _bundle(ability)) and not _puzzles(ability.only):
            source = replace(source, lumps=(*source.lumps, (bundle, usable == "open")))
        elif colors is None or _puzzles(ability.only):
            source = replace(source, other=True)
        elif usable == "yes":
            source = replace(source, certain=source.certain | colors)
        else:
            source = replace(source, possible=source.possible | colors)
    return source


def _buries(bill: Bill, ability: Mana) -> bool:
    """It moves cards while the bill is for acting on the top card of the library."""
    acted_on = bill.subject
    return moves_cards(ability) and acted_on is not None and acted_on.zone == "library"


def moves_cards(ability: Mana) -> bool:
    """It mills or draws."""
    return "mill" in ability.cost.lower() or ability.draws > 0


def no_longer_mana(world: World, ability: Mana) -> bool:
    """It works elsewhere, or moves a card from the library, and so is no mana ability any more."""
    late = world.game.day >= NO_LIBRARY_MANA
    return ability.zone != "battlefield" or (moves_cards(ability) and late)


def mana_abilities(traits: Traits) -> Iterator[tuple[Mana, Truth]]:
    for held in traits.held:
        if isinstance(held.ability, Mana):
            yield held.ability, held.truth
    for land_type, letter in BASIC_LAND_TYPES.items():
        brought = both(
            has_type(traits, land_type), has_type(traits, "land"), negate(traits.stripped)
        )
        if brought != "no":
            yield Mana(adds=("{" + letter.upper() + "}",)), brought


def _bundle(ability: Mana) -> tuple[str, ...]:
    """The mana that it adds for {T}, if that is several and leaves no choice."""
    alternatives = set(ability.adds)
    if ability.cost.lower() not in PLAIN_COSTS or len(alternatives) != 1:
        return ()
    symbols = symbols_of(next(iter(alternatives)))
    plain = all(symbol in {*COLORS, "c"} for symbol in symbols)
    return tuple(symbols) if plain and len(symbols) > 1 else ()


def _single_colors(ability: Mana) -> frozenset[str] | None:
    """The kinds of mana of which it adds just one for a plain cost; nothing for any other."""
    if ability.cost.lower() not in PLAIN_COSTS:
        return None
    kinds: set[str] = set()
    for alternative in ability.adds:
        symbols = symbols_of(alternative)
        if alternative == "any color":
            kinds |= set(COLORS)
        elif len(symbols) == 1 and symbols[0] in {*COLORS, "c"}:
            kinds.add(symbols[0])
        else:
            return None
    return frozenset(kinds)


def kept_from(world: World, player: str, thing: Thing, traits: Traits) -> Truth:
    """An effect keeps the player from activating this permanent's mana abilities."""
    found: list[Truth] = []
    for instance in world.instances:
        clause = instance.clause
        match clause:
            case CantActivate(mana_abilities=True):
                bans = True
            case Cant(verbs=verbs):
                bans = "activate_mana" in verbs
            case ActivateTiming(only="sorcery"):
                bans = not sorcery_moment(world.game, player)
            case ActivateTiming():
                bans = not is_active(world.game, player)
            case _:
                bans = False
        if bans:
            touched = touches(world.game, _of_permanents(instance, thing), thing, traits)
            found.append(both(affects(world, instance, player), touched))
    return either(*found)


def _of_permanents(instance: Instance, thing: Thing) -> Instance:
    """The effect without the phrases that mean only permanents, if the thing is none (109.2)."""
    clause = instance.clause
    if thing.zone == "battlefield" or not clause.on or clause.applies_to:
        return instance
    kept = (phrase for phrase in clause.on if names_zone(phrase) or not names_type(phrase))
    phrases = tuple(kept) or ("in hand not in hand",)
    return replace(instance, clause=msgspec.structs.replace(clause, on=phrases))


def _life(world: World, player: str, amount: int) -> Truth:
    if amount == 0:
        return "yes"
    life = team_life(world, player)
    enough = "open" if life is None else sure(life >= amount)
    return both(life_can_change(world, player), enough)


def team_life(world: World, player: str) -> int | None:
    """The life that is told for the player, or for somebody who shares it."""
    stated = (seat(world.game, member).life for member in sharing_life(world, player))
    return next((one for one in stated if one is not None), None)


def life_can_change(world: World, player: str) -> Truth:
    """No effect keeps the player's life, or that of the team, as it is."""
    return negate(
        either(
            *(
                affects(world, instance, member)
                for instance in world.instances
                for member in sharing_life(world, player)
                if isinstance(instance.clause, LifeCantChange)
            )
        )
    )


def sharing_life(world: World, player: str) -> tuple[str, ...]:
    """The players whose life is this player's: in Two-Headed Giant the whole team."""
    own = seat(world.game, player).team
    if "two_headed_giant" not in variants(world.game) or own is None:
        return (player,)
    return tuple(one.name for one in world.game.document.players if one.team == own)


def _counters(bill: Bill, kind: str, number: int) -> Truth:
    if bill.subject is None:
        return "open"
    return sure(bill.subject.counters.get(kind, 0) >= number)


def _objects(
    world: World, bill: Bill, parts: tuple[ObjectPart, ...], eaten: set[str | None]
) -> Truth:
    """Enough objects for each part, and for all of them together, without those eaten."""
    choices = [
        (part, {k: v for k, v in candidates_for(world, bill, part).items() if k not in eaten})
        for part in parts
    ]
    certain = tuple(
        (part.number, frozenset(one for one, truth in fit.items() if truth == "yes"))
        for part, fit in choices
    )
    possible = tuple(
        (part.number, frozenset(one for one, truth in fit.items() if truth != "no"))
        for part, fit in choices
    )
    if can_share(certain):
        return "yes"
    return "open" if can_share(possible) else "no"


def candidates_for(world: World, bill: Bill, part: ObjectPart) -> dict[str, Truth]:
    found: dict[str, Truth] = {}
    for thing in world.game.things:
        if thing.zone != part.zone or thing.holder != bill.player or thing.phased_out:
            continue
        if bill.subject == thing and (part.another or thing.zone != "battlefield"):
            continue
        setting = Setting(thing.zone, thing.id, token=thing.token)
        found[thing.id] = fits(part.phrase, look(world, thing), setting)
    return found
