"""Who holds what."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from ..._random import Random
from ...dominoes import ALL, DOMINOES, Domino, Hand
from ...errors import ImpossiblePositionError, NotationError, counted, shown
from .seats import SEATS, Seat

BITS: Final = tuple(1 << domino.index for domino in DOMINOES)


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands of equal size, seats N E S W: seven dominoes each, or fewer in an ending.

    One of them may be empty, that of a seat that sits out.

    Args:
        hands: the hands in the order N, E, S, W, disjoint, of 0 to 7 dominoes each.

    Raises:
        ImpossiblePositionError: a domino in two hands, unequal or too large hands.

    Examples:
        >>> str(Deal.parse("E:6-6 / 5-5 / 4-4 / 3-3"))
        'N:3-3 / 6-6 / 5-5 / 4-4'
    """

    hands: tuple[Hand, Hand, Hand, Hand]

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(self.hands))
        masks = [hand.mask for hand in self.hands]
        sizes = [mask.bit_count() for mask in masks]
        if len(sizes) != 4:
            raise ImpossiblePositionError(f"{counted(len(sizes), 'hand')}: expected 4")
        union = masks[0] | masks[1] | masks[2] | masks[3]
        if union.bit_count() != sum(sizes):
            twice = (hand & other for hand, other in combinations(self.hands, 2))
            raise ImpossiblePositionError(f"{next(filter(None, twice))} is in two hands")
        size = max(sizes)
        if sizes.count(size) < 4 - (0 in sizes) or size > 7:
            raise ImpossiblePositionError(
                f"hands of {', '.join(map(str, sizes))} dominoes: "
                "expected 7 in each, or equally many in an ending"
            )

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read `N:6-6 6-5 … / … / … / …`: a seat, its hand, and the others clockwise."""
        first, colon, hands = text.partition(":")
        if not colon:
            raise NotationError(f"{shown(text)} is no deal: expected N:hand / hand / hand / hand")
        seat = Seat.parse(first)
        parts = hands.split("/")
        if len(parts) != 4:
            raise NotationError(
                f"{counted(len(parts), 'hand')} in {shown(text)}: expected 4, divided by /"
            )
        parsed = []
        for place, part in enumerate(parts):
            try:
                parsed.append(Hand.parse(part))
            except ValueError as error:
                holder = SEATS[(seat + place) % 4]
                raise type(error)(f"hand of {holder}: {error}") from None
        return cls((parsed[-seat], parsed[1 - seat], parsed[2 - seat], parsed[3 - seat]))

    @classmethod
    def random(
        cls, seed: int | None = None, *, hands: Mapping[Seat, Iterable[Domino]] | None = None
    ) -> Deal:
        """A random full deal, each as likely as any other that agrees with what is given.

        Args:
            seed: 0 to 2**64 - 1; the same seed gives the same deal in every release. Without
                one, each call gives another deal.
            hands: dominoes that a seat is to hold, seven or fewer.

        Raises:
            ImpossiblePositionError: more than seven dominoes for a seat, or one for two seats.

        Examples:
            >>> given = Hand.parse("6-6 6-5")
            >>> given <= Deal.random(seed=7, hands={Seat.S: given}).hands[Seat.S]
            True
        """
        return cls.draw(Random(secrets.randbits(64) if seed is None else seed), hands=hands)

    @classmethod
    def draw(cls, random: Random, *, hands: Mapping[Seat, Iterable[Domino]] | None = None) -> Deal:
        """As `random`, from a generator that goes on to the next deal."""
        masks = [0, 0, 0, 0]
        for seat, given in (hands or {}).items():
            masks[seat] = Hand(given).mask
            if masks[seat].bit_count() > 7:
                raise ImpossiblePositionError(
                    f"hand of {seat}: {masks[seat].bit_count()} dominoes, expected at most 7"
                )
        taken = masks[0] | masks[1] | masks[2] | masks[3]
        rest = [bit for bit in BITS if not bit & taken] if taken else list(BITS)
        if len(rest) != 28 - sum(mask.bit_count() for mask in masks):
            raise ImpossiblePositionError("a domino is given to two seats")
        random.shuffle(rest)
        end = 0
        for place, mask in enumerate(masks):
            start, end = end, end + 7 - mask.bit_count()
            masks[place] += sum(rest[start:end])
        return cls.of_masks(masks)

    @classmethod
    def of_masks(cls, masks: Iterable[int]) -> Deal:
        """The deal with these hands as masks, seats N E S W."""
        n, e, s, w = map(Hand.of_mask, masks)
        return cls((n, e, s, w))

    @property
    def is_full(self) -> bool:
        """Whether all 28 dominoes are dealt."""
        n, e, s, w = self.hands
        return n.mask | e.mask | s.mask | w.mask == ALL.mask

    @property
    def size(self) -> int:
        """How many dominoes each hand has."""
        return max(map(len, self.hands))

    @property
    def dominoes(self) -> Hand:
        """All dominoes of the four hands."""
        return ALL if self.is_full else Hand(domino for hand in self.hands for domino in hand)

    @property
    def points(self) -> int:
        """What all tricks of these hands are worth together: 42 for a full deal."""
        return 42 if self.is_full else self.size + self.count

    @property
    def count(self) -> int:
        """The points of its dominoes, without those of tricks."""
        return sum(hand.count for hand in self.hands)

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    def __getitem__(self, seat: int) -> Hand:
        return self.hands[seat]

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return str(draw(self))

    def __str__(self) -> str:
        return "N:" + " / ".join(map(str, self.hands))
