"""Written states for what random ones seldom hold: ends of turns, sacrifices, teams, leavers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pyadapter.model import StateDocument

OLD, NEW = "2012-05-01", "2026-09-25"
Players = list[dict[str, Any]]


def _state(rules: str, players: Players, step: str, **more: Any) -> StateDocument:
    first = players[0]["name"]
    when = {"phase" if step.endswith("main") else "step": step}
    fields = {"rules": rules, "turn": first, "priority": first, "players": players, **when, **more}
    return msgspec.convert(fields, StateDocument)


def _two(
    ann: dict[str, Any], bob: dict[str, Any] | None = None, *, passed: bool = False
) -> Players:
    """Two players; if somebody `passed`, it was Bob, so that Ann's passing ends something."""
    return [
        {"name": "ann", "life": 20, **ann},
        {"name": "bob", "life": 20, "passed": passed, **(bob or {})},
    ]


def _before(step: str, of: str, made: bool = False) -> dict[str, Any]:
    return {
        "kind": "other",
        "allows": {
            "by": "ann",
            "cost": "{9}",
            "before": {"step": step, "of": of, "made_in_it": made},
        },
    }


BUSY: dict[str, Any] = {
    "lands_played": 2,
    "spells_cast": 1,
    "cards_foretold": 1,
    "ignores": ["arbiter"],
    "hand": ["Forest"] * 9,
    "library": ["Swamp", "Plains"],
    "battlefield": [
        {"card": "Leonin Arbiter", "id": "arbiter", "tapped": True, "summoning_sick": True},
        {"card": "Island", "phased_out": True, "tapped": True},
    ],
    "exile": [
        {"card": "Rift Bolt", "counters": {"time": 1}},
        {"card": "Rift Bolt", "exiled_as": "foretold", "exiled_this_turn": True,
         "face_down": True},
    ],
    "pool": "{G}{R}",
}  # fmt: skip
ALTAR = {
    "name": "Altar",
    "type": "Artifact",
    "abilities": [
        {"kind": "cant", "verbs": ["search"],
         "ignore": {"cost": "sacrifice a permanent", "who": "each"}},
    ],
}  # fmt: skip
MILLER = {
    "name": "Miller",
    "type": "Artifact",
    "abilities": [{"kind": "mana", "cost": "{T}, mill a card", "adds": ["{C}"]}],
}
GUILDGATE = {
    "name": "Guildgate",
    "type": "Land",
    "abilities": ["enters_tapped", {"kind": "mana", "adds": ["{G}"]}],
}
HYDRA = {
    "name": "Hydra",
    "type": "Creature — Hydra",
    "mana_cost": "{X}{G}{G}",
    "abilities": [
        {"kind": "megamorph", "cost": "{G}"},
        {"kind": "face_up_counters", "counter": "+1/+1", "n": 5},
        {"kind": "face_up_counters", "counter": "charge", "n": 2},
    ],
}
SLOWDOWN = {
    "name": "Slowdown",
    "type": "Enchantment",
    "abilities": [
        {
            "kind": "grants",
            "abilities": ["enters_tapped"],
            "whose": "opponents",
            "on": ["creature not on battlefield", "land not on battlefield"],
        },
    ],
}
SLOW = {
    "name": "Slow",
    "type": "Sorcery",
    "abilities": [
        {"kind": "suspend", "n": 4, "cost": "{0}"},
        {"kind": "suspend", "n": "X", "cost": "{X}{R}"},
    ],
}
GIVER = {
    "name": "Giver",
    "type": "Enchantment",
    "abilities": [
        {"kind": "grants", "on": ["sorcery in hand"],
         "abilities": [{"kind": "suspend", "n": 2, "cost": "{0}"}]},
    ],
}  # fmt: skip
BOUNCER = {
    "name": "Bouncer",
    "type": "Artifact",
    "abilities": [
        {"kind": "cant", "verbs": ["search"],
         "ignore": {"cost": "return an Island you control to its owner's hand", "who": "each"}},
        {"kind": "additional_land_plays", "n": 1},
    ],
}  # fmt: skip
AURA = {"name": "Aura", "type": "Enchantment — Aura", "mana_cost": "{W}"}
SWORD = {"name": "Sword", "type": "Artifact — Equipment", "mana_cost": "{1}"}
ROOM = {
    "name": "Hall // Attic",
    "type": "Enchantment — Room",
    "halves": [{"name": "Hall", "mana_cost": "{1}"}, {"name": "Attic", "mana_cost": "{2}"}],
}
MODAL = {
    "name": "Modal",
    "type": "Creature — Elf",
    "mana_cost": "{G}",
    "modal": True,
    "back": {"name": "Glade", "type": "Land — Forest"},
}

SITUATIONS: Mapping[str, StateDocument] = {
    "the end of a full turn": _state(
        NEW, _two(BUSY, {"battlefield": [{"card": "Island", "phased_out": True}]}, passed=True),
        "end",
        effects=[
            {"kind": "cant_search", "id": "e1", "until": "end of turn"},
            {"kind": "cant_search", "id": "e2", "until": "your next turn"},
            {"id": "e3", **_before("upkeep", "bob")},
            {"id": "e4", **_before("upkeep", "ann")},
            {"id": "e5", **_before("cleanup", "ann")},
            {"id": "e6", **_before("untap", "bob")},
            {"id": "e7", **_before("end", "ann", made=True)},
        ],
    ),
    "the end of a turn of three, the next one has left": _state(
        OLD,
        [{"name": "ann"}, {"name": "bob", "left": True}, {"name": "cat", "passed": True}],
        "end",
    ),
    "the active player has left": _state(
        OLD, [{"name": "ann", "left": True}, {"name": "bob"}, {"name": "cat", "passed": True}],
        "draw", priority="bob",
    ),
    "the active player has left and something resolves": _state(
        OLD, [{"name": "ann", "left": True}, {"name": "bob"}, {"name": "cat", "passed": True}],
        "draw", priority="bob", stack=[{"ability": "draw a card", "controller": "cat"}],
    ),
    "the turn of one who has left ends": _state(
        OLD, [{"name": "ann", "left": True}, {"name": "bob"}, {"name": "cat", "passed": True}],
        "end", priority="bob",
    ),
    "priority in the cleanup step": _state(
        OLD, _two({"pool": "{G}"}, passed=True), "cleanup",
        effects=[{"kind": "cant_search", "id": "e1", "until": "end of turn"}],
    ),
    "something resolves in the cleanup step": _state(
        OLD, _two({"pool": "{G}"}, passed=True), "cleanup",
        stack=[{"ability": "draw a card", "controller": "bob"}],
    ),
    "the draw step of a known library": _state(
        OLD, _two({"library": ["Swamp", "Plains"]}, passed=True), "upkeep"
    ),
    "the draw step of a hidden library": _state(OLD, _two({}, passed=True), "upkeep"),
    "the draw step of an unknown top card": _state(
        OLD, _two({"library": ["?", "Plains"]}, passed=True), "upkeep"
    ),
    "combat with blockers": _state(OLD, _two({"pool": "{G}"}, passed=True), "declare_blockers"),
    "combat damage": _state(OLD, _two({}, passed=True), "combat_damage"),
    "attackers": _state(
        OLD, _two({}, passed=True), "declare_attackers",
        effects=[{"id": "e1", **_before("combat_damage", "ann")},
                 {"id": "e2", **_before("end_of_combat", "ann")}],
    ),
    "an artifact, an Aura's host, a token and a giver of land plays may be sacrificed": _state(
        OLD,
        _two(
            {
                "battlefield": [
                    {"card": "Exploration", "id": "exploration"},
                    {"card": "Aura", "attached_to": "exploration"},
                    {"card": "Sword", "attached_to": "exploration"},
                ],
                "lands_played": ["exploration"],
            },
            {"battlefield": ["Altar"]},
        ),
        "precombat_main", cards=[ALTAR, AURA, SWORD],
        effects=[{"kind": "cant_turn_face_up", "id": "e1", "applies_to": ["exploration"]},
                 {"kind": "cant_search", "id": "e2", "source": "exploration"}],
    ),
    "a token is sacrificed": _state(
        OLD,
        _two({"battlefield": [{"card": "Island", "token": True}]}, {"battlefield": ["Altar"]}),
        "precombat_main", cards=[ALTAR],
    ),
    "another player's permanent is sacrificed": _state(
        OLD,
        _two({"battlefield": [{"card": "Island", "owner": "bob"}], "graveyard": ["Swamp"]},
             {"battlefield": ["Altar"], "graveyard": ["Swamp", "Plains"]}),
        "precombat_main", cards=[ALTAR],
    ),
    "another player's land goes to its owner's hand, and is played": _state(
        OLD,
        _two({"battlefield": [{"card": "Island", "owner": "bob", "tapped": True}, "Bouncer"],
              "hand": ["Forest"], "lands_played": ["bouncer"]}),
        "precombat_main", cards=[BOUNCER],
    ),
    "a card is milled to pay": _state(
        OLD,
        _two({"battlefield": ["Miller", "Miller"], "library": ["Swamp", "Plains", "Island"],
              "hand": ["Forest"]},
             {"battlefield": ["Leonin Arbiter"]}),
        "precombat_main", cards=[MILLER],
    ),
    "more cards are milled to pay than are told": _state(
        OLD,
        _two({"battlefield": ["Miller", "Miller"], "library": ["Swamp"], "graveyard": ["Forest"]},
             {"battlefield": ["Leonin Arbiter"]}),
        "precombat_main", cards=[MILLER],
    ),
    "a land that comes tapped, and what turns up with counters": _state(
        NEW,
        _two({"hand": ["Guildgate", "Forest"], "pool": "{G}{G}{G}",
              "battlefield": [{"card": "Hydra", "face_down": True, "counters": {"+1/+1": 1}}]},
             {"battlefield": ["Slowdown"]}),
        "precombat_main", cards=[GUILDGATE, HYDRA, SLOWDOWN],
    ),
    "a land that would come tapped is a mere Mountain": _state(
        NEW, _two({"hand": ["Guildgate"], "battlefield": ["Slowdown"]}), "precombat_main",
        cards=[GUILDGATE, SLOWDOWN],
        effects=[{"kind": "sets_land_types", "id": "moon", "controller": "bob",
                  "on": ["nonbasic land"], "types": ["mountain"]}],
    ),
    "a creature that would come tapped, under Humility": _state(
        NEW, _two({}, passed=True), "precombat_main",
        stack=[{"card": "Golem", "controller": "bob"}],
        cards=[{**GUILDGATE, "name": "Golem", "type": "Artifact Creature — Golem"}],
        effects=[{"kind": "loses_abilities", "id": "calm", "controller": "ann",
                  "on": ["creature"]}],
    ),
    "a permanent spell comes tapped": _state(
        NEW, _two({"battlefield": ["Slowdown"]}, passed=True), "precombat_main",
        stack=[{"card": "Guildgate Golem", "controller": "bob"}],
        cards=[SLOWDOWN, {**HYDRA, "name": "Guildgate Golem"}],
    ),
    "one of several suspend abilities": _state(
        NEW,
        _two({"hand": ["Slow"], "battlefield": ["Mountain", "Mountain", "Giver"]}),
        "precombat_main", cards=[SLOW, GIVER],
    ),
    "an instant with several on the stack resolves": _state(
        NEW, _two({"graveyard": ["Swamp"]}, passed=True), "upkeep",
        stack=[
            {"card": "Rift Bolt", "controller": "bob", "owner": "ann"},
            {"card": "Willbender", "controller": "ann", "face_down": True},
        ],
    ),
    "a stolen face-down spell resolves": _state(
        NEW, _two({}, passed=True), "upkeep",
        stack=[{"card": "Willbender", "controller": "bob", "owner": "ann", "face_down": True}],
    ),
    "a spell that effects are about resolves": _state(
        NEW, _two({}, passed=True), "upkeep",
        stack=[{"card": "Willbender", "controller": "bob", "face_down": True, "id": "hidden"}],
        effects=[
            {"kind": "grants", "id": "gift", "controller": "bob", "applies_to": ["hidden"],
             "abilities": [{"kind": "morph", "cost": "{0}"}]},
            {"kind": "cant_activate", "id": "lock", "controller": "ann", "applies_to": ["hidden"]},
        ],
    ),
    "a manifested sorcery is turned up, and an instant played as a land": _state(
        NEW,
        _two({"hand": ["Trick"], "battlefield": ["Mountain", "Mountain",
              {"card": "Slow", "face_down": True, "manifested": True}]}),
        "precombat_main",
        cards=[SLOW, {"name": "Trick", "type": "Instant", "mana_cost": "{U}"}],
        effects=[
            {"kind": "grants", "id": "gift", "controller": "ann", "applies_to": ["slow"],
             "abilities": [{"kind": "morph", "cost": "{R}"}]},
            {"kind": "adds_types", "id": "soil", "controller": "ann", "on": ["instant in hand"],
             "types": ["land"]},
        ],
    ),
    "a modal creature resolves": _state(
        NEW, _two({}, passed=True), "upkeep", cards=[MODAL],
        stack=[{"card": "Modal", "controller": "bob"}],
    ),
    "an unknown spell resolves": _state(
        NEW, _two({}, passed=True), "upkeep", stack=[{"card": "?", "controller": "bob"}]
    ),
    "an unknown face-down spell resolves": _state(
        NEW, _two({}, passed=True), "upkeep",
        stack=[{"card": "?", "controller": "bob", "face_down": True}],
    ),
    "a Room resolves": _state(
        NEW, _two({}, passed=True), "upkeep", cards=[ROOM],
        stack=[{"card": "Hall // Attic", "controller": "bob"}],
    ),
    "an Aura resolves": _state(
        NEW, _two({"battlefield": ["Island"]}, passed=True), "upkeep", cards=[AURA],
        stack=[{"card": "Aura", "controller": "bob"}],
    ),
    "teams share their turns": _state(
        OLD,
        [
            {"name": "ann", "team": "x", "life": 30, "library": ["Swamp"],
             "battlefield": [{"card": "Island", "tapped": True}], "lands_played": 1},
            {"name": "bob", "team": "x", "life": 30, "library": ["Island"], "lands_played": 1},
            {"name": "cat", "team": "y", "life": 30, "passed": True,
             "battlefield": [{"card": "Island", "tapped": True}]},
            {"name": "dan", "team": "y", "life": 30, "passed": True,
             "battlefield": [{"card": "Island", "tapped": True}]},
        ],
        "end", variant="two_headed_giant",
    ),
    "a team draws": _state(
        OLD,
        [
            {"name": "ann", "team": "x", "life": 30, "library": ["Swamp"]},
            {"name": "bob", "team": "x", "life": 30, "library": ["Island"]},
            {"name": "cat", "team": "y", "life": 30, "passed": True},
            {"name": "dan", "team": "y", "life": 30},
        ],
        "upkeep", variant="two_headed_giant",
    ),
    "teams of which only players have turns": _state(
        OLD,
        [
            {"name": "ann", "team": "x", "passed": True},
            {"name": "bob", "team": "x"},
            {"name": "cat", "team": "y"},
            {"name": "dan", "team": "y"},
        ],
        "upkeep", priority="bob",
    ),
    "who acted keeps priority and the others get it again": _state(
        OLD,
        _two({"passed": True},
             {"battlefield": ["Island", "Island",
                              {"card": "Willbender", "face_down": True, "counters": {"+1/+1": 2},
                               "tapped": True, "summoning_sick": True}]}),
        "declare_blockers", priority="bob", stack=[{"ability": "draw", "controller": "ann"}],
    ),
    "a life paid to the last": _state(
        OLD,
        _two({"life": 5, "battlefield": [{"card": "Cutthroat", "face_down": True}]}),
        "upkeep",
        cards=[{"name": "Cutthroat", "type": "Creature — Zombie", "mana_cost": "{3}{B}",
                "abilities": [{"kind": "morph", "cost": "pay 5 life"}]}],
    ),
    "a team's life is paid": _state(
        OLD,
        [
            {"name": "ann", "team": "x", "life": 9,
             "battlefield": [{"card": "Cutthroat", "face_down": True}]},
            {"name": "bob", "team": "x", "life": 9},
            {"name": "cat", "team": "y", "life": 30},
            {"name": "dan", "team": "y", "life": 30},
        ],
        "upkeep", variant="two_headed_giant",
        cards=[{"name": "Cutthroat", "type": "Creature — Zombie", "mana_cost": "{3}{B}",
                "abilities": [{"kind": "morph", "cost": "pay 5 life"}]}],
    ),
    "an action that makes mana, again and again": _state(
        NEW, _two({"pool": "{G}"}), "upkeep",
        effects=[{"kind": "other", "id": "channel", "controller": "ann", "until": "end of turn",
                  "allows": {"by": "ann", "cost": "pay 1 life", "adds": "{C}", "again": True,
                             "timing": "mana_ability"}}],
    ),
    "a permanent may be given up for turning itself up": _state(
        OLD,
        _two({"battlefield": [{"card": "Goblet", "face_down": True}, "Island",
                              {"card": "Goblet", "face_down": True, "tapped": True}],
              "hand": ["Forest", "Rift Bolt"], "graveyard": ["Swamp", "Plains"]}),
        "upkeep",
        cards=[{"name": "Goblet", "type": "Artifact Creature — Golem", "mana_cost": "{4}",
                "abilities": [{"kind": "morph", "cost": "sacrifice a permanent, discard a card"}]}],
    ),
    "costs that can be paid in many ways": _state(
        NEW,
        _two({"life": 5, "pool": [{"mana": "{G}", "only": ["turn creatures face up"]}, "{U}"],
              "battlefield": [
                  {"card": "Masker", "face_down": True, "manifested": True, "time": 3},
                  "Island", "Plains", "Snow-Covered Forest", "Signet"]}),
        "upkeep",
        cards=[
            {"name": "Masker", "type": "Creature — Golem", "mana_cost": "{X}{G}",
             "abilities": [{"kind": "megamorph", "cost": "{W/U}{G/P}"},
                           {"kind": "disguise", "cost": "{S}{1}"}]},
            {"name": "Signet", "type": "Artifact", "mana_cost": "{2}",
             "abilities": [{"kind": "mana", "cost": "{1}, {T}", "adds": ["{W}{U}"]}]},
            {"name": "Snow-Covered Forest", "type": "Basic Snow Land — Forest"},
        ],
    ),
    "a land with a back is played from a graveyard, and a stolen one": _state(
        NEW,
        _two({"hand": ["Path"], "graveyard": ["Path", "Swamp"], "battlefield": ["Crucible"],
              "exile": [{"card": "Swamp", "id": "lent", "owner": "bob", "face_down": True}]}),
        "precombat_main",
        cards=[
            {"name": "Path", "type": "Land", "modal": True,
             "back": {"name": "Pass", "type": "Land — Forest"}},
            {"name": "Crucible", "type": "Artifact",
             "abilities": [{"kind": "land_play_permission", "zone": "graveyard"}]},
        ],
        effects=[{"kind": "land_play_permission", "id": "lending", "zone": "exile",
                  "controller": "ann", "applies_to": ["lent"]}],
    ),
    "things are foretold and plotted from the top, for nothing at first": _state(
        NEW,
        _two({"hand": ["Omen", "Omen"], "library": ["Bears", "Omen"], "battlefield": ["Charm"],
              "pool": "{G}{G}{G}"}),
        "precombat_main",
        cards=[
            {"name": "Omen", "type": "Instant", "mana_cost": "{4}", "abilities": ["foretell"]},
            {"name": "Bears", "type": "Creature — Bear", "mana_cost": "{1}{G}"},
            {"name": "Charm", "type": "Enchantment",
             "abilities": [{"kind": "first_foretell_free"},
                           {"kind": "plot_permission", "zone": "top_of_library"}]},
        ],
    ),
    "an effect whose source named a card loses it": _state(
        OLD,
        _two({"battlefield": [{"card": "Needle", "chosen_name": "Forest"}], "hand": ["Forest"]},
             {"battlefield": ["Altar"]}),
        "precombat_main",
        cards=[ALTAR, {"name": "Needle", "type": "Artifact"}],
        effects=[{"kind": "cant_play_lands", "id": "ban", "source": "needle",
                  "on": ["named the chosen name"], "until": "end of turn"}],
    ),
    "suspended cards wait for an upkeep": _state(
        NEW,
        _two(
            {"exile": [{"card": "Rift Bolt", "counters": {"time": 2}}]},
            {"exile": [{"card": "Rift Bolt", "counters": {"time": 2}},
                       {"card": "Rift Bolt", "counters": {"time": 1}},
                       {"card": "Willbender", "counters": {"time": 3}}, "Rift Bolt"],
             "library": ["Island"]},
            passed=True,
        ),
        "end",
    ),
    "what was attached comes back with its host": _state(
        OLD,
        _two(
            {"battlefield": [{"card": "Sword", "attached_to": "host", "phased_out": True},
                             {"card": "Island", "phased_out": True, "tapped": True}]},
            {"battlefield": [{"card": "Island", "id": "host", "phased_out": True, "tapped": True}]},
            passed=True,
        ),
        "end", cards=[SWORD],
    ),
    "what was attached stays away with its host": _state(
        OLD,
        _two(
            {"battlefield": [{"card": "Island", "id": "host", "phased_out": True}]},
            {"battlefield": [{"card": "Sword", "attached_to": "host", "phased_out": True,
                              "tapped": True, "summoning_sick": True}]},
            passed=True,
        ),
        "end", cards=[SWORD],
    ),
    "what is ignored may be given up for ignoring it": _state(
        OLD, _two({"battlefield": ["Altar", "Island"]}), "precombat_main", cards=[ALTAR]
    ),
    "effects of many durations at the end of a turn": _state(
        OLD, _two({}, passed=True), "end",
        effects=[{"kind": "cant_search", "id": f"e{number}", "until": until}
                 for number, until in enumerate(("this turn", "until end of turn", "next turn",
                                                 "end of your turn"), start=1)],
    ),
}  # fmt: skip
