"""Long runs: tasks that are plain data, done here or by workers, kept in a journal, stoppable.

A search is a list of tasks and a function `work` that turns a task into a result, both msgspec
Structs. Between processes and machines only JSON goes back and forth, never clingo's symbols. The
results come in the order of the tasks whoever did them, so the answer doesn't hang on that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pyadapter.budget import UNLIMITED, Budget, allowing, stoppable, stopped
from pyadapter.errors import SearchError, SpecialActionsError
from pyadapter.journal import Journal

T = TypeVar("T", bound=msgspec.Struct)
R = TypeVar("R", bound=msgspec.Struct)
_LOOK_AFTER = 0.2
_GRACE = 20.0
_AHEAD = 32


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; `resumed` tasks came from the journal."""

    done: int
    total: int
    resumed: int
    seconds: float


class Reply(msgspec.Struct, frozen=True):
    """What comes back from a worker: a result as JSON, what is wrong, or neither: no time left."""

    result: bytes | None = None
    error: str | None = None


def run(
    tasks: Sequence[T],
    work: Callable[[T], R],
    *,
    result_type: type[R],
    executor: Executor | None = None,
    journal: Path | None = None,
    about: Mapping[str, str] | None = None,
    budget: Budget = UNLIMITED,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[tuple[T, R]]:
    """Yield each task with its result, in the order of the tasks, until the budget is spent.

    `work` is a function of a module; it asks `budget.allowed()` how long it may take, and returns a
    result with a field `done` that is false if it had to leave off. Tasks that were not reached are
    left out. With a `journal`, `about` says which search it is of; what is complete there isn't
    done again. Ctrl-C spends the budget: KeyboardInterrupt is raised after what was found has been
    yielded and kept. Closing the iterator gives up what is still being done.
    """
    kept = None if journal is None else Journal(journal, about or {})
    running = _Run(tasks, work, executor, kept, budget)
    began, resumed = time.monotonic(), running.resumed
    try:
        with stoppable():
            for place, task in enumerate(tasks):
                if progress is not None:
                    seconds = time.monotonic() - began
                    progress(Progress(place, len(tasks), resumed, seconds))
                raw = running.result(place)
                if raw is not None:
                    yield task, msgspec.json.decode(raw, type=result_type)
            if stopped():
                raise KeyboardInterrupt
    finally:
        running.close()


class _Run:
    def __init__(
        self,
        tasks: Sequence[Any],
        work: Callable[[Any], Any],
        executor: Executor | None,
        journal: Journal | None,
        budget: Budget,
    ) -> None:
        self.tasks = [msgspec.json.encode(task, order="deterministic") for task in tasks]
        self.types = [type(task) for task in tasks]
        self.work, self.executor, self.journal, self.budget = work, executor, journal, budget
        self.futures: dict[int, Future[Reply]] = {}
        self.results: dict[int, bytes] = {}
        self.next = 0
        self.patience: float | None = None
        for place, task in enumerate(self.tasks):
            earlier = None if journal is None else journal.get(task)
            if earlier is not None and earlier.done:
                self.results[place] = bytes(earlier.result)
        self.resumed = len(self.results)

    def result(self, place: int) -> bytes | None:
        """Return the result of a task as JSON; None if there was no time for any."""
        if place not in self.results:
            if self.executor is None:
                self._take(place, perform(self.work, *self._sent(place)))
            else:
                self._await(place, self.executor)
        if place not in self.results and self.journal is not None:
            earlier = self.journal.get(self.tasks[place])
            return None if earlier is None else bytes(earlier.result)
        return self.results.pop(place, None)

    def close(self) -> None:
        for future in self.futures.values():
            future.cancel()
        if self.journal is not None:
            self.journal.close()

    def _sent(self, place: int) -> tuple[type[Any], bytes, float | None]:
        left = self.budget.left
        return self.types[place], self.tasks[place], None if left is None else time.time() + left

    def _await(self, place: int, executor: Executor) -> None:
        last = min(place + _AHEAD, len(self.tasks))
        while self.next < last and not self.budget.spent:
            if self.next not in self.results:
                sent = self._sent(self.next)
                self.futures[self.next] = executor.submit(perform, self.work, *sent)
            self.next += 1
        while place in self.futures and self._patient(executor):
            ready, _ = wait(self.futures.values(), _LOOK_AFTER, return_when=FIRST_COMPLETED)
            for each, future in tuple(self.futures.items()):
                if future in ready:
                    del self.futures[each]
                    self._take(each, _reply(future))

    def _patient(self, executor: Executor) -> bool:
        """Return whether it is worth while to wait: workers have a while to leave off."""
        if not self.budget.spent:
            return True
        if self.patience is None:
            self.patience = time.monotonic() + _GRACE
            interrupt = getattr(executor, "interrupt", None)
            if stopped() and interrupt is not None:
                interrupt()
        return time.monotonic() < self.patience

    def _take(self, place: int, reply: Reply) -> None:
        if reply.error is not None:
            raise SearchError(reply.error)
        if reply.result is None:
            return
        if self.journal is not None:
            done = msgspec.json.decode(reply.result, type=_Completeness).done
            self.journal.put(self.tasks[place], reply.result, done=done)
            if not done:
                return
        self.results[place] = reply.result


class _Completeness(msgspec.Struct):
    done: bool = True


def _reply(future: Future[Reply]) -> Reply:
    if future.cancelled():
        return Reply()
    try:
        return future.result()
    except Exception as error:
        theirs = type(error).__module__.partition(".")[0] == "distributed"
        if not theirs and not isinstance(error, BrokenExecutor):
            raise
        raise SearchError(
            "a worker ended before its time (perhaps for want of memory); "
            "with a journal the search goes on where it was"
        ) from error


def perform(work: Callable[[Any], Any], kind: type[Any], task: bytes, until: float | None) -> Reply:
    """Do one task, here or in a worker, until a time of the clock that all machines share."""
    budget = UNLIMITED if until is None else Budget.of(until - time.time())
    if budget.spent:
        return Reply()
    try:
        with allowing(budget):
            result = work(msgspec.json.decode(task, type=kind))
    except SpecialActionsError as error:  # not all errors can be sent, their texts can
        return Reply(error=str(error))
    return Reply(result=msgspec.json.encode(result))
