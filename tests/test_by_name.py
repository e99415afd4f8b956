"""Ids for what a document names by a card: what gave a land play, and sources of effects."""

from typing import Any

import pytest

from pyadapter import GameState
from pyadapter.errors import MalformedStateError

AZUSA = "Azusa, Lost but Seeking"


def state(*, effects: list[dict[str, Any]] | None = None, **ann: Any) -> GameState:
    return GameState.from_document(
        {
            "rules": "2012-05-01",
            "turn": "ann",
            "phase": "precombat_main",
            "priority": "ann",
            "players": [
                {"name": "ann", "life": 20, "hand": ["Forest"], **ann},
                {"name": "bob", "life": 20, "battlefield": ["Willbender", "Exploration"]},
            ],
            "effects": effects or [],
        }
    )


def faults(**fields: Any) -> tuple[str, ...]:
    with pytest.raises(MalformedStateError) as caught:
        state(**fields)
    return caught.value.faults


def plays(**fields: Any) -> Any:
    return state(**fields).document.players[0].lands_played


def source(**effect: Any) -> str | None:
    given = {"id": "e", "kind": "cant_play_lands", "who": "opponents", **effect}
    return state(effects=[given]).document.effects[0].source


def test_a_land_play_by_the_name_of_one_permanent_is_by_its_id() -> None:
    by_id = state(battlefield=[AZUSA], lands_played=["azusa_lost_but_seeking"])
    for name in (AZUSA, AZUSA.lower()):
        by_name = state(battlefield=[AZUSA], lands_played=[name, "rule"])
        assert by_name.document.players[0].lands_played == ("azusa_lost_but_seeking", "rule")
        assert state(battlefield=[AZUSA], lands_played=[name]).facts() == by_id.facts()


def test_a_land_play_is_named_by_what_its_permanent_has_become_a_copy_of() -> None:
    clone = {"card": "Grizzly Bears", "copy_of": [AZUSA], "id": "clone"}
    assert plays(battlefield=[clone], lands_played=[AZUSA]) == ("clone",)


def test_a_land_play_is_named_by_the_source_of_the_effect_that_gave_it() -> None:
    explore = {"id": "more", "kind": "additional_land_plays", "controller": "ann"}
    ban = {"id": "ban", "kind": "other", "source": "Explore", "controller": "ann"}
    for given in ("Explore", "spell"):
        effects = [{**explore, "source": given, "gone": True}, ban]
        graveyard = [{"card": "Explore", "id": "spell"}]
        assert plays(graveyard=graveyard, effects=effects, lands_played=["Explore"]) == ("more",)


def test_a_land_play_by_a_name_of_several_is_answered_with_their_ids() -> None:
    two = {"battlefield": ["Exploration"], "lands_played": ["rule", "Exploration"]}
    assert faults(**two) == (
        "$.players[0].lands_played[1]: found 'Exploration', expected one of exploration,"
        " exploration_2",
    )


def test_a_land_play_by_a_name_of_nothing_there_is_told_that_an_id_is_wanted() -> None:
    assert faults(lands_played=[AZUSA], hand=[AZUSA]) == (
        "$.players[0].lands_played[0]: found 'Azusa, Lost but Seeking', expected an id such as"
        " azusa_lost_but_seeking (what is over: an effect with `gone`)",
    )


def test_an_id_goes_before_the_name_of_another_permanent() -> None:
    extra = {"id": "Exploration", "kind": "additional_land_plays", "controller": "ann"}
    assert plays(effects=[extra], lands_played=["Exploration"]) == ("Exploration",)
    assert source(source="willbender") == "willbender"


def test_a_source_by_the_name_of_one_permanent_is_its_id_and_tells_who_you_is() -> None:
    assert source(source="Willbender") == "willbender"
    ban = {"id": "q", "kind": "cant_play_lands", "who": "opponents", "source": "Willbender"}
    assert state(effects=[ban]).why("play Forest").verdict == "illegal"


def test_a_source_beside_a_controller_is_a_permanent_of_that_player_or_just_words() -> None:
    assert source(source="Willbender", controller="bob") == "willbender"
    assert source(source="Willbender", controller="ann") == "Willbender"
    assert source(source="Old Flame", controller="ann") == "Old Flame"


def test_a_source_by_a_name_of_several_is_answered_with_their_ids() -> None:
    ban = {"id": "q", "kind": "cant_play_lands", "source": "Willbender"}
    told = faults(battlefield=["Willbender"], effects=[ban])
    assert told[0] == (
        "$.effects[0].source: found 'Willbender', expected one of willbender, willbender_2"
    )
    assert source(source="Willbender", controller="bob") == "willbender"


def test_a_source_by_a_name_of_no_permanent_is_asked_for_its_controller() -> None:
    ban = {"id": "q", "kind": "cant_play_lands", "source": "Forest"}
    (fault,) = faults(effects=[ban])
    assert "the source of q is no object here" in fault
