"""Editions of the rules: each day has the one that was in force, or a clear refusal."""

import pytest

from pyadapter.editions import DEFAULT, edition_fact, edition_on, known_editions
from pyadapter.errors import EditionError
from pyadapter.session import ground


def test_the_edition_of_2012_05_01_is_known_until_the_next_came_out() -> None:
    assert ("2012-05-01", "2012-05-31") in known_editions()


def test_editions_are_listed_from_the_oldest_to_the_newest_without_overlap() -> None:
    days = [day for span in known_editions() for day in span]
    assert days == sorted(days)


@pytest.mark.parametrize("day", ["2012-05-01", "2012-05-20", "2012-05-31"])
def test_a_day_has_the_edition_that_was_in_force_on_it(day: str) -> None:
    assert edition_on(day) == "2012-05-01"


def test_no_day_means_the_edition_of_2012_05_01() -> None:
    assert edition_on(None) == DEFAULT == "2012-05-01"


def test_current_means_the_newest_edition() -> None:
    assert edition_on("current") == known_editions()[-1][0]


@pytest.mark.parametrize("day", ["2012-04-30", "2012-06-01", "9999-12-31"])
def test_a_day_without_a_known_edition_is_refused_with_the_known_ones(day: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_on(day)
    assert str(caught.value).startswith(f"rules of {day}: no edition in force on that day is known")
    assert "2012-05-01 (in force until 2012-05-31)" in str(caught.value)


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
    )


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(EditionError) as caught:
        edition_on("2" * 10_000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("edition", [first for first, _ in known_editions()])
def test_the_fact_of_an_edition_lists_the_special_actions_of_that_day(edition: str) -> None:
    atoms = ground([edition_fact(edition)], files=["special_actions.lp"], read=[("listed", 1)])
    kinds = {str(kind) for (kind,) in atoms["listed", 1]}
    assert {"play_land", "turn_face_up", "end_effect", "ignore_effect", "suspend"} <= kinds


def test_the_fact_of_an_edition_is_its_date_as_a_number() -> None:
    assert edition_fact("2012-05-01") == "edition(20120501)"
