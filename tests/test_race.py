"""The race of moves: who is dropped when, and that it changes nothing for those who are not."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any

import numpy as np
import pytest

from fortytwo.solver.race import ENOUGH, MARGIN, STEP, race

Matrix = np.ndarray[tuple[int, int], np.dtype[Any]]
CALLS: list[tuple[int, int]] = []


def solving(values: Matrix) -> Callable[[int, int, Any], Matrix]:
    """What `Judge` would find if these were the values; moves that are not chosen bring 0."""

    def solve(first: int, last: int, chosen: Any) -> Matrix:
        CALLS.append((first, last))
        found: Matrix = values[first:last] * chosen
        return found

    return solve


def mixed(seed: int, worlds: int = 160) -> tuple[Matrix, Any]:
    """Shares won by seven moves, the first the best and the last hopeless; uneven weights."""
    random = np.random.default_rng(seed)
    shares = np.array([0.8, 0.78, 0.7, 0.6, 0.5, 0.3, 0.05])
    return (random.random((worlds, 7)) < shares).astype(float), random.uniform(0.2, 3, worlds)


@pytest.mark.parametrize("seed", range(10))
def test_survivors_have_the_means_that_they_have_without_dropping(seed: int) -> None:
    values, weights = mixed(seed)
    dropping = race(solving(values), weights, 7, deadline=inf)
    keeping = race(solving(values), weights, 7, deadline=inf, drop=False)
    assert keeping.solved.tolist() == [160] * 7
    assert keeping.mean == pytest.approx(np.average(values, axis=0, weights=weights))
    assert dropping.worlds == 160
    survivors = dropping.solved == 160
    assert survivors.any()
    assert not survivors[6]
    assert dropping.mean[survivors] == pytest.approx(keeping.mean[survivors])
    for move in np.flatnonzero(~survivors).tolist():
        solved = dropping.solved[move]
        assert ENOUGH <= solved < 160
        assert solved % STEP == 0
        some = np.average(values[:solved, move], weights=weights[:solved])
        assert dropping.mean[move] == pytest.approx(some)


@pytest.mark.parametrize("seed", range(10))
def test_moves_are_dropped_at_the_first_look_at_which_they_are_far_behind(seed: int) -> None:
    """Each look by hand: the difference to the best in every world, its mean and its error."""
    values, weights = mixed(seed)
    left, solved = list(range(7)), [160] * 7
    for last in range(ENOUGH, 160, STEP):
        share = weights[:last] / weights[:last].sum()
        means = {move: share @ values[:last, move] for move in left}
        best = max(left, key=lambda move: means[move])
        for move in list(left):
            behind = values[:last, best] - values[:last, move]
            mean = share @ behind
            if mean > MARGIN * (share**2 @ (behind - mean) ** 2) ** 0.5:
                left.remove(move)
                solved[move] = last
    found = race(solving(values), weights, 7, deadline=inf)
    assert found.solved.tolist() == solved


@pytest.mark.parametrize("kind", ["shares", "points"])
def test_the_best_is_hardly_ever_dropped(kind: str) -> None:
    """Two moves as good as each other: in 0.6 % of races one is dropped; five standard errors."""
    random, races, dropped = np.random.default_rng(1), 2000, 0
    for _ in range(races):
        values = random.normal(30, 6, (160, 2))
        if kind == "shares":
            values = (values > 30).astype(float)
        found = race(solving(values), np.ones(160), 2, deadline=inf)
        dropped += int(min(found.solved) < 160)
    assert dropped / races < 0.006 + 5 * (0.006 / races) ** 0.5


@pytest.mark.parametrize("worlds", [1, 2, STEP - 1, STEP, STEP + 1, ENOUGH, 100])
def test_any_number_of_worlds(worlds: int) -> None:
    values, weights = mixed(1, worlds)
    CALLS.clear()
    found = race(solving(values), weights, 7, deadline=inf, drop=False)
    assert [*range(0, worlds, STEP), worlds] == [first for first, _ in CALLS] + [CALLS[-1][1]]
    assert found.worlds == worlds
    assert found.mean == pytest.approx(np.average(values, axis=0, weights=weights))


def test_the_first_worlds_are_solved_whatever_the_time() -> None:
    values, weights = mixed(1)
    found = race(solving(values), weights, 7, deadline=monotonic() - 1)
    assert found.worlds == STEP
    assert found.solved.tolist() == [STEP] * 7
    assert found.mean == pytest.approx(np.average(values[:STEP], axis=0, weights=weights[:STEP]))
