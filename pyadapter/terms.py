"""Names as ASP terms: nothing from outside reaches clingo unquoted."""

from __future__ import annotations

import re
import unicodedata

CONSTANT = re.compile(r"[a-z][a-z0-9_]*\Z")


def term(value: str | int) -> str:
    """Return the text of an ASP term for a name or a number.

    A name that is a plain lower-case constant stays bare; everything else becomes a quoted string,
    so that no text can break out of its argument.

    >>> term("forest_2"), term(3), term('a"). legal(x')
    ('forest_2', '3', '"a\\\\"). legal(x"')
    """
    if isinstance(value, int):
        return str(value)
    if CONSTANT.match(value) and value != "not":
        return value
    return quoted(value)


def quoted(value: str) -> str:
    """Return a name as the text of an ASP string, whatever it holds.

    >>> quoted("Forest"), quoted("opt")
    ('"Forest"', '"opt"')
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def atom(predicate: str, *arguments: str) -> str:
    """Return the text of an atom from argument texts.

    >>> atom("priority", term("alice"))
    'priority(alice)'
    """
    return f"{predicate}({','.join(arguments)})" if arguments else predicate


def slug(name: str) -> str:
    """Return the lower-case id that an object gets from its card's name.

    >>> slug("Circling Vultures"), slug("Æther Vial"), slug("?"), slug("+2 Mace")
    ('circling_vultures', 'aether_vial', 'unknown', 'n2_mace')
    """
    if name == "?":
        return "unknown"
    spelled = name.replace("Æ", "Ae").replace("æ", "ae").replace("'", "").replace("\u2019", "")
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60]
    if not words:
        return "object"
    return words if words[0].isalpha() else f"n{words}"


def face_key(card: str, face: str) -> str:
    """Return the key of a face or half of a card, of whatever name.

    >>> face_key("Unholy Annex // Ritual Chamber", "Ritual Chamber")
    'Unholy Annex // Ritual Chamber // Ritual Chamber'
    """
    return f"{card} // {face}"
