"""The chance to win a match in which points can be lost: a race that may go backwards."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor
from typing import Any, Final

import numpy as np

FINE: Final = 60
"""The target is told in so many units at most, ..."""
SMALLEST: Final = 4
"""... of so many points at least."""
DEPTH: Final = 200
"""Who needs so many points more than the target is taken to sink no deeper."""
EXACT: Final = 1e-6
PASSES: Final = 2000

Steps = Mapping[tuple[int, int], float]
"""How often a deal adds what to the two scores."""
Table = np.ndarray[tuple[int, int], np.dtype[np.float64]]


class Race:
    """A match played in units of some points, each step rounded so that it is right on average.

    Args:
        steps: what deals bring.
        target: what wins the match, or a longer one is likened to.
    """

    def __init__(self, steps: Steps, target: int) -> None:
        self.unit = max(SMALLEST, target // FINE)
        size = ceil((target + DEPTH) / self.unit)
        self._table = _solved(_in_units(steps, self.unit), size)

    def chance(self, we_need: float, they_need: float) -> float:
        """The chance that a side wins, from what both need to reach the target."""
        size = len(self._table)
        ours, theirs = (min(max(need / self.unit, 1.0), size) - 1 for need in (we_need, they_need))
        x, y = min(floor(ours), size - 2), min(floor(theirs), size - 2)
        right, down = ours - x, theirs - y
        rows = self._table[x : x + 2, y : y + 2]
        return float(np.array([1 - right, right]) @ rows @ np.array([1 - down, down]))


def _in_units(steps: Steps, unit: int) -> Steps:
    found: dict[tuple[int, int], float] = {}
    for (ours, theirs), share in steps.items():
        for x, one in _rounded(ours / unit):
            for y, other in _rounded(theirs / unit):
                found[x, y] = found.get((x, y), 0.0) + share * one * other
    return {step: share for step, share in found.items() if share}


def _rounded(number: float) -> list[tuple[int, float]]:
    """Both neighbours, with the shares that make the number of them."""
    least = floor(number)
    return [(least, least + 1 - number), (least + 1, number - least)]


def _solved(steps: Steps, size: int) -> Table:
    """The chance by what both need, from 1 to `size`: by playing on until nothing changes."""
    need = np.arange(1, size + 1)
    table = np.full((size, size), 0.5)
    known = np.zeros_like(table)
    going: list[tuple[Any, float, Any]] = []
    for (ours, theirs), share in steps.items():
        x, y = need[:, None] - ours, need[None, :] - theirs
        over = (x <= 0) | (y <= 0)
        known += share * np.where(over, (1 + np.sign(y - x)) / 2, 0.0)
        after = np.ix_(np.clip(x[:, 0], 1, size) - 1, np.clip(y[0], 1, size) - 1)
        going.append((after, share, ~over))
    for _ in range(PASSES):
        before = table
        table = known.copy()
        for after, share, open_still in going:
            table += share * open_still * before[after]
        if np.abs(table - before).max() < EXACT:
            break
    return table.clip(0.0, 1.0)
