"""The command line. Knows no game by name: commands and their options are made from a `Game`."""

from __future__ import annotations

import codecs
import json
import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from . import __version__
from .engine._random import Random
from .engine.errors import FortyTwoError
from .engine.game import Field, Game, Question, State, perft
from .engine.games import GAMES
from .solver.advisor import DEFAULT_WORLDS, Suggestion, suggest
from .solver.exact import analyse, solve
from .solver.progress import with_progress

PLAIN: Final = {"±": "+-", "…": "...", "–": "-", "×": "x", "·": "."}
"""How characters are written that a terminal does not have."""
Fields = dict[str, str]


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
            ["--worlds"],
            type=click.IntRange(1, 1_000_000),
            default=DEFAULT_WORLDS,
            show_default=True,
            help="How many worlds to solve.",
        ),
        seed_option("Which worlds to draw.", default=0),
        click.Option(
            ["--time-limit"],
            type=click.FloatRange(0, min_open=True),
            metavar="SECONDS",
            help="Begin no further world after this time.",
        ),
    )


def solve_command(game: Game) -> click.Command:
    """`solve`: the exact value of a position."""

    def answer(fields: Fields, as_json: bool, need: int | None, show_all: bool) -> None:
        state = game.read_position(fields)
        solution = solve(state)
        plays = analyse(state) if show_all or as_json else {}
        points = named(game, solution.points)
        side = game.principal(state)
        made = None if need is None else solution.points[side] >= need
        if as_json:
            found = {
                "points": points,
                "plays": {str(play): named(game, value) for play, value in plays.items()},
                "line": list(map(str, solution.line)),
            }
            print_json(found if made is None else found | {"made": made})
            return
        print("With best play " + ", ".join(f"{k} {v}" for k, v in points.items()) + ".")
        if made is not None:
            print(f"{game.sides[side]} {'makes' if made else 'does not make'} {need}.")
        if solution.line:
            print("Line: " + " ".join(map(str, solution.line)))
        if plays:
            better = sorted(plays.items(), key=lambda item: -item[1][state_side(game, state)])
            print_table(["move", *game.sides], [[str(play), *map(str, v)] for play, v in better])

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


def command(
    name: str,
    help: str,
    subject: Field,
    fields: Sequence[Field],
    answer: Callable[..., None],
    *options: click.Option,
) -> click.Command:
    """A command that reads fields and answers; `-` as subject reads one a line."""

    def run(subject_words: tuple[str, ...], **values: Any) -> None:
        given = {field.name: values.pop(f"field_{field.name}") for field in fields}
        given = {name: text for name, text in given.items() if text is not None}
        text = " ".join(subject_words)
        if text.strip() != "-":
            answer(given | {subject.name: text}, **values)
            return
        for number, line in enumerate(sys.stdin or (), 1):
            if line.strip():
                try:
                    answer(given | {subject.name: line.strip()}, **values)
                except FortyTwoError as error:
                    raise type(error)(f"line {number}: {error}") from None
                # Whoever writes a line and waits for the answer must not wait for the next.
                flush()

    return click.Command(
        name,
        help=help,
        callback=run,
        params=[
            click.Argument(
                ["subject_words"], nargs=-1, required=True, metavar=subject.name.upper()
            ),
            *(
                click.Option(
                    [f"--{field.name}", f"field_{field.name}"],
                    metavar=f"'{field.example}'",
                    help=f"{field.help}.",
                    envvar=field.variable,
                    show_envvar=field.variable is not None,
                )
                for field in fields
            ),
            *options,
            json_option(),
        ],
        epilog=f'{subject.name.upper()}: {subject.help}, as "{subject.example}"; '
        "- reads them from standard input, one a line.",
    )


def json_option() -> click.Option:
    """`--json`, the same everywhere."""
    return click.Option(["--json", "as_json"], is_flag=True, help="Print JSON, one object a line.")


def seed_option(help: str, default: int | None) -> click.Option:
    """`--seed`, the same everywhere."""
    return click.Option(
        ["--seed"],
        type=click.IntRange(0, 2**64 - 1),
        default=default,
        show_default=default is not None,
        help=help,
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
        *(make(game) for make in (solve_command, table_command, deal_command, perft_command)),
    ]
    for one in commands:
        group.add_command(one)
    return group


# --- Output -------------------------------------------------------------------------------------


def named(game: Game, points: tuple[int, ...]) -> dict[str, int]:
    """Points by the names of the sides."""
    return dict(zip(game.sides, points, strict=True))


def state_side(game: Game, state: State[Any]) -> int:
    """The side that is to move, or the first one when nobody is."""
    return 0 if state.mover < 0 else game.side_of(state.mover)


def print_json(found: Mapping[str, object]) -> None:
    """One object on one line."""
    print(json.dumps(found))


def advice_as_json(question: Question, suggestion: Suggestion[Any]) -> dict[str, object]:
    """Advice by documented keys."""
    table: dict[str, Any] = {}
    for label, estimate in suggestion.estimates.items():
        values = {"p": round(estimate.p, 6), "error": round(estimate.error, 6)}
        if len(label) == 1:
            values["points"] = round(estimate.points, 3)
        place = table
        for heading in label[:-1]:
            place = place.setdefault(heading, {})
        place[label[-1]] = values
    counted_on = None if suggestion.via is None else str(suggestion.via)
    via = {question.via: counted_on} if question.via else {}
    return {
        question.answer: suggestion.text,
        **via,
        question.table: table,
        "worlds": suggestion.worlds,
        "seed": suggestion.seed,
        "exhaustive": suggestion.exhaustive,
        "complete": suggestion.complete,
        "reason": suggestion.reason,
        "note": suggestion.note,
    }


def print_advice(question: Question, suggestion: Suggestion[Any]) -> None:
    """Advice for people."""
    print(f"{question.answer.capitalize()}: {suggestion.text}")
    print(suggestion.reason)
    estimates = suggestion.estimates
    if not estimates:
        return
    if len(next(iter(estimates))) == 1:
        print_table(
            [question.answer, question.heading, "points"],
            [
                [label[0], str(e), f"{e.points:.1f}"]
                for label, e in sorted(
                    estimates.items(), key=lambda item: (-item[1].p, -item[1].points)
                )
            ],
        )
    else:
        columns = list(dict.fromkeys(label[0] for label in estimates))
        rows = list(dict.fromkeys(label[1] for label in estimates))
        print_table(
            [question.heading, *columns],
            [
                [
                    row,
                    *(str(estimates[column, row]) for column in columns),
                ]
                for row in rows
            ],
        )
    if not suggestion.complete:
        print(f"The time limit allowed {suggestion.worlds} worlds.")
    print(suggestion.note)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns for people: ruled on a terminal, plain when piped or NO_COLOR is set."""
    plain = sys.stdout is None or not sys.stdout.isatty() or "NO_COLOR" in os.environ
    # As wide as it needs to be: a terminal wraps, but must not lose a number.
    console = Console(
        width=1000,
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )
    table = Table(box=None if plain else SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


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


def complain(text: str) -> None:
    """A line on standard error, if there is one: `print` would write to standard output."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def flush() -> None:
    """Write out what has been printed, unless standard output is closed."""
    if sys.stdout is not None:
        sys.stdout.flush()


def write_what_the_terminal_has() -> None:
    """Let characters that the terminal lacks be written in plain ones."""

    def plain(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)
        lacking = error.object[error.start : error.end]
        return "".join(PLAIN.get(character, "?") for character in lacking), error.end

    codecs.register_error("fortytwo.plain", plain)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="fortytwo.plain")


if __name__ == "__main__":
    main()
