"""Sets of pieces, such as hands: immutable, in a game's own order, each a mask of bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from .errors import ImpossiblePositionError, shown


class Piece(Protocol):
    """A domino, a card, …: one of a numbered set."""

    @property
    def index(self) -> int:
        """Its place in the set."""

    @classmethod
    def parse(cls, text: str) -> Any:
        """Read one piece."""


P = TypeVar("P", bound=Piece)


class Pieces(Set[P], Generic[P]):
    """An immutable set of pieces. Has all operators of sets.

    Args:
        pieces: the pieces, in any order, each once.

    Raises:
        ImpossiblePositionError: a piece comes twice.
    """

    __slots__ = ("mask",)

    whole: ClassVar[tuple[Any, ...]]
    """All pieces that there are, by index."""

    mask: int
    """Bit i is set when the piece of index i is in the set."""

    def __init__(self, pieces: Iterable[P] = ()) -> None:
        mask = 0
        for piece in pieces:
            if mask >> piece.index & 1:
                raise ImpossiblePositionError(f"{piece} comes twice")
            mask |= 1 << piece.index
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a set of pieces cannot be changed, not even its {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).of_mask, (self.mask,)

    @classmethod
    def of_mask(cls, mask: int) -> Self:
        """The set whose mask this is."""
        if mask >> len(cls.whole):
            raise ImpossiblePositionError(f"mask {shown(mask)}: expected {len(cls.whole)} bits")
        found = cls.__new__(cls)
        object.__setattr__(found, "mask", mask)
        return found

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read pieces separated by spaces or commas, in any order."""
        return cls(parse_pieces(type(cls.whole[0]), text))

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Any:
        return cls(set(it))

    def __and__(self, other: Set[Any]) -> Any:
        return type(self)(piece for piece in self if piece in other)

    def __sub__(self, other: Set[Any]) -> Any:
        return type(self)(piece for piece in self if piece not in other)

    def __contains__(self, piece: object) -> bool:
        return isinstance(piece, type(self.whole[0])) and bool(self.mask >> piece.index & 1)

    def __iter__(self) -> Iterator[P]:
        """Highest index first, as the set is printed."""
        return (piece for piece in reversed(self.whole) if self.mask >> piece.index & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, type(self)) else super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return format_pieces(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


def parse_pieces(kind: type[Any], text: str) -> list[Any]:
    """Read pieces separated by spaces or commas, in their order; repetition is allowed."""
    return [kind.parse(word) for word in text.replace(",", " ").split()]


def format_pieces(pieces: Iterable[Any]) -> str:
    """Pieces in the given order, separated by spaces."""
    return " ".join(map(str, pieces))
