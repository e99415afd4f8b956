"""Many states in one grounding: the lifted law, with cards shared by their content."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, islice
from operator import itemgetter

import clingo
import msgspec

from pyadapter.actions import action_term
from pyadapter.canonical import Canonical, canonical
from pyadapter.catalogue import Catalogue, known_cards
from pyadapter.editions import edition_fact, edition_on
from pyadapter.errors import EncodingError, MalformedStateError, SpecialActionsError
from pyadapter.explain import READ, offers_in, only_about, verdicts_from
from pyadapter.facts import state_facts
from pyadapter.labels import labels_of
from pyadapter.lift import DOMAIN, Lifted, lift
from pyadapter.model import Card, StateDocument
from pyadapter.programs import Signature
from pyadapter.rulebook import rulebook
from pyadapter.session import LAW, Atoms, grounded
from pyadapter.slices import ground_slice, law_table, slice_for
from pyadapter.state import faults_in
from pyadapter.terms import atom, face_key, term
from pyadapter.verdict import Verdict
from pyadapter.vocabulary import shared_inputs, varying_inputs


@dataclass(frozen=True, slots=True)
class Question:
    """A state, and perhaps an action that somebody asks about, on offer or not."""

    document: StateDocument
    player: str | None = None
    action: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """All verdicts on a state, or what is wrong with it; `asked` is that on the action asked."""

    edition: str | None
    verdicts: tuple[Verdict, ...] = ()
    asked: Verdict | None = None
    error: SpecialActionsError | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question as facts, under an edition."""

    edition: str
    form: Canonical
    facts: tuple[str, ...]
    asked: str | None = None
    player: str | None = None

    @property
    def all_facts(self) -> tuple[str, ...]:
        """The facts of the state and, if there is one, of the question."""
        return self.facts if self.asked is None else (*self.facts, self.asked)


@cache
def lifted_law() -> Lifted:
    """Return the law with explanations and faults, lifted over everything that varies."""
    return lift(LAW, varying=varying_inputs())


def answers(
    questions: Iterable[Question],
    *,
    cards: Catalogue | None = None,
    rules: str | None = None,
    size: int = 200,
) -> Iterator[Answer]:
    """Yield an answer for each question, in order: exactly what `GameState` would say.

    `size` states share one grounding; their numbers are used again by the next ones, so that memory
    doesn't grow with the number of states.
    """
    catalogue = known_cards() if cards is None else cards
    waiting = iter(questions)
    while chunk := tuple(islice(waiting, size)):
        yield from _answered(chunk, catalogue, rules)


def _answered(
    questions: Sequence[Question], catalogue: Catalogue, rules: str | None
) -> Iterator[Answer]:
    keys = CardKeys()
    ready: list[Prepared | SpecialActionsError] = []
    for question in questions:
        try:
            ready.append(prepared(question, catalogue, rules, keys))
        except SpecialActionsError as error:
            ready.append(error)
    groups: dict[str, list[Prepared]] = defaultdict(list)
    for each in ready:
        if isinstance(each, Prepared):
            groups[each.edition].append(each)
    found: dict[int, Atoms] = {}
    for edition, members in groups.items():
        grounded = ground_together(
            [each.all_facts for each in members],
            shared=[edition_fact(edition)],
            read=(*READ, ("malformed", 2)),
        )
        found |= {id(each): atoms for each, atoms in zip(members, grounded, strict=True)}
    for each in ready:
        if isinstance(each, Prepared):
            yield _answer(each, found[id(each)])
        else:
            yield Answer(edition=None, error=each)


def _answer(each: Prepared, atoms: Atoms) -> Answer:
    book = rulebook(each.edition)
    faults = faults_in(atoms, each.form, book)
    if faults:
        return Answer(each.edition, error=MalformedStateError(faults))
    labels = labels_of(each.form.document)
    verdicts = verdicts_from(atoms, labels, book)
    if each.asked is None:
        return Answer(each.edition, verdicts)
    wanted = clingo.parse_term(each.asked).arguments[1]
    asked = verdicts_from(only_about(atoms, wanted), labels, book)
    return Answer(each.edition, verdicts, next(one for one in asked if one.player == each.player))


class CardKeys:
    """Keys for cards: the name, or another where cards of one name differ in content."""

    def __init__(self) -> None:
        self.known: dict[str, dict[bytes, str]] = defaultdict(dict)
        self.taken: set[str] = set()

    def of(self, cards: Iterable[Card]) -> dict[str, str]:
        found = {}
        for card in cards:
            contents = self.known[card.name]
            content = msgspec.json.encode(card)
            if content not in contents:
                contents[content] = self._free(card)
            found[card.name] = contents[content]
        return found

    def _free(self, card: Card) -> str:
        """Return a key that, with those of the card's faces, no other card has."""
        faces = (*card.halves, card.back) if card.back else card.halves
        for number in count(1):
            key = card.name if number == 1 else f"{card.name} ~{number}"
            keys = {key, *(face_key(key, face.name) for face in faces)}
            if not keys & self.taken:
                break
        self.taken |= keys
        return key


def prepared(
    question: Question, catalogue: Catalogue, rules: str | None, keys: CardKeys
) -> Prepared:
    """Return a question as facts. Raises SpecialActionsError if it can't be understood."""
    edition = edition_on(question.document.rules if rules is None else rules)
    form = canonical(question.document, catalogue=catalogue)
    facts = state_facts(form.document, keys=keys.of(form.document.cards))
    if question.action is None or question.player is None:
        return Prepared(edition, form, facts)
    player = question.player

    def offered() -> frozenset[str]:
        alone = ground_slice((edition_fact(edition), *state_facts(form.document)), read=READ)
        return offers_in(alone, player)

    action = action_term(form.document, question.action, offered=offered)
    asked = atom("asked", term(question.player), action)
    return Prepared(edition, form, facts, asked, question.player)


def numbered_facts(states: Sequence[Iterable[str]], *, shared: Iterable[str]) -> str:
    """Return the facts of many states as one program: each with its number, contents but once."""
    return "".join(f"{line}.\n" for line in _numbered(states, shared))


def _numbered(states: Sequence[Iterable[str]], shared: Iterable[str]) -> list[str]:
    common = shared_inputs()
    contents = dict.fromkeys(shared)
    own: list[str] = []
    for number, facts in enumerate(states):
        own.append(f"{DOMAIN}({number})")
        for fact in facts:
            name, _, rest = fact.partition("(")
            if name in common:
                contents[fact] = None
            else:
                own.append(f"{name}({number},{rest}")
    return [*contents, *own]


def ground_together(
    states: Sequence[Collection[str]],
    *,
    shared: Collection[str],
    read: Iterable[Signature],
    law: Lifted | None = None,
    files: tuple[str, ...] = LAW,
) -> tuple[Atoms, ...]:
    """Return for each state the arguments of the atoms read, from one grounding.

    That is a slice of the lifted law (or of other `files`), or else the whole of `law`. Raises
    EncodingError if clingo complains or an atom that is read is not a fact.
    """
    wanted = tuple(read)
    if law is None:
        indexed, partial = law_table(files).indexed, True
        program = slice_for(set(shared).union(*states), read=wanted, lifted=True, files=files)
    else:
        indexed, partial = law.indexed, False
        program = "\n".join(map(str, law.statements))

    def load(control: clingo.Control) -> None:
        control.add("base", [], program)

    control = grounded(load, _numbered(states, shared), partial=partial)
    found: list[dict[Signature, list[tuple[clingo.Symbol, list[clingo.Symbol]]]]] = [
        defaultdict(list) for _ in states
    ]
    for name, arity in wanted:
        if (name, arity) not in indexed:
            raise EncodingError(f"{name}/{arity} doesn't vary from state to state")
        for symbolic in control.symbolic_atoms.by_signature(name, arity + 1):
            symbol = symbolic.symbol
            if not symbolic.is_fact:
                raise EncodingError(f"{symbol} is not decided by the facts alone")
            arguments = symbol.arguments
            found[arguments[0].number][name, arity].append((symbol, arguments))
    return tuple({key: _sorted_rows(rows[key]) for key in wanted} for rows in found)


def _sorted_rows(
    rows: list[tuple[clingo.Symbol, list[clingo.Symbol]]],
) -> tuple[tuple[clingo.Symbol, ...], ...]:
    """Return the arguments after the number of the state, in the order of the atoms."""
    return tuple(tuple(arguments[1:]) for _, arguments in sorted(rows, key=itemgetter(0)))
