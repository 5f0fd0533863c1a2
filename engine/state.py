"""A game at one moment, with everything open: what solvers work on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, Self, TypeVar

from ._core import Core
from ._trick_position import TrickPosition

M = TypeVar("M", bound=Hashable)
"""A move: a domino, a call, a declaration, …; `str(move)` is its notation."""


class State(Protocol[M]):
    """A game at one moment, with everything open. It ends, whatever is played."""

    @property
    def mover(self) -> int:
        """The number of the seat to move, or -1 when finished."""

    @property
    def side(self) -> int:
        """The number of the side that this seat plays for, or -1 when finished."""

    @property
    def legal(self) -> Sequence[M]:
        """The moves allowed now; empty when finished."""

    @property
    def finished(self) -> bool:
        """Whether nothing more can happen."""

    @property
    def points(self) -> tuple[int, ...]:
        """Points by side: taken so far, final when finished."""

    def bounds(self, side: int, /) -> tuple[int, int]:
        """The least and the most that a side can still end with; equal when finished.

        They are counted in what the game is played for: points, or whatever solving is to make
        the most of. Any true bounds will do; the closer they are, the less there is to search.
        """

    @property
    def key(self) -> Hashable:
        """Equal only for states of a game whose rest is the same.

        That is: the same moves at the same turns, and for each side `bounds` that stay as far
        apart, whatever is played, as they are now: both by one number. So points that only add
        up are better left out; those that count otherwise, as towards a threshold, must be in.
        """

    @property
    def tricks(self) -> TrickPosition[Any] | None:
        """The trick game that all the rest is, moves and `bounds` included; None if it is none.

        It has the sides of the state, however many they are.
        """

    @property
    def core(self) -> Core | None:
        """This state in compiled code, which is searched much sooner; None if there is none."""

    def push(self, move: M, /) -> None:
        """Make a move; an illegal one is refused and changes nothing."""

    def pop(self) -> M:
        """Take back the last move and return it; IndexError if there is none."""

    def copy(self) -> Self:
        """An independent copy."""


class Scored(State[M], Protocol[M]):
    """A state of two sides that write down something else than the points they take."""

    @property
    def points(self) -> tuple[int, int]:
        """Points by side: taken so far, final when finished."""

    @property
    def position(self) -> State[Any] | None:
        """The play, in which nothing but points counts; None before it."""

    def record(self, points: tuple[int, int], /) -> tuple[int, int]:
        """What the sides write down if these are the final points."""
