"""The command line. Knows no game by name: commands and their options are made from a `Game`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from . import __version__
from .adapters.commands.advice import asked_commands, claim_command, question_command
from .adapters.commands.game import game_command
from .adapters.commands.games import games_command
from .adapters.commands.playing import deal_command, match_command
from .adapters.commands.serve import serve_command
from .adapters.commands.show import show_command
from .adapters.commands.solving import (
    par_command,
    perft_command,
    solve_command,
    table_command,
    trace_command,
)
from .adapters.terminal import complain, flush, write_what_the_terminal_has
from .engine.games import GAMES

DEFAULT: Final = next(iter(GAMES))


COMMANDS: Final = (
    claim_command,
    solve_command,
    table_command,
    par_command,
    trace_command,
    deal_command,
    perft_command,
    show_command,
    match_command,
    game_command,
)
"""What makes the commands that are not questions; None where a game has nothing for one."""


class Application(click.Group):
    """The whole command line, for the game that is chosen before the command."""

    def chosen(self, context: click.Context) -> Mapping[str, click.Command]:
        """The commands for the game chosen."""
        game = GAMES[context.params.get("game") or DEFAULT]
        commands = [
            *(question_command(game, question) for question in game.questions),
            *asked_commands(game),
            *filter(None, (make(game) for make in COMMANDS)),
            games_command(),
            serve_command(__version__),
        ]
        return {command.name or "": command for command in commands}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return sorted(self.chosen(ctx))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The one with this name."""
        return self.chosen(ctx).get(cmd_name)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the game chosen says of itself."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(GAMES[ctx.params.get("game") or DEFAULT].about)


def application() -> click.Group:
    """The whole command line."""
    group = Application(
        "fortytwo",
        invoke_without_command=True,
        callback=lambda game: None,
        params=[
            click.Option(
                ["--game"],
                type=click.Choice(list(GAMES)),
                default=DEFAULT,
                show_default=True,
                is_eager=True,
                envvar="FORTYTWO_GAME",
                help="Which game the commands are about.",
            )
        ],
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    click.version_option(__version__, prog_name="fortytwo")(group)
    click.option(
        "--includes",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=print_includes,
        help="Print the flags with which C compilers find our headers, and end.",
    )(group)
    return group


def print_includes(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Tell where headers are, and end."""
    if wanted:
        root = Path(__file__).parent
        headers = [path for name in ("engine", "solver") for path in root.glob(f"{name}/**/*.h")]
        print(*(f"-I{path.parent}" for path in headers))
        context.exit()


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
    group = application()
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
