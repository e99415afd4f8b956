"""The payer itself, on boards made by hand. Sources are written `price: adds or adds`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from pyadapter.model import StateDocument
from tests.payer.boards import small_pairs
from tests.payer.payer import after, least_life, payable, values_of_x
from tests.payer.reading import amounts_of, board_of, cost_of, price_of, symbols_in
from tests.payer.table import Ability, Board, Mana, Snow, Source

FOREST = "{T}: {G}"
WASTES = "{T}: {C}"
SIGNET = "{1}, {T}: {W}{U}"
FILTER = "{W/U}, {T}: {W}{W} or {W}{U} or {U}{U}"


def made(*abilities: str, snow: Snow = "", only: tuple[str, ...] = (), **more: Any) -> Source:
    """A source with these abilities."""
    return Source(
        tuple(
            Ability(
                price_of(price),
                tuple(
                    tuple(Mana(colour, snow, only) for colour in amount)
                    for text in adds.split(" or ")
                    for amount in amounts_of(text)
                ),
            )
            for price, _, adds in (each.partition(": ") for each in abilities)
        ),
        **more,
    )


def board(pool: str = "", *sources: str | Source, **more: Any) -> Board:
    """A board with this mana in the pool and these sources."""
    return Board(
        pool=tuple(Mana(colour) for colour in symbols_in(pool)),
        sources=tuple(made(each) if isinstance(each, str) else each for each in sources),
        **more,
    )


@pytest.mark.parametrize(
    ("cost", "pool", "can"),
    [
        ("{0}", "", True),
        ("{1}", "", False),
        ("{1}", "{C}", True),
        ("{2}", "{G}", False),
        ("{G}", "{C}", False),
        ("{C}", "{G}", False),
        ("{1}{G}", "{G}{W}", True),
        ("{1}{G}", "{W}{W}", False),
        ("{W/U}", "{U}", True),
        ("{W/U}", "{B}", False),
        ("{W/U}{W}", "{W}{U}", True),
        ("{W/U}{W/U}", "{W}{B}", False),
        ("{C/W}", "{C}", True),
        ("{C/W}", "{U}", False),
        ("{2/W}", "{W}", True),
        ("{2/W}", "{B}{C}", True),
        ("{2/W}", "{B}", False),
        ("{2/W}{W}", "{W}{B}{R}", True),
        ("{2/W}{2/U}", "{W}{B}{R}", True),
        ("{2/W}{2/U}", "{B}{R}{R}", False),
        ("{S}", "{G}", False),
    ],
)
def test_mana_pays_for_symbols(cost: str, pool: str, can: bool) -> None:
    assert payable(cost, board(pool, life=0)) is can


@pytest.mark.parametrize(
    ("cost", "pool", "life"),
    [
        ("{W/P}", "", 2),
        ("{W/P}", "{W}", 0),
        ("{W/P}{W/P}", "{W}", 2),
        ("{W/P}{W}", "{W}", 2),
        ("{G/U/P}", "{U}", 0),
        ("{G/U/P}", "{W}", 2),
        ("{C/P}", "{C}", 0),
        ("pay 3 life", "", 3),
        ("{W/P}, pay 3 life", "", 5),
        ("{W}", "{U}", None),
    ],
)
def test_the_least_life_is_found(cost: str, pool: str, life: int | None) -> None:
    assert least_life(cost, board(pool)) == life
    if life:
        assert payable(cost, board(pool, life=life))
        assert not payable(cost, board(pool, life=life - 1))
        assert not payable(cost, board(pool, life_is_fixed=True))


def test_life_that_cannot_change_hinders_nothing_that_costs_no_life() -> None:
    assert payable("{W/P}", board("{W}", life_is_fixed=True))
    assert payable("{W}", board("{W}", life=-3))


def test_a_source_is_tapped_once() -> None:
    assert not payable("{2}", board("", FOREST))
    assert payable("{2}", board("", FOREST, FOREST))


def test_a_source_with_two_colours_gives_one_of_them() -> None:
    assert payable("{W}", board("", "{T}: {W} or {U}"))
    assert not payable("{W}{U}", board("", "{T}: {W} or {U}"))


def test_two_abilities_that_tap_share_the_tapping() -> None:
    assert not payable("{W}{U}", board("", made("{T}: {W}", "{T}: {U}")))


def test_an_ability_that_does_not_tap_can_follow_one_that_does() -> None:
    assert payable("{W}{U}", board("", made("{T}: {W}", "sacrifice this: {U}")))
    assert payable("{U}", board("", made("{T}: {W}", "sacrifice this: {U}", ready=False)))
    assert not payable("{W}", board("", made("{T}: {W}", "sacrifice this: {U}", ready=False)))


def test_what_has_gone_cannot_be_tapped() -> None:
    assert not payable("{W}{U}", board("", made("{T}, exile this: {W}", "{T}: {U}")))
    assert not payable("{2}", board("", made("sacrifice this: {W}", "exile this: {U}")))


def test_a_lump_may_be_more_than_is_needed() -> None:
    assert payable("{1}", board("", "{T}: {C}{C}"))
    assert payable("{W}", board("", "{T}: {W}{U}"))


def test_mana_of_any_one_colour_is_of_one_colour() -> None:
    lotus = "{T}, sacrifice this: three mana of any one color"
    assert payable("{1}{G}{G}", board("", lotus))
    assert not payable("{1}{G}{W}", board("", lotus))
    assert not payable("{C}", board("", lotus))


def test_mana_in_any_combination_may_be_mixed() -> None:
    grove = "{T}: two mana in any combination of {R} and {G}"
    assert payable("{R}{G}", board("", grove))
    assert payable("{R}{R}", board("", grove))
    assert not payable("{R}{W}", board("", grove))


def test_a_signet_needs_a_mana_first() -> None:
    assert not payable("{W}{U}", board("", SIGNET))
    assert not payable("{W}{U}", board("", SIGNET, SIGNET))
    assert payable("{W}{U}", board("", SIGNET, WASTES))
    assert not payable("{W}{U}{C}", board("", SIGNET, WASTES))


def test_signets_feed_each_other_in_a_row() -> None:
    golgari = "{1}, {T}: {B}{G}"
    assert payable("{W}{B}{G}", board("", SIGNET, golgari, WASTES))
    assert not payable("{W}{U}{B}{G}", board("", SIGNET, golgari, WASTES))


def test_a_filter_land_takes_one_of_its_colours() -> None:
    land = made("{T}: {C}", FILTER)
    assert payable("{U}{U}", board("{W}", land))
    assert not payable("{U}{U}", board("{R}", land))
    assert payable("{1}{W}", board("{W}", land))
    assert not payable("{C}{W}{W}", board("{W}", land))


def test_a_signet_opens_a_filter_land_and_two_filter_lands_do_not_open_each_other() -> None:
    assert payable("{U}{U}{U}", board("", FILTER, SIGNET, WASTES))
    assert not payable("{1}", board("", FILTER, FILTER))


def test_coloured_inputs_ask_for_their_colour() -> None:
    turner = "{G}, {T}: {R}"
    assert payable("{R}", board("", turner, FOREST))
    assert not payable("{R}", board("", turner, WASTES))


def test_converters_can_be_used_again_if_they_do_not_tap() -> None:
    assert payable("{W}{U}", board("{G}{G}", "{G}: any color"))
    assert not payable("{W}{U}{B}", board("{G}{G}", "{G}: any color"))


def test_what_could_be_activated_without_end_is_refused() -> None:
    for endless in ("{1}: {C}{C}", "pay 1 life: {B}"):
        with pytest.raises(ValueError, match="without end"):
            payable("{1}", board("{C}", endless))


def test_life_for_mana_abilities_counts() -> None:
    horizon = "{T}, pay 1 life: {G} or {W}"
    assert payable("{G}{W}", board("", horizon, horizon, life=2))
    assert not payable("{G}{W}", board("", horizon, horizon, life=1))
    assert not payable("{G}{W/P}", board("", horizon, life=2))
    assert payable("{G}", board("", horizon, FOREST, life=0))
    assert not payable("{G}", board("", horizon, life_is_fixed=True))


def test_life_for_the_input_of_a_mana_ability_counts() -> None:
    assert least_life("{R}", board("", "{G/P}, {T}: {R}")) == 2
    assert least_life("{R}", board("", "{G/P}, {T}: {R}", FOREST)) == 0


def test_counters_are_spent_one_by_one_unless_the_source_taps() -> None:
    charge = (("charge", 2),)
    assert payable("{W}{W}", board("", made("remove a charge counter: {W}", counters=charge)))
    assert not payable("{3}", board("", made("remove a charge counter: {W}", counters=charge)))
    assert not payable("{2}", board("", made("{T}, remove a charge counter: {W}", counters=charge)))
    assert not payable("{1}", board("", "remove a charge counter: {W}"))


def test_abilities_share_the_counters_of_their_source() -> None:
    both = made(
        "remove a charge counter: {W}", "remove two charge counters: {U}", counters=(("charge", 2),)
    )
    assert payable("{W}{W}", board("", both))
    assert payable("{U}", board("", both))
    assert not payable("{U}{W}", board("", both))


def test_milling_needs_a_library() -> None:
    assert payable("{1}", board("", "{T}, mill a card: {C}", library=20))
    assert not payable("{1}", board("", "{T}, mill a card: {C}"))


def test_restricted_mana_pays_where_its_purpose_fits() -> None:
    morph = frozenset({"morph costs"})
    mana = Mana("G", only=("cast creature spells", "morph costs"))
    assert payable("{G}", Board(pool=(mana,), purposes=morph))
    assert not payable("{G}", Board(pool=(mana,)))


def test_restricted_mana_never_pays_for_a_mana_ability() -> None:
    morph = frozenset({"morph costs"})
    mana = Mana("G", only=("morph costs",))
    signet = made(SIGNET)
    assert not payable("{W}", Board(pool=(mana,), sources=(signet,), purposes=morph))
    assert payable("{W}", Board(pool=(mana, Mana("G")), sources=(signet,), purposes=morph))
    assert payable("{2}", Board(pool=(mana, Mana("G")), purposes=morph))


def test_a_restricted_source_gives_restricted_mana() -> None:
    gossip = made("{T}: {R}{G}", only=("turn creatures face up",))
    up = frozenset({"turn creatures face up"})
    assert payable("{R}{G}", board("", gossip, purposes=up))
    assert not payable("{R}", board("", gossip))
    assert not payable("{W}{U}", board("", gossip, SIGNET, purposes=up))


def test_snow_mana_from_permanents_pays_for_snow_and_from_other_sources_only_later() -> None:
    other = Board(pool=(Mana("G", "other"),))
    assert payable("{S}", Board(pool=(Mana("G", "permanent"),)))
    assert not payable("{S}", other)
    assert payable("{S}", Board(pool=other.pool, any_snow=True))
    assert payable("{G}", other)


def test_a_snow_unit_pays_for_one_symbol() -> None:
    snow = made(FOREST, snow="permanent")
    assert not payable("{S}{G}", board("", snow))
    assert payable("{S}{G}", board("", snow, FOREST))
    assert payable("{S}{W}", board("", made(SIGNET, snow="permanent"), FOREST))


def test_snow_that_goes_through_a_signet_is_snow_no_more() -> None:
    snow = made(FOREST, snow="permanent")
    assert payable("{S}", board("", snow, SIGNET))
    assert not payable("{S}{W}", board("", snow, SIGNET))


def test_x_is_every_amount_that_can_be_paid() -> None:
    assert values_of_x("{X}", board("{G}{G}{G}")) == (0, 1, 2, 3)
    assert values_of_x("{X}{G}", board("{G}{G}{G}")) == (0, 1, 2)
    assert values_of_x("{X}{X}{G}", board("{G}{G}{G}{G}")) == (0, 1)
    assert values_of_x("{X}{W}", board("{G}{G}{G}")) == ()
    assert values_of_x("{G}", board("{G}")) == (0,)


def test_x_begins_at_its_least_value() -> None:
    assert values_of_x("{X}{G}", board("{G}{G}{G}", least_x=1)) == (1, 2)
    assert values_of_x("{X}{G}", board("{G}", least_x=1)) == ()


def test_x_is_not_helped_by_life() -> None:
    assert values_of_x("{X}{G/P}", board("{G}{G}", life=20)) == (0, 1, 2)
    assert values_of_x("{X}{G/P}", board("{G}{G}", life=1)) == (0, 1)


def test_changes_touch_the_generic_part_alone() -> None:
    assert payable("{2}{G}", board("{G}", change=-2))
    assert payable("{2}{G}", board("{G}", change=-5))
    assert not payable("{2}{G}", board("{W}", change=-5))
    assert payable("{S}", Board(pool=(Mana("G", "permanent"),), change=-1))
    assert not payable("{S}", board("{G}", change=-1))
    assert not payable("{G}", board("{G}", change=1))
    assert payable("{G}", board("{G}{R}", change=1))


def test_changes_touch_the_mana_that_x_stands_for() -> None:
    assert values_of_x("{X}", board("{G}", change=-2)) == (0, 1, 2, 3)
    assert values_of_x("{X}", board("{G}{G}{G}", change=2)) == (0, 1)


def naive_least_life(cost: str, on: Board) -> int | None:
    """The least life without any shortcut: every activation in every order, then every way to pay.

    X isn't known here, nor what changes a cost.
    """
    price = price_of(cost)
    seen: dict[tuple[tuple[Mana, ...], tuple[Source, ...]], int] = {}
    waiting = [(on.pool, on.sources, 0)]
    while waiting:
        pool, sources, life = waiting.pop()
        pool = tuple(sorted(pool))
        if seen.get((pool, sources), life + 1) <= life:
            continue
        seen[pool, sources] = life
        for index, source in enumerate(sources):
            for ability in source.abilities:
                left = after(source, ability.price)
                if left is None:
                    continue
                then = (*sources[:index], left, *sources[index + 1 :])
                for kept, paid in naive_payments(ability.price.symbols, pool, frozenset(), on):
                    for added in ability.adds:
                        waiting.append(((*kept, *added), then, life + paid + ability.price.life))
    lives = [
        life + paid + price.life
        for (pool, _), life in seen.items()
        for _, paid in naive_payments(price.symbols, pool, on.purposes, on)
    ]
    return min(lives, default=None)


def naive_payments(
    symbols: tuple[str, ...], pool: tuple[Mana, ...], purposes: frozenset[str], on: Board
) -> Iterator[tuple[tuple[Mana, ...], int]]:
    """What can be left of the pool, and the life paid, when the symbols are paid one by one."""
    if not symbols:
        yield pool, 0
        return
    first, rest = symbols[0], symbols[1:]
    for half in first.split("/"):
        if half == "P":
            yield from ((left, life + 2) for left, life in naive_payments(rest, pool, purposes, on))
        elif half == "0":
            yield from naive_payments(rest, pool, purposes, on)
        elif half.isdigit() and half != "1":
            ones = ("1",) * int(half)
            yield from naive_payments((*ones, *rest), pool, purposes, on)
        else:
            for index, mana in enumerate(pool):
                snow = mana.snow == "permanent" or (on.any_snow and mana.snow == "other")
                if mana.only and not purposes & set(mana.only):
                    continue
                if half == "1" or (snow if half == "S" else mana.colour == half):
                    others = (*pool[:index], *pool[index + 1 :])
                    yield from naive_payments(rest, others, purposes, on)


def test_the_payer_takes_no_shortcut_that_changes_anything() -> None:
    rng = Random(7)
    tried = 0
    for pair in small_pairs(rng, 1200):
        on = board_of(pair.document, "alice", pair.action)
        many = sum(len(ability.adds) for source in on.sources for ability in source.abilities)
        if "{X}" not in pair.cost and not on.change and many <= 9:
            tried += 1
            expected = naive_least_life(pair.cost, on)
            assert least_life(pair.cost, on) == expected, str(pair)
    assert tried > 400


def state(*battlefield: Any, cost: str = "{G}", **more: Any) -> StateDocument:
    """A state in which alice's Hidden may be turned up for a cost."""
    hidden = {"card": "Hidden", "id": "hidden", "face_down": True}
    document = {
        "turn": "alice",
        "phase": "precombat_main",
        "priority": "alice",
        "players": [
            {"name": "alice", "team": "a", "battlefield": [hidden, *battlefield]},
            {"name": "alan", "team": "a", "life": 3},
            {"name": "bob", "team": "b", "life": 9},
        ],
        "cards": [
            {"name": "Hidden", "type": "Creature", "abilities": [{"kind": "morph", "cost": cost}]},
            {"name": "Taiga", "type": "Land — Mountain Forest"},
            {"name": "Snow Plains", "type": "Basic Snow Land — Plains"},
            {"name": "Elf", "type": "Creature", "abilities": [{"kind": "mana", "adds": ["{G}"]}]},
        ],
        "variant": "two_headed_giant",
        **more,
    }
    return msgspec.convert(document, StateDocument)


def read(*battlefield: Any, **more: Any) -> Board:
    return board_of(state(*battlefield, **more), "alice", "turn_face_up(hidden)")


def test_basic_land_types_bring_their_abilities() -> None:
    assert payable("{R}", read("Taiga"))
    assert payable("{G}", read("Taiga"))
    assert not payable("{R}{G}", read("Taiga"))
    assert payable("{S}{W}", read("Snow Plains", "Snow Plains"))


def test_tapped_and_sick_and_phased_out_sources_do_not_tap() -> None:
    assert payable("{G}", read("Elf"))
    for status in ("tapped", "summoning_sick", "phased_out", "face_down"):
        assert not payable("{G}", read({"card": "Elf", status: True})), status
    assert payable("{G}", read({"card": "Taiga", "summoning_sick": True}))


def test_a_team_has_one_life_total_that_one_player_may_fix() -> None:
    assert payable("pay 3 life", read())
    assert not payable("pay 4 life", read())
    fixed = {"kind": "life_cant_change", "id": "e", "controller": "alan"}
    assert not payable("pay 3 life", read(effects=[fixed]))
    assert payable("pay 3 life", read(effects=[{**fixed, "controller": "bob"}]))


def test_the_reading_knows_purposes_and_changes() -> None:
    dearer = {"kind": "cost_change", "cost_of": "morph", "delta": 2, "id": "e", "controller": "bob"}
    other = {**dearer, "cost_of": "suspend", "id": "f"}
    found = read(cost="{X}{G}", effects=[dearer, other])
    assert found.change == 2
    assert {"morph costs", "costs with {X}", "turn creatures face up"} <= found.purposes
    assert "costs with {X}" not in read().purposes
    assert cost_of(state(cost="{2}"), "alice", "turn_face_up(hidden)") == "{2}"
