"""How fast Scopa is solved: `python -m pytest bench/bench_scopa.py`, a row per job.

All hands are open, those still to come too. A search that turns to another deal believes nothing
that it has found before. Every answer is checked from the other side. Node counts, which repeat,
are guarded by tests/test_scopa_solver.py.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import process_time
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.engine.games.scopa.deal import Deal
from fortytwo.engine.games.scopa.round import Round
from fortytwo.engine.games.scopa.rules import Rules
from fortytwo.solver._core_search import CoreSearch

JOBS: Final = {
    "the last hand": ("source", 1, 300),
    "the last two hands": ("source", 2, 30),
    "a whole round of hands of three": ("standard", 6, 50),
    "a whole round of hands of six": ("source", 3, 3),
}
"""By name: the preset, so many hands to play, and so many rounds."""
MOST: Final = {"the last hand": 0.002, "the last two hands": 1.0}
"""So many seconds of processor time a round may take on average."""


def rounds_of(preset: str, hands: int, number: int) -> list[Round]:
    """Rounds played at random until so many hands are left."""
    rules, random, found = Rules.preset(preset), ft.Random(1), []
    for dealer in range(number):
        round = Round(Deal.draw(random, rules), dealer % 2, rules=rules)
        while len(round.stock) >= hands:
            round.push(random.choice(round.legal))
        found.append(round)
    return found


@pytest.mark.parametrize("job", JOBS)
def test_exact_values(benchmark: Any, capsys: pytest.CaptureFixture[str], job: str) -> None:
    rounds, search = rounds_of(*JOBS[job]), CoreSearch(0)
    times: list[list[float]] = [[] for _ in rounds]

    def all_of_them() -> list[tuple[int, int]]:
        found = []
        for round, taken in zip(rounds, times, strict=True):
            start = process_time()
            found.append(search.bounds(round))
            taken.append(process_time() - start)
        return found

    found = benchmark.pedantic(all_of_them, rounds=1 if "six" in job else 5)
    nodes = search.nodes / sum(map(len, times))
    fastest = sorted(map(min, times))
    figures = {
        "nodes": nodes,
        "ms of processor time": 1e3 * sum(fastest) / len(fastest),
        "median": 1e3 * fastest[len(fastest) // 2],
        "most": 1e3 * fastest[-1],
    }
    benchmark.extra_info.update(figures)
    assert sum(fastest) / len(fastest) <= MOST.get(job, inf)
    with capsys.disabled():
        told = ", ".join(f"{name} {value:.4g}" for name, value in figures.items())
        print(f"\n{job}: {told}")
    check: Callable[[Round], tuple[int, int]] = CoreSearch(1).bounds
    for round, (low, high) in zip(rounds, found, strict=True):
        assert low == high
        assert check(round) == (-low, -low)
