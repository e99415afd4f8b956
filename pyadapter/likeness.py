"""When two states are the same but for the names of their objects: one key for all of those.

Ids of objects and effects are opaque, so two Forests in a hand are as good as each other. The key
is exact: equal if and only if a bijection of the ids turns one document into the other. Players
keep their names; the library, the graveyard and the stack keep their order, other zones have none.

The ids and the references between them are a small graph with labels. Each of its components is
put in order by itself: colours are refined until they tell nothing more, then one of some that look
alike is singled out, each in turn, unless swapping them changes nothing (twins).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from pyadapter.canonical import RESERVED, ZONES
from pyadapter.model import Card, Permanent, Player, StateDocument

ORDERED = frozenset({"library", "graveyard"})
REFERENCES: Mapping[str, frozenset[str]] = {
    "Permanent": frozenset({"id", "attached_to"}),
    "StackObject": frozenset({"id"}),
    "Effect": frozenset({"id", "source", "applies_to"}),
    "Player": frozenset({"lands_played", "ignores"}),
}
"""The fields of each record that hold ids of objects and effects."""

_Edge = tuple[str, str]
_Form = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class Likeness:
    """What is the same in all states that differ only in names, and the names in that order.

    Of two states with one `key`, the ids at the same places of `names` correspond.
    """

    key: bytes
    names: tuple[str, ...]

    def renaming(self, other: Likeness) -> dict[str, str]:
        """Return the id in another state of the same key for each id in this one.

        >>> Likeness(b"", ("a", "b")).renaming(Likeness(b"", ("c", "a")))
        {'a': 'c', 'b': 'a'}
        """
        if self.key != other.key:
            raise ValueError("the states are not alike")
        return dict(zip(self.names, other.names, strict=True))


def likeness(document: StateDocument) -> Likeness:
    """Return the key of a canonical document, and its ids in an order that goes with the key.

    >>> from pyadapter import GameState
    >>> def key(hand):
    ...     return likeness(GameState.from_json('{"turn": "a", "phase": "draw", "priority": "a",'
    ...         '"players": [{"name": "a", "hand": [' + hand + ']}]}').document).key
    >>> key('"Island", "Forest"') == key('"Forest", {"card": "Island", "id": "x"}')
    True
    >>> key('"Island", "Forest"') == key('"Island", "Island"')
    False
    """
    net = _Net()
    frame = _frame(document, net)
    forms = sorted(net.forms())
    names = tuple(name for _, order in forms for name in order)
    key = msgspec.json.encode((frame, [form for form, _ in forms]))
    return Likeness(key, names)


def _frame(document: StateDocument, net: _Net) -> list[str]:
    """Return what a document says but for its objects and effects, which go into the net."""
    lines = []
    for seat, player in enumerate(document.players):
        for zone in ZONES:
            for place, item in enumerate(getattr(player, zone)):
                net.place(item, f"{seat} {zone} {place if zone in ORDERED else ''}")
        lines.append(_player(player, seat, net))
    for place, stacked in enumerate(document.stack):
        label = _text(msgspec.structs.replace(stacked, id=None))
        net.label(stacked.id or "", f"stack {place} {label}")
    for effect in document.effects:
        name = effect.id or ""
        net.label(name, _text(msgspec.structs.replace(effect, id=None, source=None, applies_to=())))
        if effect.source is not None:
            net.join(name, "source", effect.source)
        for target in effect.applies_to:
            net.join(name, "applies_to", target)
    turn = document.turn
    moment = msgspec.structs.replace(
        document,
        players=(),
        stack=(),
        effects=(),
        cards=(),
        rules=None,
        turn=dict(sorted(turn.items())) if isinstance(turn, dict) else turn,
    )
    return [_text(moment), *lines, *map(_card, document.cards)]


def _player(player: Player, seat: int, net: _Net) -> str:
    assert not isinstance(player.lands_played, int)
    for number, permission in enumerate(player.lands_played):
        if permission not in RESERVED:
            net.label(permission, f"{seat} lands_played {number}")
    for name in player.ignores:
        net.label(name, f"{seat} ignores")
    plain = msgspec.structs.replace(
        player,
        **dict.fromkeys(ZONES, ()),
        lands_played=tuple(each if each in RESERVED else "" for each in player.lands_played),
        ignores=(),
        pool="",
    )
    return " ".join([_text(plain), *sorted(_text(mana) for mana in player.pool)])


def _text(record: object) -> str:
    return msgspec.json.encode(record).decode()


@lru_cache(maxsize=4096)
def _card(card: Card) -> str:
    return _text(card)


class _Net:
    """The ids of a state: what is said of each, and the references from one to another."""

    def __init__(self) -> None:
        self.labels: dict[str, list[str]] = defaultdict(list)
        self.out: dict[str, set[_Edge]] = defaultdict(set)
        self.into: dict[str, set[_Edge]] = defaultdict(set)

    def label(self, name: str, text: str) -> None:
        self.labels[name].append(text)

    def join(self, name: str, field: str, target: str) -> None:
        self.labels[target]  # an id that stands nowhere else is one to be told apart as well
        self.out[name].add((field, target))
        self.into[target].add((field, name))

    def place(self, item: Permanent, where: str) -> None:
        name = item.id or ""
        if item.attached_to is not None:
            self.join(name, "attached_to", item.attached_to)
        plain = msgspec.structs.replace(item, id=None, attached_to=None)
        self.label(name, f"{where} {_text(plain)}")

    def forms(self) -> Iterator[tuple[_Form, tuple[str, ...]]]:
        """Yield each component in its canonical order: what stands there, and the names."""
        joined = self.out.keys() | self.into.keys()
        for name, texts in self.labels.items():
            if name not in joined:
                yield ((_joined(texts), ()),), (name,)
        left = dict.fromkeys(name for name in self.labels if name in joined)
        while left:
            todo = [next(iter(left))]
            found = set(todo)
            while todo:
                name = todo.pop()
                near = {other for _, other in self.out[name] | self.into[name]} - found
                found |= near
                todo += near
            for name in found:
                del left[name]
            yield self._least(_ranked({name: _joined(self.labels[name]) for name in found}))

    def _least(self, colours: Mapping[str, int]) -> tuple[_Form, tuple[str, ...]]:
        """Return the least form over all orders that the colours leave open."""
        stable = self._refined(colours)
        alike = self._choices(stable)
        if not alike:
            order = tuple(sorted(stable, key=lambda name: stable[name]))
            return self._form(order), order
        return min(
            (self._least({**stable, name: -1}) for name in alike), key=lambda found: found[0]
        )

    def _choices(self, colours: Mapping[str, int]) -> Sequence[str]:
        """Return one of each kind of twins in the first cell that holds several kinds of them."""
        cells: dict[int, list[str]] = defaultdict(list)
        for name, colour in colours.items():
            cells[colour].append(name)
        for _, cell in sorted(cells.items()):
            if len(cell) > 1:
                kinds = {
                    (frozenset(self.out[name]), frozenset(self.into[name])): name for name in cell
                }
                if len(kinds) > 1:
                    return tuple(kinds.values())
        return ()

    def _refined(self, colours: Mapping[str, int]) -> Mapping[str, int]:
        """Return colours that neighbours don't tell apart further."""
        ranks: Mapping[str, int] = _ranked(colours)
        while True:
            signs = {
                name: (
                    rank,
                    sorted((field, ranks[other]) for field, other in self.out[name]),
                    sorted((field, ranks[other]) for field, other in self.into[name]),
                )
                for name, rank in ranks.items()
            }
            finer = _ranked({name: repr(sign) for name, sign in signs.items()}, ranks)
            if len(set(finer.values())) == len(set(ranks.values())):
                return ranks
            ranks = finer

    def _form(self, order: Sequence[str]) -> _Form:
        at = {name: place for place, name in enumerate(order)}
        return tuple(
            (
                _joined(self.labels[name]),
                tuple(sorted((field, at[other]) for field, other in self.out[name])),
            )
            for name in order
        )


def _joined(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else _text(sorted(texts))


def _ranked(
    values: Mapping[str, int] | Mapping[str, str], before: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return for each name the number of names with a smaller value: ranks that keep their order.

    What had a smaller rank before keeps one.
    """
    keys = {name: ((before or {}).get(name, 0), value) for name, value in values.items()}
    smaller, counts = 0, Counter(keys.values())
    ranks = {}
    for key in sorted(counts):
        ranks[key] = smaller
        smaller += counts[key]
    return {name: ranks[key] for name, key in keys.items()}
