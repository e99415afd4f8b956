"""How the special actions changed: every edition, and the life of each kind."""

import pytest

from pyadapter import ActionError
from pyadapter.actions import KINDS
from pyadapter.chronicle import changes_in, datum, eras, uncertain_changes
from pyadapter.editions import known_editions
from pyadapter.history import EditionEntry, edition_entries, history_of, kind_named

ENTRIES = {entry.edition: entry for entry in edition_entries()}


def test_every_edition_has_an_entry() -> None:
    assert list(ENTRIES) == [first for first, _ in known_editions()]


@pytest.mark.parametrize(
    ("edition", "section", "listed"),
    [
        ("2009-07-11", "114", 5),
        ("2012-05-01", "115", 6),
        ("2017-04-28", "115", 8),
        ("2020-06-01", "116", 9),
        ("2026-09-25", "116", 12),
    ],
)
def test_an_entry_has_its_section_and_its_kinds(edition: str, section: str, listed: int) -> None:
    assert (ENTRIES[edition].section, len(ENTRIES[edition].letters)) == (section, listed)


def changed(entry: EditionEntry) -> list[str]:
    return [each.subject for each in entry.changes]


def test_an_entry_tells_what_changed_with_it() -> None:
    assert changed(ENTRIES["2013-07-13"]) == ["land_plays"]
    assert changed(ENTRIES["2021-02-05"]) == ["foretell", "snow_mana"]
    assert changed(ENTRIES["2012-05-01"]) == []


def test_the_oldest_entry_is_compared_with_nothing() -> None:
    first = ENTRIES["2009-07-11"]
    assert (first.changes, first.relettered, first.moved_from) == ((), (), None)


def test_the_section_moved_twice() -> None:
    moved = [(entry.edition, entry.moved_from) for entry in ENTRIES.values() if entry.moved_from]
    assert moved == [("2010-07-16", "114"), ("2019-07-12", "115")]


def test_letters_move_where_a_kind_comes_between() -> None:
    moved = {entry.edition: entry.relettered for entry in ENTRIES.values() if entry.relettered}
    assert list(moved) == ["2017-04-28", "2020-06-01", "2021-02-05"]
    assert moved["2020-06-01"] == (
        ("roll_planar_die", "g", "h"),
        ("reveal_conspiracy", "h", "i"),
    )


def test_an_edition_that_archives_date_otherwise_says_so() -> None:
    assert ENTRIES["2021-02-15"].archived_as == "2021-02-24"
    assert ENTRIES["2012-05-01"].archived_as == "2012-05-01"


def test_only_of_the_newest_edition_a_part_was_read() -> None:
    assert [entry.edition for entry in ENTRIES.values() if entry.read_in_part] == ["2026-09-25"]


def test_each_change_of_an_era_and_each_listing_is_in_one_entry() -> None:
    everything = [each for first, _ in known_editions() for each in changes_in(first)]
    assert len(everything) == len(eras()) + len(KINDS)
    assert len({(each.sort, each.subject, each.first) for each in everything}) == len(everything)


def test_a_change_on_an_unknown_day_names_both_editions() -> None:
    unlock = datum("listed", "unlock", "2024-11-08")
    assert (unlock.first, unlock.after) == ("2024-11-08", "2024-07-30")
    days = [day for day, _ in known_editions()]
    for change in uncertain_changes():
        assert days.index(change.first) - days.index(change.after) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_history_from_its_listing_on(kind: str) -> None:
    history = history_of(kind)
    assert history.listed_as[0].first == history.first
    assert history.listed_as[-1].last is None
    assert all(life.runs for life in history.rules)
    assert all(run.last is None or run.last >= history.first for run in history.listed_as)
    assert all(era.last >= history.first and kind in era.kinds for era in history.eras)


def test_the_die_was_listed_under_six_numbers() -> None:
    assert [(run.rule, run.first, run.last) for run in history_of("roll").listed_as] == [
        ("114.2f", "2009-09-04", "2010-07-15"),
        ("115.2f", "2010-07-16", "2017-04-27"),
        ("115.2g", "2017-04-28", "2019-07-11"),
        ("116.2g", "2019-07-12", "2020-05-31"),
        ("116.2h", "2020-06-01", "2021-02-04"),
        ("116.2i", "2021-02-05", None),
    ]


def test_a_text_that_changed_under_its_number_is_told() -> None:
    (count,) = [life for life in history_of("play_land").rules if life.subject == "land_play_count"]
    ((rule, reworded),) = [(run.rule, run.reworded) for run in count.runs]
    assert (rule, reworded) == ("305.2", ("2013-07-13",))
    assert count.requirements == ("land_play_left",)


def test_a_time_without_a_rule_has_its_reason() -> None:
    begin = [
        life for life in history_of("suspend").rules if life.subject.startswith("begin_to_cast")
    ]
    ((gap,),) = [life.gaps for life in begin]
    assert (gap.first, gap.last) == ("2015-07-17", "2015-09-25")
    assert "601.2e" in gap.reason


def test_the_eras_of_a_kind_are_those_that_bear_on_it() -> None:
    assert {era.subject for era in history_of("play_land").eras} == {
        "arrivals",
        "land_plays",
        "modal_faces",
    }
    assert "prohibitions" in {era.subject for era in history_of("suspend").eras}


def test_the_life_of_plotting_begins_on_a_day_that_is_not_known() -> None:
    data = history_of("plot").as_dict()
    assert data["listed"] == {"from": "2024-06-07", "after": "2024-03-08"}


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        *((alias, kind) for kind, aliases in KINDS.items() for alias in aliases),
        *((kind, kind) for kind in KINDS),
        ("  Roll   the PLANAR die ", "roll_planar_die"),
    ],
)
def test_a_kind_is_named_by_the_words_of_actions(words: str, kind: str) -> None:
    assert kind_named(words) == kind


@pytest.mark.parametrize("words", ["", "nope", "play land forest", "x" * 10_000, "roll\0"])
def test_an_unknown_kind_is_answered_with_those_that_are_known(words: str) -> None:
    with pytest.raises(ActionError) as caught:
        history_of(words)
    said = str(caught.value)
    assert said.startswith("kind: found ")
    assert "expected one of play_land, turn_face_up" in said
    assert len(said) < 600
