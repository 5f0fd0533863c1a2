"""Moves judged in world after world; those that can no longer win are dropped on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from .judge import Chosen
    from .knowledge import Floats

    Matrix = np.ndarray[tuple[int, int], np.dtype[Any]]

STEP: Final = 16
"""So many worlds are solved at a time, if nothing else is said."""
ENOUGH: Final = 32
"""No move is dropped on fewer worlds."""
MARGIN: Final = 3.5
"""A move is dropped that is behind by so many standard errors of the difference: of two that are
equally good, one is in 0.6 % of races over 160 worlds."""


@dataclass(frozen=True)
class Outcomes:
    """What moves brought in the worlds solved.

    Args:
        found: points, or whether they were enough, by world and move.
        weights: how much each world counts.
        solved: for each move in how many worlds, from the first, it was solved.
    """

    found: Matrix
    weights: Floats
    solved: np.ndarray[tuple[int], np.dtype[np.int64]]

    @property
    def worlds(self) -> int:
        """In how many worlds the moves that were not dropped were solved."""
        return len(self.weights)

    @property
    def mean(self) -> Floats:
        """For each move the mean of what was found, over its worlds."""
        counts = np.arange(self.worlds)[:, None] < self.solved
        weights = self.weights[:, None] * counts
        means: Floats = (weights * self.found).sum(0) / weights.sum(0)
        return means


def race(
    solve: Callable[[int, int, Chosen], Matrix],
    weights: Floats,
    moves: int,
    *,
    deadline: float,
    step: int = STEP,
    drop: bool = True,
    bar: Callable[[range], Iterable[int]] = iter,
) -> Outcomes:
    """Solve worlds, a few at a time, for all moves that may still turn out best.

    Args:
        solve: what moves bring in the worlds from one to before another; see `Judge`.
        weights: how much each world counts.
        moves: how many moves there are.
        deadline: when to stop, by the monotonic clock; the first worlds are always solved.
        step: how many worlds are solved between two looks at who is still in the race, and at
            the clock.
        drop: whether moves may be dropped.
        bar: what the numbers of worlds pass through, to show progress.
    """
    size = len(weights)
    found = np.zeros((size, moves))
    solved = np.zeros(moves, np.int64)
    chosen = np.ones(moves, np.uint8)
    for first in bar(range(0, size, step)):
        last = min(size, first + step)
        found[first:last] = solve(first, last, chosen)
        solved[chosen > 0] = last
        if monotonic() > deadline:
            break
        if drop and last >= ENOUGH:
            chosen &= _in_the_race(found[:last], weights[:last], chosen)
    last = int(solved.max())
    return Outcomes(found[:last], weights[:last], solved)


def _in_the_race(values: Matrix, weights: Floats, chosen: Chosen) -> Chosen:
    """Which moves are not behind the best for certain."""
    share = weights / weights.sum()
    means = np.where(chosen, share @ values, -np.inf)
    behind = values[:, [int(means.argmax())]] - values
    mean = share @ behind
    error = np.sqrt((share**2) @ (behind - mean) ** 2)
    kept: Chosen = (mean <= MARGIN * error).astype(np.uint8)
    return kept
