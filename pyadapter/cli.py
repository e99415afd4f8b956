"""The command `special-actions`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyadapter.catalogue import load_cards
from pyadapter.cli_common import STATE_HELP, LazyGroup, cards_option, json_option, polite, say
from pyadapter.cli_states import checked, documents, named, single, state_in
from pyadapter.errors import SpecialActionsError
from pyadapter.state import GameState
from pyadapter.verdict import Verdict

if TYPE_CHECKING:
    from pyadapter.plans import Plan
    from pyadapter.repair import Repair


def main() -> None:
    """Run the command; bad input ends with one message on stderr and the exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    command(prog_name="special-actions")


_LATER = {
    "apply": ("pyadapter.cli_apply", "apply_command"),
    "cover": ("pyadapter.cli_search", "cover"),
    "diff": ("pyadapter.cli_diff", "diff"),
    "find": ("pyadapter.cli_search", "find"),
    "graph": ("pyadapter.cli_graph", "graph_command"),
    "perft": ("pyadapter.cli_graph", "perft_command"),
    "replay": ("pyadapter.cli_graph", "replay_command"),
    "verify": ("pyadapter.cli_verify", "verify"),
    "walk": ("pyadapter.cli_graph", "walk_command"),
}


@click.group(cls=LazyGroup, later=_LATER, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="special-actions")
def command() -> None:
    """Which special actions of Magic: The Gathering a player may take, and why.

    The law is written in Answer Set Programming; every reason comes with its rule number.
    Exit codes: 0 done or it holds; 1 something found (lint, mutate), refuted, not legal or
    different; 2 bad input; 3 vacuous; 4 unknown: stopped, or out of time.
    """


_rules = click.option(
    "--rules",
    metavar="DATE",
    help="Rules in force on that day, or `current`; else the state's own. `check` takes `all`.",
)
_player = click.option("--player", metavar="NAME", help="Only this player.")


@command.command(epilog=STATE_HELP + " A file of JSON lines holds one state a line.")
@click.argument("states", nargs=-1, required=True)
@_rules
@_player
@json_option
@cards_option
@polite
def check(
    states: tuple[str, ...],
    rules: str | None,
    player: str | None,
    as_json: bool,
    card_files: tuple[str, ...],
) -> None:
    """Say of every special action on offer whether it is legal, and what speaks against it.

    With `--rules all`: in every edition, and which change of the rules changed the verdict.
    """
    if rules == "all":
        _check_all(states, player, as_json, card_files)
        return
    results = checked(tuple(documents(states)), rules, player, card_files)
    if as_json:
        for found in results:
            say(
                json.dumps(
                    {
                        "version": 1,
                        "state": found.name,
                        "edition": found.edition,
                        "verdicts": [verdict.as_dict() for verdict in found.verdicts],
                        "notes": list(found.notes),
                    },
                    indent=2 if len(results) == 1 else None,
                )
            )
        return
    titles = [f"{found.title or found.name} · rules of {found.edition}" for found in results]
    if not sys.stdout.isatty():
        from pyadapter.plain import verdict_lines

        for place, (found, title) in enumerate(zip(results, titles, strict=True)):
            lines = verdict_lines(found.verdicts, title=title, notes=found.notes)
            say(("\n" if place else "") + "\n".join(lines))
        return
    from pyadapter.tables import verdict_table

    _print(
        verdict_table(found.verdicts, title=title, notes=found.notes)
        for found, title in zip(results, titles, strict=True)
    )


def _check_all(
    states: tuple[str, ...], player: str | None, as_json: bool, card_files: tuple[str, ...]
) -> None:
    from pyadapter.cli_editions import timeline_data, timeline_shown

    with named(states[0]):
        catalogue = load_cards(card_files)
    found = tuple(documents(states))
    parts: list[Any] = []
    for name, text in found:
        with named(name):
            if as_json:
                data = timeline_data(name, text, cards=catalogue, player=player)
                parts.append(json.dumps(data, indent=2 if len(found) == 1 else None))
            else:
                parts.append(timeline_shown(name, text, cards=catalogue, player=player))
    if as_json:
        for part in parts:
            say(part)
    else:
        _print(parts)


@command.command(epilog=STATE_HELP)
@click.argument("state")
@click.argument("action", nargs=-1, required=True)
@_rules
@click.option("--player", metavar="NAME", help="Who would act; else who has priority.")
@click.option("--all-plans", is_flag=True, help="Every way to pay, not just the best one.")
@click.option("--no-changes", is_flag=True, help="Don't look for what would have to change.")
@json_option
@cards_option
@polite
def why(
    state: str,
    action: tuple[str, ...],
    rules: str | None,
    player: str | None,
    all_plans: bool,
    no_changes: bool,
    as_json: bool,
    card_files: tuple[str, ...],
) -> None:
    """Give all reasons for or against one action, on offer or not, and what would make it legal.

    ACTION is a kind and what it is about: `play_land forest_2`, `suspend "Rift Bolt"`,
    `turn_face_up willbender`, `ignore leonin_arbiter`, `end channel`, `roll`.
    """
    name, text = single(state)
    with named(name):
        catalogue = load_cards(card_files)
    verdict = state_in(name, text, rules, catalogue)
    answer = verdict.why(" ".join(action), player=player)
    plans = _plans(verdict, answer, every=all_plans) if answer.legal else ()
    changes = None if answer.legal or no_changes else _changes(verdict, answer)
    if as_json:
        data = {
            "version": 1,
            "edition": verdict.edition,
            "verdicts": [answer.as_dict()],
            "plans": [plan.as_dict() for plan in plans],
            "changes": changes.as_dict() if changes else None,
            "notes": list(verdict.notes),
        }
        say(json.dumps(data, indent=2))
        return
    if sys.stdout.isatty():
        from pyadapter.tables import reason_list

        _print([reason_list(answer, plans=tuple(map(str, plans)))])
    else:
        from pyadapter.plain import reason_lines

        say("\n".join(reason_lines(answer, plans=tuple(map(str, plans)))))
    if changes:
        from pyadapter.plain import change_lines

        say("\n".join(change_lines(changes.lines())))
    for note in verdict.notes:
        say(f"  note: {note}")


def _plans(state: GameState, verdict: Verdict, *, every: bool) -> tuple[Plan, ...]:
    """Return ways to pay, where something is to be paid."""
    from pyadapter import plans

    if every:
        return plans.all_plans(state, verdict.action, player=verdict.player)
    found = plans.plan(state, verdict.action, player=verdict.player)
    return () if found is None else (found,)


def _changes(state: GameState, verdict: Verdict) -> Repair:
    """Return the smallest changes that would make an action legal."""
    from pyadapter.repair import repair

    return repair(state, verdict.action, player=verdict.player)


@command.command(epilog=STATE_HELP)
@click.argument("state")
@_rules
@cards_option
@polite
def facts(state: str, rules: str | None, card_files: tuple[str, ...]) -> None:
    """Print the ASP facts of a state, runnable with `python -m clingo asp/special_actions.lp -`."""
    name, text = single(state)
    with named(name):
        catalogue = load_cards(card_files)
    for fact in state_in(name, text, rules, catalogue).facts():
        click.echo(f"{fact}.".encode())  # clingo reads UTF-8, whatever the terminal does


@command.command()
@polite
def schema() -> None:
    """Print the JSON Schema of state documents."""
    from pyadapter.documents import schema as schema_of_documents

    say(json.dumps(schema_of_documents(), indent=2))


@command.command()
@click.argument("words", nargs=-1)
@cards_option
@polite
def cards(words: tuple[str, ...], card_files: tuple[str, ...]) -> None:
    """List the cards that are known by name (those whose name holds all WORDS)."""
    from pyadapter.plain import shown

    for card in sorted(load_cards(card_files).values(), key=lambda card: card.name):
        if all(word.lower() in card.name.lower() for word in words):
            facts = (card.name, card.type, card.mana_cost)
            say(" · ".join(shown(fact) for fact in facts if fact))


def _print(parts: Iterable[Any]) -> None:
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = 160
    for place, part in enumerate(parts):
        with console.capture() as captured:
            console.print(part)
        lines = (line.rstrip() for line in captured.get().rstrip("\n").split("\n"))
        say(("\n" if place else "") + "\n".join(lines))


@command.command()
@json_option
@polite
def editions(as_json: bool) -> None:
    """List the editions of the rules, and what each changed about special actions."""
    from pyadapter.cli_editions import editions_data, editions_table

    if as_json:
        say(json.dumps(editions_data(), indent=2))
    else:
        _print([editions_table()])


@command.command()
@click.argument("kind", nargs=-1, required=True)
@json_option
@polite
def history(kind: tuple[str, ...], as_json: bool) -> None:
    """Tell how one special action changed over all editions.

    KIND is a kind of special action in the words that `why` takes: `play land`, `roll`, `plot`.
    """
    from pyadapter.cli_editions import history_data, history_shown

    if as_json:
        say(json.dumps(history_data(kind), indent=2))
    else:
        _print([history_shown(kind)])


@command.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@polite
def lint(files: tuple[str, ...]) -> None:
    """Check the encodings: tags, rule numbers, vocabulary, stratification, names, layout.

    Without FILES the law itself is checked. Exit code 1 if there is something to be minded.
    """
    from pyadapter.lint import lint as findings_in

    findings = (
        findings_in([str(Path(name).resolve()) for name in files]) if files else findings_in()
    )
    for finding in findings:
        click.echo(str(finding))
    if findings:
        sys.exit(1)


@command.command()
@click.argument("cases", nargs=-1)
@click.option("--properties", is_flag=True, help="Ask the properties of `verify` instead.")
@click.option("--every", default=1, show_default=True, help="Try only one in so many.")
@click.option("--only", default="*", help="Only files of the law like this: 'asp/state/*.lp'.")
@click.option("--jobs", default=1, show_default=True, help="Processes to use.")
@click.option("--equivalent", type=click.Path(), help="A file that names equivalent mutants.")
@json_option
@polite
def mutate(
    cases: tuple[str, ...],
    properties: bool,
    every: int,
    only: str,
    jobs: int,
    equivalent: str | None,
    as_json: bool,
) -> None:
    """Try every small change of the law on the states of CASES: does some verdict tell?

    CASES are files of JSON lines with `state`, `player` and `action`. Exit code 1 if a mutant
    survives that isn't named in the file of equivalent ones.

    With `--properties`, mutants are tried on the properties of the law, and CASES are files such as
    tests/property_mutants.txt whose mutants must refute their properties; without CASES, the
    mutants that refute some property are listed. Exit code 1 if a property is refuted by none.
    """
    if properties:
        from pyadapter.cli_mutants import mutate_properties

        mutate_properties(cases, every=every, jobs=jobs, only=only, as_json=as_json)
        return
    if not cases:
        raise SpecialActionsError("mutate: found no file of cases, expected one")
    from pyadapter.mutation import count_trials, read_names, run_mutants
    from pyadapter.mutation_batches import read_questions

    known = read_names(equivalent) if equivalent else frozenset()
    trials = tuple(run_mutants(read_questions(cases), every=every, jobs=jobs, only=only))
    table = count_trials(trials, equivalent=known)
    if as_json:
        click.echo(json.dumps(table, indent=2))
    else:
        from pyadapter.tables import trial_table

        _print([trial_table(table)])
    if table["totals"]["survived"]:
        sys.exit(1)
