"""Which object or effect of a state a person means by a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from pyadapter import abilities as ab
from pyadapter.canonical import UNKNOWN_CARD, ZONES
from pyadapter.errors import ActionError
from pyadapter.facts import EffectNames
from pyadapter.model import StateDocument
from pyadapter.phrases import untermed
from pyadapter.terms import atom, slug, term

Offered = Callable[[], Collection[str]]
_OF = re.compile(r'of\((.*),\s*([0-9]{1,6}|of\("(?:[^"\\]|\\.)*",[0-9]{1,6}\))\)\Z', re.DOTALL)


def zoned_objects(document: StateDocument) -> Iterator[tuple[str, str]]:
    """Yield the id of each object of a canonical document, with its zone."""
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                yield item.id, zone
    for stacked in document.stack:
        yield stacked.id or "", "stack"


def objects_named(document: StateDocument, name: str) -> list[str]:
    """Return the ids of the objects whose card has that name, or else a face or half of it."""
    wanted = slug(name)
    cards = [(key, card) for key, card in _carded(document) if card != UNKNOWN_CARD]
    alike = [key for key, card in cards if slug(card) == wanted]
    if alike:
        return alike
    faces = {
        card.name: {
            slug(face.name) for face in (*card.halves, *((card.back,) if card.back else ()))
        }
        for card in document.cards
    }
    return [key for key, card in cards if wanted in faces.get(card, ())]


def named_effect(
    document: StateDocument, text: str, *, ignorable: bool, offered: Offered | None = None
) -> str:
    """Return the term of the effect that a text names: by its id, its source or its card.

    Of several, the one is meant that is on offer, told by `offered` when it comes to that.

    A permanent's own ability goes before other effects of which it is the source. Of those count
    the ones that offer what is asked, to ignore them or to act on them, and are still there. An
    object without any effect may be named as well. Raises ActionError if the name is unknown or
    not unique.
    """
    objects = dict(zoned_objects(document))
    if (direct := _OF.match(text)) and untermed(direct[1]) in objects:
        return atom("of", term(untermed(direct[1])), direct[2])
    name = untermed(text)
    stated = {effect.id or "": effect for effect in document.effects}
    if name in stated:
        return term(name)
    sources = [name] if name in objects else objects_named(document, name)
    names = EffectNames(document)
    own = [names.effect(key, ignorable=True) for key in sources] if ignorable else []
    printed = [effect for effect in own if effect.startswith("of(")]
    about = [key for key, effect in stated.items() if _comes_from(effect, sources, name)]
    offering = [key for key in about if _offers(stated[key], ignorable)]
    choices = printed or [term(key) for key in offering or about or sources]
    if len(choices) > 1 and offered is not None:
        listed = offered()
        kind = "ignore_effect" if ignorable else "end_effect"
        choices = [each for each in choices if atom(kind, each) in listed] or choices
    if len(choices) == 1:
        return choices[0]
    if choices:
        ids = ", ".join(_written(each) for each in choices)
        raise ActionError(f"action: found {name[:200]!r}, which may be any of {ids}")
    known = ", ".join(_effects_there(document, ignorable)) or "no effects"
    raise ActionError(f"action: found {name[:200]!r}, expected an effect of this state: {known}")


def _written(effect: str) -> str:
    """Return the id of an effect, or of the object that it is the main effect of."""
    own = _OF.match(effect)
    return untermed(own[1] if own else effect)


def _carded(document: StateDocument) -> Iterator[tuple[str, str]]:
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                yield item.id, item.card
    for stacked in document.stack:
        yield stacked.id or "", stacked.card or UNKNOWN_CARD


def _comes_from(effect: ab.Effect, sources: Sequence[str], name: str) -> bool:
    """Tell whether an effect comes from one of some objects, or is called by that name."""
    wanted = slug(name)
    called = (effect.source, getattr(effect, "text", None))
    return effect.source in sources or any(text and slug(text) == wanted for text in called)


def _offers(effect: ab.Effect, ignorable: bool) -> bool:
    return not effect.gone and (effect.ignore if ignorable else effect.allows) is not None


def _effects_there(document: StateDocument, ignorable: bool) -> list[str]:
    """Return names for the effects that may be meant: those that offer what is asked, or all."""
    offering = [effect for effect in document.effects if _offers(effect, ignorable)]
    named = [effect.id or "" for effect in offering or document.effects]
    if ignorable:
        names = EffectNames(document)
        objects = dict(_carded(document))
        named += [key for key in objects if names.effect(key, ignorable=True).startswith("of(")]
    return named[:30]
