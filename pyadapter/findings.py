"""What the linter minds, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import normpath
from pathlib import Path

from clingo import ast

from pyadapter.encodings import encoding_folder


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something that the linter minds: where, and what.

    >>> str(Finding("asp/x.lp", 3, "too wide"))
    'asp/x.lp:3: too wide'
    """

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def where(node: ast.AST) -> tuple[str, int]:
    """Return the file and the line of a part of an encoding; files of the law by short names."""
    begin = node.location.begin
    path = Path(normpath(begin.filename))
    folder = encoding_folder()
    inside = path.is_relative_to(folder)
    name = f"asp/{path.relative_to(folder)}" if inside else str(path)
    return name, begin.line


def finding(node: ast.AST, message: str) -> Finding:
    """Return a finding at a part of an encoding."""
    return Finding(*where(node), message)
