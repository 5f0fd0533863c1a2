"""How fast endings of Knaves are solved: `python -m pytest bench/bench_knaves.py`.

A round of the benchmark is sixty endings of whole deals played at random, each solved by a search
that knows nothing of it. Node counts, which repeat, are guarded by tests/test_nodes.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from time import perf_counter
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.engine.games.knaves.match import Match
from fortytwo.engine.games.knaves.round import Round
from fortytwo.engine.games.knaves.rules import Rules

Points = tuple[int, ...]
SLOWEST: Final = 0.1
"""What all seats can force in the last eight tricks may take no more seconds."""
GENERAL: Final = int(os.environ.get("FORTYTWO_GENERAL", "5"))


def forced(round: Round) -> Points:
    return ft.solve(round).points


def each_for_itself(round: Round) -> Points:
    return ft.max_n(round).points


VALUES: Final[dict[str, tuple[str, int, Callable[[Round], Points], str]]] = {
    "8, forced": ("source", 8, forced, "84e18d80920fd507"),
    "9, forced": ("source", 9, forced, "63c92df0eff47080"),
    "6, max^n": ("source", 6, each_for_itself, "94d2b2f0b97094a7"),
    "8, max^n": ("source", 8, each_for_itself, "21295e3885ef0b54"),
    "polignac, forced": ("polignac32", 10, forced, "e6340605fb2e2bb8"),
}
"""Rules, tricks, what is asked, and the checksum of the answers."""


def ending(random: ft.Random, rules: Rules, tricks: int) -> Round:
    """The last so many tricks of a deal played at random."""
    round = Match(rules).deal(random)
    while len(round.hands[0]) > tricks or round.core.position.trick:
        round.push(random.choice(round.legal))
    return round


def sixty(rules: str, tricks: int) -> list[Round]:
    random = ft.Random(1)
    return [ending(random, Rules.parse(rules), tricks) for _ in range(60)]


@pytest.mark.parametrize("job", VALUES)
def test_values_of_60_endings(benchmark: Any, job: str) -> None:
    """Of each the fastest of three times is held to the limit, lest other work is."""
    rules, tricks, ask, expected = VALUES[job]
    rounds = sixty(rules, tricks)
    times: list[list[float]] = [[] for _ in rounds]

    def solve_all() -> list[Points]:
        values = []
        for round, taken in zip(rounds, times, strict=True):
            start = perf_counter()
            values.append(ask(round))
            taken.append(perf_counter() - start)
        return values

    values = benchmark.pedantic(solve_all, rounds=3)
    assert sha256(str(values).encode()).hexdigest()[:16] == expected
    if job == "8, forced":
        assert max(map(min, times)) < SLOWEST


class Masked:
    """Hides that the rest is a trick game, so that the search of any compiled state does it."""

    tricks = None

    def __init__(self, round: Round) -> None:
        self.round = round

    def __getattr__(self, name: str) -> Any:
        return getattr(self.round, name)


def test_values_are_those_of_the_general_search() -> None:
    """`FORTYTWO_GENERAL=60` repeats it for all endings of eight tricks."""
    for round in sixty("source", 8)[:GENERAL]:
        masked: Any = Masked(round)
        assert ft.solve(round).points == ft.solve(masked).points
