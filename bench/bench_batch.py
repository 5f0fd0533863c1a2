"""How fast batches are: `python -m pytest bench/bench_batch.py`, a row per job.

A row of threads is to be compared with the row of one thread. Every answer is checked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import fortytwo as ft

EXAMPLES: Final = Path(__file__).parent.parent / "tests" / "data" / "examples.json"


def random_position(random: ft.Random, plays: int) -> ft.Position:
    """A full deal in a random trump, after so many random plays."""
    deal, trump = ft.Deal.draw(random), random.choice(ft.TRUMPS)
    position = ft.Position(deal, trump=trump, leader=random.choice(ft.SEATS))
    for _ in range(plays):
        position.push(random.choice(position.legal))
    return position


def test_all_plays_of_10000_positions_three_tricks_from_the_end(benchmark: Any) -> None:
    random = ft.Random(1)
    positions = [random_position(random, 16) for _ in range(10_000)]
    finals = benchmark.pedantic(ft.analyse_many, (positions,), {"threads": 1}, rounds=20)
    for position, rows in zip(positions, finals, strict=True):
        found = {domino: tuple(rows[domino.index].tolist()) for domino in position.legal}
        assert found == ft.analyse(position)
        assert (rows >= 0).sum() == 2 * len(found)


@pytest.mark.parametrize("threads", [1, 2])
def test_400_random_full_deals(benchmark: Any, threads: int) -> None:
    random = ft.Random(1)
    positions = [random_position(random, 0) for _ in range(400)]
    points = benchmark.pedantic(ft.solve_many, (positions,), {"threads": threads}, rounds=8)
    assert list(map(tuple, points.tolist())) == [ft.solve(one).points for one in positions]


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
