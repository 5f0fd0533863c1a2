"""Counting, drawing and listing worlds against brute force."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.view import Unseen, arranged


def brute_force(unseen: Unseen) -> set[tuple[int, ...]]:
    """All ways to give every piece a place, kept if sizes, masks and least numbers agree."""
    bits = [1 << i for i in range(64) if unseen.pieces >> i & 1]
    places = range(len(unseen.sizes))
    found = set()
    for assignment in product(places, repeat=len(bits)):
        world = tuple(
            sum(bit for bit, to in zip(bits, assignment, strict=True) if to == place)
            for place in places
        )
        if all(
            mask.bit_count() == size and not mask & ~allowed
            for mask, size, allowed in zip(world, unseen.sizes, unseen.allowed, strict=True)
        ) and all(
            (mask & unseen.kind).bit_count() >= some
            for mask, some in zip(world, unseen.least, strict=bool(unseen.least))
        ):
            found.add(world)
    if unseen.ordered is None:
        return found
    orders = range(factorial(unseen.sizes[unseen.ordered]))
    return {(*world, order) for world in found for order in orders}


@st.composite
def unseens(draw: st.DrawFn, places: int = 4, most: int = 6, masks: int = 4) -> Unseen:
    """Up to six pieces in two to four places, with arbitrary exclusions, some of a kind.

    Args:
        draw: what draws them.
        places: how many places there are at most.
        most: how many pieces there are at most.
        masks: how many different exclusions there are at most.
    """
    lists = st.lists(st.integers(0, 3), min_size=2, max_size=places)
    sizes = draw(lists.filter(lambda sizes: sum(sizes) <= most))
    indices = st.sets(st.integers(0, 27), min_size=sum(sizes), max_size=sum(sizes))
    pieces = sum(1 << index for index in draw(indices))
    excluded = st.integers(0, 2**28 - 1)
    kept = [pieces & ~(draw(excluded) & draw(excluded)) for _ in sizes[:masks]]
    allowed = tuple(kept[place % len(kept)] for place in range(len(sizes)))
    least = draw(st.just(()) | st.tuples(*(st.integers(0, 2) for _ in sizes)))
    kind = draw(excluded) & pieces
    ordered = draw(st.none() | st.integers(0, len(sizes) - 1))
    return Unseen(pieces, tuple(sizes), allowed, kind=kind, least=least, ordered=ordered)


@given(unseens() | unseens(places=9, most=5, masks=2))
def test_count_and_list_equal_brute_force(unseen: Unseen) -> None:
    expected = brute_force(unseen)
    if not expected:
        with pytest.raises(ft.ImpossiblePositionError, match="no deal agrees"):
            ft.Worlds(unseen)
        return
    worlds = ft.Worlds(unseen)
    listed = list(worlds)
    assert worlds.count == len(listed) == len(expected)
    assert set(listed) == expected
    assert worlds.draw(ft.Random(1)) in expected
    assert list(map(tuple, worlds.list_all().tolist())) == listed
    random = ft.Random(2)
    drawn = [worlds.draw(random) for _ in range(20)]
    assert list(map(tuple, worlds.draw_many(ft.Random(2), 20).tolist())) == drawn


def test_every_order_comes_once() -> None:
    found = [arranged(0b10110, order) for order in range(6)]
    assert sorted(map(tuple, found)) == sorted(permutations((1, 2, 4)))
    assert arranged(0, 0) == []


def test_more_pieces_in_order_than_can_be_numbered_are_refused() -> None:
    with pytest.raises(ft.ImpossiblePositionError, match="21 pieces in order: expected 20"):
        ft.Worlds(Unseen(2**21 - 1, (21,), (2**21 - 1,), ordered=0))


def test_count_of_a_whole_deal() -> None:
    view = ft.View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 6-0")
    assert ft.Worlds(view.unseen).count == comb(21, 7) * comb(14, 7)


# Patterns as (pieces, sizes, excluded per place): none, one void, two voids, uneven sizes in the
# middle of a trick, and voids that leave few pieces for a place.
PATTERNS = {
    "free": (8, (3, 3, 2), (0, 0, 0)),
    "one void": (8, (3, 3, 2), (0b0000_0111, 0, 0)),
    "two voids": (9, (3, 3, 3), (0b0_0000_0111, 0b0_0011_1000, 0)),
    "overlapping voids": (9, (3, 3, 3), (0b0_0000_1111, 0b0_0011_1100, 0b1_1100_0000)),
    "uneven": (7, (2, 2, 3), (0b11, 0, 0b110_0000)),
    "forced": (6, (2, 2, 2), (0b00_1111, 0b11_0000, 0b11_0000)),
    "many places": (6, (1, 2, 1, 1, 1), (0, 0, 0, 0, 0)),
    "many places and voids": (7, (1, 2, 2, 1, 1), (0, 0b11, 0b11, 0b11, 0)),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_draws_are_uniform(name: str) -> None:
    """Chi-square of 40 draws a world against equal chances, at 5 standard deviations."""
    number, sizes, excluded = PATTERNS[name]
    pieces = (1 << number) - 1
    worlds = ft.Worlds(Unseen(pieces, sizes, tuple(pieces & ~mask for mask in excluded)))
    random = ft.Random(42)
    draws = 40 * worlds.count
    seen = Counter(worlds.draw(random) for _ in range(draws))
    assert set(seen) <= set(worlds)
    square = sum((seen[world] - 40) ** 2 / 40 for world in worlds)
    freedom = worlds.count - 1
    assert abs(square - freedom) <= 5 * (2 * freedom) ** 0.5


def test_draws_follow_the_seed() -> None:
    worlds = ft.Worlds(ft.View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 6-0").unseen)
    draws = [[worlds.draw(random) for _ in range(5)] for random in map(ft.Random, (1, 1, 2))]
    assert draws[0] == draws[1] != draws[2]


def test_more_worlds_than_compiled_counts_can_hold() -> None:
    """60 pieces in three places: 5.8e26 worlds, drawn in plain Python."""
    pieces = (1 << 60) - 1
    worlds = ft.Worlds(Unseen(pieces, (20, 20, 20), (pieces,) * 3))
    assert worlds.count == comb(60, 20) * comb(40, 20)
    random = ft.Random(3)
    drawn = [worlds.draw(random) for _ in range(5)]
    assert list(map(tuple, worlds.draw_many(ft.Random(3), 5).tolist())) == drawn


def test_many_places_that_may_hold_the_same_take_no_time() -> None:
    """Counted one by one they would fill in 4**21 ways in part."""
    pieces = (1 << 63) - 1
    worlds = ft.Worlds(Unseen(pieces, (3,) * 21, (pieces,) * 21))
    assert worlds.count == factorial(63) // 6**21
    drawn = worlds.draw_many(ft.Random(1), 100)
    assert (drawn.sum(1) == pieces).all()
