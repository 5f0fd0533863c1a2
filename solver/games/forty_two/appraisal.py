"""What a hand is worth with a trump, in the features that players count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ....engine.dominoes import ALL, DOMINOES, Domino, Hand
from ....engine.games.forty_two.trump import Trump, is_trump, strength


@cache
def trumps_of(trump: Trump) -> int:
    """All trumps, as a mask."""
    return sum(1 << domino.index for domino in DOMINOES if is_trump(trump, domino))


@cache
def better(trump: Trump, lead: Domino | int, domino: Domino) -> int:
    """All that beats a domino once `lead` is led, as a mask."""
    least = strength(trump, lead, domino)
    return sum(1 << one.index for one in DOMINOES if strength(trump, lead, one) > least)


@dataclass(frozen=True)
class Appraisal:
    """A hand of seven with a trump.

    A *walk* is no trump, and no domino outside the hand beats it when it is led but trumps. An
    *off* is neither trump nor walk: a trick that may be lost.

    Args:
        trumps: how many trumps.
        masters: how many of them, from the highest, no trump outside the hand beats.
        walks: how many walks.
        offs: how many offs.
        exposure: how many dominoes outside the hand and outside the trumps beat the offs when
            they are led, added up.
        risk: the count of the offs.
    """

    trumps: int
    masters: int
    walks: int
    offs: int
    exposure: int
    risk: int


def appraise(hand: Hand, trump: Trump) -> Appraisal:
    """Count what a hand has with a trump.

    Examples:
        >>> appraise(Hand.parse("6-6 6-5 6-3 5-5 4-4 4-1 2-0"), Trump.SIXES)
        Appraisal(trumps=3, masters=2, walks=2, offs=2, exposure=8, risk=5)
    """
    out, trumps = ALL.mask & ~hand.mask, trumps_of(trump)
    in_trumps = [one for one in hand if trumps >> one.index & 1]
    plain = [one for one in hand if not trumps >> one.index & 1]
    over = {one: (better(trump, one, one) & out & ~trumps).bit_count() for one in plain}
    offs = [one for one in plain if over[one]]
    return Appraisal(
        trumps=len(in_trumps),
        masters=sum(not better(trump, one, one) & out for one in in_trumps),
        walks=len(plain) - len(offs),
        offs=len(offs),
        exposure=sum(over.values()),
        risk=sum(one.count for one in offs),
    )
