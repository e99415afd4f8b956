"""From ASP facts back to a canonical document: the reverse of facts.py, with nothing lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import clingo
import msgspec

from pyadapter.canonical import ZONES
from pyadapter.content_facts import PURPOSES
from pyadapter.costs import mana_sign
from pyadapter.errors import DocumentError
from pyadapter.facts import FLAGS
from pyadapter.labels import bare
from pyadapter.model import StateDocument
from pyadapter.phrases import ordered, phrase, written_subtype, written_type_line
from pyadapter.vocabulary import inputs

Row = tuple[clingo.Symbol, ...]
_CLAUSES = {
    "extra_land": "additional_land_plays",
    "unlimited_lands": "additional_land_plays",
    "land_from": "land_play_permission",
    "forbid": "cant",
    "limit_casts": "cast_limit",
    "allow_flash": "flash_permission",
    "grant": "grants",
    "lose_abilities": "loses_abilities",
    "lose_other_abilities": "loses_abilities",
    "set_land_type": "sets_land_types",
    "add_land_type": "adds_land_types",
    "add_type": "adds_types",
    "set_creature_type": "sets_creature_types",
    "add_creature_type": "adds_creature_types",
    "change_cost": "cost_change",
    "fix_life": "life_cant_change",
    "plot_from": "plot_permission",
    "foretell_any_turn": "foretell_any_turn",
    "first_foretell_free": "first_foretell_free",
    "mana_as_any_color": "mana_as_any_color",
    "unread": "other",
    "nothing": "other",
}
_PURPOSES = {name: text for text, name in PURPOSES.items()}
_LEAST_X = " with X at least 1"


def document_from(facts: Iterable[str]) -> StateDocument:
    """Return the canonical document that facts tell of; `edition` and `asked` are left aside.

    Raises DocumentError for a fact of no input predicate.

    >>> document_from(["player(a)", "seat(a,1)", "turn(a,draw)"]).turn
    {'a': 'draw'}
    """
    table = _Table(facts)
    who = [bare(player) for player, _ in sorted(table["seat"], key=lambda row: row[1])]
    raw = {
        "players": [_player(table, name) for name in who],
        "turn": {bare(player): bare(step) for player, step in table["turn"]} or None,
        "priority": sorted(bare(row[0]) for row in table["priority"]),
        "variant": sorted(bare(row[0]) for row in table["variant"]),
        "in_progress": _only(table["in_progress"]),
        "paying": _only(table["paying"]),
        "stack": [_stacked(table, key) for key, _, _ in _zone(table, "stack", None)],
        "effects": [_stated(table, row) for row in table["stated"]],
        "cards": _cards(table),
        "readings": {bare(subject): bare(choice) for subject, choice in sorted(table["reading"])},
    }
    return msgspec.convert(raw, StateDocument)


class _Table:
    """Facts by predicate, and by predicate and first argument."""

    def __init__(self, facts: Iterable[str]) -> None:
        self.rows: dict[str, list[Row]] = defaultdict(list)
        self.first: dict[tuple[str, clingo.Symbol], list[Row]] = defaultdict(list)
        known = inputs()
        for text in facts:
            symbol = clingo.parse_term(text)
            if symbol.name not in known or known[symbol.name].arity != len(symbol.arguments):
                raise DocumentError(text, found="no input predicate", expected="a fact of a state")
            row = tuple(symbol.arguments)
            self.rows[symbol.name].append(row)
            if row:
                self.first[symbol.name, row[0]].append(row)

    def __getitem__(self, name: str) -> list[Row]:
        return self.rows.get(name, [])

    def of(self, name: str, key: clingo.Symbol) -> list[Row]:
        return self.first.get((name, key), [])

    def value(self, name: str, key: clingo.Symbol) -> Any:
        rows = self.of(name, key)
        return _plain(rows[0][1]) if rows else None

    def has(self, name: str, key: clingo.Symbol) -> bool:
        return bool(self.of(name, key))


def _plain(symbol: clingo.Symbol) -> Any:
    return symbol.number if symbol.type is clingo.SymbolType.Number else bare(symbol)


def _only(rows: list[Row]) -> str | None:
    return bare(rows[0][0]) if rows else None


def _clean(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value not in (None, [], {}, False)}


def _zone(table: _Table, zone: str, holder: clingo.Symbol | None) -> list[Row]:
    rows = [row for row in table["in_zone"] if bare(row[1]) == zone]
    if holder is not None:
        rows = [
            row
            for row in rows
            if (table.of("controller", row[0]) or [(row[0], row[2])])[0][1] == holder
        ]
    return sorted(rows, key=lambda row: table.value("position", row[0]) or 0)


def _effect_name(symbol: clingo.Symbol) -> str:
    compound = symbol.type is clingo.SymbolType.Function and symbol.name == "of"
    return bare(symbol.arguments[0] if compound else symbol)


def _player(table: _Table, name: str) -> dict[str, Any]:
    key = next(row[0] for row in table["player"] if bare(row[0]) == name)
    zones = {zone: [_object(table, row) for row in _zone(table, zone, key)] for zone in ZONES}
    snow: dict[clingo.Symbol, Any] = {row[1]: True for row in table.of("floating_snow", key)}
    snow |= {row[1]: "other" for row in table.of("floating_snow_other", key)}
    pool = [
        _clean(
            {
                "mana": mana_sign(bare(kind)),
                "snow": snow.get(number),
                "only": _purposes(table, key, number),
            }
        )
        for _, number, kind in sorted(table.of("floating", key), key=lambda row: row[1])
    ]
    return {
        "name": name,
        **_clean(
            {
                "team": table.value("team", key),
                "left": table.has("left", key),
                "decided_by": table.value("decided_by", key),
                "planar_die_rolls": table.value("planar_die_rolled", key),
                "effect_rolls": table.value("rolled_by_effects", key),
                "cards_foretold": table.value("foretold", key),
                "companion_used": table.has("companion_used", key),
                "passed": table.has("passed", key),
                **zones,
                "ignores": sorted(_effect_name(row[1]) for row in table.of("ignored", key)),
            }
        ),
        "life": table.value("life", key),
        "color_identity": [bare(row[1]) for row in table.of("color_identity", key)]
        if table.has("identity_told", key)
        else None,
        "pool": pool,
        "lands_played": [_effect_name(row[2]) for row in sorted(table.of("land_played", key))],
        "spells_cast": [
            "?" if str(row[2]) == "unknown" else bare(row[2])
            for row in sorted(table.of("spell_cast", key))
        ],
    }


def _purposes(table: _Table, player: clingo.Symbol, number: clingo.Symbol) -> list[str]:
    rows = [row for row in table.of("floating_only", player) if row[1] == number]
    return sorted(_purpose(row[2]) for row in rows)


def _purpose(symbol: clingo.Symbol) -> str:
    if symbol.name in ("cast", "activate", "unread"):
        return bare(symbol.arguments[0])
    return _PURPOSES[symbol.name]


def _card_name(table: _Table, key: clingo.Symbol) -> str | None:
    return next((bare(row[1]) for row in table.of("card_of", key)), None)


def _object(table: _Table, row: Row) -> dict[str, Any]:
    key = row[0]
    copies = sorted(table.of("copy_effect", key), key=lambda copy: copy[2])
    return {
        "card": _card_name(table, key) or "?",
        "id": bare(key),
        "owner": bare(row[2]),
        "time": table.value("timestamp", key),
        **_clean(
            {
                **{flag: table.has(flag, key) for flag in FLAGS},
                "companion": table.has("revealed_companion", key),
                "exiled_as": table.value("exiled_as", key),
                "merged_with": sorted(
                    "?" if str(r[1]) == "unknown" else bare(r[1])
                    for r in table.of("merged_with", key)
                ),
                "unlocked": sorted(bare(r[1]) for r in table.of("unlocked", key)),
                "face_down_as": _made_into(table, key),
                "counters": {bare(r[1]): r[2].number for r in sorted(table.of("counters", key))},
                "attached_to": table.value("attached_to", key),
                "copy_of": [bare(copy[1]) for copy in copies],
                "chosen_name": table.value("chosen_name", key),
            }
        ),
    }


def _made_into(table: _Table, key: clingo.Symbol) -> str | None:
    types = [bare(row[1]) for row in table.of("face_down_type", key)]
    subtypes = [bare(row[1]) for row in table.of("face_down_subtype", key)]
    return written_type_line((), types, subtypes) or None


def _stacked(table: _Table, key: clingo.Symbol) -> dict[str, Any]:
    ability = table.value("ability_on_stack", key)
    return {
        "id": bare(key),
        "controller": table.value("controller", key),
        "owner": bare(table.of("in_zone", key)[0][2]),
        **_clean(
            {
                "card": None if ability else _card_name(table, key) or "?",
                "ability": ability,
                "face_down": table.has("face_down", key),
                "turn_marker": table.value("turn_marker", key),
            }
        ),
    }


def _stated(table: _Table, row: Row) -> dict[str, Any]:
    key, said = row
    effect = _effect(table, said)
    if table.has("effect_made_now", key):
        effect["allows"]["before"]["made_in_it"] = True
    return {
        **effect,
        "id": bare(key),
        "time": table.value("effect_time", key),
        **_clean(
            {
                "gone": table.has("effect_gone", key),
                "controller": table.value("effect_controller", key),
                "source": table.value("effect_source", key),
                "until": table.value("effect_until", key),
                "applies_to": sorted(bare(row[1]) for row in table.of("effect_applies_to", key)),
            }
        ),
    }


def _allows(table: _Table, key: clingo.Symbol) -> dict[str, Any] | None:
    for _, by, cost in table.of("effect_allows", key):
        deadline = [
            {"step": bare(step), "of": bare(of)} for _, step, of in table.of("effect_deadline", key)
        ]
        return _clean(
            {
                "by": bare(by),
                "cost": bare(cost),
                "timing": table.value("effect_timing", key),
                "adds": _added(table, key),
                "again": table.has("effect_allows_again", key),
                "before": deadline[0] if deadline else None,
            }
        )
    return None


def _added(table: _Table, key: clingo.Symbol) -> str | None:
    for _, ability in table.of("effect_mana", key):
        return str(_mana(table, ability)["adds"][0])
    return None


def _effect(table: _Table, key: clingo.Symbol) -> dict[str, Any]:
    whom = table.of("effect_whom", key)[0][1]
    condition = table.of("effect_while", key)
    ignorable = table.of("effect_ignorable", key)
    alternatives: dict[int, list[tuple[bool, str]]] = defaultdict(list)
    for _, number, literal in table.of("effect_on", key):
        alternatives[number.number].append((literal.name == "has", str(literal.arguments[0])))
    return {
        **_deeds(
            table,
            [row[1] for row in table.of("effect_does", key)],
            _counters(table, "effect_time_counters", key),
        ),
        "who": bare(whom.arguments[0] if whom.arguments else whom),
        **_clean(
            {
                "on": [phrase(ordered(tuple(asked))) for _, asked in sorted(alternatives.items())],
                "whose": table.value("effect_whose", key),
                "while": _condition(condition[0][1]) if condition else None,
                "ignore": {"who": bare(ignorable[0][1]), "cost": bare(ignorable[0][2])}
                if ignorable
                else None,
                "text": table.value("effect_text", key),
                "allows": _allows(table, key),
            }
        ),
    }


def _condition(symbol: clingo.Symbol) -> str:
    if symbol.name == "lands":
        return f"{symbol.arguments[0]} lands"
    if symbol.name == "stated":
        return bare(symbol.arguments[0])
    return bare(symbol).replace("_", " ")


def _deeds(table: _Table, deeds: list[clingo.Symbol], counters: dict[str, int]) -> dict[str, Any]:
    first = deeds[0]
    arguments = [_plain(argument) for deed in deeds for argument in deed.arguments]
    if first.name == "only_at":
        kind = "cast_timing" if arguments[0] == "cast" else "activate_timing"
        return {"kind": kind, "only": arguments[1]}
    kind = _CLAUSES[first.name]
    match first.name:
        case "extra_land" | "limit_casts":
            return {"kind": kind, "n": arguments[0]}
        case "lose_other_abilities":
            return {"kind": kind, "except": ["mana"]}
        case "unlimited_lands":
            return {"kind": kind, "n": "any"}
        case "land_from" | "plot_from":
            return {"kind": kind, "zone": arguments[0]}
        case "forbid":
            return {"kind": kind, "verbs": sorted(arguments)}
        case "grant":
            granted = (d.arguments[0] for d in deeds)
            return {
                "kind": kind,
                "abilities": [_granted(table, each, counters) for each in granted],
            }
        case "set_land_type" | "add_land_type" | "add_type":
            return {"kind": kind, "types": sorted(arguments)}
        case "set_creature_type" | "add_creature_type":
            return {"kind": kind, "types": sorted(map(written_subtype, arguments))}
        case "change_cost":
            return {"kind": kind, "cost_of": arguments[0], "delta": arguments[1]}
        case _:
            return {"kind": kind}


def _counters(table: _Table, name: str, key: clingo.Symbol) -> dict[str, int]:
    return {bare(cost): number.number for _, cost, number in table.of(name, key)}


def _keyword(symbol: clingo.Symbol, counters: dict[str, int]) -> Any:
    if not symbol.arguments:
        return bare(symbol)
    if symbol.name == "face_up_counters":
        counter, amount = symbol.arguments
        return {"kind": symbol.name, "counter": bare(counter), "n": amount.number}
    cost = bare(symbol.arguments[0])
    if symbol.name != "suspend":
        return {"kind": symbol.name, "cost": cost}
    number: Any = "X" if cost.endswith(_LEAST_X) else counters.get(cost, 0)
    return {"kind": "suspend", "n": number, "cost": cost.removesuffix(_LEAST_X)}


def _granted(table: _Table, symbol: clingo.Symbol, counters: dict[str, int]) -> Any:
    if symbol.name == "mana":
        return _mana(table, symbol.arguments[0])
    return _keyword(symbol, counters)


def _cards(table: _Table) -> list[dict[str, Any]]:
    faces = {row[-1] for name in ("card_back", "card_half") for row in table[name]}
    return [_whole(table, row[0]) for row in sorted(table["card_name"]) if row[0] not in faces]


def _whole(table: _Table, key: clingo.Symbol) -> dict[str, Any]:
    backs = table.of("card_back", key)
    return {
        **_card(table, key),
        "back": _card(table, backs[0][1]) if backs else None,
        "modal": table.has("card_modal", key),
        "halves": [_card(table, row[2]) for row in sorted(table.of("card_half", key))],
    }


def _card(table: _Table, key: clingo.Symbol) -> dict[str, Any]:
    words = [bare(row[1]) for row in table.of("card_supertype", key)]
    types = [bare(row[1]) for row in table.of("card_type", key)]
    subtypes = [bare(row[1]) for row in table.of("card_subtype", key)]
    return {
        "name": table.value("card_name", key),
        "type": written_type_line(words, types, subtypes),
        "mana_cost": table.value("card_mana_cost", key),
        "colors": [bare(row[1]) for row in table.of("card_color", key)],
        "abilities": _abilities(table, key),
        "not_understood": sorted(bare(row[1]) for row in table.of("card_unread", key)),
    }


def _abilities(table: _Table, key: clingo.Symbol) -> list[Any]:
    counters = _counters(table, "card_time_counters", key)
    found = [_keyword(row[1], counters) for row in table.of("card_ability", key)]
    found += [_mana(table, row[1]) for row in table.of("card_mana_ability", key)]
    found += [_effect(table, row[2]) for row in sorted(table.of("card_effect", key))]
    return found


def _mana(table: _Table, key: clingo.Symbol) -> dict[str, Any]:
    adds: dict[int, str] = defaultdict(str)
    for _, alternative, kind, number in table.of("mana_ability_adds", key):
        adds[alternative.number] += mana_sign(bare(kind)) * number.number
    only = sorted(_purpose(row[1]) for row in table.of("mana_ability_only", key))
    return {
        "kind": "mana",
        "adds": [text for _, text in sorted(adds.items())],
        "cost": table.value("mana_ability_cost", key),
        "only": only,
        **_clean(
            {
                "zone": table.value("mana_ability_zone", key),
                "damage": table.value("mana_ability_damage", key),
                "draws": table.value("mana_ability_draws", key),
            }
        ),
    }
