"""The smallest changes are all there are, none is too large, and the law says that they do."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from clingo import ast

from pyadapter import GameState, StateDocument
from pyadapter.actions import action_term
from pyadapter.batch import Question, answers
from pyadapter.lint import lint
from pyadapter.programs import atoms_of, parsed, signature
from pyadapter.repair import NOTHING, Repair, repair, smallest_changes
from pyadapter.repair_search import changeable
from pyadapter.vocabulary import inputs
from tests.casework import Case, all_cases
from tests.single_changes import single_changes
from tests.statements import state_of

STATES = Path(__file__).parent.parent / "examples" / "states"
DEATH = GameState.load(STATES / "willbender_under_split_second.json")
EVERY = int(os.environ.get("REPAIR_EVERY", "200"))
NOT_LEGAL = [case for case in all_cases() if case.verdict != "legal"]
REPAIR = ("special_actions.lp", "wellformed.lp", "repair/changes.lp", "repair/judged.lp")


def told(state: GameState, action: str, *, player: str | None = None) -> list[str]:
    return [change.text for change in smallest_changes(state, action, player=player)]


def game(**fields: Any) -> GameState:
    document = {
        "turn": "alice",
        "phase": "precombat_main",
        "priority": "alice",
        "players": [{"name": "alice", "hand": ["Forest"]}, {"name": "bob"}],
        **fields,
    }
    return GameState.from_document(msgspec.convert(document, StateDocument))


def single_legal_changes(state: GameState, case: Case) -> set[tuple[str, ...]]:
    """What makes the action of a case legal by itself, found by trying every single change."""
    action = action_term(state.document, case.action)
    about = re.match(r'\w+\(("?)(.*?)\1[,)]', action)
    tried = list(single_changes(state.document, case.player, about[2] if about else None))
    questions = [
        Question(msgspec.structs.replace(document, rules=state.edition), case.player, action)
        for _, document in tried
    ]
    replies = answers(questions, cards=state.cards)
    return {
        name
        for (name, _), reply in zip(tried, replies, strict=True)
        if reply.asked is not None and reply.asked.legal
    }


def single_parts(found: Repair, *, stacked: bool) -> set[tuple[str, ...]]:
    """The same as a repair reports it; mana of any type is mana of each."""
    turns = {"this turn": "this_turn", "later turn": "another_turn"}
    parts: set[tuple[str, ...]] = set()
    for change in found.changes:
        for moment in change.moments:
            if moment.turn == "present step":
                parts.add(("here", "emptied" if moment.stack_empty and stacked else "kept"))
            else:
                parts.add((turns[moment.turn], moment.player, moment.step))
        for mana in change.mana:
            parts |= {("mana", kind) for kind in ("WUBRGCS" if mana == "{1}" else mana[1])}
        parts |= {("goes", name) for name in change.goes}
        parts |= {("hand", *cards) for cards in change.hand}
    return parts


@pytest.mark.parametrize("case", NOT_LEGAL[::EVERY], ids=lambda case: case.id)
def test_the_smallest_changes_are_those_that_trying_every_single_one_finds(case: Case) -> None:
    state = case.game()
    found = repair(state, case.action, player=case.player)
    assert found.complete
    singles = single_legal_changes(state, case)
    if singles:
        assert {change.cost for change in found.changes} == {1}
        parts = single_parts(found, stacked=bool(state.document.stack))
        if ("mana", "C") in parts:  # snow mana is named only where generic mana is owed
            parts, singles = parts - {("mana", "S")}, singles - {("mana", "S")}
        assert parts == singles
    else:
        assert all(change.cost > 1 for change in found.changes)


@pytest.mark.parametrize("case", NOT_LEGAL[9::EVERY], ids=lambda case: case.id)
def test_in_changed_states_the_action_is_legal_and_what_never_changes_is_the_same(
    case: Case,
) -> None:
    state = case.game()
    changes = smallest_changes(state, case.action, player=case.player)
    for change in changes[:: max(1, len(changes) // 8)]:
        text = msgspec.json.encode(change.document)
        after = GameState.from_json(text, cards={})
        assert after.why(action_term(state.document, case.action), player=case.player).legal
        assert after.edition == state.edition
        old, new = state.document, after.document
        assert (new.variant, new.readings) == (old.variant, old.readings)
        assert set(new.cards) <= set(old.cards)
        for before, now in zip(old.players, new.players, strict=True):
            for name in ("name", "life", "team", "left", "decided_by", "companion_used"):
                assert getattr(now, name) == getattr(before, name)
        assert owners(new).items() <= owners(old).items()


def owners(document: StateDocument) -> dict[str, tuple[str, str]]:
    zones = ("hand", "battlefield", "graveyard", "exile", "library", "command", "outside")
    items = [item for p in document.players for zone in zones for item in getattr(p, zone)]
    stacked = [(item.id or "", (item.card or "", item.owner or "")) for item in document.stack]
    return dict([*((item.id, (item.card, item.owner)) for item in items), *stacked])


def test_the_spell_with_split_second_leaves_the_stack_or_a_main_phase_comes() -> None:
    [change] = smallest_changes(DEATH, "suspend Rift Bolt")
    assert change.text == (
        "in a main phase of alice's turn with an empty stack (here: once Sudden Death has left it)"
    )
    assert change.document.stack == ()
    assert (change.document.turn, change.document.phase) == ("alice", "precombat_main")
    assert len(change.moments) == 4


def test_the_same_question_has_the_same_answer_each_time() -> None:
    first, second = (repair(DEATH, "suspend Rift Bolt").as_dict() for _ in range(2))
    assert first == second


def test_what_is_legal_needs_no_change() -> None:
    assert smallest_changes(state_of(hand=["Forest"]), "play Forest") == ()


def test_a_card_without_suspend_is_never_suspended() -> None:
    found = repair(state_of(hand=["Forest"]), "suspend Forest")
    assert (found.changes, found.lines()) == ((), (NOTHING,))


def test_an_action_that_the_edition_does_not_list_stays_illegal() -> None:
    omen = {"name": "Omen", "type": "Sorcery", "abilities": ["foretell"]}
    state = state_of(cards=[omen], hand=["Omen"])
    assert told(state, "foretell Omen") == []
    assert told(state.under("2026-09-25"), "foretell Omen") == [
        "more mana for alice: two of any type"
    ]


def test_another_players_priority_is_any_time_that_the_player_has_it() -> None:
    state = game(
        priority="bob",
        stack=[{"ability": "a trigger", "controller": "bob"}],
        players=[
            {
                "name": "alice",
                "battlefield": ["Island", "Island", {"card": "Willbender", "face_down": True}],
            },
            {"name": "bob"},
        ],
    )
    assert told(state, "turn up willbender", player="alice") == ["any time alice has priority"]


def test_a_land_play_that_is_used_comes_again_in_a_later_turn() -> None:
    [change] = smallest_changes(state_of(hand=["Forest"], lands_played=1), "play Forest")
    assert change.text == "in a main phase of a later turn of alice's with an empty stack"
    assert change.document.players[0].lands_played == ()


def test_mana_is_added_unit_by_unit_and_mana_of_any_type_is_told_once() -> None:
    hand = {"name": "Bolt of the Rift", "type": "Sorcery", "mana_cost": "{2}{R}",
            "abilities": [{"kind": "suspend", "n": 1, "cost": "{1}{R}"}]}  # fmt: skip
    state = state_of(cards=[hand], hand=["Bolt of the Rift"])
    [change] = smallest_changes(state, "suspend Bolt of the Rift")
    assert (change.cost, change.mana) == (2, ("{1}{R}",))
    assert change.text == "more mana for alice: {R} and one of any type"
    [change] = smallest_changes(
        state.change_player("alice", pool="{R}"), "suspend bolt_of_the_rift"
    )
    assert (change.cost, change.mana) == (1, ("{1}",))


def test_either_half_of_a_hybrid_symbol_is_told() -> None:
    card = {"name": "Both", "type": "Sorcery",
            "abilities": [{"kind": "suspend", "n": 1, "cost": "{R/G}"}]}  # fmt: skip
    [change] = smallest_changes(state_of(cards=[card], hand=["Both"]), "suspend Both")
    assert change.text == "more mana for alice: {G} or {R}"


def test_colorless_mana_is_no_mana_of_any_type_where_it_is_asked_for() -> None:
    card = {"name": "Void", "type": "Sorcery",
            "abilities": [{"kind": "suspend", "n": 1, "cost": "{C}"}]}  # fmt: skip
    state = state_of(cards=[card], hand=["Void"]).under("2026-09-25")
    assert told(state, "suspend Void") == ["more mana for alice: {C}"]


def test_a_permanent_that_forbids_goes() -> None:
    state = GameState.load(STATES / "zoetic_cavern_and_humility.json")
    [change] = smallest_changes(state, "turn up willbender")
    assert (change.goes, change.text) == (("humility",), "Humility leaves the battlefield")


def test_an_effect_that_forbids_ends_or_its_turn_does() -> None:
    ban = {"kind": "cant_play_lands", "id": "ban", "until": "end of turn"}
    assert told(game(effects=[ban]), "play Forest") == [
        "in a main phase of a later turn of alice's with an empty stack",
        "the effect ban ends",
    ]
    assert told(game(effects=[{**ban, "until": "end of the game"}]), "play Forest") == [
        "the effect ban ends"
    ]


def test_one_of_several_spells_leaves_the_stack() -> None:
    rift = {"name": "Quick Rift", "type": "Instant",
            "abilities": [{"kind": "suspend", "n": 1, "cost": "{0}"}]}  # fmt: skip
    state = game(
        cards=[rift],
        players=[{"name": "alice", "hand": ["Quick Rift"]}, {"name": "bob"}],
        stack=[
            {"card": "Sudden Death", "controller": "bob"},
            {"ability": "a trigger", "controller": "bob"},
        ],
    )
    assert told(state, "suspend Quick Rift") == [
        "Sudden Death leaves the stack",
        "any time alice has priority with an empty stack (here: once everything has left it)",
    ]


def test_a_card_comes_to_hand_from_where_it_is() -> None:
    [change] = smallest_changes(state_of(graveyard=["Forest"]), "play Forest")
    assert (change.text, change.hand) == ("Forest in alice's hand", (("forest",),))
    assert change.document.players[0].graveyard == ()


def test_a_card_of_another_player_never_comes_to_hand() -> None:
    state = game(players=[{"name": "alice"}, {"name": "bob", "graveyard": ["Forest"]}])
    assert told(state, "play Forest") == []


def test_cards_to_pay_with_are_told_as_one() -> None:
    card = {"name": "Deep", "type": "Sorcery",
            "abilities": [{"kind": "suspend", "n": 1, "cost": "discard a card"}]}  # fmt: skip
    state = state_of(cards=[card], hand=["Deep"], graveyard=["Forest", "Island"])
    [change] = smallest_changes(state, "suspend Deep")
    assert change.text == "Forest or Island in alice's hand"


def test_several_changes_are_one_answer_if_one_alone_does_not_do() -> None:
    state = state_of(graveyard=["Forest"], lands_played=1)
    [change] = smallest_changes(state, "play Forest")
    assert (change.cost, change.text) == (
        2,
        "Forest in alice's hand; in a main phase of a later turn of alice's with an empty stack",
    )


def test_unspent_mana_is_lost_on_the_way_to_another_step() -> None:
    rift = {"name": "Slow Rift", "type": "Sorcery",
            "abilities": [{"kind": "suspend", "n": 1, "cost": "{R}"}]}  # fmt: skip
    alice = {"name": "alice", "hand": ["Slow Rift"], "pool": "{R}"}
    state = game(cards=[rift], players=[alice, {"name": "bob"}], phase=None, step="upkeep")
    [change] = smallest_changes(state, "suspend Slow Rift")
    assert change.text == (
        "more mana for alice: {R}; in a main phase of alice's turn with an empty stack"
    )


def test_what_ends_before_a_step_is_over_once_the_game_has_come_so_far() -> None:
    stop = {
        "kind": "other", "text": "a trigger", "id": "stop",
        "allows": {"by": "alice", "cost": "{0}", "before": {"step": "upkeep", "of": "bob"}},
    }  # fmt: skip
    state = game(effects=[stop], priority="bob")
    [change] = smallest_changes(state, "end stop", player="alice")
    assert {moment.turn for moment in change.moments} == {"present step", "this turn"}


def test_a_state_between_turns_goes_on_with_anybodys_turn() -> None:
    state = game(turn=None, phase=None, priority=None, in_progress="between_turns")
    assert told(state, "play Forest", player="alice") == [
        "in a main phase of alice's turn with an empty stack"
    ]


def test_who_has_left_the_game_can_do_nothing() -> None:
    players = [{"name": "alice", "left": True}, {"name": "bob"}]
    state = game(players=players, turn="bob", priority="bob", variant="planechase")
    assert told(state, "roll", player="alice") == []


def test_teams_that_share_turns_have_theirs_told_by_the_player() -> None:
    state = GameState.load(STATES / "a_team_of_two.json")
    assert told(state, "play swamp", player="carl") == [
        "in a main phase of carl's turn with an empty stack"
    ]


def test_a_team_whose_turn_it_is_waits_for_a_later_one_whoever_of_it_asks() -> None:
    players = [
        {"name": "ann", "team": "blue", "hand": ["Forest"], "lands_played": 1},
        {"name": "beth", "team": "blue", "hand": ["Plains"], "lands_played": 1},
        {"name": "carl", "team": "red"},
        {"name": "dave", "team": "red"},
    ]
    state = game(variant="two_headed_giant", turn="ann", priority="ann", players=players)
    for player, card in (("ann", "forest"), ("beth", "plains")):
        assert told(state, f"play {card}", player=player) == [
            "in a main phase of a later turn of ann's with an empty stack"
        ]


def test_in_grand_melee_the_turns_of_others_go_on() -> None:
    state = game(
        variant="grand_melee",
        turn={"alice": "upkeep", "carl": "draw"},
        phase=None,
        priority=["alice", "carl"],
        players=[{"name": "alice", "hand": ["Forest"]}, {"name": "bob"},
                 {"name": "carl"}, {"name": "dave"}],
    )  # fmt: skip
    [change] = smallest_changes(state, "play Forest", player="alice")
    assert change.text == "in a main phase of this turn with an empty stack"
    assert change.document.turn == {"alice": "precombat_main", "carl": "draw"}


def test_what_is_unknown_is_repaired_only_by_what_makes_it_surely_legal() -> None:
    ban = {"kind": "cant_play_lands", "id": "ban", "while": "open"}
    assert game(effects=[ban]).why("play Forest").verdict == "unknown"
    assert told(game(effects=[ban]), "play Forest") == ["the effect ban ends"]
    unknown = {"name": "alice", "hand": [{"card": "?", "id": "hidden"}]}
    hidden = game(players=[unknown, {"name": "bob"}])
    assert hidden.why("play hidden").verdict == "unknown"
    assert told(hidden, "play hidden") == []


def test_a_search_that_is_cut_says_so() -> None:
    found = repair(DEATH, "suspend Rift Bolt", limit=2)
    assert not found.complete
    assert len(found.changes[0].moments) == 2
    assert found.lines()[-1] == "perhaps others: the search was cut"


def test_every_input_that_a_repair_derives_is_an_input_and_no_two_files_say_the_same() -> None:
    def heads(files: tuple[str, ...]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for rule in parsed(files):
            if rule.ast_type is ast.ASTType.Rule and rule.head.ast_type is ast.ASTType.Literal:
                for atom in atoms_of(rule.head):
                    place = found.setdefault(signature(atom.symbol)[0], set())
                    place.add(Path(rule.location.begin.filename).name)
        return found

    own = heads(("repair/changes.lp", "repair/judged.lp"))
    derived = {name for name, files in own.items() if "changed_state.lp" in files}
    assert derived == changeable()
    assert derived <= inputs().keys()
    assert all(len(files) == 1 for files in own.values())
    own = {name: files for name, files in own.items() if files != {"steps.lp"}}
    assert not own.keys() & heads(("special_actions.lp", "explain.lp", "wellformed.lp")).keys()


def test_the_linter_minds_of_repairs_only_that_they_choose() -> None:
    allowed = (
        "is an input and can't be derived",
        "a choice or disjunction in the head",
        "the law has no place for Minimize",
        "the law has no place for ProjectSignature",
        "(given|trying|within)/1 is n",
        "(at|goes|drawn|added)/[12] is neither",
    )
    findings = [str(each) for each in lint(REPAIR) if "asp/repair" in str(each)]
    assert findings
    assert [each for each in findings if not any(re.search(a, each) for a in allowed)] == []
