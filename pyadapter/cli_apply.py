"""The command `apply`: the state after a special action, or after passing priority."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
import msgspec

from pyadapter.cli_common import fail
from pyadapter.cli_states import loaded
from pyadapter.errors import ActionError, NotLegalError, SpecialActionsError
from pyadapter.state import GameState


@click.command("apply", epilog="STATE is a state document in JSON; `-` reads standard input.")
@click.argument("state")
@click.argument("action", nargs=-1, required=True)
@click.option("--rules", metavar="DATE", help="Rules in force on that day; else the state's own.")
@click.option("--player", metavar="NAME", help="Who acts; else who has priority.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="What is chosen: under, face, procedure, x, die, payment.",
)
@click.option("--json", "as_json", is_flag=True, help="The next state's document.")
@click.option("--cards", "card_files", multiple=True, type=click.Path(), help="A list of cards.")
def apply_command(
    state: str,
    action: tuple[str, ...],
    rules: str | None,
    player: str | None,
    options: tuple[str, ...],
    as_json: bool,
    card_files: tuple[str, ...],
) -> None:
    """Take a legal action and give the state after it; exit code 1 and the reasons if it isn't.

    ACTION is what `why` takes, or `pass_priority`. Options that are left open are the first ones,
    and which those are is said.
    """
    from pyadapter.plain import reason_lines

    try:
        before = loaded(state, rules, card_files)
        lines = _result(before, " ".join(action), player, _chosen(options), as_json=as_json)
    except NotLegalError as error:
        for line in reason_lines(error.verdict):
            click.echo(line, file=sys.stderr if as_json else sys.stdout, color=True)
        sys.exit(1)
    except SpecialActionsError as error:
        fail(error)
    for line in lines:
        click.echo(line, color=True)


def _chosen(options: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found = []
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ActionError(f"--option: found {text[:200]!r}, expected NAME=VALUE")
        found.append((name.strip(), value.strip()))
    return tuple(found)


def _result(
    before: GameState,
    action: str,
    player: str | None,
    options: tuple[tuple[str, str], ...],
    *,
    as_json: bool,
) -> Iterator[str]:
    from pyadapter.consequences import outcome
    from pyadapter.documents import write_document
    from pyadapter.moves import Move
    from pyadapter.plain import shown, shown_long, verdict_lines

    who = before.acting(player)
    after = outcome(before, Move(who, action, options))
    if as_json:
        story = ". ".join([f"{who}: {action}", *after.told])
        document = msgspec.structs.replace(after.state.source, version=1, story=story)
        return iter([write_document(document)])
    lines = [f"{shown(who)}: {shown(action)}"]
    lines += [f"  chosen, as the first that there is: {shown_long(each)}" for each in after.assumed]
    lines += [f"  {shown_long(each)}" for each in after.told[: len(after.events)]]
    lines += [f"  next: {shown_long(each)}" for each in after.told[len(after.events) :]]
    lines += [f"  {shown(old)} is {shown(new)} now" for old, new in after.became]
    moment = "then, before what comes next" if after.pending else "then"
    title = f"{moment} · rules of {after.state.edition}"
    return iter([*lines, *verdict_lines(after.state.verdicts(), title=title)])
