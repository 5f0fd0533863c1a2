"""How fast the solver is: `python -m pytest bench/bench_solver.py`, a row per job.

A round is a thousand random full deals, each with a random trump of the nine and a table that
knows nothing of it: a solver that turns to another deal believes nothing it has found before.
Every answer is checked. Node counts, which repeat, are guarded by tests/test_nodes.py. What is no
time, the memory of a solver and how the slowest deal compares, is printed, and kept as extra info.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import pytest

import fortytwo as ft

EXAMPLES: Final = Path(__file__).parent.parent / "tests" / "data" / "examples.json"
VALUES: Final = "39fedde78bfee00e"
"""The checksum of what N and S take in each of the thousand deals.

The general search, which is built differently, has found for each of them that they can take so
much and no more. `FORTYTWO_GENERAL=1000 python -m pytest bench/bench_solver.py -k general` repeats
that in five minutes; without the variable it does so for the first five.
"""
GENERAL: Final = int(os.environ.get("FORTYTWO_GENERAL", "5"))
STATM: Final = Path("/proc/self/statm")


class Masked(ft.Position):
    """Hides that it is a trick game, so that the general search must do all by itself."""

    tricks = None


def checksum(points: Iterable[int]) -> str:
    """Of points of up to 255, in their order."""
    return sha256(bytes(points)).hexdigest()[:16]


@pytest.fixture
def report(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> Callable[[str, float], None]:
    """Prints a figure that is no time of a round, and keeps it with the others."""

    def figure(what: str, value: float) -> None:
        benchmark.extra_info[what] = value
        with capsys.disabled():
            print(f"\n{what}: {value:.4g}")

    return figure


def random_position(random: ft.Random, plays: int = 0) -> ft.Position:
    """A full deal in a random trump, after so many random plays."""
    deal, trump = ft.Deal.draw(random), random.choice(ft.TRUMPS)
    position = ft.Position(deal, trump=trump, leader=ft.Seat.N)
    for _ in range(plays):
        position.push(random.choice(position.legal))
    return position


def thousand() -> list[ft.Position]:
    random = ft.Random(1)
    return [random_position(random) for _ in range(1000)]


def of_each(benchmark: Any, ask: Callable[[ft.Solver, ft.Position], Any]) -> list[Any]:
    """The answers of one solver for a thousand deals, timed five times."""
    positions, solver, aside = (
        thousand(),
        ft.Solver(),
        ft.Position.parse("N:6-6 / 5-5 / 6-4 / 3-3 ; sixes"),
    )

    def round_of_all() -> list[Any]:
        solver.final(aside)  # so that it knows nothing of the first deal either
        return [ask(solver, position) for position in positions]

    answers: list[Any] = benchmark.pedantic(round_of_all, rounds=5)
    return answers


def test_exact_values_of_1000(benchmark: Any) -> None:
    finals = of_each(benchmark, lambda solver, position: solver.final(position))
    assert checksum(ns for ns, _ in finals) == VALUES


def test_values_are_those_of_the_general_search() -> None:
    for position in thousand()[:GENERAL]:
        value = ft.solve(position).points[ft.Side.NS]
        search = ft.AlphaBeta(ft.Side.NS)
        masked = Masked.parse(str(position))
        assert search.can_reach(masked, value)
        assert not search.can_reach(masked, value + 1)


@pytest.mark.parametrize("need", [30, 42])
def test_whether_1000_make_a_bid(benchmark: Any, need: int) -> None:
    made = of_each(benchmark, lambda solver, position: solver.can_reach(position, ft.Side.NS, need))
    assert made == [ns >= need for ns, _ in ft.solve_many(thousand())]


def test_every_lead_of_1000(benchmark: Any) -> None:
    found = of_each(benchmark, lambda solver, position: solver.analyse(position))
    assert checksum(max(ns for ns, _ in leads.values()) for leads in found) == VALUES
    solver = ft.Solver()
    for position, leads in zip(thousand(), found, strict=True):
        for domino, (ns, _) in leads.items():
            position.push(domino)
            assert solver.can_reach(position, ft.Side.NS, ns)
            assert not solver.can_reach(position, ft.Side.NS, ns + 1)
            position.pop()


def test_slowest_of_1000(benchmark: Any, report: Callable[[str, float], None]) -> None:
    """Of each deal the fastest of five times, so that what else the machine does counts little."""
    positions, solver = thousand(), ft.Solver()
    times: list[list[float]] = [[] for _ in positions]

    def round_of_all() -> list[int]:
        finals = []
        for position, taken in zip(positions, times, strict=True):
            start = perf_counter()
            ns, _ = solver.final(position)
            taken.append(perf_counter() - start)
            finals.append(ns)
        return finals

    assert checksum(benchmark.pedantic(round_of_all, rounds=5)) == VALUES
    fastest = list(map(min, times))
    report("slowest of 1000, ms", 1e3 * max(fastest))
    report("slowest of 1000 over the mean", max(fastest) * len(fastest) / sum(fastest))


@pytest.mark.skipif(not STATM.exists(), reason="needs /proc to see the memory in use")
def test_memory_of_a_solver(benchmark: Any, report: Callable[[str, float], None]) -> None:
    """What the process grows by for each solver that has solved so much that its table is full."""
    positions, solvers = thousand()[:30], []

    def resident() -> int:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def forty_at_work() -> None:
        for _ in range(40):
            solvers.append(ft.Solver())
            for position in positions:
                solvers[-1].final(position)

    forty_at_work()  # they take what earlier solvers have left to the process
    before = resident()
    benchmark.pedantic(forty_at_work)
    each = (resident() - before) / 40
    report("memory of a solver, KB", each / 1024)
    assert 2**18 < each < 2**20


@pytest.mark.parametrize("threads", [1, 2])
def test_exact_values_of_1000_on_threads(benchmark: Any, threads: int) -> None:
    positions = thousand()
    points = benchmark.pedantic(ft.solve_many, (positions,), {"threads": threads}, rounds=5)
    assert checksum(points[:, 0].tolist()) == VALUES


@pytest.mark.parametrize("threads", [1, 2])
def test_tables_of_11_deals(benchmark: Any, threads: int) -> None:
    examples = json.loads(EXAMPLES.read_text("utf-8"))["deals"]
    deals = [
        ft.Deal.parse("N:" + " / ".join(" ".join(hand) for hand in example["hands"]))
        for example in examples
    ]
    tables = benchmark.pedantic(ft.table_many, (deals,), {"threads": threads}, rounds=5)
    for example, table in zip(examples, tables, strict=True):
        assert {str(trump): table[trump].tolist() for trump in ft.TRUMPS} == example["values"]


def test_table_of_a_random_deal(benchmark: Any) -> None:
    random, deals = ft.Random(1), []

    def setup() -> tuple[tuple[ft.Deal], dict[str, Any]]:
        deals.append(ft.Deal.draw(random))
        return (deals[-1],), {}

    table = benchmark.pedantic(ft.table, setup=setup, rounds=50)
    for trump in ft.TRUMPS:
        for seat in ft.SEATS:
            position = ft.Position(deals[-1], trump=trump, leader=seat)
            assert table[trump, seat] == ft.solve(position).points[seat.side]


def test_all_plays_of_10000_positions_three_tricks_from_the_end(benchmark: Any) -> None:
    random = ft.Random(1)
    positions = [random_position(random, 16) for _ in range(10_000)]
    finals = benchmark.pedantic(ft.analyse_many, (positions,), {"threads": 1}, rounds=20)
    for position, rows in zip(positions, finals, strict=True):
        found = {domino: tuple(rows[domino.index].tolist()) for domino in position.legal}
        assert found == ft.analyse(position)
        assert (rows >= 0).sum() == 2 * len(found)
