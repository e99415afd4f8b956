"""From the atoms of one grounding to verdicts with their reasons, in a fixed order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import cast

import clingo

from pyadapter.labels import Labels, bare, blame
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
Key = tuple[clingo.Symbol, clingo.Symbol]


def verdicts_from(atoms: Atoms, labels: Labels, book: Rulebook) -> tuple[Verdict, ...]:
    """Return all verdicts, sorted by player and action; reasons that fail come first."""
    kinds = {action: kind.name for action, kind in atoms["kind", 2]}
    options: dict[Key, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for player, action, name, value in atoms["option", 4]:
        spelled = labels.of_name(value) if bare(name) == "under" else bare(value)
        options[player, action][bare(name)].append(spelled)
    reasons = _reasons(atoms, labels, book, kinds)
    found = []
    for player, action, outcome in atoms["verdict", 3]:
        kind = kinds.get(action, action.name)
        found.append(
            Verdict(
                player=bare(player),
                action=action_text(action, labels),
                kind=kind,
                verdict=cast(Outcome, bare(outcome)),
                label=action_label(action, labels),
                options={name: tuple(values) for name, values in options[player, action].items()},
                reasons=reasons[player, action],
            )
        )
    return tuple(found)


def only_about(atoms: Atoms, action: clingo.Symbol) -> Atoms:
    """Return the atoms without those that tell of other actions."""
    return {
        key: tuple(row for row in rows if len(row) < 3 or row[1] == action)
        for key, rows in atoms.items()
    }


def _reasons(
    atoms: Atoms, labels: Labels, book: Rulebook, kinds: Mapping[clingo.Symbol, str]
) -> dict[Key, tuple[Reason, ...]]:
    blamed: dict[tuple[clingo.Symbol, ...], list[tuple[int, str]]] = defaultdict(list)
    for *key, culprit in atoms["blamed", 4]:
        blamed[tuple(key)].append((_RANK.get(culprit.name, 1), blame(culprit, labels)))
    cases: dict[tuple[clingo.Symbol, ...], list[str]] = defaultdict(list)
    for *key, case in atoms["because", 4]:
        cases[tuple(key)].append(case.name)
    found: dict[Key, list[Reason]] = defaultdict(list)
    for player, action, symbol, status in atoms["why", 4]:
        key3 = (player, action, symbol)
        requirement, special = symbol.name, tuple(cases[key3])
        kind = kinds.get(action, action.name)
        texts = book.wording(kind, requirement, status.name, special)
        found[player, action].append(
            Reason(
                requirement=requirement,
                status=cast(Status, status.name),
                rules=book.rules(kind, requirement, special),
                text="; ".join(
                    _worded(text, key3, [word for _, word in sorted(blamed[key3])], labels)
                    for text in texts
                ),
            )
        )
    return {
        key: tuple(
            sorted(
                items,
                key=lambda reason: (_ORDER[reason.status], book.places[reason.requirement]),
            )
        )
        for key, items in found.items()
    }


def _worded(
    template: str, key: tuple[clingo.Symbol, ...], culprits: list[str], labels: Labels
) -> str:
    player, action, _ = key
    thing = labels.of_name(action.arguments[0]) if action.arguments else ""
    join = "; " if key[2].name == "cost" else ", "
    named = join.join(dict.fromkeys(culprits)) or "no more is known"
    if ": {blame}" in template and not culprits:
        template = template.replace(": {blame}", "")
    values = {"player": bare(player), "object": thing, "blame": named, "half": _half(action)}
    pieces = template.split("{")
    words = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}")
        words.append(values[name] + rest)
    return "".join(words)


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
    return template.replace("{half}", _half(action)).replace("{}", thing).strip()
