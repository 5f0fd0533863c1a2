"""Fit the numbers that the advisor of forty-two goes by, and see whether they hold.

`python -m bench.fit make LOGS` makes `fitted.json` anew from nothing;
`python -m bench.fit calibration LOG` compares what the advisor states with what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Final

import click

import fortytwo as ft
from fortytwo.solver.games.forty_two.hands import FITTED

from . import chain
from .numbers import write
from .reliability import diagram, error, luck, reliability
from .selfplay import played

FILE: Final = Path(str(files("fortytwo.solver.games.forty_two") / "fitted.json"))


def number(name: str, default: int | None, help: str) -> Callable[..., Callable[..., None]]:
    """An option that is a number, 1 or more."""
    shown = default is not None
    return click.option(
        f"--{name}", default=default, show_default=shown, type=click.IntRange(1), help=help
    )


worlds_option = number("worlds", 40, "Worlds that the advisor solves at each move.")
jobs_option = number("jobs", None, "Processes; by default one a processor.")


@click.group()
def main() -> None:
    """Fit the numbers that the advisor of forty-two goes by, and see whether they hold."""


@main.command()
@click.argument("logs", type=click.Path(file_okay=False, path_type=Path))
@number("tables", 5000, "Deals solved for every leader and trump.")
@number("contracts", 2500, "Contracts played in each generation.")
@number("deals", 600, "Whole deals by each preset in each generation.")
@number("generations", 3, "How often all but the tables is played and fitted.")
@worlds_option
@number("seed", 1, "Which deals, and what happens by chance.")
@jobs_option
@click.option(
    "--output",
    default=FILE,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file; by default the installed one.",
)
def make(logs: Path, jobs: int | None, output: Path, **plan: int) -> None:
    """Make the file anew; what was played is kept in the folder LOGS, to be gone on with."""
    write(chain.make(chain.Plan(**plan), logs, jobs), output)


@main.command()
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@number("deals", 1000, "How many deals.")
@click.option("--rules", default="tournament", show_default=True, help="A preset and options.")
@worlds_option
@number("seed", 2, "Which deals: others than those fitted to.")
@jobs_option
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to draw this as a diagram, in SVG.",
)
def calibration(
    log: Path,
    deals: int,
    rules: str,
    worlds: int,
    seed: int,
    jobs: int | None,
    picture: Path | None,
) -> None:
    """How often bids are made, by the chance that the advisor states.

    The deals come from LOG; those missing in it are played first, by the installed numbers.
    """
    games = played(
        str(ft.Rules.parse(rules)), FITTED, deals, log, worlds=worlds, seed=seed, jobs=jobs
    )
    bins = list(reliability(games))
    print("stated %   bids  mean %  made %")
    for one in bins:
        limits = f"{10 * one.number:3}-{10 * one.number + 10:<4}"
        print(f"{limits} {one.bids:6} {100 * one.stated:7.1f} {100 * one.made:7.1f}")
    print(f"mean absolute error: {100 * error(bins):.1f} points of percent")
    print(f"to be expected by luck alone: {100 * luck(bins):.1f}")
    if picture:
        picture.write_text(str(diagram(bins)), encoding="utf-8")


if __name__ == "__main__":
    main()
