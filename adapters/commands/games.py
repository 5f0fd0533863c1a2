"""The command that lists the games."""

from __future__ import annotations

import click

from ...engine.games import GAMES, page
from ..terminal import print_table


def games_command() -> click.Command:
    """`games`: which games there are, or how one is played."""

    def answer(name: str | None) -> None:
        if name is None:
            pages = {name: page(name).splitlines() for name in GAMES}
            rows = [[name, lines[0]] for name, lines in pages.items()]
            print_table(["game", "what it is"], rows, texts=["what it is"])
        else:
            print(page(name), end="")

    return click.Command(
        "games",
        help="List the games, or tell in a page how one is played.",
        callback=answer,
        params=[click.Argument(["name"], required=False, type=click.Choice(list(GAMES)))],
    )
