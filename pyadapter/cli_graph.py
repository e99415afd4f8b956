"""The commands about what follows: `graph`, `walk`, `replay` and `perft`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyadapter.catalogue import load_cards
from pyadapter.cli_common import STATE_HELP, cards_option, json_option, polite, say
from pyadapter.cli_states import loaded, named
from pyadapter.errors import DocumentError
from pyadapter.plurals import counted

if TYPE_CHECKING:
    from pyadapter.graph import StateGraph

_FORMATS = ("text", "dot", "mermaid", "json", "picture")
_DEPTH = click.IntRange(0, 1000)


_rules = click.option("--rules", metavar="DATE", help="Rules in force on that day.")
_passes = click.option("--no-passes", is_flag=True, help="Special actions only, nobody passes.")
_payments = click.option(
    "--all-payments", is_flag=True, help="Follow every way to pay, not just the best one."
)
_limit = click.option(
    "--max-states",
    type=click.IntRange(min=1),
    default=2000,
    show_default=True,
    help="Take in no more states than that.",
)


@click.command("graph", epilog=STATE_HELP)
@click.argument("state")
@click.argument("picture", required=False, metavar="[FILE]", type=click.Path())
@click.option("--depth", type=_DEPTH, default=2, show_default=True, help="Follow so many moves.")
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="How to write the graph.",
)
@_passes
@_payments
@_limit
@click.option("--player", "players", multiple=True, metavar="NAME", help="Only they act.")
@_rules
@cards_option
@polite
def graph_command(
    state: str,
    picture: str | None,
    depth: int,
    form: str,
    no_passes: bool,
    all_payments: bool,
    max_states: int,
    players: tuple[str, ...],
    rules: str | None,
    card_files: tuple[str, ...],
) -> None:
    """Show all states that some moves lead to, and the moves.

    States that differ only in names of objects are one. `--format picture FILE` writes a picture:
    .png, .svg or .pdf.
    """
    from pyadapter.graph import cut_off, state_graph

    if (form == "picture") != (picture is not None):
        raise click.UsageError("`--format picture` and FILE go together")
    start = loaded(state, rules, card_files)
    with named(state):
        found = state_graph(
            start,
            depth=depth,
            passes=not no_passes,
            all_payments=all_payments,
            max_states=max_states,
            players=players,
        )
    if picture is not None:
        from pyadapter.pictures import save_picture

        save_picture(found, picture)
        for sentence in cut_off(found):
            click.echo(f"cut off: {sentence}", file=sys.stderr)
        return
    say(_drawn(found, form))


def _drawn(graph: StateGraph, form: str) -> str:
    from pyadapter import drawings

    draw = {
        "text": drawings.as_text,
        "dot": drawings.as_dot,
        "mermaid": drawings.as_mermaid,
        "json": drawings.as_json,
    }
    return draw[form](graph)


@click.command("walk", epilog=STATE_HELP)
@click.argument("state")
@click.option(
    "--steps",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="How many moves to make.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same gives the same.")
@click.option("--trace", type=click.Path(dir_okay=False), help="Write a trace for `replay`.")
@_passes
@_rules
@cards_option
@polite
def walk_command(
    state: str,
    steps: int,
    seed: int,
    trace: str | None,
    no_passes: bool,
    rules: str | None,
    card_files: tuple[str, ...],
) -> None:
    """Take random moves one after the other, until there is none; all are equally likely."""
    from pyadapter.traces import trace_lines, walk

    start = loaded(state, rules, card_files)
    taken = 0

    def told() -> Any:
        nonlocal taken
        for moment in walk(start, steps=steps, seed=seed, passes=not no_passes):
            if moment.move is not None:
                taken += 1
                say(f"{taken} {moment.move}")
            yield moment

    if trace is None:
        for _ in told():
            pass
    else:
        try:
            with Path(trace).open("w", encoding="utf-8") as file:
                for line in trace_lines(told(), seed=seed):
                    file.write(f"{line}\n")
        except OSError as error:
            found = error.strerror or str(error)
            raise DocumentError(trace, found=found, expected="a file to write") from error
    end = "" if taken == steps else ", then none was left"
    click.echo(f"{counted(taken, 'move')} with seed {seed}{end}", file=sys.stdout)


@click.command("replay")
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@json_option
@cards_option
@polite
def replay_command(paths: tuple[str, ...], as_json: bool, card_files: tuple[str, ...]) -> None:
    """Work out again what traces and regressions say, and name the first difference in each.

    A folder stands for all its files that end in .json or .jsonl. Files that are neither are told,
    and passed over. Exit code 1 if anything differs, 2 if a file was neither.
    """
    from pyadapter.plain import shown_long
    from pyadapter.replay import NeitherError, replay

    catalogue = load_cards(card_files)
    results = []
    neither: list[NeitherError] = []
    for path in paths:
        for found in replay(path, cards=catalogue, pass_over=neither.append):
            results.append(found)
            if not as_json:
                say(str(found))
                for remark in found.remarks if found.difference else ():
                    say(f"  {remark}")
    differing = sum(each.difference is not None for each in results)
    if as_json:
        data = {
            "version": 1,
            "replayed": [
                {
                    "name": each.name,
                    "what": each.what,
                    "difference": each.difference,
                    "remarks": list(each.remarks),
                }
                for each in results
            ],
            "neither": [each.path for each in neither],
        }
        click.echo(json.dumps(data, indent=2))
    elif len(results) + len(neither) > 1:
        passed_over = f", {len(neither)} of neither kind" if neither else ""
        click.echo(f"{len(results)} replayed, {differing} differing{passed_over}")
    for error in neither:
        click.echo(f"special-actions: {shown_long(str(error))}", err=True)
    if differing or neither:
        sys.exit(1 if differing else 2)


@click.command("perft", epilog=STATE_HELP)
@click.argument("state")
@click.option("--depth", type=_DEPTH, default=3, show_default=True, help="Count so many moves.")
@_passes
@_payments
@_limit
@json_option
@_rules
@cards_option
@polite
def perft_command(
    state: str,
    depth: int,
    no_passes: bool,
    all_payments: bool,
    max_states: int,
    as_json: bool,
    rules: str | None,
    card_files: tuple[str, ...],
) -> None:
    """Count the sequences of moves for each number of moves.

    Exit code 4 if there are more states than may be taken in, so that the numbers are too small.
    """
    from pyadapter.perft import perft

    start = loaded(state, rules, card_files)
    with named(state):
        found = perft(
            start,
            depth=depth,
            passes=not no_passes,
            all_payments=all_payments,
            max_states=max_states,
        )
    if as_json:
        data = {
            "version": 1,
            "edition": start.edition,
            "passes": not no_passes,
            "all_payments": all_payments,
            "sequences": list(found.sequences),
            "states": list(found.states),
            "cut": found.cut,
            "undecided": found.undecided,
        }
        click.echo(json.dumps(data, indent=2))
    else:
        click.echo("moves  sequences  new states")
        for level, count in enumerate(found.sequences):
            states = str(found.states[level]) if level < len(found.states) else "-"
            click.echo(f"{level:5}  {count:9}  {states:>10}")
    if found.undecided:
        doubts = counted(found.undecided, "action")
        click.echo(f"not counted: {doubts} on offer that can't be decided", file=sys.stderr)
    if found.cut:
        click.echo(f"cut off: there are more than {max_states} states", file=sys.stderr)
        sys.exit(4)
