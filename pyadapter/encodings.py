"""Where the ASP encodings are: beside this package in a checkout, inside it once installed."""

from __future__ import annotations

from functools import cache
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
