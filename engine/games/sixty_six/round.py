"""A deal of Sixty-Six, with everything open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from ..._random import Random
from ...cards import CARDS, Card, Cards
from ...stock.deal import StockDeal
from ...stock.round import StockRound
from .play import KIND, PACK
from .rules import SOURCE, Rules


class Deal(StockDeal):
    """The hands of the two players and the stock.

    Examples:
        >>> deal = Deal.parse("AS 9H / KH QH ; TD JC")
        >>> str(deal.hands[1]), str(deal)
        ('K♥ Q♥', 'A♠ 9♥ / K♥ Q♥ ; 10♦ J♣')
    """

    kind = KIND

    @classmethod
    def of_pack(cls, cards: Sequence[Card], dealer: int, packet: int) -> Self:
        """Deal the cards of a pack, so many at a time, the other player first.

        The next card is turned up; the rest lies on it.
        """
        hands: tuple[list[Card], list[Card]] = [], []
        size = KIND.hand_size
        for start in range(0, 2 * size, packet):
            seat = (1 - dealer + start // packet) % 2
            hands[seat].extend(cards[start : start + packet])
        turn_up, *rest = cards[2 * size :]
        return cls((Cards(hands[0]), Cards(hands[1])), (*rest, turn_up))

    @classmethod
    def draw(cls, random: Random, dealer: int, rules: Rules = SOURCE) -> Self:
        """A random deal of the whole pack."""
        cards = [card for card in CARDS if card in PACK]
        random.shuffle(cards)
        return cls.of_pack(cards, dealer, rules.deal_packet)


class Round(StockRound[Rules, Deal]):
    """A deal under way, played for the game points that a player gets less those of the other.

    Args:
        deal: the hands, and the stock; in a closed deal its order does not matter.
        turn: who is to lead.
        rules: the table's rules.
        trump: its suit; by default that of the turn-up.
        standing: how the deal stands.

    Raises:
        ImpossiblePositionError: what does not go together.

    Examples:
        >>> round = Round.parse("AH 9H QS / JC AS AD ; - ; S ; A ; 32 / 50")
        >>> [str(move) for move in round.legal]
        ['9♥', 'Q♠', 'A♥']
        >>> round.push(round.legal[0])
        >>> str(round), round.taken
        ('Q♠ A♥ 9♥ / A♠ J♣ A♦ ; - ; ♠ ; A ; 32 / 50 ; - ; 9♥', (32, 50))
    """

    kind = KIND
    deals = Deal
    source = SOURCE
