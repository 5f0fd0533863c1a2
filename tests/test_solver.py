"""The exact search against golden values and the naive reference, and its own invariants."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

import fortytwo as ft
import reference
from fortytwo.engine.games.forty_two.trump import SWEEPS
from golden import (
    EXAMPLES,
    Example,
    deal_of,
    ending_of,
    random_contract,
    random_deal,
    random_leader,
    to_pair,
)


def random_position(
    random: ft.Random, tricks: int, trumps: Sequence[ft.Trump] = ft.TRUMPS
) -> ft.Position:
    """An ending of so many tricks with a random trump, often in the middle of a trick."""
    deal, contract = random_deal(random, tricks), random_contract(random, trumps)
    position = ft.Position(deal, contract, random_leader(random, contract))
    for _ in range(random.below(4)):
        if position.finished:
            break
        position.push(random.choice(position.legal))
    return position


def reference_values(position: ft.Position) -> dict[tuple[int, int], int]:
    """What the naive reference says NS still take after each play."""
    hands = [[to_pair(domino) for domino in hand] for hand in position.hands]
    trick = tuple(to_pair(domino) for domino in position.trick)
    trump, declarer = str(position.trump), int(position.contract.declarer)
    return reference.values(hands, trump, int(position.leader), trick, declarer)


def check_against_reference(position: ft.Position) -> None:
    taken = position.points[0]
    expected = {play: taken + value for play, value in reference_values(position).items()}
    total = sum(position.points) + position.rest
    found = ft.analyse(position)
    assert {to_pair(play): points for play, points in found.items()} == {
        play: (value, total - value) for play, value in expected.items()
    }
    best = (max if position.turn in (ft.Seat.N, ft.Seat.S) else min)(expected.values())
    assert ft.solve(position).points == (best, total - best)
    for need in (best, best + 1):
        assert ft.can_make(position, ft.Side.NS, need) == (best >= need)
        assert ft.can_make(position, ft.Side.EW, total - need) == (total - best >= total - need)


@pytest.mark.parametrize(("tricks", "number"), [(1, 500), (2, 700), (3, 600), (4, 200), (5, 20)])
def test_search_equals_naive_reference_on_random_endings(tricks: int, number: int) -> None:
    random = ft.Random(tricks)
    for _ in range(number):
        check_against_reference(random_position(random, tricks))


@pytest.mark.parametrize(("tricks", "number"), [(1, 200), (2, 250), (3, 250), (4, 150), (5, 10)])
@pytest.mark.parametrize("trump", SWEEPS, ids=str)
def test_nello_and_sevens_equal_the_naive_reference(
    trump: ft.Trump, tricks: int, number: int
) -> None:
    random, positions = ft.Random(100 * trump + tricks), []
    for _ in range(number):
        position = random_position(random, tricks, [trump])
        if not position.finished:
            check_against_reference(position)
            positions.append(position)
    assert len(positions) > number / 2
    finals = [list(ft.solve(position).points) for position in positions]
    assert ft.solve_many(positions).tolist() == finals


@pytest.mark.parametrize("example", EXAMPLES["deals"], ids=lambda example: str(example["id"]))
def test_tables_of_full_deals(example: Example) -> None:
    table = ft.table(deal_of(example["hands"]))
    assert {str(trump): table[trump].tolist() for trump in ft.TRUMPS} == example["values"]


@pytest.mark.parametrize("example", EXAMPLES["endings"], ids=lambda example: str(example["id"]))
def test_golden_endings(example: Example) -> None:
    position = ending_of(example)
    taken = position.points[0]
    assert ft.solve(position).points[0] - taken == example["value"]
    assert {
        f"{play.high}{play.low}": points[0] - taken for play, points in ft.analyse(position).items()
    } == example["moves"]


def test_best_line_keeps_the_value_at_every_play() -> None:
    random = ft.Random(11)
    for tricks in [3, 4, 5, 6, 7] * 6:
        position = random_position(random, tricks)
        solution = ft.solve(position)
        for domino in solution.line:
            assert ft.solve(position).points == solution.points
            position.push(domino)
        assert position.finished
        assert position.points == solution.points


@pytest.mark.parametrize("entries", [1, 64, 1 << 20])
def test_answers_do_not_depend_on_the_size_of_the_table(entries: int) -> None:
    random = ft.Random(5)
    for tricks in [4, 5, 6] * 5:
        position = random_position(random, tricks)
        assert ft.solve(position, ft.Solver(entries)).points == ft.solve(position).points
        assert ft.analyse(position, ft.Solver(entries)) == ft.analyse(position)


def test_a_kept_solver_gives_what_fresh_ones_give() -> None:
    random = ft.Random(6)
    positions = [random_position(random, 5) for _ in range(10)]
    kept = ft.Solver(1 << 10)
    for position in positions + positions[::-1] + positions:
        assert ft.analyse(position, kept) == ft.analyse(position)


def test_a_kept_solver_may_be_asked_about_any_part_of_a_deal_in_any_order() -> None:
    random, kept = ft.Random(7), ft.Solver()
    positions = []
    for _ in range(6):
        start = random_position(random, 6)
        for leader in ft.SEATS:
            position = ft.Position(start.deal, trump=start.trump, leader=leader)
            while not position.finished:
                positions.append(position.copy())
                position.push(random.choice(position.legal))
    for again in range(2):
        if again:
            random.shuffle(positions)
        for position in positions:
            assert kept.final(position) == ft.Solver().final(position)


def test_a_kept_solver_outlives_the_numbers_of_its_generations() -> None:
    """2**16 deals later the numbers that mark stale entries come round again."""
    kept = ft.Solver(64)
    first, second = (ft.Position.parse(f"N:6-6 5-1 / 5-5 {x} / 6-4 4-0 / 3-3 3-1 ; sixes ; W")
                     for x in ("1-0", "4-4"))  # fmt: skip
    expected = [ft.solve(position).points for position in (first, second)]
    for _ in range(1 << 15):
        assert ft.solve(first, kept).points == expected[0]
        assert ft.solve(second, kept).points == expected[1]


def test_answers_do_not_depend_on_threads() -> None:
    random = ft.Random(8)
    positions = [random_position(random, 6) for _ in range(24)]
    expected = [ft.solve(position).points for position in positions]
    shared = ft.Solver()
    for solver in (shared, None):
        with ThreadPoolExecutor(4) as pool:
            found = pool.map(lambda p, s=solver: ft.solve(p, s).points, positions)
            assert list(found) == expected


def test_points_taken_before_count_in_the_result() -> None:
    position = ft.Position.parse("N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N ; 10-5")
    assert ft.solve(position).points == (31, 5)
    assert ft.can_make(position, ft.Side.NS, 31)
    assert not ft.can_make(position, ft.Side.NS, 32)
    assert ft.can_make(position, ft.Side.EW, 5)


def test_a_finished_position_has_the_points_it_has() -> None:
    position = ft.Position.parse("N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N ; 0-0 ; 66 55 64 33")
    assert ft.solve(position) == ft.Solution((21, 0), (21, 0), (), 0)
    assert ft.analyse(position) == {}


def test_a_solution_tells_in_words_what_is_known() -> None:
    position = ft.Position.parse("N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N")
    solution = ft.solve(position)
    assert str(solution) == "With best play 21, 0: 6-6 5-5 6-4 3-3."
    position.play(solution.line)
    assert str(ft.solve(position)) == "With best play 21, 0."
    # In a game of three sides the bounds of one may meet before the others do.
    bounds: ft.Solution[ft.Domino] = ft.Solution((18, 5, 0), (31, 5, 7), (), 1)
    assert str(bounds) == "Against all others 18 to 31, 5, 0 to 7: the limit was reached."
    with pytest.raises(ft.UndecidedError, match=r"known to take 18 to 31, 5, 0 to 7$"):
        bounds.points  # noqa: B018
