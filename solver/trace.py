"""What each play of a game cost, with all hands open."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..engine._trick_position import TrickPosition
from ..engine.errors import ImpossiblePositionError, UndecidedError
from ..engine.state import State
from ._solver import Solver
from .exact import LIMIT, can_make, final, tricks_of

M = TypeVar("M", bound=Hashable)
Points = tuple[int, ...]


@dataclass(frozen=True)
class TracedPlay(Generic[M]):
    """One play of a game, and what it changed.

    Args:
        number: its place in the play, from 1.
        trick: the number of the trick that it belongs to, from 1.
        seat: the number of the seat that played.
        side: the number of that seat's side.
        move: what was played.
        before: final points by side with best play by all, this play included.
        after: the same with best play by all that came later.
        better: what would have brought its side more than `after`, the best first, and the
            final points with best play from there.
    """

    number: int
    trick: int
    seat: int
    side: int
    move: M
    before: Points
    after: Points
    better: dict[M, Points]

    @property
    def cost(self) -> int:
        """The points that this play cost its side; 0 if it was as good as any."""
        return self.before[self.side] - self.after[self.side]


@dataclass(frozen=True)
class Trace(Generic[M]):
    """A game as it was played, beside best play.

    What one of two sides gives away the other gains: the costs of both make up the difference
    between `start` and `end`. If there are more, points are those that a side can force against
    all others.

    Args:
        start: final points by side, had all played their best from the first of `plays` on.
        end: final points of a finished game; of one in play, with best play from now on.
        plays: all plays, in order; those of tricks that were too much to solve are left out.
    """

    start: Points
    end: Points
    plays: tuple[TracedPlay[M], ...]

    @property
    def costs(self) -> Points:
        """The points that each side gave away by its plays."""
        sides = range(len(self.start))
        return tuple(sum(play.cost for play in self.plays if play.side == n) for n in sides)

    def turns(self, side: int, need: int) -> tuple[TracedPlay[M], ...]:
        """The plays that changed whether a side ends with `need` points or more."""
        return tuple(
            play for play in self.plays if (play.before[side] >= need) != (play.after[side] >= need)
        )


def trace_plays(
    state: State[M], solver: Solver | None = None, *, node_limit: int | None = None
) -> Trace[M]:
    """What each play that led to a state cost.

    The plays are taken back from the last to the first. What came of a play is then known
    already, and a single question tells whether something better was missed: for sensible play
    the whole trace costs less than solving the game at its start.

    Args:
        state: a position with the plays made, or another state in whose play they were.
        solver: whose table to use; by default a new one.
        node_limit: about the most moves to make for what the sides can force at the beginning of a
            trick; what was played before the first where that is enough is left out.

    Raises:
        ImpossiblePositionError: the play has not begun.
        OptionError: a limit that is not above 0.
        UndecidedError: the limit was too low for what comes of the last play.
    """
    solver = solver or Solver()
    position = _play_of(state).copy()
    start = _start_of(position, solver, node_limit)
    first = len(start.plays)
    # Asked about the start first, the solver knows all that follows as parts of one deal.
    can_make(start, 0, position.points[0] + 1, solver)
    end = after = final(position, solver)
    players = len(position.sides) - position.sides.count(None)
    plays: list[TracedPlay[Any]] = []
    while len(position.plays) > first:
        number = len(position.plays)
        trick = 1 + (number - 1) // players
        move = position.pop()
        seat, side = position.mover, position.side
        better = _better(position, side, after[side], solver)
        before = next(iter(better.values()), after)
        if len(after) > 2:  # what one has given away is not all that the others can force more
            before = final(position, solver)
        plays.append(TracedPlay(number, trick, seat, side, move, before, after, better))
        after = before
    return Trace(after, end, tuple(reversed(plays)))


def _play_of(state: State[Any]) -> TrickPosition[Any]:
    """The play of a state, also if more than plays can come next, or why there is none."""
    play: object = tricks_of(state)
    if play is None:
        play = getattr(state, "position", state)
    if not isinstance(play, TrickPosition):
        raise ImpossiblePositionError("the play has not begun: there is nothing to trace yet")
    return play


def _start_of(
    position: TrickPosition[Any], solver: Solver, node_limit: int | None
) -> TrickPosition[Any]:
    """The earliest beginning of a trick, or else the end, that takes no more to solve."""
    past, start = position.copy(), position.copy()
    while start.plays:
        start.pop()
    if node_limit is None or _is_solved(start, solver, node_limit):
        return start
    while past.plays and (past.trick or _is_solved(past, Solver(), node_limit)):
        if not past.trick:
            start = past.copy()
        past.pop()
    if len(start.plays) == 0:
        raise UndecidedError(f"{LIMIT} before it was known what comes of it")
    return start


def _is_solved(position: TrickPosition[Any], solver: Solver, node_limit: int) -> bool:
    low, high, _, _ = solver.solve(position, node_limit)
    return low == high


def _better(
    position: TrickPosition[Any], side: int, points: int, solver: Solver
) -> dict[Any, Points]:
    """The moves of a side after which it ends with more points, the best first."""
    moves = position.legal
    if len(moves) == 1 or not can_make(position, side, points + 1, solver):
        return {}
    found: dict[Any, Points] = {}
    for move in moves:
        position.push(move)
        if can_make(position, side, points + 1, solver):
            found[move] = final(position, solver)
        position.pop()
    return dict(sorted(found.items(), key=lambda item: -item[1][side]))
