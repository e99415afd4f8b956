"""Journals: files that keep the results of a long search, so that it can go on where it ended."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from pyadapter.errors import SearchError
from pyadapter.kept import origin


class Kept(msgspec.Struct, frozen=True):
    """The result of a task, by the digest of the task; not `done` if it may be incomplete."""

    task: str
    done: bool
    result: msgspec.Raw


def about_search(
    command: str, scope: msgspec.Struct, *, edition: str, kinds: Iterable[str], **more: str
) -> dict[str, str]:
    """Return what a journal tells of a search, so that it is taken for no other.

    >>> about_search("cover", Kept("", True, msgspec.Raw()), edition="2012-05-01", kinds=["plot"],
    ...              limit="1")["kinds"]
    'plot'
    """
    return {
        "command": command,
        "scope": msgspec.json.encode(scope).decode(),
        "edition": edition,
        "kinds": ", ".join(kinds),
        **more,
    }


class Journal:
    """A file of JSON lines: what search it is of, then the results of its tasks.

    `about` says what the search is; a journal of another search is refused. Each line is on disk
    before its result is used. A last line that was torn off is dropped, its task is done again.
    """

    def __init__(self, path: Path, about: Mapping[str, str]) -> None:
        self.path = path
        self._found: dict[str, Kept] = {}
        header = {"version": 1, "search": {**about, "law and program": origin()}}
        first = msgspec.json.encode(header) + b"\n"
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise SearchError(f"journal {path}: can't be used: {error.strerror}") from error
        try:
            self._read(Path(path).read_bytes(), header, first)
        except BaseException:
            self.close()
            raise

    def get(self, task: bytes) -> Kept | None:
        """Return what is kept of a task."""
        return self._found.get(digest(task))

    def put(self, task: bytes, result: bytes, *, done: bool) -> None:
        """Keep the result of a task; a complete one stays, and of two others the one with more."""
        earlier = self.get(task)
        if earlier is not None and not done and len(bytes(earlier.result)) >= len(result):
            return
        row = Kept(digest(task), done, msgspec.Raw(result))
        self._append(msgspec.json.encode(row) + b"\n")
        self._found[row.task] = row

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            os.close(self._file)

    def _append(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(self._file, rest) :]
        os.fsync(self._file)

    def _read(self, text: bytes, header: Mapping[str, object], first: bytes) -> None:
        whole, torn = text.rpartition(b"\n")[::2]
        if not whole:
            if not first.startswith(torn):
                raise SearchError(f"journal {self.path}: found something else, expected a journal")
            os.ftruncate(self._file, 0)
            self._append(first)
            return
        head, *lines = whole.split(b"\n")
        self._compare(head, header)
        size = len(head) + 1
        for number, line in enumerate(lines, start=2):
            try:
                row = msgspec.json.decode(line, type=Kept)
            except msgspec.DecodeError as error:
                if number <= len(lines):
                    message = f"journal {self.path}: line {number}: {error}"
                    raise SearchError(message) from error
                break
            self._found[row.task] = row
            size += len(line) + 1
        os.ftruncate(self._file, size)

    def _compare(self, head: bytes, header: Mapping[str, object]) -> None:
        try:
            found = msgspec.json.decode(head, type=dict[str, object])
        except msgspec.DecodeError as error:
            message = f"journal {self.path}: found something else, expected a journal"
            raise SearchError(message) from error
        theirs, ours = found.get("search"), header["search"]
        if found == header:
            return
        differing = "what it is of"
        if isinstance(theirs, dict) and isinstance(ours, dict):
            names = [name for name in {**ours, **theirs} if theirs.get(name) != ours.get(name)]
            differing = "; ".join(
                f"{name}: found {theirs.get(name)}, expected {ours.get(name)}" for name in names
            )
        raise SearchError(f"journal {self.path} is of another search: {differing}")


def digest(task: bytes) -> str:
    """Return the name of a task in journals.

    >>> len(digest(b"{}"))
    24
    """
    return blake2b(task, digest_size=12).hexdigest()
