"""The generator of random numbers: fixed for ever, uniform, and refusing nonsense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft

WORD = 2**64 - 1


def published(seed: int) -> Iterator[int]:
    """SplitMix64 and xoshiro256** as their authors describe them, in plain Python."""
    state = []
    for _ in range(4):
        seed = (seed + 0x9E3779B97F4A7C15) & WORD
        z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        state.append(z ^ (z >> 31))

    def rotate(x: int, k: int) -> int:
        return ((x << k) | (x >> (64 - k))) & WORD

    while True:
        yield (rotate((state[1] * 5) & WORD, 7) * 9) & WORD
        shifted = (state[1] << 17) & WORD
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotate(state[3], 45)


@given(st.integers(0, WORD))
def test_numbers_are_those_of_the_published_generator(seed: int) -> None:
    random = ft.Random(seed)
    words = [random.below(2**63) for _ in range(20)]
    assert words == [word % 2**63 for word in islice(published(seed), 20)]


def test_deals_of_a_seed_never_change() -> None:
    """Seeds are kept in records and bug reports: what they give must survive releases."""
    assert str(ft.Deal.random(seed=7)) == (
        "N:6-4 6-0 5-4 5-3 4-3 3-3 2-0 / 6-1 5-5 5-0 4-0 3-1 2-2 1-1 "
        "/ 6-2 5-2 5-1 4-1 3-0 1-0 0-0 / 6-6 6-5 6-3 4-4 4-2 3-2 2-1"
    )


def test_fractions_are_uniform_and_never_whole() -> None:
    random = ft.Random(3)
    seen = [random.fraction() for _ in range(60_000)]
    assert 0 < min(seen) < 1e-3
    assert 1 - 1e-3 < max(seen) < 1
    tenths = Counter(int(10 * one) for one in seen)
    assert len(tenths) == 10
    assert all(abs(number - 6000) < 5 * 5400**0.5 for number in tenths.values())


def test_below_is_uniform() -> None:
    random = ft.Random(1)
    seen = Counter(random.below(6) for _ in range(60_000))
    assert sorted(seen) == list(range(6))
    assert sum((n - 10_000) ** 2 / 10_000 for n in seen.values()) < 25


def test_shuffles_are_uniform() -> None:
    random = ft.Random(1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        random.shuffle(items)
        seen[tuple(items)] += 1
    assert len(seen) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 60


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=f"seed {seed}"):
        ft.Random(seed)


@given(st.integers(0, WORD), st.integers(2**64, 2**200))
def test_large_bounds_are_made_of_words(seed: int, bound: int) -> None:
    """The first number of as many words as the bound has that is below its largest multiple."""
    words = published(seed)
    size = -(-bound.bit_length() // 64)
    while True:
        number = 0
        for _ in range(size):
            number = number * 2**64 + next(words)
        if number < 2 ** (64 * size) // bound * bound:
            break
    assert ft.Random(seed).below(bound) == number % bound


@pytest.mark.parametrize("bound", [0, -1, -(2**70)])
def test_bounds_out_of_range_are_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=f"bound {bound}"):
        ft.Random(1).below(bound)


def test_a_generator_never_seeded_gives_numbers_all_the_same() -> None:
    assert 0 <= ft.Random.__new__(ft.Random).below(100) < 100


@pytest.mark.parametrize("seed", [1.5, "1", None])
def test_seeds_are_whole_numbers(seed: object) -> None:
    with pytest.raises(TypeError):
        ft.Random(seed)  # type: ignore[arg-type]


def test_random_deals_hold_what_is_given() -> None:
    hands = {ft.Seat.S: ft.Hand.parse("6-6 6-5"), ft.Seat.E: ft.Hand.parse("0-0")}
    for seed in range(50):
        deal = ft.Deal.random(seed, hands=hands)
        assert deal.is_full
        assert all(hand <= deal[seat] for seat, hand in hands.items())
