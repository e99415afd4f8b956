"""From the atoms of one grounding to verdicts with their reasons, in a fixed order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, cast

import clingo

from pyadapter.labels import HINT, Labels, bare, blame
from pyadapter.rulebook import Rulebook
from pyadapter.session import Atoms
from pyadapter.verdict import Outcome, Reason, Status, Verdict

READ = (
    ("verdict", 3),
    ("kind", 2),
    ("option", 4),
    ("why", 4),
    ("because", 4),
    ("blamed", 4),
)
_RANK: Mapping[str, int] = {"cost": 0, "generic": 0}
_ORDER: Mapping[str, int] = {"unmet": 0, "open": 1, "met": 2}
_PHRASES: Mapping[str, str] = {
    "play_land": "play {}",
    "turn_face_up": "turn {} face up",
    "end_effect": "take the action that {} allows",
    "ignore_effect": "ignore the effect of {}",
    "suspend": "suspend {}",
    "roll_planar_die": "roll the planar die",
    "discard_any_time": "discard {}",
    "companion": "put the companion {} into hand",
    "foretell": "foretell {}",
    "reveal_conspiracy": "turn the conspiracy {} face up",
    "plot": "plot {}",
    "unlock": "unlock {half} of {}",
}
Row = tuple[clingo.Symbol, ...]


@dataclass(slots=True)
class _Case:
    """What is said of a player's action, by the names of requirements; `thing` is what it is about.

    Symbols are costly to compare and to spell, so each is spelled but once for its action.
    """

    player: str
    kind: str
    thing: str
    half: str = ""
    options: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    special: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    blamed: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    statuses: list[tuple[str, str]] = field(default_factory=list)


def verdicts_from(atoms: Atoms, labels: Labels, book: Rulebook) -> tuple[Verdict, ...]:
    """Return all verdicts, sorted by player and action; reasons that fail come first."""
    cases = _cases(atoms, labels)
    return tuple(
        Verdict(
            player=case.player,
            action=action_text(row[1], labels),
            kind=case.kind,
            verdict=cast(Outcome, row[2].name),
            label=action_label(row[1], labels),
            options={name: tuple(values) for name, values in case.options.items()},
            reasons=_reasons(case, book),
        )
        for row, case in zip(atoms["verdict", 3], cases, strict=True)
    )


def _cases(atoms: Atoms, labels: Labels) -> tuple[_Case, ...]:
    kinds = {action: kind.name for action, kind in atoms["kind", 2]}
    found: dict[Row, _Case] = {}
    for player, action, _ in atoms["verdict", 3]:
        arguments = action.arguments
        thing = labels.of_name(arguments[0]) if arguments else ""
        kind = kinds.get(action) or action.name
        found[player, action] = _Case(bare(player), kind, thing, _half(action))
    for *key, name, value in atoms["option", 4]:
        option = name.name
        spelled = labels.of_name(value) if option == "under" else bare(value)
        found[tuple(key)].options[option].append(spelled)
    for *key, requirement, special in atoms["because", 4]:
        found[tuple(key)].special[requirement.name].append(special.name)
    for *key, requirement, culprit in atoms["blamed", 4]:
        named = (_RANK.get(culprit.name, 1), blame(culprit, labels))
        found[tuple(key)].blamed[requirement.name].append(named)
    for *key, requirement, status in atoms["why", 4]:
        found[tuple(key)].statuses.append((requirement.name, status.name))
    return tuple(found.values())


def offers_in(atoms: Atoms, player: str) -> frozenset[str]:
    """Return the terms of the actions that there is a verdict on for a player."""
    return frozenset(str(action) for who, action, _ in atoms["verdict", 3] if bare(who) == player)


def only_about(atoms: Atoms, action: clingo.Symbol) -> Atoms:
    """Return the atoms without those that tell of other actions."""
    return {
        key: tuple(row for row in rows if len(row) < 3 or row[1] == action)
        for key, rows in atoms.items()
    }


def _reasons(case: _Case, book: Rulebook) -> tuple[Reason, ...]:
    found = []
    for requirement, status in case.statuses:
        special = tuple(case.special.get(requirement, ()))
        said = _said(book, case.kind, requirement, status, special)
        culprits = tuple(word for _, word in sorted(case.blamed.get(requirement, ())))
        texts = [_worded(each, requirement, case, culprits) for each in said.sentences]
        reason = Reason(requirement, cast(Status, status), said.rules, "; ".join(texts))
        found.append((said.place, reason))
    return tuple(reason for _, reason in sorted(found, key=itemgetter(0)))


class _Said(NamedTuple):
    """What a rulebook has for a requirement: its place among others, citations, sentences."""

    place: tuple[int, int]
    rules: tuple[str, ...]
    sentences: tuple[str, ...]


@lru_cache(maxsize=4096)
def _said(
    book: Rulebook, kind: str, requirement: str, status: str, special: tuple[str, ...]
) -> _Said:
    return _Said(
        place=(_ORDER[status], book.places[requirement]),
        rules=book.rules(kind, requirement, special),
        sentences=book.wording(kind, requirement, status, special),
    )


def _worded(sentence: str, requirement: str, case: _Case, culprits: tuple[str, ...]) -> str:
    if "{blame}" in sentence and not culprits:
        sentence = sentence.replace(": {blame}", "")
    join = "; " if requirement == "cost" else ", "
    once = [each for each in dict.fromkeys(culprits) if f"{each} ({HINT})" not in culprits]
    named = join.join(once) or "no more is known"
    return sentence.format(player=case.player, object=case.thing, half=case.half, blame=named)


def _half(action: clingo.Symbol) -> str:
    return bare(action.arguments[1]) if len(action.arguments) > 1 else ""


def action_text(action: clingo.Symbol, labels: Labels) -> str:
    """Return an action as text that `why` accepts: an object stands for its main effect."""
    if not action.arguments:
        return str(action)
    spelled = [labels.main_effects.get(str(item), str(item)) for item in action.arguments]
    return f"{action.name}({','.join(spelled)})"


def action_label(action: clingo.Symbol, labels: Labels) -> str:
    """Return an action in words, such as `turn the face-down Willbender face up`."""
    thing = labels.of_name(action.arguments[0]) if action.arguments else ""
    template = _PHRASES.get(action.name, f"{action.name.replace('_', ' ')} {{}}")
    if action.name == "reveal_conspiracy":
        thing = thing.removeprefix("the face-down ")
    return template.replace("{half}", _half(action)).replace("{}", thing).strip()
