"""Long runs: the same answer whoever works, whatever happens in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import clingo
import msgspec
import pytest

from pyadapter.budget import Budget, allowed
from pyadapter.errors import ActionError, SearchError
from pyadapter.runs import Progress, run
from pyadapter.workers import Processes, workers

ROOT = Path(__file__).resolve().parent.parent
ABOUT = {"command": "squares", "scope": "numbers"}


class Number(msgspec.Struct, frozen=True):
    value: int


class Square(msgspec.Struct, frozen=True):
    value: int
    text: str
    done: bool = True


TASKS = tuple(Number(value) for value in range(12))
SQUARES = [value * value for value in range(12)]
SEEN: list[int] = []


def square(task: Number) -> Square:
    """Let clingo square a number, as a task of a search would."""
    SEEN.append(task.value)
    control = clingo.Control()
    control.add("base", [], f"square({task.value}*{task.value}).")
    control.ground([("base", [])])
    (found,) = control.symbolic_atoms.by_signature("square", 1)
    return Square(found.symbol.arguments[0].number, str(found.symbol))


def refuse(task: Number) -> Square:
    if task.value == 2:
        raise ActionError("two is too much")
    return square(task)


def die(task: Number) -> Square:
    if task.value == 2:
        os._exit(1)
    return square(task)


def wait_for_end(task: Number) -> Square:
    """Work until the budget is spent, then tell what was found by then."""
    if task.value < 2:
        return square(task)
    for _ in range(2000):
        if allowed().spent:
            return Square(task.value, "by then", done=False)
        time.sleep(0.01)
    raise AssertionError("nobody stopped this")


def stop_oneself(task: Number) -> Square:
    if task.value == 2:
        os.kill(os.getpid(), signal.SIGINT)
    return wait_for_end(task)


@pytest.fixture(autouse=True)
def fresh() -> None:
    SEEN.clear()


def values(work: Callable[[Number], Square] = square, **options: object) -> list[int]:
    found = run(TASKS, work, result_type=Square, **options)  # type: ignore[arg-type]
    return [result.value for _, result in found]


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert values() == SQUARES
    found = list(run(TASKS, square, result_type=Square))
    assert [task for task, _ in found] == list(TASKS)
    assert found[3][1] == Square(9, "square(9)")


@pytest.mark.parametrize("jobs", [2, 3])
def test_processes_give_the_same_answer_and_are_exchanged(jobs: int) -> None:
    with Processes(jobs, tasks_of_a_pool=5) as executor:
        assert values(executor=executor) == SQUARES


def test_threads_are_an_executor_too() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert values(executor=executor) == SQUARES


def test_one_job_is_done_in_this_process() -> None:
    with workers(jobs=1) as executor:
        assert executor is None


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Dask scheduler with two workers, each a process of its own, on the loopback."""
    folder = tmp_path_factory.mktemp("dask")
    where = folder / "scheduler.json"
    module = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    quiet = {"cwd": ROOT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    started = [
        subprocess.Popen([*module, *options, "--scheduler-file", str(where)], **quiet)  # type: ignore[call-overload]
    ]
    try:
        address = _address(where)
        module[-1] = "distributed.cli.dask_worker"
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        options += ["--local-directory", str(folder)]
        for _ in range(2):
            started.append(subprocess.Popen([*module, address, *options], **quiet))  # type: ignore[call-overload]
        yield address
    finally:
        for each in started:
            each.kill()
        for each in started:
            each.wait()


def _address(where: Path) -> str:
    for _ in range(600):
        if where.exists() and where.read_bytes().rstrip().endswith(b"}"):
            return str(msgspec.json.decode(where.read_bytes())["address"])
        time.sleep(0.1)
    raise AssertionError("no scheduler came up")


def test_a_dask_scheduler_with_two_workers_gives_the_same_answer(scheduler: str) -> None:
    from distributed import Client

    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    with workers(dask=scheduler) as executor:
        assert isinstance(executor, Executor)
        assert values(executor=executor) == SQUARES
        assert values(wait_for_end, executor=executor, budget=Budget.of(1.0))[:2] == [0, 1]


def test_an_address_without_a_scheduler_is_an_error() -> None:
    with (
        pytest.raises(SearchError, match="found no scheduler at 'nowhere'"),
        workers(dask="nowhere"),
    ):
        pass


def test_an_error_of_a_task_comes_through_from_everywhere() -> None:
    with pytest.raises(SearchError, match="two is too much"):
        values(refuse)
    with Processes(2) as executor, pytest.raises(SearchError, match="two is too much"):
        values(refuse, executor=executor)


def test_a_worker_that_dies_is_an_error_and_what_was_done_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    with Processes(1) as executor, pytest.raises(SearchError, match="ended before its time"):
        values(die, executor=executor, journal=file, about=ABOUT)
    assert values(journal=file, about=ABOUT) == SQUARES
    assert list(range(2, 12)) == SEEN


def test_a_spent_budget_ends_a_run_early_with_what_was_found() -> None:
    assert values(budget=Budget.of(0)) == []
    assert values(wait_for_end, budget=Budget.of(0.3)) == [0, 1, 2]
    with Processes(2) as executor:
        found = values(wait_for_end, executor=executor, budget=Budget.of(4))
    assert found[:2] == [0, 1]


def test_progress_tells_how_many_tasks_are_done(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    seen: list[Progress] = []
    for _ in zip(range(5), run(TASKS, square, result_type=Square, journal=file), strict=False):
        pass
    values(progress=seen.append, journal=file)
    assert [each.done for each in seen] == list(range(12))
    assert {(each.total, each.resumed) for each in seen} == {(12, 5)}


def test_a_search_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    for (_, result), wanted in zip(
        run(TASKS, square, result_type=Square, journal=file, about=ABOUT), range(4), strict=False
    ):
        assert result.value == wanted * wanted
    SEEN.clear()
    assert values(journal=file, about=ABOUT) == SQUARES
    assert SEEN[0] in (4, 5)
    SEEN.clear()
    assert values(journal=file, about=ABOUT) == SQUARES
    assert SEEN == []


@pytest.mark.parametrize("cut", [1, 7, 30])
def test_a_line_that_was_torn_off_is_done_again_and_nothing_counts_twice(
    cut: int, tmp_path: Path
) -> None:
    file = tmp_path / "journal"
    values(journal=file, about=ABOUT)
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    SEEN.clear()
    assert values(journal=file, about=ABOUT) == SQUARES
    assert SEEN == [11]
    assert file.read_bytes() == whole


def test_a_torn_header_and_an_empty_file_are_a_new_journal(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    values(journal=file, about=ABOUT)
    whole = file.read_bytes()
    for text in (b"", whole[:20]):
        file.write_bytes(text)
        assert values(journal=file, about=ABOUT) == SQUARES
        assert file.read_bytes() == whole


def test_a_journal_of_another_search_is_refused_with_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    values(journal=file, about=ABOUT)
    whole = file.read_bytes()
    wanted = "is of another search: scope: found numbers, expected letters"
    with pytest.raises(SearchError, match=wanted):
        values(journal=file, about={**ABOUT, "scope": "letters"})
    assert file.read_bytes() == whole


def test_a_journal_of_another_law_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal"
    values(journal=file, about=ABOUT)
    monkeypatch.setattr("pyadapter.journal.origin", lambda: "another")
    with pytest.raises(SearchError, match=r"law and program: found .*, expected another"):
        values(journal=file, about=ABOUT)


@pytest.mark.parametrize("text", ["my notes", "my notes\n", "[]\n", '{"a": 1}\n'])
def test_a_file_that_is_no_journal_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text(text)
    with pytest.raises(SearchError, match="journal"):
        values(journal=file, about=ABOUT)
    assert file.read_text() == text


def test_a_spoilt_line_in_the_middle_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    values(journal=file, about=ABOUT)
    lines = file.read_bytes().split(b"\n")
    lines[3] = lines[3][:-2]
    file.write_bytes(b"\n".join(lines))
    with pytest.raises(SearchError, match="line 4"):
        values(journal=file, about=ABOUT)


def test_an_incomplete_result_is_kept_and_its_task_done_again(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    assert values(wait_for_end, journal=file, budget=Budget.of(0.3)) == [0, 1, 2]
    assert values(journal=file, budget=Budget.of(0)) == [0, 1, 2]
    assert values(journal=file) == SQUARES


def test_a_person_stops_a_run_and_what_was_found_is_told_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    found: list[int] = []
    results = run(TASKS, stop_oneself, result_type=Square, journal=file)
    with pytest.raises(KeyboardInterrupt):
        found.extend(result.value for _, result in results)
    assert found == [0, 1, 2]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert values(journal=file) == SQUARES


def test_a_person_stops_workers_too(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    with Processes(2) as executor:
        options = {"executor": executor, "journal": file}
        results = run(TASKS, wait_for_end, result_type=Square, **options)  # type: ignore[arg-type]
        found = [next(results)[1].value, next(results)[1].value]
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            found.extend(result.value for _, result in results)
    assert found[:3] == [0, 1, 2]
    assert values(journal=file) == SQUARES
