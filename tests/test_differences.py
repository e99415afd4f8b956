"""Differences between editions: the edge cases that the rules are known for, found unaided."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyadapter.budget import stop
from pyadapter.difference_search import DiffState
from pyadapter.differences import Differences, differences
from pyadapter.errors import SearchError
from pyadapter.scope import named_scope
from pyadapter.state import GameState
from pyadapter.two_laws import Aspects

OLD, NEW = "2012-05-01", "2026-09-25"


def found_by(scope: str, kind: str, *, limit: int = 1, listing: bool = False) -> Differences:
    return differences(
        OLD,
        NEW,
        scope=named_scope(scope),
        kind=kind,
        limit=limit,
        aspects=Aspects(listing=listing),
    )


def states(found: Differences, datum: str, before: str, now: str) -> list[DiffState]:
    return [
        state
        for group in found.groups
        if group.name == datum
        for telling, state in group.states
        if (telling.before, telling.now) == (before, now)
    ]


def verified(found: Differences) -> None:
    """Every state is one that `check` takes, with these verdicts in both editions."""
    assert found.done
    for group in found.groups:
        for telling, state in group.states:
            for edition, verdict in ((OLD, telling.before), (NEW, telling.now)):
                game = GameState.from_document(state.document, rules=edition)
                said = game.why(state.action, player=state.player)
                if telling.aspect == "verdict":
                    assert said.verdict == verdict, (state, edition)


@pytest.fixture(scope="module")
def land_plays() -> Differences:
    return found_by("land_plays", "play_land", limit=24)


def test_states_are_taken_by_check_with_the_verdicts_that_were_found(
    land_plays: Differences,
) -> None:
    verified(land_plays)
    assert [group.name for group in land_plays.groups] == ["era(land_plays)"]


@pytest.mark.parametrize(("case", "additional"), [("10: Exploration", 1), ("15: Azusa", 2)])
def test_a_land_played_under_an_effect_that_is_gone_counts_only_newly(
    land_plays: Differences, case: str, additional: int
) -> None:
    assert any(
        state.size == 1
        and {f for f in state.facts if f.startswith(("land_played", "effect_gone"))}
        == {"land_played(alice,1,e1)", "effect_gone(e1)"}
        and f"extra_land({additional})" in " ".join(state.facts)
        for state in states(land_plays, "era(land_plays)", "legal", "illegal")
    ), case


def test_a_play_for_an_old_oracle_and_one_for_the_new_leave_the_rules_own_only_formerly(
    land_plays: Differences,
) -> None:
    """Case 12."""
    assert any(
        {"land_played(alice,1,e1)", "land_played(alice,2,of(o2,1))", "effect_gone(e1)"}
        <= set(state.facts)
        and "in_zone(o2,battlefield,alice)" in state.facts
        for state in states(land_plays, "era(land_plays)", "legal", "illegal")
    )


def test_an_x_escapes_a_prohibition_on_even_mana_values_only_newly() -> None:
    """Case 108."""
    found = found_by("editions", "suspend")
    verified(found)
    (state,) = states(found, "era(prohibitions)", "illegal", "legal")
    told = " ".join(state.facts)
    assert 'card_mana_cost("Card 1","{X}")' in told
    assert "forbid(cast)" in told
    assert "even" in told
    assert "in_zone(o1,hand,alice)" in told


def test_milling_for_mana_and_snow_of_no_permanent_pay_for_a_morph_in_one_edition_only() -> None:
    """Cases 138 and 139."""
    found = found_by("editions", "turn_face_up")
    verified(found)
    (mill,) = states(found, "era(mana_abilities)", "legal", "unaffordable")
    assert mill.size == 2
    assert "face_down(o1)" in mill.facts
    assert 'card_ability("Card 1",morph("{R}"))' in mill.facts
    assert any("mill a card" in fact and "Card 2" in fact for fact in mill.facts)
    (snow,) = states(found, "era(snow_mana)", "unaffordable", "legal")
    assert snow.size == 1
    assert "floating_snow_other(alice,1)" in snow.facts
    assert 'card_ability("Card 1",morph("{S}"))' in snow.facts


def test_discarding_at_any_time_is_as_legal_as_before_but_listed() -> None:
    """Case 124."""
    assert not found_by("editions", "discard_any_time").groups
    found = found_by("editions", "discard_any_time", listing=True)
    legal = [
        state
        for group in found.groups
        if group.name == "listed(discard_any_time)"
        for telling, state in group.states
        if (telling.aspect, telling.now) == ("listing(legal)", "listed")
    ]
    assert len(legal) == 1
    assert 'card_ability("Card 1",discard_any_time)' in legal[0].facts


def test_what_one_datum_does_is_not_told_as_the_work_of_several() -> None:
    found = differences(OLD, NEW, scope=named_scope("default").of_size(1), kind="unlock")
    verified(found)
    (group,) = found.groups
    assert group.name == "listed(unlock)"
    told = {(each.before, each.now): state.extras for each, state in group.states}
    assert told.keys() == {("illegal", each) for each in ("legal", "unaffordable", "unknown")}
    assert set(told.values()) == {1}


def test_each_further_state_is_another_and_none_is_smaller_than_one_before(
    land_plays: Differences,
) -> None:
    few = found_by("land_plays", "play_land")
    for telling, state in few.groups[0].states:
        more = states(land_plays, "era(land_plays)", telling.before, telling.now)
        sizes = [(each.size, each.extras) for each in more]
        assert len({each.facts for each in more}) == len(more) > 1
        assert sizes == sorted(sizes)
        assert sizes[0] == (state.size, state.extras)


def test_editions_that_say_the_same_have_no_difference() -> None:
    found = differences("2010-01-29", "2010-06-18", scope=named_scope("land_plays"))
    assert (found.outcome, found.groups, found.done) == ("no difference in scope", (), True)


def test_a_person_stops_a_search_and_keeps_what_was_found(tmp_path: Path) -> None:
    scope = named_scope("land_plays").of_size(2)
    seen: list[str] = []

    def see(state: DiffState) -> None:
        seen.append(state.action)
        stop()

    journal = tmp_path / "journal"
    found = differences("2012-05-01", "2026-09-25", scope=scope, see=see, journal=journal)
    assert (found.done, found.outcome) == (False, "unknown")
    assert seen
    assert found.groups
    with pytest.raises(SearchError, match="another search"):
        differences("2012-05-01", "2026-09-25", scope=scope, limit=2, journal=journal)
