"""Kernel and search on trick games of every shape, against rules and minimax in plain Python."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import fortytwo as ft
from chips import Chip
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable
from fortytwo.solver._ensemble import Ensemble
from fortytwo.solver.trace import trace_plays
from shapes import Node, Points, finals, perft, random_node, still_out

TAKEN = (7, -3, 0, 40, 5, 5)
Start = tuple[Node, TrickPosition[Chip]]


def begun(random: ft.Random, tricks: int) -> Start:
    """A random game some plays after its start, for both; a third of first leads are called."""
    node = random_node(random, tricks, 16)
    points: Points = TAKEN[: node.game.parties]
    position = node.position(points)
    for number in range(random.below(5)):
        if node.finished():
            break
        piece = random.choice(node.legal())
        called = None
        if number == 0 and random.below(3) == 0:
            called = random.below(len(node.game.rows) + len(node.game.calls))
        told = called_of(position, called)
        node, gains = node.after(piece, called)
        position.push(position.table.faces[piece], told)
        points = added(points, gains)
        assert position.points == points
    return node, position


def added(points: Points, gains: Points) -> Points:
    return tuple(map(sum, zip(points, gains, strict=True)))


def called_of(position: TrickPosition[Chip], called: int | None) -> Chip | int | None:
    """A called row as the kernel is told of it: a piece, or the number of a call."""
    faces = position.table.faces
    if called is None:
        return None
    return faces[called] if called < len(faces) else called - len(faces)


def snapshot(position: TrickPosition[Chip]) -> tuple[object, ...]:
    return (
        position.key, position.points, position.rest, position.mover, position.side,
        position.leader, position.trick, position.plays, position.legal, position.called,
        [position.bounds(side) for side in range(len(position.points))], position.groups,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_the_kernel_plays_by_the_rules(seed: int) -> None:
    """Random play to the end, and all of it taken back."""
    random = ft.Random(100 + seed)
    for _ in range(150):
        node = random_node(random, 1 + random.below(5))
        position, passed, movers = node.position(), [], []
        points: Points = (0,) * node.game.parties
        start, openings = position.copy(), len(node.game.rows) + len(node.game.calls)
        called = random.below(openings) if random.below(2) else None
        faces, first, leader = position.table.faces, called_of(position, called), node.turn
        assert position.sides == node.game.sides
        while not node.finished():
            passed.append(snapshot(position))
            movers.append(node.turn)
            assert [chip.index for chip in position.legal] == node.legal()
            assert position.mover == node.turn
            assert position.side == node.game.sides[node.turn]
            assert position.leader == (node.trick[0][0] if node.trick else node.turn)
            assert [chip.index for chip in position.trick] == [piece for _, piece in node.trick]
            assert position.points == points
            assert position.rest == still_out(node)
            assert perft(node, 3) == position.perft(3)
            piece = random.choice(node.legal())
            node, gains = node.after(piece, called)
            position.push(faces[piece], called_of(position, called))
            called = None
            points = added(points, gains)
        assert position.finished
        assert position.points == points
        assert [position.bounds(side) for side in range(len(points))] == [(n, n) for n in points]
        assert position.rest == 0
        table, plays = position.table, position.plays
        tricks, sides = max(map(int.bit_count, start.masks)), node.game.sides
        replay = partial(
            table.replay,
            leader=leader,
            points=(0,) * len(points),
            sides=sides,
            called=first,
            tricks=tricks,
            rest=start.rest,
        )
        steps, turn, trick, counted = replay(plays)
        assert [step[0] for step in steps] == movers
        assert (turn, trick, counted) == (node.turn, (), points)
        with pytest.raises(ft.IllegalMoveError, match=f"play {len(plays) + 1}: the game is over"):
            replay([*plays, faces[0]])
        while passed:
            position.pop()
            *_, trick, counted = replay(position.plays)
            assert (trick, counted) == (position.trick, position.points)
            assert snapshot(position) == passed.pop()


@pytest.mark.parametrize(("tricks", "number"), [(1, 600), (2, 1200), (3, 500), (4, 50)])
def test_the_search_equals_minimax(tricks: int, number: int) -> None:
    random, kept = ft.Random(tricks), ft.Solver(64)
    for _ in range(number):
        node, position = begun(random, tricks)
        final, after = finals(node, position.points)
        expected = {Chip(piece): points for piece, points in after.items()}
        if len(final) == 2:
            assert sum(final) == sum(position.points) + still_out(node)
        for group in position.groups:
            assert len({expected[chip] for chip in group}) == 1
        for solver in (ft.Solver(1), kept):
            for side, reached in enumerate(final):
                least, most = position.bounds(side)
                assert least <= reached <= most
                for need in {least - 1, least, reached, reached + 1, most, most + 1}:
                    assert solver.can_reach(position, side, need) == (need <= reached)
                assert solver.forced(position, side) == (reached, reached)
                assert ended(position, solver.line(position, side)).points[side] == reached
            assert solver.analyse(position) == expected
            low, high, line, _ = solver.solve(position)
            assert low == high == final
            assert solver.final(position) == low
            if not position.finished:
                assert line == solver.line(position, position.side)


def ended(position: TrickPosition[Chip], line: tuple[Chip, ...]) -> TrickPosition[Chip]:
    """A position after plays that lead to its end."""
    end = position.copy()
    for chip in line:
        end.push(chip)
    assert end.finished
    return end


def test_traces_tell_what_each_side_could_force() -> None:
    random = ft.Random(9)
    for _ in range(100):
        node = random_node(random, 1 + random.below(3), 9)
        position = node.position(TAKEN[: node.game.parties])
        points = [finals(node, position.points)]
        while not node.finished() and random.below(12):
            piece = random.choice(node.legal())
            node, _ = node.after(piece)
            position.push(position.table.faces[piece])
            points.append(finals(node, position.points))
        trace = trace_plays(position)
        assert (trace.start, trace.end) == (points[0][0], points[-1][0])
        for play, (before, moves), (after, _) in zip(
            trace.plays, points[:-1], points[1:], strict=True
        ):
            assert (play.before, play.after) == (before, after)
            assert play.better == {
                Chip(piece): found
                for piece, found in moves.items()
                if found[play.side] > after[play.side]
            }
        assert trace.costs == tuple(
            sum(play.cost for play in trace.plays if play.side == side)
            for side in range(node.game.parties)
        )


@pytest.mark.parametrize("seed", range(4))
def test_batches_and_ensembles_judge_as_analyse_does(seed: int) -> None:
    random, positions = ft.Random(200 + seed), []
    for _ in range(100):
        node, position = begun(random, 3)
        if node.finished():
            continue
        if len(position.points) == 2:
            positions.append(position)
        branches = [(position, chip) for chip in position.legal]
        # The others hold what they hold; whatever a world deals to those who sit out is ignored.
        hands = [mask or 1 << 63 for mask in position.masks]
        worlds, wanted = np.array([hands], np.uint64), np.ones(len(branches), np.uint8)
        seats = tuple(range(len(hands)))
        ends = np.zeros((1, len(branches)), np.int16)
        reached = np.zeros((1, len(branches)), np.int16)
        side, need = random.below(len(position.points)), random.below(9) - 4
        ensemble = Ensemble(branches, seats)
        if all(position.masks[seat] for seat, of in enumerate(position.sides) if of is not None):
            ensemble.judge(worlds, wanted, side, None, ends)
            ensemble.judge(worlds, wanted, side, need, reached)
            expected = [points[side] for points in ft.analyse(position).values()]
            assert ends[0].tolist() == expected
            assert reached[0].tolist() == [points >= need for points in expected]
    assert ft.solve_many(positions).tolist() == [list(ft.solve(p).points) for p in positions]
    for position, row in zip(positions, ft.analyse_many(positions), strict=True):
        known = {chip.index: points for chip, points in ft.analyse(position).items()}
        for index, points in enumerate(row.tolist()):
            assert tuple(points) == known.get(index, (ft.NO_POINTS, ft.NO_POINTS))


def test_a_solver_tells_seatings_of_one_deal_apart() -> None:
    random, solver = ft.Random(300), ft.Solver()
    for _ in range(200):
        position = random_node(random, 3).position()
        positions = [
            TrickPosition(
                position.table,
                position.masks,
                position.leader,
                sides=[None if side is None else random.below(2) for side in position.sides],
            )
            for _ in range(4)
        ]
        expected = [ft.Solver().final(position) for position in positions]
        assert [solver.final(position) for position in positions] == expected
        assert list(map(tuple, ft.solve_many(positions, threads=1).tolist())) == expected


def test_the_largest_game_of_two() -> None:
    """32 tricks, one hand holding the best of all pieces; the last trick counts most."""
    chips = [Chip(index) for index in range(64)]
    strength = [index >> 5 for index in range(64)]
    table = TrickTable("t", chips, [[]] * 64, [strength] * 64, [60] * 64, last_points=6000)
    for leader in (0, 1):
        position = TrickPosition(table, [2**32 - 1, 2**64 - 2**32], leader, (9999, 0))
        assert ft.solve(position).points == (9999, 64 * 60 + 32 + 6000)
        assert len(ft.solve(position).line) == 64


def test_only_the_first_lead_may_be_called() -> None:
    suits = [suit % 2 for suit in range(8)]
    demands = [[0b01010101 << suit] for suit in suits]
    table = TrickTable("t", [Chip(i) for i in range(8)], demands, [list(range(8))] * 8, [0] * 8)
    chips = table.faces
    position = TrickPosition(table, [0b00000011, 0b00001100], 0)
    own = position.copy()
    own.push(chips[0])
    position.push(chips[0], called=chips[1])
    assert (own.legal, position.legal) == ((chips[2],), (chips[3],))
    assert own.key != position.key
    assert (own.called, position.called) == (None, chips[1])
    assert table.legal(0b00001100, position.called) == 0b1000
    with pytest.raises(ft.IllegalMoveError, match="only the first lead can"):
        position.push(chips[3], called=chips[2])
    position.push(chips[3])
    with pytest.raises(ft.IllegalMoveError, match="only the first lead can"):
        position.push(chips[2], called=chips[1])


@pytest.mark.parametrize(
    ("sides", "hands", "message"),
    [
        ((0, 1), [1, 2, 4], "one for each of 3 hands"),
        ((0, 3, 1), [1, 2, 4], "expected 0, 1, … or None"),
        ((0, 2, 2), [1, 2, 4], "expected 0, 1, … or None"),
        ((0, -1, 1), [1, 2, 4], "expected 0, 1, … or None"),
        ((0, "1", 1), [1, 2, 4], "expected 0, 1, … or None"),
        ((0, None), [1, 0], "2 seats or more"),
        ((0, 1, None), [1, 2, 4], "seat 2 sits out"),
        ((0, 1, 1), [1, 2, 0], "hands of 1, 1, 0"),
        ((None, 1, 1), [0, 1, 2], "leader 0: that seat sits out"),
        ((0, 1, 0, 1, 0, 1, 0), [1, 2, 4, 8, 16, 32, 64], "7 hands: expected 2 to 6"),
        ((0,), [1], "1 hand: expected 2 to 6"),
    ],
)
def test_seats_that_make_no_sense_are_refused(
    sides: tuple[int | None, ...], hands: list[int], message: str
) -> None:
    table = TrickTable("t", [Chip(i) for i in range(8)], [[]] * 8, [[0] * 8] * 8, [0] * 8)
    with pytest.raises(ft.ImpossiblePositionError, match=message):
        TrickPosition(table, hands, 0, sides=sides)


@pytest.mark.parametrize("rule", [{"misere": True}, {"ties_to": 0}, {"sweep": 1}])
def test_what_is_about_one_of_two_sides_is_refused_with_more(rule: dict[str, Any]) -> None:
    faces = [Chip(i) for i in range(8)]
    table = TrickTable("t", faces, [[]] * 8, [[0] * 8] * 8, [0] * 8, **rule)
    TrickPosition(table, [1, 2, 4], 0, sides=(0, 1, 0))
    with pytest.raises(ft.ImpossiblePositionError, match="3 sides: expected 2"):
        TrickPosition(table, [1, 2, 4], 0, sides=(0, 1, 2))


def test_points_and_sides_must_be_as_many_as_there_are() -> None:
    table = TrickTable("t", [Chip(i) for i in range(8)], [[]] * 8, [[0] * 8] * 8, [0] * 8)
    with pytest.raises(ft.ImpossiblePositionError, match="expected 3 numbers"):
        TrickPosition(table, [1, 2, 4], 0, (5, 5), sides=(0, 1, 2))
    position = TrickPosition(table, [1, 2, 4], 0, (5, 0, 6), sides=(0, 1, 2))
    for side in (-1, 3, None, "0"):
        with pytest.raises(ft.ImpossiblePositionError, match="expected 0 to 2"):
            position.bounds(side)  # type: ignore[arg-type]
        with pytest.raises(ft.ImpossiblePositionError, match="expected 0 to 2"):
            ft.can_make(position, side, 1)  # type: ignore[arg-type]
    with pytest.raises(ft.BatchError, match="3 sides: expected 2"):
        ft.solve_many([position])
