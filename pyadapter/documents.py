"""Decoding state documents: strict, and with errors that name path, found and expected."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pyadapter.errors import DocumentError
from pyadapter.model import StateDocument

_AT = r"(?s)(.*?)(?: - at `(?:key` in `)?(.*)`)?\Z"
_EXPECTED = r"(?s)Expected (.*), got (.*)\Z"
_MISSING = r"(?s)Object missing required field `(.*)`\Z"
_UNKNOWN = r"(?s)Object contains unknown field `(.*)`\Z"
_RANGE = r"(?s)Expected ([^,]*)\Z"
_INVALID = r"(?s)Invalid (?:enum )?value (.*)\Z"
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\*)\]")
_OTHER_VALUES = {"integer": "a number", "object": "an object"}
_NOT_KNOWN = object()


def read_document(text: str | bytes) -> StateDocument:
    """Return the document in a JSON text.

    Raises DocumentError for anything that isn't one.

    >>> read_document('{"players": 3, "turn": null, "priority": null}')
    Traceback (most recent call last):
    pyadapter.errors.DocumentError: $.players: found int, expected array
    """
    try:
        raw = text.encode() if isinstance(text, str) else text
        if not raw.strip():
            raise DocumentError("$", found="nothing at all", expected="a state document in JSON")
        document = msgspec.json.decode(raw, type=StateDocument)
        json.loads(raw, object_pairs_hook=_without_repetition)
        return document
    except msgspec.ValidationError as error:
        raise _explained(str(error), _plain(raw)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        found = str(error)[:200] or "text that nests too deeply"
        raise DocumentError("$", found=found, expected="a state document in JSON") from error


def read_bytes(path: str | Path) -> bytes:
    """Return what a file holds. Raises DocumentError if it can't be read."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or str(error)
        raise DocumentError(str(path), found=found, expected="a readable file") from error


def document_of(data: object) -> StateDocument:
    """Return a document, or what plain data says: a dict such as `json.load` gives.

    >>> document_of("state.json")
    Traceback (most recent call last):
    pyadapter.errors.DocumentError: $: found str, expected a StateDocument, or a dict as JSON has it
    """
    if isinstance(data, StateDocument):
        return data
    if not isinstance(data, Mapping):
        expected = "a StateDocument, or a dict as JSON has it"
        raise DocumentError("$", found=type(data).__name__, expected=expected)
    return converted(data)


def converted(data: object) -> StateDocument:
    """Return the document in plain data. Raises DocumentError as `read_document` does."""
    try:
        return msgspec.convert(data, StateDocument)
    except RecursionError as error:
        found = "data that nest too deeply"
        raise DocumentError("$", found=found, expected="a state document") from error
    except msgspec.ValidationError as error:
        raise _explained(str(error), data) from error


def _without_repetition(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise DocumentError(f"$..{name}", found="the field twice", expected="it once")


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


def _plain(raw: bytes) -> object:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _NOT_KNOWN


def _explained(message: str, data: object) -> DocumentError:
    match = re.match(_AT, message)
    what, path = (match[1], match[2] or "$") if match else (message, "$")
    path = path.replace("[...]", "[*]")
    if found := re.match(_MISSING, what):
        return DocumentError(path, found="no such field", expected=f"the field {found[1]!r}")
    if found := re.match(_UNKNOWN, what):
        names = ", ".join(_names_at(path, data)) or "no fields"
        return DocumentError(
            f"{path}.{found[1]}", found="an unknown field", expected=f"one of {names}"
        )
    if found := re.match(_EXPECTED, what):
        return DocumentError(path, found=found[2].strip("`"), expected=found[1].replace("`", ""))
    if found := re.match(_RANGE, what):
        expected = found[1].replace("`", "")
        out_of_range = any(character in "<>" for character in expected)
        kind = "a value out of range" if out_of_range else "a value of another type"
        return DocumentError(path, found=kind, expected=expected)
    if found := re.match(_INVALID, what):
        return DocumentError(path, found=found[1], expected=_options_at(path, data))
    return DocumentError(path, found=what, expected="what the schema says")


def _nodes_at(path: str, data: object) -> list[dict[str, Any]]:
    """Return the nodes of the schema for the value at a path, as far as `data` tells which."""
    nodes = _fitting([schema()], data)
    for name, index in _STEP.findall(path):
        below: list[dict[str, Any]] = []
        for node in nodes:
            if name:
                below += [node["properties"][name]] if name in node.get("properties", {}) else []
            else:
                inside = (node.get("items"), node.get("additionalProperties"))
                below += [each for each in inside if isinstance(each, dict)]
        data = _below(data, name or index)
        nodes = _fitting(below, data)
    return nodes


def _below(data: object, step: str) -> object:
    if isinstance(data, dict):
        return data.get(step, _NOT_KNOWN)
    if isinstance(data, list | tuple) and step.isdecimal() and int(step) < len(data):
        return data[int(step)]
    return _NOT_KNOWN


def _fitting(nodes: list[dict[str, Any]], data: object) -> list[dict[str, Any]]:
    """Return nodes without references; of several kinds of record only the one that `data` is."""
    opened = _opened(nodes)
    if not isinstance(data, dict):
        return opened
    kind = data.get("kind")
    return [node for node in opened if kind in _tags(node)] or opened


def _tags(node: dict[str, Any]) -> list[object]:
    return list(node.get("properties", {}).get("kind", {}).get("enum", ()))


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


def _names_at(path: str, data: object) -> list[str]:
    return sorted({name for node in _nodes_at(path, data) for name in node.get("properties", {})})


def _options_at(path: str, data: object) -> str:
    nodes = _nodes_at(path, data)
    options = dict.fromkeys(str(value) for node in nodes for value in node.get("enum", ()))
    if not options:
        return "another value"
    types = {node.get("type") for node in nodes}
    others = [f"or {words}" for name, words in _OTHER_VALUES.items() if name in types]
    return ", ".join([f"one of {', '.join(options)}", *others])
