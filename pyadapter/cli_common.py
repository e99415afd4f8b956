"""What all commands share: bad input told in one message, output as it is, and common options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

import click

from pyadapter.errors import MalformedStateError, SearchError, SpecialActionsError

STATE_HELP = "STATE is a state document in JSON; `-` reads it from the standard input."

cards_option = click.option(
    "--cards", "card_files", multiple=True, type=click.Path(), help="A JSON list of cards to know."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Machine output.")


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
