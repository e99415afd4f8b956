"""Scopes: the states they yield are well-formed, complete for the law, and not told twice."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import clingo
import msgspec
import pytest

from pyadapter.editions import edition_fact
from pyadapter.errors import DocumentError, SpecialActionsError
from pyadapter.labels import bare
from pyadapter.scope import PLAYERS, load_scope, named_scope, read_scope
from pyadapter.session import ground
from pyadapter.space import Example, Space, kinds
from pyadapter.state import GameState

NOW = "2026-09-25"
SMALL = read_scope(
    """{"name": "small", "zones": ["hand", "battlefield"], "type_lines": ["Land", "Creature"],
        "status": ["tapped"], "steps": ["draw"]}"""
)
TABLE = read_scope(
    """{"name": "table", "zones": ["hand", "battlefield"], "type_lines": ["Creature"],
        "steps": ["draw"]}"""
)
OPEN = {
    "companion": {"cost", "revealed"},
    "end_effect": {"cost", "effect", "in_time"},
    "ignore_effect": {"cost", "effect"},
    "play_land": {
        "land",
        "land_play_left",
        "main_phase",
        "not_forbidden",
        "stack_empty",
        "zone",
    },
    "suspend": {"castable", "cost", "not_forbidden", "suspend", "timing"},
    "turn_face_up": {"cost", "no_instant_or_sorcery", "not_forbidden", "procedure"},
    "reveal_conspiracy": {"conspiracy"},
    "discard_any_time": {"ability"},
    "foretell": {"cost", "foretell", "own_turn"},
    "plot": {"cost", "plot", "zone"},
    "unlock": {"cost", "half"},
}


def _rules() -> tuple[tuple[clingo.Symbol, ...], ...]:
    files = ["vocabulary.lp", "rulebook/eras.lp", "rulebook/kinds.lp"]
    return ground([edition_fact(NOW)], files=files, read=[("requires", 2)])["requires", 2]


def _statuses(kind: str, rules: str) -> dict[tuple[str, str], Example]:
    space = Space(named_scope("default"), kind=kind, rules=rules)
    found: dict[tuple[str, str], Example] = {}
    for status in ("unmet", "open"):
        for atom in space.atoms(status, 3):
            example = space.ask(atom).example
            if example is not None:
                found.setdefault((str(atom.arguments[2]), status), example)
    return found


@pytest.mark.parametrize("kind", kinds())
def test_every_requirement_fails_and_is_open_in_some_state_as_check_says(kind: str) -> None:
    found = _statuses(kind, NOW)
    required = {bare(name) for of, name in _rules() if bare(of) == kind}
    assert {name for name, status in found if status == "unmet"} == required
    assert {name for name, status in found if status == "open"} == OPEN.get(kind, {"cost"})
    for (requirement, status), example in found.items():
        verdict = GameState.from_document(example.document).why(
            example.action, player=example.player
        )
        assert verdict.verdict == example.verdict
        said = {reason.requirement for reason in verdict.with_status(status)}  # type: ignore[arg-type]
        assert requirement in said


def test_without_symmetry_breaking_there_are_as_many_states_as_the_orbits_say() -> None:
    for size in (1, 2):
        for kind in ("roll_planar_die", "suspend"):
            every = list(Space(SMALL.of_size(size), kind=kind, rules=NOW, symmetry=False).states())
            few = list(Space(SMALL.of_size(size), kind=kind, rules=NOW).states())
            assert len(set(every)) == len(every)
            orbits = {min(_forms(state, kind)) for state in every}
            assert len(few) == len(orbits)
            assert {min(_forms(state, kind)) for state in few} == orbits


def _forms(state: tuple[str, ...], kind: str) -> list[tuple[str, ...]]:
    if kind == "suspend":  # the question names the first object
        return [tuple(sorted(state))]
    swap = {"o1": "o2", "o2": "o1", "Card 1": "Card 2", "Card 2": "Card 1"}
    swapped = (re.sub("o1|o2|Card 1|Card 2", lambda found: swap[found[0]], one) for one in state)
    return [tuple(sorted(state)), tuple(sorted(swapped))]


def _judged(space: Space) -> list[tuple[tuple[str, ...], str]]:
    """Return all states, the action asked first, without seats, each with the verdict."""
    for name, value in (("opt_mode", "ignore"), ("enum_mode", "auto"), ("models", 0)):
        setattr(space.control.configuration.solve, name, value)
    told = [
        (each.literal, str(each.symbol))
        for name, arity, _ in space.control.symbolic_atoms.signatures
        if name in _TOLD
        for each in space.control.symbolic_atoms.by_signature(name, arity)
    ]
    found = []
    with space.control.solve(yield_=True) as handle:
        for model in handle:
            atoms = [text for literal, text in told if model.is_true(literal)]
            (verdict,) = (each for each in atoms if each.startswith("verdict("))
            atoms.remove(verdict)
            found.append((tuple(atoms), verdict.rpartition(",")[2]))
    return found


_TOLD = (
    *("asked", "turn", "priority", "in_zone", "controller", "tapped", "type_line", "team"),
    *("variant", "verdict"),
)


def _orbits(
    states: list[tuple[tuple[str, ...], str]], names: tuple[str, ...], *, objects: bool
) -> dict[tuple[str, ...], set[str]]:
    """Return the first of the forms of each state under all permutations of names."""
    swaps: list[dict[str, str]] = [{}]
    if objects:
        swap = {"o1": "o2", "o2": "o1", "Card 1": "Card 2", "Card 2": "Card 1"}
        swaps = [swap, {each: each for each in swap}]
    renamings = [
        {**dict(zip(names, order, strict=True)), **swap}
        for order in permutations(names)
        for swap in swaps
    ]
    found: dict[tuple[str, ...], set[str]] = {}
    for state, verdict in states:
        found.setdefault(_first(state, renamings), set()).add(verdict)
    return found


def _first(state: tuple[str, ...], renamings: list[dict[str, str]]) -> tuple[str, ...]:
    """Return the first of the forms of a state under some renamings."""
    text = "\n".join(state)
    letters = {name: chr(0x3B1 + place) for place, name in enumerate(renamings[0])}
    for name, letter in letters.items():
        text = text.replace(name, letter)
    forms = (
        text.translate({ord(letters[old]): new for old, new in each.items()}) for each in renamings
    )
    return min(tuple(sorted(form.split("\n"))) for form in forms)


@pytest.mark.parametrize(("kind", "objects"), [("suspend", False), ("roll_planar_die", True)])
@pytest.mark.parametrize(("players", "size"), [(2, 1), (2, 2), (3, 1), (3, 2)])
def test_players_who_do_not_act_are_told_apart_by_nothing_but_what_they_have(
    kind: str, objects: bool, players: int, size: int
) -> None:
    """Left open who acts and unbroken, a scope has those states, under other names."""
    scope = msgspec.structs.replace(TABLE, players=players).of_size(size)
    names = PLAYERS[:players]
    both = objects and size == 2
    every = _judged(Space(scope, kind=kind, rules=NOW, symmetry=False, program="anybody_acts."))
    few = _judged(Space(scope, kind=kind, rules=NOW))
    orbits = _orbits(every, names, objects=both)
    assert all(len(verdicts) == 1 for verdicts in orbits.values())
    assert orbits == _orbits(few, names, objects=both)
    if not both or players == 2:
        assert len(few) == len(orbits)
    assert len(few) < len(_judged(Space(scope, kind=kind, rules=NOW, symmetry=False))) or (
        players == 2 and not both
    )


def test_in_teams_only_players_of_one_team_are_alike() -> None:
    small = '{"name": "teams", "players": %d, "variants": ["two_headed_giant"], "steps": ["draw"]}'
    for players, alike in ((3, False), (4, True)):
        scope = read_scope(small % players).of_size(1)
        few, every = (
            [each for each, _ in _judged(space) if "variant(two_headed_giant)" in each]
            for space in (
                Space(scope, kind="suspend", rules=NOW),
                Space(scope, kind="suspend", rules=NOW, symmetry=False),
            )
        )
        assert (len(few) < len(every)) == alike
        untold = [tuple(each for each in state if each[:5] != "team(") for state in every]
        swap = {"bob": "dave", "dave": "bob"}
        orbits = {_first(one, [{each: each for each in swap}, swap]) for one in untold}
        assert len(few) == (len(orbits) if alike else len(every))


def test_what_a_question_names_is_not_taken_for_something_like_it() -> None:
    scope = msgspec.structs.replace(SMALL, players=3).of_size(2)
    for one, other in (("o1", "o2"), ("o2", "o1")):
        for who in ("P = bob", "P = carol", "seat(P,2)", "seat(P,3)"):
            goal = f"goal :- tapped({one}), not tapped({other}), priority(P), {who}."
            space = Space(scope, kind="roll_planar_die", rules=NOW, program=goal)
            assert space.ask(clingo.Function("goal")).example is not None, goal


def test_objects_may_be_cards_of_a_list() -> None:
    scope = read_scope('{"name": "two cards", "cards": 2, "cards_from": ["Forest", "Rift Bolt"]}')
    states = list(Space(scope, kind="suspend", rules=NOW).states())
    names = {fact for state in states for fact in state if fact.startswith("card_of(")}
    assert names == {
        f'card_of({name},"{card}")' for name in ("o1", "o2") for card in ("Forest", "Rift Bolt")
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"name": "x", "cards": 9}', r"\$\.cards: found Expected `int` <= 8"),
        (
            '{"name": "x", "zones": ["attic"]}',
            r"\$\.zones\[0\]: found Invalid enum value 'attic'",
        ),
        ('{"name": "x", "card": 1}', r"found Object contains unknown field `card`"),
        ('{"name"', r"\$: found Input data was truncated"),
    ],
)
def test_a_bounds_file_that_is_wrong_is_told_where(text: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_scope(text)


def test_an_unknown_name_is_told_with_the_known_ones() -> None:
    with pytest.raises(DocumentError, match="expected one of default"):
        named_scope("defualt")
    with pytest.raises(DocumentError, match="readable file"):
        load_scope(Path("no/such/file.json"))


def test_contents_that_no_document_may_have_are_refused() -> None:
    scope = read_scope('{"name": "x", "mana_costs": ["{Q}"]}')
    with pytest.raises(SpecialActionsError, match=r"\{Q\}"):
        scope.facts()
