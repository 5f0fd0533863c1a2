"""What searches cost, in nodes, which are the same on every machine.

A search that has lost its cutoffs is still right, only slow. The ceilings lie 3 % above what was
measured: whoever lowers the counts lowers them too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import pytest

import fortytwo as ft
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine.games.matador.match import Match
from fortytwo.engine.games.matador.rules import Rules
from fortytwo.solver._core_search import CoreSearch
from test_trace import played_out, start_of

Question = Callable[[ft.Solver, ft.Position], Any]
P = TypeVar("P", bound=TrickPosition[Any])


def final(solver: ft.Solver, position: TrickPosition[Any]) -> None:
    solver.final(position)


DEALS: Final = 400
CEILINGS: Final[dict[str, tuple[int, Question]]] = {
    "exact value": (16_724, final),
    "every lead": (54_602, lambda solver, position: solver.analyse(position)),
    "makes 30": (2_133, lambda solver, position: solver.can_reach(position, ft.Side.NS, 30)),
    "makes 42": (1_033, lambda solver, position: solver.can_reach(position, ft.Side.NS, 42)),
}


def nodes_of(question: Callable[[ft.Solver, P], Any], *positions: P) -> int:
    """What a new solver takes to answer a question about each position."""
    solver = ft.Solver()
    for position in positions:
        question(solver, position)
    return solver.nodes


@pytest.mark.parametrize("question", CEILINGS)
def test_full_deals_stay_under_their_ceilings(question: str) -> None:
    ceiling, ask = CEILINGS[question]
    random, nodes = ft.Random(1), 0
    for _ in range(DEALS):
        deal, trump = ft.Deal.draw(random), random.choice(ft.TRUMPS)
        nodes += nodes_of(ask, ft.Position(deal, trump=trump, leader=ft.Seat.N))
    assert nodes / DEALS < ceiling


def test_nello_stays_under_its_ceilings() -> None:
    """Of the search without a survey: the value, and whether all tricks are lost."""
    random, value, made = ft.Random(3), 0, 0
    for _ in range(60):
        position = ft.Position(ft.Deal.draw(random), trump=ft.Trump.NELLO)
        value += nodes_of(final, position)
        made += nodes_of(lambda solver, position: solver.can_reach(position, 0, 42), position)
    assert value / 60 < 1_819
    assert made / 60 < 1_140


@pytest.mark.parametrize(
    ("rules", "ceiling"),
    [
        ("source", 16_657),
        ("source hand_table=seven_six_five", 42_909),
        ("source end_rule=stock_empty", 14_322),
        ("source players=3", 101_888),
    ],
)
def test_whole_rounds_of_matador_stay_under_their_ceilings(rules: str, ceiling: int) -> None:
    """What the first player can force, with the stock open."""
    random, nodes = ft.Random(1), 0
    for _ in range(60):
        search = CoreSearch(0)
        search.bounds(Match(Rules.parse(rules)).deal(random))
        nodes += search.nodes
    assert nodes / 60 < ceiling


def test_the_nodes_of_a_solver_add_up() -> None:
    position, solver = ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES), ft.Solver()
    assert solver.nodes == 0
    solution = ft.solve(position, solver)
    first = solver.nodes
    assert solution.nodes == nodes_of(final, position)
    assert solution.nodes < first < 1.1 * solution.nodes  # the line
    assert ft.solve(position, solver).nodes == 0  # known
    assert nodes_of(final, position, position) == solution.nodes
    other = ft.Position(ft.Deal.random(seed=2), trump=ft.Trump.ONES)
    before = solver.nodes
    solver.final(other)
    assert solver.nodes == before + nodes_of(final, other)


@pytest.mark.parametrize("mistakes", [1 << 32, 10])
def test_a_whole_game_costs_no_more_than_two_solves(mistakes: int) -> None:
    """Traced, or its value asked after every play; with best plays, or one in ten at random."""
    random, start, walk, trace = ft.Random(5), 0, 0, 0
    for _ in range(100):
        game = played_out(random, mistakes)
        positions = [start_of(game)]
        for domino in game.plays:
            positions.append(positions[-1].copy())
            positions[-1].push(domino)
        start += nodes_of(final, positions[0])
        walk += nodes_of(final, *positions)
        trace += nodes_of(lambda solver, position: ft.trace(position, solver), game)
    assert walk < 2 * start
    assert trace < 2 * start
