"""Where what a player has not seen may be, and where it must then have come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from ..errors import ImpossiblePositionError
from ..view import Unseen, arranged
from .kind import Kind
from .seen import DEALT, Seen


class Hidden:
    """What a player has not seen, and where it may be.

    It is asked what the other holds now; of all deals that agree with what has been seen as many
    lead to one hand as to another. Not so once the other has shown that it held none of some
    pieces: it can only have drawn them since. Then it is asked what it held at that time, and what
    it has drawn since, one by one; what it has played since is then among what was hidden.

    Args:
        kind: the pieces.
        seen: what the moves have shown.
    """

    pool: int
    """What has never been seen, as a mask."""
    left: int
    """How many pieces lie hidden in the stock."""
    barred: int
    """What the other did not hold when that was last shown, as a mask."""
    since: list[int]
    """When it has drawn since, if that matters."""
    time: int
    """The move after which it is asked what the other held: the last one, unless that matters."""
    fresh: int
    """What it has played since, as a mask."""
    may: int
    """What has never been seen, and it may hold now, as a mask."""

    def __init__(self, kind: Kind, seen: Seen) -> None:
        self.seen = seen
        self.size = kind.hand_size
        self.pool = kind.pack & ~(seen.own | seen.turned | seen.given | mask_of(seen.shown))
        self.left = len(seen.core.stock) - (seen.turned > 0)
        time, self.barred = seen.barred[-1] if seen.barred and self.left else (DEALT, 0)
        matters = self.barred & self.pool
        self.since = [draw for draw in seen.draws if draw > time and matters]
        self.time = time if self.since else len(seen.sizes) - 2
        self.fresh = mask_of(index for index, when in seen.shown.items() if when > self.time)
        self.may = self.pool & ~seen.lacks & ~(0 if self.since else self.barred)

    def unseen(self, other: int) -> Unseen:
        """The same for those who draw worlds."""
        seen = self.seen
        known = seen.known
        if self.since:
            known = mask_of(
                index
                for index, when in seen.shown.items()
                if when <= self.time < seen.parted.get(index, inf)
            )
        allowed = [known | (self.may | self.fresh) & ~self.barred]
        sizes = [seen.sizes[self.time + 1]]
        for draw in self.since:
            later = mask_of(index for index, when in seen.shown.items() if when > draw)
            allowed.append(self.may | later)
            sizes.append(1)
        seats: list[int | None] = [other] * len(sizes)
        if self.left:
            allowed.append(self.pool)
            sizes.append(self.left)
            seats.append(None)
        return Unseen(
            pieces=self.pool | self.fresh | known,
            sizes=tuple(sizes),
            allowed=tuple(allowed),
            seats=tuple(seats),
            ordered=len(sizes) - 1 if self.is_ordered else None,
        )

    @property
    def is_ordered(self) -> bool:
        """Whether the order of the stock matters: while pieces are drawn."""
        return self.seen.core.draws

    def holding(self, world: Sequence[int]) -> int:
        """What the other holds now in a world of `unseen`, as a mask."""
        held = 0
        for mask in world[: 1 + len(self.since)]:
            held |= mask
        return held & ~self.seen.gone

    def stock(self, world: Sequence[int]) -> list[int]:
        """What lies in the stock in a world, in its order, but for a turn-up that is seen."""
        if not self.left:
            return []
        place = 1 + len(self.since)
        return arranged(world[place], world[place + 1] if self.is_ordered else 0)

    def origins(self, world: Sequence[int]) -> tuple[int, list[int]]:
        """What the other was dealt in a world, as a mask, and what it has drawn unseen, in order.

        Which of several ways it came about does not matter: no two can be told apart.

        Raises:
            ImpossiblePositionError: there is none.
        """
        seen = self.seen
        late = dict(zip(self.since, world[1:], strict=False))
        early = [index for index, when in seen.shown.items() if when <= self.time]
        wanted = (world[0] | mask_of(early)) & ~seen.given
        dealt, drawn = 0, []
        for slot in [DEALT] * self.size + seen.draws:
            piece = late.get(slot) or self._due(wanted, slot)
            wanted &= ~piece
            if slot == DEALT:
                dealt |= piece
            else:
                drawn.append(piece.bit_length() - 1)
        return dealt, drawn

    def _due(self, wanted: int, slot: int) -> int:
        """Of what may have come at some time the piece that was seen first, as a mask."""
        seen = self.seen
        best, due = 0, inf
        while wanted:
            piece = wanted & -wanted
            wanted ^= piece
            when = seen.shown.get(piece.bit_length() - 1, inf)
            barred = max((time for time, mask in seen.barred if mask & piece), default=DEALT - 1)
            if barred < slot < when and (not best or when < due):
                best, due = piece, when
        if not best:
            raise ImpossiblePositionError("no deal agrees with what the player has seen")
        return best


def mask_of(indices: Iterable[int]) -> int:
    """The mask of pieces by their indices."""
    return sum(1 << index for index in indices)
