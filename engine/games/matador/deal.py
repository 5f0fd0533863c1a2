"""What a round of Matador begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from ..._random import Random
from ...dominoes import ALL, DOMINOES, Domino, Hand
from ...errors import ImpossiblePositionError, NotationError, shown
from ...pieces import format_pieces, parse_pieces

NONE: Final = "-"
"""What is written where there are no dominoes."""


@dataclass(frozen=True)
class Deal:
    """The hands of the players and the stock.

    Args:
        hands: the dominoes of each player.
        stock: those face down, in the order in which they are drawn.

    Raises:
        ImpossiblePositionError: a domino comes twice.

    Examples:
        >>> deal = Deal.parse("5-3 4-3 / 6-2 5-0 ; 1-1")
        >>> str(deal.hands[1]), str(deal)
        ('6-2 5-0', '5-3 4-3 / 6-2 5-0 ; 1-1')
    """

    hands: tuple[Hand, ...]
    stock: tuple[Domino, ...] = ()

    def __post_init__(self) -> None:
        Hand([domino for part in (*self.hands, self.stock) for domino in part])

    @classmethod
    def draw(cls, random: Random, players: int, size: int) -> Self:
        """A random deal of the whole set."""
        dominoes = list(DOMINOES)
        random.shuffle(dominoes)
        hands = [Hand(dominoes[seat * size :][:size]) for seat in range(players)]
        return cls(tuple(hands), tuple(dominoes[players * size :]))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `hand / hand / … ; stock`; `-` or nothing stands for no dominoes."""
        hands, _, stock = text.partition(";")
        if ";" in stock:
            raise NotationError(f"{shown(text)}: expected hands ; stock")
        return cls(tuple(Hand(_read(hand)) for hand in hands.split("/")), tuple(_read(stock)))

    def check(self, players: int, size: int) -> None:
        """Refuse what is no deal of the whole set to so many players.

        Raises:
            ImpossiblePositionError: names the number that is wrong.
        """
        sizes = [len(hand) for hand in self.hands]
        if sizes != [size] * players or len(self.stock) != len(ALL) - players * size:
            raise ImpossiblePositionError(
                f"hands of {', '.join(map(str, sizes))} and a stock of {len(self.stock)}: expected "
                f"{players} of {size}, and all other dominoes in the stock"
            )

    def __str__(self) -> str:
        """The text that `parse` reads."""
        hands = " / ".join(str(hand) or NONE for hand in self.hands)
        return f"{hands} ; {format_pieces(self.stock) or NONE}"


def _read(text: str) -> Sequence[Domino]:
    return parse_pieces(Domino, "" if text.strip() == NONE else text)


def opener(hands: Sequence[Hand]) -> Domino | None:
    """The highest double in all hands; None if they have none."""
    doubles = (domino for hand in hands for domino in hand if domino.is_double)
    return max(doubles, default=None)
