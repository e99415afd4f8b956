"""What follows from a move: the next state, what happens besides, and what is certain to come.

The law in `asp/consequences` says which facts go and which come; here they are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import clingo

from pyadapter.canonical import UNKNOWN_CARD, fresh_id
from pyadapter.errors import ActionError, EncodingError, NotLegalError
from pyadapter.from_facts import document_from
from pyadapter.happenings import sentence, wording
from pyadapter.labels import bare, labels_of
from pyadapter.model import StateDocument
from pyadapter.moves import MANNER, PASS, Move, Row, options_of
from pyadapter.plans import LIMIT, Plan, solved, told_plans
from pyadapter.plans import Atoms as PlanAtoms
from pyadapter.session import Atoms
from pyadapter.slices import ground_slice
from pyadapter.state import GameState
from pyadapter.terms import atom, term
from pyadapter.verdict import Reason, Verdict

FILES = ("special_actions.lp", "consequences/consequences.lp")
READ = (
    MANNER,
    ("added", 3),
    ("removed", 3),
    ("event", 3),
    ("pending", 3),
    ("to_be_paid", 1),
    ("cant_pass", 2),
)
ALWAYS = clingo.Function("always")
PAYMENT = clingo.Function("payment")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state after a move, what happened besides, and what the rules are certain to do next.

    `events` and `pending` are terms of the law, such as `turned_face_up(willbender)`, with the ids
    of the state before; `told` says them in sentences, costs first. `tags` are the rules that they
    rest upon. `assumed` is what was chosen where the move left it open, such as `die blank`, and
    `became` has the new id of each object that changed zones, by its old one.
    """

    state: GameState
    events: tuple[str, ...]
    pending: tuple[str, ...]
    tags: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    became: tuple[tuple[str, str], ...] = ()
    told: tuple[str, ...] = ()


def outcome(state: GameState, move: Move) -> Outcome:
    """Return what follows from a legal move; options that it leaves open are the first ones.

    Raises NotLegalError, with the verdict, if it isn't legal, and ActionError if it isn't
    understood.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> after = outcome(state, Move("ann", "play Forest"))
    >>> after.events[:2], after.assumed, after.became
    (('entered(forest)', 'keeps_priority(ann)'), ('under rule',), (('forest', 'forest_2'),))
    """
    player = state.acting(move.player)
    if move.action == PASS:
        return _passed(state, player, move)
    action = state.action_term(move.action, player=player)
    question = [atom("asked", term(player), action)]
    atoms = grounded_with(state, question)
    manner, assumed = chosen_manner(state, player, move, action, atoms)
    if atoms["to_be_paid", 1]:
        paid = payment(state, player, move, action, manner)
        atoms = grounded_with(state, [*question, *paid])
    elif "payment" in dict(move.options):
        raise ActionError("option: found 'payment', expected none, for nothing is to be paid")
    return made(state, atoms, {ALWAYS, PAYMENT, *manner[2:]}, assumed)


def payments(state: GameState, move: Move) -> tuple[Plan, ...]:
    """Return all inequivalent ways to pay for a legal move."""
    action = state.action_term(move.action, player=move.player)
    atoms = grounded_with(state, [atom("asked", term(move.player), action)])
    manner, _ = chosen_manner(state, move.player, move, action, atoms)
    found = told_plans(state, action, player=move.player, chosen=fixed_options(manner))
    return tuple(plan for plan, _ in found)


def grounded_with(state: GameState, facts: Iterable[str]) -> Atoms:
    """Return the atoms that tell what follows, given facts such as `asked` and those of a plan."""
    return ground_slice([*state.facts(), *facts], files=FILES, read=READ)


def _passed(state: GameState, player: str, move: Move) -> Outcome:
    atoms = grounded_with(state, [atom("passing", term(player))])
    if atoms["cant_pass", 2]:
        words = wording(state.edition)
        reasons = tuple(
            Reason(
                "priority",
                "unmet",
                words.citations.get(why, ()),
                words.sentences[why].format(player),
            )
            for why in sorted(row[1].name for row in atoms["cant_pass", 2])
        )
        verdict = Verdict(player, PASS, PASS, "illegal", "pass priority", {}, reasons)
        raise NotLegalError(verdict)
    if move.options:
        raise ActionError(f"option: found {move.options[0][0]!r}, but passing has no options")
    return made(state, atoms, {ALWAYS}, ())


def chosen_manner(
    state: GameState, player: str, move: Move, action: str, atoms: Atoms
) -> tuple[Row, tuple[str, ...]]:
    """Return the first manner that fits the options of a move, and what it decides besides.

    Raises NotLegalError if there is no manner at all, ActionError if none fits.
    """
    who, what = clingo.parse_term(term(player)), clingo.parse_term(action)
    manners = [row for row in atoms[MANNER] if row[0] == who and row[1] == what]
    if not manners:
        raise NotLegalError(state.why(action, player=player))
    if len(dict(move.options)) < len(move.options):
        names = ", ".join(name for name, _ in move.options)
        raise ActionError(f"option: found {names[:200]}, expected each of them once")
    wanted = _named_face(move, manners)
    wanted |= {name: value for name, value in move.options if name != "payment"}
    fronts = {card.name for card in state.document.cards}
    manners.sort(key=lambda row: dict(options_of(row, manners)).get("face") not in fronts)
    for manner in manners:
        there = dict(options_of(manner, manners))
        exact = {each.name: bare(each.arguments[0]) for each in manner[2:] if each.arguments}
        if all(value in (there.get(name), exact.get(name)) for name, value in wanted.items()):
            left_open = [item for item in there.items() if item[0] not in wanted]
            return manner, tuple(f"{name} {value}" for name, value in left_open)
    ways = [
        ", ".join(f"{name}={value}" for name, value in options_of(each, manners)) or "no options"
        for each in manners
    ]
    found = ", ".join(f"{name}={value}" for name, value in wanted.items())
    raise ActionError(f"option: found {found[:200]}, expected {' or '.join(ways) or 'none'}")


def _named_face(move: Move, manners: Sequence[Row]) -> dict[str, str]:
    """Return the option that an action's text names: `play Boulderloft Pathway` names a face."""
    asked = move.action.casefold()
    options = (option for row in manners for option in options_of(row, manners))
    faces = [option for option in options if option[0] == "face"]
    return dict(option for option in faces if asked.endswith(f" {option[1].casefold()}"))


def fixed_options(manner: Row) -> list[str]:
    """Return facts that tell a plan what a manner has chosen already."""
    names = {"x": "planned_x", "procedure": "planned_procedure", "time": "planned_time"}
    return [
        atom(names[each.name], str(each.arguments[0])) for each in manner[2:] if each.name in names
    ]


def payment(state: GameState, player: str, move: Move, action: str, manner: Row) -> list[str]:
    """Return the facts of the plan that a move names, or of the best one."""
    wanted = dict(move.options).get("payment")
    if wanted is None:
        best = list(
            solved(
                state, action, player=player, wanted="best", limit=0, chosen=fixed_options(manner)
            )
        )
        if not best:
            raise EncodingError(f"{action}: payable, but no plan to pay was found")
        return plan_facts(best[-1])
    ways = told_plans(state, action, player=player, limit=LIMIT, chosen=fixed_options(manner))
    for plan, atoms in ways:
        if str(plan) == wanted:
            return plan_facts(atoms)
    there = " or ".join(str(plan) for plan, _ in ways)
    raise ActionError(f"option payment: found {wanted[:200]!r}, expected {there}")


def plan_facts(plan: PlanAtoms) -> list[str]:
    """Return a plan as the facts from which the law says what paying leaves behind."""
    shapes = {"pays_by": "paid_as", "uses": "paid_use", "gives_up": "paid_object"}
    shapes["spends_life"] = "paid_life"
    facts = [
        atom(name, *map(str, row)) for old, name in shapes.items() for row in plan.get(old, ())
    ]
    facts += [atom("paid_mana", *map(str, row[1:])) for row in plan.get("pays_for", ())]
    return facts


def made(
    state: GameState,
    atoms: Atoms,
    chosen: Iterable[clingo.Symbol],
    assumed: tuple[str, ...],
    *,
    follow: Callable[[GameState, StateDocument], GameState] = GameState.followed_by,
) -> Outcome:
    """Return what atoms tell of a move for the options chosen; `follow` makes the next state."""
    options = frozenset(chosen)

    def read(name: str) -> list[clingo.Symbol]:
        return [row[2] for row in atoms[name, 3] if row[1] in options]

    gone, come = frozenset(map(str, read("removed"))), read("added")
    facts = [fact for fact in state.facts() if str(clingo.parse_term(fact)) not in gone]
    names = _new_names(state, come)
    facts += [str(_renamed(each, names)) for each in come]
    events, pending = sorted(read("event")), sorted(read("pending"))
    words, labels = wording(state.edition), labels_of(state.document)
    cited = (rule for each in (*events, *pending) for rule in words.citations.get(each.name, ()))
    return Outcome(
        follow(state, document_from(dict.fromkeys(facts))),
        events=tuple(map(str, events)),
        pending=tuple(map(str, pending)),
        tags=tuple(dict.fromkeys(cited)),
        assumed=assumed,
        became=tuple(
            (bare(fresh.arguments[0]), bare(name))
            for fresh, name in names.items()
            if fresh.arguments[0].name != "unseen"
        ),
        told=tuple(sentence(each, labels, words) for each in (*words.in_order(events), *pending)),
    )


def _new_names(
    state: GameState, come: Sequence[clingo.Symbol]
) -> Mapping[clingo.Symbol, clingo.Symbol]:
    """Return an id that the state doesn't use for each new object."""
    taken = {bare(row) for row in _ids(state)}
    cards = {each.arguments[0]: bare(each.arguments[1]) for each in come if each.name == "card_of"}
    return {
        fresh: clingo.parse_term(term(fresh_id(cards.get(fresh, UNKNOWN_CARD), taken)))
        for fresh in sorted(each.arguments[0] for each in come if each.name == "in_zone")
    }


def _ids(state: GameState) -> Iterable[clingo.Symbol]:
    for fact in state.facts():
        symbol = clingo.parse_term(fact)
        if symbol.name in ("in_zone", "stated"):
            yield symbol.arguments[0]


def _renamed(symbol: clingo.Symbol, names: Mapping[clingo.Symbol, clingo.Symbol]) -> clingo.Symbol:
    if symbol in names:
        return names[symbol]
    if symbol.type is not clingo.SymbolType.Function or not symbol.arguments:
        return symbol
    return clingo.Function(symbol.name, [_renamed(each, names) for each in symbol.arguments])
