"""Where the ASP encodings are: beside this package in a checkout, inside it once installed."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path


@cache
def encoding_folder() -> Path:
    """Return the folder that holds `special_actions.lp`.

    >>> (encoding_folder() / "special_actions.lp").is_file()
    True
    """
    here = Path(__file__).resolve().parent
    installed = here / "asp"
    return installed if installed.is_dir() else here.parent / "asp"


@cache
def encoding_digest() -> str:
    """Return a digest of the law: of the names and contents of all encodings.

    >>> len(encoding_digest())
    32
    """
    return digest_of(encoding_folder(), "**/*.lp")


def digest_of(folder: Path, pattern: str, *, salt: str = "") -> str:
    """Return a digest of the names and contents of files in a folder, and of some text."""
    found = blake2b(salt.encode(), digest_size=16)
    for path in sorted(folder.glob(pattern)):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()} {len(content)} ".encode())
        found.update(content)
    return found.hexdigest()
