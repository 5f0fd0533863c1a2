"""The command line. Knows no game by name: commands and their options are made from a `Game`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from . import __version__
from .adapters.commands.advice import claim_command, question_command
from .adapters.commands.game import game_command
from .adapters.commands.playing import deal_command, match_command
from .adapters.commands.solving import (
    par_command,
    perft_command,
    solve_command,
    table_command,
    trace_command,
)
from .adapters.terminal import complain, flush, write_what_the_terminal_has
from .engine.game import Game
from .engine.games import GAMES


def application(game: Game) -> click.Group:
    """The whole command line for a game."""
    group = click.Group(
        "fortytwo",
        help=game.about,
        invoke_without_command=True,
        callback=lambda: None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    click.version_option(__version__, prog_name="fortytwo")(group)
    commands = [
        *(question_command(game, question) for question in game.questions),
        *(
            make(game)
            for make in (
                claim_command,
                solve_command,
                table_command,
                par_command,
                trace_command,
                deal_command,
                perft_command,
                match_command,
                game_command,
            )
        ),
    ]
    for one in commands:
        group.add_command(one)
    return group


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    write_what_the_terminal_has()
    try:
        status = run(sys.argv[1:] if arguments is None else list(arguments))
        flush()
    except KeyboardInterrupt:
        status = 130
    except OSError as error:
        # Python must not try again to write what is left when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141
        if not isinstance(error, BrokenPipeError):
            complain(f"fortytwo: {error}")
            status = 1
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Run a command; 0 if all is well, 2 on bad input."""
    group = application(next(iter(GAMES.values())))
    try:
        with group.make_context("fortytwo", arguments or ["--help"]) as context:
            group.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.ClickException, ValueError) as error:
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        complain("fortytwo: " + " ".join(message.split()))
        return 2
    return 0


if __name__ == "__main__":
    main()
