"""What a round begins with: the hands, and the card turned up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from ..._random import Random
from ...cards import LETTERS, SUITS, Card, Cards
from ...errors import ImpossiblePositionError, NotationError, shown
from .rules import Rules, Turned

NONE: Final = "-"
"""What is written where nothing is turned up."""


@dataclass(frozen=True)
class Deal:
    """The hands of the players, and what was turned up.

    Args:
        hands: the cards of each player.
        turned: the card turned up; its suit alone if no more is known, None if there is none.

    Raises:
        ImpossiblePositionError: a card comes twice.

    Examples:
        >>> deal = Deal.parse("9♥ A♦ / 6♣ J♥ / 6♥ KC ; ♠")
        >>> str(deal.hands[2]), str(deal)
        ('K♣ 6♥', 'A♦ 9♥ / 6♣ J♥ / K♣ 6♥ ; ♠')
    """

    hands: tuple[Cards, ...]
    turned: Turned = None

    def __post_init__(self) -> None:
        turned = [self.turned] if isinstance(self.turned, Card) else []
        Cards([*(card for hand in self.hands for card in hand), *turned])

    @classmethod
    def draw(cls, random: Random, rules: Rules) -> Self:
        """A random deal of the whole pack."""
        cards = list(rules.pack)
        random.shuffle(cards)
        size, dealt = rules.hand, rules.hand * rules.players
        hands = [Cards(cards[first : first + size]) for first in range(0, dealt, size)]
        return cls(tuple(hands), None if rules.is_polignac else cards[dealt])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `hand / hand / hand ; turned`, of which the last part may be missing."""
        hands, _, turned = text.partition(";")
        if ";" in turned:
            raise NotationError(f"{shown(text)}: expected hands ; the card turned up")
        return cls(tuple(Cards.parse(hand) for hand in hands.split("/")), read_turned(turned))

    def check(self, rules: Rules) -> None:
        """Refuse what is no whole deal under these rules.

        Raises:
            ImpossiblePositionError: names what is wrong.
        """
        sizes = [len(hand) for hand in self.hands]
        if sizes != [rules.hand] * rules.players:
            found = ", ".join(map(str, sizes))
            raise ImpossiblePositionError(
                f"hands of {found}: expected {rules.players} of {rules.hand}"
            )
        if not rules.is_polignac and not isinstance(self.turned, Card):
            raise ImpossiblePositionError("no card is turned up")
        self.check_cards(rules)

    def check_cards(self, rules: Rules) -> None:
        """Refuse cards that are not in the pack, or one turned up where none is."""
        strange = [card for hand in self.hands for card in hand if card not in rules.pack]
        if strange:
            raise ImpossiblePositionError(f"{strange[0]} is not in the pack")
        if rules.is_polignac and self.turned is not None:
            raise ImpossiblePositionError(f"{self.turned} is turned up: there are no trumps")

    def __str__(self) -> str:
        """The text that `parse` reads."""
        hands = " / ".join(map(str, self.hands))
        return hands if self.turned is None else f"{hands} ; {self.turned}"


def read_turned(text: str) -> Turned:
    """Read a card or the sign of a suit; `-` or nothing for none."""
    word = text.strip()
    if word in ("", NONE):
        return None
    if len(word) == 1 and word.upper() in SUITS + LETTERS:
        return word if word in SUITS else SUITS[LETTERS.index(word.upper())]
    return Card.parse(word)
