"""Understanding an action that a person names: `play_land forest_2`, `suspend Rift Bolt`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pyadapter.canonical import UNKNOWN_CARD, ZONES
from pyadapter.errors import ActionError
from pyadapter.facts import EffectNames
from pyadapter.model import StateDocument
from pyadapter.terms import atom, slug, term

KINDS: Mapping[str, tuple[str, ...]] = {
    "play_land": ("play land", "play the land", "play"),
    "turn_face_up": ("turn face up", "turn up", "unmorph"),
    "end_effect": ("end effect", "end", "take action of", "act on"),
    "ignore_effect": ("ignore effect", "ignore"),
    "suspend": ("suspend",),
    "roll_planar_die": ("roll planar die", "roll the planar die", "roll"),
    "discard_any_time": ("discard any time", "discard"),
    "companion": ("companion",),
    "foretell": ("foretell",),
    "reveal_conspiracy": ("reveal conspiracy",),
    "plot": ("plot",),
    "unlock": ("unlock",),
}
_CALL = re.compile(r"\s*([a-z_]+)\s*\((.*)\)\s*\Z", re.DOTALL)


def action_term(document: StateDocument, text: str) -> str:
    """Return the term of the action that a text names in a canonical document.

    Accepted are terms such as `play_land(forest)`, and words: a kind and an id or a card's name.
    Raises ActionError if the kind is unknown, or the name unknown or not unique.
    """
    kind, name = _split(text)
    if kind == "roll_planar_die":
        return kind
    if not name:
        raise ActionError(f"action: found {text[:200]!r}, expected what to {kind} after it")
    if kind == "unlock":
        return atom(kind, term(_found(document, kind, name)), "unknown")
    found = _found(document, kind, name)
    if kind in ("end_effect", "ignore_effect"):
        return atom(kind, EffectNames(document).effect(found, ignorable=kind == "ignore_effect"))
    return atom(kind, term(found))


def _split(text: str) -> tuple[str, str]:
    call = _CALL.match(text)
    if call and call[1] in KINDS:
        inner = call[2].strip()
        of = re.fullmatch(r"of\((.*),\s*\d+\)", inner, re.DOTALL)
        inner = of[1] if of else inner
        if len(inner) > 1 and inner.startswith('"') and inner.endswith('"'):
            inner = inner[1:-1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
        return call[1], inner
    words = " ".join(text.replace("_", " ").split()).lower()
    spelled = sorted(
        ((alias, kind) for kind, aliases in KINDS.items() for alias in aliases),
        key=lambda pair: -len(pair[0]),
    )
    for alias, kind in spelled:
        if words == alias or words.startswith(f"{alias} "):
            return kind, _after(text, len(alias.split()))
    if match := re.fullmatch(r"turn (.+?) (?:face )?up", words):
        return "turn_face_up", text.split(maxsplit=1)[1][: len(match[1])]
    raise ActionError(
        f"action: found {text[:200]!r}, expected one of {', '.join(KINDS)} and what it is about"
    )


def _after(text: str, count: int) -> str:
    rest = text.strip()
    for _ in range(count):
        rest = re.sub(r"\A[^\s_]+[\s_]*", "", rest)
    return rest.strip()


def _found(document: StateDocument, kind: str, name: str) -> str:
    cards = dict(_objects(document))
    effects = {effect.id or "": "" for effect in document.effects}
    about_effects = kind in ("end_effect", "ignore_effect")
    if name in cards or (name in effects and about_effects):
        return name
    wanted = slug(name)
    alike = [key for key, card in cards.items() if card != UNKNOWN_CARD and slug(card) == wanted]
    if about_effects and not alike:
        alike = [effect.id or "" for effect in document.effects if effect.source == name]
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise ActionError(f"action: found {name[:200]!r}, which may be any of {', '.join(alike)}")
    if about_effects:
        return name
    there = ", ".join(list(cards)[:30]) or "no objects"
    raise ActionError(f"action: found {name[:200]!r}, expected an object of this state: {there}")


def _objects(document: StateDocument) -> Iterable[tuple[str, str]]:
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                yield item.id, item.card
    for stacked in document.stack:
        yield stacked.id or "", stacked.card or UNKNOWN_CARD
