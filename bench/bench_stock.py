"""How fast the end of games with a stock is solved: `python -m pytest bench/bench_stock.py`.

A round of the benchmark is a thousand random deals whose stock has just been drawn to the end, all
pieces still in hand, each solved by a search that knows nothing of it: for what the deal brings,
and for the points of pieces alone. Node counts, which repeat, are guarded by
tests/test_stock_search.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from time import process_time
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.engine.games import GAMES
from fortytwo.engine.stock.moves import Turn
from fortytwo.solver._core_search import CoreSearch

LIMITS: Final = {"sixty-six": 50e-6, "bingo": 200e-6}
"""By game the seconds of processor time that a deal may take on average."""
VALUES: Final = {
    ("sixty-six", "source"): ("07f59d6d6fd31b16", "ceee13e439d0abe3"),
    ("sixty-six", "standard"): ("cfc0bd2b68826c2a", "5ff1b409371bd3e0"),
    ("bingo", "source"): ("36413c6dcf597603", "e64a0ab285bdd69e"),
    ("bingo", "standard"): ("a44e76648da0f5ec", "13cf6a25dcec7cde"),
}
"""By game and preset the checksums of what player A gains in each of the thousand deals, and of
what it takes in pieces.

The general search has found the same: `FORTYTWO_GENERAL=1000 python -m pytest bench/bench_stock.py
-k general` repeats that; without the variable it does so for the first twenty.
"""
GENERAL: Final = int(os.environ.get("FORTYTWO_GENERAL", "20"))

of_games = pytest.mark.parametrize(("name", "preset"), VALUES)


def thousand(name: str, preset: str) -> list[Any]:
    """Deals played at random, but never closed, until nothing is left to draw."""
    random, game, found = ft.Random(1), GAMES[name], list[Any]()
    terms = game.read_terms({"rules": preset})
    while len(found) < 1000:
        round: Any = terms.match().deal(random)
        while round.core.draws and not round.finished:
            moves = [move for move in round.legal if move is not Turn.CLOSE]
            round.push(random.choice(sorted(moves, key=str)))
        if not round.finished:
            found.append(round)
    return found


def timed(benchmark: Any, name: str, solve_all: Callable[[], list[int]]) -> str:
    """The checksum of all values, found five times; the fastest is held to the limit."""
    times = []

    def once() -> list[int]:
        start = process_time()
        values = solve_all()
        times.append(process_time() - start)
        return values

    values = benchmark.pedantic(once, rounds=5)
    while len(times) < 5:  # where benchmarks are disabled
        once()
    assert min(times) / len(values) < LIMITS[name]
    return sha256(str(values).encode()).hexdigest()[:16]


@of_games
def test_values_of_1000_deals(benchmark: Any, name: str, preset: str) -> None:
    rounds = thousand(name, preset)

    def solve_all() -> list[int]:
        search = CoreSearch(0)
        return [search.bounds(round)[0] for round in rounds]

    assert timed(benchmark, name, solve_all) == VALUES[name, preset][0]


@of_games
def test_points_of_pieces_of_1000_deals(benchmark: Any, name: str, preset: str) -> None:
    tricks = [round.tricks_left for round in thousand(name, preset)]

    def solve_all() -> list[int]:
        solver = ft.Solver()
        return [solver.final(position)[0] for position in tricks]

    assert timed(benchmark, name, solve_all) == VALUES[name, preset][1]


@of_games
def test_values_are_those_of_the_general_search(name: str, preset: str) -> None:
    for round in thousand(name, preset)[:GENERAL]:
        value = ft.solve(round).points[0]
        search = ft.AlphaBeta(0)
        assert search.can_reach(round, value)
        assert not search.can_reach(round, value + 1)
