"""The compiled search of states of a fixed size, on Matador, against minimax and `AlphaBeta`."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest

import fortytwo as ft
import matador_judge as judge
from fortytwo.engine.games.matador._play import MatadorCore
from fortytwo.engine.games.matador.round import Round
from fortytwo.engine.games.matador.rules import Rules
from fortytwo.solver._core_search import CoreSearch
from fortytwo.solver.exact import final, solve_groups
from matador_rounds import (
    SMALL,
    minimax,
    options_of,
    random_ending,
    random_rules,
    random_table,
    to_move,
    to_round,
)
from test_limits import ctrl_c_after, needs_signals

ENDINGS: Final = int(os.environ.get("FORTYTWO_ENDINGS", "300"))
SOURCE: Final = Rules.preset("source")
LARGER: Final = Rules.parse("source optional_draw=true")
"""With these most whole rounds take hours."""


class Masked:
    """Hides that a round is in compiled code, so that the general search must do all by itself."""

    core = None

    def __init__(self, round: Round) -> None:
        self.round = round

    def __getattr__(self, name: str) -> Any:
        return getattr(self.round, name)

    def copy(self) -> Masked:
        return Masked(self.round.copy())


def dealt(seed: int, rules: Rules = SOURCE) -> Round:
    """A whole round."""
    return to_round(random_table(ft.Random(seed), options_of(rules)), rules)


def endings(number: int, seed: int) -> list[tuple[Round, judge.Table]]:
    """Endings and small rounds under any rules, every third after a move, as both know them."""
    random, found = ft.Random(seed), []
    for count in range(number):
        rules = random_rules(random)
        table = random_ending(random, options_of(rules), *SMALL[rules.players])
        round = to_round(table, rules)
        if count % 3 == 0:
            move = random.choice(round.legal)
            round.push(move)
            judge.play(table, to_move(move))
        found.append((round, table))
    return found


def test_values_are_those_of_minimax() -> None:
    for round, table in endings(ENDINGS, 10):
        text, values = str(round), [minimax(table, side) for side in range(len(table.hands))]
        solution = ft.solve(round)
        assert solution.points == final(round) == tuple(values), repr(round)
        for side, value in enumerate(values):
            assert CoreSearch(side).bounds(round) == (value, value)
            for points in (value - 1, value, value + 1, -1000, 1000, 10**30):
                assert ft.can_make(round, side, points) == (points <= value)
        assert str(round) == text


def test_every_move_is_worth_what_minimax_says() -> None:
    for round, table in endings(ENDINGS // 3, 11):
        if round.finished:
            continue
        found = ft.analyse(round)
        assert list(found) == list(round.legal)
        for move, points in found.items():
            after = judge.after(table, to_move(move))
            assert points == tuple(minimax(after, side) for side in range(len(points)))
        groups = solve_groups(round)
        assert [move for (move,), _ in groups] == list(round.legal)
        assert [solution.points for _, solution in groups] == list(found.values())


def test_a_line_keeps_the_value_to_the_end() -> None:
    """Of the side to move, or of the first where the second of two loses what it wins."""
    for round, table in endings(ENDINGS // 3, 12):
        if round.finished:
            assert ft.solve(round).line == ()
            continue
        side = 0 if round.rules.players == 2 else round.side
        value = minimax(table, side)
        lines = [ft.solve(round).line, CoreSearch(side).line(round)]
        for line in lines:
            rest = table
            for move in line:
                rest = judge.after(rest, to_move(move))
                assert minimax(rest, side) == value
            assert rest.over


def test_the_general_search_agrees() -> None:
    """Also on rounds too large for plain minimax."""
    random = ft.Random(13)
    for count in range(ENDINGS):
        rules = random_rules(random)
        table = random_ending(random, options_of(rules), 4, 3)
        round = to_round(table, rules)
        masked: Any = Masked(round)
        assert ft.solve(round).points == ft.solve(masked).points, repr(round)
        if count % 10 == 0:
            assert ft.analyse(round) == ft.analyse(masked), repr(round)


def test_whole_rounds_are_those_of_the_general_search() -> None:
    for seed in range(2):
        round = dealt(seed)
        value = ft.solve(round).points[0]
        general = ft.AlphaBeta(0)
        assert general.can_reach(round, value)
        assert not general.can_reach(round, value + 1)


@pytest.mark.parametrize("entries", [1, 2, 8, 1 << 12])
def test_tables_of_any_size_give_the_same_values(entries: int) -> None:
    """One search for all rounds that can be for one, so that it turns from deal to deal."""
    searches = [CoreSearch(side, entries) for side in range(4)]
    for round, _ in endings(ENDINGS // 3, 14):
        for side, value in enumerate(final(round)):
            assert searches[side].bounds(round) == (value, value)


@pytest.mark.parametrize("entries", [1, 1 << 16])
def test_a_search_turns_to_another_deal_and_back(entries: int) -> None:
    """Also to one that differs in the rules or in the stock alone, so that keys are equal."""
    rounds = []
    for seed in range(3, 9):
        table = random_table(ft.Random(seed), options_of(SOURCE))
        rounds.append(to_round(table, SOURCE))
        rounds.append(to_round(table, Rules.parse("source excess_only=true")))
        table.stock.reverse()
        rounds.append(to_round(table, SOURCE))
    expected = [CoreSearch(0).bounds(round) for round in rounds]
    assert len(set(expected)) > 6
    search = CoreSearch(0, entries)
    for _ in range(2):
        assert [search.bounds(round) for round in rounds] == expected
    for round in rounds[:4]:
        while not round.finished:
            assert search.bounds(round) == CoreSearch(0).bounds(round)
            round.push(ft.Random(len(round.moves)).choice(round.legal))


def test_what_is_known_of_a_deal_is_not_searched_again() -> None:
    round, search = dealt(5), CoreSearch(0, 1 << 20)
    value = search.bounds(round)
    nodes = search.nodes
    assert nodes > 1000
    assert search.bounds(round) == value
    assert search.nodes - nodes < nodes / 100
    search.bounds(dealt(6))
    nodes = search.nodes
    assert search.bounds(round) == value
    assert search.nodes - nodes > 1000


def test_node_limits_give_true_bounds_that_meet_in_the_end() -> None:
    round = dealt(7)
    (value, _), search = CoreSearch(0).bounds(round), CoreSearch(0, 1 << 20)
    low, high, asked = *round.bounds(0), 0
    while low < high:
        nodes = search.nodes
        least, most = search.bounds(round, node_limit=300)
        assert 0 < search.nodes - nodes <= 300
        assert least <= value <= most
        low, high, asked = max(low, least), min(high, most), asked + 1
    assert (low, high) == (value, value)
    assert asked > 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_limits_of_a_solution_hold_for_all_sides_together(players: int) -> None:
    round = dealt(8, Rules.parse(f"source players={players}"))
    solution = ft.solve(round)
    for limit in (1, 10, 100, 1000):
        found = ft.solve(round, node_limit=limit)
        assert found.nodes <= limit + players
        assert found == ft.solve(round, node_limit=limit)
        for low, value, high in zip(found.low, solution.points, found.high, strict=True):
            assert low <= value <= high
        assert found.line == ()
        with pytest.raises(ft.UndecidedError, match="the limit was reached"):
            assert found.points


def test_a_time_limit_ends_a_long_search() -> None:
    round = dealt(9, LARGER)
    begun = time.monotonic()
    found = ft.solve(round, time_limit=0.1)
    assert 0.1 <= time.monotonic() - begun < 1
    assert not found.exact
    assert round.bounds(0)[0] <= found.low[0] < found.high[0] <= round.bounds(0)[1]
    assert ft.solve(dealt(9), time_limit=60) == ft.solve(dealt(9))


@pytest.mark.parametrize("limit", [0, -1, 1.5, float("nan"), "5", True])
def test_node_limits_that_are_none_are_refused(limit: Any) -> None:
    search = CoreSearch(0)
    with pytest.raises(ft.OptionError, match=r"node limit .*: expected a whole number above 0"):
        search.bounds(dealt(1), node_limit=limit)
    assert search.nodes == 0


@needs_signals
@pytest.mark.parametrize(
    "ask",
    [
        ft.solve,
        ft.analyse,
        solve_groups,
        lambda round: ft.can_make(round, 0, 1),
        lambda round: CoreSearch(0).line(round),
    ],
    ids=["solve", "analyse", "solve_groups", "can_make", "line"],
)
def test_ctrl_c_is_heard_soon_and_leaves_the_state_in_order(ask: Any) -> None:
    round = dealt(10, LARGER)
    text, key = str(round), round.key
    with ctrl_c_after(0.05):
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            ask(round)
        assert time.monotonic() - begun < 1
    assert (str(round), round.key) == (text, key)


@needs_signals
def test_ctrl_c_in_the_midst_leaves_nothing_behind_that_misleads() -> None:
    rounds, search, heard = [dealt(seed) for seed in (11, 12, 13)], CoreSearch(0), 0
    expected = [CoreSearch(0).bounds(round) for round in rounds]
    for tenths in range(1, 100):
        try:
            with ctrl_c_after(tenths / 10_000):
                for round in rounds:
                    search.bounds(round)
        except KeyboardInterrupt:
            heard += 1
    assert heard
    assert [search.bounds(round) for round in rounds] == expected


def test_other_threads_run_while_one_searches() -> None:
    search, round = CoreSearch(0), dealt(12, LARGER)
    searching = threading.Thread(target=search.bounds, args=[round], kwargs={"time_limit": 0.3})
    searching.start()
    turns = 0
    while searching.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 5


def test_threads_may_share_a_search() -> None:
    rounds = [dealt(seed) for seed in range(8)] * 3
    expected = [CoreSearch(0).bounds(round) for round in rounds[:8]] * 3
    search = CoreSearch(0, 1 << 10)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search.bounds, rounds)) == expected


@pytest.mark.parametrize("entries", [0, -1, 3, (1 << 26) + 1, 1 << 27, 1.5, True, "8"])
def test_tables_that_cannot_be_are_refused(entries: Any) -> None:
    with pytest.raises(
        ft.OptionError, match=r"entries .*: expected a power of two from 1 to 2\*\*26"
    ):
        CoreSearch(0, entries)


def test_sides_that_there_are_not_and_points_that_are_not_whole_are_refused() -> None:
    round = dealt(1)
    for side in (-1, 2):
        with pytest.raises(ft.ImpossiblePositionError, match=f"side {side}: expected 0 to 1"):
            CoreSearch(side).bounds(round)
        with pytest.raises(ft.ImpossiblePositionError, match=f"side {side}: expected 0 to 1"):
            ft.can_make(round, side, 1)
    with pytest.raises(TypeError):
        ft.can_make(round, 0, 1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        CoreSearch(0.5)  # type: ignore[arg-type]


class OtherCore(MatadorCore):
    """As if it were of another game."""


def test_a_search_is_for_one_game() -> None:
    round, search = dealt(1), CoreSearch(0)
    value = search.bounds(round)
    other = Round.parse("5-3 / 6-2 ; 4 2 ; A")
    other.core = OtherCore(
        [1, 2],
        [],
        reserve=0,
        turn=0,
        ends=(4, 2),
        opening=None,
        drew=0,
        draws_many=False,
        draws_freely=False,
        ends_with_stock=False,
        excess_only=False,
        double_blank=0,
    )
    with pytest.raises(ft.ImpossiblePositionError, match="a search is for one game"):
        search.bounds(other)
    assert search.bounds(round) == value
