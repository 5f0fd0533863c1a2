"""The cards of Sixty-Six as data: who beats whom, what a lead demands, what is declared."""

from __future__ import annotations

from functools import cache
from typing import Final

from ..._tricks import TrickTable
from ...cards import CARDS, LETTERS, SUITS, Card, Cards, pack
from ...stock.kind import Kind

POINTS: Final = {"9": 0, "J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
"""The ranks from low to high, and what their cards count."""
PACK: Final = pack(POINTS)
"""The 24 cards."""
STRENGTHS: Final = {rank: number for number, rank in enumerate(POINTS, 1)}


def suit(name: str) -> int:
    """The cards of a suit, as a mask."""
    return Cards(card for card in PACK if card.suit == name).mask


KIND: Final = Kind(
    game="sixty-six",
    one="card",
    many="cards",
    faces=CARDS,
    pieces=Cards,
    pack=PACK.mask,
    hand_size=6,
    trumps=dict(zip(SUITS, LETTERS, strict=True)),
    trump_of=lambda card: card.suit,
    voids=lambda trump: {name: suit(name) for name in SUITS},
)


@cache
def tricks(strict_play: str, trump: str, last_points: int) -> TrickTable[Card]:
    """Who beats whom, what a lead demands once nobody draws, and what tricks bring."""

    def strength(card: Card, lead: Card) -> int:
        if card.suit == trump:
            return len(POINTS) + STRENGTHS.get(card.rank, 0)
        return STRENGTHS.get(card.rank, 0) if card.suit == lead.suit else 0

    def demands(lead: Card) -> list[int]:
        higher = Cards(card for card in PACK if card.suit == lead.suit and above(card, lead)).mask
        follow, trumps = suit(lead.suit), suit(trump)
        return {
            "follow_trump": [follow, trumps],
            "head": [higher, follow, trumps],
            "follow_only": [follow],
        }[strict_play]

    def above(card: Card, lead: Card) -> bool:
        return strength(card, lead) > strength(lead, lead)

    return TrickTable(
        ("sixty-six", strict_play, trump, last_points),
        CARDS,
        [demands(lead) for lead in CARDS],
        [[strength(card, lead) for card in CARDS] for lead in CARDS],
        [POINTS.get(card.rank, 0) for card in CARDS],
        trick_points=0,
        last_points=last_points,
    )


def marriages(trump: str) -> list[tuple[int, tuple[int, ...]]]:
    """The king and the queen of each suit, and what they are worth together."""
    return [
        (
            Cards([Card("K", name), Card("Q", name)]).mask,
            (0, 0, 40 if name == trump else 20),
        )
        for name in SUITS
    ]


def nine(trump: str) -> int:
    """The index of the card that is exchanged for the turn-up."""
    return Card("9", trump).index
