"""The canonical form: ids, cards and defaults written out, all faults found at once."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from pyadapter.canonical import READINGS, Canonical, canonical
from pyadapter.catalogue import known_cards
from pyadapter.contents import WHOM
from pyadapter.documents import read_document
from pyadapter.errors import MalformedStateError
from pyadapter.facts import state_facts
from pyadapter.from_facts import document_from
from pyadapter.model import FloatingMana, Permanent, StateDocument

ODD = {"name": "Odd Card", "type": "Artifact"}


def names_of(items: Iterable[Permanent]) -> tuple[str, ...]:
    return tuple(item.id or "" for item in items)


def moment(**fields: Any) -> dict[str, Any]:
    return {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [{"name": "ann"}, {"name": "bob"}],
        **fields,
    }


def with_ann(**fields: Any) -> dict[str, Any]:
    return moment(players=[{"name": "ann", **fields}, {"name": "bob"}])


def with_effect(**fields: Any) -> dict[str, Any]:
    return moment(effects=[{"kind": "other", "controller": "ann", **fields}])


def with_odd(**fields: Any) -> dict[str, Any]:
    return {**with_ann(hand=["Odd Card"]), "cards": [{**ODD, **fields}]}


def form(document: object) -> Canonical:
    return canonical(read_document(json.dumps(document)), catalogue=known_cards())


def form_of(document: object) -> StateDocument:
    return form(document).document


def faults_of(document: object) -> tuple[str, ...]:
    with pytest.raises(MalformedStateError) as caught:
        form(document)
    return caught.value.faults


def hand_ids(*hand: object) -> tuple[str, ...]:
    zone = form_of(with_ann(hand=list(hand))).players[0].hand
    return names_of(item for item in zone if isinstance(item, Permanent))


IDS: dict[str, tuple[tuple[object, ...], tuple[str, ...]]] = {
    "one": (("Forest",), ("forest",)),
    "several of a name": (("Forest", "Forest", "Forest"), ("forest", "forest_2", "forest_3")),
    "several words": (("Rift Bolt",), ("rift_bolt",)),
    "an apostrophe": (("Alchemist's Refuge",), ("alchemists_refuge",)),
    "a comma": (("Teferi, Mage of Zhalfir",), ("teferi_mage_of_zhalfir",)),
    "not known": (("?", "?"), ("unknown", "unknown_2")),
    "given": (({"card": "Forest", "id": "grove"}, "Forest"), ("grove", "forest")),
    "given, the plain one": (
        ({"card": "Island", "id": "forest"}, "Forest"),
        ("forest", "forest_2"),
    ),
    "given, a later one": (("Forest", {"card": "Island", "id": "forest"}), ("forest_2", "forest")),
    "given, in between": (
        ({"card": "Forest", "id": "forest_2"}, "Forest", "Forest"),
        ("forest_2", "forest", "forest_3"),
    ),
    "given as nothing": (({"card": "Forest", "id": ""},), ("forest",)),
}


@pytest.mark.parametrize(("hand", "ids"), IDS.values(), ids=IDS)
def test_an_object_has_the_id_it_is_given_or_else_one_made_from_its_name(
    hand: tuple[object, ...], ids: tuple[str, ...]
) -> None:
    assert hand_ids(*hand) == ids


@pytest.mark.parametrize("word", ["rule", "unnamed", "resolving"])
def test_no_id_is_made_that_stands_for_a_permission(word: str) -> None:
    document = {**with_ann(hand=[word.title()]), "cards": [{**ODD, "name": word.title()}]}
    (item,) = form_of(document).players[0].hand
    assert isinstance(item, Permanent)
    assert item.id == f"{word}_2"


def test_ids_are_counted_player_by_player_and_zone_by_zone_and_then_down_the_stack() -> None:
    zones = ("hand", "battlefield", "graveyard", "exile", "library", "command", "outside")
    document = moment(
        players=[
            {"name": "ann", **{zone: ["Opt"] for zone in reversed(zones)}},
            {"name": "bob", "hand": ["Opt"]},
        ],
        stack=[{"card": "Opt", "controller": "bob"}, {"card": "Opt", "controller": "ann"}],
        cards=[{"name": "Opt", "type": "Instant"}],
    )
    ann, bob = (found := form_of(document)).players
    ids = [names_of(getattr(ann, zone)) for zone in zones]
    assert ids == [("opt",), *((f"opt_{number}",) for number in range(2, 8))]
    assert names_of(item for item in bob.hand if isinstance(item, Permanent)) == ("opt_8",)
    assert [item.id for item in found.stack] == ["opt_9", "opt_10"]


def test_an_ability_on_the_stack_gets_its_id_from_its_text() -> None:
    document = moment(stack=[{"ability": "Draw two cards.", "controller": "bob"}])
    assert [item.id for item in form_of(document).stack] == ["draw_two_cards"]


def test_an_effect_gets_its_id_from_its_kind() -> None:
    document = moment(effects=[{"kind": "cast_limit"}, {"kind": "cast_limit"}])
    assert [effect.id for effect in form_of(document).effects] == ["cast_limit", "cast_limit_2"]


def test_an_object_gets_no_id_that_an_effect_has() -> None:
    document = {**with_effect(id="forest"), "players": [{"name": "ann", "hand": ["Forest"]}]}
    (item,) = form_of(document).players[0].hand
    assert isinstance(item, Permanent)
    assert item.id == "forest_2"


def test_paths_and_seats_tell_where_objects_and_effects_and_players_stand() -> None:
    document = {
        **moment(
            players=[{"name": "ann", "exile": ["Forest", "Island"]}, {"name": "bob"}],
            stack=[{"card": "Lightning Bolt", "controller": "bob"}],
            effects=[{"kind": "cast_limit"}],
        )
    }
    found = form(document)
    assert found.seats == {"ann": "$.players[0]", "bob": "$.players[1]"}
    assert found.paths == {
        "forest": "$.players[0].exile[0]",
        "island": "$.players[0].exile[1]",
        "lightning_bolt": "$.stack[0]",
        "cast_limit": "$.effects[0]",
    }


def test_the_canonical_form_holds_just_the_cards_that_the_state_names() -> None:
    document = {
        **with_ann(hand=["Forest"], battlefield=[{"card": "Island", "copy_of": ["Plains"]}]),
        "cards": [ODD],
    }
    assert [card.name for card in form_of(document).cards] == ["Forest", "Island", "Plains"]


def test_a_card_of_the_document_goes_before_one_that_comes_along() -> None:
    document = {
        **with_ann(hand=["Forest"]),
        "cards": [{"name": "Forest", "type": "Creature — Treefolk"}],
    }
    assert [card.type for card in form_of(document).cards] == ["creature — treefolk"]


def test_an_owner_is_the_player_in_whose_list_an_object_stands() -> None:
    (item,) = form_of(with_ann(hand=["Forest"])).players[0].hand
    assert isinstance(item, Permanent)
    assert item.owner == "ann"


def test_the_owner_of_a_spell_is_its_controller() -> None:
    document = moment(stack=[{"card": "Lightning Bolt", "controller": "bob"}])
    assert [item.owner for item in form_of(document).stack] == ["bob"]


def test_title_and_story_are_for_people_and_left_out() -> None:
    found = form_of(moment(title="Two lands", story="Long ago."))
    assert (found.title, found.story) == (None, None)


HALL = {
    "cards": [
        {
            "name": "Hall",
            "type": "Enchantment — Room",
            "halves": [{"name": "Left"}, {"name": "Right"}],
        }
    ]
}


def mana(**fields: Any) -> dict[str, Any]:
    return with_odd(abilities=[{"kind": "mana", "adds": ["{G}"], **fields}])


SAME: dict[str, tuple[object, object]] = {
    "phase or step": (
        {"turn": "ann", "phase": "draw", "priority": "ann", "players": [{"name": "ann"}]},
        {"turn": "ann", "step": "draw", "priority": "ann", "players": [{"name": "ann"}]},
    ),
    "turn as a map": (
        {"turn": "ann", "phase": "draw", "priority": "ann", "players": [{"name": "ann"}]},
        {"turn": {"ann": "draw"}, "priority": "ann", "players": [{"name": "ann"}]},
    ),
    "priority as a list": (moment(priority="ann"), moment(priority=["ann"])),
    "priority twice": (moment(priority=["bob", "ann", "bob"]), moment(priority=["ann", "bob"])),
    "nobody's priority": (moment(priority=None), moment(priority=[])),
    "variant as a list": (moment(variant="planechase"), moment(variant=["planechase"])),
    "order of variants": (
        moment(variant=["planechase", "commander"]),
        moment(variant=["commander", "planechase", "commander"]),
    ),
    "object or name": (with_ann(hand=["Forest"]), with_ann(hand=[{"card": "Forest"}])),
    "id spelled out": (
        with_ann(hand=["Forest", "Forest"]),
        with_ann(hand=["Forest", {"card": "Forest", "id": "forest_2"}]),
    ),
    "owner spelled out": (
        with_ann(hand=["Forest"]),
        with_ann(hand=[{"card": "Forest", "owner": "ann"}]),
    ),
    "no counters": (
        with_ann(hand=["Forest"]),
        with_ann(hand=[{"card": "Forest", "counters": {"time": 0}}]),
    ),
    "order of counters": (
        with_ann(hand=[{"card": "Forest", "counters": {"age": 1, "time": 2}}]),
        with_ann(hand=[{"card": "Forest", "counters": {"time": 2, "age": 1}}]),
    ),
    "number of land plays": (
        with_ann(lands_played=2),
        with_ann(lands_played=["unnamed", "unnamed"]),
    ),
    "no land plays": (with_ann(lands_played=0), with_ann(lands_played=[])),
    "number of spells": (with_ann(spells_cast=3), with_ann(spells_cast=["?", "?", "?"])),
    "pool as a list": (with_ann(pool="{G}{G}"), with_ann(pool=["{G}", "{G}"])),
    "pool of objects": (with_ann(pool="{G}{G}"), with_ann(pool=[{"mana": "{G}{G}"}])),
    "generic mana in a pool": (with_ann(pool="{2}"), with_ann(pool="{C}{C}")),
    "empty pool": (with_ann(pool=""), with_ann(pool=[])),
    "order of what is ignored": (
        with_ann(ignores=["one", "two"]),
        with_ann(ignores=["two", "one", "two"]),
    ),
    "cant_play_lands": (
        with_effect(kind="cant_play_lands", id="ban"),
        with_effect(kind="cant", verbs=["play_land"], id="ban"),
    ),
    "cant_cast": (
        with_effect(kind="cant_cast", id="ban", on=["artifact"]),
        with_effect(kind="cant", verbs=["cast"], id="ban", on=["artifact"]),
    ),
    "cant_search": (
        with_effect(kind="cant_search", id="ban"),
        with_effect(kind="cant", verbs=["search"], id="ban"),
    ),
    "cant_turn_face_up": (
        with_effect(kind="cant_turn_face_up", id="ban"),
        with_effect(kind="cant", verbs=["turn_face_up"], id="ban"),
    ),
    "cant_activate": (
        with_effect(kind="cant_activate", mana_abilities=True, id="ban"),
        with_effect(kind="cant", verbs=["activate_mana"], id="ban"),
    ),
    "cant_activate other abilities": (
        with_effect(kind="cant_activate", id="ban"),
        with_effect(kind="other", id="ban"),
    ),
    "order of verbs": (
        with_effect(kind="cant", verbs=["cast", "search"]),
        with_effect(kind="cant", verbs=["search", "cast", "search"]),
    ),
    "order of a description": (
        with_effect(kind="cant_cast", on=["land nonbasic in hand"]),
        with_effect(kind="cant_cast", on=["in hand nonbasic land card"]),
    ),
    "plural of a description": (
        with_effect(kind="cant_cast", on=["red creatures"]),
        with_effect(kind="cant_cast", on=["a red creature"]),
    ),
    "everything": (
        with_effect(kind="cant_cast", on=["card"]),
        with_effect(kind="cant_cast"),
    ),
    "everything and more": (
        with_effect(kind="cant_cast", on=["artifact", "card"]),
        with_effect(kind="cant_cast", on=["card"]),
    ),
    "order of objects": (
        with_effect(applies_to=["one", "two"]),
        with_effect(applies_to=["two", "one"]),
    ),
    "plural of types": (
        with_effect(kind="adds_land_types", types=["Islands", "Swamp"]),
        with_effect(kind="adds_land_types", types=["swamp", "island"]),
    ),
    "space around a cost": (
        with_effect(allows={"by": "ann", "cost": "{1}{U},discard a card."}),
        with_effect(allows={"by": "ann", "cost": " {1}{U}, discard a card"}),
    ),
    "any color": (mana(adds=["any color"]), mana(adds=["{W}", "{U}", "{B}", "{R}", "{G}"])),
    "cost of a mana ability": (mana(), mana(cost="{T}")),
    "the same alternative twice": (mana(), mana(adds=["{G}", "{G}"])),
    "dash of a type line": (
        with_odd(type="Legendary Creature — Human Wizard"),
        with_odd(type="legendary creature - human wizard"),
    ),
    "colours of a cost": (
        with_odd(mana_cost="{2}{G}{W}"),
        with_odd(mana_cost="{2}{G}{W}", colors=["green", "white", "green"]),
    ),
    "no colours": (with_odd(), with_odd(colors=[])),
    "order of topics": (
        with_odd(not_understood=["morph", "cost"]),
        with_odd(not_understood=["cost", "morph"]),
    ),
    "order of kinds of abilities": (
        with_odd(abilities=[{"kind": "cast_limit"}, {"kind": "mana", "adds": ["{G}"]}, "flash"]),
        with_odd(abilities=["flash", {"kind": "mana", "adds": ["{G}"]}, {"kind": "cast_limit"}]),
    ),
    "order of merged cards": (
        with_ann(battlefield=[{"card": "Forest", "merged_with": ["Island", "Swamp"]}]),
        with_ann(battlefield=[{"card": "Forest", "merged_with": ["Swamp", "Island", "Swamp"]}]),
    ),
    "order of unlocked halves": (
        {**with_ann(battlefield=[{"card": "Hall", "unlocked": ["Left", "Right"]}]), **HALL},
        {**with_ann(battlefield=[{"card": "Hall", "unlocked": ["Right", "Left"]}]), **HALL},
    ),
    "type of a face": (
        with_odd(back={"name": "Even Card"}),
        with_odd(back={"name": "Even Card", "type": ODD["type"]}),
    ),
    "colours of halves": (
        with_odd(halves=[{"name": "Left", "mana_cost": "{R}"}, {"name": "Right"}]),
        with_odd(colors=["red"], halves=[{"name": "Left", "mana_cost": "{R}"}, {"name": "Right"}]),
    ),
    "a card's name in other letters": (
        with_ann(
            battlefield=["forest", {"card": "ISLAND", "copy_of": ["sWamp"]}],
            spells_cast=["rift bolt"],
        ),
        with_ann(
            battlefield=["Forest", {"card": "Island", "copy_of": ["Swamp"]}],
            spells_cast=["Rift Bolt"],
        ),
    ),
    "mana cost of halves": (
        with_odd(
            halves=[
                {"name": "Left", "mana_cost": "{X}{1}{R}"},
                {"name": "Right", "mana_cost": "{2}{U}"},
            ]
        ),
        with_odd(
            mana_cost="{X}{3}{R}{U}",
            halves=[
                {"name": "Left", "mana_cost": "{X}{1}{R}"},
                {"name": "Right", "mana_cost": "{2}{U}"},
            ],
        ),
    ),
    "what wasn't made out of a half's cost": (
        with_odd(
            halves=[
                {"name": "Left", "mana_cost": "{R}"},
                {"name": "Right", "not_understood": ["cost"]},
            ]
        ),
        with_odd(
            not_understood=["cost"],
            halves=[
                {"name": "Left", "mana_cost": "{R}"},
                {"name": "Right", "not_understood": ["cost"]},
            ],
        ),
    ),
    "the readings that hold anyway": (
        moment(),
        moment(readings={name: choices[0] for name, choices in READINGS.items()}),
    ),
    "title": (moment(title="One"), moment(title="Another")),
    "a card that is not named": (moment(), moment(cards=[ODD])),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_two_ways_of_writing_the_same_state_have_the_same_form(one: object, other: object) -> None:
    assert form_of(one) == form_of(other)


DIFFERENT: dict[str, tuple[object, object]] = {
    "a land play under the rule": (with_ann(lands_played=["rule"]), with_ann(lands_played=1)),
    "order of land plays": (
        with_ann(lands_played=["rule", "unnamed"]),
        with_ann(lands_played=["unnamed", "rule"]),
    ),
    "order of a library": (
        with_ann(library=["Forest", "Island"]),
        with_ann(library=["Island", "Forest"]),
    ),
    "snow": (with_ann(pool=["{G}"]), with_ann(pool=[{"mana": "{G}", "snow": True}])),
    "snow of another source": (
        with_ann(pool=[{"mana": "{G}", "snow": "other"}]),
        with_ann(pool=[{"mana": "{G}", "snow": True}]),
    ),
    "manifested or cloaked": (
        with_ann(battlefield=[{"card": "Forest", "face_down": True, "manifested": True}]),
        with_ann(battlefield=[{"card": "Forest", "face_down": True, "cloaked": True}]),
    ),
    "a reading": (moment(), moment(readings={"plot_timing": "own_turn"})),
    "a back and its being modal": (
        with_odd(back={"name": "Even Card"}),
        with_odd(back={"name": "Even Card"}, modal=True),
    ),
    "purpose": (
        with_ann(pool=["{G}"]),
        with_ann(pool=[{"mana": "{G}", "only": ["cast creature spells"]}]),
    ),
    "colours other than those of the cost": (
        with_odd(mana_cost="{G}"),
        with_odd(mana_cost="{G}", colors=[]),
    ),
    "no mana cost": (with_odd(), with_odd(mana_cost="{0}")),
    "order of copy effects": (
        with_ann(hand=[{"card": "Forest", "copy_of": ["Island", "Plains"]}]),
        with_ann(hand=[{"card": "Forest", "copy_of": ["Plains", "Island"]}]),
    ),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_two_states_that_differ_have_different_forms(one: object, other: object) -> None:
    assert form_of(one) != form_of(other)


def test_the_form_of_a_form_is_the_form_itself() -> None:
    for name, pair in SAME.items():
        for once in map(form_of, pair):
            assert canonical(once, catalogue={}).document == once, name


def test_an_unknown_card_says_where_cards_can_come_from() -> None:
    (fault,) = faults_of(with_ann(hand=["Frost"]))
    assert fault == (
        "$.players[0].hand[0]: found the card 'Frost', which is not known, expected a card that is"
        " defined in the document's `cards`, in a file given with --cards, or comes along"
        " (`special-actions cards` lists those)"
    )


UNKNOWN_CARDS: dict[str, tuple[object, str]] = {
    "an object": (
        with_ann(battlefield=["Forest", {"card": "Frost"}]),
        "$.players[0].battlefield[1].card",
    ),
    "a copy": (
        with_ann(hand=[{"card": "Forest", "copy_of": ["Island", "Frost"]}]),
        "$.players[0].hand[0].copy_of[1]",
    ),
    "a spell": (moment(stack=[{"card": "Frost", "controller": "bob"}]), "$.stack[0].card"),
    "a spell that was cast": (with_ann(spells_cast=["?", "Frost"]), "$.players[0].spells_cast[1]"),
}


@pytest.mark.parametrize(("document", "path"), UNKNOWN_CARDS.values(), ids=UNKNOWN_CARDS)
def test_an_unknown_card_is_found_wherever_it_is_named(document: object, path: str) -> None:
    (fault,) = faults_of(document)
    assert fault.startswith(f"{path}: found the card 'Frost'")


UNREADABLE: dict[str, tuple[object, str, str, str]] = {
    "pool": (with_ann(pool="{G}{Q}"), "$.players[0].pool", "{G}{Q}", "{Q}"),
    "pool as a list": (with_ann(pool=["{G}", "{Y}"]), "$.players[0].pool[1]", "{Y}", "{Y}"),
    "pool of two colours": (
        with_ann(pool="{G/U}"),
        "$.players[0].pool",
        "{G/U}",
        "{G/U}",
    ),
    "cost of an action": (
        with_effect(allows={"by": "ann", "cost": "{1}{Z}"}),
        "$.effects[0].allows.cost",
        "{1}{Z}",
        "{Z}",
    ),
    "cost of ignoring": (
        with_effect(ignore={"cost": "{2}, juggle a knife"}),
        "$.effects[0].ignore.cost",
        "{2}, juggle a knife",
        "juggle a knife",
    ),
    "number in a cost": (
        with_effect(allows={"by": "ann", "cost": "pay many life"}),
        "$.effects[0].allows.cost",
        "pay many life",
        "many",
    ),
    "description in a cost": (
        with_effect(allows={"by": "ann", "cost": "sacrifice a card mana value big"}),
        "$.effects[0].allows.cost",
        "sacrifice a card mana value big",
        "card mana value big",
    ),
    "description": (
        with_effect(on=["land", "creature mana value big"]),
        "$.effects[0].on[1]",
        "creature mana value big",
        "a number after 'mana value'",
    ),
    "zone of a description": (
        with_effect(on=["land in limbo"]),
        "$.effects[0].on[0]",
        "land in limbo",
        "a zone after 'in'",
    ),
    "name of a description": (
        with_effect(on=["land named"]),
        "$.effects[0].on[0]",
        "land named",
        "a name after 'named'",
    ),
}


@pytest.mark.parametrize(
    ("document", "path", "text", "symbol"), UNREADABLE.values(), ids=UNREADABLE
)
def test_what_cannot_be_read_is_told_with_its_path_its_text_and_what_is_wrong_in_it(
    document: object, path: str, text: str, symbol: str
) -> None:
    (fault,) = faults_of(document)
    where, _, what = fault.partition(": ")
    assert where == path
    assert text in what
    assert symbol in what


UNREADABLE_CARDS: dict[str, tuple[dict[str, Any], str, str]] = {
    "mana cost": ({"mana_cost": "{2}{Q}"}, "", "{Q}"),
    "morph": ({"abilities": ["flash", {"kind": "morph", "cost": "{Q}"}]}, "[1].cost", "{Q}"),
    "suspend": ({"abilities": [{"kind": "suspend", "n": 1, "cost": "{Q}"}]}, "[0].cost", "{Q}"),
    "mana ability": ({"abilities": [{"kind": "mana", "adds": ["{Q}"]}]}, "[0].adds", "{Q}"),
    "cost of a mana ability": (
        {"abilities": [{"kind": "mana", "adds": ["{G}"], "cost": "{Q}"}]},
        "[0].cost",
        "{Q}",
    ),
    "static ability": (
        {"abilities": [{"kind": "cant_cast", "on": ["in limbo"]}]},
        "[0].on[0]",
        "in limbo",
    ),
    "granted ability": (
        {"abilities": [{"kind": "grants", "abilities": [{"kind": "morph", "cost": "{Q}"}]}]},
        "[0].abilities",
        "{Q}",
    ),
}


@pytest.mark.parametrize(
    ("fields", "path", "symbol"), UNREADABLE_CARDS.values(), ids=UNREADABLE_CARDS
)
def test_what_cannot_be_read_on_a_card_is_told_with_its_path_on_the_card(
    fields: dict[str, Any], path: str, symbol: str
) -> None:
    (fault,) = faults_of(with_odd(**fields))
    where, _, what = fault.partition(": ")
    assert where.startswith("$.cards[")
    assert path in where
    assert symbol in what


FAULTS: dict[str, tuple[object, str]] = {
    "nobody plays": (
        moment(players=[]),
        "$.players: found nobody, expected at least one player",
    ),
    "a player without a name": (
        moment(players=[{"name": "ann"}, {"name": ""}]),
        "$.players[1].name: found '', expected another name",
    ),
    "no phase": (
        {"turn": "ann", "priority": "ann", "players": [{"name": "ann"}]},
        "$.phase: found nothing, expected the phase or step of the turn",
    ),
    "a phase and a step": (
        moment(step="end"),
        "$.step: found a step beside a phase, expected only one of the two",
    ),
    "a phase in nobody's turn": (
        moment(turn=None),
        "$.phase: found 'precombat_main' in nobody's turn, expected nothing",
    ),
    "a phase beside a map": (
        moment(turn={"ann": "draw"}),
        "$.phase: found 'precombat_main' beside a map of turns, expected nothing",
    ),
    "a card twice": (
        moment(cards=[ODD, ODD]),
        "$.cards[0].name: found 'Odd Card' again, expected one card a name",
    ),
    "card and ability": (
        moment(stack=[{"card": "Forest", "ability": "Draw.", "controller": "ann"}]),
        "$.stack[0]: found both or neither, expected either a `card` or an `ability`",
    ),
    "neither card nor ability": (
        moment(stack=[{"controller": "ann"}]),
        "$.stack[0]: found both or neither, expected either a `card` or an `ability`",
    ),
    "too many land plays": (
        with_ann(lands_played=1001),
        "$.players[0]: found more than 1000 land plays or spells, expected fewer",
    ),
    "too many spells": (
        with_ann(spells_cast=1001),
        "$.players[0]: found more than 1000 land plays or spells, expected fewer",
    ),
    "too much mana": (
        with_ann(pool="{1001}"),
        "$.players[0].pool: found more than 1000 mana, expected less",
    ),
    "an effect about nobody": (
        with_effect(who="zed"),
        f"$.effects[0].who: found 'zed', expected a player, or one of {', '.join(WHOM)}",
    ),
    "an effect about 'you' that is nobody's": (
        moment(effects=[{"kind": "other", "who": "you"}]),
        "$.effects[0].who: found 'you' without a controller or source, expected `controller` (who"
        " 'you' is) or `source`",
    ),
    "a reading that is not known": (
        moment(readings={"plot_time": "own_turn"}),
        "$.readings: found the reading 'plot_time', expected one of plot_timing, planar_die_count,"
        " effect_land_play, grand_melee_stack",
    ),
    "a choice that a reading doesn't have": (
        moment(readings={"plot_timing": "always"}),
        "$.readings.plot_timing: found 'always', expected one of main_phase, own_turn",
    ),
    "a subtype before the dash": (
        with_odd(type="Land Forest"),
        "$.cards[Odd Card].type: found 'Land Forest', expected card types and supertypes, then a"
        " dash and subtypes: 'Land — Forest'?",
    ),
    "a misspelt type": (
        with_odd(type="Creatur — Elf"),
        "$.cards[Odd Card].type: found 'Creatur — Elf', expected card types and supertypes, then a"
        " dash and subtypes: 'Creature — Elf'?",
    ),
    "a subtype before the dash of a face": (
        with_odd(back={"name": "Even Card", "type": "Land Forest"}),
        "$.cards[Odd Card].back.type: found 'Land Forest', expected card types and supertypes, then"
        " a dash and subtypes: 'Land — Forest'?",
    ),
    "a subtype before the dash of what lies face down": (
        with_ann(
            battlefield=[{"card": "Forest", "face_down": True, "face_down_as": "Land Forest"}]
        ),
        "$.players[0].battlefield[0].face_down_as: found 'Land Forest', expected card types and"
        " supertypes, then a dash and subtypes: 'Land — Forest'?",
    ),
    "a misspelt card": (
        with_ann(hand=["Exploraton"]),
        "$.players[0].hand[0]: found the card 'Exploraton', which is not known, expected a card"
        " that is defined in the document's `cards`, in a file given with --cards, or comes along"
        " (`special-actions cards` lists those); did you mean 'Exploration'?",
    ),
    "modal with one face": (
        with_odd(modal=True),
        "$.cards[Odd Card].modal: found modal without a back, expected the other face",
    ),
    "one half": (
        with_odd(halves=[{"name": "Left"}]),
        "$.cards[Odd Card].halves: found 1 of them, expected two halves, or a back, or neither",
    ),
    "halves and a back": (
        with_odd(halves=[{"name": "Left"}, {"name": "Right"}], back={"name": "Even Card"}),
        "$.cards[Odd Card].halves: found halves beside a back, expected two halves, or a back, or"
        " neither",
    ),
    "halves of one name": (
        with_odd(halves=[{"name": "Left"}, {"name": "Left"}]),
        "$.cards[Odd Card].halves: found one name twice, expected a name for each half",
    ),
    "a face without a name": (
        with_odd(back={"name": ""}),
        "$.cards[Odd Card]: found a face with an empty name, expected a name",
    ),
    "a face that would be taken for a card": (
        {
            **with_ann(hand=["Odd Card", "Odd Card // Even"]),
            "cards": [{**ODD, "back": {"name": "Even"}}, {**ODD, "name": "Odd Card // Even"}],
        },
        "$.cards[Odd Card]: found the face 'Even' beside a card 'Odd Card // Even', expected cards"
        " of other names",
    ),
    "a condition": (
        with_effect(**{"while": "it rains"}),
        "$.effects[0].while: found 'it rains', expected one of your turn, not your turn, yes, no,"
        " open, or '10 lands'",
    ),
}


@pytest.mark.parametrize(("document", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_its_path_what_was_found_and_what_was_expected(
    document: object, fault: str
) -> None:
    assert faults_of(document) == (fault,)


@pytest.mark.parametrize("name", WHOM)
def test_a_player_is_not_called_like_a_word_for_players(name: str) -> None:
    document = moment(players=[{"name": "ann"}, {"name": name}])
    assert faults_of(document) == (f"$.players[1].name: found {name!r}, expected another name",)


@pytest.mark.parametrize("whose", ["you", "opponents"])
def test_an_effect_about_somebodys_objects_says_who_you_is(whose: str) -> None:
    (fault,) = faults_of(moment(effects=[{"kind": "other", "whose": whose}]))
    assert fault.endswith("expected `controller` (who 'you' is) or `source`")


@pytest.mark.parametrize("field", ["controller", "source"])
def test_an_effect_says_who_you_is_by_its_controller_or_its_source(field: str) -> None:
    document = moment(effects=[{"kind": "other", "who": "you", field: "ann"}])
    assert [effect.who for effect in form_of(document).effects] == ["you"]


STRAY: dict[str, object] = {
    "id": "x",
    "controller": "ann",
    "source": "x",
    "until": "end of turn",
    "allows": {"by": "ann", "cost": "{0}"},
    "applies_to": ["x"],
    "gone": True,
    "time": 3,
}


@pytest.mark.parametrize(("field", "value"), STRAY.items(), ids=STRAY)
def test_a_static_ability_has_no_fields_of_an_effect_in_force(field: str, value: object) -> None:
    document = with_odd(abilities=[{"kind": "other", field: value}])
    (fault,) = faults_of(document)
    assert fault.endswith("expected fields of a static ability")


def test_a_stray_field_of_a_static_ability_is_named() -> None:
    (fault,) = faults_of(with_odd(abilities=[{"kind": "other", "applies_to": ["x"]}]))
    assert "found applies_to on a card" in fault


def test_a_static_ability_is_about_nobody_by_name() -> None:
    (fault,) = faults_of(with_odd(abilities=[{"kind": "cant_cast", "who": "bob"}]))
    assert fault.endswith(f"found 'bob', expected one of {', '.join(WHOM)}")


def test_all_faults_of_a_document_are_told_at_once_with_their_paths() -> None:
    document = {
        "turn": "ann",
        "priority": None,
        "players": [
            {"name": "ann", "hand": ["Frost", "Forest", "Slush"], "pool": "{Q}"},
            {"name": "each", "graveyard": [{"card": "Sleet"}]},
        ],
        "stack": [{"controller": "ann"}],
        "effects": [{"kind": "cant_cast", "who": "zed", "on": ["in limbo"], "while": "it rains"}],
    }
    paths = [fault.partition(": ")[0] for fault in faults_of(document)]
    assert sorted(paths) == [
        "$.effects[0].on[0]",
        "$.effects[0].while",
        "$.effects[0].who",
        "$.phase",
        "$.players[0].hand[0]",
        "$.players[0].hand[2]",
        "$.players[0].pool",
        "$.players[1].graveyard[0].card",
        "$.players[1].name",
        "$.stack[0]",
    ]


def test_the_text_of_the_error_is_all_faults_one_a_line() -> None:
    with pytest.raises(MalformedStateError) as caught:
        form(with_ann(hand=["Frost", "Slush"]))
    assert str(caught.value) == "\n".join(caught.value.faults)
    assert len(caught.value.faults) == 2


@pytest.mark.parametrize("words", [". X can't be 0.", ". X can’t be 0", ".  x can't be 0."])
def test_that_x_is_never_nothing_may_be_said_with_a_suspend_cost(words: str) -> None:
    said, plain = (
        form_of(with_odd(abilities=[{"kind": "suspend", "n": "X", "cost": "{X}{3}{R}" + more}]))
        for more in (words, "")
    )
    assert said == plain


def test_of_another_cost_it_is_told_how_to_say_so() -> None:
    for n, kind in ((2, "suspend"), (None, "morph")):
        ability = {"kind": kind, "cost": "{X}{R}. X can't be 0", **({"n": n} if n else {})}
        (fault,) = faults_of(with_odd(abilities=[ability]))
        assert 'where suspend has "n": "X", its X is never 0' in fault


@pytest.mark.parametrize("word", ["Forest", "Equipment", "creature", "Legendary", "sorcrey", ""])
@pytest.mark.parametrize("kind", ["sets_creature_types", "adds_creature_types"])
def test_other_words_are_no_creature_types(kind: str, word: str) -> None:
    (fault,) = faults_of(with_effect(kind=kind, id="one", types=[word]))
    assert f"found {word!r}, expected a creature type" in fault


def test_creature_types_are_written_in_one_way() -> None:
    (effect,) = form_of(
        with_effect(kind="adds_creature_types", id="one", types=["Treefolk", "goblin", "Goblins"])
    ).effects
    assert getattr(effect, "types", ()) == ("goblin", "treefolk")


@pytest.mark.parametrize("word", ["Goat", "Goats", "Zubera", "goblin"])
@pytest.mark.parametrize("kind", ["sets_creature_types", "adds_creature_types"])
def test_what_was_written_out_is_understood_again(word: str, kind: str) -> None:
    known = known_cards()
    card = {
        "name": "Odd Card",
        "type": f"Creature — {word}",
        "abilities": [{"kind": "morph", "cost": f"sacrifice a {word}"}],
    }
    effect = {"kind": kind, "types": [word], "on": [word], "id": "odd", "controller": "ann"}
    masked = {"card": "Odd Card", "face_down": True, "face_down_as": f"Artifact Creature — {word}"}
    document = moment(
        players=[{"name": "ann", "battlefield": [masked]}, {"name": "bob"}],
        cards=[card],
        effects=[effect],
    )
    form = canonical(read_document(json.dumps(document)), catalogue=known).document
    again = document_from(state_facts(form))
    assert canonical(form, catalogue=known).document == form == again


PURPOSES = {
    "foretell": "foretell cards",
    "morph": "morph costs",
    "A morph cost": "morph costs",
    "Unlock": "unlock doors",
    "turn face up": "turn permanents face up",
    "turn a permanent face up": "turn permanents face up",
    "turn a creature face up": "turn creatures face up",
    "costs that contain {X}": "costs with {X}",
    "costs that include {X}": "costs with {X}",
    "creature spells": "cast creature spells",
    "Goblin spells": "cast Goblin spells",
    "spells": "cast spells",
    "a noncreature spell": "cast a noncreature spell",
    "instant and sorcery spells": "cast instant and sorcery spells",
    "artifact or blue spells": "cast artifact or blue spells",
}


@pytest.mark.parametrize(("words", "plain"), PURPOSES.items(), ids=PURPOSES)
def test_what_mana_is_for_may_be_said_in_short_words(words: str, plain: str) -> None:
    def pool(only: str) -> StateDocument:
        return form_of(with_ann(pool=[{"mana": "{U}", "only": [only]}]))

    def ability(only: str) -> StateDocument:
        return form_of(with_odd(abilities=[{"kind": "mana", "adds": ["{U}"], "only": [only]}]))

    assert pool(words) == pool(plain)
    assert ability(words) == ability(plain)
    (fact,) = (fact for fact in state_facts(pool(words)) if fact.startswith("floating_only"))
    assert "unread" not in fact


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        (
            "cast an enchantment spell, unlock a door, or turn a permanent face up",
            ["cast an enchantment spell", "turn permanents face up", "unlock doors"],
        ),
        (
            "cast a face-down creature spell, pay a mana cost to turn a manifested creature face"
            " up, or pay a morph cost",
            [
                "cast a face-down creature spell",
                "manifested creatures' mana costs",
                "morph costs",
            ],
        ),
        ("Spend this mana only to cast creature spells.", ["cast creature spells"]),
        (
            "spells or upkeep costs and to foretell cards",
            ["foretell cards", "spells or upkeep costs"],
        ),
        ("on costs that contain {X}", ["costs with {X}"]),
    ],
)
def test_purposes_in_one_text_are_told_apart(words: str, plain: list[str]) -> None:
    pool = form_of(with_ann(pool=[{"mana": "{U}", "only": [words]}])).players[0].pool
    assert pool == (FloatingMana(mana="{U}", only=tuple(plain)),)


@pytest.mark.parametrize(
    "words",
    ["misspells", "foretell spells", "creature spells or upkeep costs", "odd spells", "morphs"],
)
def test_what_is_not_understood_of_what_mana_is_for_stays_open(words: str) -> None:
    state = form_of(with_ann(pool=[{"mana": "{U}", "only": [words]}]))
    (fact,) = (fact for fact in state_facts(state) if fact.startswith("floating_only"))
    assert "unread(" in fact
