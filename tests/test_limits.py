"""Searches of tricks that are stopped: by a number of nodes, by the clock, by Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

import fortytwo as ft
from chips import Position, long_game, random_position, random_table
from fortytwo.engine._trick_position import TrickPosition
from golden import random_ending

needs_signals = pytest.mark.skipif(os.name == "nt", reason="no such signals on Windows")
SMALL: Final = ft.Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
QUESTIONS: Final[dict[str, Callable[[ft.Solver, Position], Any]]] = {
    "solve": lambda solver, position: solver.solve(position),
    "final": lambda solver, position: solver.final(position),
    "analyse": lambda solver, position: solver.analyse(position),
    "can_reach": lambda solver, position: solver.can_reach(position, 0, position.rest // 2),
}


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def enough_for(position: Any) -> int:
    """The least limit that gives the value; before it bounds contain it, and only ever narrow."""
    value, total = ft.Solver().final(position)[0], sum(position.points) + position.rest
    limit, low, high = 0, 0, total
    while low < high:
        limit += 1
        (ns, ew), (most_ns, most_ew), line, nodes = ft.Solver(64).solve(position, limit)
        assert low <= ns <= value <= most_ns <= high
        assert (ew, most_ew) == (total - most_ns, total - ns)
        assert bool(line) == (ns == most_ns and not position.finished)
        assert nodes < limit + 100
        low, high = ns, most_ns
    return limit


def test_bounds_contain_the_value_whatever_the_limit() -> None:
    limits = [enough_for(random_ending(seed, 1 + seed % 5, seed % 3)) for seed in range(200)]
    assert max(limits) > 400


def test_bounds_contain_the_value_in_any_game() -> None:
    random = ft.Random(1)
    limits = [enough_for(random_position(random, 1 + random.below(4), 20)) for _ in range(200)]
    assert max(limits) > 400


@pytest.mark.parametrize("limit", [1, 2, 10, 100, 1000])
def test_asked_again_a_solver_goes_on_until_it_knows(limit: int) -> None:
    random = ft.Random(limit)
    for _ in range(10):
        deal, trump = ft.Deal.draw(random), random.choice(ft.TRUMPS)
        position, solver = ft.Position(deal, trump=trump), ft.Solver(1 << 20)
        at_once = ft.solve(position)
        low, high, asked = 0, 42, 0
        while low < high:
            found = ft.solve(position, solver, node_limit=limit)
            assert found.low[0] <= at_once.points[0] <= found.high[0]
            low, high, asked = found.low[0], found.high[0], asked + 1
            assert asked <= at_once.nodes
        assert low == at_once.points[0]


def test_no_two_pieces_share_their_places_in_the_table() -> None:
    """The last two of 64 once did: a limited search forgot the one as it learnt of the other."""
    random = ft.Random(64)
    for _ in range(100):
        table, top = random_table(random, 64), list(range(52, 64))
        random.shuffle(top)
        hands = [sum(1 << chip for chip in top[seat::4]) for seat in range(4)]
        position, solver = TrickPosition(table, hands, 0), ft.Solver(1 << 20)
        at_once, asked = ft.Solver().solve(position), 0
        low, high = position.points, at_once[0]
        while low != high:
            low, high, _, _ = solver.solve(position, 1)
            asked += 1
            assert asked <= at_once[3] + 1
        assert low == at_once[0]


def test_with_a_node_limit_all_machines_prove_the_same() -> None:
    position = ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES)
    found = [ft.solve(position, node_limit=500) for _ in range(3)]
    assert found[0] == found[1] == found[2]
    assert not found[0].exact


def test_a_limit_no_search_reaches_is_none() -> None:
    assert ft.solve(SMALL, node_limit=10**30) == ft.solve(SMALL)


def test_a_time_limit_ends_a_long_search() -> None:
    position, solver = long_game(16), ft.Solver()
    begun = time.monotonic()
    found = ft.solve(position, solver, time_limit=0.05)
    assert 0.05 <= time.monotonic() - begun < 1
    assert not found.exact
    assert found.low[0] + found.high[1] == position.rest
    assert ft.solve(SMALL, solver).points == (27, 0)


class Prelude:
    """A single move, and then a trick game."""

    def __init__(self, game: Position) -> None:
        self.game, self.begun = game, False

    @property
    def tricks(self) -> Position | None:
        return self.game if self.begun else None

    core = None
    finished = False
    mover = side = 0
    legal = ("begin",)
    key = "prelude"
    points = (0, 0)

    def bounds(self, side: int) -> tuple[int, int]:
        return self.game.bounds(side)

    def push(self, move: str) -> None:
        self.begun = True

    def pop(self) -> str:
        self.begun = False
        return "begin"

    def copy(self) -> Prelude:
        return Prelude(self.game)


def test_a_time_limit_ends_a_long_trick_game_that_comes_after_other_play() -> None:
    state, solver = Prelude(long_game(16)), ft.Solver()
    begun = time.monotonic()
    found = ft.solve(state, solver, time_limit=0.1)
    assert 0.1 <= time.monotonic() - begun < 1
    assert (found.low, found.high, found.line) == ((0, 0), (state.game.rest,) * 2, ())
    short = Prelude(long_game(4))
    expected = solver.final(short.game)
    assert ft.solve(short, solver, time_limit=60).points == expected == ft.solve(short).points


@needs_signals
@pytest.mark.parametrize("question", QUESTIONS)
def test_ctrl_c_is_heard_soon_and_leaves_the_solver_in_order(question: str) -> None:
    position, solver = long_game(16), ft.Solver()
    with ctrl_c_after(0.05):
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            QUESTIONS[question](solver, position)
        assert time.monotonic() - begun < 1
    assert solver.final(SMALL) == (27, 0)
    ending = long_game(5)
    for ask in QUESTIONS.values():
        assert ask(solver, ending) == ask(ft.Solver(), ending)


@needs_signals
def test_ctrl_c_is_heard_in_the_midst_of_a_search_that_ends() -> None:
    """What an interrupted search leaves behind must not mislead the next one."""
    position = long_game(6)
    expected = ft.Solver().solve(position)[:2]
    solver, heard = ft.Solver(1 << 10), 0
    for milliseconds in range(2, 60, 2):
        try:
            with ctrl_c_after(milliseconds / 1000):
                solver.solve(position)
        except KeyboardInterrupt:
            heard += 1
    assert heard
    assert solver.solve(position)[:2] == expected


LINE = """
from chips import long_game
from test_limits import ctrl_c_after
import fortytwo as ft
for seed in (3, 5, 6, 7):
    position, solver = long_game(6, seed), ft.Solver(1)
    solver.final(position)  # known from now on, but the table has room for nothing else
    try:
        with ctrl_c_after(0.002):
            solver.solve(position)
    except KeyboardInterrupt:
        pass
"""


@needs_signals
def test_ctrl_c_ends_the_laying_out_of_a_line() -> None:
    """In a process of its own: a loop without the GIL could not be ended from within."""
    subprocess.run([sys.executable, "-c", LINE], cwd=Path(__file__).parent, timeout=60, check=True)


@pytest.mark.parametrize("limit", [0, -1, 1.5, float("nan"), float("inf"), "5", True])
def test_node_limits_that_are_none_are_refused(limit: Any) -> None:
    states: list[Any] = [
        ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES),
        ft.Round(ft.Deal.random(seed=1), ft.Outcome(ft.Seat.S, ft.Call(31))),
    ]
    for state in states:
        with pytest.raises(ft.OptionError, match=r"node limit .*: expected a whole number above 0"):
            ft.solve(state, node_limit=limit)


@pytest.mark.parametrize("limit", [0, -1.0, float("nan"), "5", True])
def test_time_limits_that_are_none_are_refused(limit: Any) -> None:
    position = ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES)
    with pytest.raises(ft.OptionError, match=r"time limit .*: expected seconds, more than 0"):
        ft.Solver().solve(position, None, limit)


def test_limits_without_bound_are_none() -> None:
    position = ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES)
    for limits in ({"node_limit": 1 << 70}, {"time_limit": 10**400}, {"time_limit": 1e308}):
        assert ft.solve(position, **limits).exact


def test_points_and_sides_asked_for_are_whole() -> None:
    states: list[Any] = [
        ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES),
        ft.Round(ft.Deal.random(seed=1), ft.Outcome(ft.Seat.S, ft.Call(31))),
    ]
    for state in states:
        with pytest.raises(TypeError, match="float"):
            ft.can_make(state, 0, 7.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="float"):
        ft.AlphaBeta(0.5)  # type: ignore[arg-type]
