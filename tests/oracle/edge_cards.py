"""Cards for the edge cases, each with just what its case is about."""

from __future__ import annotations

from typing import Any


def card(name: str, line: str, *abilities: Any, **rest: Any) -> dict[str, Any]:
    """A card as a document writes it."""
    return {"name": name, "type": line, "abilities": list(abilities), **rest}


def cost(kind: str, text: str) -> dict[str, str]:
    """An ability that is a kind and a cost."""
    return {"kind": kind, "cost": text}


def effect(kind: str, **fields: Any) -> dict[str, Any]:
    """A static ability."""
    return {"kind": kind, **fields}


SACRIFICE = {"cost": "sacrifice a permanent"}
LOCKED_UP = effect("cant", verbs=["attack", "block"], on=["enchanted"], who="each")

CARDS = [
    *(card(name, f"Basic Land — {name}") for name in ("Forest", "Island", "Swamp", "Mountain")),
    card("Seat", "Artifact Land", effect("mana", adds=["{U}"])),
    card("Arbor", "Land Creature — Forest Dryad", colors=["green"]),
    card("Roads", "Enchantment", effect("additional_land_plays")),
    card("Nomad", "Creature", effect("additional_land_plays", n=2)),
    card("No Lands", "Enchantment", effect("cant_play_lands")),
    card("Delver", "Artifact", effect("land_play_permission", zone="graveyard")),
    card("Sudden Age", "Creature", effect("flash_permission")),
    card(
        "Time Mage",
        "Creature",
        effect("grants", abilities=["flash"], on=["creature not on battlefield"], whose="you"),
        effect("cast_timing", only="sorcery", who="opponents"),
    ),
    card(
        "Damper",
        "Artifact",
        effect(
            "cant",
            verbs=["play_land", "cast"],
            who="most_permanents",
            on=["land", "artifact", "creature", "enchantment"],
            ignore=SACRIFICE,
        ),
    ),
    card(
        "Modal Rite",
        "Sorcery",
        mana_cost="{2}{R}",
        back={"name": "Modal Shore", "type": "Land"},
        modal=True,
    ),
    card(
        "Werebeast",
        "Creature",
        mana_cost="{1}{G}",
        back={"name": "Werelodge", "type": "Land"},
    ),
    card("Mask", "Creature", cost("morph", "{2}{U}"), mana_cost="{2}{U}{U}"),
    card("Cheap Mask", "Creature", cost("morph", "{G}"), mana_cost="{4}"),
    card("Cutthroat", "Creature", cost("morph", "pay 5 life"), mana_cost="{3}{B}{B}"),
    card("Raiders", "Creature", cost("morph", "discard a card"), mana_cost="{3}{R}{R}"),
    card("Fiery Mask", "Creature", cost("morph", "{X}"), mana_cost="{R}"),
    card("Cavern", "Land", cost("morph", "{2}"), effect("mana", adds=["{C}"])),
    card("Big Mask", "Creature", cost("megamorph", "{1}"), mana_cost="{G}{G}"),
    card("Guise", "Creature", cost("disguise", "{1}"), mana_cost="{G}"),
    card("Bear", "Creature — Bear", mana_cost="{1}{G}"),
    card("Hydra", "Creature — Hydra", mana_cost="{X}{X}"),
    card("Rite", "Sorcery", mana_cost="{U}"),
    card("Leveler", "Enchantment", effect("loses_abilities", on=["creature"])),
    card(
        "Blood Sky",
        "Enchantment",
        effect("sets_land_types", on=["nonbasic land"], types=["Mountain"]),
    ),
    card("Doomsayer", "Creature", effect("cost_change", cost_of="morph", delta=2)),
    card("Null", "Artifact", effect("cant_activate", mana_abilities=False)),
    card("Emperion", "Artifact Creature", effect("life_cant_change")),
    card("Snap", "Instant", "split_second", mana_cost="{R}"),
    card("Arbiter", "Creature", effect("cant_search", ignore={"cost": "{2}", "who": "each"})),
    card(
        "Lost",
        "Enchantment — Aura",
        {
            **LOCKED_UP,
            "ignore": {
                "cost": "exile three cards from your graveyard",
                "who": "enchanted_controller",
            },
        },
    ),
    card(
        "Curse",
        "Enchantment — Aura",
        {**LOCKED_UP, "ignore": {**SACRIFICE, "who": "enchanted_controller"}},
    ),
    card("Late Rite", "Sorcery", {**cost("suspend", "{0}"), "n": 4}),
    card("Late Bolt", "Instant", {**cost("suspend", "{R}"), "n": 1}, mana_cost="{2}{R}"),
    card("Late Beast", "Creature", {**cost("suspend", "{0}"), "n": 3}, mana_cost="{4}{G}"),
    card("Late Golem", "Artifact Creature", {**cost("suspend", "{0}"), "n": 3}, mana_cost="{5}"),
    card("Late X", "Sorcery", {**cost("suspend", "{X}{R}"), "n": "X"}, mana_cost="{X}{R}"),
    card("Late XX", "Sorcery", {**cost("suspend", "{0}"), "n": 2}, mana_cost="{X}{X}"),
    card(
        "Late Mask",
        "Creature",
        {**cost("suspend", "{0}"), "n": 2},
        cost("disguise", "{1}"),
        mana_cost="{3}",
    ),
    card("Meddler", "Creature", effect("cant_cast", on=["named the chosen name"])),
    card("One A Turn", "Enchantment", effect("cast_limit", n=1)),
    card("Silencer", "Enchantment", effect("cant_cast", who="opponents")),
    card("Winnower", "Creature", effect("cant_cast", who="opponents", on=["mana value even"])),
    card("No Beasts", "Enchantment", effect("cant_cast", on=["creature"])),
    card("Vultures", "Creature", "discard_any_time", mana_cost="{2}{B}"),
    card("Friend", "Creature", "companion", mana_cost="{3}{G}"),
    card("Seer", "Creature", "foretell", mana_cost="{3}{W}"),
    card(
        "Charger",
        "Creature",
        effect("foretell_any_turn"),
        effect("cost_change", who="you", cost_of="foretell", delta=-1),
    ),
    card("Watcher", "Creature", effect("first_foretell_free")),
    card("Outlaw", "Creature", cost("plot", "{1}{R}"), mana_cost="{2}{R}"),
    card(
        "Map Reader",
        "Creature",
        effect("plot_permission", zone="top_of_library", on=["nonland"]),
    ),
    card("Costless", "Creature", colors=["green"]),
    card("Secret", "Conspiracy", "hidden_agenda"),
    card(
        "Cellar // Attic",
        "Enchantment — Room",
        halves=[
            {"name": "Cellar", "mana_cost": "{1}{U}"},
            {"name": "Attic", "mana_cost": "{3}{U}"},
        ],
    ),
    card("Miller", "Artifact", effect("mana", adds=["{C}"], cost="{T}, mill a card")),
]
