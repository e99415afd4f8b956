"""All single changes of a state, one by one, in plain Python: an independent reading of the kinds.

Another moment is found by playing on, step by step, until every player's next turn is over. Nothing
here looks at `asp/repair`; what a change is worth is left to the law.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from pyadapter import FloatingMana, Permanent, Player, StateDocument
from pyadapter import abilities as ab

Change = tuple[str, ...]
STEPS: tuple[str, ...] = get_args(ab.Step)
OF_THE_TURN: Mapping[str, Any] = {
    "lands_played": (),
    "planar_die_rolls": 0,
    "effect_rolls": 0,
    "cards_foretold": 0,
    "spells_cast": (),
    "ignores": (),
}
HAMPERING = (
    ab.Cant,
    ab.CantPlayLands,
    ab.CantCast,
    ab.CantTurnFaceUp,
    ab.CantActivate,
    ab.CastLimit,
    ab.CastTiming,
    ab.ActivateTiming,
    ab.LosesAbilities,
    ab.SetsLandTypes,
    ab.LifeCantChange,
)


def single_changes(
    document: StateDocument, who: str, thing: str | None
) -> Iterator[tuple[Change, StateDocument]]:
    """Yield every single change of a canonical document, named, with the document after it.

    `who` is the player who would act, `thing` the id of what the action is about.
    """
    yield from _moments(document, who)
    for kind in "WUBRGC":
        yield ("mana", kind), _with_mana(document, who, FloatingMana(mana=f"{{{kind}}}"))
    snow = FloatingMana(mana="{C}", snow=True)
    yield ("mana", "S"), _with_mana(document, who, snow)
    for effect in document.effects:
        if _hampers(effect) and not effect.gone:
            yield ("goes", effect.id or ""), _without_effects(document, {effect.id})
    for player in document.players:
        for item in player.battlefield:
            if _in_the_way(document, item):
                yield ("goes", _id(item)), _without(document, _id(item))
    if len(document.stack) > 1:
        for stacked in document.stack:
            stack = tuple(each for each in document.stack if each is not stacked)
            yield ("goes", stacked.id or ""), replace(document, stack=stack)
    unseen = {
        item.id
        for player in document.players
        for zone in ("library", "graveyard", "exile")
        for item in getattr(player, zone)
    }
    for name in sorted({*unseen, thing} - {None}):
        yield from _in_hand(document, who, name)


def _hampers(ability: object) -> bool:
    if isinstance(ability, ab.CostChange):
        return ability.delta > 0
    return isinstance(ability, HAMPERING)


def _id(item: str | Permanent) -> str:
    assert isinstance(item, Permanent)
    return item.id or ""


def _in_the_way(document: StateDocument, item: str | Permanent) -> bool:
    assert isinstance(item, Permanent)
    names = {item.card, *item.copy_of}
    cards = [card for card in document.cards if card.name in names]
    faces = [face for card in cards for face in (*card.halves, card.back) if face]
    of_cards = [each for card in cards for each in card.abilities]
    abilities = [*of_cards, *(each for face in faces for each in face.abilities)]
    lasting = [effect for effect in document.effects if not effect.gone]
    spoken_of = any(item.id in (effect.source, *effect.applies_to) for effect in lasting)
    plays = {name for player in document.players for name in player.lands_played}  # type: ignore[union-attr]
    return any(map(_hampers, abilities)) and not spoken_of and item.id not in plays


def _with_mana(document: StateDocument, who: str, mana: FloatingMana) -> StateDocument:
    return _for(document, who, lambda old: replace(old, pool=(*old.pool, mana)))


def _for(document: StateDocument, who: str, change: Any) -> StateDocument:
    players = tuple(change(old) if old.name == who else old for old in document.players)
    return replace(document, players=players)


def _without_effects(document: StateDocument, gone: set[str | None]) -> StateDocument:
    effects = tuple(
        replace(each, gone=True) if each.id in gone else each for each in document.effects
    )
    return replace(document, effects=effects)


def _without(document: StateDocument, thing: str) -> StateDocument:
    """Return the document without a permanent; its Auras go along, the rest falls off."""
    auras = {card.name for card in document.cards if "aura" in card.type.lower().split()}

    def cleared(player: Player) -> Player:
        kept = [
            item
            for item in player.battlefield
            if isinstance(item, Permanent)
            and item.id != thing
            and not (item.attached_to == thing and auras & {item.card, *item.copy_of})
        ]
        loose = (
            replace(item, attached_to=None) if item.attached_to == thing else item for item in kept
        )
        names = {name for name in player.ignores if name != thing}
        return replace(player, battlefield=tuple(loose), ignores=tuple(sorted(names)))

    return replace(document, players=tuple(map(cleared, document.players)))


def _in_hand(
    document: StateDocument, who: str, thing: str
) -> Iterator[tuple[Change, StateDocument]]:
    found = [
        item
        for player in document.players
        for zone in ("library", "graveyard", "exile", "battlefield")
        for item in getattr(player, zone)
        if item.id == thing and item.owner == who and not item.token and not item.merged_with
    ]
    found += [
        Permanent(card=item.card, id=item.id)
        for item in document.stack
        if item.id == thing and item.owner == who and item.card
    ]
    named = {name for each in document.effects for name in (each.source, *each.applies_to)}
    if not found or thing in named:
        return

    def moved(player: Player) -> Player:
        zones = {
            zone: tuple(item for item in getattr(player, zone) if item.id != thing)
            for zone in ("library", "graveyard", "exile")
        }
        hand = player.hand
        if player.name == who:
            hand = (*hand, Permanent(card=found[0].card, id=thing, owner=who))
        return replace(player, hand=hand, **zones)

    cleared = _without(document, thing)
    stack = tuple(item for item in document.stack if item.id != thing)
    players = tuple(map(moved, cleared.players))
    yield ("hand", thing), replace(cleared, players=players, stack=stack)


def _moments(document: StateDocument, who: str) -> Iterator[tuple[Change, StateDocument]]:
    """Yield the moments that come: here, and step by step as the game is played on."""
    turn = document.turn
    busy = document.in_progress
    stopped = busy in ("ending_the_turn", "before_the_game", "between_turns")
    acting = replace(document, priority=(who,), in_progress=None, paying=None)
    if isinstance(turn, dict) and turn and not stopped:
        now = turn.get(who) or next(iter(turn.values()))
        if now != "untap" and (now != "cleanup" or document.priority):
            if not (busy == "resolving" and document.stack):
                yield ("here", "kept"), acting
            if document.stack:
                yield ("here", "emptied"), replace(acting, stack=())
    if "grand_melee" in document.variant:
        yield from _own_turn_in_a_melee(replace(acting, stack=()), who, stopped)
    else:
        yield from _played_on(replace(acting, stack=()), who, stopped)


def _own_turn_in_a_melee(
    document: StateDocument, who: str, stopped: bool
) -> Iterator[tuple[Change, StateDocument]]:
    assert isinstance(document.turn, dict)
    if who not in document.turn or stopped:
        return
    later = STEPS[STEPS.index(document.turn[who]) + 1 :]
    begun: list[str] = [document.turn[who]]
    for step in later:
        begun.append(step)
        if step not in ("untap", "cleanup"):
            turn = {**document.turn, who: step}
            moved = _in_another_step(replace(document, turn=turn), document.turn, who, begun)
            yield ("this_turn", who, step), moved


def _played_on(
    document: StateDocument, who: str, stopped: bool
) -> Iterator[tuple[Change, StateDocument]]:
    order = _turn_order(document, who)
    turn = document.turn if isinstance(document.turn, dict) else {}
    present = next((_taker(document, who, name) for name in turn), None)
    now = next(iter(turn.values()), None)
    passed: list[tuple[str, str]] = []
    due = None if now is None or present is None else (present, now)
    if present is not None and now is not None:
        for step in STEPS[STEPS.index(now) + 1 :]:
            passed.append((present, step))
            if not stopped and step not in ("untap", "cleanup"):
                moved = _at(document, who, next(iter(turn)), step, due, passed)
                yield ("this_turn", next(iter(turn)), step), moved
    start = order.index(present) + 1 if present in order else _after(document, order, present)
    for place in range(len(order)):
        player = order[(start + place) % len(order)]
        for step in STEPS:
            passed.append((player, step))
            if step not in ("untap", "cleanup"):
                later = _at(document, who, player, step, due, passed)
                yield ("another_turn", player, step), _turned(later, who, player)


def _after(document: StateDocument, order: list[str], present: str | None) -> int:
    """Return the place in the order of the first player after one who has left the game."""
    names = [player.name for player in document.players]
    if present is None:
        return 0
    after = [name for name in order if names.index(name) > names.index(present)]
    return order.index(after[0]) if after else 0


def _shared(document: StateDocument) -> bool:
    return bool({"two_headed_giant", "shared_team_turns"} & set(document.variant))


def _taker(document: StateDocument, who: str, name: str) -> str:
    """Return who is named for the turns of a player: who is at turn, or the actor of their team."""
    if not _shared(document):
        return name
    teams = {player.name: player.team for player in document.players}
    if teams[name] is None:
        return name
    members = [
        player.name for player in document.players if player.team == teams[name] and not player.left
    ]
    at_turn = [
        each for each in members if isinstance(document.turn, dict) and each in document.turn
    ]
    if at_turn:
        return at_turn[0]
    if who in members:
        return who
    return members[0] if members else name


def _turn_order(document: StateDocument, who: str) -> list[str]:
    names = [player.name for player in document.players if not player.left]
    return list(dict.fromkeys(_taker(document, who, name) for name in names))


def _at(
    document: StateDocument,
    who: str,
    player: str,
    step: str,
    due: tuple[str, str] | None,
    passed: list[tuple[str, str]],
) -> StateDocument:
    """Return the document in a step, with what is lost between the steps that were passed."""
    over: set[str | None] = set()
    for effect in document.effects:
        if effect.allows and effect.allows.before:
            before = effect.allows.before
            mark = (_taker(document, who, before.of), before.step)
            if mark in passed or (mark == due and not before.made_in_it):
                over.add(effect.id)
    moved = _without_effects(document, over)
    effects = tuple(map(_older, moved.effects))
    players = tuple(replace(old, pool=()) for old in moved.players)
    return replace(moved, turn={player: step}, effects=effects, players=players)


def _in_another_step(
    moved: StateDocument, before: Mapping[str, str], who: str, begun: list[str]
) -> StateDocument:
    passed = [(who, step) for step in begun[1:]]
    assert isinstance(moved.turn, dict)
    turn = moved.turn
    plain = replace(moved, turn=dict(before))
    found = _at(plain, who, who, turn[who], (who, begun[0]), passed)
    return replace(found, turn=turn)


def _older(effect: ab.Effect) -> ab.Effect:
    if effect.allows is None or effect.allows.before is None:
        return effect
    before = replace(effect.allows.before, made_in_it=False)
    return replace(effect, allows=replace(effect.allows, before=before))


def _turned(document: StateDocument, who: str, player: str) -> StateDocument:
    """Return the document in a new turn: counts begin anew, effects of the turn are over."""
    over = {
        each.id
        for each in document.effects
        if each.until in ("end of turn", "this turn", "end of combat", "cleanup")
    }
    moved = _without_effects(document, over)
    players = []
    for old in moved.players:
        settled = _taker(document, who, old.name) == player
        battlefield = tuple(
            replace(item, summoning_sick=item.summoning_sick and not settled)
            for item in old.battlefield
            if isinstance(item, Permanent)
        )
        players.append(replace(old, **OF_THE_TURN, battlefield=battlefield))
    return replace(moved, players=tuple(players))
