"""Understanding an action that a person names: as a term, or in words."""

import json
from functools import partial
from typing import Any

import msgspec
import pytest

from pyadapter.actions import KINDS, action_term
from pyadapter.canonical import canonical
from pyadapter.catalogue import known_cards
from pyadapter.documents import read_document
from pyadapter.errors import ActionError
from pyadapter.model import StateDocument
from pyadapter.terms import atom, term

ABOUT_EFFECTS = ("end_effect", "ignore_effect")
ABOUT_OBJECTS = [
    kind for kind in KINDS if kind not in (*ABOUT_EFFECTS, "roll_planar_die", "unlock")
]


def document(**fields: Any) -> StateDocument:
    text = json.dumps(
        {
            "turn": "ann",
            "phase": "precombat_main",
            "priority": "ann",
            "players": [
                {
                    "name": "ann",
                    "hand": ["Rift Bolt", "Forest", "?"],
                    "battlefield": [
                        "Forest",
                        {"card": "Forest", "face_down": True},
                        {"card": "Willbender", "id": "morph"},
                    ],
                },
                {"name": "bob", "battlefield": ["Leonin Arbiter", "Damping Engine"]},
            ],
            "stack": [{"card": "Lightning Bolt", "controller": "bob"}],
            "effects": [
                {"id": "fire", "kind": "other", "source": "lightning_bolt", "controller": "bob"},
                {"id": "effect_1", "kind": "other", "controller": "bob"},
                {"id": "ban", "kind": "cast_limit", "source": "damping_engine"},
            ],
            **fields,
        }
    )
    return canonical(read_document(text), catalogue=known_cards()).document


UNDERSTOOD: dict[str, str] = {
    "play_land(forest_2)": "play_land(forest_2)",
    " play_land ( forest_2 ) ": "play_land(forest_2)",
    'play_land("forest_2")': "play_land(forest_2)",
    "play_land forest_2": "play_land(forest_2)",
    "play the land forest_2": "play_land(forest_2)",
    "play forest_2": "play_land(forest_2)",
    "PLAY  Land   forest_2": "play_land(forest_2)",
    "suspend rift_bolt": "suspend(rift_bolt)",
    "suspend Rift Bolt": "suspend(rift_bolt)",
    "Suspend RIFT BOLT": "suspend(rift_bolt)",
    "suspend(Rift Bolt)": "suspend(rift_bolt)",
    'suspend("Rift Bolt")': "suspend(rift_bolt)",
    "turn_face_up morph": "turn_face_up(morph)",
    "turn face up Willbender": "turn_face_up(morph)",
    "turn up Willbender": "turn_face_up(morph)",
    "turn Willbender face up": "turn_face_up(morph)",
    "turn morph up": "turn_face_up(morph)",
    "unmorph Willbender": "turn_face_up(morph)",
    "end fire": "end_effect(fire)",
    "end_effect(fire)": "end_effect(fire)",
    "end effect fire": "end_effect(fire)",
    "take action of fire": "end_effect(fire)",
    "act on fire": "end_effect(fire)",
    "end Lightning Bolt": "end_effect(fire)",
    "end lightning_bolt": "end_effect(fire)",
    "end_effect(lightning_bolt)": "end_effect(fire)",
    "ignore Damping Engine": "ignore_effect(of(damping_engine,1))",
    "end Leonin Arbiter": "end_effect(leonin_arbiter)",
    "ignore Rift Bolt": "ignore_effect(rift_bolt)",
    "end_effect(effect_1)": "end_effect(effect_1)",
    "ignore effect_1": "ignore_effect(effect_1)",
    "ignore leonin_arbiter": "ignore_effect(of(leonin_arbiter,1))",
    "ignore Leonin Arbiter": "ignore_effect(of(leonin_arbiter,1))",
    "ignore_effect(leonin_arbiter)": "ignore_effect(of(leonin_arbiter,1))",
    "ignore_effect(of(leonin_arbiter,1))": "ignore_effect(of(leonin_arbiter,1))",
    "ignore effect ban": "ignore_effect(ban)",
    "roll": "roll_planar_die",
    "roll_planar_die": "roll_planar_die",
    "roll the planar die": "roll_planar_die",
    "discard Rift Bolt": "discard_any_time(rift_bolt)",
    "foretell rift_bolt": "foretell(rift_bolt)",
    "reveal conspiracy rift_bolt": "reveal_conspiracy(rift_bolt)",
}


@pytest.mark.parametrize(("text", "action"), UNDERSTOOD.items(), ids=UNDERSTOOD)
def test_an_action_is_understood_as_a_term_and_in_words(text: str, action: str) -> None:
    assert action_term(document(), text) == action


@pytest.mark.parametrize("kind", ABOUT_OBJECTS)
def test_every_kind_is_understood_by_its_names_and_an_id_and_as_the_term_that_it_is(
    kind: str,
) -> None:
    action = f"{kind}(morph)"
    spelled = [action, f"{kind} morph", *(f"{alias} morph" for alias in KINDS[kind])]
    assert {action_term(document(), text) for text in spelled} == {action}


ROOMS = document(
    players=[
        {
            "name": "ann",
            "battlefield": [
                {"card": "Hall", "unlocked": ["Left Door"]},
                {"card": "Attic, Dusty", "id": "loft"},
                {"card": "Hall", "unlocked": ["Left Door", "Right Door"]},
            ],
        },
    ],
    stack=[],
    effects=[],
    cards=[
        {"name": name, "type": "Enchantment — Room", "halves": [{"name": one}, {"name": two}]}
        for name, one, two in (
            ("Hall", "Left Door", "Right Door"),
            ("Attic, Dusty", "Hatch", "Skylight, Broken"),
        )
    ],
)
OPENED: dict[str, str] = {
    'unlock(hall,"Right Door")': 'unlock(hall,"Right Door")',
    "unlock(hall, Right Door)": 'unlock(hall,"Right Door")',
    'unlock(hall,"No Door")': 'unlock(hall,"No Door")',
    'unlock("hall","Right Door")': 'unlock(hall,"Right Door")',
    "unlock hall": 'unlock(hall,"Right Door")',
    "unlock hatch": 'unlock(loft,"Hatch")',
    "unlock Skylight, Broken": 'unlock(loft,"Skylight, Broken")',
    'unlock loft, "Skylight, Broken"': 'unlock(loft,"Skylight, Broken")',
}


@pytest.mark.parametrize(("text", "action"), OPENED.items(), ids=OPENED)
def test_a_half_is_named_with_its_permanent_or_alone_or_is_the_only_locked_one(
    text: str, action: str
) -> None:
    assert action_term(ROOMS, text) == action


UNCLEAR: dict[str, str] = {
    "unlock loft": "expected a half as well: loft has the halves Hatch and Skylight, Broken",
    "unlock hall_2": "expected a half as well: hall_2 has the halves Left Door and Right Door",
    "unlock Right Door": 'which may be unlock(hall,"Right Door") or unlock(hall_2,"Right Door")',
    "unlock Hall": "which may be any of hall, hall_2",
    "unlock Cellar": "expected an object of this state: hall, loft, hall_2",
}


@pytest.mark.parametrize(("text", "problem"), UNCLEAR.items(), ids=UNCLEAR)
def test_a_half_that_is_not_told_is_asked_for(text: str, problem: str) -> None:
    with pytest.raises(ActionError) as caught:
        action_term(ROOMS, text)
    assert problem in str(caught.value)


ON_OFFER: dict[str, str] = {
    "unlock Right Door": 'unlock(hall,"Right Door")',
    "unlock Hall": 'unlock(hall,"Right Door")',
    "unlock Left Door": 'which may be unlock(hall,"Left Door") or unlock(hall_2,"Left Door")',
}


@pytest.mark.parametrize(("text", "told"), ON_OFFER.items(), ids=ON_OFFER)
def test_of_several_halves_of_a_name_the_one_on_offer_is_meant(text: str, told: str) -> None:
    try:
        found = action_term(ROOMS, text, offered=lambda: ['unlock(hall,"Right Door")'])
    except ActionError as error:
        found = str(error)
    assert told in found


def test_a_half_in_another_zone_is_found_by_its_name() -> None:
    """So the answer is a verdict: the card isn't on the battlefield."""
    hand = document(
        players=[{"name": "ann", "hand": ["Hall"]}],
        stack=[],
        effects=[],
        cards=msgspec.to_builtins(ROOMS.cards),
    )
    assert action_term(hand, "unlock Right Door") == 'unlock(hall,"Right Door")'
    assert action_term(hand, "unlock hall Right Door") == 'unlock(hall,"Right Door")'
    both = document(
        players=[{"name": "ann", "hand": ["Hall"], "battlefield": ["Hall"]}],
        stack=[],
        effects=[],
        cards=msgspec.to_builtins(ROOMS.cards),
    )
    assert action_term(both, "unlock Right Door") == 'unlock(hall_2,"Right Door")'


def copy_of(card: str) -> StateDocument:
    """A state where a Hall has become a copy of another card."""
    return document(
        players=[{"name": "ann", "battlefield": [{"card": "Hall", "copy_of": [card]}]}],
        stack=[],
        effects=[],
        cards=msgspec.to_builtins(ROOMS.cards),
    )


def test_a_half_that_a_copy_of_something_else_no_longer_has_is_found_by_its_name() -> None:
    """So the answer is a verdict: it has no such half."""
    assert action_term(copy_of("Exploration"), "unlock Left Door") == 'unlock(hall,"Left Door")'
    assert action_term(copy_of("Attic, Dusty"), "unlock Left Door") == 'unlock(hall,"Left Door")'
    assert action_term(copy_of("Attic, Dusty"), "unlock Hatch") == 'unlock(hall,"Hatch")'


def test_what_has_no_halves_is_not_unlocked_without_one() -> None:
    with pytest.raises(ActionError, match="rift_bolt has no halves"):
        action_term(document(), "unlock rift_bolt")


def test_an_id_goes_before_the_name_of_another_card() -> None:
    hand = [{"card": "Island", "id": "swamp"}, {"card": "Swamp", "id": "bog"}]
    state = document(players=[{"name": "ann", "hand": hand}], stack=[], effects=[])
    assert action_term(state, "play swamp") == "play_land(swamp)"


def test_an_effect_is_named_by_the_object_that_it_comes_from() -> None:
    effects = [{"id": "fire", "kind": "other", "source": "old_fire", "controller": "bob"}]
    assert action_term(document(effects=effects), "end old_fire") == "end_effect(fire)"


def licids(*effects: dict[str, Any]) -> StateDocument:
    """A state with a Licid, and effects that come from it or from what is no more."""
    allows = {"by": "ann", "cost": "{R}"}
    shared = {"kind": "other", "controller": "ann"}
    players = [{"name": "ann", "battlefield": ["Leonin Arbiter", {"card": "Forest", "id": "here"}]}]
    return document(
        players=players,
        stack=[],
        effects=[
            {"id": "lic", "source": "here", "allows": allows, **shared},
            {"id": "lesser", "source": "here", **shared},
            {"id": "fire", "source": "Quenchable Fire", "allows": allows, **shared},
            {"id": "told", "text": "Glass Asp", "allows": allows, **shared},
            {"id": "past", "source": "Old Flame", "allows": allows, "gone": True, **shared},
            *effects,
        ],
    )


BY_THEIR_CARDS = {
    "end Forest": "end_effect(lic)",
    "end here": "end_effect(lic)",
    "end quenchable fire": "end_effect(fire)",
    "end Glass Asp": "end_effect(told)",
    "end Old Flame": "end_effect(past)",
}


@pytest.mark.parametrize(("text", "action"), BY_THEIR_CARDS.items(), ids=BY_THEIR_CARDS)
def test_an_effect_is_named_by_its_card_and_the_one_that_offers_an_action_is_meant(
    text: str, action: str
) -> None:
    assert action_term(licids(), text) == action


UNKNOWN_EFFECTS = {
    "end banana": "found 'banana', expected an effect of this state: lic, fire, told",
    "end_effect(channel)": "found 'channel', expected an effect of this state: lic, fire, told",
    "end of(nothing,1)": "found 'of(nothing,1)', expected an effect of this state: lic, fire, told",
    "ignore banana": "found 'banana', expected an effect of this state: lic, lesser, fire, told,"
    " past, leonin_arbiter",
}


@pytest.mark.parametrize(("text", "problem"), UNKNOWN_EFFECTS.items(), ids=UNKNOWN_EFFECTS)
def test_an_effect_that_is_not_there_is_answered_with_those_of_the_state(
    text: str, problem: str
) -> None:
    with pytest.raises(ActionError) as caught:
        action_term(licids(), text)
    assert str(caught.value) == f"action: {problem}"


def test_a_state_without_effects_says_so() -> None:
    with pytest.raises(ActionError, match="expected an effect of this state: no effects"):
        action_term(document(players=[{"name": "ann"}], stack=[], effects=[]), "end Channel")


def test_a_source_of_two_effects_that_offer_an_action_names_neither() -> None:
    allows = {"by": "ann", "cost": "{1}"}
    other = {"id": "lic_2", "kind": "other", "source": "here", "allows": allows}
    with pytest.raises(ActionError, match="'Forest', which may be any of lic, lic_2"):
        action_term(licids(other), "end Forest")


def arbiters() -> StateDocument:
    """A state with two Arbiters, the second with an id that is no plain word."""
    second = {"card": "Leonin Arbiter", "id": "The Other"}
    players = [{"name": "ann", "battlefield": ["Leonin Arbiter", second]}]
    return document(players=players, stack=[], effects=[])


def test_of_several_effects_of_a_name_the_one_on_offer_is_meant() -> None:
    second = 'ignore_effect(of("The Other",1))'
    found = action_term(arbiters(), "ignore Leonin Arbiter", offered=lambda: [second])
    assert found == second


def test_of_several_effects_to_end_the_one_on_offer_is_meant() -> None:
    allows = {"by": "ann", "cost": "{1}"}
    state = licids({"id": "lic_2", "kind": "other", "source": "here", "allows": allows})
    offer = ["end_effect(lic_2)", "ignore_effect(lic)"]
    assert action_term(state, "end Forest", offered=lambda: offer) == "end_effect(lic_2)"


def test_several_effects_of_a_name_are_told_by_ids_as_a_person_writes_them() -> None:
    several = ["ignore_effect(of(leonin_arbiter,1))", 'ignore_effect(of("The Other",1))']
    for offer in ([], several):
        with pytest.raises(ActionError) as caught:
            action_term(arbiters(), "ignore Leonin Arbiter", offered=partial(list, offer))
        assert str(caught.value) == (
            "action: found 'Leonin Arbiter', which may be any of leonin_arbiter, The Other"
        )


def test_an_effect_to_ignore_is_the_ability_of_its_card_that_says_so() -> None:
    cards = [
        {
            "name": "Odd Card",
            "type": "Artifact",
            "abilities": [
                "flash",
                {"kind": "cast_limit"},
                {"kind": "cant_search", "ignore": {"cost": "{2}", "who": "each"}},
            ],
        }
    ]
    players = [{"name": "ann", "battlefield": ["Odd Card"]}]
    state = document(players=players, cards=cards, stack=[], effects=[])
    assert action_term(state, "ignore Odd Card") == "ignore_effect(of(odd_card,3))"


def test_one_of_two_effects_of_a_permanent_is_named_by_its_number() -> None:
    ability = {"kind": "cant_search", "ignore": {"cost": "{2}", "who": "each"}}
    cards = [{"name": "Odd Card", "type": "Artifact", "abilities": [ability, ability]}]
    players = [{"name": "ann", "battlefield": ["Odd Card"]}]
    state = document(players=players, cards=cards, stack=[], effects=[])
    action = "ignore_effect(of(odd_card,2))"
    assert action_term(state, action) == action


HOSTILE_IDS = [
    "Forest",
    "not",
    "3",
    "a b",
    "a,b",
    "of(forest,1)",
    "a). legal(x",
    'say "hi"',
    '"quoted"',
    "a\\b",
    "a\\nb",
    "a\\\\n",
    "line\nbreak",
    "tab\tstop",
    "trailing\\",
    "\U0001f525",
]


@pytest.mark.parametrize("name", HOSTILE_IDS)
def test_the_term_of_an_action_is_understood_whatever_the_id_of_its_object_or_effect(
    name: str,
) -> None:
    players = [{"name": "ann", "hand": [{"card": "Forest", "id": name}]}]
    action = atom("play_land", term(name))
    assert action_term(document(players=players, stack=[], effects=[]), action) == action
    effects = [{"id": name, "kind": "other", "controller": "ann"}]
    action = atom("end_effect", term(name))
    assert action_term(document(effects=effects), action) == action


@pytest.mark.parametrize("text", ["", "   ", "attack", "frobnicate forest", "(forest)", "3"])
def test_an_unknown_kind_of_action_is_answered_with_the_known_ones(text: str) -> None:
    with pytest.raises(ActionError) as caught:
        action_term(document(), text)
    assert str(caught.value).startswith(f"action: found {text!r}, expected one of play_land, ")
    assert all(kind in str(caught.value) for kind in KINDS)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "roll_planar_die"])
def test_an_action_about_nothing_is_asked_what_it_is_about(kind: str) -> None:
    for text in (kind, f"{kind}()", f"{kind} "):
        with pytest.raises(ActionError, match=f"expected what to {kind} after it"):
            action_term(document(), text)


def test_an_unknown_object_is_answered_with_those_of_the_state() -> None:
    with pytest.raises(ActionError) as caught:
        action_term(document(), "play Storm Crow")
    assert str(caught.value) == (
        "action: found 'Storm Crow', expected an object of this state: rift_bolt, forest, unknown,"
        " forest_2, forest_3, morph, leonin_arbiter, damping_engine, lightning_bolt"
    )


def test_a_state_without_objects_says_so() -> None:
    state = document(players=[{"name": "ann"}], stack=[], effects=[])
    with pytest.raises(ActionError, match="expected an object of this state: no objects"):
        action_term(state, "play Forest")


def test_a_name_that_may_be_several_objects_is_answered_with_their_ids() -> None:
    with pytest.raises(ActionError) as caught:
        action_term(document(), "turn Forest face up", offered=lambda: ())
    assert str(caught.value) == "action: found 'Forest', which may be any of forest_2, forest_3"


def test_a_name_of_several_objects_means_what_is_on_offer_or_lies_where_the_kind_acts_from() -> (
    None
):
    offer = ("play_land(forest_2)", "suspend(forest_3)")
    assert action_term(document(), "play Forest", offered=lambda: offer) == "play_land(forest_2)"
    assert action_term(document(), "play Forest", offered=lambda: ()) == "play_land(forest)"
    assert action_term(document(), "play Forest") == "play_land(forest)"


FACED = document(
    players=[
        {
            "name": "ann",
            "hand": ["Hall", "Agadeem's Awakening"],
            "battlefield": ["Left Door"],
            "library": ["Hall"],
        }
    ],
    stack=[],
    effects=[],
    cards=[
        {"name": "Left Door", "type": "Artifact"},
        {
            "name": "Hall",
            "type": "Enchantment — Room",
            "halves": [{"name": "Left Door"}, {"name": "Right Door"}],
        },
        {
            "name": "Agadeem's Awakening",
            "type": "Sorcery",
            "modal": True,
            "back": {"name": "Agadeem, the Undercrypt", "type": "Land"},
        },
    ],
)


def test_a_card_is_named_by_a_face_or_half_unless_another_bears_the_name() -> None:
    assert action_term(FACED, "play Agadeem, the Undercrypt") == "play_land(agadeems_awakening)"
    assert action_term(FACED, "plot Right Door") == "plot(hall)"
    assert action_term(FACED, "plot Left Door") == "plot(left_door)"


def test_a_card_that_is_not_known_is_found_by_its_id() -> None:
    assert action_term(document(), "play unknown") == "play_land(unknown)"


def test_a_card_that_is_not_known_is_not_found_by_a_question_mark() -> None:
    with pytest.raises(ActionError, match="found '\\?'"):
        action_term(document(), "play ?")


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(ActionError) as caught:
        action_term(document(), "x" * 100_000)
    assert len(str(caught.value)) < 600
