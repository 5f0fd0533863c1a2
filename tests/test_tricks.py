"""The trick kernel and the search on tables that are not of forty-two."""

from __future__ import annotations

import pytest

import fortytwo as ft
from chips import Chip, minimax, random_position, still_taken
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable

SIZE = 16


CHIPS = [Chip(index) for index in range(SIZE)]
EVEN = [0] * SIZE


@pytest.mark.parametrize(("tricks", "number"), [(1, 400), (2, 1500), (3, 800), (4, 120)])
def test_search_equals_minimax_on_any_table(tricks: int, number: int) -> None:
    random, kept = ft.Random(tricks), ft.Solver(64)
    for _ in range(number):
        position = random_position(random, tricks, random.choice((4 * tricks, 20, 64)))
        known: dict[object, int] = {}
        taken, total = position.points[0], sum(position.points) + position.rest
        values = {}
        for chip in position.legal:
            position.push(chip)
            value = position.points[0] + still_taken(position, known)
            values[chip] = (value, total - value)
            position.pop()
        value = taken + still_taken(position, known)
        for solver in (ft.Solver(1), kept):
            for need in (value, value + 1):
                assert solver.can_reach(position, 0, need) == (need <= value)
                assert solver.can_reach(position, 1, total + 1 - need) == (need > value)
            assert solver.analyse(position) == values
            low, high, line, _ = solver.solve(position)
            assert low == high == (value, total - value)
            end = position.copy()
            for chip in line:
                end.push(chip)
            assert end.finished
            assert end.points == low


def test_any_number_of_points_may_be_asked_for() -> None:
    random = ft.Random(5)
    for _ in range(100):
        position, solver = random_position(random, 2, 28), ft.Solver()
        value, total = minimax(position), sum(position.points) + position.rest
        for _ in range(50):
            need = random.below(total + 2)
            assert solver.can_reach(position, 0, need) == (need <= value)
            assert solver.can_reach(position, 1, need) == (need <= total - value)


@pytest.mark.parametrize("tops", range(4))
def test_the_largest_game_with_the_most_points(tops: int) -> None:
    """One hand holds the sixteen best of 64 pieces, worth all there may be."""
    chips, best = [Chip(index) for index in range(64)], 0xFFFF << 16 * tops
    strength = [best >> index & 1 for index in range(64)]
    table = TrickTable("t", chips, [[]] * 64, [strength] * 64, [150] * 64, trick_points=24)
    hands = [0xFFFF << 16 * seat for seat in range(4)]
    position, solver = TrickPosition(table, hands, tops, (9999, 9999)), ft.Solver()
    assert solver.final(position)[tops % 2] == 9999 + position.rest == 9999 + 9984
    low, high, line, _ = solver.solve(position)
    assert low == high == solver.final(position)
    assert len(line) == 64
    assert set(solver.analyse(position).values()) == {low}
    assert solver.can_reach(position, tops % 2, 9999 + 9984)
    assert not solver.can_reach(position, 1 - tops % 2, 10000)


def test_the_earliest_of_equals_wins() -> None:
    strength = [1, 1, 2, 2, *[0] * 12]
    table = TrickTable("t", CHIPS, [[]] * SIZE, [strength] * SIZE, EVEN)
    assert table.winner([CHIPS[i] for i in (0, 2, 1, 3)]) == 1
    assert table.winner([CHIPS[i] for i in (4, 5, 6, 7)]) == 0


def test_demands_are_met_in_their_order() -> None:
    table = TrickTable("t", CHIPS, [[0b0011, 0b0100]] * SIZE, [EVEN] * SIZE, EVEN, leads=[0b1000])
    assert table.legal(0b1111, CHIPS[9]) == 0b0011
    assert table.legal(0b1100, CHIPS[9]) == 0b0100
    assert table.legal(0b1000, CHIPS[9]) == 0b1000
    assert table.legal(0b1111) == 0b1000
    # What a play tells: nothing, no piece of the first demand, none of either.
    assert [table.excluded(CHIPS[i], CHIPS[9]) for i in (0, 2, 3)] == [0, 0b0011, 0b0111]


def test_a_replay_asks_for_what_the_plays_do_not_tell() -> None:
    """Seat 0 wins a trick, the last or not; of a sweep for the other side it gets all there is."""
    bonus = TrickTable("t", CHIPS, [[]] * SIZE, [EVEN] * SIZE, EVEN, last_points=10)
    with pytest.raises(ft.OptionError, match="tricks: expected their number"):
        bonus.replay(CHIPS[:4], 0)
    for tricks, points in ((2, (1, 0)), (1, (11, 0))):
        *_, counted = bonus.replay(CHIPS[:4], 0, tricks=tricks)
        assert counted == points
    sweep = TrickTable("t", CHIPS, [[]] * SIZE, [EVEN] * SIZE, EVEN, sweep=1)
    with pytest.raises(ft.OptionError, match="rest: expected the points to take"):
        sweep.replay(CHIPS[:4], 0)
    assert sweep.replay(CHIPS[:3], 0) == sweep.replay(CHIPS[:3], 0, tricks=2, rest=2)
    assert sweep.replay(CHIPS[:4], 0, (5, 6), rest=4)[1:] == (0, (), (9, 6))
    for table in (bonus, sweep):
        with pytest.raises(ft.IllegalMoveError, match="play 5: the game is over"):
            table.replay(CHIPS[:5], 0, tricks=1, rest=4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"faces": []}, "0 pieces"),
        ({"faces": CHIPS * 5}, "80 pieces"),
        ({"demands": []}, "0 demands"),
        ({"strengths": [EVEN]}, "1 strength: "),
        ({"strengths": [[0]] * SIZE}, "1 strength: "),
        ({"points": [0]}, "1 point: expected one for each of 16 pieces"),
        ({"ties_to": 2}, "ties to side 2"),
        ({"points": [9996, *EVEN[1:]]}, "10000 points in all"),
        ({"trick_points": 2500}, "10000 points in all"),
        ({"trick_points": -2500}, "10000 points in all"),
        ({"last_points": -9996}, "10000 points in all"),
        ({"demands": [[1] * 8] * SIZE}, "8 demands"),
    ],
)
def test_tables_that_make_no_sense_are_refused(change: dict[str, object], message: str) -> None:
    table = {
        "name": "t",
        "faces": CHIPS,
        "demands": [[]] * SIZE,
        "strengths": [EVEN] * SIZE,
        "points": EVEN,
    }
    with pytest.raises(ft.OptionError, match=message):
        TrickTable(**table | change)  # type: ignore[arg-type]


@pytest.mark.parametrize("hands", [[1], [1, 2, 4, 8, 16, 32, 64], [1, 1, 2, 4], [3, 4, 8, 16]])
def test_hands_that_make_no_sense_are_refused(hands: list[int]) -> None:
    table = TrickTable("t", CHIPS, [[]] * SIZE, [EVEN] * SIZE, EVEN)
    with pytest.raises(ft.ImpossiblePositionError, match="hand"):
        TrickPosition(table, hands, 0)


def test_pieces_of_another_table_are_refused() -> None:
    table = TrickTable("t", CHIPS, [[]] * SIZE, [EVEN] * SIZE, EVEN)
    for stranger in (Chip(3), Chip(99), 3, None, ft.Domino(6, 6)):
        with pytest.raises(TypeError, match="is no Chip"):
            table.winner([stranger])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="is no Chip"):
            table.legal(1, stranger) if stranger else table.value([stranger])  # type: ignore[arg-type, list-item]
