"""What searches have found before is replayed first; a person can always stop the tests."""

from __future__ import annotations

import signal

import pytest

# What is started in the background inherits deaf ears for Ctrl-C, which some tests press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name != "test_regressions.py")
