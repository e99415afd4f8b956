"""The oracle: what a document says of each requirement of a special action.

Readings chosen here where neither the rules nor the format of documents decide:

Open questions
 * An answer is open when the ways in which the open things may turn out differ in it. For an effect
   that may be there or not, only `effect` is open; the rest is judged as if it were there.
 * Unknown abilities (of card "?", or those that a card's reader didn't make out) are lost like
   others: a card that surely lost its abilities has no morph, known or unknown.
Costs
 * Where there is no morph or suspend cost, there is nothing to pay: `cost` is met.
 * A reduction of generic mana touches neither {2/W} nor what is chosen for it.
 * A permanent with an unusual mana ability counts for its plain ones. If the unusual ability costs
   {T}, it is left out of account when it can't tap; if it doesn't cost {T}, being tapped or
   summoning sick doesn't matter. A permanent of unknown types may have the mana abilities of all
   basic land types.
 * A face-down permanent may pay for turning itself up, unless the cost says `another`.
 * A removed counter comes from the object that is turned up (or from the effect's source).
 * In Two-Headed Giant a `life_cant_change` of a teammate stops paying life as well.
 * A cost change with descriptions is held against the object as it is now.
 * Where an effect gives (or may give) the plotting of a card outside the hand, the mana cost may be
   paid, as if it surely did, or the card's own plot cost.
 * A half that is locked or not costs the same; a half of no such name costs nothing.
Time and place
 * `only: sorcery` asks for an active player, a main phase and an empty stack; priority is asked by
   its own requirement. `cast_timing` belongs to `not_forbidden`, not to `timing`.
 * Timing of mana abilities is there while the player is asked for mana, also when an effect forbids
   activating them (as 304.5 reads "any time they could cast an instant").
 * Prohibitions that some choice escapes are set aside one by one (601.3a), whatever way of casting
   the time allows; permissions to cast as though with flash look at the card with X = 0.
 * A face of a modal card that passes all that depends on the face is enough to play it as a land.
 * Nobody controls an object outside the battlefield and the stack.
 * A card face down in exile has its own characteristics: it is turned up before it is played
   (406.3); face down on the battlefield or as a spell it is a creature without anything else.
 * No effect is about a phased-out permanent; a change of a player's costs still is.
 * With turn markers the step and the stack are the player's own; whoever isn't active may refer to
   any turn.
Layers
 * A description in an effect that changes objects (gain and loss of abilities, types) means
   permanents on the battlefield unless it names a zone (109.2) or the objects are locked in.
 * Effects on types apply one by one, each to the types that the ones before it left; the clauses of
   one source about the same described set are one effect. Land types are given to lands only.
 * An effect that depends on others waits and comes just after the last of them (613.8b), before
   others with older times. What one effect does depends on another by the objects there are: a
   description that the other might fit is not enough.
 * Without different told times every order that dependencies allow is tried; what differs is open.
 * Static abilities that change types apply before abilities are lost: only a land type set on
   their own permanent takes them away.
 * Losing all abilities takes the mana abilities of land types as well, whatever the times.
 * A disputed (contested) loss leaves open the abilities that the object would have otherwise, a
   disputed grant those that it gives; what another, undisputed loss takes away stays lost.
 * Face-up characteristics of a face-down permanent are those under the effects in force now; its
   own static abilities don't count among them.
 * What depends on what is asked of the permanents as they are, but for the face-up characteristics
   of a face-down one with that one face up.
 * `while: 10 lands` counts by resulting types; for an effect on types by those there are as it
   applies.
Faces and halves
 * A split card is all its halves; a Room on the battlefield those that are unlocked, and without
   any it has no name. Losing abilities locks and unlocks nothing.
 * Cards of two faces are their front faces, except for playing a modal one as a land.
 * Merged permanents have the characteristics of the top card, and the abilities of all; whether an
   instant or sorcery is among them, which is asked of every permanent and met by those not merged.
 * A manifested permanent is judged by its card: a copy has no say, nor have effects.
Other
 * A player who ignores an id ignores all effects of that id.
 * Of several effects of one permanent, `ignore_effect` is about the first that offers it.
 * An id that names a permanent is no effect for `end_effect`.
 * More unnamed land plays than known permissions allow leave none over.
 * Without other players in the game a player has the most permanents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pyadapter.model import Card, StateDocument
from tests.oracle import newer
from tests.oracle.actions import end_effect, ignore_effect, roll_planar_die
from tests.oracle.editions import is_listed
from tests.oracle.game import Thing, find_thing, read_game
from tests.oracle.lands import play_land
from tests.oracle.layers import World, settle
from tests.oracle.suspending import suspend
from tests.oracle.truth import Truth, sure
from tests.oracle.turning import turn_face_up

# The kind and the id of what it is about; for unlocking also the name of the half.
Action = tuple[str, str | None] | tuple[str, str, str]
STATUS: Mapping[Truth, str] = {"yes": "met", "no": "unmet", "open": "open"}


ABOUT_OBJECTS: Mapping[str, Callable[[World, str, Thing], dict[str, Truth]]] = {
    "play_land": play_land,
    "turn_face_up": turn_face_up,
    "suspend": suspend,
    "discard_any_time": newer.discard_any_time,
    "companion": newer.companion,
    "foretell": newer.foretell,
    "reveal_conspiracy": newer.reveal_conspiracy,
    "plot": newer.plot,
}


def judge(
    document: StateDocument, player: str, action: Action, cards: Mapping[str, Card]
) -> dict[str, str]:
    """Each requirement of the action as `met`, `unmet` or `open`."""
    world = settle(read_game(document, cards))
    return {name: STATUS[truth] for name, truth in standing(world, player, action).items()}


def standing(world: World, player: str, action: Action) -> dict[str, Truth]:
    """The same of a world that is settled already."""
    listed = sure(is_listed(action[0], world.game.day))
    return {"listed": listed, **_requirements(world, player, action)}


def is_possible(world: World, action: Action) -> bool:
    """The edition lists this kind of action."""
    return is_listed(action[0], world.game.day)


def _requirements(world: World, player: str, action: Action) -> dict[str, Truth]:
    kind, identifier = action[:2]
    if kind == "roll_planar_die":
        return roll_planar_die(world, player)
    if kind == "end_effect":
        return end_effect(world, player, identifier or "")
    if kind == "ignore_effect":
        return ignore_effect(world, player, identifier or "")
    thing = find_thing(world.game, identifier)
    if thing is None:
        raise ValueError(f"no object {identifier} in the document")
    if len(action) == 3:
        return newer.unlock(world, player, thing, action[2])
    return ABOUT_OBJECTS[kind](world, player, thing)


def verdict(statuses: Mapping[str, str]) -> str:
    """What the requirements together say of the action."""
    if any(status == "unmet" for name, status in statuses.items() if name != "cost"):
        return "illegal"
    if "open" in statuses.values():
        return "unknown"
    return "unaffordable" if statuses.get("cost") == "unmet" else "legal"
