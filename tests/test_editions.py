"""Editions of the rules: each day has the one that was in force, or a clear refusal."""

import json
from datetime import date

import pytest

from pyadapter import GameState
from pyadapter.chronicle import archive_date, listings
from pyadapter.editions import DEFAULT, edition_fact, edition_notes, edition_on, known_editions
from pyadapter.errors import EditionError
from pyadapter.worlds import in_every_edition

OLDEST, NEWEST = known_editions()[0][0], known_editions()[-1][0]


def test_there_are_92_editions_from_2009_07_11_to_2026_09_25() -> None:
    assert (len(known_editions()), OLDEST, NEWEST) == (92, "2009-07-11", "2026-09-25")


def test_the_edition_of_2012_05_01_was_in_force_until_the_next_came() -> None:
    assert ("2012-05-01", "2012-05-31") in known_editions()


def test_each_edition_is_in_force_until_the_day_before_the_next() -> None:
    days = [date.fromisoformat(day) for span in known_editions() for day in span]
    ends, begins = days[1:-1:2], days[2::2]
    assert [(begin - end).days for end, begin in zip(ends, begins, strict=True)] == [1] * 91


def test_the_newest_edition_has_no_end() -> None:
    assert known_editions()[-1][1] == "9999-12-31"


@pytest.mark.parametrize("day", ["2012-05-01", "2012-05-20", "2012-05-31"])
def test_a_day_has_the_edition_that_was_in_force_on_it(day: str) -> None:
    assert edition_on(day) == "2012-05-01"


@pytest.mark.parametrize("first", [first for first, _ in known_editions()])
def test_an_edition_is_in_force_on_its_own_day(first: str) -> None:
    assert edition_on(first) == first
    assert edition_notes(first) == ()


@pytest.mark.parametrize(
    ("archived", "in_force"),
    [
        ("2013-07-11", "2013-07-13"),
        ("2014-09-26", "2014-09-25"),
        ("2017-09-25", "2017-09-29"),
        ("2021-02-24", "2021-02-15"),
        ("2024-02-06", "2024-02-02"),
        ("2024-08-02", "2024-07-30"),
    ],
)
def test_editions_count_by_the_day_on_which_they_came_into_force(
    archived: str, in_force: str
) -> None:
    assert archive_date(in_force) == archived
    assert edition_on(in_force) == in_force
    assert archived not in [first for first, _ in known_editions()]


def test_sixteen_editions_are_archived_under_another_date() -> None:
    days = [first for first, _ in known_editions()]
    assert len([day for day in days if archive_date(day) != day]) == 16


def test_no_day_means_the_edition_of_2012_05_01() -> None:
    assert edition_on(None) == DEFAULT == "2012-05-01"


def test_current_means_the_newest_edition_without_any_doubt() -> None:
    assert edition_on("current") == NEWEST
    assert edition_notes("current") == ()


@pytest.mark.parametrize("day", ["2026-09-26", "2030-01-01", "9999-12-31"])
def test_a_day_after_the_newest_edition_has_it_with_a_note(day: str) -> None:
    assert edition_on(day) == NEWEST
    (note,) = edition_notes(day)
    assert f"the rules of {NEWEST} are used for {day}" in note


@pytest.mark.parametrize("day", ["2009-07-10", "1993-08-05", "0001-01-01"])
def test_a_day_before_the_oldest_edition_is_refused_with_its_date(day: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_on(day)
    assert str(caught.value) == (
        f"rules of {day}: no edition in force on that day is known; "
        "the oldest known is of 2009-07-11"
    )


@pytest.mark.parametrize(
    ("day", "subject"),
    [
        ("2018-01-19", "prohibitions"),
        ("2024-03-09", "plot"),
        ("2024-06-06", "plot"),
        ("2024-09-27", "unlock"),
        ("2026-07-01", "mana abilities"),
    ],
)
def test_a_day_in_a_gap_with_a_change_has_a_note_with_both_dates(day: str, subject: str) -> None:
    (note,) = edition_notes(day)
    used = edition_on(day)
    following = min(first for first, _ in known_editions() if first > day)
    assert subject in note
    assert f"the rules of {used} are used for {day}" in note
    assert f"those of {following}" in note


@pytest.mark.parametrize("day", ["2012-05-20", "2013-07-12", "2024-03-08", "2024-06-07"])
def test_other_days_have_no_note(day: str) -> None:
    assert edition_notes(day) == ()


STATE = {"turn": "a", "phase": "draw", "priority": "a", "players": [{"name": "a"}]}


def test_a_state_hands_on_the_note_of_its_own_day() -> None:
    state = GameState.from_json(json.dumps(STATE | {"rules": "2024-05-01"}))
    assert state.edition == "2024-03-08"
    assert state.notes == edition_notes("2024-05-01") != ()


def test_other_rules_bring_their_own_note_and_keep_it_when_the_state_changes() -> None:
    state = GameState.from_json(json.dumps(STATE | {"rules": "2024-05-01"}), rules="2024-10-01")
    assert state.notes == edition_notes("2024-10-01") != ()
    assert state.replace(phase="upkeep").notes == state.notes
    assert state.replace(phase="upkeep").edition == state.edition
    assert state.under("2012-05-01").notes == ()


NO_DATES = [
    "",
    " ",
    "2012",
    "2012-5-1",
    "20120501",
    "01.05.2012",
    "2012-05-01\n",
    "2012-13-01",
    "2012-02-30",
    "0000-00-00",
    "2012-05-01T00:00:00",
    "\u0662\u0660\u0661\u0662-05-01",
    "Current",
    "2012-05-01). legal(x",
]


@pytest.mark.parametrize("text", NO_DATES, ids=[repr(text) for text in NO_DATES])
def test_what_is_no_date_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_on(text)
    assert str(caught.value) == (
        f"rules date: found {text!r}, expected a date YYYY-MM-DD, or current"
        " (only `check` takes `all`)"
    )


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(EditionError) as caught:
        edition_on("2" * 10_000)
    assert len(str(caught.value)) < 300


# The lists as they are read: the letters in order, and until when.
LISTS = [
    ("2009-07-11", "play_land turn_face_up end_effect ignore_effect suspend"),
    ("2009-09-04", "play_land turn_face_up end_effect ignore_effect suspend roll_planar_die"),
    (
        "2014-06-01",
        "play_land turn_face_up end_effect ignore_effect suspend roll_planar_die reveal_conspiracy",
    ),
    (
        "2017-04-28",
        "play_land turn_face_up end_effect ignore_effect discard_any_time suspend roll_planar_die "
        "reveal_conspiracy",
    ),
    (
        "2020-06-01",
        "play_land turn_face_up end_effect ignore_effect discard_any_time suspend companion "
        "roll_planar_die reveal_conspiracy",
    ),
    (
        "2021-02-05",
        "play_land turn_face_up end_effect ignore_effect discard_any_time suspend companion "
        "foretell roll_planar_die reveal_conspiracy",
    ),
    (
        "2024-06-07",
        "play_land turn_face_up end_effect ignore_effect discard_any_time suspend companion "
        "foretell roll_planar_die reveal_conspiracy plot",
    ),
    (
        "2024-11-08",
        "play_land turn_face_up end_effect ignore_effect discard_any_time suspend companion "
        "foretell roll_planar_die reveal_conspiracy plot unlock",
    ),
]


def test_each_edition_lists_its_kinds_in_the_order_of_their_letters() -> None:
    found = in_every_edition((), files=["special_actions.lp"], read=[("listed", 1)])
    for edition, _ in known_editions():
        expected = [words.split() for first, words in LISTS if first <= edition][-1]
        listed = {str(kind) for (kind,) in found[edition]["listed", 1]}
        letters = {kind: listings()[kind].letter(edition) for kind in listings()}
        assert listed == set(expected), edition
        assert [letters[kind] for kind in expected] == list("abcdefghijkm"[: len(expected)])
        assert [kind for kind, letter in letters.items() if letter is None] == [
            kind for kind in listings() if kind not in expected
        ]


def test_the_fact_of_an_edition_is_its_date_as_a_number() -> None:
    assert edition_fact("2012-05-01") == "edition(20120501)"
