"""Understanding an action that a person names: `play_land forest_2`, `suspend Rift Bolt`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pyadapter.canonical import ZONES
from pyadapter.errors import ActionError
from pyadapter.model import StateDocument
from pyadapter.named import Offered, named_effect, objects_named, zoned_objects
from pyadapter.phrases import untermed
from pyadapter.terms import atom, quoted, slug, term

_Halves = tuple[tuple[str, ...], tuple[str, ...]]

KINDS: Mapping[str, tuple[str, ...]] = {
    "play_land": ("play land", "play the land", "play"),
    "turn_face_up": ("turn face up", "turn up", "unmorph"),
    "end_effect": ("end effect", "end", "take action of", "act on"),
    "ignore_effect": ("ignore effect", "ignore"),
    "suspend": ("suspend",),
    "roll_planar_die": ("roll planar die", "roll the planar die", "roll"),
    "discard_any_time": ("discard any time", "discard"),
    "companion": ("companion", "put companion"),
    "foretell": ("foretell",),
    "reveal_conspiracy": ("reveal conspiracy", "reveal"),
    "plot": ("plot",),
    "unlock": ("unlock", "open"),
}
ABOUT_EFFECTS = ("end_effect", "ignore_effect")
ACTS_FROM: Mapping[str, str] = {
    "play_land": "hand",
    "turn_face_up": "battlefield",
    "suspend": "hand",
    "discard_any_time": "hand",
    "companion": "outside",
    "foretell": "hand",
    "reveal_conspiracy": "command",
    "plot": "hand",
    "unlock": "battlefield",
}
_OF = re.compile(r"of\((.*),\s*([0-9]{1,6})\)\Z", re.DOTALL)
_CALL = re.compile(r"\s*([a-z_]+)\s*\((.*)\)\s*\Z", re.DOTALL)


def action_term(document: StateDocument, text: str, *, offered: Offered | None = None) -> str:
    """Return the term of the action that a text names in a canonical document.

    Accepted are terms such as `play_land(forest)`, and words: a kind and an id or a card's name,
    or that of one of its faces. Of several objects of a name, one that is on offer is meant, told
    by `offered` when it comes to that, or else one in the zone that the kind acts from.
    Raises ActionError if the kind is unknown, or the name unknown or not unique.
    """
    kind, name = _split(text)
    if kind == "roll_planar_die":
        if name not in ("", "()"):
            raise ActionError(f"action: found {name[:200]!r} after {kind}, expected nothing more")
        return kind
    if not name:
        raise ActionError(f"action: found {text[:200]!r}, expected what to {kind} after it")
    if kind == "unlock":
        return _unlock(document, name, offered)
    if kind in ABOUT_EFFECTS:
        ignorable = kind == "ignore_effect"
        return atom(kind, named_effect(document, name, ignorable=ignorable, offered=offered))
    if direct := _OF.match(name):
        return atom(kind, atom("of", term(untermed(direct[1])), direct[2]))
    return atom(kind, term(_found(document, kind, untermed(name), offered)))


def _unlock(document: StateDocument, text: str, offered: Offered | None) -> str:
    """Return the term of unlocking a half: the object and the half, or one that tells the other."""
    there = dict(zoned_objects(document))
    for comma in (place for place, letter in enumerate(text) if letter == ","):
        room, half = untermed(text[:comma].strip()), untermed(text[comma + 1 :].strip())
        if half and room in there:
            return _unlocking(room, half)
    wanted = untermed(text)
    permanents = dict(_halves(document, ("battlefield",)))
    halves = {**dict(_halves(document, ZONES)), **permanents}
    named, _, rest = text.partition(" ")
    for half in (name for names in halves.get(named, ()) for name in names):
        if slug(half) == slug(rest):
            return _unlocking(named, half)
    fitting = (
        _with_half(permanents, wanted)
        or _with_half(halves, wanted)
        or _with_half(dict(_halves(document, ("battlefield",), copied=False)), wanted)
    )
    if len(fitting) > 1 and offered is not None:
        listed = offered()
        named_here = [pair for pair in fitting if _unlocking(*pair) in listed]
        fitting = named_here or fitting
    if len(fitting) == 1 and wanted not in there:
        return _unlocking(*fitting[0])
    if fitting and wanted not in there:
        several = " or ".join(_unlocking(*pair) for pair in fitting)
        raise ActionError(f"action: found {text[:200]!r}, which may be {several}")
    room = _found(document, "unlock", wanted, offered)
    locked, unlocked = halves.get(room, ((), ()))
    if len(locked) != 1:
        names = " and ".join(locked or unlocked)
        has = f"{room} has the halves {names}" if names else f"{room} has no halves that are known"
        raise ActionError(f"action: found {text[:200]!r}, expected a half as well: {has}")
    return _unlocking(room, locked[0])


def _unlocking(room: str, half: str) -> str:
    return atom("unlock", term(room), quoted(half))


def _with_half(halves: Mapping[str, _Halves], wanted: str) -> list[tuple[str, str]]:
    """Return the objects that have a half of that name, each with the half."""
    return [
        (room, half)
        for room, (locked, unlocked) in halves.items()
        for half in (*locked, *unlocked)
        if slug(half) == slug(wanted)
    ]


def _halves(
    document: StateDocument, zones: Iterable[str], *, copied: bool = True
) -> Iterable[tuple[str, _Halves]]:
    """Yield each object there with the names of its locked halves and of its unlocked ones.

    They are those of what it is a copy of, unless `copied` is false.
    """
    cards = {card.name: card for card in document.cards}
    for player in document.players:
        for item in (item for zone in zones for item in getattr(player, zone)):
            assert not isinstance(item, str)
            card = cards.get(item.copy_of[-1] if item.copy_of and copied else item.card)
            names = tuple(half.name for half in card.halves) if card else ()
            locked = tuple(name for name in names if name not in item.unlocked)
            if names:
                yield item.id or "", (locked, tuple(name for name in names if name not in locked))


def kind_of(text: str) -> str:
    """Return the kind of the action that a text names. Raises ActionError if it is unknown.

    >>> kind_of("suspend Rift Bolt"), kind_of("roll")
    ('suspend', 'roll_planar_die')
    """
    return _split(text)[0]


def _split(text: str) -> tuple[str, str]:
    call = _CALL.match(text)
    if call and call[1] in KINDS:
        return call[1], call[2].strip()
    first, *rest = text.split() or [""]
    if first in KINDS:
        return first, text.strip()[len(first) :].strip()
    words = [word.lower() for word in (first, *rest)]
    spelled = sorted(
        ((alias.split(), kind) for kind, aliases in KINDS.items() for alias in aliases),
        key=lambda pair: -len(pair[0]),
    )
    for alias, kind in spelled:
        if words[: len(alias)] == alias:
            return kind, text.split(maxsplit=len(alias))[-1] if len(words) > len(alias) else ""
    if first.lower() == "turn" and words[-1] == "up":
        named = rest[:-2] if words[-2:] == ["face", "up"] else rest[:-1]
        return "turn_face_up", " ".join(named)
    raise ActionError(
        f"action: found {text[:200]!r}, expected one of {', '.join(KINDS)} and what it is about"
    )


def _found(document: StateDocument, kind: str, name: str, offered: Offered | None = None) -> str:
    objects = dict(zoned_objects(document))
    if name in objects:
        return name
    alike = objects_named(document, name)
    choices = alike
    if len(choices) > 1 and offered is not None:
        there = offered()
        own = {key: atom(kind, term(key)).removesuffix(")") for key in alike}
        choices = [
            key
            for key, start in own.items()
            if any(each.startswith((f"{start})", f"{start},")) for each in there)
        ] or alike
    if len(choices) > 1:
        zone = ACTS_FROM.get(kind)
        choices = [key for key in choices if objects[key] == zone] or choices
    if len(choices) == 1:
        return choices[0]
    if choices:
        raise ActionError(f"action: found {name[:200]!r}, which may be any of {', '.join(choices)}")
    known = ", ".join(list(objects)[:30]) or "no objects"
    raise ActionError(f"action: found {name[:200]!r}, expected an object of this state: {known}")
