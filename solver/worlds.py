"""Worlds: all the ways in which the unseen pieces may lie, each as likely as any other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from math import factorial, prod
from operator import le
from typing import TYPE_CHECKING, Final

from ..engine._random import Random
from ..engine.errors import ImpossiblePositionError
from ..engine.view import Unseen
from ._worlds import MAX_PLACES, Dealer

if TYPE_CHECKING:
    from ._worlds import Masks

World = tuple[int, ...]
"""For each place of `Unseen` the mask of what it holds; then the order of one, if it matters."""
MOST_ORDERED: Final = 20
"""So many pieces have orders that 64 bits can number."""
APART: Final = 4
"""Of more places those that may hold the same are filled as one."""


class Worlds:
    """The worlds that agree with what a seat knows, counted exactly.

    Pieces are given out one after the other. How many ways there are to finish depends only on
    how much room each place has left, so one table of counts serves counting, drawing and
    enumeration. Of many places those that may hold the same are filled as one and share what they
    get, so that the table stays small.

    Args:
        unseen: what is hidden.

    Raises:
        ImpossiblePositionError: no world agrees with it.

    Examples:
        >>> worlds = Worlds(Unseen(pieces=0b111, sizes=(1, 2), allowed=(0b011, 0b111)))
        >>> worlds.count, list(worlds)
        (2, [(1, 6), (2, 5)])
    """

    def __init__(self, unseen: Unseen) -> None:
        self._sizes = unseen.sizes
        self._ordered = unseen.ordered is not None
        arranged = unseen.sizes[unseen.ordered] if unseen.ordered is not None else 0
        if arranged > MOST_ORDERED:
            raise ImpossiblePositionError(
                f"{arranged} pieces in order: expected {MOST_ORDERED} or fewer"
            )
        self._orders = factorial(arranged)
        # Pieces of the kind that places hold some of come first: once they are given out, a place
        # has as much room as it may still fill with others. Then those with the fewest places
        # first: fewer dead ends to count.
        kind = unseen.kind if any(unseen.least) else 0
        bits = [1 << i for i in range(unseen.pieces.bit_length()) if unseen.pieces >> i & 1]
        self._bits = sorted(
            bits,
            key=lambda bit: (not bit & kind, sum(bool(bit & mask) for mask in unseen.allowed)),
        )
        self._others = sum(not bit & kind for bit in bits)
        least = unseen.least or (0,) * len(unseen.sizes)
        self._most = tuple(size - some for size, some in zip(unseen.sizes, least, strict=True))
        self._places = [
            [place for place, mask in enumerate(unseen.allowed) if bit & mask] for bit in self._bits
        ]
        many = len(unseen.sizes) > APART or self._dealer is None
        self._shared = _shared(unseen) if many else None
        empty = (0,) * len(unseen.sizes)
        self._ways = {empty: int(bool(self._others) or min(self._most, default=0) >= 0)}
        if sum(unseen.sizes) != len(bits) or self._ways_in_all == 0:
            raise ImpossiblePositionError("no deal agrees with what the seat has seen")

    @property
    def count(self) -> int:
        """How many worlds there are."""
        return self._ways_in_all * self._orders

    @cached_property
    def _ways_in_all(self) -> int:
        """In how many ways the pieces can be given to places."""
        if self._dealer is not None:
            return self._dealer.count
        if self._shared is None:
            return self._count(self._sizes)
        ways, groups = self._shared
        shares = ([self._sizes[place] for place in group] for group in groups)
        return ways._ways_in_all * prod(
            factorial(sum(sizes)) // prod(map(factorial, sizes)) for sizes in shares
        )

    def _count(self, room: tuple[int, ...]) -> int:
        """The number of ways to give out the last sum(room) pieces."""
        if room not in self._ways:
            fits = sum(room) != self._others or all(map(le, room, self._most))
            ways = (self._count(less) for _, less in self._choices(room)) if fits else ()
            self._ways[room] = sum(ways)
        return self._ways[room]

    def _choices(self, room: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The places that may get the next piece, with the room left after it."""
        for place in self._places[len(self._bits) - sum(room)]:
            if room[place]:
                yield place, (*room[:place], room[place] - 1, *room[place + 1 :])

    def draw(self, random: Random) -> World:
        """One world at random, each with the same chance."""
        world = self._drawn(random)
        if self._ordered:
            world.append(random.below(self._orders))
        return tuple(world)

    def _drawn(self, random: Random) -> list[int]:
        """What each place gets."""
        if self._shared is not None:
            return self._shared_out(*self._shared, random)
        world = [0] * len(self._sizes)
        room = self._sizes
        for bit in self._bits:
            chosen = random.below(self._count(room))
            for place, less in self._choices(room):
                ways = self._count(less)
                if chosen < ways:
                    world[place] |= bit
                    room = less
                    break
                chosen -= ways
        return world

    def _shared_out(self, ways: Worlds, groups: list[list[int]], random: Random) -> list[int]:
        """What places get of what they are given together: each free seat is as likely."""
        world = [0] * len(self._sizes)
        for mask, group in zip(ways._drawn(random), groups, strict=True):
            for bit in (1 << i for i in range(mask.bit_length()) if mask >> i & 1):
                free = [self._sizes[place] - world[place].bit_count() for place in group]
                seat = random.below(sum(free))
                at = next(at for at, upto in enumerate(accumulate(free)) if seat < upto)
                world[group[at]] |= bit
        return world

    def draw_many(self, random: Random, number: int) -> Masks:
        """The worlds that `draw` would give one after the other, as the rows of an array."""
        import numpy as np  # costs half of the time to import the package

        drawn = np.empty((number, len(self._sizes) + self._ordered), np.uint64)
        if self._dealer is None or self._shared is not None:
            drawn[:] = [self.draw(random) for _ in range(number)]
        else:
            self._dealer.draw(random, drawn, self._orders)
        return drawn

    def list_all(self) -> Masks:
        """All worlds in order, as the rows of an array; there must be room for them."""
        import numpy as np

        if self._dealer is None:
            return np.array(list(self), np.uint64).reshape(self.count, -1)
        listed = np.empty((self._ways_in_all, len(self._sizes)), np.uint64)
        self._dealer.fill(listed)
        if not self._ordered:
            return listed
        orders = np.tile(np.arange(self._orders, dtype=np.uint64), len(listed))
        return np.column_stack([np.repeat(listed, self._orders, axis=0), orders])

    @cached_property
    def _dealer(self) -> Dealer | None:
        """What does the same in compiled code; None if the counts are too large for it."""
        if len(self._sizes) > MAX_PLACES:
            return None
        try:
            return Dealer(self._bits, self._places, self._sizes, self._others, self._most)
        except OverflowError:
            return None

    def __iter__(self) -> Iterator[World]:
        """All worlds, each once."""
        ways = self._extend((0,) * len(self._sizes), self._sizes)
        if not self._ordered:
            return ways
        return ((*way, order) for way in ways for order in range(self._orders))

    def _extend(self, world: World, room: tuple[int, ...]) -> Iterator[World]:
        given = len(self._bits) - sum(room)
        if given == len(self._bits):
            yield world
            return
        for place, less in self._choices(room):
            if self._count(less):
                mask = world[place] | self._bits[given]
                yield from self._extend((*world[:place], mask, *world[place + 1 :]), less)


def _shared(unseen: Unseen) -> tuple[Worlds, list[list[int]]] | None:
    """Worlds in which places that may hold the same are one, and which are; None if none are."""
    least = unseen.least or (0,) * len(unseen.sizes)
    groups = dict[tuple[int, ...], list[int]]()
    for place, (mask, some) in enumerate(zip(unseen.allowed, least, strict=True)):
        # A place that is known to hold some of a kind stays by itself.
        key = (mask & unseen.pieces, place + 1 if some else 0)
        groups.setdefault(key, []).append(place)
    if len(groups) == len(unseen.sizes):
        return None
    merged = Unseen(
        pieces=unseen.pieces,
        sizes=tuple(sum(unseen.sizes[place] for place in group) for group in groups.values()),
        allowed=tuple(mask for mask, _ in groups),
        kind=unseen.kind,
        least=tuple(sum(least[place] for place in group) for group in groups.values()),
    )
    return Worlds(merged), list(groups.values())
