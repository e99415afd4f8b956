"""What follows from the encodings alone, kept on disk from one process to the next.

Nothing but time hangs on it: a file is known by a digest of the encodings, of this package and of
clingo's version, it is believed only if its own digest fits, and where none can be read or written
the answer is worked out anew. The folder is `special-actions` among the user's caches.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import clingo
import msgspec

from pyadapter.encodings import digest_of, encoding_digest

T = TypeVar("T")
_LAST = 8


def kept(name: str, kind: type[T], make: Callable[[], T]) -> T:
    """Return what `make` returns, from disk if it was made before from the same encodings.

    `kind` is a type that msgspec can write and read; `make` must depend on nothing else.

    >>> kept("doctest", int, lambda: 6 * 7)
    42
    """
    folder = cache_folder()
    path = folder / f"{name}-{origin()}.kept"
    with suppress(OSError, ValueError, RuntimeError):
        seal, _, body = path.read_bytes().partition(b"\n")
        if seal == _seal(body):
            return msgspec.msgpack.decode(body, type=kind)
    made = make()
    with suppress(OSError, ValueError, RuntimeError):
        _write(path, msgspec.msgpack.encode(made))
    return made


def cache_folder() -> Path:
    """Return the folder for what is kept, whether it is there or not.

    >>> cache_folder().name
    'special-actions'
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
    place = Path(base) if os.path.isabs(base) else Path(os.path.expanduser("~")) / ".cache"
    return place / "special-actions"


def _write(path: Path, body: bytes) -> None:
    """Write a file at one stroke, and forget the oldest ones of its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_bytes(_seal(body) + b"\n" + body)
    draft.replace(path)
    name = path.name.rpartition("-")[0]
    files = sorted(path.parent.glob(f"{name}-*"), key=lambda each: each.stat().st_mtime)
    for old in files[:-_LAST]:
        old.unlink(missing_ok=True)


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=16).hexdigest().encode()


@cache
def origin() -> str:
    """Return a digest of the encodings, of this package, and of the versions of what it rests on.

    >>> len(origin())
    32
    """
    salt = f"{clingo.__version__} {msgspec.__version__} {encoding_digest()}"
    return digest_of(Path(__file__).parent, "*.py", salt=salt)
