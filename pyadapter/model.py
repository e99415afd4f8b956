"""The state document as data: what a person writes about a moment of a game.

Every name is a term of the Comprehensive Rules. `docs/state-documents.md` tells the same as prose.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pyadapter.abilities import Ability, Effect, Natural, Record, Step

Process = Literal[
    "resolving",
    "casting",
    "activating",
    "special_action",
    "ending_the_turn",
    "subgame",
    "before_the_game",
    "between_turns",
]
Variant = Literal[
    "planechase",
    "two_headed_giant",
    "shared_team_turns",
    "grand_melee",
    "commander",
    "conspiracy_draft",
    "archenemy",
    "vanguard",
]
Color = Literal["white", "blue", "black", "red", "green"]
CardTopic = Literal["morph", "suspend", "mana", "flash", "cost", "types", "foretell", "plot"]


class Face(Record, kw_only=True, frozen=True):
    """The back of a double-faced card, or a half of a split card, such as a Room's door.

    `type` absent means the type line of the whole card.
    """

    name: str
    type: str | None = None
    mana_cost: str | None = None
    colors: tuple[Color, ...] | None = None
    abilities: tuple[Ability, ...] = ()
    not_understood: tuple[CardTopic, ...] = ()


class Card(Record, kw_only=True, frozen=True):
    """A card as printed. `mana_cost` absent means none; `colors` absent means those of the cost.

    What stands here is the front face; `back` is the other face of a double-faced card, `modal` if
    its player chooses the face. `halves` are the two halves of a split card or Room.
    `not_understood` names what a reader of the card could not make out; it leaves verdicts open.
    """

    name: str
    type: str
    mana_cost: str | None = None
    colors: tuple[Color, ...] | None = None
    abilities: tuple[Ability, ...] = ()
    not_understood: tuple[CardTopic, ...] = ()
    back: Face | None = None
    modal: bool = False
    halves: tuple[Face, ...] = ()


class Permanent(Record, kw_only=True, frozen=True):
    """An object in any zone but the stack; a bare card name stands for one with nothing to add.

    `card` `"?"` means that the document doesn't say which card it is. `owner` absent means the
    player whose list it stands in. `copy_of` lists copy effects, the newest last. `face_down_as` is
    the type line of a face-down permanent that is not a mere creature; `manifested` and `cloaked`
    say how it came to be face down; `merged_with` lists the other components' cards,
    `unlocked` the names of a Room's unlocked halves. `companion`: revealed as one before the game.
    `back_up`: a double-faced card shows its back. `exiled_as`: a card in exile is foretold or
    plotted, and `exiled_this_turn` says that it came to be so this turn.
    """

    card: str
    id: str | None = None
    owner: str | None = None
    face_down: bool = False
    face_down_as: str | None = None
    manifested: bool = False
    cloaked: bool = False
    tapped: bool = False
    phased_out: bool = False
    token: bool = False
    summoning_sick: bool = False
    counters: dict[str, Natural] = msgspec.field(default_factory=dict)
    attached_to: str | None = None
    copy_of: tuple[str, ...] = ()
    chosen_name: str | None = None
    merged_with: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()
    companion: bool = False
    back_up: bool = False
    exiled_as: Literal["foretold", "plotted"] | None = None
    exiled_this_turn: bool = False
    time: Natural | None = None


class StackObject(Record, kw_only=True, frozen=True):
    """A spell (`card`) or an ability (`ability`, any text) on the stack."""

    controller: str
    card: str | None = None
    ability: str | None = None
    id: str | None = None
    owner: str | None = None
    face_down: bool = False
    turn_marker: str | None = None


class FloatingMana(Record, kw_only=True, frozen=True):
    """Unspent mana with something to say: from snow, or to be spent only on some purposes.

    `snow` `True` means that it came from a snow permanent, `"other"` from a snow source that is no
    permanent.
    """

    mana: str
    snow: Literal["other"] | bool = False
    only: tuple[str, ...] = ()


class Player(Record, kw_only=True, frozen=True):
    """A player, with the zones as lists (library and graveyard from the top).

    `lands_played`: a number, or the permission of each land play this turn in order (`"rule"`, the
    id of an effect or of the permanent that has it, `"resolving"` for one that a resolving effect
    made, `"unnamed"`). `ignores`: what this player has paid to ignore this turn. `life` absent
    means: not stated. `planar_die_rolls` are special actions, `effect_rolls` those made by effects.
    `passed`: this player has passed priority, and nobody has done anything since.
    `color_identity`: that of this player's commander, or of all of them; absent: not stated.
    """

    name: str
    life: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] | None = None
    team: str | None = None
    left: bool = False
    decided_by: str | None = None
    color_identity: tuple[Color, ...] | None = None
    hand: tuple[str | Permanent, ...] = ()
    battlefield: tuple[str | Permanent, ...] = ()
    graveyard: tuple[str | Permanent, ...] = ()
    exile: tuple[str | Permanent, ...] = ()
    library: tuple[str | Permanent, ...] = ()
    command: tuple[str | Permanent, ...] = ()
    outside: tuple[str | Permanent, ...] = ()
    pool: str | tuple[str | FloatingMana, ...] = ""
    lands_played: Natural | tuple[str, ...] = 0
    planar_die_rolls: Natural = 0
    effect_rolls: Natural = 0
    cards_foretold: Natural = 0
    companion_used: bool = False
    spells_cast: Natural | tuple[str, ...] = 0
    ignores: tuple[str, ...] = ()
    passed: bool = False


class StateDocument(Record, kw_only=True, frozen=True):
    """A moment of a game. `turn` is a player, with the `phase` or `step`; in Grand Melee a map.

    `priority` is the player who has it, several in Grand Melee, or null for nobody. `paying` is the
    player whom a rule or effect is asking for mana just now. `stack` is listed from the top.
    """

    players: tuple[Player, ...]
    turn: str | dict[str, Step] | None
    priority: str | tuple[str, ...] | None
    phase: Step | None = None
    step: Step | None = None
    rules: str | None = None
    version: Literal[1] | None = None
    title: str | None = None
    story: str | None = None
    variant: Variant | tuple[Variant, ...] = ()
    in_progress: Process | None = None
    paying: str | None = None
    stack: tuple[StackObject, ...] = ()
    effects: tuple[Effect, ...] = ()
    cards: tuple[Card, ...] = ()
    readings: dict[str, str] = msgspec.field(default_factory=dict)
