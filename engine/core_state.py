"""States whose play is in compiled code: the face that they all share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, Generic, Self, TypeVar

from ._core import Core
from ._trick_position import TrickPosition
from .errors import IllegalMoveError

M = TypeVar("M", bound=Hashable)
C = TypeVar("C", bound=Core)


class CoreState(ABC, Generic[M, C]):
    """A state whose moves are numbers inside, and have a face outside.

    Args:
        core: the state in compiled code; it becomes this one's own.
    """

    def __init__(self, core: C) -> None:
        self.core = core

    @property
    def tricks(self) -> TrickPosition[Any] | None:
        """The trick game that the rest is; most such games have none."""
        return None

    @abstractmethod
    def move_of(self, number: int) -> M:
        """The move with this number."""

    @abstractmethod
    def number_of(self, move: M) -> int:
        """The number of a move; TypeError if it is none of this game."""

    @property
    def mover(self) -> int:
        """The number of the seat to move, or -1 when finished."""
        return self.core.mover

    @property
    def side(self) -> int:
        """The number of the side to move, or -1 when finished."""
        return self.core.side

    @property
    def finished(self) -> bool:
        """Whether nothing more can happen."""
        return self.core.finished

    @property
    def legal(self) -> tuple[M, ...]:
        """The moves allowed now."""
        return tuple(map(self.move_of, self.core.legal))

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves made since the state was set up, in order."""
        return tuple(map(self.move_of, self.core.history))

    @property
    def key(self) -> Hashable:
        """Equal for states of which all that the rest depends on is equal."""
        return self.core.deal, self.core.key

    def bounds(self, side: int) -> tuple[int, int]:
        """The least and the most that a side can still end with."""
        return self.core.bounds(side)

    def push(self, move: M) -> None:
        """Make a move.

        Raises:
            IllegalMoveError: it is not allowed now; nothing has changed.
        """
        try:
            self.core.push(self.number_of(move))
        except IllegalMoveError:
            expected = ", ".join(map(str, self.legal)) or "nothing: the play is over"
            message = f"{str(move)!r} is not allowed now: expected {expected}"
            raise IllegalMoveError(message) from None

    def pop(self) -> M:
        """Take back the last move and return it; IndexError if there is none."""
        return self.move_of(self.core.pop())

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.core = self.core.copy()
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether the rest is the same; how it came about does not matter."""
        return self.key == other.key if type(other) is type(self) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # states change
