"""Layer 4: effects on types, one by one, each seeing the types as those before it left them (613).

An effect waits for those that it depends on (613.8), and then comes just after them; effects of a
dependency loop, like all others, go by their times. Every order that the told times allow is
tried, and what the orders disagree about is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pyadapter.abilities import AddsLandTypes, AddsTypes, Grants, LosesAbilities, SetsLandTypes
from pyadapter.model import StateDocument
from tests.oracle.effects import Instance, condition_holds, touches
from tests.oracle.game import Game, Thing
from tests.oracle.traits import LAND_TYPES, Held, Traits, View, has_type
from tests.oracle.truth import Truth, both, either, negate, sure, worlds

Key = tuple[str, View]
Looks = Mapping[Key, Traits]
Reach = Mapping[Key, Truth]
# A type effect's parts apply in this order: what makes lands comes before what changes lands.
ORDER = (AddsTypes, SetsLandTypes, AddsLandTypes)
TYPING = (SetsLandTypes, AddsLandTypes, AddsTypes)
LATER = (LosesAbilities, Grants)


@dataclass(frozen=True)
class Change:
    """One effect: its parts that change types, and those that change abilities later (613.6)."""

    number: int
    parts: tuple[Instance, ...]
    later: tuple[Instance, ...]

    @property
    def head(self) -> Instance:
        """The part that stands for all: they have source, time and description in common."""
        return self.parts[0]

    @property
    def makes_lands(self) -> bool:
        """Its objects are lands by its own doing."""
        return any(isinstance(one.clause, AddsTypes) and "land" in words(one) for one in self.parts)


@dataclass(frozen=True)
class Typed:
    """Traits after layer 4, in one way; for each part of an effect on types was it in force.

    `reach` says what the later parts of such effects are about, by their numbers.
    """

    looks: Looks
    force: Mapping[int, Truth]
    reach: Mapping[int, Reach]


@dataclass(frozen=True)
class Typings:
    """Every way in which effects on types may have applied, and those with one permanent face up.

    Ways differ in times that aren't told, and in conditions that are open.
    """

    now: tuple[Typed, ...]
    face_up: Mapping[Key, tuple[Typed, ...]]


@dataclass(frozen=True)
class _Moment:
    """Where an order stands: effects to come, those due at once, traits, and what was applied."""

    todo: frozenset[int]
    due: frozenset[int]
    looks: Looks
    stood: Mapping[int, Truth]
    reach: Mapping[int, Reach]


@dataclass(frozen=True)
class _Board:
    """What stays the same: the game, the effects, and the objects that dependencies look at."""

    game: Game
    things: Mapping[str, Thing]
    changes: Mapping[int, Change]
    watched: frozenset[Key]


def apply_typing(game: Game, instances: tuple[Instance, ...], printed: Looks) -> Typings:
    """Apply all effects on types.

    Face up, a face-down permanent may make effects depend on each other that don't do so now: for
    each of them the order is looked for anew.
    """
    changes = {one.number: one for one in _changes(instances)}
    things = {thing.id: thing for thing in game.things}
    now = frozenset(key for key in printed if key[1] == "as_is")
    face_up: dict[Key, tuple[Typed, ...]] = {}
    for thing in game.things:
        key: Key = (thing.id, "face_up")
        if len(changes) > 1 and key in printed and thing.zone == "battlefield":
            watched = now - {(thing.id, "as_is")} | {key}
            face_up[key] = _ends(_Board(game, things, changes, watched), printed)
    return Typings(_ends(_Board(game, things, changes, now), printed), face_up)


def words(instance: Instance) -> frozenset[str]:
    """The types that the effect sets or adds."""
    clause = instance.clause
    if isinstance(clause, SetsLandTypes | AddsLandTypes | AddsTypes):
        return frozenset(word.lower() for word in clause.types)
    return frozenset()


def _changes(instances: tuple[Instance, ...]) -> Iterator[Change]:
    """The effects on types; clauses of one source about the same described set are one effect."""
    groups: dict[object, list[Instance]] = {}
    for one in instances:
        if isinstance(one.clause, (*TYPING, *LATER)):
            groups.setdefault(_identity(one), []).append(one)
    for members in groups.values():
        parts = [one for kind in ORDER for one in members if isinstance(one.clause, kind)]
        later = tuple(one for one in members if isinstance(one.clause, LATER))
        if parts:
            yield Change(parts[0].number, tuple(parts), later)


def _identity(one: Instance) -> object:
    clause = one.clause
    if one.source is None:
        return one.number
    described = (frozenset(clause.on), clause.whose, clause.condition, clause.applies_to)
    return one.source.id, one.ability is None, one.you, one.time, described


def _ends(board: _Board, printed: Looks) -> tuple[Typed, ...]:
    """Every way in which it may end."""
    moments = [_Moment(frozenset(board.changes), frozenset(), dict(printed), {}, {})]
    for _ in board.changes:
        found: dict[object, _Moment] = {}
        for moment in moments:
            for after in _steps(board, moment):
                changed = frozenset(
                    (key, traits)
                    for key, traits in after.looks.items()
                    if traits is not printed[key] and traits != printed[key]
                )
                record = tuple(sorted(after.stood.items()))
                reached = tuple((n, tuple(reach.items())) for n, reach in after.reach.items())
                same = (after.todo, after.due, changed, record, frozenset(reached))
                found.setdefault(same, after)
        moments = list(found.values())
    return tuple(_typed(board, moment) for moment in moments)


def _typed(board: _Board, end: _Moment) -> Typed:
    changes = board.changes.values()
    return Typed(
        end.looks,
        {
            part.number: end.stood[one.number]
            for one in changes
            for part in (*one.parts, *one.later)
        },
        {part.number: end.reach[one.number] for one in changes for part in one.later},
    )


def _steps(board: _Board, moment: _Moment) -> Iterator[_Moment]:
    """The moments that may come next: dependencies that are open are tried both ways."""
    if len(moment.todo) == 1:
        (number,) = moment.todo
        yield from _applied(board, moment, board.changes[number], frozenset())
        return
    pairs = {
        (one, other): _depends(board, moment, board.changes[one], board.changes[other])
        for other in moment.todo
        for one in moment.todo
        if one != other
    }
    graphs = {
        frozenset(pair for pair, truth in pairs.items() if truth in counted)
        for counted in (("yes",), ("yes", "open"))
    }
    chosen = {pick for graph in graphs for pick in _next(board, moment, graph)}
    for number, due in chosen:
        yield from _applied(board, moment, board.changes[number], due)


def _next(
    board: _Board, moment: _Moment, graph: frozenset[tuple[int, int]]
) -> Iterator[tuple[int, frozenset[int]]]:
    """The effects that may come next, each with those that then come just after it."""
    todo = moment.todo
    reached = {one: _reachable(one, graph) for one in todo}
    waits_for = {
        one: {other for a, other in graph if a == one and one not in reached[other]} for one in todo
    }
    free = {one for one in todo if not waits_for[one]}
    pool = free & moment.due or free
    for one in pool:
        time = board.changes[one].head.time
        times = (board.changes[other].head.time for other in pool)
        if time is None or all(other is None or other >= time for other in times):
            yield one, moment.due | {a for a in todo if one in waits_for[a]} - {one}


def _reachable(one: int, graph: frozenset[tuple[int, int]]) -> set[int]:
    """All that it depends on, directly or by others."""
    found: set[int] = set()
    waiting = [one]
    while waiting:
        here = waiting.pop()
        for a, other in graph:
            if a == here and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _depends(board: _Board, moment: _Moment, one: Change, other: Change) -> Truth:
    """Applying the other would change whether it exists or what it does to something (613.8a)."""
    looks = moment.looks
    if _stands(board, other, looks) == "no":
        return "no"
    changed = _changed(board, other, looks, "yes")[0]
    after = {**looks, **changed}
    if _stands(board, one, looks) == _stands(board, one, after) == "no":
        return "no"
    pairs = [*zip(_existence(board, one, looks), _existence(board, one, after), strict=True)]
    for key in changed.keys() & board.watched:
        pairs += zip(_doing(board, one, key, looks), _doing(board, one, key, after), strict=True)
    if any({before, then} == {"yes", "no"} for before, then in pairs):
        return "yes"
    return "open" if any(before != then for before, then in pairs) else "no"


def _existence(board: _Board, change: Change, looks: Looks) -> tuple[Truth, Truth]:
    """Its source still has the ability, and its condition holds."""
    head = change.head
    own: Truth = "yes"
    if head.ability is not None and head.source is not None:
        own = looks[head.source.id, "as_is"].held[head.ability].truth
    condition = condition_holds(board.game, head, lambda thing: looks[thing.id, "as_is"])
    return own, condition


def _stands(board: _Board, change: Change, looks: Looks) -> Truth:
    return both(change.head.placed, *_existence(board, change, looks))


def _doing(board: _Board, change: Change, key: Key, looks: Looks) -> tuple[Truth, ...]:
    """For each part: it does something to the object. Only lands have land types."""
    about = touches(board.game, change.head, board.things[key[0]], looks[key])
    land = either(has_type(looks[key], "land"), sure(change.makes_lands))
    return tuple(
        about if isinstance(part.clause, AddsTypes) else both(about, land) for part in change.parts
    )


def _applied(
    board: _Board, moment: _Moment, change: Change, due: frozenset[int]
) -> Iterator[_Moment]:
    """The moment once it has applied, if it exists; both if that is open."""
    for exists in worlds(_stands(board, change, moment.looks)):
        truth = sure(exists)
        changed, about = _changed(board, change, moment.looks, truth)
        yield _Moment(
            moment.todo - {change.number},
            due,
            {**moment.looks, **changed},
            {**moment.stood, change.number: truth},
            {**moment.reach, change.number: about} if change.later else moment.reach,
        )


def _changed(
    board: _Board, change: Change, looks: Looks, truth: Truth
) -> tuple[dict[Key, Traits], dict[Key, Truth]]:
    """The traits that it changes, and the objects that it is about."""
    changed: dict[Key, Traits] = {}
    reach: dict[Key, Truth] = {}
    if truth == "no":
        return changed, reach
    for key, traits in looks.items():
        about = touches(board.game, change.head, board.things[key[0]], traits)
        if about == "no":
            continue
        reach[key] = about
        after = traits
        for part in change.parts:
            after = _with(part, both(truth, about), after)
        if after != traits:
            changed[key] = after
    return changed, reach


def _with(part: Instance, truth: Truth, traits: Traits) -> Traits:
    """The traits once a part has applied, perhaps."""
    if isinstance(part.clause, AddsTypes):
        return _adding(traits, words(part), truth)
    truth = both(truth, has_type(traits, "land"))
    if isinstance(part.clause, AddsLandTypes):
        return _adding(traits, words(part), truth)
    return _setting(traits, words(part), truth)


def _adding(traits: Traits, added: frozenset[str], truth: Truth) -> Traits:
    if truth == "yes":
        return replace(traits, types=traits.types | added, maybe_types=traits.maybe_types - added)
    if truth == "open":
        return replace(traits, maybe_types=traits.maybe_types | (added - traits.types))
    return traits


def _setting(traits: Traits, wanted: frozenset[str], truth: Truth) -> Traits:
    """Other land types and all abilities of the text go (305.7)."""
    if truth == "no":
        return traits
    held = tuple(Held(one.ability, both(one.truth, negate(truth))) for one in traits.held)
    if truth == "yes":
        types = traits.types - LAND_TYPES | wanted
        return replace(
            traits,
            types=types,
            maybe_types=traits.maybe_types - LAND_TYPES,
            held=held,
            hidden=frozenset(),
        )
    own = traits.types & LAND_TYPES
    types = traits.types - (own - wanted)
    maybe = (traits.maybe_types | own | wanted) - types
    return replace(traits, types=types, maybe_types=maybe, held=held)


def retypes(document: StateDocument) -> bool:
    """Types change: either may leave open what long chains of dependencies decide."""
    printed = [ability for card in document.cards for ability in card.abilities]
    return any(isinstance(one, TYPING) for one in (*document.effects, *printed))
