"""What must hold between a state and the next, told from the documents and never from the law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyadapter import GameState, Permanent, Player, StateDocument
from pyadapter.abilities import AdditionalLandPlays
from pyadapter.canonical import UNKNOWN_CARD, ZONES
from pyadapter.consequences import Outcome
from pyadapter.moves import PASS, Move

Held = tuple[Player, str, Permanent]


def broken(before: GameState, move: Move, found: Outcome) -> Iterator[str]:
    """Yield a sentence for everything that a step breaks."""
    old, new = before.document, found.state.document
    yield from _of_objects(old, new)
    yield from _of_life(old, new, move)
    if move.action == PASS:
        return
    if old.stack != new.stack:
        yield "the stack has changed"
    yield from _of_priority(old, new, move)
    yield from _of_others(old, new, move)
    if move.action.startswith("play_land("):
        yield from _of_lands(old, new, move)


def _held(document: StateDocument) -> Iterator[Held]:
    for player in document.players:
        for zone in ZONES:
            for item in getattr(player, zone):
                yield player, zone, item


def _of_objects(old: StateDocument, new: StateDocument) -> Iterator[str]:
    names = Counter([item.id for _, _, item in _held(new)] + [item.id for item in new.stack])
    for name, number in names.items():
        if number > 1:
            yield f"{name} is in {number} places"
    come, gone = _cards(new) - _cards(old), _cards(old) - _cards(new)
    if gone or any(card != UNKNOWN_CARD for _, card in come):  # libraries may not be told
        yield f"cards come and go: {come}, {gone}"


def _cards(document: StateDocument) -> Counter[tuple[str | None, str | None]]:
    """The cards by owner, in whatever zone; a token is none, and a merged permanent is several.

    A spell that isn't known may be anything, also a copy: it doesn't count, before or after.
    """
    found: Counter[tuple[str | None, str | None]] = Counter()
    for _, _, item in _held(document):
        if not item.token:
            found[item.owner, item.card] += 1
        found.update((item.owner, card) for card in item.merged_with if card != UNKNOWN_CARD)
    for stacked in document.stack:
        if stacked.card not in (None, UNKNOWN_CARD):
            found[stacked.owner, stacked.card] += 1
    return found


def _team(document: StateDocument, name: str) -> set[str]:
    teams = {player.name: player.team for player in document.players}
    shared = {"two_headed_giant", "shared_team_turns"} & set(document.variant)
    mates = {other for other, team in teams.items() if shared and team and team == teams[name]}
    return mates | {name}


def _of_life(old: StateDocument, new: StateDocument, move: Move) -> Iterator[str]:
    allowed = set() if move.action == PASS else _team(old, move.player)
    for was, now in zip(old.players, new.players, strict=True):
        if was.life != now.life and was.name not in allowed:
            yield f"the life of {was.name} has changed from {was.life} to {now.life}"
        if was.life is not None and now.life is not None and now.life > was.life:
            yield f"{was.name} has gained life"


def _of_priority(old: StateDocument, new: StateDocument, move: Move) -> Iterator[str]:
    if (old.priority, old.turn) != (new.priority, new.turn):
        yield f"priority or turn goes from {old.priority}, {old.turn} to {new.priority}, {new.turn}"
    has = set(new.priority or ())
    if old.paying is None and not has & _team(old, move.player):
        yield f"{move.player} acts without priority, which {sorted(has)} have"


def _of_others(old: StateDocument, new: StateDocument, move: Move) -> Iterator[str]:
    there = Counter(
        (item.owner, item.card) for _, zone, item in _held(old) if zone == "battlefield"
    )
    still = Counter(
        (item.owner, item.card) for _, zone, item in _held(new) if zone == "battlefield"
    )
    left = there - still
    for was, now in zip(old.players, new.players, strict=True):
        if was.name == move.player:
            continue
        if was.library != now.library:
            yield f"the library of {was.name} has changed"
        hands = [Counter((each.owner, each.card) for each in p.hand) for p in (was, now)]  # type: ignore[union-attr]
        if hands[0] - hands[1]:
            yield f"{was.name} has lost {hands[0] - hands[1]} from hand"
        for (owner, card), number in (hands[1] - hands[0]).items():
            if owner != was.name or left[owner, card] < number:
                yield f"{was.name} has got {number} {card} of {owner} into hand"


def _of_lands(old: StateDocument, new: StateDocument, move: Move) -> Iterator[str]:
    """No more plays than there can be: the rule's and what all effects in sight could give.

    Plays under an effect that is over, or by a resolving effect, may not have used up any of those.
    """
    played = {player.name: len(player.lands_played) for player in old.players}  # type: ignore[arg-type]
    now = {player.name: len(player.lands_played) for player in new.players}  # type: ignore[arg-type]
    if now != {**played, move.player: played[move.player] + 1}:
        yield f"the land plays go from {played} to {now}"
    there = {"rule", "unnamed"} | {item.id for _, _, item in _held(old)}
    there |= {effect.id for effect in old.effects if not effect.gone}
    (actor,) = (player for player in old.players if player.name == move.player)
    used = sum(permission in there for permission in actor.lands_played)  # type: ignore[union-attr]
    extra = [each.n for each in _extra_plays(old)]
    if "any" not in extra and used >= 1 + sum(n for n in extra if n != "any"):
        yield f"{move.player} has used {used} land plays, and plays another"


def _extra_plays(document: StateDocument) -> Iterator[AdditionalLandPlays]:
    cards = {card.name: card for card in document.cards}
    for _, _, item in _held(document):
        for name in (item.card, *item.copy_of, *item.merged_with):
            card = cards.get(name)
            parts = (card, card.back, *card.halves) if card else ()
            for part in parts:
                for ability in part.abilities if part else ():
                    if isinstance(ability, AdditionalLandPlays):
                        yield ability
    for effect in document.effects:
        if isinstance(effect, AdditionalLandPlays) and not effect.gone:
            yield effect
