"""The general search against minimax on another game, and against the trick search on 42."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fishing import Fishing, minimax
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable
from golden import RULES, random_ending
from test_solver import random_position

ENDINGS: Final = int(os.environ.get("FORTYTWO_ENDINGS", "1000"))
DEALS: Final = int(os.environ.get("FORTYTWO_DEALS", "2"))
"""How many endings, and full deals with nine trumps each, the two searches are compared on."""

cards: Final = st.lists(st.integers(1, 4), max_size=3).map(tuple)
SIZE: Final = 20
ponds: Final = st.builds(Fishing, st.tuples(cards, cards, cards, cards), cards, st.booleans())


class Masked:
    """Hides that a state is a trick game, so that the general search must do all by itself."""

    tricks = None


class MaskedPosition(Masked, ft.Position):
    pass


class Piece:
    """Hashed and compared without a line of Python, so that a search of these runs none."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class MaskedTricks(Masked, TrickPosition[Piece]):
    pass


def long_game() -> MaskedTricks:
    """A game that keeps the general search busy for a third of a second or more."""
    strength = list(range(SIZE))
    ft.Random(1).shuffle(strength)
    pieces = [Piece(index) for index in range(SIZE)]
    points = [index % 5 for index in range(SIZE)]
    table = TrickTable("any", pieces, [[]] * SIZE, [strength] * SIZE, points)
    return MaskedTricks(table, [0x11111 << seat for seat in range(4)], 0)


@given(ponds, st.sampled_from([2, 16, 1 << 18]))
@settings(max_examples=150)
def test_search_equals_minimax_for_three_sides(state: Fishing, entries: int) -> None:
    key = state.key
    for side in range(3):
        search = ft.AlphaBeta(side, entries)
        expected = minimax(state, side)
        assert search.bounds(state) == (expected, expected)
        for points in range(expected - 1, expected + 2):
            assert search.can_reach(state, points) == (points <= expected)
            assert ft.can_make(state, side, points) == (points <= expected)
        rest = state.copy()
        for card in search.line(state):
            rest.push(card)
            assert minimax(rest, side) == expected
        assert rest.finished
    assert state.key == key


@given(ponds)
@settings(max_examples=50)
def test_states_of_any_game_are_solved_and_analysed(state: Fishing) -> None:
    solution = ft.solve(state)
    assert solution.points == tuple(minimax(state, side) for side in range(3))
    rest = state.copy()
    for card in solution.line:
        rest.push(card)
    assert rest.finished
    if not state.finished:
        assert rest.bounds(state.side)[0] == solution.points[state.side]
    found = ft.analyse(state)
    assert list(found) == state.legal
    for card, points in found.items():
        state.push(card)
        assert points == tuple(minimax(state, side) for side in range(3))
        state.pop()


def test_trick_search_and_general_search_agree_on_endings() -> None:
    """Every play, for both sides, out of memories that all endings share and overfill."""
    random, trumps = ft.Random(20), set()
    searches = [ft.AlphaBeta(side, 1 << 12) for side in ft.Side]
    for _ in range(ENDINGS):
        position = MaskedPosition.parse(
            str(random_position(random, 1 + random.below(4), list(ft.Trump)))
        )
        trumps.add(position.trump)
        for domino, points in ft.Solver().analyse(position).items():
            position.push(domino)
            for search in searches:
                value = points[search.side]
                assert search.bounds(position) == (value, value), repr(position)
            position.pop()
    assert trumps == set(ft.Trump)


def test_trick_search_and_general_search_agree_on_full_deals() -> None:
    random = ft.Random(21)
    for _ in range(DEALS):
        deal = ft.Deal.draw(random)
        for trump in ft.TRUMPS:
            position = MaskedPosition(deal, trump=trump, leader=random.choice(ft.SEATS))
            search = ft.AlphaBeta(random.choice(list(ft.Side)))
            value = ft.Solver().final(position)[search.side]
            assert search.can_reach(position, value), repr(position)
            assert not search.can_reach(position, value + 1), repr(position)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_rounds_are_solved_from_the_first_call(rules: ft.Rules) -> None:
    """Against minimax over the auction, with the values of the declarations in a table."""

    def force(round: ft.Round, side: int) -> int:
        if round.finished:
            return 0
        if round.phase == "trump":
            assert round.turn is not None
            values = [int(table[trump, round.turn]) for trump in round.rules.trumps]
            return max(values) if round.side == side else round.deal.points - max(values)
        results = []
        for call in round.legal:
            round.push(call)
            results.append(force(round, side))
            round.pop()
        return max(results) if round.side == side else min(results)

    deal = ft.Deal.random(seed=4)
    table = ft.table(deal)
    round = ft.Round(deal, ft.Auction(rules, ft.Seat.E))
    round.push(ft.Call(30))
    expected = tuple(force(round, side) for side in ft.Side)
    solution = ft.solve(round)
    assert solution.points == expected
    for move in solution.line:
        round.push(move)
    assert round.points[ft.Side.NS] == expected[ft.Side.NS]


def test_points_taken_before_share_what_is_known_of_the_rest() -> None:
    search = ft.AlphaBeta(ft.Side.NS)
    ending = "N:6-6 6-4 2-1 / 5-5 5-4 1-1 / 4-4 4-3 2-2 / 3-3 3-2 0-0 ; fives ; E"
    low, high = search.bounds(MaskedPosition.parse(ending))
    nodes = search.nodes
    assert search.bounds(MaskedPosition.parse(f"{ending} ; 7-2")) == (low + 7, high + 7)
    assert search.nodes - nodes <= 2


def test_limits_give_proven_bounds_that_add_up_to_the_value() -> None:
    position = MaskedPosition.parse(str(random_ending(7, 6, 0)))
    value = ft.Solver().final(position)[ft.Side.EW]
    search = ft.AlphaBeta(ft.Side.EW)
    questions, low, high = 0, 0, 42
    while low < high:
        nodes = search.nodes
        low, high = search.bounds(position, node_limit=300)
        assert search.nodes - nodes <= 300
        assert low <= value <= high
        questions += 1
    assert questions > 5
    assert (low, high) == (value, value)


def test_time_limit_ends_a_long_search() -> None:
    position, search = long_game(), ft.AlphaBeta(0)
    value = ft.Solver().final(position)[0]
    low, high = search.bounds(position, time_limit=0.01)
    assert low <= value <= high
    assert low < high
    assert search.bounds(position) == (value, value)


@pytest.fixture
def undisturbed() -> Iterator[None]:
    """Without collections, at which hypothesis runs a few lines of Python."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("undisturbed")
@pytest.mark.skipif(os.name == "nt", reason="no such signals on Windows")
def test_interrupt_is_heard_and_leaves_all_in_order() -> None:
    position, search = long_game(), ft.AlphaBeta(0)
    key = position.key
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        with pytest.raises(KeyboardInterrupt):
            search.bounds(position)
    finally:
        signal.signal(signal.SIGALRM, usual)
    interrupted = search.nodes
    assert position.key == key
    value = ft.Solver().final(position)[0]
    assert search.bounds(position) == (value, value)
    assert search.nodes > interrupted


@pytest.mark.usefixtures("undisturbed")
def test_other_threads_run_while_one_searches() -> None:
    searching = threading.Thread(target=ft.AlphaBeta(0).bounds, args=[long_game()])
    searching.start()
    turns = 0
    while searching.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 5


def test_threads_may_share_a_search() -> None:
    random, search = ft.Random(8), ft.AlphaBeta(ft.Side.NS)
    texts = [str(random_position(random, tricks=4)) for _ in range(24)]
    positions = list(map(MaskedPosition.parse, texts))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(search.bounds, positions))
    assert [low for low, _ in found] == [ft.Solver().final(position)[0] for position in positions]


class Endless(Fishing):
    """Against the rules of states: it never ends."""

    def push(self, card: int) -> None:
        pass

    def pop(self) -> int:
        return 1

    def copy(self) -> Self:
        return self


class Stuck(Fishing):
    """Against the rules of states: the result is open, and nobody can do anything."""

    @property
    def legal(self) -> list[int]:
        return []


def test_states_that_break_the_rules_of_states_are_refused() -> None:
    hands = ((1,), (2,), (), ())
    with pytest.raises(RecursionError, match="does the game end"):
        ft.AlphaBeta(0).bounds(Endless(hands, ()))
    with pytest.raises(ft.ImpossiblePositionError, match="no move, but side 0 may end with 0 to 3"):
        ft.AlphaBeta(0).bounds(Stuck(hands, ()))
