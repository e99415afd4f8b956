"""The key of a state: equal for states that differ in names of objects, and for no others."""

import json
import random
from collections.abc import Mapping
from itertools import permutations
from typing import Any, Literal, get_args, get_origin

import msgspec
import networkx as nx
import pytest
from networkx.algorithms.isomorphism import categorical_multiedge_match, categorical_node_match

from pyadapter import abilities as ab
from pyadapter.canonical import RESERVED, ZONES, canonical
from pyadapter.catalogue import known_cards
from pyadapter.documents import read_document
from pyadapter.likeness import ORDERED, REFERENCES, likeness
from pyadapter.model import Permanent, Player, StackObject, StateDocument

CARDS = ("Forest", "Island")
OTHER_TEXTS: Mapping[str, frozenset[str]] = {
    "Permanent": frozenset(
        {
            "card",
            "owner",
            "face_down_as",
            "copy_of",
            "chosen_name",
            "merged_with",
            "unlocked",
            "counters",
        }
    ),
    "StackObject": frozenset({"controller", "card", "ability", "owner", "turn_marker"}),
    "Player": frozenset({"name", "team", "decided_by", "pool", "spells_cast"}),
    "Effect": frozenset(
        {"who", "on", "whose", "condition", "ignore", "controller", "until", "allows"}
    ),
}


def form(data: Mapping[str, Any]) -> StateDocument:
    return canonical(read_document(json.dumps(data)), catalogue=known_cards()).document


def moment(**fields: Any) -> dict[str, Any]:
    return {
        "turn": "ann",
        "phase": "precombat_main",
        "priority": "ann",
        "players": [{"name": "ann"}, {"name": "bob"}],
        **fields,
    }


def holding(*hand: Any, **fields: Any) -> dict[str, Any]:
    return moment(players=[{"name": "ann", "hand": list(hand), **fields}, {"name": "bob"}])


def alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return likeness(form(one)).key == likeness(form(other)).key


def test_names_of_objects_do_not_matter() -> None:
    one = holding({"card": "Forest", "id": "a"}, {"card": "Island", "id": "b"})
    other = holding({"card": "Forest", "id": "b"}, {"card": "Island", "id": "a"})
    assert alike(one, other)


def test_names_of_players_matter() -> None:
    one = moment(players=[{"name": "ann"}, {"name": "bob"}])
    other = moment(players=[{"name": "ann"}, {"name": "bea"}])
    assert not alike(one, other)


@pytest.mark.parametrize("zone", ZONES)
def test_the_order_of_cards_matters_in_the_library_the_graveyard_and_nowhere_else(
    zone: str,
) -> None:
    one = holding(**{zone: ["Forest", "Island"]})
    other = holding(**{zone: ["Island", "Forest"]})
    assert alike(one, other) == (zone not in ORDERED)


def test_the_order_of_the_stack_matters() -> None:
    spells = [{"card": "Forest", "controller": "ann"}, {"card": "Island", "controller": "ann"}]
    assert not alike(moment(stack=spells), moment(stack=spells[::-1]))


DIFFERENCES: dict[str, dict[str, Any]] = {
    "tapped": {"tapped": True},
    "face down": {"face_down": True},
    "a counter": {"counters": {"time": 1}},
    "a copy": {"copy_of": ["Island"]},
    "an owner": {"owner": "bob"},
    "a time": {"time": 3},
    "attached": {"attached_to": "here"},
}


@pytest.mark.parametrize("change", DIFFERENCES.values(), ids=DIFFERENCES)
def test_what_is_said_of_an_object_matters(change: dict[str, Any]) -> None:
    there = {"card": "Forest", "id": "here"}
    plain = holding(battlefield=[there, {"card": "Forest"}])
    assert not alike(plain, holding(battlefield=[there, {"card": "Forest", **change}]))


def test_the_contents_of_a_card_matter() -> None:
    cards = [{"name": "Odd", "type": kind} for kind in ("Artifact", "Enchantment")]
    one, other = ({**holding("Odd"), "cards": [card]} for card in cards)
    assert not alike(one, other)


def test_titles_and_the_order_of_unspent_mana_do_not_matter() -> None:
    assert alike(holding(pool="{G}{U}"), {**holding(pool="{U}{G}"), "title": "other"})
    assert not alike(holding(pool="{G}{U}"), holding(pool="{G}{G}"))


def test_an_id_that_a_land_play_names_is_told_from_one_that_it_does_not() -> None:
    explorations = [{"card": "Exploration", "id": name} for name in ("a", "b")]
    tapped = [{**explorations[0], "tapped": True}, explorations[1]]
    first, second = (
        holding(battlefield=explorations, lands_played=["rule", name]) for name in ("a", "b")
    )
    assert alike(first, second)
    first, second = (
        holding(battlefield=tapped, lands_played=["rule", name]) for name in ("a", "b")
    )
    assert not alike(first, second)


def test_an_id_that_stands_nowhere_else_may_be_any_but_not_the_same_as_another() -> None:
    one, other, twice = (
        holding(lands_played=names) for names in (["x", "y"], ["y", "z"], ["x", "x"])
    )
    assert alike(one, other)
    assert not alike(one, twice)


def test_the_names_of_alike_states_correspond() -> None:
    one = holding({"card": "Forest", "id": "a"}, {"card": "Island", "id": "b"}, "Plains")
    other = holding("Plains", {"card": "Forest", "id": "b"}, {"card": "Island", "id": "a"})
    renaming = likeness(form(one)).renaming(likeness(form(other)))
    assert renaming == {"a": "b", "b": "a", "plains": "plains"}


def test_there_is_no_renaming_between_states_that_are_not_alike() -> None:
    with pytest.raises(ValueError, match="not alike"):
        likeness(form(holding("Forest"))).renaming(likeness(form(holding("Island"))))


def test_every_field_with_text_is_known_to_hold_ids_or_something_else() -> None:
    """A new field that names objects has to be told apart from those that don't."""
    records: dict[str, type[msgspec.Struct]] = {
        "Permanent": Permanent,
        "StackObject": StackObject,
        "Player": Player,
        "Effect": ab.Clause,
    }
    for name, record in records.items():
        known = REFERENCES[name] | OTHER_TEXTS[name] | set(ZONES)
        assert {each.name for each in texts_of(record)} <= known
    for effect in get_args(ab.Effect):
        own = {each.name for each in texts_of(effect)} - {"text", "types", "abilities"}
        assert own <= REFERENCES["Effect"] | OTHER_TEXTS["Effect"]


def texts_of(record: type[msgspec.Struct]) -> list[msgspec.structs.FieldInfo]:
    """The fields of a record in which any text may stand, or another record."""

    def free(kind: Any) -> bool:
        parts = () if get_origin(kind) is Literal else get_args(kind)
        whole = isinstance(kind, type) and issubclass(kind, str | msgspec.Struct)
        return whole or any(free(part) for part in parts)

    return [each for each in msgspec.structs.fields(record) if free(each.type)]


def random_state(rng: random.Random, size: int) -> dict[str, Any]:
    """A state with references in all directions, so that labels alone don't tell."""
    names = [f"n{number}" for number in range(size)]
    targets = [*names, "gone"]
    players: list[dict[str, Any]] = [{"name": "ann"}, {"name": "bob"}]
    effects = []
    for name in names:
        if rng.random() < 0.35:
            effects.append(
                {
                    "kind": "other",
                    "id": name,
                    "controller": "ann",
                    "applies_to": rng.sample(targets, rng.randrange(3)),
                    **({"source": rng.choice(targets)} if rng.random() < 0.3 else {}),
                }
            )
            continue
        item: dict[str, Any] = {"card": rng.choice(CARDS), "id": name}
        if rng.random() < 0.5:
            item["attached_to"] = rng.choice(targets)
        zone = rng.choice(["battlefield", "battlefield", "library"])
        rng.choice(players).setdefault(zone, []).append(item)
    if rng.random() < 0.3:
        players[0]["lands_played"] = ["rule", rng.choice(targets)]
    if rng.random() < 0.3:
        players[1]["ignores"] = rng.sample(targets, 2)
    return moment(players=players, effects=effects)


def renamed(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


def plain(document: StateDocument) -> Any:
    """A document as data in which only what has an order keeps it."""
    data = json.loads(msgspec.json.encode(document))
    for player in data["players"]:
        for zone in set(ZONES) - ORDERED:
            if zone in player:
                player[zone].sort(key=json.dumps)
        player.get("ignores", []).sort()
    for effect in data.get("effects", []):
        effect.get("applies_to", []).sort()
    data.get("effects", []).sort(key=json.dumps)
    return data


def ids_in(document: StateDocument) -> list[str]:
    return list(likeness(document).names)


def test_the_key_agrees_with_all_permutations_of_the_names_of_small_states() -> None:
    rng, equal = random.Random(11), 0
    for _ in range(250):
        size = rng.randrange(1, 5)
        one, other = form(random_state(rng, size)), form(random_state(rng, size))
        if rng.random() < 0.5:
            names = ids_in(one)
            shuffled = dict(zip(names, rng.sample(names, len(names)), strict=True))
            data = renamed(msgspec.to_builtins(one), shuffled)
            other = msgspec.convert(data, StateDocument)
        mine, theirs = ids_in(one), ids_in(other)
        bijections = (
            [dict(zip(mine, order, strict=True)) for order in permutations(theirs)]
            if len(mine) == len(theirs)
            else []
        )
        wanted = plain(other)
        data = plain(one)
        fits = [
            names
            for names in bijections
            if plain(msgspec.convert(renamed(data, names), StateDocument)) == wanted
        ]
        found = likeness(one), likeness(other)
        assert (found[0].key == found[1].key) == bool(fits), (data, wanted)
        if fits:
            equal += 1
            assert found[0].renaming(found[1]) in fits
    assert equal > 100


def as_graph(document: StateDocument) -> nx.MultiDiGraph:
    """The same for networkx: ids and seats as nodes, what is said of an id as its label."""
    graph = nx.MultiDiGraph()
    for seat, player in enumerate(document.players):
        graph.add_node(("seat", seat), label=f"seat {seat} {len(player.lands_played)}")  # type: ignore[arg-type]
    for name in ids_in(document):
        graph.add_node(name, label="")
    for seat, player in enumerate(document.players):
        for zone in ZONES:
            for place, item in enumerate(getattr(player, zone)):
                where = place if zone in ORDERED else 0
                graph.nodes[item.id]["label"] += f"{item.card} {zone} {where} {item.owner}"
                graph.add_edge(item.id, ("seat", seat), field="held")
                if item.attached_to is not None:
                    graph.add_edge(item.id, item.attached_to, field="attached_to")
        for number, permission in enumerate(player.lands_played):  # type: ignore[arg-type]
            if permission not in RESERVED:
                graph.add_edge(("seat", seat), permission, field=f"play {number}")
        for name in player.ignores:
            graph.add_edge(("seat", seat), name, field="ignores")
    for effect in document.effects:
        graph.nodes[effect.id]["label"] += "effect"
        for target in effect.applies_to:
            graph.add_edge(effect.id, target, field="applies_to")
        if effect.source is not None:
            graph.add_edge(effect.id, effect.source, field="source")
    return graph


def test_the_key_agrees_with_the_isomorphism_of_networkx_on_larger_states() -> None:
    rng = random.Random(5)
    same_node = categorical_node_match("label", None)
    same_edge = categorical_multiedge_match("field", None)
    verdicts = []
    for _ in range(200):
        size = rng.randrange(5, 10)
        one = random_state(rng, size)
        names = [f"n{number}" for number in range(size)]
        other = renamed(one, dict(zip(names, rng.sample(names, size), strict=True)))
        for effect in other["effects"]:
            if effect["applies_to"] and rng.random() < 0.5:
                effect["applies_to"][0] = rng.choice(names)
        documents = form(one), form(other)
        wanted = nx.is_isomorphic(
            *map(as_graph, documents), node_match=same_node, edge_match=same_edge
        )
        assert (likeness(documents[0]).key == likeness(documents[1]).key) == wanted
        verdicts.append(wanted)
    assert 20 < sum(verdicts) < 180


def ring(size: int, *, parts: int = 1) -> dict[str, Any]:
    each = size // parts
    battlefield = [
        {
            "card": "Forest",
            "id": f"n{number}",
            "attached_to": f"n{number - number % each + (number + 1) % each}",
        }
        for number in range(size)
    ]
    return holding(battlefield=battlefield)


def test_one_ring_is_not_two_of_half_its_size_though_colours_do_not_tell() -> None:
    assert not alike(ring(12), ring(12, parts=2))
    names = {f"n{number}": f"n{(number * 5 + 3) % 12}" for number in range(12)}
    assert alike(ring(12), renamed(ring(12), names))


def test_many_alike_objects_cost_no_search() -> None:
    host = [{"card": "Forest", "id": "host"}]
    many = [{"card": "Island", "id": f"n{number}", "attached_to": "host"} for number in range(60)]
    assert len(likeness(form(holding(battlefield=host + many))).names) == 61
    pairs = [
        {"card": "Forest", "id": f"{kind}{number}", **({"attached_to": f"a{number}"} if up else {})}
        for number in range(30)
        for kind, up in (("a", False), ("b", True))
    ]
    assert len(likeness(form(holding(battlefield=pairs))).names) == 60
