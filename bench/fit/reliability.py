"""Whether bids are made as often as the advisor says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi, sqrt
from typing import Final, NamedTuple

from fortytwo.engine.drawing import BEST, INK, LINE, MARGIN, SHADE, Drawing, ground, words

from .selfplay import Game

BINS: Final = 10
SIDE: Final = 300
"""Of the square in the diagram."""


class Bin(NamedTuple):
    """Bids with about the same chance stated.

    Args:
        number: which tenth the chances lie in.
        bids: how many.
        stated: the mean of the chances.
        made: the share of bids that were made.
    """

    number: int
    bids: int
    stated: float
    made: float

    @property
    def off(self) -> float:
        """The difference of what is stated and what is made."""
        return abs(self.stated - self.made)

    @property
    def error(self) -> float:
        """The standard error of the share made, if what is stated is true."""
        return sqrt(self.stated * (1 - self.stated) / self.bids)


def reliability(games: Sequence[Game]) -> Iterator[Bin]:
    """The bins that have bids in them; deals that nobody bid are left out."""
    bids = [game for game in games if "bid" in game]
    for number in range(BINS):
        some = [game for game in bids if min(int(game["chance"] * BINS), BINS - 1) == number]
        if some:
            stated = sum(game["chance"] for game in some) / len(some)
            yield Bin(number, len(some), stated, sum(game["made"] for game in some) / len(some))


def error(bins: Sequence[Bin]) -> float:
    """The mean absolute difference of what is stated and what is made, over all bids."""
    return _mean(bins, [one.off for one in bins])


def luck(bins: Sequence[Bin]) -> float:
    """What that difference is on average where all that is stated is true."""
    return _mean(bins, [sqrt(2 / pi) * one.error for one in bins])


def _mean(bins: Sequence[Bin], numbers: Sequence[float]) -> float:
    """Each bid counting once."""
    total = sum(one.bids * number for one, number in zip(bins, numbers, strict=True))
    return total / max(1, sum(one.bids for one in bins))


def diagram(bins: Sequence[Bin]) -> Drawing:
    """What is made by what is stated: on the diagonal all is as stated.

    A bin is a disc, of an area that grows with its bids, with two standard errors either way.
    """
    left, top = MARGIN + 2.0 * LINE, MARGIN + 1.0 * LINE
    foot = top + SIDE
    width, height = left + SIDE + 2 * MARGIN, foot + 2 * LINE + MARGIN
    most = max((one.bids for one in bins), default=1)
    shapes = [
        ground(width, height),
        f'<rect x="{left:g}" y="{top:g}" width="{SIDE}" height="{SIDE}" fill="{SHADE}"/>',
        f'<path d="M{left:g} {foot:g}l{SIDE} {-SIDE}" stroke="{INK}" stroke-dasharray="4"/>',
        words("made, %", left, top - 8, size=14),
        words("stated, %", left + SIDE, foot + 2 * LINE - 4, size=14, anchor="end"),
    ]
    for percent in range(0, 101, 25):
        at = SIDE * percent / 100
        shapes.append(words(str(percent), left + at, foot + 16, size=14, anchor="middle"))
        shapes.append(words(str(percent), left - 6, foot - at + 5, size=14, anchor="end"))
    for one in bins:
        x, y = left + SIDE * one.stated, foot - SIDE * one.made
        low, high = max(0, one.made - 2 * one.error), min(1, one.made + 2 * one.error)
        shapes += [
            f'<path stroke="{BEST}" '
            f'd="M{x:.1f} {foot - SIDE * low:.1f}V{foot - SIDE * high:.1f}"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1 + 8 * sqrt(one.bids / most):.1f}" '
            f'fill="{BEST}"><title>{one.bids} bids</title></circle>',
        ]
    title = f"How many of {sum(one.bids for one in bins)} bids were made, by the chance stated"
    return Drawing(width, height, shapes, title)
