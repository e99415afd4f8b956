"""Graphs of states: what is in them, how they are shown, and what people ask of them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import networkx as nx
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from pyadapter import GameState
from pyadapter.consequences import outcome
from pyadapter.drawings import (
    as_data,
    as_dot,
    as_json,
    as_mermaid,
    as_text,
    move_words,
    state_words,
)
from pyadapter.errors import ActionError, DocumentError, MalformedStateError
from pyadapter.graph import StateGraph, cut_off, state_graph
from pyadapter.likeness import likeness
from pyadapter.moves import PASS, Move, moves
from pyadapter.paths import (
    commutation,
    dead_ends,
    maximal_sequences,
    shortest_way,
    taken,
    way_to,
)
from pyadapter.perft import perft
from pyadapter.pictures import boxes_of, picture, places, save_picture
from pyadapter.steps import moves_of, outcomes, steps

EXPLORATION = "Exploration"
SMALL = 0.02


def game(*players: dict[str, Any], **fields: Any) -> GameState:
    moment: dict[str, Any] = {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [*players, {"name": "bob"}],
        **fields,
    }
    return GameState.from_json(json.dumps(moment))


@cache
def lands() -> GameState:
    return game(
        {"name": "ann", "hand": ["Forest", "Forest", "Island"], "battlefield": [EXPLORATION]}
    )


@cache
def masked() -> GameState:
    mask = {"card": "Willbender", "face_down": True}
    ann = {"name": "ann", "battlefield": ["Island", "Island", mask], "hand": ["Rock"]}
    return game(ann, cards=[{"name": "Rock", "type": "Land"}])


@cache
def graph_of_lands() -> StateGraph:
    return state_graph(lands(), depth=3, passes=False)


@cache
def graph_of_masked() -> StateGraph:
    return state_graph(masked(), depth=3, passes=False)


@cache
def graph_with_passes() -> StateGraph:
    return state_graph(masked(), depth=2)


def test_steps_of_many_states_are_what_single_moves_and_outcomes_say() -> None:
    states = [lands(), masked(), game({"name": "ann"}, rules="2026-09-25")]
    for state, found in zip(states, steps(states), strict=True):
        own = moves(state)
        assert tuple(step.move for step in found) == own
        for step, move in zip(found, own, strict=True):
            alone = outcome(state, move)
            assert step.outcome.state.source == alone.state.source
            assert step.outcome.state.verdicts() == alone.state.verdicts()
            for field in ("events", "pending", "tags", "assumed", "became", "told"):
                assert getattr(step.outcome, field) == getattr(alone, field)


def test_steps_tell_cards_of_one_name_but_other_contents_apart() -> None:
    cards = [
        {"name": "Odd", "type": kind, "abilities": [{"kind": "suspend", "n": 1, "cost": "{0}"}]}
        for kind in ("Instant", "Land")
    ]
    states = [game({"name": "ann", "hand": ["Odd"]}, cards=[card]) for card in cards]
    found = moves_of(states, passes=False)
    assert [[move.action for move in own] for own in found] == [
        [move.action for move in moves(state, passes=False)] for state in states
    ]
    assert found[0] != found[1]


def test_a_state_that_cannot_be_is_told_when_it_is_asked_for_its_moves() -> None:
    state = masked()
    (twice, *rest) = state.document.players[0].battlefield
    document = state.document
    player = msgspec.structs.replace(document.players[0], battlefield=(twice, twice, *rest))
    players = (player, *document.players[1:])
    wrong = state.followed_by(msgspec.structs.replace(document, players=players), ask_later=True)
    with pytest.raises(MalformedStateError):
        moves_of([wrong])


def test_alike_states_are_one_node_and_alike_moves_are_edges_of_their_own() -> None:
    graph = graph_of_lands()
    keys = [likeness(data["state"].document).key for _, data in graph.nodes(data=True)]
    assert len(set(keys)) == len(keys)
    forests = [
        data["action"]
        for _, _, data in graph.out_edges(0, data=True)
        if data["options"] == {"under": "rule"} and "forest" in data["action"]
    ]
    assert forests == ["play_land(forest)", "play_land(forest_2)"]


def test_an_edge_carries_action_player_options_rules_and_events() -> None:
    (data,) = (
        each
        for _, _, each in graph_of_masked().out_edges(0, data=True)
        if each["options"].get("procedure")
    )
    assert (data["player"], data["action"]) == ("ann", "turn_face_up(willbender)")
    assert "turned_face_up(willbender)" in data["events"]
    assert data["rules"]
    assert data["move"] == Move("ann", "turn_face_up(willbender)", (("procedure", "morph"),))


def test_an_edge_leads_to_the_state_after_its_move() -> None:
    graph = graph_of_lands()
    for source, target, data in list(graph.edges(data=True))[:4]:
        after = outcome(graph.nodes[source]["state"], data["move"]).state
        assert likeness(after.document).key == likeness(graph.nodes[target]["state"].document).key


def test_depth_is_the_least_number_of_moves() -> None:
    graph = graph_with_passes()
    lengths = nx.single_source_shortest_path_length(graph, 0)
    assert {number: data["depth"] for number, data in graph.nodes(data=True)} == lengths


def test_without_passes_there_are_special_actions_only() -> None:
    actions = {data["action"] for _, _, data in graph_of_masked().edges(data=True)}
    assert PASS not in actions
    assert PASS in {data["action"] for _, _, data in graph_with_passes().edges(data=True)}


def test_a_graph_that_holds_everything_is_not_cut() -> None:
    assert cut_off(graph_of_masked()) == ()
    assert as_text(graph_of_masked()).endswith("depth 2: this is all")


def test_a_graph_says_that_it_was_cut_by_depth() -> None:
    sentences = cut_off(state_graph(masked(), depth=1, passes=False))
    assert sentences == ("2 states at depth 1 go on, but are not followed further",)


def test_a_graph_says_that_it_was_cut_by_size() -> None:
    graph = state_graph(lands(), depth=3, passes=False, max_states=3)
    assert len(graph) == 3
    assert any("no more than 3 states" in sentence for sentence in cut_off(graph))
    assert not graph.nodes[0]["followed"]


def test_only_the_named_player_takes_special_actions_though_all_may_pass() -> None:
    graph = state_graph(masked(), depth=2, players=["bob"])
    assert {data["action"] for _, _, data in graph.edges(data=True)} == {PASS}


def test_a_player_who_is_not_there_is_refused() -> None:
    with pytest.raises(ActionError, match="zoe"):
        state_graph(masked(), depth=1, players=["zoe"])


def test_all_payments_are_edges_of_their_own_only_when_asked_for() -> None:
    mask = {"card": "Willbender", "face_down": True}
    state = game({"name": "ann", "battlefield": ["Island", "Plains", "Swamp", mask]})
    one = state_graph(state, depth=1, passes=False)
    every = state_graph(state, depth=1, passes=False, all_payments=True)
    assert (one.number_of_edges(), every.number_of_edges()) == (1, 2)
    assert len({data["options"]["payment"] for _, _, data in every.edges(data=True)}) == 2


def test_a_shortest_way_can_be_taken_and_makes_the_action_legal() -> None:
    graph = state_graph(masked(), depth=2)
    way = shortest_way(graph, "turn_face_up", player="bob")
    assert way is None
    land = shortest_way(graph, "play Rock")
    assert land == ()


def test_a_way_leads_through_passes_where_that_is_needed() -> None:
    state = game({"name": "ann", "hand": ["Forest"]}, phase=None, step="draw")
    way = shortest_way(state_graph(state, depth=3), "play_land", player="ann")
    assert way is not None
    assert [(move.player, move.action) for move in way] == [("ann", PASS), ("bob", PASS)]
    assert shortest_way(state_graph(state, depth=1), "play_land", player="ann") is None


def test_an_action_that_no_state_understands_has_no_way() -> None:
    with pytest.raises(ActionError, match="expected an object"):
        shortest_way(graph_of_masked(), "suspend Rift Bolt")


def test_the_way_to_a_node_leads_to_it() -> None:
    graph = graph_of_lands()
    number = max(graph.nodes)
    state = graph.nodes[0]["state"]
    for move in way_to(graph, number):
        state = outcome(state, move).state
    assert state.source == graph.nodes[number]["state"].source


def test_dead_ends_have_no_moves() -> None:
    graph = graph_of_masked()
    ends = dead_ends(graph)
    assert len(ends) == 1
    assert not graph.nodes[ends[0]]["state"].legal_actions()
    assert dead_ends(state_graph(masked(), depth=1, passes=False)) == ()


def test_maximal_sequences_are_as_many_as_there_are_orders_and_can_be_taken() -> None:
    graph = graph_of_masked()
    found = list(maximal_sequences(graph))
    orders = [[move.action for move in taken(graph, edges)] for edges in found]
    both = ["play_land(rock)", "turn_face_up(willbender)"]
    assert sorted(orders) == sorted([both, both[::-1]])


def test_moves_of_a_sequence_name_objects_as_they_are_called_on_the_way() -> None:
    graph = graph_of_lands()
    second = [
        edges
        for edges in maximal_sequences(graph)
        if graph.edges[edges[0]]["action"] == "play_land(forest_2)"
    ]
    assert second
    first, *others = taken(graph, second[0])
    assert first.action == "play_land(forest_2)"
    assert all(move.action != "play_land(forest_2)" for move in others)


def test_independent_moves_commute() -> None:
    up = Move("ann", "turn_face_up(willbender)", (("procedure", "morph"),))
    found = commutation(masked(), up, Move("ann", "play_land(rock)"))
    assert found.commute
    assert found.hindered == ()


def test_a_land_that_can_pay_for_the_other_move_does_not_commute_with_it() -> None:
    mask = {"card": "Willbender", "face_down": True}
    lands = ["Island", "City of Brass"]
    state = game({"name": "ann", "battlefield": [*lands, mask], "hand": ["Forest"]})
    up = Move("ann", "turn_face_up(willbender)", (("procedure", "morph"),))
    found = commutation(state, up, Move("ann", "play_land(forest)"))
    assert found.hindered == ()
    assert not found.commute  # the Forest is tapped rather than the City


def test_land_plays_under_one_permission_hinder_each_other() -> None:
    state = game({"name": "ann", "hand": ["Forest", "Island"]})
    one, other = (Move("ann", f"play_land({name})") for name in ("forest", "island"))
    found = commutation(state, one, other)
    assert not found.commute
    assert found.hindered == (other, one)


def test_moves_may_be_taken_in_both_orders_and_yet_not_commute() -> None:
    forest, island = (
        Move("ann", f"play_land({name})", (("under", under),))
        for name, under in (("forest", "rule"), ("island", "exploration"))
    )
    found = commutation(lands(), forest, island)
    assert found.hindered == ()
    assert not found.commute  # which permission was used first is told by the state


def test_the_tree_names_each_state_once_with_what_it_is() -> None:
    text = as_text(graph_of_masked())
    assert text.splitlines()[0] == "0 · ann: precombat main · ann has priority"
    assert text.count("→ 3 ·") == 1
    assert text.splitlines().count("   └─ ann: play_land(rock) → 3") == 1


def test_words_of_a_move_leave_out_what_goes_without_saying() -> None:
    assert move_words(Move("ann", "play_land(forest)", (("under", "rule"),))) == (
        "ann: play_land(forest)",
    )
    assert move_words(Move("ann", PASS)) == ("ann: pass",)


def test_words_of_a_state_tell_the_stack_and_who_has_priority() -> None:
    stack = [{"ability": "Draw a card.", "controller": "bob"}]
    assert state_words(game({"name": "ann"}, stack=stack))[1] == "ann has priority, 1 on the stack"


NASTY = {"name": 'a"n\\n<b>|'}


def test_names_cannot_break_out_of_dot_or_mermaid() -> None:
    state = game(NASTY, turn=NASTY["name"], priority=NASTY["name"])
    graph = state_graph(state, depth=0)
    assert '0 [label="0\\na\\"n\\\\n<b>|: precombat main' in as_dot(graph)
    assert "#quot;n\\n#lt;b#gt;|" in as_mermaid(graph)


def test_dot_and_mermaid_hold_all_states_and_moves() -> None:
    graph = graph_of_masked()
    assert as_dot(graph).count(" -> ") == graph.number_of_edges()
    assert as_mermaid(graph).count(" -->|") == graph.number_of_edges()
    assert as_dot(graph).count("[label=") == len(graph) + graph.number_of_edges()


def test_states_that_go_on_are_dashed_and_what_is_missing_is_said() -> None:
    graph = state_graph(masked(), depth=1, passes=False)
    assert as_dot(graph).count("style=dashed") == 2
    assert as_mermaid(graph).count(":::open") == 2
    assert "// 2 states at depth 1" in as_dot(graph)
    assert "%% 2 states at depth 1" in as_mermaid(graph)


def test_the_json_is_read_by_networkx_and_its_states_by_this_program() -> None:
    graph = graph_of_masked()
    data = json.loads(as_json(graph))
    assert data["version"] == 1
    assert data == json.loads(json.dumps(as_data(graph)))
    again = nx.node_link_graph(data, edges="edges")
    assert nx.is_isomorphic(again, nx.MultiDiGraph(graph))
    state = GameState.from_json(json.dumps(again.nodes[1]["state"]))
    assert state.source == graph.nodes[1]["state"].source


def test_no_two_boxes_of_a_picture_touch() -> None:
    for graph in (graph_of_lands(), graph_of_masked(), graph_with_passes()):
        boxes = boxes_of(graph)
        at = places(boxes)
        assert len(at) == len(boxes) >= len(graph)
        for place, one in enumerate(boxes):
            for other in boxes[place + 1 :]:
                (x, y), (u, v) = at[one.key], at[other.key]
                apart = abs(x - u) >= (one.width + other.width) / 2 - SMALL
                above = abs(y - v) >= (one.height + other.height) / 2 - SMALL
                assert apart or above, (one, other)


def test_text_in_a_picture_fits_into_its_box() -> None:
    graph = graph_of_lands()
    figure = picture(graph)
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    extents = [text.get_window_extent(renderer) for text in figure.axes[0].texts]
    boxes = boxes_of(graph)
    assert len(extents) == len(boxes)
    for box, extent in zip(boxes, extents, strict=True):
        assert extent.width / figure.dpi <= box.width
        assert extent.height / figure.dpi <= box.height
    whole = figure.bbox
    assert all(whole.x0 <= each.x0 and each.x1 <= whole.x1 for each in extents)
    assert all(whole.y0 <= each.y0 and each.y1 <= whole.y1 for each in extents)


@pytest.mark.parametrize(
    ("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.PDF", b"%PDF")]
)
def test_a_picture_is_written_as_its_name_says(name: str, start: bytes, tmp_path: Path) -> None:
    save_picture(graph_of_masked(), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_picture_under_another_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"\.png, \.svg, \.pdf"):
        save_picture(graph_of_masked(), tmp_path / "a.gif")
    with pytest.raises(DocumentError, match="a file to write"):
        save_picture(graph_of_masked(), tmp_path / "no" / "a.png")


def test_notebooks_get_a_picture_and_a_tree() -> None:
    graph = graph_of_masked()
    svg = graph._repr_svg_()
    assert svg is not None
    assert "</svg>" in svg
    assert "play_land(rock)" in graph._repr_html_()


def test_outcomes_come_in_the_order_of_the_moves() -> None:
    pairs = [(masked(), Move("ann", PASS)), (masked(), Move("ann", "play_land(rock)"))]
    found = [each.events[0] for each in outcomes(pairs)]
    assert found == ["passed(ann)", "entered(rock)"]


def test_actions_that_cannot_be_decided_are_told_where_they_are_not_followed() -> None:
    hidden = {"name": "alice", "battlefield": [{"card": "?", "face_down": True}, "Forest"]}
    text = json.dumps(
        {
            "turn": "alice",
            "phase": "precombat_main",
            "priority": "alice",
            "players": [hidden, {"name": "bob"}],
        }
    )
    graph = state_graph(GameState.from_json(text), depth=1, passes=False)
    assert graph.nodes[0]["undecided"] == 1
    assert cut_off(graph) == ("1 action on offer in 1 state can't be decided and is not followed",)
    counts = perft(GameState.from_json(text), depth=1, passes=False)
    assert (counts.sequences, counts.undecided) == ((1, 0), 1)
    alone = state_graph(GameState.from_json(text), depth=1, passes=False, players=["bob"])
    assert cut_off(alone) == ()
