"""A deal of Bingo, with everything open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from ..._random import Random
from ...dominoes import DOMINOES, Domino, Hand
from ...stock.deal import StockDeal
from ...stock.round import StockRound
from .play import KIND
from .rules import SOURCE, Rules


class Deal(StockDeal):
    """The hands of the two players and the stock.

    Examples:
        >>> deal = Deal.parse("6-4 0-0 / 3-3 5-0 ; 1-1 2-1")
        >>> str(deal.hands[1]), str(deal)
        ('5-0 3-3', '6-4 0-0 / 5-0 3-3 ; 1-1 2-1')
    """

    kind = KIND

    @classmethod
    def of_pack(cls, dominoes: Sequence[Domino]) -> Self:
        """Seven dominoes for A, seven for B; the others are the stock, the last the turn-up."""
        size = KIND.hand_size
        first, second = Hand(dominoes[:size]), Hand(dominoes[size : 2 * size])
        return cls((first, second), tuple(dominoes[2 * size :]))

    @classmethod
    def draw(cls, random: Random) -> Self:
        """A random deal of all dominoes."""
        dominoes = list(DOMINOES)
        random.shuffle(dominoes)
        return cls.of_pack(dominoes)


class Round(StockRound[Rules, Deal]):
    """A deal under way, played for the sets that a player gets less those of the other.

    Args:
        deal: the hands, and the stock; in a closed deal its order does not matter.
        turn: who is to lead.
        rules: the table's rules.
        trump: its name; by default what the turn-up makes.
        standing: how the deal stands.

    Raises:
        ImpossiblePositionError: what does not go together.

    Examples:
        >>> round = Round.parse("4-0 4-3 3-2 / 5-5 6-3 6-6 ; - ; threes ; A ; 40 / 40")
        >>> [str(move) for move in round.legal]
        ['4-0', '3-2', '4-3']
        >>> round.push(round.legal[0])
        >>> str(round), round.taken
        ('4-3 4-0 3-2 / 6-6 6-3 5-5 ; - ; threes ; A ; 40 / 40 ; - ; 4-0', (40, 40))
    """

    kind = KIND
    deals = Deal
    source = SOURCE
