"""Whether bids are made as often as the advisor says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .selfplay import Game

BINS: Final = 10
Row = tuple[int, int, float, float]
"""Of a bin: its number, how many bids, the mean chance stated, the share made."""


def reliability(games: Sequence[Game]) -> Iterator[Row]:
    """The bins that have bids in them, by the chance stated; deals that nobody bid are left out."""
    bids = [game for game in games if "bid" in game]
    for number in range(BINS):
        some = [game for game in bids if min(int(game["chance"] * BINS), BINS - 1) == number]
        if some:
            stated = sum(game["chance"] for game in some) / len(some)
            yield number, len(some), stated, sum(game["made"] for game in some) / len(some)


def error(rows: Sequence[Row]) -> float:
    """The mean absolute difference of what is stated and what is made, over all bids."""
    off = sum(size * abs(stated - made) for _, size, stated, made in rows)
    return off / max(1, sum(row[1] for row in rows))
