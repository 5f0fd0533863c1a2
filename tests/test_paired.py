"""Statistics of mirrored pairs against values computed by hand."""

from __future__ import annotations

from statistics import NormalDist, stdev

import pytest

from fortytwo.solver.paired import CONFIDENCE, Paired


def paired(*successes: tuple[float, float]) -> Paired:
    found = Paired()
    for first, second in successes:
        found.add(first, second)
    return found


def test_counts_by_hand() -> None:
    """Of 20 pairs both succeed in 7, only the first in 8, only the second in 2, none in 3."""
    found = paired(*[(1, 1)] * 7, *[(1, 0)] * 8, *[(0, 1)] * 2, *[(0, 0)] * 3)
    assert (found.pairs, found.first, found.second) == (20, 15, 9)
    assert (found.only_first, found.only_second) == (8, 2)
    assert found.difference == pytest.approx(0.3)
    # McNemar: (8 - 2) / sqrt(8 + 2).
    assert found.z == pytest.approx(1.897367)
    # Variance (10 - 20 * 0.09) / 19 = 0.431579; 1.96 * sqrt(0.431579 / 20) = 0.28792.
    assert found.margin == pytest.approx(0.28792, abs=1e-5)


def test_margin_is_that_of_the_mean_of_differences() -> None:
    successes = [(1.0, 0.0), (0.5, 1.0), (0.0, 0.0), (1.0, 0.5), (0.0, 1.0), (1.0, 0.0)]
    differences = [first - second for first, second in successes]
    margin = paired(*successes).margin
    assert margin == pytest.approx(1.96 * stdev(differences) / len(differences) ** 0.5)
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-4) == CONFIDENCE


def test_nothing_is_claimed_of_less_than_two_pairs() -> None:
    assert paired().margin is None
    assert (paired().difference, paired().z) == (0, 0)
    assert paired((1, 0)).margin is None


def test_equal_players_differ_by_nothing() -> None:
    found = paired((1, 1), (0, 0), (1, 1))
    assert (found.difference, found.margin, found.z) == (0, 0, 0)
