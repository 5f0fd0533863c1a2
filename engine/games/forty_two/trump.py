"""The declarations, and what each makes of the dominoes; the tables of nello and sevens too.

This is the only place that says which dominoes are trumps, which suit a lead calls for, what
follows it, and how dominoes rank. The trick tables made here carry it everywhere else.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ..._tricks import TrickTable
from ...errors import OptionError, shown
from .dominoes import DOMINOES, Domino
from .named import Named


class Trump(Named):
    """A declaration as it is played: a pip suit, the doubles, or follow-me (no trump).

    In `FOLLOW_ME_LOW` doubles are the lowest of their suits; a table plays the one or the other.
    """

    BLANKS = 0
    ONES = 1
    TWOS = 2
    THREES = 3
    FOURS = 4
    FIVES = 5
    SIXES = 6
    DOUBLES = 7
    FOLLOW_ME = 8
    FOLLOW_ME_LOW = 9

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")


TRUMPS: Final = tuple(Trump)[:9]
"""The nine declarations of most tables."""
NO_TRUMP: Final = (Trump.FOLLOW_ME, Trump.FOLLOW_ME_LOW)
RANKS_OF_DOUBLES: Final = {Trump.FOLLOW_ME_LOW: -1}
"""Where a double stands in its suit among the others, ranked 0 to 6; elsewhere above them all."""


def is_trump(trump: Trump, domino: Domino) -> bool:
    """Whether a domino belongs to the trump suit."""
    if trump in NO_TRUMP:
        return False
    if trump is Trump.DOUBLES:
        return domino.is_double
    return trump in (domino.high, domino.low)


def follows(trump: Trump, lead: Domino, domino: Domino) -> bool:
    """Whether a domino belongs to the suit that a lead calls for."""
    if is_trump(trump, lead) or is_trump(trump, domino):
        return is_trump(trump, lead) and is_trump(trump, domino)
    return lead.high in (domino.high, domino.low)


def strength(trump: Trump, lead: Domino, domino: Domino) -> int:
    """How strong a domino is once `lead` is led; 0 never wins."""
    if is_trump(trump, domino):
        suit: int = trump
    elif follows(trump, lead, domino):
        suit = lead.high
    else:
        return 0
    if trump is Trump.DOUBLES and domino.is_double:
        rank = domino.high
    elif domino.is_double:
        rank = RANKS_OF_DOUBLES.get(trump, 7)
    else:
        rank = domino.high + domino.low - suit  # the other half
    return 2 + rank + (8 if is_trump(trump, domino) else 0)


@cache
def suits(trump: Trump) -> dict[str, int]:
    """The trumps, then the suits of pips without them: masks by name."""
    named = {"trumps": [domino for domino in DOMINOES if is_trump(trump, domino)]}
    for pip in range(7):
        named[str(Trump(pip))] = [
            domino
            for domino in DOMINOES
            if pip in (domino.high, domino.low) and not is_trump(trump, domino)
        ]
    return {name: sum(1 << domino.index for domino in suit) for name, suit in named.items() if suit}


def trick_table(trump: Trump) -> TrickTable[Domino]:
    """A declaration as data for the trick kernel and the search."""
    # Numbers that are equal to a trump must not come into the cache in its place.
    return _trick_table(Trump(trump))


@cache
def _trick_table(trump: Trump) -> TrickTable[Domino]:
    return TrickTable(
        name=trump,
        faces=DOMINOES,
        demands=[
            [sum(1 << domino.index for domino in DOMINOES if follows(trump, lead, domino))]
            for lead in DOMINOES
        ],
        strengths=[[strength(trump, lead, domino) for domino in DOMINOES] for lead in DOMINOES],
        points=[domino.count for domino in DOMINOES],
    )


NELLO_DOUBLES: Final = ("own_suit", "own_suit_inverted", "high", "low")
"""What doubles may be in nello: a suit, 6-6 or 0-0 its highest; or of their suits of pips."""


@cache
def nello_table(doubles: str) -> TrickTable[Domino]:
    """Nello: a trick is a point for the side that does not win it, and nothing is trump.

    A side that needs as many points as there are tricks must lose them all.

    Args:
        doubles: one of `NELLO_DOUBLES`.
    """
    if doubles not in NELLO_DOUBLES:
        raise OptionError(f"doubles {shown(doubles)}: expected {', '.join(NELLO_DOUBLES)}")
    ranks = [[_rank_in_nello(doubles, lead, domino) for domino in DOMINOES] for lead in DOMINOES]
    return TrickTable(
        name=("nello", doubles),
        faces=DOMINOES,
        demands=[[sum(1 << index for index, rank in enumerate(row) if rank)] for row in ranks],
        strengths=ranks,
        points=[0] * len(DOMINOES),
        misere=True,
    )


def _rank_in_nello(doubles: str, lead: Domino, domino: Domino) -> int:
    """How strong a domino is in the suit that a lead calls for; 0 if it does not follow."""
    if doubles.startswith("own_suit") and (lead.is_double or domino.is_double):
        if not (lead.is_double and domino.is_double):
            return 0
        return 1 + (6 - domino.high if doubles == "own_suit_inverted" else domino.high)
    return strength(Trump.FOLLOW_ME_LOW if doubles == "low" else Trump.FOLLOW_ME, lead, domino)


@cache
def sevens_table(ties_to: int | None = None) -> TrickTable[Domino]:
    """Sevens: all must play what is nearest to seven pips, and the nearest wins its trick's point.

    Args:
        ties_to: the side that wins ties; None for the earliest.
    """
    distances = [abs(domino.high + domino.low - 7) for domino in DOMINOES]
    nearest = [
        sum(1 << index for index, distance in enumerate(distances) if distance == near)
        for near in range(max(distances))  # what is farthest is left to who holds nothing else
    ]
    return TrickTable(
        name=("sevens", ties_to),
        faces=DOMINOES,
        demands=[nearest] * len(DOMINOES),
        strengths=[[-distance for distance in distances]] * len(DOMINOES),
        points=[0] * len(DOMINOES),
        leads=nearest,
        ties_to=ties_to,
    )
