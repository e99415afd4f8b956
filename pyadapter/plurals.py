"""Numbers of things in words: one class, two classes."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which is in the plural unless there is one.

    >>> counted(1, "class"), counted(2, "class"), counted(0, "state")
    ('1 class', '2 classes', '0 states')
    """
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of a noun, or of a phrase that ends with one.

    >>> plural("class"), plural("mana ability"), plural("play")
    ('classes', 'mana abilities', 'plays')
    """
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and not noun.endswith(("ay", "ey", "oy", "uy")):
        return f"{noun[:-1]}ies"
    return f"{noun}s"
