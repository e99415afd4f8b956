"""What all commands share: bad input told in one message, output as it is, and common options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Any, NoReturn

import click

from pyadapter.errors import MalformedStateError, SearchError, SpecialActionsError

STATE_HELP = "STATE is a state document in JSON; `-` reads it from the standard input."

cards_option = click.option(
    "--cards", "card_files", multiple=True, type=click.Path(), help="A JSON list of cards to know."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Machine output.")


class LazyGroup(click.Group):
    """A group that imports the module of a command only when that command is wanted.

    `later` names for each such command its module and what it is called there.
    """

    def __init__(self, *args: Any, later: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.later = later

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted([*super().list_commands(ctx), *self.later])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; None if there is none."""
        if cmd_name not in self.later:
            return super().get_command(ctx, cmd_name)
        module, name = self.later[cmd_name]
        found: click.Command = getattr(import_module(module), name)
        return found


def polite(run: Callable[..., None]) -> Callable[..., None]:
    """Let bad input end with one message on stderr and the exit code 2."""

    @wraps(run)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        try:
            run(*args, **kwargs)
        except SpecialActionsError as error:
            fail(error)

    return wrapped


def fail(error: SpecialActionsError) -> NoReturn:
    """Print what is wrong and leave with the exit code 2."""
    from pyadapter.plain import shown_long

    lines = error.faults if isinstance(error, MalformedStateError) else (str(error),)
    if isinstance(error, SearchError):
        lines = tuple(str(error).splitlines())
    for line in lines:
        click.echo(f"special-actions: {shown_long(line)}", file=sys.stderr)
    sys.exit(2)


def say(text: str) -> None:
    """Print to the stream as it is: left to itself, click makes UTF-8 of an ASCII stream."""
    click.echo(text, file=sys.stdout, color=True)
