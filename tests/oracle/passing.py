"""What passing priority brings: the next player, a resolution, the next step, the next turn.

Readings where documents don't say enough:

 * Nobody attacks: after declaring attackers comes the end of combat (508.8).
 * No phase or step is added or skipped otherwise; the beginning of a turn is its upkeep, since
   nobody gets priority before.
 * A time counter of a suspended card comes off as the upkeep begins, not by way of the stack.
 * What is attached comes back with what it phased out with, and what stays away isn't refreshed.
 * What resolves does nothing but leave the stack: a permanent spell enters, another one is put
   into the graveyard, an ability is gone.
 * Only these words for the end of the turn are durations; others are notes for people.
 * From a library of which nothing is known an unknown card is drawn.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pyadapter.abilities import AddsCreatureTypes, Clause, SetsCreatureTypes, Step, Suspend
from pyadapter.model import Permanent, Player, StackObject, StateDocument
from tests.oracle.abilities import has_kind
from tests.oracle.editing import (
    all_ids,
    card_named,
    fresh_id,
    marked,
    moved,
    now_stamped,
    objects,
    put,
    replace,
    with_objects,
    with_player,
    with_players,
    without,
)
from tests.oracle.effects import CHANGES
from tests.oracle.entering import enters_tapped
from tests.oracle.game import find_thing, read_game, seat_of
from tests.oracle.layers import look, settle

AFTER: dict[str, Step] = {
    "untap": "upkeep",
    "upkeep": "draw",
    "draw": "precombat_main",
    "precombat_main": "beginning_of_combat",
    "beginning_of_combat": "declare_attackers",
    "declare_attackers": "end_of_combat",
    "declare_blockers": "combat_damage",
    "combat_damage": "end_of_combat",
    "end_of_combat": "postcombat_main",
    "postcombat_main": "end",
    "end": "cleanup",
}
CHANGING = (*CHANGES, AddsCreatureTypes, SetsCreatureTypes)
UNTIL_CLEANUP = ("end of turn", "until end of turn", "this turn")
SPELL_TYPES = ("instant", "sorcery")


class NotSaidError(Exception):
    """What follows depends on something that the document doesn't say."""


def group_of(document: StateDocument, name: str) -> tuple[str, ...]:
    """The players who have turns and priority together: a team, or the player alone."""
    team = seat_of(document, name).team
    shared = {"shared_team_turns", "two_headed_giant"} & set(document.variant)
    if not shared or team is None:
        return (name,)
    return tuple(one.name for one in document.players if one.team == team)


def pass_priority(document: StateDocument, player: str) -> StateDocument:
    """The document after the player (or the player's team) has passed."""
    document = with_player(document, player, passed=True)
    waiting = [group for group in _present(document) if not _has_passed(document, group)]
    if not waiting:
        if document.stack:
            return _resolved(_nobody_passed(document))
        return _next_step(_nobody_passed(document))
    return replace(document, priority=(_next_after(document, player),))


def _present(document: StateDocument) -> list[tuple[str, ...]]:
    groups = [group_of(document, one.name) for one in document.players if not one.left]
    return list(dict.fromkeys(groups))


def _has_passed(document: StateDocument, group: tuple[str, ...]) -> bool:
    return any(one.passed for one in document.players if one.name in group)


def _nobody_passed(document: StateDocument) -> StateDocument:
    return with_players(document, lambda _player: {"passed": False})


def _next_after(document: StateDocument, player: str) -> str:
    """The next player in turn order who is in the game, of another team where turns are shared."""
    names = [one.name for one in document.players]
    place = names.index(player)
    own = group_of(document, player)
    around = [*names[place + 1 :], *names[:place]]
    others = [one for one in around if one not in own and not seat_of(document, one).left]
    return others[0] if others else player


def _active(document: StateDocument) -> str:
    turn = document.turn
    if not isinstance(turn, dict) or len(turn) != 1:
        raise NotSaidError("not the turn of one player or team")
    return next(iter(turn))


def _first_to_act(document: StateDocument) -> str:
    """The active player; if that one has left, the next in turn order (800.4)."""
    active = _active(document)
    for one in group_of(document, active):
        if not seat_of(document, one).left:
            return one
    return _next_after(document, active)


def _resolved(document: StateDocument) -> StateDocument:
    top = document.stack[0]
    world = settle(read_game(document, {}))
    cast = find_thing(world.game, top.id)
    document = replace(document, stack=document.stack[1:])
    names = set(all_ids(document))
    if top.card is not None:
        document = _landed(document, top)
    on_battlefield = {item.id for _, zone, item in objects(document) if zone == "battlefield"}
    become = next(iter(on_battlefield - names), None)
    document = _effects(document, lambda effect: _going_along(effect, top, become))
    if become is not None:
        tapped = enters_tapped(world, cast, "as_is", document, become)
        document = marked(document, become, tapped=tapped)
    return replace(document, priority=(_first_to_act(document),))


def _going_along(effect: Clause, spell: StackObject, become: str | None) -> Clause | None:
    """What changes a spell changes the permanent that it becomes (400.7a); else it's over."""
    if spell.id is None or spell.id not in effect.applies_to:
        return effect
    if become is None or not isinstance(effect, CHANGING):
        return without(effect, spell.id, spell.controller)
    return replace(
        effect, applies_to=tuple(become if one == spell.id else one for one in effect.applies_to)
    )


def _landed(document: StateDocument, spell: StackObject) -> StateDocument:
    assert spell.card is not None
    card = card_named(document, spell.card)
    if card is None and not spell.face_down:
        raise NotSaidError("which card the spell is")
    owner = spell.owner or spell.controller
    new = Permanent(card=spell.card, id=fresh_id(document, spell.card), owner=owner)
    types = set(card.type.lower().replace("—", " ").split()) if card else set()
    for half in card.halves if card else ():
        types |= set((half.type or "").lower().replace("—", " ").split())
    if not spell.face_down and types & set(SPELL_TYPES):
        return put(document, owner, "graveyard", new)
    if "aura" in types and not spell.face_down:
        raise NotSaidError("what the Aura is attached to")
    entered = replace(
        new,
        face_down=spell.face_down,
        summoning_sick=True,
        time=now_stamped(document),
    )
    return put(document, spell.controller, "battlefield", entered)


def _next_step(document: StateDocument) -> StateDocument:
    active = _active(document)
    now = document.turn[active]  # type: ignore[index]
    document = with_players(document, lambda _player: {"pool": ()})
    if now in ("end", "cleanup"):
        if now == "end":
            document = _begun(document, active, "cleanup")
        return _next_turn(document, active)
    step = AFTER[now]
    document = _begun(document, active, step)
    if step == "draw":
        for one in group_of(document, active):
            document = _drawn(document, one)
    document = replace(document, turn={active: step})
    return replace(document, priority=(_first_to_act(document),))


def _effects(document: StateDocument, change: Any) -> StateDocument:
    effects = (change(effect) for effect in document.effects)
    return replace(document, effects=tuple(one for one in effects if one is not None))


def _same_group(document: StateDocument, one: str, other: str) -> bool:
    return one in group_of(document, other)


def _of_an_earlier_turn(effect: Clause) -> Clause:
    """The turn ends in which the effect was made, so the next beginning of its step counts."""
    allows = effect.allows
    if allows is None or allows.before is None or not allows.before.made_in_it:
        return effect
    before = msgspec.structs.replace(allows.before, made_in_it=False)
    return replace(effect, allows=msgspec.structs.replace(allows, before=before))


def _begun(document: StateDocument, active: str, step: str) -> StateDocument:
    """The step begins: offers that were open until then are over."""

    def still_open(effect: Clause) -> Clause | None:
        before = effect.allows.before if effect.allows else None
        if before is None or before.made_in_it or before.step != step:
            return effect
        return None if _same_group(document, before.of, active) else effect

    return _effects(document, still_open)


def _drawn(document: StateDocument, name: str) -> StateDocument:
    player = seat_of(document, name)
    if player.left:
        return document
    if not player.library:
        unknown = Permanent(card="?", id=fresh_id(document, "unknown"), owner=name)
        return put(document, name, "hand", unknown)
    top = player.library[0]
    assert isinstance(top, Permanent)
    assert top.id is not None
    return moved(document, top.id, "hand")


def _next_turn(document: StateDocument, active: str) -> StateDocument:
    """The turn ends, the next player's begins, and comes to its upkeep."""
    document = _effects(
        document, lambda effect: None if effect.until in UNTIL_CLEANUP or effect.gone else effect
    )
    document = _effects(document, _of_an_earlier_turn)
    document = with_players(document, _turn_over)
    document = with_players(
        document, lambda player: {"decided_by": None} if player.name == active else {}
    )
    document = with_objects(
        document, lambda _player, _zone, item: replace(item, exiled_this_turn=False)
    )
    following = _next_after(document, active)
    if seat_of(document, active).left is False and len(_present(document)) == 1:
        following = active
    document = _begun(document, following, "untap")
    acting = group_of(document, following)

    hidden = _hidden_with(document)

    def refreshed(player: Player, zone: str, item: Permanent) -> Permanent:
        if zone != "battlefield":
            return item
        if item.phased_out and hidden[item.id or ""] in acting:
            item = replace(item, phased_out=False)
        if player.name not in acting or item.phased_out:
            return item
        return replace(item, tapped=False, summoning_sick=False)

    document = with_objects(document, refreshed)
    document = _begun(document, following, "upkeep")
    document = _ticked(document, acting)
    document = replace(document, turn={following: "upkeep"})
    return replace(document, priority=(_first_to_act(document),))


def _hidden_with(document: StateDocument) -> dict[str, str]:
    """For each phased-out permanent the player with whose things it comes back (702.26)."""
    away = {
        item.id or "": (player.name, item.attached_to)
        for player, zone, item in objects(document)
        if zone == "battlefield" and item.phased_out
    }
    return {name: away.get(host or "", (own, None))[0] for name, (own, host) in away.items()}


def _ticked(document: StateDocument, acting: tuple[str, ...]) -> StateDocument:
    """Each suspended card of these players loses a time counter (702.60a), not by way of the stack.

    The last one may come off as well; the card then waits in exile to be played.
    """
    world = settle(read_game(document, {}))
    suspended = {
        thing.id
        for thing in world.game.things
        if thing.zone == "exile"
        and thing.owner in acting
        and has_kind(look(world, thing), Suspend, "suspend") == "yes"
    }

    def ticked(_player: Player, _zone: str, item: Permanent) -> Permanent:
        number = item.counters.get("time", 0)
        if item.id not in suspended or not number:
            return item
        rest = {kind: n for kind, n in item.counters.items() if kind != "time"}
        return replace(item, counters=rest | ({"time": number - 1} if number > 1 else {}))

    return with_objects(document, ticked)


def _turn_over(_player: Player) -> dict[str, Any]:
    """The counts of the turn begin anew."""
    return {
        "lands_played": (),
        "spells_cast": (),
        "planar_die_rolls": 0,
        "effect_rolls": 0,
        "cards_foretold": 0,
        "ignores": (),
    }
