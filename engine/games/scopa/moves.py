"""What a player of Scopa does: play a card, and with `on_demand` answer a play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Self

from ...cards import Card, Cards
from ...errors import NotationError, shown


@dataclass(frozen=True)
class Play:
    """A card played from the hand, and what it captures; nothing if it is added to the table.

    Args:
        card: the card.
        taken: the cards that it captures.

    Examples:
        >>> str(Play.parse("5♦:A♠+A♥+3♣")), Play.parse("5♦").taken
        ('5♦:A♠+3♣+A♥', Cards.parse(''))
    """

    card: Card
    taken: Cards = Cards()  # noqa: RUF009  (immutable)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes; what is captured in any order."""
        card, colon, taken = text.partition(":")
        if colon and not taken.strip():
            raise NotationError(f"{shown(text)}: expected captured cards, as in 5♦:A♠+A♥+3♣")
        words = taken.split("+") if colon else []
        return cls(Card.parse(card), Cards(map(Card.parse, words)))

    def __str__(self) -> str:
        return f"{self.card}:{'+'.join(map(str, self.taken))}" if self.taken else str(self.card)


class Answer(Enum):
    """What is said to a play that need not stand."""

    DEMAND = "demand"
    ACCEPT = "accept"

    def __str__(self) -> str:
        return self.value


Move = Play | Answer


def parse_move(text: str) -> Move:
    """Read `demand`, `accept`, or a card that is played."""
    word = text.strip().lower()
    return Answer(word) if word in ("demand", "accept") else Play.parse(word)
