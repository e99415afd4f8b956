"""The API: states are loaded, changed and asked, and never change themselves."""

import dataclasses
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pyadapter import (
    ActionError,
    DocumentError,
    EditionError,
    GameState,
    MalformedStateError,
    Permanent,
    Player,
    SpecialActionsError,
    StateDocument,
    Verdict,
    known_cards,
    load_cards,
)
from pyadapter.batch import Question, answers
from pyadapter.canonical import ZONES
from pyadapter.documents import read_document

EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples" / "states").glob("*.json"))


def moment(**fields: Any) -> dict[str, Any]:
    return {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [
            {
                "name": "ann",
                "life": 20,
                "hand": ["Forest", "Rift Bolt"],
                "battlefield": ["Mountain"],
            },
            {"name": "bob", "life": 20, "hand": ["Island"]},
        ],
        **fields,
    }


def state(**fields: Any) -> GameState:
    return judged(json.dumps(moment(**fields)))


judged = cache(GameState.from_json)
example = cache(GameState.load)


def outcomes(of: GameState) -> dict[tuple[str, str], str]:
    return {(each.player, each.action): each.verdict for each in of.verdicts()}


ALL = {
    ("ann", "play_land(forest)"): "legal",
    ("ann", "suspend(rift_bolt)"): "legal",
    ("bob", "play_land(island)"): "illegal",
}


def test_a_state_gives_a_verdict_on_every_action_on_offer() -> None:
    assert outcomes(state()) == ALL


def test_verdicts_come_in_a_fixed_order_by_player_and_action() -> None:
    keys = [(each.player, each.action) for each in state().verdicts()]
    assert keys == sorted(ALL)


def test_bytes_are_read_like_text() -> None:
    text = json.dumps(moment())
    assert GameState.from_json(text.encode()) == GameState.from_json(text)


def test_a_document_built_in_python_gives_the_state_that_its_json_gives() -> None:
    built = StateDocument(
        turn="ann",
        phase="precombat_main",
        priority="ann",
        players=(
            Player(name="ann", life=20, hand=("Forest", "Rift Bolt"), battlefield=("Mountain",)),
            Player(name="bob", life=20, hand=(Permanent(card="Island"),)),
        ),
    )
    assert outcomes(GameState.from_document(built)) == ALL


def test_a_dict_will_do_for_a_document() -> None:
    data = json.loads(EXAMPLES[0].read_text(encoding="utf-8"))
    assert GameState.from_document(data) == GameState.load(EXAMPLES[0])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("state.json", "$: found str, expected a StateDocument, or a dict as JSON has it"),
        (None, "$: found NoneType, expected a StateDocument, or a dict as JSON has it"),
        ({}, "$: found no such field, expected the field 'players'"),
        (
            {"players": [{"name": "ann", "hand": [3]}], "turn": None, "priority": None},
            "$.players[0].hand[0]: found int, expected str | object",
        ),
    ],
)
def test_what_is_no_document_raises_a_document_error(data: Any, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        GameState.from_document(data)
    assert str(caught.value) == message


def test_a_state_is_loaded_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(moment()), encoding="utf-8")
    assert GameState.load(path) == GameState.load(str(path)) == state()


def test_a_state_is_loaded_with_the_cards_of_other_files(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("state.json", "cards.json")]
    paths[0].write_text(json.dumps(moment(players=[{"name": "ann", "hand": ["Frost"]}])))
    paths[1].write_text('[{"name": "Frost", "type": "Snow Land"}]')
    loaded = GameState.load(paths[0], card_files=[paths[1]])
    assert outcomes(loaded) == {("ann", "play_land(frost)"): "legal"}


def test_a_file_is_loaded_under_the_rules_of_a_day(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(moment(rules="1999-01-01")), encoding="utf-8")
    assert GameState.load(path, rules="2012-05-20").edition == "2012-05-01"


@pytest.mark.parametrize("name", ["missing.json", "", "missing/state.json"])
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    path = f"{tmp_path}/{name}"
    with pytest.raises(DocumentError) as caught:
        GameState.load(path)
    assert (caught.value.path, caught.value.expected) == (path, "a readable file")


def test_a_path_with_a_character_of_the_code_0_cannot_be_read() -> None:
    with pytest.raises(DocumentError, match="expected a readable file"):
        GameState.load("a\0b")


def test_cards_are_looked_up_where_the_caller_says() -> None:
    with pytest.raises(MalformedStateError, match="the card 'Forest', which is not known"):
        GameState.from_json(json.dumps(moment()), cards={})


def test_cards_that_the_caller_gives_are_kept_through_changes(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text('[{"name": "Frost", "type": "Snow Land"}]')
    given = GameState.from_json(json.dumps(moment()), cards=load_cards([path]))
    assert ("ann", "play_land(frost)") in outcomes(given.put("ann", "hand", "Frost"))


def test_the_source_is_the_document_as_given() -> None:
    text = json.dumps(moment(title="A title", rules="2012-05-20"))
    source = GameState.from_json(text).source
    assert (source.title, source.rules, source.phase) == (
        "A title",
        "2012-05-20",
        "precombat_main",
    )


def test_the_document_is_the_canonical_one() -> None:
    found = state().document
    assert found.turn == {"ann": "precombat_main"}
    assert [card.name for card in found.cards] == ["Forest", "Island", "Mountain", "Rift Bolt"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_written_as_json_reads_back_as_the_same_state_with_the_same_verdicts(
    path: Path,
) -> None:
    loaded = example(path)
    again = GameState.from_json(loaded.to_json())
    assert again == loaded
    assert again.facts() == loaded.facts()
    assert again.verdicts() == loaded.verdicts() == loaded.verdicts()


def test_facts_begin_with_the_edition() -> None:
    assert state().facts()[0] == "edition(20120501)"


def test_facts_are_not_repeated() -> None:
    facts = state().facts()
    assert len(set(facts)) == len(facts)


@pytest.mark.parametrize("name", ["ann", "bob"])
def test_verdicts_on_one_player_are_those_of_all_that_are_his(name: str) -> None:
    every = state().verdicts()
    mine = state().verdicts(player=name)
    assert mine
    assert mine == tuple(each for each in every if each.player == name)


def test_legal_actions_are_the_verdicts_that_are_legal() -> None:
    assert [each.action for each in state().legal_actions()] == [
        "play_land(forest)",
        "suspend(rift_bolt)",
    ]


def test_legal_actions_of_one_player_are_his() -> None:
    bobs = state(turn="bob", priority="bob")
    assert [each.player for each in bobs.legal_actions(player="bob")] == ["bob"]
    assert bobs.legal_actions(player="ann") == ()


def test_no_action_is_on_offer_before_the_game() -> None:
    players = [{"name": "ann"}]
    assert (
        state(
            players=players, turn=None, phase=None, priority=None, in_progress="before_the_game"
        ).verdicts()
        == ()
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda of: of.verdicts(player="zed"),
        lambda of: of.legal_actions(player="zed"),
        lambda of: of.why("roll", player="zed"),
        lambda of: of.put("zed", "hand", "Forest"),
        lambda of: of.change_player("zed", life=3),
    ],
    ids=["verdicts", "legal_actions", "why", "put", "change_player"],
)
def test_a_player_who_is_not_there_is_answered_with_those_who_are(
    ask: Callable[[GameState], object],
) -> None:
    with pytest.raises(ActionError) as caught:
        ask(state())
    assert str(caught.value) == "player: found 'zed', expected one of ann, bob"


@pytest.mark.parametrize(
    "words",
    ["suspend Rift Bolt", "suspend rift_bolt", "suspend(rift_bolt)", 'suspend("Rift Bolt")'],
)
def test_an_action_is_asked_about_in_words_and_as_a_term(words: str) -> None:
    verdict = state().why(words)
    assert (verdict.action, verdict.label) == ("suspend(rift_bolt)", "suspend Rift Bolt")


def test_asking_about_an_action_on_offer_gives_the_verdict_on_offer() -> None:
    one_of_each = {
        (verdict.kind, verdict.verdict): (path, verdict)
        for path in EXAMPLES
        for verdict in example(path).verdicts()
    }
    for path, verdict in one_of_each.values():
        assert example(path).why(verdict.action, player=verdict.player) == verdict, path


def test_two_actions_on_offer_to_one_player_have_different_names() -> None:
    ability = {"kind": "cant_search", "ignore": {"cost": "{0}", "who": "each"}}
    dearer = {"kind": "cant_cast", "on": ["in exile"], "ignore": {"cost": "{5}", "who": "each"}}
    twofold = state(
        players=[{"name": "ann", "battlefield": ["Odd Card"]}],
        cards=[{"name": "Odd Card", "type": "Artifact", "abilities": [ability, dearer]}],
    )
    actions = [verdict.action for verdict in twofold.verdicts()]
    assert len(actions) == len(set(actions)) == 2


def test_an_action_that_is_not_on_offer_may_be_asked_about() -> None:
    verdict = state().why("turn Mountain face up")
    assert verdict.verdict == "illegal"
    assert "face_down" in [reason.requirement for reason in verdict.with_status("unmet")]


def test_an_effect_that_is_not_there_is_an_error_and_no_verdict() -> None:
    with pytest.raises(ActionError, match="found 'channel', expected an effect of this state"):
        state().why("end channel")


def test_a_name_means_the_card_that_is_on_offer_also_where_that_isnt_in_hand() -> None:
    crucible = {"kind": "land_play_permission", "zone": "graveyard"}
    moment = {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [
            {
                "name": "ann",
                "battlefield": ["Forest", "Crucible"],
                "graveyard": ["Forest"],
                "exile": ["Forest"],
            }
        ],
        "cards": [{"name": "Crucible", "type": "Artifact", "abilities": [crucible]}],
    }
    found = GameState.from_json(json.dumps(moment))
    assert found.why("play Forest").action == "play_land(forest_2)"
    question = Question(read_document(json.dumps(moment)), "ann", "play Forest")
    [answer] = answers([question])
    assert answer.asked == found.why("play Forest")


@pytest.mark.parametrize("kind", ["foretell", "plot", "companion", "reveal"])
def test_an_action_of_a_kind_that_the_edition_does_not_list_is_illegal_for_just_that(
    kind: str,
) -> None:
    verdict = state().why(f"{kind} Rift Bolt")
    assert [(r.requirement, r.status) for r in verdict.reasons] == [("listed", "unmet")]


DEFAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "who has priority": ({"priority": "bob"}, "bob"),
    "whose turn it is": ({"priority": None, "turn": "bob"}, "bob"),
    "the first player": (
        {"priority": None, "turn": None, "phase": None, "in_progress": "between_turns"},
        "ann",
    ),
}


@pytest.mark.parametrize(("fields", "player"), DEFAULTS.values(), ids=DEFAULTS)
def test_without_a_player_the_one_is_meant_who_could_act(
    fields: dict[str, Any], player: str
) -> None:
    assert state(**fields).why("roll").player == player


def test_a_player_may_be_asked_about_out_of_turn() -> None:
    verdict = state().why("play Island", player="bob")
    assert (verdict.player, verdict.verdict) == ("bob", "illegal")


@pytest.mark.parametrize("words", ["", "attack", "play", "play Storm Crow"])
def test_an_action_that_is_not_understood_raises_an_action_error(words: str) -> None:
    with pytest.raises(ActionError, match=r"^action: found "):
        state().why(words)


def test_reasons_that_fail_come_first() -> None:
    statuses = [reason.status for reason in state().why("play Island", player="bob").reasons]
    assert statuses == sorted(statuses, key=["unmet", "open", "met"].index)
    assert {"unmet", "met"} == set(statuses)


def test_a_verdict_as_text_has_a_line_for_each_reason() -> None:
    verdict = state().why("play Island", player="bob")
    head, *lines = str(verdict).splitlines()
    assert head == "bob: play Island: illegal"
    assert len(lines) == len(verdict.reasons)
    assert lines[0] == "  unmet priority: priority is with ann, not with bob (115.2a)"


def test_a_verdict_as_data_can_be_written_as_json_and_says_all() -> None:
    verdict = state().why("play Forest")
    data = verdict.as_dict()
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {field.name for field in dataclasses.fields(Verdict)}


def test_a_field_of_the_document_is_replaced() -> None:
    assert outcomes(state().replace(phase="draw"))["ann", "play_land(forest)"] == "illegal"


def test_several_fields_are_replaced_at_once() -> None:
    assert outcomes(state().replace(turn="bob", priority="bob"))["bob", "play_land(island)"] == (
        "legal"
    )


def test_a_field_is_replaced_by_what_a_document_would_say() -> None:
    changed = state().replace(variant=("planechase",), stack=())
    assert changed.source == state(variant=["planechase"]).source


def test_replacing_nothing_gives_the_same_state() -> None:
    assert state().replace() == state()


def test_a_field_that_no_document_has_is_refused_with_those_it_has() -> None:
    with pytest.raises(DocumentError) as caught:
        state().replace(fase="draw")
    assert (caught.value.path, caught.value.found) == ("$.fase", "an unknown field")
    assert "phase" in caught.value.expected.removeprefix("one of ").split(", ")


def endless() -> list[object]:
    items: list[object] = []
    items.append(items)
    return items


WRONG: dict[str, Callable[[GameState], object]] = {
    "a number for a turn": lambda of: of.replace(turn=3),
    "an unknown phase": lambda of: of.replace(phase="main"),
    "an object of another kind": lambda of: of.replace(stack=object()),
    "an object of another kind in a list": lambda of: of.put("ann", "hand", object()),  # type: ignore[arg-type]
    "a key of another kind": lambda of: of.replace(turn={3: "draw"}),
    "a list that holds itself": lambda of: of.replace(stack=endless()),
    "a list of numbers": lambda of: of.replace(stack=(3,)),
    "a text for a life total": lambda of: of.change_player("ann", life="many"),
    "a negative number": lambda of: of.change_player("ann", lands_played=-1),
    "a number for a card": lambda of: of.put("ann", "hand", 3),  # type: ignore[arg-type]
    "a card in the life total": lambda of: of.put("ann", "life", "Forest"),
    "a card in the name": lambda of: of.put("ann", "name", "Forest"),
    "a card among the land plays": lambda of: of.put("ann", "lands_played", "Forest"),
    "a zone that is not a player's": lambda of: of.put("ann", "stack", "Forest"),
    "a field that no player has": lambda of: of.change_player("ann", lives=9),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_change_to_what_no_document_can_say_raises_a_document_error(
    change: Callable[[GameState], object],
) -> None:
    with pytest.raises(DocumentError, match=r"^\$\."):
        change(state())


def test_an_object_is_put_at_the_end_of_a_zone() -> None:
    (ann, _) = state().put("ann", "hand", "Forest", Permanent(card="Plains")).document.players
    ids = [item.id for item in ann.hand if isinstance(item, Permanent)]
    assert ids == ["forest", "rift_bolt", "forest_2", "plains"]


def test_an_object_may_be_put_into_every_zone_of_a_player() -> None:
    full = state()
    for zone in ZONES:
        full = full.put("bob", zone, "Plains")
    (_, bob) = full.source.players
    assert {getattr(bob, zone)[-1] for zone in ZONES} == {"Plains"}


def test_a_field_of_a_player_is_changed_and_no_other() -> None:
    (ann, bob) = state().change_player("bob", life=3).source.players
    assert (ann.life, bob.life) == (20, 3)


def test_a_change_of_a_player_changes_the_verdicts() -> None:
    assert outcomes(state().change_player("ann", lands_played=1))["ann", "play_land(forest)"] == (
        "illegal"
    )


def test_a_changed_state_is_checked_like_a_new_one() -> None:
    with pytest.raises(MalformedStateError, match="nobody has in the untap step"):
        state().replace(phase="untap")


def test_a_state_may_be_judged_under_the_rules_of_another_day() -> None:
    assert state().under("2012-05-20") == state()


def test_a_day_without_known_rules_is_refused() -> None:
    with pytest.raises(EditionError, match="rules of 2003-01-01"):
        state().under("2003-01-01")


def test_the_document_names_the_day_of_its_rules() -> None:
    with pytest.raises(EditionError, match="rules of 1999-01-01"):
        state(rules="1999-01-01")


@pytest.mark.parametrize("name", ["title", "story"])
def test_half_a_surrogate_pair_in_a_text_is_refused_in_good_order(name: str) -> None:
    with pytest.raises(MalformedStateError, match="found half a surrogate pair"):
        state().replace(**{name: "\ud800"})


def test_an_empty_date_in_a_document_is_no_date() -> None:
    with pytest.raises(EditionError, match="expected a date"):
        state(rules="")


OVERRULED: dict[str, Callable[[GameState], GameState]] = {
    "replace": lambda of: of.replace(stack=()),
    "put": lambda of: of.put("ann", "hand", "Forest"),
    "change_player": lambda of: of.change_player("ann", life=3),
}


@pytest.mark.parametrize("change", OVERRULED.values(), ids=OVERRULED)
def test_rules_that_overrule_the_documents_own_stay_in_force_through_changes(
    change: Callable[[GameState], GameState],
) -> None:
    text = json.dumps(moment(rules="1999-01-01"))
    assert change(GameState.from_json(text, rules="2012-05-01")).edition == "2012-05-01"


@pytest.mark.parametrize(
    "change",
    [
        lambda of: of.replace(phase="draw"),
        lambda of: of.put("ann", "hand", "Plains"),
        lambda of: of.change_player("ann", lands_played=1),
        lambda of: of.under("2012-05-20"),
        lambda of: of.why("roll"),
    ],
    ids=["replace", "put", "change_player", "under", "why"],
)
def test_a_state_stays_as_it_is_when_another_is_made_from_it(
    change: Callable[[GameState], object],
) -> None:
    before = GameState.from_json(json.dumps(moment()))
    change(before)
    assert before == state()
    assert outcomes(before) == ALL


@pytest.mark.parametrize("name", ["source", "edition", "cards"])
def test_no_field_of_a_state_can_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(state(), name, None)


def test_no_field_of_a_document_can_be_set() -> None:
    with pytest.raises(AttributeError):
        state().source.players[0].life = 3  # type: ignore[misc]


def test_no_field_of_a_verdict_can_be_set() -> None:
    with pytest.raises(AttributeError):
        state().why("roll").verdict = "legal"  # type: ignore[misc]


def test_the_order_of_fields_in_a_document_does_not_matter() -> None:
    turned = json.dumps(dict(reversed(moment().items())))
    assert GameState.from_json(turned).verdicts() == state().verdicts()


def test_states_that_differ_are_not_equal() -> None:
    assert state() != state(priority="bob")


HTML = '<script>alert("&")</script>'


def test_a_state_as_html_shows_a_row_for_each_verdict() -> None:
    page = state()._repr_html_()
    assert page.count("<tr>") == len(ALL)
    assert "<td>ann</td><td>play Forest</td><td>legal</td>" in page


def test_a_state_as_html_escapes_players_and_cards() -> None:
    players = [{"name": HTML, "hand": [HTML]}]
    cards = [{"name": HTML, "type": "Land"}]
    page = state(players=players, cards=cards, turn=HTML, priority=HTML)._repr_html_()
    assert "<script>" not in page
    assert page.count("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;") == 2


def test_a_verdict_as_html_shows_a_row_for_each_reason() -> None:
    verdict = state().why("play Forest")
    assert verdict._repr_html_().count("<tr>") == len(verdict.reasons)


def test_a_verdict_as_html_escapes_players_and_cards() -> None:
    players = [{"name": HTML, "hand": [HTML]}]
    cards = [{"name": HTML, "type": "Land"}]
    asked = state(players=players, cards=cards, turn=HTML, priority=HTML).verdicts()
    page = "".join(verdict._repr_html_() for verdict in asked)
    assert "&lt;script&gt;" in page
    assert "<script>" not in page


@pytest.mark.parametrize("error", [ActionError, DocumentError, EditionError, MalformedStateError])
def test_every_error_about_what_is_given_is_of_one_family(error: type[Exception]) -> None:
    assert issubclass(error, SpecialActionsError)


def test_a_state_does_not_hang_on_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Path.cwd() == Path(os.path.realpath(tmp_path))
    assert outcomes(GameState.from_json(json.dumps(moment()), cards=known_cards())) == ALL


def sourced(zone: str, **effect: Any) -> GameState:
    """A state with an effect whose source, a Licid, is in that zone."""
    allows = {"by": "ann", "cost": "{1}"}
    stated = {"id": "lic", "kind": "other", "controller": "ann", "source": "licid", **effect}
    document = {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [{"name": "ann", zone: ["Licid"], "hand": ["Forest"]}],
        "cards": [{"name": "Licid", "type": "Creature — Licid"}],
        "effects": [{"allows": allows, **stated}],
    }
    return GameState.from_json(json.dumps(document))


def test_a_companion_that_is_not_outside_is_noted() -> None:
    def notes(zone: str) -> tuple[str, ...]:
        card = {"card": "Forest", "companion": True}
        moment = {"turn": "a", "phase": "precombat_main", "priority": "a"}
        return GameState.from_json(
            json.dumps({**moment, "players": [{"name": "a", zone: [card]}]})
        ).notes

    assert "Forest is marked as a companion, but it isn't `outside`" in notes("hand")
    assert not [note for note in notes("outside") if "companion" in note]


def test_an_effect_of_a_permanent_that_is_no_longer_there_is_noted() -> None:
    notes = sourced("graveyard").notes
    assert [note for note in notes if note.startswith("lic is taken to be in force, though Licid")]
    others = [
        sourced("battlefield"),
        sourced("graveyard", gone=True),
        sourced("graveyard", applies_to=["forest"]),
        sourced("graveyard", allows=None),
    ]
    assert not [note for state in others for note in state.notes if "Licid" in note]


def test_of_two_effects_of_a_name_the_one_that_is_not_yet_ignored_is_meant() -> None:
    state = GameState.from_document(
        {
            "rules": "2026-09-25",
            "turn": "ann",
            "phase": "precombat_main",
            "priority": "ann",
            "players": [
                {"name": "ann", "battlefield": ["Island"] * 2, "ignores": ["leonin_arbiter"]},
                {"name": "bob", "battlefield": ["Leonin Arbiter"] * 2},
            ],
        }
    )
    verdict = state.why("ignore Leonin Arbiter")
    assert (verdict.action, verdict.verdict) == ("ignore_effect(leonin_arbiter_2)", "legal")
    both = state.change_player("ann", ignores=("leonin_arbiter", "leonin_arbiter_2"))
    with pytest.raises(ActionError, match="may be any of leonin_arbiter, leonin_arbiter_2"):
        both.why("ignore Leonin Arbiter")


def test_a_half_of_a_room_that_has_become_something_else_gets_a_verdict() -> None:
    room = {
        "name": "Hall // Attic",
        "type": "Enchantment — Room",
        "halves": [{"name": "Hall", "mana_cost": "{0}"}, {"name": "Attic", "mana_cost": "{0}"}],
    }
    copy = {"card": "Hall // Attic", "copy_of": ["Exploration"]}
    state = GameState.from_document(
        {
            "rules": "2026-09-25",
            "turn": "ann",
            "phase": "precombat_main",
            "priority": "ann",
            "players": [{"name": "ann", "battlefield": [copy]}],
            "cards": [room],
        }
    )
    verdict = state.why("unlock Hall")
    assert verdict.verdict == "illegal"
    assert [each.requirement for each in verdict.reasons if each.status == "unmet"] == ["half"]


def test_a_card_with_two_effects_in_doubt_is_blamed_once() -> None:
    state = GameState.from_document(
        {
            "turn": "ann",
            "phase": "precombat_main",
            "priority": "ann",
            "players": [
                {"name": "ann", "hand": ["Wasteland"]},
                {"name": "bob", "battlefield": ["Null Chamber"]},
            ],
            "cards": [{"name": "Wasteland", "type": "Land"}],
        }
    )
    (reason,) = (each for each in state.why("play Wasteland").reasons if each.status == "open")
    assert reason.text == (
        "whether ann can play Wasteland hangs on Null Chamber (define the card in `cards` with"
        " `while: yes` or `no`)"
    )
