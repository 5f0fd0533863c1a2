"""Moves judged in one world after the other, all hands open: solved, or else tried out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine._random import Random
from ._core_search import CoreSearch
from ._playouts import Playouts
from ._solver import Solver
from .exact import analyse

if TYPE_CHECKING:
    from ..engine._trick_position import TrickPosition
    from ..engine.core_state import CoreState
    from ..engine.view import View
    from ._worlds import Masks
    from .judge import Chosen
    from .race import Matrix

SOLVABLE: Final = 10_000
"""A move that takes more nodes to solve is tried out instead, and so are all after it."""
TRIED: Final = 200
"""How often play after a move is tried out in a world."""


class Opened:
    """What moves bring in worlds.

    Args:
        view: what the seat knows.
        ways: the moves.
        worlds: by world and place of `view.unseen` what it holds.
        random: what is drawn where play is tried out; by default always the same.
    """

    def __init__(
        self,
        view: View[Any],
        ways: Sequence[Hashable],
        worlds: Masks,
        random: Random | None = None,
    ) -> None:
        self._view = view
        self._ways = ways
        self._worlds = worlds
        self._random = random or Random(0)
        self._search = CoreSearch(view.side)
        self._solver = Solver()
        self._playouts: Playouts | None = None
        shape = len(worlds), len(ways)
        self._points = np.full(shape, np.nan)
        self._shares = np.zeros(shape)
        self._need: int | None = None

    @property
    def tries(self) -> bool:
        """Whether play has been tried out, instead of solved."""
        return self._playouts is not None

    def points(self, first: int, last: int, chosen: Chosen) -> Matrix:
        """The points of the own side, by world and move; 0 for moves that are not chosen."""
        self._judge(first, last, chosen)
        points: Matrix = np.nan_to_num(self._points[first:last]) * chosen
        return points

    def reached(self, first: int, last: int, chosen: Chosen, need: int) -> Matrix:
        """In what share of what was tried out, all or nothing if solved, so much is reached."""
        if need != self._need:
            self._need = need
            self._points[:] = np.nan
        self._judge(first, last, chosen)
        shares: Matrix = self._shares[first:last] * chosen
        return shares

    def _judge(self, first: int, last: int, chosen: Chosen) -> None:
        for number in range(first, last):
            wanted = [
                place
                for place, one in enumerate(chosen)
                if one and np.isnan(self._points[number, place])
            ]
            if wanted:
                state = self._view.world(self._worlds[number].tolist())
                for place, (points, share) in zip(wanted, self._found(state, wanted), strict=True):
                    self._points[number, place] = points
                    self._shares[number, place] = share

    def _found(self, state: Any, wanted: Sequence[int]) -> Sequence[tuple[float, float]]:
        """Points, and the chance to reach what is needed, of some moves in a world."""
        ways = [self._ways[place] for place in wanted]
        need = 0 if self._need is None else self._need
        if state.core is None:
            values = analyse(state)
            points = [values[way][self._view.side] for way in ways]
            return [(float(one), float(one >= need)) for one in points]
        found = []
        for way in ways:
            state.push(way)
            try:
                found.append(self._of(state, need))
            finally:
                state.pop()
        return found

    def _of(self, state: CoreState[Any, Any], need: int) -> tuple[float, float]:
        if self._playouts is None:
            low, high = self._bounds(state)
            if low == high:
                return float(low), float(low >= need)
            self._playouts = Playouts(TRIED)
        return self._playouts.value(state, self._view.side, need, self._random)

    def _bounds(self, state: CoreState[Any, Any]) -> tuple[int, int]:
        """Bounds of what the side can force, which meet if that can be found soon."""
        tricks = state.tricks
        if tricks is not None:
            return self._solver.forced(tricks, self._view.side, SOLVABLE)
        return self._search.bounds(state, node_limit=SOLVABLE)


def is_solvable(tricks: TrickPosition[Any], side: int) -> bool:
    """Whether it can soon be found what a side can force in a trick game."""
    low, high = Solver().forced(tricks, side, SOLVABLE)
    return low == high
