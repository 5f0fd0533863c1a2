"""Statistics of mirrored pairs against values computed by hand."""

from __future__ import annotations

from statistics import NormalDist, pstdev, stdev

import pytest

from fortytwo import Random
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
    # With one more pair each way: (12 / 22 - (6 / 22)^2) / 22 = 0.0214125; 1.96 times its root.
    assert found.margin == pytest.approx(0.28681, abs=1e-5)


def test_margin_is_that_of_the_mean_of_differences() -> None:
    successes = [(1.0, 0.0), (0.5, 1.0), (0.0, 0.0), (1.0, 0.5), (0.0, 1.0), (1.0, 0.0)] * 50
    differences = [first - second for first, second in successes]
    margin = paired(*successes).margin
    assert margin == pytest.approx(1.96 * stdev(differences) / len(differences) ** 0.5, rel=0.005)
    more = [*differences, 1, -1]
    assert margin == pytest.approx(1.96 * pstdev(more) / len(more) ** 0.5)
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-4) == CONFIDENCE


def test_margins_hold_the_truth_as_often_as_they_say() -> None:
    """In 2,000 samples of 60 pairs; more often where hardly any pairs differ, or all do."""
    random = Random(7)
    for sure, one, other, most in ((40, 15, 10, 0.97), (5, 85, 5, 1), (95, 2, 2, 1)):
        held = 0
        for _ in range(2000):
            sample = Paired()
            for _ in range(60):
                drawn = random.below(100)
                first = drawn < sure + one
                sample.add(first, drawn < sure or sure + one <= drawn < sure + one + other)
            held += abs(sample.difference - (one - other) / 100) <= sample.margin
        assert 0.94 <= held / 2000 <= most


def test_nothing_is_sure_after_few_pairs() -> None:
    assert (paired().difference, paired().z) == (0, 0)
    assert paired((1, 0)).margin > 1
    assert 0.1 < paired(*[(1, 0)] * 20).margin < 0.2


def test_equal_players_differ_by_nothing() -> None:
    found = paired((1, 1), (0, 0), (1, 1))
    assert (found.difference, found.z) == (0, 0)
