"""Abilities and effects as a document writes them: one vocabulary for cards, states and hands.

Kind names agree with those that card readers use (`cant_play_lands`, `flash_permission`, ...).
`docs/state-documents.md` tells the same as prose.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Natural = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Step = Literal[
    "untap",
    "upkeep",
    "draw",
    "precombat_main",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "combat_damage",
    "end_of_combat",
    "postcombat_main",
    "end",
    "cleanup",
]
Verb = Literal["play_land", "cast", "turn_face_up", "search", "activate_mana", "attack", "block"]
PricedAction = Literal[
    "morph",
    "disguise",
    "mana_cost_face_up",
    "suspend",
    "planar_die",
    "end_effect",
    "ignore_effect",
    "companion",
    "foretell",
    "plot",
    "unlock",
]
Zone = Literal[
    "hand", "battlefield", "graveyard", "exile", "library", "stack", "command", "outside"
]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The manners of all document records: frozen, strict, defaults left unwritten."""


class Ignore(Record, kw_only=True, frozen=True):
    """A way to ignore the effect until end of turn (115.2d): who may, at what cost."""

    cost: str
    who: Literal["each", "affected", "enchanted_controller"] = "affected"


class Deadline(Record, kw_only=True, frozen=True):
    """The step that ends the offer when it begins, and whose step.

    `made_in_it`: the effect was made in that very step, or later in the same turn: not this one.
    """

    step: Step
    of: str
    made_in_it: bool = False


class Allows(Record, kw_only=True, frozen=True):
    """The action that an effect lets one player take later (115.2c).

    `adds`: it makes this mana. `again`: it may be taken any number of times.
    """

    by: str
    cost: str
    before: Deadline | None = None
    timing: Literal["priority", "mana_ability", "sorcery"] = "priority"
    adds: str | None = None
    again: bool = False


class Clause(Record, kw_only=True, tag_field="kind", frozen=True):
    """What every effect may say; each kind below adds what it does.

    On a card it is a static ability. The fields from `id` on belong to an effect in force that a
    state names in its `effects`, and to nothing else.
    """

    who: str = "each"
    on: tuple[str, ...] = ()
    whose: Literal["any", "you", "opponents"] = "any"
    condition: str | None = msgspec.field(default=None, name="while")
    ignore: Ignore | None = None
    id: str | None = None
    controller: str | None = None
    source: str | None = None
    applies_to: tuple[str, ...] = ()
    until: str | None = None
    time: Natural | None = None
    gone: bool = False
    allows: Allows | None = None


class AdditionalLandPlays(Clause, tag="additional_land_plays", kw_only=True, frozen=True):
    """So many more land plays each turn; `"any"` for any number (Fastbond)."""

    n: Natural | Literal["any"] = 1
    who: str = "you"


class LandPlayPermission(Clause, tag="land_play_permission", kw_only=True, frozen=True):
    """Lands may be played from a zone (the player's own without `whose` and `applies_to`)."""

    zone: Literal["hand", "graveyard", "exile", "top_of_library", "command", "outside"]
    who: str = "you"


class Cant(Clause, tag="cant", kw_only=True, frozen=True):
    """A prohibition of one or several verbs by one effect."""

    verbs: tuple[Verb, ...]


class CantPlayLands(Clause, tag="cant_play_lands", kw_only=True, frozen=True):
    pass


class CantCast(Clause, tag="cant_cast", kw_only=True, frozen=True):
    pass


class CantSearch(Clause, tag="cant_search", kw_only=True, frozen=True):
    pass


class CantTurnFaceUp(Clause, tag="cant_turn_face_up", kw_only=True, frozen=True):
    pass


class CantActivate(Clause, tag="cant_activate", kw_only=True, frozen=True):
    """Abilities can't be activated; `on` says whose sources, `mana_abilities` whether those too."""

    mana_abilities: bool = False


class CastLimit(Clause, tag="cast_limit", kw_only=True, frozen=True):
    """At most `n` spells (those that match `on`) a turn (Rule of Law, Ethersworn Canonist)."""

    n: Natural = 1


class CastTiming(Clause, tag="cast_timing", kw_only=True, frozen=True):
    only: Literal["sorcery", "own_turn"]


class ActivateTiming(Clause, tag="activate_timing", kw_only=True, frozen=True):
    """Abilities, mana abilities too, only then (City of Solitude)."""

    only: Literal["sorcery", "own_turn"]


class FlashPermission(Clause, tag="flash_permission", kw_only=True, frozen=True):
    """Spells may be cast as though they had flash (Vedalken Orrery); does nothing for lands."""

    who: str = "you"


class Grants(Clause, tag="grants", kw_only=True, frozen=True):
    """Objects that match `on` and `whose` have these abilities (Teferi, Mage of Zhalfir)."""

    abilities: tuple[Keyword | Mana, ...]


class LosesAbilities(Clause, tag="loses_abilities", kw_only=True, frozen=True):
    """Objects that match lose all abilities (Humility), or all but mana abilities (Blood Sun)."""

    excepted: tuple[Literal["mana"], ...] = msgspec.field(default=(), name="except")


class SetsLandTypes(Clause, tag="sets_land_types", kw_only=True, frozen=True):
    """Matching lands have these land types instead of theirs, and lose their abilities (305.7)."""

    types: tuple[str, ...]


class AddsLandTypes(Clause, tag="adds_land_types", kw_only=True, frozen=True):
    types: tuple[str, ...]


class AddsTypes(Clause, tag="adds_types", kw_only=True, frozen=True):
    """Matching objects have these card types in addition (animated lands)."""

    types: tuple[str, ...]


class SetsCreatureTypes(Clause, tag="sets_creature_types", kw_only=True, frozen=True):
    """Matching creatures have these creature types instead of theirs (Lignify)."""

    types: tuple[str, ...]


class AddsCreatureTypes(Clause, tag="adds_creature_types", kw_only=True, frozen=True):
    types: tuple[str, ...]


class CostChange(Clause, tag="cost_change", kw_only=True, frozen=True):
    """Generic mana more (or less) for one kind of cost (Exiled Doomsayer: morph, 2)."""

    applies_to_cost: PricedAction = msgspec.field(name="cost_of")
    delta: Annotated[int, msgspec.Meta(ge=-1000, le=1000)]


class PlotPermission(Clause, tag="plot_permission", kw_only=True, frozen=True):
    """Matching cards of the zone may be plotted for their mana cost (Fblthp, Lost on the Range)."""

    zone: Literal["top_of_library", "graveyard", "exile"]
    who: str = "you"


class ForetellAnyTurn(Clause, tag="foretell_any_turn", kw_only=True, frozen=True):
    """Cards may be foretold on any player's turn (Cosmos Charger)."""

    who: str = "you"


class FirstForetellFree(Clause, tag="first_foretell_free", kw_only=True, frozen=True):
    """The first card foretold each turn costs {0} to foretell (Ranar the Ever-Watchful)."""

    who: str = "you"


class LifeCantChange(Clause, tag="life_cant_change", kw_only=True, frozen=True):
    who: str = "you"


class ManaAsAnyColor(Clause, tag="mana_as_any_color", kw_only=True, frozen=True):
    """Mana may be spent as though it were mana of any color (Chromatic Orrery)."""

    who: str = "you"


class Other(Clause, tag="other", kw_only=True, frozen=True):
    """An effect that matters here only for its action, its ignoring or its name."""

    text: str = ""


class Morph(Record, tag_field="kind", tag="morph", frozen=True):
    cost: str


class Megamorph(Record, tag_field="kind", tag="megamorph", frozen=True):
    cost: str


class Disguise(Record, tag_field="kind", tag="disguise", frozen=True):
    cost: str


class Plot(Record, tag_field="kind", tag="plot", frozen=True):
    cost: str


class Suspend(Record, tag_field="kind", tag="suspend", frozen=True):
    n: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | Literal["X"]
    cost: str


class FaceUpCounters(Record, tag_field="kind", tag="face_up_counters", frozen=True):
    """As it is turned face up, so many counters are put on it (Hooded Hydra)."""

    counter: str
    n: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Mana(Record, tag_field="kind", tag="mana", frozen=True):
    """An activated mana ability; one alternative a string (`"{G}"`, `"{C}{C}"`, `"any color"`).

    `zone` is where its source is (Simian Spirit Guide: the hand). `damage` is what its source deals
    to the player, and `draws` the number of cards that the player draws (Chromatic Sphere).
    """

    adds: tuple[str, ...]
    cost: str = "{T}"
    only: tuple[str, ...] = ()
    zone: Literal["battlefield", "hand"] = "battlefield"
    damage: Natural = 0
    draws: Natural = 0


KeywordName = Literal[
    "flash",
    "haste",
    "split_second",
    "foretell",
    "companion",
    "hidden_agenda",
    "double_agenda",
    "discard_any_time",
    "enters_tapped",
    "perhaps_enters_tapped",
]
Keyword = (
    Literal["flash", "haste", "split_second", "foretell", "enters_tapped"]
    | Morph
    | Megamorph
    | Disguise
    | Suspend
    | Plot
    | FaceUpCounters
)
Effect = (
    AdditionalLandPlays
    | LandPlayPermission
    | Cant
    | CantPlayLands
    | CantCast
    | CantSearch
    | CantTurnFaceUp
    | CantActivate
    | CastLimit
    | CastTiming
    | ActivateTiming
    | FlashPermission
    | Grants
    | LosesAbilities
    | SetsLandTypes
    | AddsLandTypes
    | AddsTypes
    | SetsCreatureTypes
    | AddsCreatureTypes
    | CostChange
    | PlotPermission
    | ForetellAnyTurn
    | FirstForetellFree
    | LifeCantChange
    | ManaAsAnyColor
    | Other
)
Ability = (
    KeywordName | Morph | Megamorph | Disguise | Suspend | Plot | FaceUpCounters | Mana | Effect
)
