"""Every fault of wellformed.lp is shown by a document that has just this fault."""

import json
import re
from typing import Any

import pytest

from pyadapter.encodings import encoding_folder
from pyadapter.errors import MalformedStateError
from pyadapter.state import GameState

GRAND = {"variant": "grand_melee"}


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


def with_bob(**fields: Any) -> dict[str, Any]:
    return moment(players=[{"name": "ann"}, {"name": "bob", **fields}])


def with_effect(**fields: Any) -> dict[str, Any]:
    return moment(effects=[{"id": "spell", "kind": "other", "controller": "ann", **fields}])


def in_hand(**fields: Any) -> dict[str, Any]:
    return with_ann(hand=[{"card": "Forest", **fields}])


def in_play(**fields: Any) -> dict[str, Any]:
    return with_ann(battlefield=[{"card": "Forest", **fields}])


def allowed(by: str, of: str = "ann") -> dict[str, Any]:
    return {"by": by, "cost": "{0}", "before": {"step": "draw", "of": of}}


def teams(**fields: Any) -> dict[str, Any]:
    names = {"ann": "blue", "amy": "blue", "bob": "red", "bea": "red"}
    players = [{"name": name, "team": team} for name, team in names.items()]
    return moment(variant="two_headed_giant", players=players, **fields)


HALL = {
    "name": "Hall",
    "type": "Enchantment — Room",
    "halves": [{"name": "Left", "mana_cost": "{1}"}, {"name": "Right", "mana_cost": "{2}"}],
}
HAND = "$.players[0].hand[0]"
PLAY = "$.players[0].battlefield[0]"

# Kind of fault, a document that has it, and everything that is said.
TABLE: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    (
        "two_active_players",
        {**moment(turn={"ann": "draw", "bob": "draw"}), "phase": None},
        ("$.turn: it can't be the turn of several players",),
    ),
    (
        "no_turn",
        {**moment(turn=None, priority=None), "phase": None},
        ("$.turn: nobody's turn is given, but the game is not between turns",),
    ),
    *(
        (
            "turn_between_turns",
            moment(in_progress=process, priority=None),
            ("$.turn: it is ann's turn and yet between turns or before the game",),
        )
        for process in ("between_turns", "before_the_game")
    ),
    *(
        (kind, document, (f"$.{path}: found zed, expected a player of this state",))
        for kind, document, path in (
            ("unknown_turn", moment(turn="zed"), "turn"),
            ("unknown_priority", moment(priority="zed"), "priority"),
            ("unknown_payer", moment(priority=None, paying="zed"), "paying"),
            ("unknown_player", with_ann(decided_by="zed"), "players[0].decided_by"),
            ("unknown_player", with_effect(controller="zed"), "effects[0].controller"),
            ("unknown_player", with_effect(allows=allowed("zed")), "effects[0].allows"),
            ("unknown_player", with_effect(allows=allowed("ann", "zed")), "effects[0].allows"),
        )
    ),
    (
        "decides_for_himself",
        with_ann(decided_by="ann"),
        ("$.players[0]: ann decides for themselves; leave `decided_by` out",),
    ),
    (
        "two_have_priority",
        moment(priority=["ann", "bob"]),
        ("$.priority: only one player (or team) has priority at a time",),
    ),
    (
        "two_have_priority",
        teams(priority=["ann", "bob"]),
        ("$.priority: only one player (or team) has priority at a time",),
    ),
    (
        "priority_in_untap",
        moment(phase="untap"),
        ("$.priority: ann can't have priority: nobody has in the untap step",),
    ),
    *(
        (
            "priority_while_busy",
            moment(in_progress=process),
            ("$.priority: ann can't have priority while something is `in_progress`",),
        )
        for process in ("resolving", "subgame")
    ),
    (
        "priority_while_paying",
        moment(paying="bob"),
        ("$.priority: ann can't have priority while a payment is being asked for",),
    ),
    (
        "priority_of_left",
        {**with_bob(left=True), "priority": "bob"},
        ("$.priority: bob has left the game and can't have priority",),
    ),
    (
        "paying_left",
        {**with_bob(left=True), "priority": None, "paying": "bob"},
        ("$.paying: bob has left the game and can't be paying",),
    ),
    (
        "player_twice",
        moment(players=[{"name": "ann"}, {"name": "bob"}, {"name": "ann"}]),
        ("$.players[0]: the player ann is there twice",),
    ),
    (
        "life_differs",
        moment(
            variant="two_headed_giant",
            players=[
                {"name": "ann", "team": "blue", "life": 30},
                {"name": "amy", "team": "blue", "life": 29},
            ],
        ),
        (
            "$.players[0]: ann and a teammate must state the same life in Two-Headed Giant",
            "$.players[1]: amy and a teammate must state the same life in Two-Headed Giant",
        ),
    ),
    (
        "no_team",
        moment(
            variant="shared_team_turns",
            players=[{"name": "ann", "team": "blue"}, {"name": "bob"}],
        ),
        ("$.players[1]: bob has no team, but turns are shared by teams",),
    ),
    (
        "roll_elsewhere",
        with_bob(planar_die_rolls=1),
        (
            "$.players[1].planar_die_rolls: bob rolled the planar die, but this is not a"
            " Planechase game",
        ),
    ),
    (
        "roll_elsewhere",
        with_bob(effect_rolls=1),
        (
            "$.players[1].effect_rolls: bob rolled the planar die, but this is not a"
            " Planechase game",
        ),
    ),
    (
        "made_elsewhere",
        with_ann(exile=[{"card": "Forest", "manifested": True}]),
        ("$.players[0].exile[0]: forest can't be manifested or cloaked: it is no permanent",),
    ),
    (
        "made_face_up",
        in_play(cloaked=True),
        (f"{PLAY}: forest is manifested or cloaked, but not face down",),
    ),
    (
        "made_twice",
        in_play(face_down=True, cloaked=True, manifested=True),
        (f"{PLAY}: forest can't be both manifested and cloaked",),
    ),
    (
        "passed_with_priority",
        with_ann(passed=True),
        ("$.players[0].passed: ann has priority, so ann can't have passed it",),
    ),
    (
        "back_elsewhere",
        in_hand(back_up=True),
        ("$.players[0].hand[0]: forest can't show its back: it is no permanent",),
    ),
    (
        "back_of_one_faced",
        in_play(back_up=True),
        ("$.players[0].battlefield[0]: forest has no back to show",),
    ),
    (
        "back_face_down",
        {
            **in_play(card="Moor", back_up=True, face_down=True),
            "cards": [
                {"name": "Moor", "type": "Land", "back": {"name": "Mire", "type": "Land"}},
            ],
        },
        ("$.players[0].battlefield[0]: moor is face down, so it doesn't show its back",),
    ),
    (
        "exiled_elsewhere",
        in_hand(exiled_as="plotted"),
        ("$.players[0].hand[0]: forest is not in exile, so it is neither foretold nor plotted",),
    ),
    (
        "exiled_elsewhere",
        in_play(exiled_this_turn=True),
        (
            "$.players[0].battlefield[0]: forest is not in exile, so it is neither foretold"
            " nor plotted",
        ),
    ),
    (
        "merged_elsewhere",
        with_ann(exile=[{"card": "Forest", "merged_with": ["Island"]}]),
        ("$.players[0].exile[0]: forest can't be merged with anything: it is no permanent",),
    ),
    (
        "unlocked_elsewhere",
        {**with_ann(exile=[{"card": "Hall", "unlocked": ["Left"]}]), "cards": [HALL]},
        ("$.players[0].exile[0]: hall can't have unlocked halves: it is no permanent",),
    ),
    (
        "no_such_half",
        {**with_ann(battlefield=[{"card": "Hall", "unlocked": ["Middle"]}]), "cards": [HALL]},
        (f"{PLAY}.unlocked: found Middle, expected the name of one of its halves",),
    ),
    (
        "no_such_half",
        in_play(unlocked=["Left"]),
        (f"{PLAY}.unlocked: found Left, expected the name of one of its halves",),
    ),
    (
        "left_has_object",
        with_bob(left=True, hand=["Forest"]),
        (
            "$.players[1].hand[0]: forest belongs to or is controlled by a player who has left"
            " the game",
        ),
    ),
    (
        "left_has_object",
        {
            **with_bob(left=True),
            "stack": [{"card": "Lightning Bolt", "controller": "bob", "owner": "ann"}],
        },
        (
            "$.stack[0]: lightning_bolt belongs to or is controlled by a player who has left"
            " the game",
        ),
    ),
    (
        "two_zones",
        with_ann(
            hand=[{"card": "Forest", "id": "grove"}], exile=[{"card": "Forest", "id": "grove"}]
        ),
        (f"{HAND}: grove is in two zones",),
    ),
    (
        "two_places",
        with_ann(hand=[{"card": "Forest", "id": "grove"}, {"card": "Forest", "id": "grove"}]),
        (f"{HAND}: grove is in two places",),
    ),
    (
        "two_places",
        moment(
            players=[
                {"name": "ann", "battlefield": [{"card": "Forest", "id": "grove", "owner": "ann"}]},
                {"name": "bob", "battlefield": [{"card": "Forest", "id": "grove", "owner": "ann"}]},
            ]
        ),
        (f"{PLAY}: grove is in two places",),
    ),
    (
        "two_places",
        moment(
            players=[
                {"name": "ann", "hand": [{"card": "Forest", "id": "grove"}]},
                {"name": "bob", "hand": [{"card": "Island", "id": "grove"}]},
            ]
        ),
        (f"{HAND}: grove is in two places",),
    ),
    (
        "unknown_owner",
        in_play(owner="zed"),
        (f"{PLAY}: the owner of forest is no player of this state",),
    ),
    (
        "unknown_controller",
        moment(stack=[{"card": "Lightning Bolt", "controller": "zed", "owner": "ann"}]),
        ("$.stack[0]: the controller of lightning_bolt is no player of this state",),
    ),
    *(
        (
            "not_a_permanent",
            with_ann(**{zone: [{"card": "Forest", "face_down": True}]}),
            (f"$.players[0].{zone}[0]: forest can't be face down where it is",),
        )
        for zone in ("hand", "library")
    ),
    (
        "tapped_elsewhere",
        in_hand(tapped=True),
        (f"{HAND}: forest can't be tapped: it is no permanent",),
    ),
    (
        "phased_elsewhere",
        in_hand(phased_out=True),
        (f"{HAND}: forest can't be phased out: it is no permanent",),
    ),
    (
        "sick_elsewhere",
        in_hand(summoning_sick=True),
        (f"{HAND}: forest can't be `summoning_sick`: it is no permanent",),
    ),
    (
        "token_elsewhere",
        in_hand(token=True),
        (f"{HAND}: forest is a token, so it can't be anywhere but on the battlefield",),
    ),
    (
        "attached_elsewhere",
        in_hand(attached_to="ann"),
        (f"{HAND}: forest can't be attached: it is no permanent",),
    ),
    (
        "attached_to_nothing",
        in_play(attached_to="storm_crow"),
        (f"{PLAY}: forest is attached to something that is not on the battlefield",),
    ),
    (
        "attached_to_itself",
        in_play(attached_to="forest"),
        (f"{PLAY}: forest is attached to itself",),
    ),
    *(
        (
            "instant_permanent",
            with_ann(battlefield=[card]),
            (f"{PLAY}: {name} is an instant or sorcery and can't be a face-up permanent",),
        )
        for card, name in (("Lightning Bolt", "lightning_bolt"), ("Rift Bolt", "rift_bolt"))
    ),
    (
        "copy_of_instant",
        in_play(face_down=True, copy_of=["Plains", "Lightning Bolt"]),
        (f"{PLAY}: forest is a permanent and can't be a copy of an instant or sorcery",),
    ),
    (
        "land_on_stack",
        moment(stack=[{"card": "Forest", "controller": "ann"}]),
        ("$.stack[0]: forest is a land and can't be on the stack",),
    ),
    (
        "unknown_marker",
        {
            **moment(stack=[{"card": "Lightning Bolt", "controller": "ann", "turn_marker": "zed"}]),
            **GRAND,
        },
        ("$.stack[0]: the turn marker of lightning_bolt is no player's of this state",),
    ),
    (
        "marker_elsewhere",
        moment(stack=[{"card": "Lightning Bolt", "controller": "ann", "turn_marker": "ann"}]),
        ("$.stack[0]: lightning_bolt has a turn marker, but this is not Grand Melee",),
    ),
    (
        "no_type",
        {**with_ann(hand=["Odd"]), "cards": [{"name": "Odd", "type": "Legendary — Spirit"}]},
        ("$.cards[Odd]: the card Odd has no card type that is known, such as creature or land",),
    ),
    (
        "effect_is_object",
        {
            **with_effect(),
            "players": [{"name": "ann", "hand": [{"card": "Forest", "id": "spell"}]}],
        },
        (f"{HAND}: spell is the id of an effect and of an object",),
    ),
    *(
        (
            "effect_twice",
            moment(effects=[{"id": "spell", **first}, {"id": "spell", **second}]),
            ("$.effects[1]: spell is the id of two effects",),
        )
        for first, second in (
            ({"kind": "cast_limit"}, {"kind": "cant_cast"}),
            ({"kind": "cast_limit"}, {"kind": "cast_limit"}),
        )
    ),
    (
        "unknown_object",
        with_effect(applies_to=["storm_crow"]),
        ("$.effects[0].applies_to: found storm_crow, expected the id of an object",),
    ),
    (
        "unknown_source",
        moment(effects=[{"id": "spell", "kind": "other", "source": "storm_crow"}]),
        ("$.effects[0]: the source of spell is no object here; give its `controller`",),
    ),
    *(
        (
            "unknown_permission",
            {
                **with_effect(kind="cast_limit"),
                "players": [{"name": "ann", "lands_played": [name]}],
            },
            (
                f"$.players[0].lands_played: found {name}, expected a permission (what is over: an"
                " effect with `gone`)",
            ),
        )
        for name in ("exploration", "spell")
    ),
    (
        "unknown_effect",
        with_ann(ignores=["leonin_arbiter"]),
        (
            "$.players[0].ignores: found leonin_arbiter, expected an effect, or a permanent with"
            " one, to ignore",
        ),
    ),
    (
        "rule_used_twice",
        with_ann(lands_played=["rule", "unnamed", "rule"]),
        ("$.players[0].lands_played: the rules' own land play was used twice",),
    ),
]


def faults_of(document: object) -> tuple[str, ...]:
    with pytest.raises(MalformedStateError) as caught:
        GameState.from_json(json.dumps(document))
    return caught.value.faults


def test_every_kind_of_fault_is_shown() -> None:
    law = (encoding_folder() / "wellformed.lp").read_text(encoding="utf-8")
    derived = set(re.findall(r"^malformed\((\w+),", law, re.MULTILINE))
    assert {kind for kind, _, _ in TABLE} == derived


def test_every_kind_of_fault_has_a_sentence_and_every_sentence_a_kind() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in encoding_folder().rglob("*.lp"))
    sentences = re.findall(r"^fault_text\((\w+),", text, re.MULTILINE)
    derived = re.findall(r"^malformed\((\w+),", text, re.MULTILINE)
    assert sorted(sentences) == sorted(set(derived))


@pytest.mark.parametrize(
    ("document", "faults"),
    [row[1:] for row in TABLE],
    ids=[f"{place}-{row[0]}" for place, row in enumerate(TABLE)],
)
def test_a_document_with_one_fault_is_told_just_this_fault_with_its_path(
    document: object, faults: tuple[str, ...]
) -> None:
    assert faults_of(document) == faults


def test_the_faults_of_a_document_are_all_told_at_once() -> None:
    document = moment(
        turn="zed",
        in_progress="casting",
        players=[
            {"name": "ann", "hand": [{"card": "Forest", "tapped": True, "token": True}]},
            {"name": "bob", "planar_die_rolls": 1, "battlefield": ["Lightning Bolt"]},
        ],
        stack=[{"card": "Island", "controller": "ann", "turn_marker": "ann"}],
    )
    assert faults_of(document) == (
        "$.players[0].hand[0]: forest can't be tapped: it is no permanent",
        "$.players[0].hand[0]: forest is a token, so it can't be anywhere but on the battlefield",
        "$.players[1].battlefield[0]: lightning_bolt is an instant or sorcery and can't be a"
        " face-up permanent",
        "$.players[1].planar_die_rolls: bob rolled the planar die, but this is not a Planechase"
        " game",
        "$.priority: ann can't have priority while something is `in_progress`",
        "$.stack[0]: island has a turn marker, but this is not Grand Melee",
        "$.stack[0]: island is a land and can't be on the stack",
        "$.turn: found zed, expected a player of this state",
    )


QUOTED: dict[str, tuple[object, str]] = {
    "player": (
        moment(priority="Zed Z."),
        "$.priority: found Zed Z., expected a player of this state",
    ),
    "land play": (
        with_ann(lands_played=["Old Exploration"]),
        "$.players[0].lands_played[0]: found 'Old Exploration', expected an id such as"
        " old_exploration (what is over: an effect with `gone`)",
    ),
    "object": (
        with_effect(applies_to=["Storm Crow"]),
        "$.effects[0].applies_to: found Storm Crow, expected the id of an object",
    ),
    "braces": (
        with_ann(ignores=["{witness} {player}"]),
        "$.players[0].ignores: found {witness} {player}, expected an effect, or a permanent with"
        " one, to ignore",
    ),
}


@pytest.mark.parametrize(("document", "fault"), QUOTED.values(), ids=QUOTED)
def test_a_fault_may_be_about_a_name_that_is_no_plain_word(document: object, fault: str) -> None:
    assert faults_of(document) == (fault,)


def test_the_path_of_a_fault_is_that_of_the_object_even_if_a_player_has_its_name() -> None:
    document = moment(
        turn="forest",
        priority="forest",
        players=[{"name": "forest", "hand": [{"card": "Forest", "tapped": True}]}],
    )
    assert faults_of(document) == (f"{HAND}: forest can't be tapped: it is no permanent",)


def test_the_path_of_a_fault_is_that_of_the_player_even_if_an_object_has_his_name() -> None:
    document = moment(
        turn="forest",
        priority="forest",
        players=[
            {"name": "forest", "hand": ["Forest"], "decided_by": "forest", "ignores": ["spell"]}
        ],
    )
    assert faults_of(document) == (
        "$.players[0].ignores: found spell, expected an effect, or a permanent with one, to ignore",
        "$.players[0]: forest decides for themselves; leave `decided_by` out",
    )


def test_the_path_of_a_fault_is_that_of_the_card_even_if_a_player_has_its_name() -> None:
    players = [{"name": "Odd", "hand": ["Odd"]}]
    cards = [{"name": "Odd", "type": "Legendary"}]
    document = moment(turn="Odd", priority="Odd", players=players, cards=cards)
    (fault,) = faults_of(document)
    assert fault.startswith("$.cards[Odd]: ")


SOUND: dict[str, object] = {
    "between turns": {
        **moment(turn=None, priority=None, in_progress="between_turns"),
        "phase": None,
    },
    "before the game": {
        **moment(turn=None, priority=None, in_progress="before_the_game"),
        "phase": None,
    },
    "several turns in Grand Melee": {
        **moment(turn={"ann": "draw", "bob": "end"}, priority=["ann", "bob"]),
        **GRAND,
        "phase": None,
    },
    "nobody's priority": moment(priority=None),
    "untap step": moment(phase="untap", priority=None),
    "a payment": moment(priority=None, in_progress="casting", paying="ann"),
    "a team's turn": teams(),
    "a team's priority": teams(priority=["ann", "amy"]),
    "a player who has left": with_bob(left=True),
    "what a player who has left has outside": with_bob(left=True, outside=["Forest"]),
    "face down in exile": with_ann(exile=[{"card": "Forest", "face_down": True}]),
    "a face-down instant": with_ann(battlefield=[{"card": "Lightning Bolt", "face_down": True}]),
    "attached to a player": in_play(attached_to="bob"),
    "a spell of another's": moment(
        stack=[{"card": "Lightning Bolt", "controller": "ann", "owner": "bob"}]
    ),
    "a source that is gone": with_effect(source="storm_crow"),
    "an effect that is gone": moment(
        effects=[{"id": "spell", "kind": "additional_land_plays", "who": "ann", "gone": True}]
    ),
    "a land play under an effect that is gone": {
        **with_ann(lands_played=["spell"]),
        "effects": [{"id": "spell", "kind": "additional_land_plays", "who": "ann", "gone": True}],
    },
    "a land play under a permanent's effect": with_ann(
        battlefield=["Exploration"], lands_played=["rule", "exploration", "unnamed"]
    ),
    "an effect that is ignored": moment(
        players=[
            {"name": "ann", "ignores": ["leonin_arbiter"]},
            {"name": "bob", "battlefield": ["Leonin Arbiter"]},
        ]
    ),
    "a roll in Planechase": {**with_ann(planar_die_rolls=2), "variant": "planechase"},
}


@pytest.mark.parametrize("document", SOUND.values(), ids=SOUND)
def test_what_comes_close_to_a_fault_and_is_none_is_accepted(document: object) -> None:
    assert GameState.from_json(json.dumps(document)).edition == "2012-05-01"
