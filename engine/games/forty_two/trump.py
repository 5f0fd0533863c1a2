"""The declarations, and what each makes of the dominoes.

This is the only place that says which dominoes are trumps, which suit a lead calls for, what
follows it, and how dominoes rank. The trick tables made here carry it everywhere else.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ..._tricks import TrickTable
from ...dominoes import DOMINOES, Domino
from .named import Named


class Trump(Named):
    """A declaration as it is played: what is trump, or that nothing is.

    In `FOLLOW_ME`, `NELLO` and `SEVENS`, and in their variants, nothing is. A table plays one of
    the variants of each: in `FOLLOW_ME_LOW` doubles are the lowest of their suits; in nello they
    are a suit of their own (`NELLO`), that suit upside down (`NELLO_INVERTED`), or the highest or
    lowest of their suits; in `SEVENS_DECLARER` the declarer's side wins ties.
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
    NELLO = 10
    NELLO_INVERTED = 11
    NELLO_HIGH = 12
    NELLO_LOW = 13
    SEVENS = 14
    SEVENS_DECLARER = 15

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")


TRUMPS: Final = tuple(Trump)[:9]
"""The nine declarations of most tables."""
NO_TRUMP: Final = (Trump.FOLLOW_ME, Trump.FOLLOW_ME_LOW)
NELLO: Final = tuple(Trump)[10:14]
"""The declarer's side must lose all tricks; his partner sits out."""
SEVENS: Final = tuple(Trump)[14:]
"""All play what is nearest to seven pips, and the declarer's side must win all tricks."""
SWEEPS: Final = NELLO + SEVENS
"""Declarations that are made by getting all there is; the first trick that fails ends the deal."""
PLAIN: Final = tuple(Trump)[:10]
"""All others: the nine, and their variant."""
RANKS_OF_DOUBLES: Final = {Trump.FOLLOW_ME_LOW: -1, Trump.NELLO_LOW: -1}
"""Where a double stands in its suit among the others, ranked 0 to 6; elsewhere above them all."""
RANKS_APART: Final = {
    Trump.DOUBLES: range(7),
    Trump.NELLO: range(7),
    Trump.NELLO_INVERTED: range(6, -1, -1),
}
"""Where doubles are a suit of their own, how they rank in it, from 0-0 to 6-6."""
EACH: Final = 6
"""What a trick gives in nello and sevens, where dominoes give nothing: 42 in all, as ever."""


APART: Final = 7
"""The number of a suit of no pips: the trumps, or doubles as a suit of their own."""


def is_trump(trump: Trump, domino: Domino) -> bool:
    """Whether a domino belongs to the trump suit."""
    if trump is Trump.DOUBLES:
        return domino.is_double
    return trump in (domino.high, domino.low)


def is_apart(trump: Trump, domino: Domino) -> bool:
    """Whether a domino is a trump, or of a suit of doubles: then it is of no suit of pips."""
    return is_trump(trump, domino) or (trump in RANKS_APART and domino.is_double)


def suit_of(trump: Trump, lead: Domino | int) -> int:
    """The suit that a lead calls for: pips, or `APART`. A number is the suit that it is called."""
    if isinstance(lead, int):
        return lead
    return APART if is_apart(trump, lead) else lead.high


def follows(trump: Trump, lead: Domino | int, domino: Domino) -> bool:
    """Whether a domino belongs to the suit that a lead calls for."""
    suit = suit_of(trump, lead)
    return suit == APART if is_apart(trump, domino) else suit in (domino.high, domino.low)


def strength(trump: Trump, lead: Domino | int, domino: Domino) -> int:
    """How strong a domino is on a lead; 0 never wins."""
    suit = suit_of(trump, lead)
    if is_trump(trump, domino):
        suit = trump
    elif not follows(trump, suit, domino):
        return 0
    if not domino.is_double:
        rank = domino.high + domino.low - suit  # the other half
    elif trump in RANKS_APART:
        rank = RANKS_APART[trump][domino.high]
    else:
        rank = RANKS_OF_DOUBLES.get(trump, 7)
    return 2 + rank + (8 if is_trump(trump, domino) else 0)


def distance(domino: Domino) -> int:
    """How far a domino is from seven pips, which counts in sevens."""
    return abs(domino.high + domino.low - 7)


@cache
def suits(trump: Trump) -> dict[str, int]:
    """The kinds of dominoes of which a seat may be seen to hold none: masks by name.

    These are the trumps, doubles where they are a suit, and the suits of pips without them; in
    sevens those equally far from seven.
    """
    if trump in SEVENS:
        named = {
            _pips(far): [domino for domino in DOMINOES if distance(domino) == far]
            for far in range(8)
        }
    else:
        named = {"trumps": [domino for domino in DOMINOES if is_trump(trump, domino)]}
        plain = [domino for domino in DOMINOES if domino not in named["trumps"]]
        named["doubles"] = [domino for domino in plain if is_apart(trump, domino)]
        for pip in range(7):
            named[str(Trump(pip))] = [
                domino
                for domino in plain
                if pip in (domino.high, domino.low) and domino not in named["doubles"]
            ]
    return {name: sum(1 << domino.index for domino in suit) for name, suit in named.items() if suit}


def _pips(far: int) -> str:
    """The dominoes so far from seven, in words."""
    return f"domino of {' or '.join(str(n) for n in sorted({7 - far, 7 + far}) if n <= 12)} pips"


@cache
def sides_of(trump: Trump, declarer: int) -> tuple[int | None, ...]:
    """For each seat the number of its side; None for the declarer's partner in nello."""
    partner = (declarer + 2) % 4
    return tuple(None if trump in NELLO and seat == partner else seat % 2 for seat in range(4))


@cache
def trick_table(trump: Trump, declaring: int = 0, *, small_end: bool = False) -> TrickTable[Domino]:
    """A declaration as data for the trick kernel and the search.

    Args:
        trump: the declaration.
        declaring: the declarer's side, which matters in nello and sevens.
        small_end: whether the first lead may be called the suit of its low half: any number of pips
            is then a call. It makes no other difference, so that the name is the same.
    """
    # Numbers that are equal to a trump must not come into the caches below in its place.
    trump = Trump(trump)
    if trump in SEVENS:
        return _sevens_table(trump, declaring)
    if trump in NELLO:
        return _nello_table(trump, declaring, small_end)
    return _trick_table(trump, small_end)


@cache
def _trick_table(trump: Trump, small_end: bool) -> TrickTable[Domino]:
    return TrickTable(
        name=trump,
        faces=DOMINOES,
        demands=[_row(trump, lead)[0] for lead in DOMINOES],
        strengths=[_row(trump, lead)[1] for lead in DOMINOES],
        points=[domino.count for domino in DOMINOES],
        calls=_calls(trump, small_end),
    )


def _calls(trump: Trump, small_end: bool) -> list[tuple[list[int], list[int]]]:
    """The suits of pips that the first lead may be called, where it may be."""
    return [_row(trump, pip) for pip in range(7)] if small_end else []


def _row(trump: Trump, lead: Domino | int) -> tuple[list[int], list[int]]:
    """What follows a lead, and how strong all dominoes are on it."""
    following = sum(1 << one.index for one in DOMINOES if follows(trump, lead, one))
    return [following], [strength(trump, lead, one) for one in DOMINOES]


@cache
def _nello_table(trump: Trump, declaring: int, small_end: bool) -> TrickTable[Domino]:
    """A trick is for the side that does not win it."""
    return TrickTable(
        name=(trump, declaring),
        faces=DOMINOES,
        demands=[_row(trump, lead)[0] for lead in DOMINOES],
        strengths=[_row(trump, lead)[1] for lead in DOMINOES],
        points=[0] * len(DOMINOES),
        trick_points=EACH,
        misere=True,
        sweep=declaring,
        calls=_calls(trump, small_end),
    )


@cache
def _sevens_table(trump: Trump, declaring: int) -> TrickTable[Domino]:
    """All must play what is nearest to seven pips, and the nearest wins."""
    distances = [distance(domino) for domino in DOMINOES]
    nearest = [
        sum(1 << index for index, far in enumerate(distances) if far == near)
        for near in range(max(distances))  # what is farthest is left to who holds nothing else
    ]
    return TrickTable(
        name=(trump, declaring),
        faces=DOMINOES,
        demands=[nearest] * len(DOMINOES),
        strengths=[[-far for far in distances]] * len(DOMINOES),
        points=[0] * len(DOMINOES),
        trick_points=EACH,
        leads=nearest,
        ties_to=declaring if trump is Trump.SEVENS_DECLARER else None,
        sweep=declaring,
    )
