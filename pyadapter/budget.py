"""How long a search may take, and that a person may stop it at any time."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

_stopped = threading.Event()


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may take: until `deadline`, by the clock of `time.monotonic`.

    A search that a person stops has spent its budget, whatever the clock says.
    """

    deadline: float | None = None

    @classmethod
    def of(cls, seconds: float | None) -> Budget:
        """Return a budget of so many seconds from now.

        >>> Budget.of(None).spent
        False
        """
        return cls(None if seconds is None else time.monotonic() + seconds)

    @property
    def spent(self) -> bool:
        """Whether the time is over, or a person has stopped the search."""
        return _stopped.is_set() or (
            self.deadline is not None and time.monotonic() >= self.deadline
        )

    @property
    def left(self) -> float | None:
        """The seconds that are left, never below 0; None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def within(self, seconds: float) -> Budget:
        """Return this budget, or one of so many seconds from now if that is less.

        >>> Budget().within(0).spent
        True
        """
        until = time.monotonic() + seconds
        return Budget(until if self.deadline is None else min(until, self.deadline))


UNLIMITED = Budget()
_allowed: ContextVar[Budget] = ContextVar("budget of the task being done", default=UNLIMITED)


def allowed() -> Budget:
    """Return the budget of the task that is being done, for `work` functions of `runs.run`.

    >>> allowed().spent
    False
    """
    return _allowed.get()


@contextmanager
def allowing(budget: Budget) -> Iterator[Budget]:
    """Let `allowed` return this budget for a while.

    >>> with allowing(Budget.of(0)):
    ...     allowed().spent
    True
    """
    token = _allowed.set(budget)
    try:
        yield budget
    finally:
        _allowed.reset(token)


def stopped() -> bool:
    """Return whether a person has stopped the search that is going on."""
    return _stopped.is_set()


def stop() -> None:
    """Stop the search that is going on: all budgets are spent."""
    _stopped.set()


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl-C stop a search politely, so that it can tell what it has found; twice, at once.

    Only the main thread gets signals; in another nothing changes. The outermost one counts.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    _stopped.clear()
    signal.signal(signal.SIGINT, _asked_to_stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _stopped.clear()


def _asked_to_stop(number: int, frame: object) -> None:
    if _stopped.is_set():
        raise KeyboardInterrupt
    _stopped.set()
