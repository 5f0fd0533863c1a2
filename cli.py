"""The command line. Knows no game by name: commands and their options are made from a `Game`."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from . import __version__
from .adapters.arguments import (
    Fields,
    command,
    field_option,
    json_option,
    seed_option,
    taken_fields,
    text_of,
    time_limit_option,
)
from .adapters.match_report import contest_as_json, print_contest, score
from .adapters.players import kinds_of, player_of
from .adapters.reports import (
    advice_as_json,
    claim_as_json,
    named,
    print_advice,
    print_claim,
    print_solution,
    print_trace,
    solution_as_json,
    trace_as_json,
)
from .adapters.terminal import (
    complain,
    flush,
    print_json,
    print_table,
    write_what_the_terminal_has,
)
from .engine._random import Random
from .engine.errors import OptionError
from .engine.game import Game, Question, State, perft
from .engine.games import GAMES
from .solver._solver import Solver
from .solver.advisor import LEVELS, suggest
from .solver.arena import Standing, play
from .solver.claim import GOALS, NODES, claim
from .solver.contest import CONTRACTS, MATCHES, Contest
from .solver.exact import solve, solve_groups
from .solver.par import best_course
from .solver.progress import with_progress
from .solver.trace import trace_plays

# --- Commands -----------------------------------------------------------------------------------


def question_command(game: Game, question: Question) -> click.Command:
    """`bid`, `trump`, `play`, …: advice on a view."""

    def answer(fields: Fields, as_json: bool, **limits: Any) -> None:
        view = game.read_view(question.name, fields)
        suggestion = suggest(view, progress=True, **limits)
        if as_json:
            print_json(advice_as_json(question, suggestion))
        else:
            print_advice(question, suggestion)

    return command(
        question.name,
        question.help,
        question.subject,
        question.fields,
        answer,
        click.Option(
            ["--level"],
            type=click.Choice(list(LEVELS)),
            default="normal",
            show_default=True,
            help="How long to think.",
        ),
        click.Option(
            ["--worlds"],
            type=click.IntRange(1, 1_000_000),
            help="How many worlds to solve, if not as many as the level says.",
        ),
        seed_option("Which worlds to draw.", default=0),
        time_limit_option("Begin no further world after this time."),
    )


def claim_command(game: Game) -> click.Command:
    """`claim`: whether a seat can be sure of what is left, or of its contract."""
    question = game.claims

    def answer(fields: Fields, as_json: bool, **limits: Any) -> None:
        found = claim(game.read_view(question.name, fields), **limits)
        if as_json:
            print_json(claim_as_json(question, found))
        else:
            print_claim(found)

    return command(
        "claim",
        "Whether one plan wins in every possible world, whatever the others play.",
        question.subject,
        question.fields,
        answer,
        click.Option(
            ["--goal"],
            type=click.Choice(GOALS),
            default=GOALS[0],
            show_default=True,
            help="What is claimed: all that is left, or what the contract needs.",
        ),
        click.Option(
            ["--node-limit"],
            type=click.IntRange(1),
            default=NODES,
            show_default=True,
            help="Give up after looking at so many plays.",
        ),
        time_limit_option("Give up after this time."),
    )


def solve_command(game: Game) -> click.Command:
    """`solve`: the exact value of a position."""

    def answer(
        fields: Fields, as_json: bool, need: int | None, show_all: bool, **limits: Any
    ) -> None:
        state, solver = game.read_position(fields), Solver()
        solution = solve(state, solver, **limits)
        plays = solve_groups(state, solver, **limits) if show_all or as_json else []
        if as_json:
            print_json(solution_as_json(game, state, solution, plays, need))
        else:
            print_solution(game, state, solution, plays, need)

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
        click.Option(
            ["--node-limit"],
            type=click.IntRange(1),
            metavar="PLAYS",
            help="End a search after about so many plays, and tell what is proven by then.",
        ),
        time_limit_option("End a search after this time, and tell what is proven by then."),
    )


def table_command(game: Game) -> click.Command:
    """`table`: what a deal is worth in every way it can be played."""

    def answer(fields: Fields, as_json: bool) -> None:
        grid = {
            row: {
                column: solve(state).points[state_side(game, state)]
                for column, state in columns.items()
            }
            for row, columns in game.read_grid(fields[game.grid.name]).items()
        }
        if as_json:
            print_json({"values": {row: list(values.values()) for row, values in grid.items()}})
            return
        columns = list(next(iter(grid.values())))
        print_table(
            [game.grid_corner, *columns],
            [[row, *map(str, values.values())] for row, values in grid.items()],
        )

    return command(
        "table",
        game.grid_about,
        game.grid,
        (),
        answer,
    )


def trace_command(game: Game) -> click.Command:
    """`trace`: what each play of a recorded game cost."""

    def answer(file: str, as_json: bool) -> None:
        with text_of(file) as text:
            state = game.read_record(text)
            trace = trace_plays(state)
        if as_json:
            print_json(trace_as_json(game, state, trace))
        else:
            print_trace(game, state, trace)

    return click.Command(
        "trace",
        help="What each play of a recorded game cost, all hands open, and what was better.",
        callback=answer,
        params=[click.Argument(["file"]), json_option()],
        epilog="FILE: a record, as text or JSON; - reads standard input.",
    )


def par_command(game: Game) -> click.Command:
    """`par`: what a deal comes to with best calls and play."""

    def answer(fields: Fields, as_json: bool) -> None:
        state = game.read_start(fields)
        course = best_course(state)
        for move in course.moves:
            state.push(move)
        if as_json:
            print_json(
                {
                    **game.contract(state, course.points),
                    "points": named(game, course.points),
                    "recorded": named(game, course.recorded),
                }
            )
        else:
            print(f"Par: {game.account(state, course.points)}")

    return command(
        "par",
        "What a deal comes to when all hands are open and all call and play their best.",
        game.start[0],
        game.start[1:],
        answer,
    )


def deal_command(game: Game) -> click.Command:
    """`deal`: random deals, in the notation that the other commands read."""

    def answer(number: int, seed: int | None, as_json: bool, given: tuple[str, ...]) -> None:
        chosen = secrets.randbits(32) if seed is None else seed
        random = Random(chosen)
        for index in range(number):
            deal = game.deal(random, given)
            if as_json:
                print_json({"deal": deal, "seed": chosen, "number": index + 1})
            else:
                print(deal)
        if seed is None:
            complain(f"seed {chosen}")

    return click.Command(
        "deal",
        help="Deal at random, each deal as likely as any other that agrees with what is given.",
        callback=answer,
        params=[
            click.Option(
                ["-n", "number"],
                type=click.IntRange(1),
                default=1,
                show_default=True,
                help="How many deals.",
            ),
            seed_option("Which deals; another one each time if not given.", default=None),
            click.Option(
                [f"--{game.dealing.name}", "given"],
                multiple=True,
                metavar=f"'{game.dealing.example}'",
                help=f"{game.dealing.help}.",
            ),
            json_option(),
        ],
    )


def match_command(game: Game) -> click.Command:
    """`match`: two players against each other."""
    fields = (*game.terms, game.undertaking)

    def answer(
        player: str,
        opponent: str,
        contracts: bool,
        pairs: int,
        seed: int,
        jobs: int | None,
        log: Path | None,
        as_json: bool,
        **values: Any,
    ) -> None:
        given = taken_fields(fields, values)
        if game.undertaking.name in given and not contracts:
            raise OptionError(f"{game.undertaking.name}: only --contracts have one")
        make = partial(player_of, game.name)
        one, other = (make(name).name for name in (player, opponent))
        kind = CONTRACTS if contracts else MATCHES
        contest = Contest(game, kind, game.read_terms(given), (one, other), seed)
        standing = Standing()
        note = partial(score, contest, standing)
        try:
            play(contest, make, pairs, standing, jobs=jobs, log=log, note=note)
        finally:  # also when stopped: what has been played counts
            if as_json and standing.paired.pairs:
                print_json(contest_as_json(contest, standing))
            elif standing.paired.pairs:
                print_contest(contest, standing)

    kinds = ", ".join(f"{kind.form} ({kind.about})" for kind in kinds_of(game.name).values())
    return click.Command(
        "match",
        help="Let two players meet, every deal played from both sides.",
        callback=answer,
        params=[
            click.Argument(["player"]),
            click.Argument(["opponent"]),
            click.Option(
                ["--contracts"],
                is_flag=True,
                help="Play single deals without an auction, instead of matches.",
            ),
            click.Option(
                ["--pairs"],
                type=click.IntRange(1),
                default=100,
                show_default=True,
                help="How many pairs of matches or contracts.",
            ),
            *map(field_option, fields),
            seed_option("Which deals, and what players do by chance.", default=0),
            click.Option(
                ["--jobs"],
                type=click.IntRange(1, 1024),
                help="How many processes share the work; one a processor if not said.",
            ),
            click.Option(
                ["--log"],
                type=click.Path(dir_okay=False, path_type=Path),
                help="Keep the pairs played in this file, and go on from those in it.",
            ),
            json_option(),
        ],
        epilog=f"PLAYER, OPPONENT: each one of {kinds}.",
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
            )
        ),
    ]
    for one in commands:
        group.add_command(one)
    return group


def state_side(game: Game, state: State[Any]) -> int:
    """The side that is to move, or the first one when nobody is."""
    return 0 if state.mover < 0 else game.side_of(state.mover)


# --- Entry --------------------------------------------------------------------------------------


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
