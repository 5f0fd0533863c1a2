"""What solved worlds show: found where it is known to be, and nothing where there is nothing."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

import fortytwo as ft
from fortytwo.engine.view import Unseen
from fortytwo.solver.evidence import (
    NOTABLE,
    Holdings,
    chance_of_signs,
    chance_of_split,
    difference,
)
from fortytwo.solver.explanation import Difference

Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
WORLDS = 160
ALL = (1 << 15) - 1
FEW = Unseen(0b111111, (2, 2, 2), (0b111111,) * 3)


def holdings(seed: int, sizes: tuple[int, ...] = (5, 5, 5), told: float = 1.0) -> Holdings:
    """Worlds of fifteen pieces, drawn at random."""
    unseen = Unseen(ALL, sizes, (ALL,) * 3)
    worlds = ft.Worlds(unseen).draw_many(ft.Random(seed), WORLDS)
    return Holdings.of(unseen, worlds, np.ones(WORLDS), told)


def column(found: Holdings, piece: int, place: int) -> Floats:
    """In which worlds the place holds the piece."""
    return found.held[:, found.pairs.index((piece, place))].astype(float)


def happens(random: np.random.Generator, chance: Floats | float) -> Floats:
    return (random.random(WORLDS) < chance).astype(float)


def test_the_decisive_holding_is_found() -> None:
    random, right = np.random.default_rng(1), 0
    for seed in range(100):
        worlds = holdings(seed)
        held = column(worlds, 7, 1)
        successes = happens(random, np.where(held > 0, 0.91, 0.48))
        found = worlds.split(successes)
        if found is None:
            continue
        piece, place, with_it, without = found
        right += (piece, place) == (7, 1)
        if (piece, place) == (7, 1):
            assert with_it.p == pytest.approx(successes[held > 0].mean())
            assert without.p == pytest.approx(successes[held == 0].mean())
            for share, count in ((with_it, held.sum()), (without, WORLDS - held.sum())):
                q = (share.p * count + 1) / (count + 2)
                assert share.error == pytest.approx((q * (1 - q) / count) ** 0.5)
        else:
            # No other piece; where it lies instead may look as telling.
            assert piece == 7
    assert right >= 85


def test_a_holding_that_hurts_is_found_as_well() -> None:
    worlds = holdings(1)
    held = column(worlds, 2, 0)
    found = worlds.split(happens(np.random.default_rng(1), np.where(held > 0, 0.1, 0.8)))
    assert found is not None
    assert found[:2] == (2, 0)
    assert found[2].p < 0.3 < 0.6 < found[3].p


@pytest.mark.parametrize("sizes", [(5, 5, 5), (1, 7, 7)])
@pytest.mark.parametrize("chance", [0.03, 0.5, 0.9, 0.97])
def test_nothing_is_told_of_chance(sizes: tuple[int, ...], chance: float) -> None:
    """1,000 matrices each, half of them with outcomes between success and failure."""
    random, splits, changes = np.random.default_rng(2), 0, 0
    for seed in range(1000):
        worlds = holdings(seed, sizes)
        options = np.array([happens(random, chance) for _ in range(5)])
        if seed % 2:
            options = (options + [happens(random, chance) for _ in range(5)]) / 2
        first, *others = options
        splits += worlds.split(first) is not None
        changes += worlds.change(first, others) is not None
    assert splits < 10
    assert changes < 10


def test_fewer_equal_worlds_carry_less() -> None:
    full, tenth = holdings(3), holdings(3, told=0.1)
    held = column(full, 7, 1)
    successes = happens(np.random.default_rng(3), np.where(held > 0, 0.9, 0.4))
    assert full.split(successes) is not None
    assert tenth.split(successes) is None
    assert full.change(1 - held, [held]) is not None
    assert tenth.change(1 - held, [held]) is None


def test_the_holding_that_changes_the_choice_is_found() -> None:
    random, right = np.random.default_rng(4), 0
    for seed in range(100):
        worlds = holdings(seed)
        held = column(worlds, 4, 2)
        best = happens(random, np.where(held > 0, 0.3, 0.9))
        others = [happens(random, 0.3), happens(random, np.where(held > 0, 0.85, 0.5))]
        found = worlds.change(best, others)
        if found is None:
            continue
        piece, place, number, gain = found
        assert number == 1
        if (piece, place) == (4, 2):
            right += 1
            there = (others[1] - best)[held > 0]
            assert gain.mean == pytest.approx(there.mean())
            assert gain.error == pytest.approx(there.std() / len(there) ** 0.5, rel=0.2)
    assert right >= 60


def test_an_option_dropped_early_is_compared_where_it_was_solved() -> None:
    worlds = holdings(5)
    held = column(worlds, 4, 2)
    found = worlds.change(1 - held, [held[:64]])
    assert found is not None
    assert found[:3] == (4, 2, 0)
    assert found[3].mean == pytest.approx(1)


def test_all_worlds_leave_no_error_but_small_matters_are_not_told() -> None:
    worlds = ft.Worlds(FEW).list_all()
    everything = Holdings.of(FEW, worlds, np.ones(len(worlds)), 0.0)
    held = column(everything, 3, 1)
    found = everything.split(held)
    assert found is not None
    assert found[:2] == (3, 1)
    assert [(share.p, share.error) for share in found[2:]] == [(1, 0), (0, 0)]
    assert everything.split(held * NOTABLE * 0.99) is None
    change = everything.change(1 - held, [held])
    assert change is not None
    assert change[:3] == (3, 1, 0)
    assert change[3].mean == pytest.approx(1)
    assert change[3].error == 0
    assert everything.change(held * 0, [held * NOTABLE * 0.99]) is None


def test_weights_count() -> None:
    """Two worlds in three are hardly believed."""
    worlds = ft.Worlds(FEW).list_all()
    plain = Holdings.of(FEW, worlds, np.ones(len(worlds)), 0.0)
    held = column(plain, 0, 0)
    weights = np.where(np.arange(len(worlds)) % 3 == 0, 2.8, 0.1)
    successes = (np.arange(len(worlds)) % 3 == 0).astype(float)
    found = Holdings.of(FEW, worlds, weights, 0.0).split(held * successes)
    assert found is not None
    assert found[:2] == (0, 0)
    expected = np.average(successes[held > 0], weights=weights[held > 0])
    assert expected > 0.8
    assert found[2].p == pytest.approx(expected)


def test_what_lies_the_same_in_all_worlds_decides_nothing() -> None:
    unseen = Unseen(0b111, (1, 2), (0b001, 0b111))
    worlds = ft.Worlds(unseen).list_all()
    assert not Holdings.of(unseen, worlds, np.ones(1), 0.0).pairs
    assert Holdings.of(unseen, worlds, np.ones(1), 0.0).split(np.ones(1)) is None


def test_fishers_test_is_exact_for_counts() -> None:
    for worlds, part, good in ((20, 7, 12), (160, 53, 128), (30, 3, 28)):
        for count in range(max(0, part + good - worlds), min(part, good) + 1):
            found = chance_of_split(count / part, good / worlds, part / worlds, worlds)
            tail = range(count, min(part, good) + 1)
            if count / part < good / worlds:
                tail = range(max(0, part + good - worlds), count + 1)
            ways = sum(comb(part, n) * comb(worlds - part, good - n) for n in tail)
            assert found == pytest.approx(ways / comb(worlds, good))


def test_the_bound_for_signs_holds() -> None:
    for number in (1, 8, 40, 160):
        for better in range(number + 1):
            exact = sum(comb(number, n) for n in range(better, number + 1)) / 2**number
            bound = chance_of_signs(np.array([better]), np.array([number - better]))[0]
            assert bound >= exact * (1 - 1e-3)
    assert chance_of_signs(np.array([17.0]), np.array([0.0]))[0] == pytest.approx(2**-17, rel=1e-2)


def test_a_difference_is_that_of_pairs() -> None:
    """Luck that both share cancels: the error is what differences vary by."""
    random = np.random.default_rng(6)
    found, apart = [], []
    for _ in range(400):
        luck = happens(random, 0.6)
        second = luck * (random.random(WORLDS) > 0.05)
        one = difference(luck, second, np.ones(WORLDS), 1.0)
        found.append(one)
        apart.append(one.mean)
    error = float(np.mean([one.error for one in found]))
    assert np.std(apart) <= error <= 1.25 * np.std(apart)
    assert error < 0.5 * (2 * 0.24 / WORLDS) ** 0.5
    assert np.mean(apart) == pytest.approx(0.03, abs=0.002)


def test_equal_outcomes_still_may_differ() -> None:
    same = difference(np.ones(50), np.ones(50), np.ones(50), 1.0)
    assert same.mean == 0 < same.error
    assert not same.clear
    assert not Difference(1e-17, 0.0).clear
    assert difference(np.ones(9), np.zeros(5), np.ones(9), 0.0).error == 0


def test_differences_are_unclear_by_chance_as_often_as_stated() -> None:
    random = np.random.default_rng(7)
    clear = sum(
        difference(happens(random, 0.5), happens(random, 0.5), np.ones(WORLDS), 1.0).clear
        for _ in range(2000)
    )
    assert 0.03 < clear / 2000 < 0.065
