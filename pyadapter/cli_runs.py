"""What commands for long searches share: options, progress, and the closing line."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from pyadapter.budget import Budget
from pyadapter.errors import ActionError
from pyadapter.plurals import counted

if TYPE_CHECKING:
    from pyadapter.runs import Progress
    from pyadapter.scope import Scope

F = TypeVar("F", bound=Callable[..., Any])
_ARGUMENTS = "pyadapter.arguments"


kind_option = click.option("--kind", metavar="KIND", help="Only this kind of special action.")


class SearchCommand(click.Command):
    """A command that remembers how it was called, so that it can say how to call it again."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)


def repeating() -> str:
    """Return the command that repeats the search which is going on."""
    context = click.get_current_context()
    return shlex.join(["special-actions", str(context.info_name), *context.meta[_ARGUMENTS]])


def scope_options(command: F) -> F:
    """Add the options that say which states are looked at: `cards`, `players`, `scope`, `rules`."""
    for option in (
        click.option("--rules", metavar="DATE", help="Rules in force on that day, or `current`."),
        click.option(
            "--scope",
            "scope_name",
            metavar="NAME|FILE",
            default="default",
            show_default=True,
            help="What states may have: a scope that comes along, or a bounds file.",
        ),
        click.option("--players", type=click.IntRange(1, 4), help="Players; else the scope's own."),
        click.option(
            "--cards", type=click.IntRange(0, 8), help="Cards at most; else the scope's own."
        ),
    ):
        command = option(command)
    return command


def run_options(command: F) -> F:
    """Add the options of long runs: `time_limit`, `jobs`, `dask`, `journal`."""
    for option in (
        click.option(
            "--journal",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Keep results in this file, and go on from what it has.",
        ),
        click.option("--dask", metavar="ADDRESS", help="Let the workers of a Dask scheduler work."),
        click.option(
            "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to use."
        ),
        click.option(
            "--time-limit", type=click.FloatRange(0), metavar="SECONDS", help="Stop after so long."
        ),
    ):
        command = option(command)
    return command


def known_kind(name: str | None) -> str | None:
    """Return a kind of special action if there is one of that name. Raises ActionError."""
    from pyadapter.space import kinds

    if name is None or name in kinds():
        return name
    raise ActionError(f"--kind: found {name!r}, expected one of {', '.join(kinds())}")


def scope_in(name: str, *, cards: int | None, players: int | None) -> Scope:
    """Return the scope of a name or bounds file, with other numbers of cards and players."""
    import msgspec

    from pyadapter.scope import load_scope, named_scope

    scope = load_scope(name) if "." in name or "/" in name else named_scope(name)
    numbers = {"cards": cards, "players": players}
    changed = {key: number for key, number in numbers.items() if number is not None}
    return msgspec.structs.replace(scope, **changed)


@contextmanager
def shown_progress(
    title: str, known: Callable[[], str]
) -> Iterator[Callable[[Progress], None] | None]:
    """Yield what tells the progress on the standard error, if that is a terminal; else None.

    `known` tells what is known so far.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )
    from rich.progress import Progress as Bar

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task(title, total=None)

        def tell(progress: Progress) -> None:
            text = f"{title}: {known()}"
            bar.update(shown, completed=progress.done, total=progress.total, description=text)

        yield tell


class Search:
    """A search that is going on: its scope and edition, its budget, and since when."""

    def __init__(self, scope: Scope, rules: str, *, time_limit: float | None) -> None:
        self.scope, self.rules = scope, rules
        self.budget = Budget.of(time_limit)
        self.began = time.monotonic()

    @contextmanager
    def running(
        self,
        title: str,
        seen: tuple[Collection[object], str],
        *,
        jobs: int,
        dask: str | None,
        journal: Path | None,
    ) -> Iterator[dict[str, Any]]:
        """Yield how the search is run: its budget, executor, journal and progress.

        Its progress tells how many have been `seen` so far, and of what.
        """
        from pyadapter.workers import workers

        found, word = seen

        with (
            workers(jobs=jobs, dask=dask) as executor,
            shown_progress(title, lambda: f"{len(found)} {word}") as progress,
        ):
            yield {
                "budget": self.budget,
                "executor": executor,
                "journal": journal,
                "progress": progress,
            }

    def closing(self, outcome: str, *, sizes: Sequence[int]) -> dict[str, object]:
        """Return the last line of a search as data."""
        return {
            "outcome": outcome,
            "scope": str(self.scope),
            "edition": self.rules,
            "sizes": list(sizes),
            "seconds": round(time.monotonic() - self.began, 2),
            "repeat": repeating(),
        }


def closing_line(data: dict[str, Any]) -> str:
    """Return the last line of a search for a person."""
    sizes = ", ".join(map(str, data["sizes"])) or "none"
    return (
        f"{data['outcome']} · scope {data['scope']} · rules of {data['edition']} · "
        f"cards {sizes} · {data['seconds']} s\nagain: {data['repeat']}"
    )


class Sized(Protocol):
    """A state that a search has found: how large it is, and whether a smaller one was ruled out."""

    @property
    def size(self) -> int: ...
    @property
    def extras(self) -> int: ...
    @property
    def smallest(self) -> bool: ...


def objects_in(state: Sized) -> str:
    """Return in words how many objects a state has."""
    return counted(state.size, "object")


def size_of(state: Sized) -> str:
    """Return in words how large a state is."""
    mark = "" if state.smallest else " (not shown to be smallest)"
    return f"{objects_in(state)}, {state.extras} out of the ordinary{mark}"
