"""Game states: load, build and change them, and ask which special actions are legal, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import clingo
import msgspec

from pyadapter.actions import action_term
from pyadapter.canonical import ZONES, Canonical, canonical
from pyadapter.catalogue import Catalogue, known_cards, load_cards
from pyadapter.documents import (
    converted,
    document_of,
    read_bytes,
    read_document,
    write_document,
)
from pyadapter.editions import edition_fact, edition_notes, edition_on
from pyadapter.errors import ActionError, DocumentError, MalformedStateError
from pyadapter.explain import READ, offers_in, only_about, verdicts_from
from pyadapter.facts import state_facts
from pyadapter.labels import bare, labels_of
from pyadapter.model import Permanent, Player, StateDocument
from pyadapter.phrases import type_line
from pyadapter.rulebook import Rulebook, rulebook
from pyadapter.session import Atoms, Later
from pyadapter.slices import ground_slice
from pyadapter.terms import atom, term
from pyadapter.tidy import tidied
from pyadapter.verdict import Verdict


@dataclass(frozen=True, slots=True)
class GameState:
    """A moment of a game under an edition of the rules; it never changes, changes make new ones.

    `source` is the document as given, `cards` where names of cards are looked up. Making one raises
    MalformedStateError with everything that is wrong, or EditionError.

    >>> state = GameState.from_json('''{"turn": "ann", "phase": "precombat_main", "priority": "ann",
    ...     "players": [{"name": "ann", "hand": ["Forest"]}]}''')
    >>> [verdict.action for verdict in state.legal_actions()]
    ['play_land(forest)']
    """

    source: StateDocument
    cards: Catalogue
    edition: str
    _canonical: Canonical
    _atoms: Atoms = field(repr=False, compare=False)
    _day: str | None = field(default=None, repr=False, compare=False)

    @classmethod
    def from_document(
        cls,
        document: StateDocument | Mapping[str, Any],
        *,
        cards: Catalogue | None = None,
        rules: str | None = None,
    ) -> GameState:
        """Return the state of a document; `rules` overrules the document's own date.

        A dict will do that says what a document in JSON says; DocumentError tells its faults.

        >>> GameState.from_document({"turn": "ann", "players": [{"name": "ann"}]})
        Traceback (most recent call last):
        pyadapter.errors.DocumentError: $: found no such field, expected the field 'priority'
        """
        document = document_of(document)
        catalogue = known_cards() if cards is None else cards
        day = document.rules if rules is None else rules
        edition = edition_on(day)
        form = canonical(document, catalogue=catalogue)
        atoms = _asked(edition, form)
        faults = faults_in(atoms, form, rulebook(edition))
        if faults:
            raise MalformedStateError(faults)
        return cls(document, catalogue, edition, form, atoms, day)

    @classmethod
    def from_json(
        cls, text: str | bytes, *, cards: Catalogue | None = None, rules: str | None = None
    ) -> GameState:
        """Return the state in a JSON text."""
        return cls.from_document(read_document(text), cards=cards, rules=rules)

    @classmethod
    def load(
        cls, path: str | Path, *, card_files: Iterable[str | Path] = (), rules: str | None = None
    ) -> GameState:
        """Return the state in a file. Raises DocumentError if the file can't be read."""
        return cls.from_json(read_bytes(path), cards=load_cards(card_files), rules=rules)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the verdicts should know besides: doubts about the day, who decides."""
        return notes_on(self.document, rules=self._day)

    @property
    def document(self) -> StateDocument:
        """The canonical document: every id, card and default written out."""
        return self._canonical.document

    def to_json(self) -> str:
        """Return the document as given, as JSON text that `from_json` reads."""
        return write_document(self.source)

    def facts(self) -> tuple[str, ...]:
        """Return the ASP facts of this state, the edition first.

        >>> GameState.from_json('''{"turn": "a", "phase": "draw", "priority": null,
        ...     "players": [{"name": "a"}]}''').facts()
        ('edition(20120501)', 'turn(a,draw)', 'player(a)', 'seat(a,1)')
        """
        return (edition_fact(self.edition), *state_facts(self.document))

    def verdicts(self, *, player: str | None = None) -> tuple[Verdict, ...]:
        """Return a verdict on every action on offer (for one player), in a fixed order."""
        found = self._verdicts(self._atoms)
        if player is not None:
            self._known(player)
        return tuple(verdict for verdict in found if player in (None, verdict.player))

    def legal_actions(self, *, player: str | None = None) -> tuple[Verdict, ...]:
        """Return the verdicts on the actions on offer that are legal."""
        return tuple(verdict for verdict in self.verdicts(player=player) if verdict.legal)

    def why(self, action: str, *, player: str | None = None) -> Verdict:
        """Return the verdict on any action, on offer or not, with all its reasons.

        Without `player` the one who has priority is meant, or whose turn it is if nobody has.
        Raises ActionError if the action or the player isn't understood.
        """
        who = self.acting(player)
        asked = self.action_term(action, player=who)
        question = atom("asked", term(who), asked)
        atoms = ground_slice((*self.facts(), question), read=READ)
        for verdict in self._verdicts(only_about(atoms, clingo.parse_term(asked))):
            if verdict.player == who:
                return verdict
        raise ActionError(f"action: {asked} got no verdict")

    def action_term(self, action: str, *, player: str | None = None) -> str:
        """Return the term of the action that a text names, for a player; `why` says for whom.

        Of several cards of one name, what is on offer to the player is meant.
        Raises ActionError if the action or the player isn't understood.

        >>> state = GameState.from_json('''{"turn": "a", "phase": "draw", "priority": "a",
        ...     "players": [{"name": "a", "hand": ["Forest"], "battlefield": ["Forest"]}]}''')
        >>> state.action_term("play Forest")
        'play_land(forest)'
        """
        who = self.acting(player)
        return action_term(self.document, action, offered=lambda: offers_in(self._atoms, who))

    def after(
        self,
        action: str,
        *,
        player: str | None = None,
        options: Mapping[str, str | int] | None = None,
    ) -> GameState:
        """Return the state after a legal action, or after `pass_priority`.

        Options that are left open are the first ones; `pyadapter.consequences.outcome` tells them.
        Raises NotLegalError if the action isn't legal.

        >>> state = GameState.from_json('''{"turn": "a", "phase": "draw", "priority": "a",
        ...     "players": [{"name": "a"}]}''')
        >>> state.after("pass_priority").document.turn
        {'a': 'precombat_main'}
        """
        from pyadapter.consequences import outcome
        from pyadapter.moves import Move

        chosen = tuple((name, str(value)) for name, value in (options or {}).items())
        return outcome(self, Move(self.acting(player), action, chosen)).state

    def followed_by(self, document: StateDocument, *, ask_later: bool = False) -> GameState:
        """Return the state of another canonical document of the same game, under the same rules.

        With `ask_later`, the law is asked about it, also whether it can be, only when need be.
        """
        day = self._day if self._day is not None else self.edition
        plain = msgspec.structs.replace(document, rules=day, title=self.source.title)
        source = tidied(plain)
        if not ask_later:
            return self.from_document(source, cards=self.cards)
        form = canonical(source, catalogue=self.cards)
        later = Later(partial(_asked, self.edition, form))
        return GameState(source, self.cards, self.edition, form, later, day)

    def faults_in(self, atoms: Atoms) -> tuple[str, ...]:
        """Return everything that is wrong with this state, told by atoms of `malformed`."""
        return faults_in(atoms, self._canonical, rulebook(self.edition))

    def acting(self, player: str | None = None) -> str:
        """Return the player who is meant: by default who has priority, or else whose turn it is.

        Raises ActionError if the player isn't in this state.
        """
        return self._actor() if player is None else self._known(player)

    def replace(self, **changes: Any) -> GameState:
        """Return this state with fields of the document changed.

        >>> state = GameState.from_json('''{"turn": "a", "phase": "draw", "priority": "a",
        ...     "players": [{"name": "a", "hand": ["Forest"]}]}''')
        >>> len(state.legal_actions()), len(state.replace(phase="precombat_main").legal_actions())
        (0, 1)
        """
        _check_fields("$", changes, StateDocument)
        plain = converted(
            {
                **msgspec.to_builtins(self.source),
                **{name: _plain(f"$.{name}", value) for name, value in changes.items()},
            }
        )
        rules = plain.rules if "rules" in changes else self._day
        return self.from_document(plain, cards=self.cards, rules=rules)

    def put(self, player: str, zone: str, *objects: str | Permanent) -> GameState:
        """Return this state with objects added to the end of a player's zone."""

        def added(old: Player) -> Player:
            return msgspec.structs.replace(old, **{zone: (*getattr(old, zone), *objects)})

        self._known(player)
        if zone not in ZONES:
            raise DocumentError(
                f"$.players.{zone}", found="an unknown zone", expected=f"one of {', '.join(ZONES)}"
            )
        players = tuple(added(old) if old.name == player else old for old in self.source.players)
        return self.replace(players=players)

    def change_player(self, player: str, **changes: Any) -> GameState:
        """Return this state with fields of a player changed, such as `life` or `lands_played`."""
        self._known(player)
        _check_fields("$.players", changes, Player)
        players = tuple(
            msgspec.structs.replace(old, **changes) if old.name == player else old
            for old in self.source.players
        )
        return self.replace(players=players)

    def under(self, rules: str) -> GameState:
        """Return this state under the rules of another day."""
        return self.from_document(self.source, cards=self.cards, rules=rules)

    def _known(self, player: str) -> str:
        names = [each.name for each in self.document.players]
        if player not in names:
            raise ActionError(f"player: found {player!r}, expected one of {', '.join(names)}")
        return player

    def _actor(self) -> str:
        priority = self.document.priority
        turn = self.document.turn
        candidates: Sequence[str] = tuple(priority or ()) or tuple(turn or ())
        return candidates[0] if candidates else self.document.players[0].name

    def _verdicts(self, atoms: Atoms) -> tuple[Verdict, ...]:
        return verdicts_from(atoms, labels_of(self.document), rulebook(self.edition))

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{escape(v.player)}</td><td>{escape(v.label)}</td><td>{v.verdict}</td></tr>"
            for v in self.verdicts()
        )
        return f"<table><caption>rules of {self.edition}</caption>{rows}</table>"


def notes_on(document: StateDocument, *, rules: str | None = None) -> tuple[str, ...]:
    """Return what a reader of verdicts on a document, perhaps under other rules, should know."""
    deciding = (
        f"{player.decided_by} makes the decisions of {player.name}"
        for player in document.players
        if player.decided_by
    )
    day = document.rules if rules is None else rules
    return (*edition_notes(day), *deciding, *_sources_gone(document), *_out_of_place(document))


def _out_of_place(document: StateDocument) -> Iterator[str]:
    """Yield a note for what a document says of a card that has no bearing where the card is."""
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                if isinstance(item, Permanent) and item.companion and zone != "outside":
                    yield f"{item.card} is marked as a companion, but it isn't `outside`"


def _sources_gone(document: StateDocument) -> Iterator[str]:
    """Yield a note for each effect that may have ended with the permanent it came from."""
    types = {card.name: type_line(card.type)[1] for card in document.cards}
    elsewhere = {
        item.id: item.card
        for player in document.players
        for zone in ZONES
        for item in getattr(player, zone)
        if zone != "battlefield" and isinstance(item, Permanent)
    }
    for effect in document.effects:
        card = elsewhere.get(effect.source or "")
        lasting = not {"instant", "sorcery"} & set(types.get(card or "", ("instant",)))
        if lasting and effect.allows and not effect.gone and not effect.applies_to:
            yield (
                f"{effect.id} is taken to be in force, though {card}, its source, isn't on the"
                " battlefield: if it is over, say `gone: true`"
            )


def faults_in(atoms: Atoms, form: Canonical, book: Rulebook) -> tuple[str, ...]:
    """Return everything that is wrong with a state, each with its path in the document."""
    faults = []
    for kind, witness in atoms["malformed", 2]:
        name, path = _placed(kind.name, witness, form)
        path = book.fault_places.get(kind.name, path)
        faults.append(f"{path}: {book.faults[kind.name].replace('{witness}', name)}")
    return tuple(sorted(set(faults)))


def _asked(edition: str, form: Canonical) -> Atoms:
    facts = (edition_fact(edition), *state_facts(form.document))
    return ground_slice(facts, read=(*READ, ("malformed", 2)))


_OF_PLAYERS = frozenset(["decides_for_himself", "life_differs", "no_team", "player_twice"])


def _placed(kind: str, witness: clingo.Symbol, form: Canonical) -> tuple[str, str]:
    if witness.type is clingo.SymbolType.Function and witness.name == "field":
        owner, field_name, value = witness.arguments
        name = bare(value.arguments[0]) if _compound(value) else bare(value)
        of_player = bare(field_name) in Player.__struct_fields__
        paths = form.seats if of_player else form.paths
        return name, f"{paths.get(bare(owner), '$')}.{bare(field_name)}"
    name = bare(witness.arguments[0]) if _compound(witness) else bare(witness)
    if kind == "no_type":
        return name, f"$.cards[{name}]"
    return name, (form.seats if kind in _OF_PLAYERS else form.paths).get(name, "$")


def _check_fields(path: str, changes: dict[str, Any], record: type[msgspec.Struct]) -> None:
    unknown = changes.keys() - set(record.__struct_fields__)
    if unknown:
        fields = ", ".join(record.__struct_fields__)
        raise DocumentError(
            f"{path}.{min(unknown)}", found="an unknown field", expected=f"one of {fields}"
        )


def _plain(path: str, value: object) -> object:
    def refuse(item: object) -> NoReturn:
        raise DocumentError(
            path, found=f"a Python {type(item).__name__}", expected="what JSON can say"
        )

    try:
        return msgspec.to_builtins(value, enc_hook=refuse)
    except RecursionError as error:
        raise DocumentError(
            path, found="data that nests too deeply", expected="what JSON can say"
        ) from error


def _compound(symbol: clingo.Symbol) -> bool:
    return symbol.type is clingo.SymbolType.Function and bool(symbol.arguments)
