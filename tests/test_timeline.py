"""What every edition says of a state, and which change of the rules is named for a change."""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pyadapter import ActionError, GameState, MalformedStateError, timeline
from pyadapter.documents import read_document
from pyadapter.editions import known_editions
from pyadapter.model import StateDocument
from pyadapter.timeline import MALFORMED, NOT_OFFERED, Timeline, rules_by_edition, timelines
from tests.casework import FOLDER

EDITIONS = [first for first, _ in known_editions()]
STATES = sorted((Path(__file__).resolve().parent.parent / "examples" / "states").glob("*.json"))


def document(**fields: Any) -> StateDocument:
    moment = {"turn": "ann", "phase": "precombat_main", "priority": "ann"}
    players = [{"name": "ann", "hand": ["Forest"]}, {"name": "bob", "hand": ["Island"]}]
    return read_document(json.dumps({**moment, "players": players, **fields}))


@cache
def told(path: Path) -> tuple[Timeline, ...]:
    return timelines(read_document(path.read_bytes()))


@pytest.mark.parametrize("path", STATES, ids=[path.stem for path in STATES])
@pytest.mark.parametrize("edition", ["2009-07-11", "2015-07-17"])
def test_a_timeline_says_what_the_edition_says_on_its_own(path: Path, edition: str) -> None:
    source = read_document(path.read_bytes())
    found = {(each.player, each.action): each for each in told(path)}
    verdicts = GameState.from_document(source, rules=edition).verdicts()
    assert found
    assert {
        key: line.verdict(edition)
        for key, line in found.items()
        if line.verdict(edition) != NOT_OFFERED
    } == {(one.player, one.action): one.verdict for one in verdicts}
    for one in verdicts:
        run = [run for run in found[one.player, one.action].runs if run.first <= edition][-1]
        assert set(run.unmet) == {reason.requirement for reason in one.with_status("unmet")}


def test_a_kind_is_illegal_until_it_is_listed_and_the_listing_is_named() -> None:
    planechase = document(variant="planechase")
    (roll,) = [each for each in timelines(planechase, player="ann") if "roll" in each.action]
    assert [(run.first, run.last, run.verdict, run.unmet) for run in roll.runs] == [
        ("2009-07-11", "2009-09-03", "illegal", ("listed",)),
        ("2009-09-04", None, "legal", ()),
    ]
    (change,) = roll.changes
    assert change.date == "2009-09-04"
    (datum,) = change.data
    assert (datum.sort, datum.subject, datum.rules) == ("listed", "roll_planar_die", ("114.2f",))


def test_runs_follow_each_other_from_the_oldest_edition_to_now() -> None:
    for path in STATES:
        for line in told(path):
            assert line.runs[0].first == EDITIONS[0]
            assert line.runs[-1].last is None
            assert [change.date for change in line.changes] == [run.first for run in line.runs[1:]]
            assert all(change.data for change in line.changes)
            said = [(run.verdict, run.unmet) for run in line.runs]
            assert all(old != new for old, new in pairwise(said))


def test_actions_of_one_player_are_those_of_all_for_that_player() -> None:
    every = timelines(document())
    assert timelines(document(), player="bob") == tuple(
        line for line in every if line.player == "bob"
    )
    assert {line.player for line in every} == {"ann", "bob"}


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ActionError, match="player: found 'eve', expected one of ann, bob"):
        timelines(document(), player="eve")


def test_a_state_that_no_edition_allows_is_refused_with_all_its_faults() -> None:
    broken = document(phase="untap", turn="eve")
    with pytest.raises(MalformedStateError) as caught:
        timelines(broken)
    with pytest.raises(MalformedStateError) as single:
        GameState.from_document(broken)
    assert caught.value.faults == single.value.faults != ()


def test_the_rules_differ_between_editions_in_the_documented_data() -> None:
    names = {name for rules in rules_by_edition().values() for name, _ in rules}
    assert names == {"era", "listed"}
    assert list(rules_by_edition()) == EDITIONS


def under_law(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> Timeline:
    """The timeline of ann under another law: the action `a` is bad whenever the text says so."""
    path = folder / "law.lp"
    path.write_text(
        "#defined player/1. #defined seat/2. #defined malformed/2. "
        "#defined listed/1. #defined era/2.\n"
        "verdict(P,a,legal)   :- player(P), not bad(P).\n"
        "verdict(P,a,illegal) :- bad(P).\n"
        "unmet(P,a,cost)      :- bad(P).\n"
        f"{text}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(timeline, "_LAW", (str(path),))
    (found,) = timelines(document(), player="ann")
    return found


def causes(line: Timeline) -> list[tuple[str, list[str]]]:
    return [(change.date, [datum.subject for datum in change.data]) for change in line.changes]


def test_the_era_that_decides_is_named_and_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line = under_law(monkeypatch, tmp_path, "bad(P) :- player(P), era(last_time_counter,forced).")
    assert [run.verdict for run in line.runs] == ["illegal", "legal"]
    assert causes(line) == [("2024-02-02", ["last_time_counter"])]
    (datum,) = line.changes[0].data
    assert (datum.before, datum.now, datum.rules) == ("forced", "optional", ("702.62a",))


def test_a_change_back_and_forth_makes_a_run_each(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line = under_law(monkeypatch, tmp_path, "bad(P) :- player(P), era(prohibitions,all).")
    assert causes(line) == [
        (day, ["prohibitions"]) for day in ("2015-07-17", "2016-09-30", "2018-07-13")
    ]
    assert [run.last for run in line.runs] == ["2015-07-16", "2016-09-29", "2018-07-12", None]
    assert [datum.after for change in line.changes for datum in change.data] == [
        None,
        None,
        "2017-09-29",
    ]


def test_data_that_are_both_needed_are_both_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line = under_law(
        monkeypatch,
        tmp_path,
        "bad(P) :- player(P), era(last_time_counter,optional), era(procedure(cloak),known).",
    )
    assert causes(line) == [("2024-02-02", ["last_time_counter", "procedure(cloak)"])]


def test_data_of_which_each_is_enough_are_all_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line = under_law(
        monkeypatch,
        tmp_path,
        "bad(P) :- player(P), era(procedure(disguise),known).\n"
        "bad(P) :- player(P), era(procedure(cloak),known).",
    )
    assert causes(line) == [("2024-02-02", ["procedure(cloak)", "procedure(disguise)"])]


def test_a_listing_and_an_era_of_the_same_day_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listing = under_law(monkeypatch, tmp_path, "bad(P) :- player(P), listed(foretell).")
    assert causes(listing) == [("2021-02-05", ["foretell"])]
    other = tmp_path / "other"
    other.mkdir()
    era = under_law(monkeypatch, other, "bad(P) :- player(P), era(snow_mana,from_any_source).")
    assert causes(era) == [("2021-02-05", ["snow_mana"])]


def test_what_an_edition_does_not_offer_is_said_to_be_not_offered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "law.lp"
    path.write_text(
        "#defined player/1. #defined malformed/2. #defined listed/1. #defined unmet/3.\n"
        "verdict(P,a,legal) :- player(P), listed(plot).\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(timeline, "_LAW", (str(path),))
    (line,) = timelines(document(), player="ann")
    assert [(run.first, run.verdict) for run in line.runs] == [
        ("2009-07-11", NOT_OFFERED),
        ("2024-06-07", "legal"),
    ]
    assert causes(line) == [("2024-06-07", ["plot"])]


def test_an_edition_that_does_not_allow_the_state_calls_everything_malformed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line = under_law(
        monkeypatch,
        tmp_path,
        "#defined bad/1.\nmalformed(no_turn,P) :- player(P), era(land_plays,by_permission).",
    )
    assert [(run.first, run.verdict) for run in line.runs] == [
        ("2009-07-11", MALFORMED),
        ("2013-07-13", "legal"),
    ]
    assert causes(line) == [("2013-07-13", ["land_plays"])]


def test_cases_keep_their_verdict_in_the_edition_of_their_state() -> None:
    rows = [json.loads(line) for line in (FOLDER / "kinds.jsonl").read_text().splitlines()]
    for row in rows[:8]:
        source = read_document(json.dumps(row["state"]))
        state = GameState.from_document(source)
        for line in timelines(source):
            offered = {(v.player, v.action): v.verdict for v in state.verdicts()}
            assert line.verdict(state.edition) == offered.get(
                (line.player, line.action), NOT_OFFERED
            )


def test_a_permission_that_is_gone_counts_until_all_plays_count_together() -> None:
    (gone,) = [path for path in STATES if path.stem == "exploration_is_gone"]
    (line,) = timelines(read_document(gone.read_bytes()), player="alice")
    assert [(run.first, run.verdict, run.unmet) for run in line.runs] == [
        ("2009-07-11", "legal", ()),
        ("2013-07-13", "illegal", ("land_play_left",)),
    ]
    assert causes(line) == [("2013-07-13", ["land_plays"])]
