"""The pack, what a round of Scopa begins with, and what players have taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from ..._random import Random
from ...cards import SUITS, Card, Cards
from ...errors import ImpossiblePositionError, NotationError, counted, shown
from ...parts import read_numbers
from .rules import TABLE, VALUES, Rules, Score

NONE: Final = "-"
"""What is written where there are no cards."""
NAMES: Final = ("A", "B")
"""What the players are called, by seat."""
PACK: Final = tuple(Card(rank, suit) for rank in VALUES for suit in SUITS)
"""The 40 cards, in the order in which compiled play numbers them."""
NUMBERS: Final = {card: number for number, card in enumerate(PACK)}
EVERYTHING: Final = Cards(PACK)

Pair = tuple[Cards, Cards]
"""Hands, or piles, by player."""


def mask_of(cards: Iterable[Card]) -> int:
    """Cards as a mask of their numbers."""
    return sum(1 << NUMBERS[card] for card in cards)


def masks_of(pair: Pair) -> tuple[int, int]:
    """The same of the cards of both players."""
    return mask_of(pair[0]), mask_of(pair[1])


def cards_of(mask: int) -> Cards:
    """The cards of a mask of numbers."""
    return Cards(card for number, card in enumerate(PACK) if mask >> number & 1)


def check_pack(parts: Iterable[Iterable[Card]]) -> None:
    """Refuse parts that are not together the pack.

    Raises:
        ImpossiblePositionError: names a card that is missing, comes twice or does not belong.
    """
    cards = Cards(card for part in parts for card in part)
    for card in cards - EVERYTHING:
        raise ImpossiblePositionError(f"{card}: expected cards of the pack of 40, without 8 to 10")
    for card in EVERYTHING - cards:
        raise ImpossiblePositionError(
            f"{card} is missing: expected every card of the pack once, in the hands, on the table, "
            "in the piles or in the stock"
        )


def read_cards(text: str) -> Cards:
    """Cards separated by spaces; `-` or nothing stands for none."""
    return Cards.parse("" if text.strip() == NONE else text)


def format_cards(cards: Cards) -> str:
    """The text that `read_cards` reads."""
    return str(cards) or NONE


def read_seat(text: str) -> int:
    """A player by name."""
    word = text.strip().upper()
    if word not in NAMES:
        raise NotationError(f"player {shown(text)}: expected one of {', '.join(NAMES)}")
    return NAMES.index(word)


def read_pair(text: str) -> Pair:
    """The cards of both players, as `7♥ 6♥ / -`."""
    parts = text.split("/")
    if len(parts) != 2:
        raise NotationError(f"{shown(text)}: expected the cards of A / the cards of B")
    return read_cards(parts[0]), read_cards(parts[1])


def format_pairs(pairs: Sequence[Pair]) -> str:
    """Hands one after the other, those of A before those of B."""
    return " / ".join(format_cards(hand) for pair in pairs for hand in pair) or NONE


def read_score(text: str) -> Score:
    """Two numbers, by player, as `2 1`."""
    numbers = list(read_numbers(text))
    if len(numbers) != 2:
        raise NotationError(f"{shown(text)}: expected two numbers, as 2 1")
    return numbers[0], numbers[1]


def format_score(score: Score) -> str:
    """The text that `read_score` reads."""
    return " ".join(map(str, score))


@dataclass(frozen=True)
class Deal:
    """The cards on the table and all hands of a round, or of what is left of one.

    Args:
        hands: the hands of both players, those to be played first first.
        table: the cards face up.

    Examples:
        >>> deal = Deal.parse("5♦ 2♣ / 4♠ 3♦ ; A♠ A♥ ; 7♥ 6♥ / 7♦ 6♦")
        >>> str(deal.hands[0][1]), str(deal)
        ('4♠ 3♦', '2♣ 5♦ / 4♠ 3♦ ; A♠ A♥ ; 7♥ 6♥ / 7♦ 6♦')
    """

    hands: tuple[Pair, ...]
    table: Cards = Cards()  # noqa: RUF009  (immutable)

    @classmethod
    def draw(cls, random: Random, rules: Rules) -> Self:
        """A random deal of the whole pack."""
        cards = list(PACK)
        random.shuffle(cards)
        table = Cards(cards[:TABLE])
        size, rest = rules.hand_size, cards[TABLE:]
        hands = [Cards(rest[first:][:size]) for first in range(0, len(rest), size)]
        return cls(tuple(zip(hands[::2], hands[1::2], strict=True)), table)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `hands ; table ; stock`: `hand / hand`, and later hands in pairs."""
        hands, table, stock, *more = (*text.split(";"), "", "", "")
        if any(more):
            raise NotationError(f"{shown(text)}: expected hands ; table ; stock")
        return cls(read_hands(hands, stock), read_cards(table))

    def check(self, rules: Rules) -> None:
        """Refuse what is no deal of the whole pack.

        Raises:
            ImpossiblePositionError: names what is wrong.
        """
        check_pack([self.table, *(hand for pair in self.hands for hand in pair)])
        if len(self.table) != TABLE:
            raise ImpossiblePositionError(
                f"{counted(len(self.table), 'card')} on the table: expected {TABLE}"
            )
        for hand in (hand for pair in self.hands for hand in pair):
            if len(hand) != rules.hand_size:
                raise ImpossiblePositionError(
                    f"a hand of {counted(len(hand), 'card')}: expected {rules.hand_size}"
                )

    def is_dealt_again(self, rules: Rules) -> bool:
        """Whether there are too many kings on the table."""
        return rules.redeal_three_kings and sum(card.rank == "K" for card in self.table) >= 3

    def __str__(self) -> str:
        """The text that `parse` reads."""
        return " ; ".join(
            [format_pairs(self.hands[:1]), format_cards(self.table), format_pairs(self.hands[1:])]
        )


def read_hands(hands: str, stock: str) -> tuple[Pair, ...]:
    """The hands being played and those to come, from `hand / hand` each."""
    later = [] if stock.strip() in ("", NONE) else stock.split("/")
    if len(later) % 2:
        raise NotationError(f"stock {shown(stock)}: expected later hands in pairs, A / B / A / B")
    pairs = [" / ".join(later[place : place + 2]) for place in range(0, len(later), 2)]
    return (read_pair(hands), *map(read_pair, pairs))


@dataclass(frozen=True)
class Taken:
    """What the players have taken so far.

    Args:
        piles: the cards that each has captured.
        sweeps: how many sweeps each has made.
        last: who captured last; None if nobody has.

    Raises:
        ImpossiblePositionError: piles, sweeps and who captured last do not go together.
    """

    piles: Pair = (Cards(), Cards())
    sweeps: Score = (0, 0)
    last: int | None = None

    def __post_init__(self) -> None:
        if (self.last is None) != (not any(self.piles)):
            told = "nobody" if self.last is None else NAMES[self.last]
            raise ImpossiblePositionError(
                f"{told} captured last: expected a player who has, or nobody while piles are empty"
            )
        if self.last is not None and not self.piles[self.last]:
            raise ImpossiblePositionError(f"{NAMES[self.last]} captured last and has no cards")
        for name, pile, sweeps in zip(NAMES, self.piles, self.sweeps, strict=True):
            if not 0 <= 2 * sweeps <= len(pile):
                raise ImpossiblePositionError(
                    f"{counted(sweeps, 'sweep')} of {name} with {counted(len(pile), 'card')} "
                    "captured: each takes two or more"
                )


NOTHING: Final = Taken()
"""What has been taken when a round begins."""


def read_taken(piles: str, sweeps: str, last: str) -> Taken:
    """What has been taken, from its texts; nothing, or `-`, stands for none."""
    return Taken(
        NOTHING.piles if piles in ("", NONE) else read_pair(piles),
        NOTHING.sweeps if sweeps in ("", NONE) else read_score(sweeps),
        None if last in ("", NONE) else read_seat(last),
    )
