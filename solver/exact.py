"""Exact values with all hands open, for any state whose rest is a trick game."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..engine._tricks import TrickPosition
from ..engine.errors import ImpossiblePositionError, shown
from ..engine.game import State
from ._search import Solver

M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True)
class Solution(Generic[M]):
    """What best play by all brings.

    Args:
        points: final points by side, what was taken before included.
        line: one line of best play to the end.
        nodes: the pieces placed by the search, forced ones included.
    """

    points: tuple[int, int]
    line: tuple[M, ...]
    nodes: int


def _tricks(state: State[Any]) -> TrickPosition[Any]:
    if not hasattr(state, "tricks"):
        raise TypeError(f"{shown(state)} is no position or other state")
    if state.tricks is None:
        raise ImpossiblePositionError("the play has not begun: there is nothing to solve yet")
    return state.tricks


def solve(state: State[M], solver: Solver | None = None) -> Solution[M]:
    """The final points with best play by all, one best line, and the nodes searched.

    Args:
        state: a position, also in the middle of a trick.
        solver: whose table to use; by default a new one.

    Raises:
        ImpossiblePositionError: the play has not begun.

    Example:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> solve(position).points
        (27, 0)
    """
    return Solution(*(solver or Solver()).solve(_tricks(state)))


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
            found[move] = solver.final(_tricks(state))
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
    return (solver or Solver()).can_reach(_tricks(state), side, points)
