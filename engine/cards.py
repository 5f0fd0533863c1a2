"""Playing cards, and sets of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import total_ordering
from typing import ClassVar, Final

from .errors import NotationError, shown
from .pieces import Pieces

SUITS: Final = "♥♦♣♠"
LETTERS: Final = "HDCS"
"""The same in letters."""
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@total_ordering
class Card:
    """One card of the pack of 52. There is one object for each, so cards may be compared with `is`.

    Games have their own order of ranks; `index` only numbers the cards.

    Args:
        rank: `2` to `10`, `J`, `Q`, `K` or `A`.
        suit: one of ♥ ♦ ♣ ♠, or H D C S.

    Examples:
        >>> Card("10", "♠"), Card.parse("TS"), Card.parse("a♥").index
        (Card('10', '♠'), Card('10', '♠'), 12)
    """

    __slots__ = ("index", "rank", "suit")

    rank: str
    suit: str
    index: int
    """Place in the order 2♥, 3♥, … A♥, 2♦, … A♠."""

    def __new__(cls, rank: str, suit: str) -> Card:
        """The one card of this rank and suit."""
        place = LETTERS.find(suit) if suit in LETTERS else SUITS.find(suit)
        if rank not in RANKS or place < 0 or len(suit) != 1:
            raise NotationError(f"card {shown(rank + suit)}: expected a rank and a suit, as A♥")
        return CARDS[place * len(RANKS) + RANKS.index(rank)]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `10♠`, `T♠`, `10S` or `ts`."""
        word = text.strip().upper()
        rank, suit = word[:-1], word[-1:]
        if not suit or suit not in SUITS + LETTERS or (rank not in RANKS and rank != "T"):
            raise NotationError(
                f"{shown(text)} is no card: expected a rank and a suit, as A♥ or TS"
            )
        return cls("10" if rank == "T" else rank, suit)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed, not even its {name}")

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suit!r})"

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        return self is other

    def __reduce__(self) -> tuple[type[Card], tuple[str, str]]:
        return Card, (self.rank, self.suit)


def _make(rank: str, suit: str, index: int) -> Card:
    card = object.__new__(Card)
    for name, value in (("rank", rank), ("suit", suit), ("index", index)):
        object.__setattr__(card, name, value)
    return card


CARDS: Final = tuple(
    _make(rank, suit, place * len(RANKS) + number)
    for place, suit in enumerate(SUITS)
    for number, rank in enumerate(RANKS)
)
"""All 52, by index."""


class Cards(Pieces[Card]):
    """An immutable set of cards: a hand, or any other set.

    Examples:
        >>> hand = Cards.parse("A♥ TS, 9d")
        >>> str(hand), len(hand), Card("9", "♦") in hand
        ('10♠ 9♦ A♥', 3, True)
    """

    __slots__ = ()

    whole: ClassVar[tuple[Card, ...]] = CARDS


def pack(ranks: Iterable[str]) -> Cards:
    """The cards of these ranks in all suits."""
    wanted = set(ranks)
    return Cards(card for card in CARDS if card.rank in wanted)
