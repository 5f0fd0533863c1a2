"""The dominoes of Bingo as data: who beats whom, what a lead demands, what is declared."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ..._tricks import TrickTable
from ...dominoes import ALL, DOMINOES, Domino, Hand
from ...stock.kind import Kind
from .points import BINGO, domino_points, pips

NAMES: Final = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
"""The trumps by number."""
DOUBLES: Final = Hand(domino for domino in DOMINOES if domino.is_double)


def number_of(domino: Domino) -> int:
    """The number of the higher half, a blank being higher than a six.

    That is what a domino turned up makes trump, and what a plain one calls for when it is led.
    """
    return 0 if domino.low == 0 else domino.high


@cache
def trumps(trump: int) -> Hand:
    """The dominoes of the number that is trump, and always the Bingo."""
    return Hand(
        domino for domino in DOMINOES if domino == BINGO or trump in (domino.high, domino.low)
    )


@cache
def suit(number: int, trump: int) -> Hand:
    """The plain dominoes with a number in either half."""
    bearing = (domino for domino in DOMINOES if number in (domino.high, domino.low))
    return Hand(domino for domino in bearing if domino not in trumps(trump))


def _voids(name: str) -> dict[str, int]:
    trump = NAMES.index(name)
    found = {other: suit(number, trump).mask for number, other in enumerate(NAMES)}
    return {"trumps": trumps(trump).mask} | {other: mask for other, mask in found.items() if mask}


KIND: Final = Kind(
    game="bingo",
    one="domino",
    many="dominoes",
    faces=DOMINOES,
    pieces=Hand,
    pack=ALL.mask,
    hand_size=7,
    trumps={name: str(number) for number, name in enumerate(NAMES)},
    trump_of=lambda domino: NAMES[number_of(domino)],
    voids=_voids,
)


@lru_cache(maxsize=64)
def tricks(plain_rank: str, points: str, trump: int) -> TrickTable[Domino]:
    """Who beats whom, what a lead demands once nobody draws, and what tricks bring.

    Args:
        plain_rank: the option.
        points: the option `tile_points`.
        trump: the number that is trump.
    """
    high = trumps(trump)
    above = 1 + max(map(pips, DOMINOES))

    def strength(domino: Domino, lead: Domino) -> int:
        if domino == BINGO:
            return 3 * above
        if domino in high:
            return 2 * above if domino.is_double else above + pips(domino)
        if plain_rank == "suit_led" and domino not in suit(number_of(lead), trump):
            return 0
        return pips(domino)

    def demands(lead: Domino) -> list[int]:
        return [high.mask] if lead in high else [suit(number_of(lead), trump).mask, high.mask]

    return TrickTable(
        ("bingo", plain_rank, points, trump),
        DOMINOES,
        [demands(lead) for lead in DOMINOES],
        [[strength(domino, lead) for domino in DOMINOES] for lead in DOMINOES],
        domino_points(points)[trump],
        trick_points=0,
    )
