"""Commands that solve, all hands open."""

from __future__ import annotations

from typing import Any

import click

from ...engine.game import Game
from ...engine.moves import perft
from ...engine.state import State
from ...solver._solver import Solver
from ...solver.exact import solve, solve_groups
from ...solver.max_n import max_n
from ...solver.par import best_course
from ...solver.progress import with_progress
from ...solver.trace import trace_plays
from ..arguments import Fields, command, json_option, text_of, time_limit_option
from ..reports import SOON, named, print_solution, print_trace, solution_as_json, trace_as_json
from ..terminal import print_json, print_table


def each_option() -> click.Option:
    """`--each`, for games in which there may be more than two sides."""
    return click.Option(
        ["--each"],
        is_flag=True,
        help="Also tell what comes of it if every side takes the most for itself (max^n).",
    )


def solve_command(game: Game) -> click.Command:
    """`solve`: the exact value of a position."""

    def answer(
        fields: Fields,
        as_json: bool,
        need: int | None,
        show_all: bool,
        each: bool = False,
        **limits: Any,
    ) -> None:
        state, solver = game.read_position(fields), Solver()
        solution = solve(state, solver, **limits)
        plays = solve_groups(state, solver, **limits) if show_all or as_json else []
        course = max_n(state, **limits) if each else None
        if as_json:
            print_json(solution_as_json(game, state, solution, plays, need, course))
        else:
            print_solution(game, state, solution, plays, need, course)

    return command(
        "solve",
        "The points that best play brings when all hands are open.",
        game.position[0],
        game.position[1:],
        answer,
        click.Option(
            ["--need"],
            type=click.IntRange(0, 100_000),
            help=f"Also say whether {game.principal_name} ends with this many points.",
        ),
        click.Option(["--all", "show_all"], is_flag=True, help="Show every legal play."),
        *([each_option()] if len(game.sides) > 2 else []),
        click.Option(
            ["--node-limit"],
            type=click.IntRange(1),
            metavar="PLAYS",
            help="End a search after about so many plays, and tell what is proven by then.",
        ),
        time_limit_option("End a search after this time, and tell what is proven by then."),
    )


def table_command(game: Game) -> click.Command | None:
    """`table`: what a deal is worth in every way it can be played."""
    table = game.grid
    if table is None:
        return None

    def answer(fields: Fields, as_json: bool) -> None:
        grid = {
            row: {
                column: solve(state).points[state_side(game, state)]
                for column, state in columns.items()
            }
            for row, columns in table.read(fields[table.field.name]).items()
        }
        if as_json:
            print_json({"values": {row: list(values.values()) for row, values in grid.items()}})
            return
        columns = list(next(iter(grid.values())))
        print_table(
            [table.corner, *columns],
            [[row, *map(str, values.values())] for row, values in grid.items()],
        )

    return command(
        "table",
        table.about,
        table.field,
        (),
        answer,
    )


def trace_command(game: Game) -> click.Command | None:
    """`trace`: what each play of a recorded game cost."""
    read = game.read_record
    if read is None:
        return None

    def answer(file: str, as_json: bool) -> None:
        with text_of(file) as text:
            state = read(text)
            trace = trace_plays(state, node_limit=SOON)
        if as_json:
            print_json(trace_as_json(game, state, trace))
        else:
            print_trace(game, state, trace)

    return click.Command(
        "trace",
        help="What each play of a recorded game cost, all hands open, and what was better.",
        callback=answer,
        params=[click.Argument(["file"]), json_option()],
        epilog="FILE: a record, as text, JSON or a plain list; - reads standard input.",
    )


def par_command(game: Game) -> click.Command | None:
    """`par`: what a deal comes to with best calls and play."""
    bidding = game.bidding
    if bidding is None:
        return None

    def answer(fields: Fields, as_json: bool) -> None:
        state = bidding.read(fields)
        course = best_course(state)
        for move in course.moves:
            state.push(move)
        if as_json:
            print_json(
                {
                    **bidding.contract(state, course.points),
                    "points": named(game, course.points),
                    "recorded": named(game, course.recorded),
                }
            )
        else:
            print(f"Par: {bidding.account(state, course.points)}")

    return command(
        "par",
        "What a deal comes to when all hands are open and all call and play their best.",
        bidding.fields[0],
        bidding.fields[1:],
        answer,
    )


def perft_command(game: Game) -> click.Command:
    """`perft`: how many sequences of moves there are."""

    def answer(fields: Fields, as_json: bool, depth: int) -> None:
        state = game.read_position(fields)
        depths = with_progress(range(1, depth + 1), depth, "depth")
        counts = {str(plies): perft(state, plies) for plies in depths}
        if as_json:
            print_json({"counts": counts})
        else:
            print_table(["plies", "sequences"], [[k, f"{v:,}"] for k, v in counts.items()])

    return command(
        "perft",
        "Count the sequences of legal plays, to check the generation of moves.",
        game.position[0],
        game.position[1:],
        answer,
        click.Option(
            ["--depth"],
            type=click.IntRange(1, 64),
            default=6,
            show_default=True,
            help="Up to how many plays.",
        ),
    )


def state_side(game: Game, state: State[Any]) -> int:
    """The side that is to move, or the first one when nobody is."""
    return 0 if state.mover < 0 else game.side_of(state.mover)
