"""What a deal begins with: two hands and a stock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..errors import ImpossiblePositionError, NotationError, counted, shown
from .kind import Kind


@dataclass(frozen=True)
class StockDeal:
    """The hands of the two players and the stock.

    Args:
        hands: the pieces of each player.
        stock: the others in the order in which they are drawn; the last is the turn-up.

    Raises:
        ImpossiblePositionError: a piece comes twice, or is not in the pack; not two hands.
    """

    hands: tuple[Any, ...]
    stock: tuple[Any, ...] = ()
    kind: ClassVar[Kind]

    def __post_init__(self) -> None:
        if len(self.hands) != 2:
            raise ImpossiblePositionError(f"{counted(len(self.hands), 'hand')}: expected 2")
        self.kind.set_of([piece for part in (*self.hands, self.stock) for piece in part])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `hand / hand ; stock`; `-` or nothing stands for no pieces."""
        hands, _, stock = text.partition(";")
        if ";" in stock:
            raise NotationError(f"{shown(text)}: expected hands ; stock")
        kind = cls.kind
        return cls(
            tuple(kind.set_of(kind.read(hand)) for hand in hands.split("/")),
            tuple(kind.read(stock)),
        )

    def check(self) -> None:
        """Refuse what is no deal of the whole pack.

        Raises:
            ImpossiblePositionError: names the number that is wrong.
        """
        size = self.kind.hand_size
        left = self.kind.pack.bit_count() - 2 * size
        first, second = map(len, self.hands)
        if (first, second, len(self.stock)) != (size, size, left):
            raise ImpossiblePositionError(
                f"hands of {first} and {second} and a stock of {len(self.stock)}: expected "
                f"{size}, {size} and {left}"
            )

    def __str__(self) -> str:
        """The text that `parse` reads."""
        hands = " / ".join(map(self.kind.written, self.hands))
        return f"{hands} ; {self.kind.written(self.stock)}"
