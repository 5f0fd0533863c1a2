"""How fast the solver is: `python -m pytest bench/bench_solver.py`, a row per job.

A round is a thousand random full deals, each with a random trump of the nine and a table that
knows nothing of it: a solver that turns to another deal believes nothing it has found before.
Every answer is checked. Node counts, which repeat, are guarded by tests/test_nodes.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import fortytwo as ft

EXAMPLES: Final = Path(__file__).parent.parent / "tests" / "data" / "examples.json"
VALUES: Final = 25_633
"""What N and S take in all of the thousand deals, as a search without surveys found it."""


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
    assert sum(ns for ns, _ in finals) == VALUES


@pytest.mark.parametrize("need", [30, 42])
def test_whether_1000_make_a_bid(benchmark: Any, need: int) -> None:
    made = of_each(benchmark, lambda solver, position: solver.can_reach(position, ft.Side.NS, need))
    assert sum(made) == sum(ns >= need for ns, _ in ft.solve_many(thousand()))


def test_every_lead_of_1000(benchmark: Any) -> None:
    found = of_each(benchmark, lambda solver, position: solver.analyse(position))
    assert sum(max(ns for ns, _ in leads.values()) for leads in found) == VALUES


def test_longest_of_1000(benchmark: Any) -> None:
    """The deal that takes most nodes."""
    longest = max(thousand(), key=lambda position: ft.solve(position).nodes)

    def setup() -> tuple[tuple[ft.Position, ft.Solver], dict[str, Any]]:
        return (longest, ft.Solver()), {}

    assert sum(benchmark.pedantic(ft.solve, setup=setup, rounds=5).points) == 42


@pytest.mark.parametrize("threads", [1, 2])
def test_exact_values_of_1000_on_threads(benchmark: Any, threads: int) -> None:
    positions = thousand()
    points = benchmark.pedantic(ft.solve_many, (positions,), {"threads": threads}, rounds=5)
    assert points[:, 0].sum() == VALUES


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
    random = ft.Random(1)

    def setup() -> tuple[tuple[ft.Deal], dict[str, Any]]:
        return (ft.Deal.draw(random),), {}

    table = benchmark.pedantic(ft.table, setup=setup, rounds=50)
    assert table.shape == (9, 4)


def test_all_plays_of_10000_positions_three_tricks_from_the_end(benchmark: Any) -> None:
    random = ft.Random(1)
    positions = [random_position(random, 16) for _ in range(10_000)]
    finals = benchmark.pedantic(ft.analyse_many, (positions,), {"threads": 1}, rounds=20)
    for position, rows in zip(positions, finals, strict=True):
        found = {domino: tuple(rows[domino.index].tolist()) for domino in position.legal}
        assert found == ft.analyse(position)
        assert (rows >= 0).sum() == 2 * len(found)
