"""Rules that bear on a requirement only now and then are cited where they do, and only there."""

from typing import Any

import pytest

from pyadapter import GameState

OLD, NEW = "2012-05-01", "2026-09-25"
MASK = {"card": "Mask", "face_down": True}


def mask(cost: str, **more: Any) -> dict[str, Any]:
    abilities = [{"kind": "morph", "cost": cost}]
    return {
        "name": "Mask",
        "type": "Creature — Cat",
        "mana_cost": "{2}",
        "abilities": abilities,
        **more,
    }


PLAYER = {"hand", "battlefield", "lands_played", "pool"}


def rules_for(requirement: str, action: str, rules: str, **state: Any) -> tuple[str, ...]:
    own = {key: state.pop(key) for key in PLAYER & {*state}}
    players = [{"name": "ann", "life": 20, **own}, {"name": "bob", "life": 20}]
    moment = {"turn": "ann", "priority": "ann", "phase": "precombat_main", "rules": rules}
    game = GameState.from_document({**moment, "players": players, **state})
    found = game.why(action, player="ann")
    return next(each.rules for each in found.reasons if each.requirement == requirement)


def turning_up(requirement: str, rules: str, cost: str = "{1}", **state: Any) -> tuple[str, ...]:
    there = {"battlefield": [MASK], "cards": [mask(cost)], **state}
    return rules_for(requirement, "turn_face_up mask", rules, **there)


def test_nothing_left_to_play_is_a_rule_of_its_own_since_2013() -> None:
    used = {"hand": ["Forest"], "lands_played": ["rule"]}
    assert rules_for("land_play_left", "play_land forest", NEW, **used)[0] == "305.2b"
    assert "305.2b" not in rules_for("land_play_left", "play_land forest", OLD, **used)
    assert "305.2b" not in rules_for("land_play_left", "play_land forest", NEW, hand=["Forest"])


def test_the_back_of_a_card_that_is_not_modal_is_no_land_in_hand() -> None:
    back = {"name": "Ruin", "type": "Land"}
    card = {"name": "Map", "type": "Artifact", "mana_cost": "{1}", "back": back}
    found = rules_for("land", "play_land map", NEW, hand=["Map"], cards=[card])
    assert found[0] == "712.8a"
    found = rules_for("land", "play_land shock", NEW, hand=["Shock"])
    assert "712.8a" not in found


def test_a_turn_that_is_a_team_s_is_each_member_s() -> None:
    players = [
        {"name": "ann", "team": "one", "life": 30, "hand": ["Forest"]},
        {"name": "bob", "team": "one", "life": 30, "hand": ["Forest"]},
        {"name": "cat", "team": "two", "life": 30},
        {"name": "dan", "team": "two", "life": 30},
    ]
    game = {"players": players, "variant": "two_headed_giant", "phase": "precombat_main"}
    state = GameState.from_document({**game, "turn": "ann", "priority": "ann", "rules": OLD})
    for player, cited in (("ann", False), ("bob", True)):
        verdict = state.why("play_land forest", player=player)
        rules = next(each.rules for each in verdict.reasons if each.requirement == "own_turn")
        assert ("805.4c" in rules) == cited


@pytest.mark.parametrize(
    ("process", "rules"),
    [("resolving", "117.2e"), ("ending_the_turn", "724.1f"), ("between_turns", "500.12")],
)
def test_what_is_done_meanwhile_has_its_rule(process: str, rules: str) -> None:
    between: dict[str, Any] = {"turn": None, "phase": None} if process == "between_turns" else {}
    found = turning_up("priority", NEW, priority=None, in_progress=process, **between)
    others = {"117.2e", "724.1f", "500.12"} - {rules}
    assert found[0] == rules
    assert not others & {*found}


def test_split_second_on_the_stack_is_named_where_it_does_no_harm() -> None:
    stack = [{"card": "Sudden Shock", "controller": "bob"}]
    quick = {"name": "Sudden Shock", "type": "Instant", "abilities": ["split_second"]}
    cards = [mask("{1}"), quick]
    assert turning_up("priority", OLD, stack=stack, cards=cards)[0] == "702.59b"
    assert turning_up("priority", NEW, stack=stack, cards=cards)[0] == "702.61b"
    assert "702.61b" not in turning_up("priority", NEW)


def test_a_morph_ability_lost_to_a_land_type_is_told_from_one_lost_to_humility() -> None:
    land = mask("{1}", type="Land Creature — Cat")
    moon = {"kind": "sets_land_types", "id": "moon", "controller": "bob", "types": ["mountain"]}
    gone = {"kind": "loses_abilities", "id": "gone", "controller": "bob"}
    assert turning_up("procedure", NEW, cards=[land], effects=[moon])[0] == "305.7"
    assert "305.7" not in turning_up("procedure", NEW, effects=[gone])


def test_what_a_copy_would_be_is_cited_where_it_may_be_turned_up() -> None:
    other = {"card": "Bear", "face_down": True, "copy_of": ["Mask"]}
    bear = {"name": "Bear", "type": "Creature — Bear", "mana_cost": "{1}{G}"}
    found = rules_for(
        "procedure", "turn_face_up bear", NEW, battlefield=[other], cards=[mask("{1}"), bear]
    )
    assert found[0] == "707.3"
    assert "707.3" not in turning_up("procedure", NEW)


@pytest.mark.parametrize(
    ("ability", "made", "rule"),
    [
        ("morph", "manifested", "701.40c"),
        ("megamorph", "manifested", "701.40c"),
        ("disguise", "manifested", "701.40d"),
        ("morph", "cloaked", "701.58c"),
        ("megamorph", "cloaked", "701.58c"),
        ("disguise", "cloaked", "701.58d"),
    ],
)
def test_a_card_with_two_procedures_has_the_rule_for_both(
    ability: str, made: str, rule: str
) -> None:
    card = mask("{1}", abilities=[{"kind": ability, "cost": "{1}"}])
    found = turning_up("procedure", NEW, battlefield=[{**MASK, made: True}], cards=[card])
    all_four = {"701.40c", "701.40d", "701.58c", "701.58d"}
    assert all_four & {*found} == {rule}
    assert not all_four & {*turning_up("procedure", NEW, cards=[card])}


@pytest.mark.parametrize(("made", "rule"), [("manifested", "701.40g"), ("cloaked", "701.58g")])
def test_a_spell_card_that_was_put_face_down_has_its_rule(made: str, rule: str) -> None:
    for kind, cited in (("Instant", {rule}), ("Artifact", set())):
        card = mask("{1}", type=kind, abilities=[])
        found = turning_up("procedure", NEW, battlefield=[{**MASK, made: True}], cards=[card])
        assert {"701.40g", "701.58g"} & {*found} == cited


def test_mana_with_a_purpose_is_cited_where_there_is_some() -> None:
    pool = [{"mana": "{G}", "only": ["cast creature spells"]}]
    ability = {"kind": "mana", "adds": ["{G}"], "only": ["cast creature spells"]}
    cave = {"name": "Cave", "type": "Land", "abilities": [ability]}
    assert "106.6" in turning_up("cost", NEW, pool=pool)
    assert "106.6" in turning_up("cost", NEW, battlefield=[MASK, "Cave"], cards=[mask("{1}"), cave])
    assert "106.6" not in turning_up("cost", NEW, pool="{G}")
    assert "106.6" not in turning_up("cost", NEW, pool=pool, cards=[mask("{1}", abilities=[])])


def test_changes_of_costs_are_cited_and_reductions_twice() -> None:
    def change(delta: int) -> dict[str, Any]:
        effect = {"kind": "cost_change", "id": "tax", "controller": "bob", "delta": delta}
        return {"effects": [{**effect, "cost_of": "morph"}], "pool": "{G}{G}{G}"}

    assert {"118.7", "118.7a"} & {*turning_up("cost", NEW, **change(1))} == {"118.7"}
    assert {"118.7", "118.7a"} & {*turning_up("cost", NEW, **change(-1))} == {"118.7", "118.7a"}
    assert {"118.7", "118.7a"} & {*turning_up("cost", NEW, pool="{G}")} == set()


def test_life_of_a_team_has_its_rule() -> None:
    assert "119.4a" not in turning_up("cost", NEW, cost="pay 2 life")
    players = [
        {"name": "ann", "team": "one", "life": 2, "battlefield": [MASK]},
        {"name": "bob", "team": "one", "life": 2},
        {"name": "cat", "team": "two", "life": 30},
        {"name": "dan", "team": "two", "life": 30},
    ]
    game = {"players": players, "variant": "two_headed_giant", "phase": "precombat_main"}
    moment = {"turn": "ann", "priority": "ann", "rules": NEW, "cards": [mask("pay 2 life")]}
    found = GameState.from_document({**game, **moment}).why("turn_face_up mask", player="ann")
    [reason] = [each for each in found.reasons if each.requirement == "cost"]
    assert reason.rules[0] == "119.4a"
    assert "ann's team is at 0 life then, and loses" in reason.text


@pytest.mark.parametrize(
    ("cost", "rules"),
    [
        ("{W/U}", {"107.4e", "118.13c"}),
        ("{2/W}", {"107.4e", "118.13c"}),
        ("{W/P}", {"107.4f", "118.13c"}),
        ("{W/U/P}", {"107.4e", "107.4f", "118.13c"}),
        ("{W}", set()),
    ],
)
def test_symbols_that_leave_a_choice_have_their_rules(cost: str, rules: set[str]) -> None:
    found = {*turning_up("cost", NEW, cost=cost, pool="{W}{W}")}
    assert found & {"107.4e", "107.4f", "118.13c"} == rules


def test_control_rests_on_the_rule_of_the_procedure() -> None:
    for how, rule in ({"manifested": True}, "701.40b"), ({"cloaked": True}, "701.58b"):
        found = turning_up("control", NEW, battlefield=[{**MASK, **how}])
        assert found[0] == rule
    assert turning_up("control", NEW)[0] == "702.37e"
    disguise = [mask("{1}", abilities=[{"kind": "disguise", "cost": "{1}"}])]
    assert turning_up("control", NEW, cards=disguise)[0] == "702.168d"
