"""What dominoes, declared doubles and deals of Bingo bring: the tables of the handbook, and others.

The tables of the handbook are remembered, not confirmed in print: so all of them can be replaced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...dominoes import DOMINOES, Domino
from ...errors import OptionError
from ...options import Own

HANDBOOK: Final = "handbook"
BINGO: Final = Domino(0, 0)
TRUMPS: Final = range(7)
"""The numbers that can be trump."""
BLANK: Final = 7
"""What a blank half counts."""
NUMBER: Final = re.compile(r"\d{1,2}")


def pips(domino: Domino) -> int:
    """The pips of a domino."""
    return sum(half or BLANK for half in (domino.high, domino.low))


def _handbook(trump: int, domino: Domino) -> int:
    """What a domino brings to who takes it, by the handbook."""
    if domino != BINGO and trump == domino.high == domino.low:
        return 28
    if domino.is_double or trump in (domino.high, domino.low):
        return pips(domino)
    return 10 if domino in (Domino(6, 4), Domino(3, 0)) else 0


DOMINO_POINTS: Final = tuple(
    tuple(_handbook(trump, domino) for domino in DOMINOES) for trump in TRUMPS
)
"""By trump, from blanks to sixes, what each domino brings, by its index."""
DOUBLE_POINTS: Final = (20, 40, 50, 60, 70, 70)
"""What 2, 3, … 7 declared doubles bring."""
BINGO_POINTS: Final = 10
"""What they bring more if the Bingo is one of them."""
SETS: Final = (1, 2, 3)
"""What a deal brings if the loser has enough points, too few, or no trick."""


def _numbers(text: str, expected: int) -> tuple[int, ...]:
    """So many numbers from 0 to 99 with commas between.

    Raises:
        OptionError: they are not that.
    """
    words = text.split(",")
    if len(words) != expected or not all(map(NUMBER.fullmatch, words)):
        raise OptionError(f"{expected} numbers from 0 to 99 with commas between")
    return tuple(map(int, words))


def _written(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


@lru_cache(maxsize=64)
def domino_points(text: str) -> tuple[tuple[int, ...], ...]:
    """By trump what each domino brings, by its index.

    Args:
        text: `handbook`, or for each trump from blanks to sixes 28 numbers, divided by `/`.
    """
    if text == HANDBOOK:
        return DOMINO_POINTS
    rows = text.split("/")
    if len(rows) != len(TRUMPS):
        raise OptionError(f"{len(TRUMPS)} rows divided by /")
    return tuple(_numbers(row, len(DOMINOES)) for row in rows)


@lru_cache(maxsize=64)
def double_points(text: str) -> tuple[tuple[int, ...], int]:
    """What 2, 3, … 7 declared doubles bring, and how much more with the Bingo.

    Args:
        text: `handbook`, or numbers as in `20,40,50,60,70,70+10`.
    """
    if text == HANDBOOK:
        return DOUBLE_POINTS, BINGO_POINTS
    doubles, _, bingo = text.partition("+")
    points = _numbers(doubles, len(DOUBLE_POINTS))
    if not NUMBER.fullmatch(bingo):
        raise OptionError("a number from 0 to 99 after +")
    return points, int(bingo)


@lru_cache(maxsize=64)
def sets(text: str) -> tuple[int, ...]:
    """What a deal brings if the loser has enough points, too few, or no trick.

    Args:
        text: `handbook`, or three numbers as in `1,2,3`.
    """
    if text == HANDBOOK:
        return SETS
    found = _numbers(text, len(SETS))
    if not 0 < found[0] <= found[1] <= found[2]:
        raise OptionError("three numbers of 1 or more that do not fall")
    return found


def _own_dominoes(text: str) -> str:
    return "/".join(map(_written, domino_points(text)))


def _own_doubles(text: str) -> str:
    doubles, bingo = double_points(text)
    return f"{_written(doubles)}+{bingo}"


OWN_DOMINOES: Final = Own("7 × 28 numbers", _own_dominoes)
OWN_DOUBLES: Final = Own("numbers as `20,40,50,60,70,70+10`", _own_doubles)
OWN_SETS: Final = Own("numbers as `1,2,3`", lambda text: _written(sets(text)))
