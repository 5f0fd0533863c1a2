"""Exact values with all hands open, for any state whose rest is a trick game."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..engine._tricks import TrickPosition
from ..engine.errors import ImpossiblePositionError, OptionError, UndecidedError, shown
from ..engine.game import State
from ._solver import Solver

M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True)
class Solution(Generic[M]):
    """What best play by all brings, or what is proven of it.

    Args:
        low: the final points by side that each is sure of, what was taken before included.
        high: the final points by side that none can pass; as `low` unless a limit was reached.
        line: one line of best play to the end; empty if a limit was reached.
        nodes: the pieces placed by the search, forced ones included.
    """

    low: tuple[int, int]
    high: tuple[int, int]
    line: tuple[M, ...]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.low == self.high

    @property
    def points(self) -> tuple[int, int]:
        """The final points by side.

        Raises:
            UndecidedError: a limit was reached before they were known.
        """
        if not self.exact:
            raise UndecidedError(
                f"side 0 ends with {self.low[0]} to {self.high[0]} points: "
                "the limit was reached before more was proven"
            )
        return self.low


def tricks_of(state: State[Any]) -> TrickPosition[Any]:
    """The trick game that the rest of a state is, or why it is none."""
    if not hasattr(state, "tricks"):
        raise TypeError(f"{shown(state)} is no position or other state")
    if state.tricks is None:
        raise ImpossiblePositionError("the play has not begun: there is nothing to solve yet")
    return state.tricks


def solve(
    state: State[M],
    solver: Solver | None = None,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> Solution[M]:
    """The final points with best play by all, one best line, and the nodes searched.

    Args:
        state: a position, also in the middle of a trick.
        solver: whose table to use; by default a new one.
        node_limit: the most pieces to place; what is then proven is the same on every machine,
            for a new solver. A trick that has been begun is finished.
        time_limit: the most seconds to search, passed by a few milliseconds at most. A solver
            keeps what it has found: asking it again goes on from there.

    Raises:
        ImpossiblePositionError: the play has not begun.
        OptionError: a limit that is not above 0.

    Example:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> solve(position).points
        (27, 0)
        >>> bounds = solve(Position(Deal.random(seed=1), trump=Trump.ONES), node_limit=500)
        >>> bounds.exact, bounds.low, bounds.high
        (False, (35, 0), (42, 7))
    """
    for name, limit in (("node", node_limit), ("time", time_limit)):
        if limit is not None and not limit > 0:
            raise OptionError(f"{name} limit {shown(limit)}: expected more than 0")
    return Solution(*(solver or Solver()).solve(tricks_of(state), node_limit, time_limit))


def analyse(state: State[M], solver: Solver | None = None) -> dict[M, tuple[int, int]]:
    """The final points after every legal move, each with best play by all from there.

    Args:
        state: a position, or a state that every move turns into one, such as a declaration.
        solver: whose table to use; by default a new one.

    Raises:
        ImpossiblePositionError: the play does not begin with the next move.
    """
    solver = solver or Solver()
    if state.tricks is not None:
        return solver.analyse(state.tricks)
    found: dict[M, tuple[int, int]] = {}
    for move in state.legal:
        state.push(move)
        try:
            found[move] = solver.final(tricks_of(state))
        finally:
            state.pop()
    return found


def can_make(state: State[Any], side: int, points: int, solver: Solver | None = None) -> bool:
    """Whether a side can end with `points` or more against best play.

    Args:
        state: a position, also in the middle of a trick.
        side: the number of the side, 0 or 1.
        points: what it needs, what it has taken already included.
        solver: whose table to use; by default a new one.

    Example:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> can_make(position, Side.NS, 27), can_make(position, Side.EW, 1)
        (True, False)
    """
    return (solver or Solver()).can_reach(tricks_of(state), side, points)
