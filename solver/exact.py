"""Exact values with all hands open, for any state of any game.

A rest that is a trick game goes to the search made for those, all else to the general one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

from ..engine._trick_position import TrickPosition
from ..engine.errors import UndecidedError, shown
from ..engine.moves import groups
from ..engine.state import State
from ._alphabeta import AlphaBeta
from ._core_search import CoreSearch
from ._solver import Solver
from .limits import checked_limits

M = TypeVar("M", bound=Hashable)
LIMIT: Final = "the limit was reached"


@dataclass(frozen=True)
class Solution(Generic[M]):
    """What best play by all brings, or what is proven of it.

    Args:
        low: for each side the points that it can force against all others, what was taken before
            included.
        high: for each side the points that all others can hold it to; as `low` unless a limit
            was reached.
        line: one line of best play to the end, by the side to move and by all against it; empty
            if a limit was reached.
        nodes: the moves made by the search, forced ones included. A trick game that comes after
            other play is solved apart and adds none.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    line: tuple[M, ...]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.low == self.high

    @property
    def points(self) -> tuple[int, ...]:
        """The most that each side can force; of two sides over a fixed sum the final points.

        Raises:
            UndecidedError: a limit was reached before they were known.
        """
        if not self.exact:
            raise UndecidedError(
                f"{LIMIT} when the sides were known to take {', '.join(self.ranges)}"
            )
        return self.low

    @property
    def ranges(self) -> tuple[str, ...]:
        """The points of each side in words: `31`, or `18 to 31` where no more is known."""
        return tuple(
            f"{low}" if low == high else f"{low} to {high}"
            for low, high in zip(self.low, self.high, strict=True)
        )

    def reaches(self, side: int, points: int) -> bool | None:
        """Whether a side ends with `points` or more; None if that is not known."""
        if self.low[side] >= points:
            return True
        return False if self.high[side] < points else None

    def __str__(self) -> str:
        """What each side takes, in their order, and the line: `With best play 27, 0: 6-6 5-5 …`"""
        begun = "With best play" if len(self.low) == 2 else "Against all others"
        end = " ".join(map(str, self.line)) if self.exact else LIMIT
        return f"{begun} {', '.join(self.ranges)}{end and f': {end}'}."


def tricks_of(state: State[Any]) -> TrickPosition[Any] | None:
    """The trick game that the rest of a state is; None if it is none.

    Raises:
        TypeError: it is no state.
    """
    if not hasattr(state, "tricks"):
        raise TypeError(f"{shown(state)} is no position or other state")
    return state.tricks


def _searches(state: State[Any], solver: Solver) -> Sequence[AlphaBeta | CoreSearch]:
    """A search for each side; for the first alone where the second of two loses what it wins."""
    sides = len(state.points)
    if state.core is None:
        return [AlphaBeta(side, solver=solver) for side in range(sides)]
    return [CoreSearch(side) for side in range(1 if sides == 2 else sides)]


def _bounds(
    searches: Sequence[AlphaBeta | CoreSearch],
    state: State[Any],
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The bounds of all sides. Every search gets its share of what is allowed."""
    nodes = None if node_limit is None else -(-node_limit // len(searches))
    seconds = None if time_limit is None else time_limit / len(searches)
    found = [
        search.bounds(cast(Any, state), node_limit=nodes, time_limit=seconds) for search in searches
    ]
    if len(found) < len(state.points):
        found += [(-high, -low) for low, high in found]
    low, high = zip(*found, strict=True)
    return low, high


def solve(
    state: State[M],
    solver: Solver | None = None,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> Solution[M]:
    """The points that best play by all brings, one best line, and the nodes searched.

    Args:
        state: any state, also in the middle of a trick. The points are those that its `bounds`
            count. All play to the end is searched: time grows fast with what is left.
        solver: whose table to use for trick games; by default a new one. It keeps what it has
            found: after a limit, asking it again goes on from there, as far as its table has room.
        node_limit: about the most moves to make; what is proven by then is the same on every
            machine, for a new solver. The end of a line of play is awaited: some moves more.
        time_limit: the most seconds to search, passed by a few milliseconds.

    Raises:
        OptionError: a limit that is not above 0.

    Examples:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> solve(position).points
        (27, 0)
        >>> bounds = solve(Position(Deal.random(seed=1), trump=Trump.ONES), node_limit=500)
        >>> bounds.exact, bounds.low, bounds.high
        (False, (35, 0), (42, 7))
    """
    node_limit, time_limit = checked_limits(node_limit, time_limit)
    solver = solver or Solver()
    tricks = tricks_of(state)
    if tricks is not None:
        return Solution(*solver.solve(tricks, node_limit, time_limit))
    searches = _searches(state, solver)
    low, high = _bounds(searches, state, node_limit, time_limit)
    line = ()
    if low == high and not state.finished:
        line = searches[min(state.side, len(searches) - 1)].line(cast(Any, state))
    return Solution(low, high, line, sum(search.nodes for search in searches))


def final(state: State[Any], solver: Solver | None = None) -> tuple[int, ...]:
    """The points of `solve`, without a line.

    Args:
        state: any state; see `solve`.
        solver: whose table to use for trick games; by default a new one.
    """
    solver = solver or Solver()
    tricks = tricks_of(state)
    return _bounds(_searches(state, solver), state)[0] if tricks is None else solver.final(tricks)


def analyse(state: State[M], solver: Solver | None = None) -> Mapping[M, tuple[int, ...]]:
    """What `solve` would find after every legal move.

    Args:
        state: any state; see `solve`.
        solver: whose table to use for trick games; by default a new one.
    """
    solver = solver or Solver()
    tricks = tricks_of(state)
    if tricks is not None:
        return solver.analyse(tricks)
    searches = _searches(state, solver)
    found: dict[M, tuple[int, ...]] = {}
    for move in state.legal:
        state.push(move)
        try:
            tricks = state.tricks
            found[move] = _bounds(searches, state)[0] if tricks is None else solver.final(tricks)
        finally:
            state.pop()
    return found


def solve_groups(
    state: State[M],
    solver: Solver | None = None,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> list[tuple[Sequence[M], Solution[M]]]:
    """The legal moves in groups of equal ones, and what `solve` finds after each.

    Takes the arguments of `solve`; the limits hold for each group by itself.
    """
    solver = solver or Solver()
    found = []
    for group in groups(state):
        state.push(group[0])
        try:
            solution = solve(state, solver, node_limit=node_limit, time_limit=time_limit)
        finally:
            state.pop()
        found.append((group, solution))
    return found


def can_make(state: State[Any], side: int, points: int, solver: Solver | None = None) -> bool:
    """Whether a side can end with `points` or more against best play of all others.

    Args:
        state: any state; see `solve`.
        side: the number of the side.
        points: what it needs, what it has taken already included.
        solver: whose table to use for trick games; by default a new one.

    Raises:
        ImpossiblePositionError: there is no such side.

    Examples:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> can_make(position, Side.NS, 27), can_make(position, Side.EW, 1)
        (True, False)
    """
    solver = solver or Solver()
    tricks = tricks_of(state)
    if tricks is not None:
        return solver.can_reach(tricks, side, points)
    search = AlphaBeta(side, solver=solver) if state.core is None else CoreSearch(side)
    return search.can_reach(cast(Any, state), points)
