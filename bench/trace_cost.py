"""What a trace costs beside solving the game at its start: `python bench/trace_cost.py`.

Full deals are played out by players of three kinds; each game is solved and traced in turn, with
a fresh solver each time, and of several rounds the fastest counts.
"""

from __future__ import annotations

from time import perf_counter

import click
from tqdm import tqdm

import fortytwo as ft

KINDS = {"best plays only": 0, "one play in ten random": 10, "all plays random": 1}


def played_out(random: ft.Random, mistakes: int) -> tuple[ft.Position, ft.Position]:
    """A full deal at its start and at its end; of so many plays one is random, 0: none is."""
    deal, trump = ft.Deal.draw(random), random.choice(ft.TRUMPS)
    start = ft.Position(deal, trump=trump, leader=ft.Seat.N)
    position, solver = start.copy(), ft.Solver()
    while not position.finished:
        choices = position.legal
        if not mistakes or random.below(mistakes):
            values, side = ft.analyse(position, solver), position.side
            most = max(points[side] for points in values.values())
            choices = tuple(play for play in choices if values[play][side] == most)
        position.push(random.choice(choices))
    return start, position


def times(start: ft.Position, end: ft.Position, rounds: int) -> tuple[float, float]:
    """Seconds to solve the start, and to trace the game."""
    solving, tracing = [], []
    for _ in range(rounds):
        begun = perf_counter()
        ft.Solver().final(start)
        between = perf_counter()
        ft.trace(end)
        solving.append(between - begun)
        tracing.append(perf_counter() - between)
    return min(solving), min(tracing)


@click.command()
@click.option("--games", default=200, show_default=True)
@click.option("--rounds", default=5, show_default=True)
@click.option("--seed", default=5, show_default=True)
def main(games: int, rounds: int, seed: int) -> None:
    """Compare a trace with one solve."""
    print("players                 solve ms  trace ms  ratio  longest trace ms")
    for kind, mistakes in KINDS.items():
        random = ft.Random(seed)
        found = [
            times(*played_out(random, mistakes), rounds)
            for _ in tqdm(range(games), unit="game", leave=False)
        ]
        solving, tracing = (1000 * sum(row) / games for row in zip(*found, strict=True))
        longest = 1000 * max(row[1] for row in found)
        print(f"{kind:22} {solving:9.2f} {tracing:9.2f} {tracing / solving:6.2f} {longest:17.1f}")


if __name__ == "__main__":
    main()
