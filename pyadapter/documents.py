"""Decoding state documents: strict, and with errors that name path, found and expected."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from pyadapter.errors import DocumentError
from pyadapter.model import StateDocument

_AT = re.compile(r"(.*?)(?: - at `(.*)`)?\Z", re.DOTALL)
_EXPECTED = re.compile(r"Expected (.*), got (.*)\Z", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`\Z", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`\Z", re.DOTALL)
_RANGE = re.compile(r"Expected ([^,]*)\Z", re.DOTALL)
_INVALID = re.compile(r"Invalid (?:enum )?value (.*)\Z", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def read_document(text: str | bytes) -> StateDocument:
    """Return the document in a JSON text.

    Raises DocumentError for anything that isn't one.

    >>> read_document('{"players": 3, "turn": null, "priority": null}')
    Traceback (most recent call last):
    pyadapter.errors.DocumentError: $.players: found int, expected array
    """
    try:
        raw = text.encode() if isinstance(text, str) else text
        return msgspec.json.decode(raw, type=StateDocument)
    except msgspec.ValidationError as error:
        raise _explained(str(error)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        found = str(error)[:200] or "text that nests too deeply"
        raise DocumentError("$", found=found, expected="a state document in JSON") from error


def converted(data: object) -> StateDocument:
    """Return the document in plain data. Raises DocumentError as `read_document` does."""
    try:
        return msgspec.convert(data, StateDocument)
    except msgspec.ValidationError as error:
        raise _explained(str(error)) from error


def write_document(document: StateDocument) -> str:
    """Return a document as JSON text, indented, with defaults left unwritten."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of state documents.

    >>> schema()["$ref"]
    '#/$defs/StateDocument'
    """
    return msgspec.json.schema(StateDocument)


def _explained(message: str) -> DocumentError:
    match = _AT.match(message)
    what, path = (match[1], match[2] or "$") if match else (message, "$")
    path = path.replace("[...]", "[*]")
    if found := _MISSING.match(what):
        return DocumentError(path, found="no such field", expected=f"the field {found[1]!r}")
    if found := _UNKNOWN.match(what):
        names = ", ".join(_names_at(path)) or "no fields"
        return DocumentError(
            f"{path}.{found[1]}", found="an unknown field", expected=f"one of {names}"
        )
    if found := _EXPECTED.match(what):
        return DocumentError(path, found=found[2].strip("`"), expected=found[1].replace("`", ""))
    if found := _RANGE.match(what):
        return DocumentError(path, found="a value out of range", expected=found[1].replace("`", ""))
    if found := _INVALID.match(what):
        options = _options_at(path)
        expected = f"one of {', '.join(options)}" if options else "another value"
        return DocumentError(path, found=found[1], expected=expected)
    return DocumentError(path, found=what, expected="what the schema says")


def _nodes_at(path: str) -> list[dict[str, Any]]:
    nodes = _opened([schema()])
    for name, _ in _STEP.findall(path):
        below: list[dict[str, Any]] = []
        for node in nodes:
            if name:
                below += [node["properties"][name]] if name in node.get("properties", {}) else []
                extra = node.get("additionalProperties")
                below += [extra] if isinstance(extra, dict) else []
            else:
                inside = (node.get("items"), node.get("additionalProperties"))
                below += [each for each in inside if isinstance(each, dict)]
        nodes = _opened(below)
    return nodes


def _opened(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    definitions = schema()["$defs"]
    opened: list[dict[str, Any]] = []
    for node in nodes:
        if "$ref" in node:
            opened += _opened([definitions[node["$ref"].rpartition("/")[2]]])
        elif "anyOf" in node:
            opened += _opened(node["anyOf"])
        else:
            opened.append(node)
    return opened


def _names_at(path: str) -> list[str]:
    return sorted({name for node in _nodes_at(path) for name in node.get("properties", {})})


def _options_at(path: str) -> list[str]:
    options: dict[str, None] = {}
    for node in _nodes_at(path):
        options.update(dict.fromkeys(str(value) for value in node.get("enum", ())))
        kind = node.get("properties", {}).get("kind", {}) if path.endswith(".kind") else {}
        options.update(dict.fromkeys(kind.get("enum", ())))
    return list(options)
