"""How fast whole rounds of Matador are solved: `python -m pytest bench/bench_matador.py`.

A round of the benchmark is sixty random rounds of the game with the stock open, each solved by a
search that knows nothing of it. Node counts, which repeat, are guarded by tests/test_nodes.py.
"""

from __future__ import annotations

import os
from hashlib import sha256
from time import perf_counter
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.engine.games.matador.match import Match
from fortytwo.engine.games.matador.round import Round
from fortytwo.engine.games.matador.rules import Rules
from fortytwo.solver._core_search import CoreSearch

VALUES: Final = {
    "source": "4f37b81524636b02",
    "source hand_table=seven_six_five": "991078fc3fb3900a",
}
"""By rules the checksum of what the first player gains in each of the sixty rounds.

The general search has found for each of them that it can gain so much and no more:
`FORTYTWO_GENERAL=60 python -m pytest bench/bench_matador.py -k general` repeats that; without the
variable it does so for the first five.
"""
GENERAL: Final = int(os.environ.get("FORTYTWO_GENERAL", "5"))
SLOWEST: Final = 0.2
"""No round may take more seconds."""

of_rules = pytest.mark.parametrize("rules", VALUES)


def sixty(rules: str) -> list[Round]:
    random = ft.Random(1)
    return [Match(Rules.parse(rules)).deal(random) for _ in range(60)]


@of_rules
def test_values_of_60_rounds(benchmark: Any, rules: str) -> None:
    """Of each the fastest of five times is held to the limit, lest other work on the machine is."""
    rounds = sixty(rules)
    times: list[list[float]] = [[] for _ in rounds]

    def solve_all() -> list[int]:
        values = []
        for round, taken in zip(rounds, times, strict=True):
            start = perf_counter()
            value, _ = CoreSearch(0).bounds(round)
            taken.append(perf_counter() - start)
            values.append(value)
        return values

    values = benchmark.pedantic(solve_all, rounds=5)
    assert sha256(str(values).encode()).hexdigest()[:16] == VALUES[rules]
    assert max(map(min, times)) < SLOWEST


@of_rules
def test_values_are_those_of_the_general_search(rules: str) -> None:
    for round in sixty(rules)[:GENERAL]:
        value = ft.solve(round).points[0]
        search = ft.AlphaBeta(0)
        assert search.can_reach(round, value)
        assert not search.can_reach(round, value + 1)
