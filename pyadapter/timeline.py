"""The verdicts on a state by edition: when each changes, and which change of the rules did it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import clingo

from pyadapter.canonical import canonical
from pyadapter.catalogue import Catalogue, known_cards
from pyadapter.chronicle import Datum, datum
from pyadapter.editions import DEFAULT, day_before, edition_fact
from pyadapter.errors import ActionError, MalformedStateError
from pyadapter.explain import action_label, action_text
from pyadapter.facts import state_facts
from pyadapter.labels import bare, labels_of
from pyadapter.model import StateDocument
from pyadapter.programs import Signature
from pyadapter.rulebook import rulebook
from pyadapter.session import Atoms
from pyadapter.state import faults_in
from pyadapter.worlds import given, in_every_edition, worlds

NOT_OFFERED = "not offered"
MALFORMED = "malformed"
_LAW = ("special_actions.lp", "wellformed.lp")
_DATA: frozenset[Signature] = frozenset({("era", 2), ("listed", 1)})
_READ: tuple[Signature, ...] = (("verdict", 3), ("unmet", 3), ("malformed", 2))
_Action = tuple[clingo.Symbol, clingo.Symbol]
_Outcome = tuple[str, tuple[str, ...]]
_Rules = Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Run:
    """Editions that say the same: from the day `first` to the day `last`, None if still."""

    first: str
    last: str | None
    verdict: str
    unmet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A day on which what is said of an action changed, and the data of the rules that did it."""

    date: str
    data: tuple[Datum, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """What every edition says of one action of one player."""

    player: str
    action: str
    label: str
    runs: tuple[Run, ...]
    changes: tuple[Change, ...]

    def verdict(self, edition: str) -> str:
        """Return the verdict in an edition.

        >>> runs = (Run("2009-07-11", "2013-07-12", "illegal", ()),
        ...         Run("2013-07-13", None, "legal", ()))
        >>> Timeline("ann", "play_land(x)", "play x", runs, ()).verdict("2012-05-01")
        'illegal'
        """
        return [run.verdict for run in self.runs if run.first <= edition][-1]

    def as_dict(self) -> dict[str, object]:
        """Return the timeline as plain data, as `--json` prints it."""
        return {
            "player": self.player,
            "action": self.action,
            "runs": [
                {"from": r.first, "until": r.last, "verdict": r.verdict, "unmet": list(r.unmet)}
                for r in self.runs
            ],
            "changes": [
                {"date": change.date, "data": [each.as_dict() for each in change.data]}
                for change in self.changes
            ],
        }


def timelines(
    document: StateDocument, *, cards: Catalogue | None = None, player: str | None = None
) -> tuple[Timeline, ...]:
    """Return what every edition says of every action that some edition has on offer.

    In an edition that doesn't have it on offer, an action is `not offered`; one that doesn't allow
    the state calls everything `malformed`. A change is put down to the data without which what is
    said would stay as it was; if there are none, to those that alone would change it; if there are
    none either, to all that changed on that day. Raises MalformedStateError if no edition allows
    the state.

    >>> from pyadapter.documents import read_document
    >>> (found,) = timelines(read_document('''{"turn": "a", "phase": "precombat_main",
    ...     "priority": "a", "players": [{"name": "a", "hand": ["Forest"]}]}'''))
    >>> found.action, [(run.first, run.verdict) for run in found.runs]
    ('play_land(forest)', [('2009-07-11', 'legal')])
    """
    form = canonical(document, catalogue=known_cards() if cards is None else cards)
    names = [each.name for each in form.document.players]
    if player is not None and player not in names:
        raise ActionError(f"player: found {player!r}, expected one of {', '.join(names)}")
    facts = state_facts(form.document)
    dated = rules_by_edition()
    editions = tuple(dated)
    atoms = _under(facts, [(edition, dated[edition]) for edition in editions])
    faults = [faults_in(each, form, rulebook(DEFAULT)) for each in atoms]
    if all(faults):
        raise MalformedStateError(faults[editions.index(DEFAULT)])
    said = [_said(each) for each in atoms]
    asked = sorted({action for each in said for action in each})
    asked = [action for action in asked if player in (None, bare(action[0]))]
    told = {
        action: [
            (MALFORMED, ()) if bad else each.get(action, (NOT_OFFERED, ()))
            for each, bad in zip(said, faults, strict=True)
        ]
        for action in asked
    }
    turns = {
        action: [place for place, (old, new) in enumerate(pairwise(row)) if old != new]
        for action, row in told.items()
    }
    trials = _tried(facts, dated, {place for places in turns.values() for place in places})
    labels = labels_of(form.document)
    return tuple(
        Timeline(
            player=bare(action[0]),
            action=action_text(action[1], labels),
            label=action_label(action[1], labels),
            runs=_runs(editions, told[action]),
            changes=tuple(
                Change(
                    editions[place + 1],
                    _causes(
                        trials[place],
                        action,
                        told[action][place],
                        told[action][place + 1],
                        editions[place + 1],
                    ),
                )
                for place in turns[action]
            ),
        )
        for action in asked
    )


@cache
def rules_by_edition() -> Mapping[str, _Rules]:
    """Return the facts that tell editions apart, by what they are about, the oldest edition first.

    >>> rules = rules_by_edition()["2012-05-01"]
    >>> rules["era", "land_plays"], ("listed", "plot") in rules
    ('era(land_plays,by_permission)', False)
    """
    found = in_every_edition(
        (), files=("rulebook/kinds.lp", "rulebook/eras.lp"), read=tuple(sorted(_DATA))
    )
    return {
        edition: {
            (name, str(row[0])): f"{name}({','.join(map(str, row))})"
            for name, arity in sorted(_DATA)
            for row in atoms[name, arity]
        }
        for edition, atoms in found.items()
    }


def _under(facts: Sequence[str], rules: Sequence[tuple[str, _Rules]]) -> list[Atoms]:
    numbered = {
        number: [edition_fact(edition), *own.values()]
        for number, (edition, own) in enumerate(rules)
    }
    if not rules:
        return []
    found = worlds(facts, program=given(_LAW, _DATA), rules=numbered, read=_READ)
    return [found[number] for number in numbered]


def _said(atoms: Atoms) -> dict[_Action, _Outcome]:
    places = rulebook(DEFAULT).places
    unmet: dict[_Action, list[str]] = {}
    for player, action, requirement in atoms["unmet", 3]:
        unmet.setdefault((player, action), []).append(str(requirement))
    return {
        (player, action): (
            bare(outcome),
            tuple(sorted(unmet.get((player, action), ()), key=lambda name: places.get(name, 0))),
        )
        for player, action, outcome in atoms["verdict", 3]
    }


def _runs(editions: Sequence[str], told: Sequence[_Outcome]) -> tuple[Run, ...]:
    begins = [0, *(place + 1 for place, (old, new) in enumerate(pairwise(told)) if old != new)]
    ends = [day_before(editions[place]) for place in begins[1:]]
    return tuple(
        Run(editions[place], last, *told[place])
        for place, last in zip(begins, [*ends, None], strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Trials:
    """Between two editions: what is said without one of the changes, and with it alone."""

    changed: tuple[tuple[str, str], ...]
    without: tuple[Mapping[_Action, _Outcome], ...]
    alone: tuple[Mapping[_Action, _Outcome], ...]


def _tried(
    facts: Sequence[str], dated: Mapping[str, _Rules], places: set[int]
) -> Mapping[int, _Trials]:
    editions = tuple(dated)
    changed: dict[int, tuple[tuple[str, str], ...]] = {}
    rules: list[tuple[str, _Rules]] = []
    for place in sorted(places):
        old, new = dated[editions[place]], dated[editions[place + 1]]
        keys = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
        changed[place] = tuple(keys)
        for key in keys:
            rules.append((editions[place + 1], _swapped(new, key, old)))
            rules.append((editions[place], _swapped(old, key, new)))
    said = iter([_said(atoms) for atoms in _under(facts, rules)])
    found = {}
    for place, keys_there in changed.items():
        pairs = [(next(said), next(said)) for _ in keys_there]
        found[place] = _Trials(keys_there, *zip(*pairs, strict=True) if pairs else ((), ()))
    return found


def _swapped(rules: _Rules, key: tuple[str, str], other: _Rules) -> _Rules:
    kept = {each: fact for each, fact in rules.items() if each != key}
    return kept | ({key: other[key]} if key in other else {})


def _causes(
    trials: _Trials, action: _Action, old: _Outcome, new: _Outcome, edition: str
) -> tuple[Datum, ...]:
    nothing: _Outcome = (NOT_OFFERED, ())
    needed = [
        key
        for key, said in zip(trials.changed, trials.without, strict=True)
        if said.get(action, nothing) != new
    ]
    enough = [
        key
        for key, said in zip(trials.changed, trials.alone, strict=True)
        if said.get(action, nothing) != old
    ]
    return tuple(datum(*key, edition) for key in needed or enough or trials.changed)
