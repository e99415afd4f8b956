"""The rulebook: what is cited in which edition, and that its dated data are in order."""

from itertools import pairwise
from pathlib import Path

import pytest

from pyadapter.chronicle import eras, gaps_of, grounds_of, listing_subject, listings, numbers
from pyadapter.editions import ALWAYS, day_before, known_editions
from pyadapter.lint import known_numbers, lint, tagged_edition
from pyadapter.rulebook import rulebook

EDITIONS = [first for first, _ in known_editions()]
HEAD = "% x.lp: a test.\n%\n% Purpose: a test.\n% Reads:   nothing.\n% Defines: a.\n\n%! plumbing\n"

# What reasons cited when the rulebook knew only the edition of 2012-05-01.
CITED_IN_2012 = {
    ("play_land", "priority"): ("115.2a", "116.3"),
    ("play_land", "own_turn"): ("305.3", "115.2a"),
    ("play_land", "main_phase"): ("115.2a", "305.1", "505.5b"),
    ("play_land", "stack_empty"): ("115.2a", "305.1"),
    ("play_land", "land"): ("305.1", "300.2a"),
    ("play_land", "zone"): ("115.2a", "701.11a"),
    ("play_land", "land_play_left"): ("305.2", "115.2a"),
    ("play_land", "not_forbidden"): ("101.2",),
    ("turn_face_up", "priority"): ("115.2b", "116.3"),
    ("turn_face_up", "battlefield"): ("707.7", "115.2b"),
    ("turn_face_up", "phased_in"): ("702.24b",),
    ("turn_face_up", "face_down"): ("115.2b", "110.6"),
    ("end_effect", "timing"): ("115.2c", "116.3"),
    ("end_effect", "in_time"): ("115.2c", "117.12a"),
    ("ignore_effect", "effect"): ("115.2d", "112.6"),
    ("suspend", "hand"): ("702.60a", "115.2e"),
    ("suspend", "castable"): ("305.9", "115.2e"),
    ("suspend", "timing"): ("115.2e", "702.60a", "116.1a"),
    ("suspend", "not_forbidden"): ("601.5", "702.60a"),
    ("suspend", "cost"): ("702.60a", "117.3"),
    ("roll_planar_die", "planechase"): ("115.2f",),
    ("roll_planar_die", "own_turn"): ("901.8", "115.2f"),
    ("roll_planar_die", "cost"): ("115.2f", "117.3"),
}


@pytest.mark.parametrize(("kind", "requirement"), CITED_IN_2012)
def test_the_numbers_of_2012_are_cited_as_ever(kind: str, requirement: str) -> None:
    found = rulebook("2012-05-01").citations[kind, requirement]
    assert found == CITED_IN_2012[kind, requirement]


@pytest.mark.parametrize(
    ("edition", "rules"),
    [
        ("2009-07-11", ("305.3", "114.2a")),
        ("2010-07-16", ("305.3", "115.2a")),
        ("2019-06-14", ("305.3", "115.2a")),
        ("2019-07-12", ("305.3", "116.2a")),
        ("2026-09-25", ("305.3", "116.2a")),
    ],
)
def test_a_requirement_is_cited_in_the_numbering_of_the_edition(
    edition: str, rules: tuple[str, ...]
) -> None:
    assert rulebook(edition).rules("play_land", "own_turn", ()) == rules


@pytest.mark.parametrize(
    ("edition", "rules"),
    [
        ("2015-07-17", ("702.61a",)),
        ("2015-09-26", ("601.2", "702.61a")),
        ("2016-09-30", ("601.3", "702.61a", "702.61c")),
        ("2026-09-25", ("601.3", "702.62a", "702.62c")),
    ],
)
def test_what_an_edition_has_no_number_for_is_not_cited(
    edition: str, rules: tuple[str, ...]
) -> None:
    assert rulebook(edition).rules("suspend", "not_forbidden", ()) == rules


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (
            "section_special_actions",
            [("114", EDITIONS[0]), ("115", "2010-07-16"), ("116", "2019-07-12")],
        ),
        (
            "special_action_suspend",
            [
                ("114.2e", EDITIONS[0]),
                ("115.2e", "2010-07-16"),
                ("115.2f", "2017-04-28"),
                ("116.2f", "2019-07-12"),
            ],
        ),
        (
            "phased_out_status",
            [
                ("702.23b", EDITIONS[0]),
                ("702.24b", "2011-06-17"),
                ("702.25b", "2013-07-13"),
                ("702.26b", "2021-04-22"),
            ],
        ),
        (
            "section_controlling_another_player",
            [
                ("710", EDITIONS[0]),
                ("711", "2010-04-23"),
                ("712", "2011-09-30"),
                ("714", "2016-07-22"),
                ("715", "2018-07-13"),
                ("716", "2019-10-04"),
                ("718", "2021-07-23"),
                ("719", "2022-10-07"),
                ("720", "2022-11-18"),
                ("719", "2023-04-14"),
                ("720", "2024-02-02"),
                ("721", "2025-04-04"),
                ("722", "2025-07-25"),
                ("723", "2026-04-17"),
            ],
        ),
    ],
)
def test_a_rule_has_its_number_from_the_day_the_edition_came_into_force(
    subject: str, expected: list[tuple[str, str]]
) -> None:
    assert [(run.rule, run.first) for run in numbers()[subject]] == expected


def test_in_each_edition_a_subject_has_at_most_one_number() -> None:
    for subject, runs in numbers().items():
        for edition in EDITIONS:
            assert len([run for run in runs if run.holds_in(edition)]) <= 1, (subject, edition)


def test_numbers_follow_each_other_without_a_gap_but_for_one_that_is_declared() -> None:
    broken = {
        subject
        for subject, runs in numbers().items()
        for earlier, later in pairwise(runs)
        if earlier.last != day_before(later.first)
    }
    assert broken == {"begin_to_cast_not_prohibited"}
    assert [gap.first for gap in gaps_of("begin_to_cast_not_prohibited")] == ["2015-07-17"]


def test_four_rules_are_gone_and_all_others_have_a_number_in_the_newest_edition() -> None:
    gone = {subject: runs[-1].last for subject, runs in numbers().items()}
    assert {subject: last for subject, last in gone.items() if last != ALWAYS} == {
        "numerals_as_colorless_added": "2016-07-21",
        "cost_increase_is_not_additional": "2018-07-12",
        "begin_to_cast_face_down_exception": "2015-07-16",
        "commander_color_identity_mana": "2016-07-21",
    }


@pytest.mark.parametrize("kind", listings())
def test_the_letter_of_a_kind_is_that_of_its_number_in_every_edition(kind: str) -> None:
    for edition in EDITIONS:
        numbered = [run.rule for run in numbers()[listing_subject(kind)] if run.holds_in(edition)]
        letter = listings()[kind].letter(edition)
        assert [rule[-1] for rule in numbered] == ([letter] if letter else []), edition


@pytest.mark.parametrize("subject", sorted({era.subject for era in eras()}))
def test_what_the_rules_say_has_no_gap_and_no_overlap(subject: str) -> None:
    runs = [era for era in eras() if era.subject == subject]
    assert [era.first for era in runs[1:]] == [_next(era.last) for era in runs[:-1]]
    assert runs[-1].last == ALWAYS
    assert all(era.first in EDITIONS and era.rules and era.kinds for era in runs)


def _next(last: str) -> str:
    return next(first for first in EDITIONS if day_before(first) == last)


@pytest.mark.parametrize("year", ["2009", "2013", "2024", "2026"])
def test_a_tag_of_a_year_means_the_newest_edition_of_that_year(year: str) -> None:
    newest = max(first for first in EDITIONS if first.startswith(year))
    assert tagged_edition(year) == int(newest.replace("-", ""))


def test_a_tag_of_2012_means_the_edition_of_2012_05_01() -> None:
    assert tagged_edition("2012") == 20120501


def test_numbers_of_the_newest_edition_are_known_to_tags() -> None:
    assert {"116.2a", "116.2m", "702.62a"} <= known_numbers(20260925)
    assert "115.2a" not in known_numbers(20260925)


def test_every_ground_of_a_kind_is_a_rule_that_is_known() -> None:
    for kind in (*listings(), "any"):
        assert set(grounds_of(kind)) <= set(numbers())


FAULTS = [
    ("in_rules(a,b,20090711,20120501).", "2012-05-01 is not the day before an edition"),
    ("in_rules(a,b,20090712,99991231).", "2009-07-12 is not the day of an edition"),
    ("in_rules(a,b,20120501,20120430).", "ends on 2012-04-30, before it begins"),
    (
        "in_rules(a,b,20090711,20120531). in_rules(a,c,20120501,99991231).",
        "in_rules of a twice on 2012-05-01",
    ),
    (
        "in_rules(a,b,20090711,20120430). in_rules(a,c,20120601,99991231).",
        "a has no value between 2012-04-30 and 2012-06-01",
    ),
    ("in_rules(a,b,20090711,20120430).", "a has no value after 2012-04-30"),
    ("in_rules(a,b,20120501,99991231).", "a begins on 2012-05-01, not on 2009-07-11"),
    (
        "in_rules(a,b,20120501,99991231). starts(a,20120601).",
        "a begins on 2012-05-01, not on 2012-06-01",
    ),
    (
        "in_rules(a,b,20090711,99991231). changed_after(a,20120501,20120201).",
        "a doesn't change on 2012-05-01",
    ),
    (
        "in_rules(a,b,20090711,20120430). in_rules(a,c,20120501,99991231). "
        "changed_after(a,20120501,20110930).",
        "2011-09-30 is not the edition before that of 2012-05-01",
    ),
    (
        'in_rules(a,b,20090711,99991231). era_name(other,"x").',
        "a has no era_name",
    ),
    (
        'in_rules(a,b,20090711,99991231). era_name(a,"x").',
        "a has no era_text for b",
    ),
    (
        'in_rules(a,b,20090711,99991231). era_name(a,"x"). era_text(a,b,"x").',
        "a rests on no rule for b",
    ),
    ("listed_from(a,20120501). listed_from(a,20120601).", "a is listed from two days on"),
    ("listed_from(a,20120501).", "a is listed and requires nothing"),
    ("listed_from(a,20120502).", "2012-05-02 is not the day of an edition"),
    (
        "listed_from(a,20120501). listed_after(a,20110930).",
        "2011-09-30 is not the edition before that of 2012-05-01",
    ),
    (
        "listed_from(a,20120501). letter(a,20120601,99991231,a).",
        "a has a letter from another day on than it is listed",
    ),
    (
        "letter(a,20090711,20120430,a). letter(a,20120601,99991231,a).",
        "a has no letter between 2012-04-30 and 2012-06-01",
    ),
    ("letter(a,20090711,20120430,a).", "a has no letter after 2012-04-30"),
    (
        "letter(suspend,20090711,99991231,e). listed_as(suspend,special_action_suspend).",
        "letter e, but 115.2f in 2017-04-28",
    ),
    (
        "number(a,20090711,20120531,cr(1)). number(a,20120501,99991231,cr(2)).",
        "number of a twice on 2012-05-01",
    ),
    (
        "number(a,20090711,20120430,cr(1)). number(a,20120601,99991231,cr(2)).",
        "a has no number between 2012-04-30 and 2012-06-01",
    ),
    (
        'unnumbered(land_play_count,20120501,20120531,"x").',
        "land_play_count has a number in 2012-05-01",
    ),
    ("archived_as(20120502,20120501).", "2012-05-02 is not the day of an edition"),
    ("grounds(suspend,cost,1,nothing_known).", "nothing_known has no number in 2009-07-11"),
    ("grounds(suspend,cost,1,split_half_chosen_too).", "is not in numbers.lp"),
    (
        "grounds(suspend,not_forbidden,1,begin_to_cast_not_prohibited).",
        "suspend: not_forbidden cites nothing in 2015-07-17",
    ),
    ("grounds(suspend,nonsense,1,cant_beats_can).", "suspend requires no nonsense in any edition"),
    ("grounds(suspend,cost,1,full_resources_needed).", "suspend: hand rests on no rule"),
    (
        "case_grounds(a,numerals_as_colorless_added).",
        "numerals_as_colorless_added has no number in 2016-07-22",
    ),
    ("case_grounds(a,nothing_known).", "nothing_known has no number in 2009-07-11"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_a_fault_in_dated_data_is_found(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.lp"
    path.write_text(HEAD + text + "\n", encoding="utf-8")
    findings = [str(finding) for finding in lint([path])]
    assert any(message in finding for finding in findings), findings


def test_data_that_are_in_order_are_not_minded(tmp_path: Path) -> None:
    path = tmp_path / "x.lp"
    path.write_text(
        HEAD
        + "in_rules(a,b,20090711,20120430). in_rules(a,c,20120501,99991231).\n"
        + "in_rules(d,e,20120501,99991231). starts(d,20120501).\n"
        + "changed_after(a,20120501,20120201).\n"
        + "listed_from(plot,20120501). listed_after(plot,20120201).\n"
        + "number(g,20090711,20120430,cr(1)). number(g,20120601,99991231,cr(2)).\n"
        + 'unnumbered(g,20120501,20120531,"x").\n',
        encoding="utf-8",
    )
    assert lint([path]) == ()
