"""Random effects of a state, and what happened earlier in its turn."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from pyadapter.abilities import (
    AdditionalLandPlays,
    Allows,
    CantCast,
    Clause,
    Deadline,
    Effect,
    FlashPermission,
    Ignore,
    LandPlayPermission,
    Other,
    PlotPermission,
)
from pyadapter.model import StateDocument
from tests.oracle.drawn import IGNORE_COSTS, chance, draw_effect, draw_kind
from tests.oracle.effects import gather, is_about, written_effect
from tests.oracle.game import Game, Thing, is_active
from tests.oracle.moments import STEPS, Moment
from tests.oracle.retyping import draw_together
from tests.oracle.targets import OBJECT_TOPICS
from tests.oracle.traits import copiable_traits

END_COSTS = (
    *("{U}", "{1}", "{2}", "{0}", "pay 1 life", "pay 3 life", "{W/U}", "{R}{R}", "{S}"),
    *("sacrifice a permanent", "discard a card", "discard a red card"),
)
LANDS_BY_LOOK = ("land", "nonbasic land", "basic land", "Forest", "artifact", "green")
CARDS_BY_LOOK = ("nonland", "creature", "mana value 3+", "with {X}", "red", "named Test Plot")
OBJECT_KINDS = (
    *("cant_turn_face_up", "cant_cast", "cant_play_lands", "cant", "loses_abilities", "grants"),
    *("land_play_permission", "sets_land_types", "flash_permission", "cant_activate"),
)


@dataclass(frozen=True)
class Scene:
    """A document in the making, with the object that the action is about."""

    moment: Moment
    topic: str
    game: Game
    asked: Thing | None

    @property
    def day(self) -> str:
        """The day of the rules."""
        return self.moment.day

    @property
    def things(self) -> tuple[Thing, ...]:
        """The objects of the document."""
        return self.game.things


def draw_effects(rng: random.Random, scene: Scene) -> tuple[Effect, ...]:
    """Effects of resolved spells, some of them over, some of them offering an action."""
    found = [
        _bound(rng, scene, draw_kind(rng, scene.topic, scene.day))
        for _ in range(rng.choice((0, 0, 1, 2)))
    ]
    if scene.topic == "end_effect" or chance(rng, 0.03):
        found += [_offer(rng, scene) for _ in range(rng.choice((1, 1, 2)))]
    if scene.topic == "turn_face_up" and chance(rng, 0.15):
        effect = _bound(rng, scene, rng.choice(("cant_turn_face_up", "grants")))
        condition = rng.choice((effect.condition, "open"))
        found.append(msgspec.structs.replace(effect, condition=condition))
    if scene.topic == "play_land" and chance(rng, 0.15):
        found.append(_bound(rng, scene, rng.choice(("cant_play_lands", "cant"))))
    if scene.asked is not None and scene.asked.card == "Morph Suspend" and chance(rng, 0.6):
        found.append(_only_face_down(rng, scene))
    if scene.topic in OBJECT_TOPICS and chance(rng, 0.15):
        found += _clash(rng, scene)
    if chance(rng, 0.12):
        found += draw_together(rng, scene.moment.present())
    if scene.topic in ("play_land", "plot") and scene.asked is not None and chance(rng, 0.7):
        found += _permission(rng, scene, scene.asked)
    if scene.topic == "foretell" and chance(rng, 0.4):
        effect = _bound(rng, scene, rng.choice(("foretell_any_turn", "first_foretell_free")))
        condition = rng.choice((effect.condition, "open"))
        found.append(msgspec.structs.replace(effect, condition=condition))
    if scene.topic == "play_land" and chance(rng, 0.4):
        found += [_over(rng, scene) for _ in range(rng.choice((1, 2)))]
    if scene.topic == "ignore_effect" and chance(rng, 0.4):
        effect = _bound(rng, scene, draw_kind(rng, scene.topic, scene.day))
        who: Any = rng.choice(("each", "affected"))
        offer = Ignore(cost=rng.choice(IGNORE_COSTS), who=who)
        found.append(msgspec.structs.replace(effect, ignore=offer))
    rng.shuffle(found)
    return tuple(
        msgspec.structs.replace(effect, id=f"effect_{number}")
        for number, effect in enumerate(found, start=1)
    )


def _controller(rng: random.Random, scene: Scene) -> str:
    present = scene.moment.present()
    own = scene.moment.asked in present and chance(rng, 0.5)
    return scene.moment.asked if own else rng.choice(present)


def _bound(rng: random.Random, scene: Scene, kind: str) -> Effect:
    """An effect with a controller, and perhaps a source, locked-in objects, a time."""
    effect = draw_effect(rng, scene.topic, scene.day, kind)
    auras = [one for one in scene.things if one.attached_to is not None]
    sources = [one for one in scene.things if one.zone == "battlefield" and one.chosen_name]
    fields: dict[str, Any] = {"controller": _controller(rng, scene)}
    if auras and chance(rng, 0.15):
        aura = rng.choice(auras)
        fields |= {"source": aura.id, "on": ("enchanted",)}
        if chance(rng, 0.5):
            fields["who"] = "enchanted_controller"
    elif sources and chance(rng, 0.3):
        fields["source"] = rng.choice(sources).id
        if chance(rng, 0.5):
            fields["controller"] = None
    elif scene.asked is not None and any("chosen name" in phrase for phrase in effect.on):
        fields["on"] = (f"named {_name(scene.asked)}",)
    else:
        fields["on"] = tuple("land" if "chosen" in phrase else phrase for phrase in effect.on)
    if chance(rng, 0.08):
        fields["who"] = rng.choice(scene.moment.names)
    if kind in OBJECT_KINDS and scene.things and chance(rng, 0.3):
        fields |= _locked(rng, scene, effect)
    if chance(rng, 0.6):
        fields["time"] = rng.randint(1, 9)
    return msgspec.structs.replace(effect, **fields)


def _name(thing: Thing) -> str:
    return "Test Morph" if thing.card == "?" else thing.card


def _locked(rng: random.Random, scene: Scene, effect: Effect) -> dict[str, Any]:
    objects = [thing.id for thing in scene.things if thing.card]
    chosen = rng.sample(objects, min(len(objects), rng.randint(1, 2)))
    if scene.asked is not None and chance(rng, 0.75):
        chosen = [scene.asked.id, *(one for one in chosen[:1] if one != scene.asked.id)]
    keeps = chance(rng, 0.2)
    return {"applies_to": tuple(chosen), "until": "end of turn"} | ({} if keeps else {"on": ()})


def _offer(rng: random.Random, scene: Scene) -> Effect:
    """An effect that lets some player take an action later."""
    own = chance(rng, 0.8)
    by = scene.moment.asked if own else rng.choice(scene.moment.present())
    before = None
    if chance(rng, 0.55):
        step: Any = rng.choice(STEPS)
        if scene.moment.step is not None and chance(rng, 0.6):
            step = scene.moment.step
        of = scene.moment.turn
        if of is None or of in scene.moment.left or chance(rng, 0.3):
            of = rng.choice(scene.moment.present())
        made = chance(rng, 0.25) and of == scene.moment.turn
        before = Deadline(step=step, of=of, made_in_it=made)
    timing: Any = rng.choice(("priority", "mana_ability", "mana_ability", "sorcery"))
    allows = Allows(by=by, cost=rng.choice(END_COSTS), before=before, timing=timing)
    condition = rng.choice((*(None,) * 6, "open", "open", "no", "your turn"))
    return Other(
        text="a test effect",
        controller=_controller(rng, scene),
        condition=condition,
        allows=allows,
        gone=chance(rng, 0.04),
    )


def _only_face_down(rng: random.Random, scene: Scene) -> Effect:
    """An effect that may tell a card from the same card cast face down."""
    if chance(rng, 0.5):
        phrase = rng.choice(("colorless creature", "mana value 0", "nonhuman", "noncreature"))
        return FlashPermission(on=(phrase,), controller=_controller(rng, scene))
    phrase = rng.choice(("human", "artifact", "named Morph Suspend", "mana value 1+", "creature"))
    return CantCast(on=(phrase, "enchantment"), controller=_controller(rng, scene))


def _clash(rng: random.Random, scene: Scene) -> list[Effect]:
    """Gain and loss of abilities on one object, or loss on what takes or gives them."""
    found: list[Effect] = []
    statics = [one.id for one in scene.things if one.chosen_name and one.zone == "battlefield"]
    for kind in rng.choice((("loses_abilities", "grants"), ("loses_abilities",), ("grants",))):
        effect = draw_effect(rng, scene.topic, scene.day, kind)
        chosen = (scene.asked.id,) if scene.asked is not None else ()
        if statics and kind == "loses_abilities" and chance(rng, 0.5):
            chosen = (rng.choice(statics),)
        fields: dict[str, Any] = {
            "on": (),
            "whose": "any",
            "condition": rng.choice((None, None, None, "open")),
            "controller": _controller(rng, scene),
            "applies_to": chosen,
            "time": rng.randint(1, 4) if chance(rng, 0.8) else None,
        }
        found.append(msgspec.structs.replace(effect, **fields))
    return found


def _permission(rng: random.Random, scene: Scene, card: Thing) -> list[Effect]:
    """An effect that may let the player play (or plot) the card from where it is."""
    zone: Any = "top_of_library" if card.zone == "library" else card.zone
    lands = scene.topic == "play_land"
    own = card.holder == scene.moment.asked
    if zone in ("battlefield", "stack") or (zone == "hand" and (own or not lands)):
        return []
    if not lands and zone in ("command", "outside"):
        return []
    locked = chance(rng, 0.4)
    looks = LANDS_BY_LOOK if lands else CARDS_BY_LOOK
    permission = (LandPlayPermission if lands else PlotPermission)(
        zone=zone,
        controller=_controller(rng, scene),
        on=() if locked or chance(rng, 0.5) else (rng.choice(looks),),
        whose="opponents" if zone == "hand" and chance(rng, 0.7) else "any",
        condition=rng.choice((None, None, None, "open", "your turn", "no")),
        applies_to=(card.id,) if locked else (),
    )
    return [permission]


def _over(rng: random.Random, scene: Scene) -> Effect:
    who = rng.choice(("you", "you", "each", "opponents", scene.moment.asked, "most_permanents"))
    number: Any = rng.choice((1, 1, 2, "any"))
    return AdditionalLandPlays(
        n=number, who=who, controller=_controller(rng, scene), gone=chance(rng, 0.75)
    )


def draw_history(rng: random.Random, document: StateDocument, scene: Scene) -> StateDocument:
    """Land plays, die rolls, spells cast and effects ignored this turn."""
    players = []
    for player in document.players:
        fields: dict[str, Any] = {}
        if not player.left and document.turn is not None:
            fields["spells_cast"] = _spells(rng)
            if player.name == scene.moment.asked:
                fields["ignores"] = _ignored(rng, scene, document)
            if is_active(scene.game, player.name):
                fields["lands_played"] = _land_plays(rng, document, scene, player.name)
                if "planechase" in scene.moment.variants:
                    fields["planar_die_rolls"] = rng.choice((0, 0, 1, 1, 2, 3))
                    fields["effect_rolls"] = rng.choice((0, 0, 0, 1, 2))
            if scene.topic == "foretell":
                fields["cards_foretold"] = rng.choice((0, 0, 1, 2))
            if scene.topic == "companion":
                fields["companion_used"] = chance(rng, 0.12)
        players.append(msgspec.structs.replace(player, **fields))
    return msgspec.structs.replace(document, players=tuple(players))


def _spells(rng: random.Random) -> int | tuple[str, ...]:
    shape = rng.random()
    if shape < 0.45:
        return 0
    if shape < 0.65:
        return rng.choice((1, 2))
    pool = ("Plain Bear", "Plain Relic", "Plain Bolt", "Plain Rite", "Test Suspend", "?")
    return tuple(rng.choice(pool) for _ in range(rng.choice((1, 1, 2))))


def _ignored(rng: random.Random, scene: Scene, document: StateDocument) -> tuple[str, ...]:
    ids = [effect.id for effect in document.effects if effect.ignore and effect.id]
    ids += [thing.id for thing in scene.things if _offers_to_ignore(scene, thing)]
    return (rng.choice(ids),) if ids and chance(rng, 0.3) else ()


def _offers_to_ignore(scene: Scene, thing: Thing) -> bool:
    if thing.zone not in ("battlefield", "command"):
        return False
    held = copiable_traits(scene.game, thing, "face_up").held
    abilities = (one.ability for one in held)
    return any(isinstance(one, Clause) and one.ignore is not None for one in abilities)


def _land_plays(
    rng: random.Random, document: StateDocument, scene: Scene, player: str
) -> int | tuple[str, ...]:
    """A number, or the permission of each play (none of them used more often than it allows)."""
    shape = rng.random()
    if shape < 0.4:
        return 0
    if shape < 0.6:
        return rng.choice((1, 1, 2, 3))
    game = replace(scene.game, document=document)
    over = [written_effect(game, effect) for effect in document.effects if effect.gone]
    names = ["rule"]
    for instance in (*gather(game), *over):
        clause = instance.clause
        about = is_about(game, instance, clause.who, player) != "no"
        if isinstance(clause, AdditionalLandPlays) and about:
            names += [instance.origin] * (2 if clause.n == "any" else clause.n)
    names += ["unnamed"] * rng.choice((0, 1, 1, 2))
    if chance(rng, 0.3):
        names.append("resolving")
    return tuple(rng.sample(names, min(len(names), rng.choice((1, 1, 2, 2, 3)))))


READINGS = {
    "play_land": ("effect_land_play", ("counts", "free")),
    "roll_planar_die": ("planar_die_count", ("special_actions", "all_rolls")),
    "plot": ("plot_timing", ("main_phase", "own_turn")),
}


def draw_readings(rng: random.Random, topic: str) -> dict[str, str]:
    """A choice where the rules disagree with themselves about the topic, or none."""
    if topic not in READINGS or chance(rng, 0.5):
        return {}
    name, choices = READINGS[topic]
    return {name: rng.choice(choices)}


def draw_identifier(rng: random.Random, document: StateDocument, scene: Scene) -> str | None:
    """The id that the action names; None where the state has nothing to name, or it names none."""
    if scene.topic in OBJECT_TOPICS:
        return None if scene.asked is None else scene.asked.id
    if scene.topic == "roll_planar_die":
        return None
    ids = [effect.id for effect in document.effects]
    sources = {effect.source for effect in document.effects}
    if scene.topic == "end_effect":
        fitting = [effect.id for effect in document.effects if effect.allows]
    else:
        fitting = [effect.id for effect in document.effects if effect.ignore]
        fitting += [one.id for one in scene.things if _offers_to_ignore(scene, one)]
        ids += [
            thing.id
            for thing in scene.things
            if thing.zone == "battlefield" and thing.id not in sources
        ]
    pool = fitting if chance(rng, 0.85) else ids
    hopeless = [one.id for one in scene.things if one.id not in sources] or ids
    if not (pool or hopeless):
        return None
    return rng.choice(pool if pool and (chance(rng, 0.95) or not hopeless) else hopeless)
