"""Ways to pay for an action: the one that leaves most options, or all that are not alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from typing import Any, Literal

import clingo

from pyadapter.content_facts import PURPOSES
from pyadapter.encodings import encoding_folder
from pyadapter.kept import kept
from pyadapter.labels import Labels, bare, labels_of
from pyadapter.session import Signature, grounded
from pyadapter.slices import slice_for
from pyadapter.state import GameState
from pyadapter.terms import atom, term

LIMIT = 100
CONFLICTS = "100000"
_TELLING = ("pays_by", "spends_life", "besides", "tally", "remains", "given")
_GONE = {
    "discard": "discards",
    "sacrifice": "sacrifices",
    "reveal": "reveals",
    "return_to_hand": "returns",
    "exile": "exiles",
    "exile_from_hand": "exiles",
    "exile_from_graveyard": "exiles",
}
_IN_WORDS = {term: words for words, term in PURPOSES.items()}
_FILE = "payment/plan.lp"
Atoms = Mapping[str, Sequence[Sequence[clingo.Symbol]]]
"""The arguments of the atoms of an answer set, by predicate."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Mana from one source, and the symbols that it pays for (an ability's input among them)."""

    source: str
    mana: str
    pays: str

    def __str__(self) -> str:
        return f"{self.mana} from {self.source} for {self.pays}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to pay: mana by source, life, what becomes of objects, and X if the cost has it.

    `left` is mana that sources make and nothing takes, which stays in the pool.
    """

    payments: tuple[Payment, ...]
    life: int = 0
    objects: tuple[str, ...] = ()
    x: int | None = None
    left: str = ""

    def __str__(self) -> str:
        parts = [] if self.x is None else [f"X = {self.x}"]
        parts += [str(payment) for payment in self.payments]
        parts += [f"{self.life} life"] if self.life else []
        parts += self.objects
        parts += [f"{self.left} is left"] if self.left else []
        return "; ".join(parts) or "nothing needs to be paid"

    def as_dict(self) -> dict[str, object]:
        """Return the plan as plain data.

        >>> Plan((Payment("Island", "{U}", "{U}"),)).as_dict()["payments"]
        [{'source': 'Island', 'mana': '{U}', 'pays': '{U}'}]
        """
        return {
            "x": self.x,
            "payments": [
                {"source": each.source, "mana": each.mana, "pays": each.pays}
                for each in self.payments
            ],
            "life": self.life,
            "objects": list(self.objects),
            "left": self.left,
        }


def plan(state: GameState, action: str, *, player: str | None = None) -> Plan | None:
    """Return the plan that leaves most options, or nothing if the cost can't surely be paid.

    It pays little life, uses up and taps little, and spends first what serves least else.

    >>> state = GameState.from_json('''{"turn": "a", "phase": "draw", "priority": "a", "players": [
    ...     {"name": "a", "battlefield": ["Island", "Forest",
    ...                                   {"card": "Willbender", "face_down": true}]}]}''')
    >>> print(plan(state, "turn_face_up willbender"))
    {U} from Island for {U}; {G} from Forest for {1}
    """
    found = list(solved(state, action, player=player, wanted="best", limit=0))
    return _plan(found[-1], labels_of(state.document)) if found else None


def all_plans(
    state: GameState, action: str, *, player: str | None = None, limit: int = LIMIT
) -> tuple[Plan, ...]:
    """Return the plans that differ in more than which of some like sources is used, sorted.

    No more than `limit` are returned.
    """
    return tuple(plan for plan, _ in told_plans(state, action, player=player, limit=limit))


def told_plans(
    state: GameState,
    action: str,
    *,
    player: str | None = None,
    limit: int = LIMIT,
    chosen: Iterable[str] = (),
) -> tuple[tuple[Plan, Atoms], ...]:
    """Return what `all_plans` does, each with the atoms that tell of it.

    Of the plans that leave the same behind as the best one, that is told.
    """
    labels = labels_of(state.document)
    program = _program(state, action, player=player, chosen=chosen)
    best = list(_answers(program, wanted="best", limit=0))[-1:]
    others = _answers(program, wanted="unlike", limit=limit)
    unlike: dict[tuple[str, ...], Atoms] = {}
    for atoms in chain(best, others):
        unlike.setdefault(_left_behind(atoms), atoms)
    found: dict[Plan, Atoms] = {}
    for atoms in islice(unlike.values(), limit):
        found.setdefault(_plan(atoms, labels), atoms)
    return tuple(sorted(found.items(), key=lambda item: str(item[0])))


def _left_behind(rows: Atoms) -> tuple[str, ...]:
    """Return what tells a plan from those that are alike: the atoms on which plans project."""
    return tuple(
        f"{name}{tuple(map(str, row))}"
        for name in _TELLING
        for row in sorted(rows.get(name, ()), key=str)
    )


def solved(
    state: GameState,
    action: str,
    *,
    player: str | None = None,
    wanted: Literal["best", "unlike", "every"],
    limit: int,
    chosen: Iterable[str] = (),
) -> Iterator[Atoms]:
    """Yield plans as the atoms that tell of them.

    These are better and better ones up to the best, one of each that are alike, or every one.
    `chosen` are facts of `planned_x`, `planned_procedure` and `planned_time`.
    """
    program = _program(state, action, player=player, chosen=chosen)
    yield from _answers(program, wanted=wanted, limit=limit)


def _program(
    state: GameState, action: str, *, player: str | None, chosen: Iterable[str]
) -> clingo.Control:
    question = (term(state.acting(player)), state.action_term(action, player=player))
    facts = (*state.facts(), atom("asked", *question), atom("planned", *question), *chosen)
    law = slice_for(facts, read=_read())

    def load(control: clingo.Control) -> None:
        control.add("base", [], law)
        control.load(str(encoding_folder() / _FILE))

    return grounded(load, facts, partial=True)


def _answers(
    program: clingo.Control, *, wanted: Literal["best", "unlike", "every"], limit: int
) -> Iterator[Atoms]:
    how: Any = program.configuration.solve
    how.solve_limit = CONFLICTS
    how.models = limit
    how.opt_mode = "opt" if wanted == "best" else "ignore"
    how.project = "auto" if wanted == "unlike" else "no"
    with program.solve(yield_=True) as handle:
        for model in handle:
            rows: dict[str, list[list[clingo.Symbol]]] = {}
            for symbol in model.symbols(atoms=True):
                rows.setdefault(symbol.name, []).append(symbol.arguments)
            yield rows


@cache
def _read() -> tuple[Signature, ...]:
    """Return the predicates that the program of plans reads, or may define."""

    def make() -> tuple[Signature, ...]:
        from pyadapter.programs import signatures_in  # clingo's syntax trees are slow to import

        return tuple(sorted(signatures_in([_FILE])))

    return kept("plan", tuple[Signature, ...], make)


def _plan(rows: Atoms, labels: Labels) -> Plan:
    debts = {row[0]: row[1] for row in rows.get("debt", ())}
    types = {(device, place): kind for device, place, kind in rows.get("mana", ())}
    by_source: dict[clingo.Symbol, list[tuple[clingo.Symbol, clingo.Symbol]]] = {}
    for debt, device, place in sorted(rows.get("pays_for", ()), key=lambda row: (row[1], row[2])):
        by_source.setdefault(device, []).append((types[device, place], debt))
    notes = _notes(rows)
    makers = {row[0]: row[1] for row in rows.get("made_by", ())}
    payments = tuple(
        Payment(
            source=_source(device, makers, labels) + notes.get(device, ""),
            mana="".join(_sign(kind) for kind, _ in spent),
            pays=_owed([debt for _, debt in spent], debts, makers, labels),
        )
        for device, spent in sorted(by_source.items(), key=lambda item: _order(item[1], item[0]))
    )
    chosen = rows["pays_by"][0] if rows.get("pays_by") else None
    with_x = {way for way, _ in rows.get("variable", ())}
    return Plan(
        payments=payments,
        life=rows["spends_life"][0][0].number if rows.get("spends_life") else 0,
        objects=tuple(
            sorted(
                f"{_GONE[how.name]} {labels.of_name(what)}" for what, how in rows.get("departs", ())
            )
        ),
        x=chosen[1].number if chosen and chosen[0] in with_x else None,
        left="".join(sorted(_sign(row[2]) for row in rows.get("unneeded", ()))),
    )


def _notes(rows: Atoms) -> Mapping[clingo.Symbol, str]:
    """Return what sets some mana of the pool apart from other mana there."""
    notes = {device: ["snow"] for device, _ in rows.get("snow", ()) if device.name == "float"}
    for player, number, purpose in sorted(rows.get("floating_only", ()), key=str):
        words = _IN_WORDS.get(str(purpose), bare(purpose))
        notes.setdefault(clingo.Function("float", [player, number]), []).append(f"only: {words}")
    return {device: f" ({', '.join(words)})" for device, words in notes.items()}


def _order(
    spent: list[tuple[clingo.Symbol, clingo.Symbol]], device: clingo.Symbol
) -> tuple[bool, str]:
    """What pays for certain symbols comes first, what pays for generic mana last."""
    return (all("generic" in str(debt) for _, debt in spent), str(device))


def _source(
    device: clingo.Symbol, makers: Mapping[clingo.Symbol, clingo.Symbol], labels: Labels
) -> str:
    if device.name == "float":
        return "the mana pool"
    return labels.of_name(makers.get(device, device.arguments[0]))


def _owed(
    paid: list[clingo.Symbol],
    debts: dict[clingo.Symbol, clingo.Symbol],
    makers: Mapping[clingo.Symbol, clingo.Symbol],
    labels: Labels,
) -> str:
    own = [_sign(debts[debt]) for debt in paid if debt.name != "input"]
    generic = own.count("{1}")
    specific = "".join(sign for sign in own if sign != "{1}")
    words = [specific + (f"{{{generic}}}" if generic else "")] if own else []
    for debt in paid:
        if debt.name == "input":
            words.append(f"{_sign(debts[debt])} of {_source(debt.arguments[0], makers, labels)}")
    return " and ".join(words)


def _sign(symbol: clingo.Symbol) -> str:
    """Return a symbol of the law as people write it: `hybrid(w,u)` is {W/U}."""
    letters = "/".join(bare(item).upper() for item in symbol.arguments)
    match symbol.name:
        case "generic":
            return "{1}"
        case "snow":
            return "{S}"
        case "two_or":
            return f"{{2/{letters}}}"
        case "life_or" | "hybrid_or_life":
            return f"{{{letters}/P}}"
        case "hybrid":
            return f"{{{letters}}}"
        case _:
            return f"{{{symbol.name.upper()}}}"
