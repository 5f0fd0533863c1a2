"""The command that draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...engine.game import Game
from ...solver.exact import solve_groups
from ..arguments import Fields, field_option, taken_fields


def show_command(game: Game) -> click.Command | None:
    """`show`: a picture of a position."""
    draw = game.draw
    if draw is None:
        return None
    first, *others = game.position

    def answer(words: tuple[str, ...], output: Path | None, values: bool, **given: Any) -> None:
        fields: Fields = {first.name: " ".join(words), **taken_fields(others, given)}
        state = game.read_position(fields)
        notes: dict[Any, str] = {}
        if values and not state.finished:
            found = {
                move: solution.points[state.side]
                for group, solution in solve_groups(state)
                for move in group
            }
            best = sorted(found, key=lambda move: -found[move])
            notes = {move: str(found[move]) for move in best}
        text = str(draw(state, notes))
        if output is None:
            print(text, end="")
        else:
            output.write_text(text, "utf-8")

    return click.Command(
        "show",
        help="Draw a position in SVG, which every browser shows.",
        callback=answer,
        params=[
            click.Argument(["words"], nargs=-1, required=True, metavar=first.name.upper()),
            *map(field_option, others),
            click.Option(
                ["-o", "--output"],
                type=click.Path(dir_okay=False, path_type=Path),
                help="The file to write; standard output if not given.",
            ),
            click.Option(
                ["--values"], is_flag=True, help="By each play the points that it brings its side."
            ),
        ],
        epilog=f'{first.name.upper()}: {first.help}, as "{first.example}".',
    )
