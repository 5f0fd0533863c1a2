"""Whole numbers that users hand in, of whatever type; and things counted in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
import pytest

import fortytwo as ft
from chips import Chip
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable
from fortytwo.engine.errors import counted

POSITION: Final = ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES)
ROUND: Final = ft.Round(ft.Deal.random(seed=1), ft.Outcome(ft.Seat.S, ft.Call(31)))
VIEW: Final = ft.View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 5-5 ; bid 42")


@dataclass(frozen=True)
class Index:
    """No number, but it can be an index."""

    number: int

    def __index__(self) -> int:
        return self.number


ASKED: Final[dict[str, Callable[[Any], object]]] = {
    "threads": lambda number: ft.solve_many([POSITION], threads=number).tolist(),
    "entries of a solver": lambda number: ft.solve(POSITION, ft.Solver(number)).points,
    "entries of a search": lambda number: ft.AlphaBeta(0, number).bounds(ROUND),
    "node limit": lambda number: ft.solve(POSITION, node_limit=number),
    "node limit of a round": lambda number: ft.solve(ROUND, node_limit=number),
    "time limit": lambda number: ft.AlphaBeta(0).bounds(ROUND, time_limit=number),
    "count": lambda number: list(ft.deals(count=number, seed=1)),
    "tries": lambda number: list(ft.deals(tries=number, seed=1)),
    "worlds": lambda number: ft.suggest(VIEW, worlds=number),
    "target": lambda number: str(ft.Rules.source(target=number)),
}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
def test_whole_numbers_may_be_of_any_type(asked: str, kind: Callable[[int], Any]) -> None:
    assert ASKED[asked](kind(16)) == ASKED[asked](16)


@pytest.mark.parametrize("asked", sorted(ASKED.keys() - {"time limit"}))
def test_a_whole_number_is_what_can_be_an_index(asked: str) -> None:
    assert ASKED[asked](Index(16)) == ASKED[asked](16)


def test_the_index_of_a_piece_may_be_of_any_type() -> None:
    chips = [Chip(cast("int", np.int64(index))) for index in range(4)]
    table = TrickTable("t", chips, [[]] * 4, [[0, 1, 2, 3]] * 4, [0] * 4)
    position = TrickPosition(table, [1, 2, 4, 8], 0)
    position.push(chips[0])
    assert position.plays == (chips[0],)
    assert ft.solve(position).points == (0, 1)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("value", [True, np.True_, "16", [16]])
def test_what_is_no_number_is_refused(asked: str, value: Any) -> None:
    with pytest.raises(ft.OptionError, match=r": expected "):
        ASKED[asked](value)


@pytest.mark.parametrize("asked", sorted(ASKED.keys() - {"time limit"}))
@pytest.mark.parametrize("value", [16.0, np.float64(16)])
def test_a_float_is_no_whole_number(asked: str, value: float) -> None:
    with pytest.raises(ft.OptionError, match=r": expected "):
        ASKED[asked](value)


def test_numbers_of_fixed_size_do_not_run_over() -> None:
    search, largest = ft.AlphaBeta(0), cast("int", np.int64(2**63 - 1))
    for _ in range(2):  # the second time there are nodes to add it to
        assert search.bounds(ROUND, node_limit=largest) == (42, 42)
        assert search.nodes > 0


def test_one_is_counted_as_one() -> None:
    assert [counted(number, "hand") for number in (0, 1, 2)] == ["0 hands", "1 hand", "2 hands"]
    assert [counted(n, "try", "tries") for n in (1, 3)] == ["1 try", "3 tries"]
    with pytest.raises(ft.NotFoundError, match=r"then none in 1 try: condition 1 refused 1$"):
        next(ft.deals(lambda deal: False, seed=1, tries=1))
