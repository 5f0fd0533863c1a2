"""Kernel and search on trick games of every shape, against rules and minimax in plain Python."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import fortytwo as ft
from chips import Chip
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable
from fortytwo.solver._ensemble import Ensemble
from shapes import Node, perft, random_node, still_out, still_taken, values

TAKEN = (7, -3)
Start = tuple[Node, TrickPosition[Chip]]


def begun(random: ft.Random, tricks: int) -> Start:
    """A random game some plays after its start, for both; a third of first leads are called."""
    node, points = random_node(random, tricks), TAKEN
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
        points = (points[0] + gains[0], points[1] + gains[1])
        assert position.points == points
    return node, position


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
        position.bounds(0), position.bounds(1), position.groups,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_the_kernel_plays_by_the_rules(seed: int) -> None:
    """Random play to the end, and all of it taken back."""
    random = ft.Random(100 + seed)
    for _ in range(150):
        node = random_node(random, 1 + random.below(5))
        position, points, passed, movers = node.position(), (0, 0), [], []
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
            points = (points[0] + gains[0], points[1] + gains[1])
        assert position.finished
        assert position.points == points == (position.bounds(0)[0], position.bounds(1)[1])
        assert position.rest == 0
        table, plays = position.table, position.plays
        tricks, sides = max(map(int.bit_count, start.masks)), node.game.sides
        replay = partial(
            table.replay,
            leader=leader,
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


@pytest.mark.parametrize(("tricks", "number"), [(1, 600), (2, 1500), (3, 600), (4, 60)])
def test_the_search_equals_minimax(tricks: int, number: int) -> None:
    random, kept = ft.Random(tricks), ft.Solver(64)
    for _ in range(number):
        node, position = begun(random, tricks)
        known: dict[Node, int] = {}
        total = sum(position.points) + still_out(node)
        final = position.points[0] + still_taken(node, known)
        least, most = position.bounds(0)
        assert least <= final <= most
        assert position.bounds(1) == (total - most, total - least)
        expected = {
            Chip(piece): (position.points[0] + value, total - position.points[0] - value)
            for piece, value in values(node, known).items()
        }
        for group in position.groups:
            assert len({expected[chip] for chip in group}) == 1
        for solver in (ft.Solver(1), kept):
            for need in {least - 1, least, final, final + 1, most, most + 1}:
                assert solver.can_reach(position, 0, need) == (need <= final)
                assert solver.can_reach(position, 1, total + 1 - need) == (need > final)
            assert solver.analyse(position) == expected
            low, high, line, _ = solver.solve(position)
            assert low == high == (final, total - final)
            assert solver.final(position) == low
            end = position.copy()
            for chip in line:
                end.push(chip)
            assert end.finished
            assert end.points == low


@pytest.mark.parametrize("seed", range(4))
def test_batches_and_ensembles_judge_as_analyse_does(seed: int) -> None:
    random, positions = ft.Random(200 + seed), []
    for _ in range(100):
        node, position = begun(random, 3)
        if node.finished():
            continue
        positions.append(position)
        branches = [(position, chip) for chip in position.legal]
        # The others hold what they hold; whatever a world deals to those who sit out is ignored.
        hands = [mask or 1 << 63 for mask in position.masks]
        worlds, wanted = np.array([hands], np.uint64), np.ones(len(branches), np.uint8)
        seats = tuple(range(len(hands)))
        finals = np.zeros((1, len(branches)), np.int16)
        reached = np.zeros((1, len(branches)), np.int16)
        side, need = random.below(2), random.below(9) - 4
        ensemble = Ensemble(branches, seats)
        if all(position.masks[seat] for seat, of in enumerate(position.sides) if of is not None):
            ensemble.judge(worlds, wanted, side, None, finals)
            ensemble.judge(worlds, wanted, side, need, reached)
            expected = [points[side] for points in ft.analyse(position).values()]
            assert finals[0].tolist() == expected
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
        ((0, 2, 1), [1, 2, 4], "expected 0, 1 or None"),
        ((0, None), [1, 0], "2 seats or more"),
        ((0, 1, None), [1, 2, 4], "seat 2 sits out"),
        ((0, 1, 1), [1, 2, 0], "hands of 1, 1, 0"),
        ((None, 1, 1), [0, 1, 2], "leader 0: that seat sits out"),
        ((0, 1, 0, 1, 0), [1, 2, 4, 8, 16], "5 hands: expected 2 to 4"),
        ((0,), [1], "1 hand: expected 2 to 4"),
    ],
)
def test_seats_that_make_no_sense_are_refused(
    sides: tuple[int | None, ...], hands: list[int], message: str
) -> None:
    table = TrickTable("t", [Chip(i) for i in range(8)], [[]] * 8, [[0] * 8] * 8, [0] * 8)
    with pytest.raises(ft.ImpossiblePositionError, match=message):
        TrickPosition(table, hands, 0, sides=sides)
