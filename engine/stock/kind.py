"""What a game with a stock is played with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from ..errors import ImpossiblePositionError, NotationError, counted, shown
from ._table import StockTable

NAMES: Final = ("A", "B")
"""What the seats are called, in the order of their turns."""
NONE: Final = "-"
"""What is written where there is nothing."""


class StockRules(Protocol):
    """The rules of a table, which say what they mean for the play."""

    @property
    def target(self) -> int:
        """The score that wins the match."""

    def under(self, trump: str) -> StockTable:
        """The rules as data, under a trump."""

    @property
    def leads_first(self) -> int:
        """Who leads first in the first deal of a match."""

    @property
    def tells_trump(self) -> bool:
        """Whether the turn-up is seen before the first lead."""

    @property
    def waits(self) -> bool:
        """Whether the winner of a trick may close instead of drawing."""

    @property
    def carries(self) -> bool:
        """Whether a deal without a winner makes the next one worth more."""


@dataclass(frozen=True)
class Kind:
    """The pieces of a game, and what they are called.

    Args:
        game: the name of the game.
        one: what a piece is called.
        many: what several are.
        faces: the pieces by index.
        pieces: the class of sets of them.
        pack: those that are played with, as a mask.
        hand_size: how many each player is dealt.
        trumps: by name what else each trump may be called.
        trump_of: the name of the trump that a turn-up makes.
        voids: by name what a hand can be without, as masks, under a trump.
    """

    game: str
    one: str
    many: str
    faces: Sequence[Any]
    pieces: Any
    pack: int
    hand_size: int
    trumps: Mapping[str, str]
    trump_of: Callable[[Any], str]
    voids: Callable[[str], Mapping[str, int]]

    @property
    def stock_size(self) -> int:
        """How many pieces are not dealt."""
        return self.pack.bit_count() - 2 * self.hand_size

    def read(self, text: str) -> list[Any]:
        """Pieces separated by spaces or commas; `-` or nothing stands for none."""
        words = text.replace(",", " ").split()
        return [] if words == [NONE] else [self.read_piece(word) for word in words]

    def read_piece(self, text: str) -> Any:
        """One piece."""
        return type(self.faces[0]).parse(text)

    def read_trump(self, text: str) -> str:
        """The name of a trump."""
        word = text.strip().lower()
        for name, other in self.trumps.items():
            if word in (name.lower(), other.lower()):
                return name
        raise NotationError(f"trump {shown(text)}: expected one of {', '.join(self.trumps)}")

    def set_of(self, pieces: Iterable[Any]) -> Any:
        """The set of some pieces of the pack, each once.

        Raises:
            ImpossiblePositionError: one comes twice, or is not in the pack.
        """
        found = self.pieces(pieces)
        if strange := found.mask & ~self.pack:
            stranger = self.faces[strange.bit_length() - 1]
            raise ImpossiblePositionError(f"{stranger}: there is no such {self.one} in the pack")
        return found

    def counted(self, number: int) -> str:
        """A number of pieces in words."""
        return counted(number, self.one, self.many)

    def written(self, pieces: Iterable[Any]) -> str:
        """Pieces in their order, as `read` reads them."""
        return " ".join(map(str, pieces)) or NONE


def read_seat(text: str) -> int:
    """The number of a seat by its name."""
    name = text.strip().upper()
    if name not in NAMES:
        raise NotationError(f"{shown(text)} is no seat: expected one of {', '.join(NAMES)}")
    return NAMES.index(name)
