"""Max^n over trick games of every shape, against plain recursion over rules in plain Python."""

from __future__ import annotations

import pytest

import fortytwo as ft
from chips import Chip
from fortytwo.solver._max_n import MaxN
from fortytwo.solver.max_n import max_n
from shapes import Node, Points
from test_shapes import added, begun

Known = dict[Node, tuple[Points, int | None]]


def outcome(node: Node, known: Known) -> tuple[Points, int | None]:
    """What all sides still take if each takes the most for itself, and what is played.

    Of equals the first, in the order of numbers.
    """
    if node.finished():
        return (0,) * node.game.parties, None
    if node not in known:
        side = node.game.sides[node.turn]
        assert side is not None
        best: Points | None = None
        for piece in node.legal():
            after, gains = node.after(piece)
            points = added(gains, outcome(after, known)[0])
            if best is None or points[side] > best[side]:
                best, move = points, piece
        assert best is not None
        known[node] = best, move
    return known[node]


@pytest.mark.parametrize(("tricks", "number"), [(1, 150), (2, 300), (3, 100), (4, 8)])
def test_max_n_equals_plain_recursion(tricks: int, number: int) -> None:
    random, kept = ft.Random(600 + tricks), MaxN(64)
    for _ in range(number):
        node, position = begun(random, tricks)
        known: Known = {}
        expected = added(position.points, outcome(node, known)[0])
        line = []
        while not node.finished():
            piece = outcome(node, known)[1]
            assert piece is not None
            line.append(Chip(piece))
            node, _ = node.after(piece)
        for search in (MaxN(1), kept, None):
            course = max_n(position, search)
            assert (course.points, list(course.line)) == (expected, line)
            assert course.decided
