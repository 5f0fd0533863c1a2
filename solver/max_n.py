"""What games come to when every side takes the most for itself (max^n).

With three sides or more this differs from what each side can force against all others, which is
what `solve` tells: opponents then want the most for themselves, not the least for one. Trick games
go to a search of their own; all else is plain recursion, which is for endings.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from ..engine.errors import UndecidedError
from ..engine.state import State
from ._max_n import MaxN
from .exact import LIMIT, tricks_of
from .limits import checked_limits, deadline_of

M = TypeVar("M", bound=Hashable)
Points = tuple[int, ...]
MOST: Final = 1 << 18
"""So many states are remembered at most."""


@dataclass(frozen=True)
class Course(Generic[M]):
    """How a game goes if every side takes the most for itself.

    Of moves that bring a side the same it makes the first, in the order of `State.legal`. The
    points of the others may depend on that.

    Args:
        final: the final points by side; None if a limit was reached.
        line: the moves to the end; empty if a limit was reached.
        nodes: the moves made by the search, forced ones included.
    """

    final: Points | None
    line: tuple[M, ...]
    nodes: int

    @property
    def decided(self) -> bool:
        """Whether no limit was reached."""
        return self.final is not None

    @property
    def points(self) -> Points:
        """The final points by side.

        Raises:
            UndecidedError: a limit was reached: nothing is proven then.
        """
        if self.final is None:
            raise UndecidedError(f"{LIMIT} before it was known what the sides take")
        return self.final

    def __str__(self) -> str:
        """What each side takes, in their order, and the line; or that it is undecided."""
        if self.final is None:
            return f"Undecided: {LIMIT}."
        line = " ".join(map(str, self.line))
        return f"Each for itself {', '.join(map(str, self.final))}{line and f': {line}'}."


def max_n(
    state: State[M],
    search: MaxN | None = None,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> Course[M]:
    """How a game goes if every side takes the most for itself, all hands open.

    Args:
        state: any state, also in the middle of a trick. Points are those that its `bounds` count.
        search: whose table to use for trick games; by default a new one.
        node_limit: about the most moves to make.
        time_limit: the most seconds to search, passed by a few milliseconds.

    Raises:
        OptionError: a limit that is not above 0.

    Examples:
        >>> from fortytwo.engine.games.matador.round import Round
        >>> from fortytwo.engine.games.matador.rules import Rules
        >>> from fortytwo.solver.exact import solve
        >>> rules = Rules.parse("source players=3")
        >>> round = Round.parse("4-3 6-2 / 0-0 5-1 / 3-1 4-4 ; 3 4", rules)
        >>> max_n(round).points, solve(round).points
        ((14, -14, -14), (-14, -14, -14))
    """
    search = search or MaxN()
    tricks = tricks_of(state)
    if tricks is not None:
        return Course(*search.solve(tricks, node_limit, time_limit))
    return _Recursion(search, *checked_limits(node_limit, time_limit)).course(state.copy())


class _OutOfLimits(Exception):  # noqa: N818
    """Unwinds the recursion."""


class _Recursion:
    """Max^n over the states of any game.

    Args:
        search: solves the trick games in it.
        node_limit: the most moves to make.
        time_limit: the most seconds.
    """

    def __init__(self, search: MaxN, node_limit: int | None, time_limit: float | None) -> None:
        self.search = search
        self.node_limit = node_limit
        self.deadline = deadline_of(time_limit)
        self.nodes = 0
        self.known: dict[Hashable, tuple[Points, Any]] = {}

    def course(self, state: State[Any]) -> Course[Any]:
        line: list[Any] = []
        try:
            final, move = self.outcome(state)
            nodes = self.nodes
            while not state.finished:
                line.append(move)
                state.push(move)
                _, move = self.outcome(state)
        except _OutOfLimits:
            return Course(None, (), self.nodes)
        return Course(final, tuple(line), nodes)

    def outcome(self, state: State[Any]) -> tuple[Points, Any]:
        """The final points of a state, and the move that leads to them; None at the end."""
        least = tuple(state.bounds(side)[0] for side in range(len(state.points)))
        if state.finished:
            return least, None
        key = state.key
        if key not in self.known:
            if len(self.known) >= MOST:
                self.known.clear()
            final, move = self._found(state)
            gains = tuple(one - low for one, low in zip(final, least, strict=True))
            self.known[key] = gains, move
        gains, move = self.known[key]
        return tuple(map(sum, zip(least, gains, strict=True))), move

    def _found(self, state: State[Any]) -> tuple[Points, Any]:
        left = None if self.node_limit is None else self.node_limit - self.nodes
        seconds = self.deadline - monotonic()
        if seconds <= 0 or (left is not None and left <= 0):
            raise _OutOfLimits
        if state.tricks is not None:
            final, line, nodes = self.search.solve(state.tricks, left, min(seconds, 1e9))
            self.nodes += nodes
            if final is None:
                raise _OutOfLimits
            return final, line[0]
        best: tuple[Points, Any] | None = None
        side = state.side
        for move in state.legal:
            self.nodes += 1
            state.push(move)
            final, _ = self.outcome(state)
            state.pop()
            if best is None or final[side] > best[0][side]:
                best = final, move
        assert best is not None
        return best
