"""Who does the tasks of a long run: processes of this machine, or those of a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from pyadapter.budget import stop
from pyadapter.errors import SearchError

R = TypeVar("R")
_TASKS_OF_A_POOL = 64


class Processes(Executor):
    """Processes of this machine, started anew and not forked.

    They are exchanged after some tasks: what clingo once named stays in memory until the process
    ends. (The pool's own `max_tasks_per_child` can hang, python/cpython#115634.)
    """

    def __init__(self, jobs: int, *, tasks_of_a_pool: int = _TASKS_OF_A_POOL) -> None:
        self._jobs, self._limit = jobs, tasks_of_a_pool
        self._pool: ProcessPoolExecutor | None = None
        self._old: list[ProcessPoolExecutor] = []
        self._given = 0
        self._started: list[BaseProcess] = []
        self._waiting: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        if self._pool is None or self._given >= self._limit:
            self._renew()
        assert self._pool is not None
        before = set(multiprocessing.active_children())
        future = self._pool.submit(fn, *args, **kwargs)
        fresh = set(multiprocessing.active_children()) - before
        self._started = [each for each in self._started if each.is_alive()] + list(fresh)
        self._given += 1
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        return future

    def interrupt(self) -> None:
        """Let all processes leave off what they do, and tell what they have found."""
        for each in self._started:
            if each.pid is not None and each.is_alive():
                with suppress(OSError):
                    os.kill(each.pid, signal.SIGINT)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for pool in (*self._old, self._pool):
            if pool is not None:
                pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def __exit__(self, *error: object) -> None:
        """End the processes; what nobody waits for any more is given up."""
        for future in tuple(self._waiting):
            future.cancel()
        if self._waiting:
            for each in self._started:
                each.terminate()
        self.shutdown(wait=True, cancel_futures=True)

    def _renew(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._old.append(self._pool)
        known = multiprocessing.get_all_start_methods()
        method = "forkserver" if "forkserver" in known else "spawn"
        context = multiprocessing.get_context(method)
        self._pool = ProcessPoolExecutor(self._jobs, mp_context=context, initializer=_in_worker)
        self._given = 0


def _in_worker() -> None:
    signal.signal(signal.SIGINT, lambda number, frame: stop())


@contextmanager
def workers(*, jobs: int = 1, dask: str | None = None) -> Iterator[Executor | None]:
    """Yield who does the tasks: None for this process, `jobs` processes, or a Dask scheduler.

    Raises SearchError if there is no scheduler at the address, or the extra isn't installed.

    >>> with workers() as executor:
    ...     executor is None
    True
    """
    if dask is not None:
        with _dask_executor(dask) as executor:
            yield executor
    elif jobs > 1:
        with Processes(jobs) as executor:
            yield executor
    else:
        yield None


@contextmanager
def _dask_executor(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise SearchError(
            "--dask: needs the extra `distributed`: pip install 'special-actions[distributed]'"
        ) from error
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise SearchError(
            f"--dask: found no scheduler at {address!r}, expected an address such as "
            "tcp://127.0.0.1:8786"
        ) from error
    with client:
        executor = client.get_executor(pure=False)
        yield executor
        executor.shutdown(wait=False)
