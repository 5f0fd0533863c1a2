"""What the moves of a round have shown to a player: who may hold what, exactly.

Hands change by draws, and what a seat could not play it did not hold at that time. So it is asked
where each domino was at the start: in the hand of a seat, or at a place in the stock. A seat that
could not play held nothing that fitted, in the hand that it was dealt or in what it had drawn by
then, but for what it had already played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ...dominoes import ALL, DOMINOES, Domino
from ._play import fitting
from .moves import NOTHING, Lay, Move, Turn

if TYPE_CHECKING:
    from .view import View

DEALT: Final = -1
"""When dominoes came into the hands that were dealt; moves count from 0."""
NEVER: Final = 10**9
"""When a domino was laid that is still in a hand."""


@dataclass
class Seen:
    """What has been seen: derived from a view, never stored."""

    turn: int
    ends: tuple[int, int] = (NOTHING, NOTHING)
    draws: list[tuple[int, int]] = field(default_factory=list)
    """Who has drawn, and when, in the order of the stock."""
    laid: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Who has laid a domino, and when, by its index."""
    unable: list[tuple[int, int, int]] = field(default_factory=list)
    """Who could not play, when, and all that would have fitted, as a mask."""
    drew: int = 0
    """How many dominoes have been drawn in this turn."""

    def allowed(self, pool: int, seat: int, since: int) -> int:
        """What a seat may have got at some time, of the dominoes that a player has not had."""
        found = 0
        for index in _bits(pool):
            owner, until = self.laid.get(index, (seat, NEVER))
            if owner == seat and since < until and not self._fitted(index, seat, since, until):
                found |= 1 << index
        return found

    def _fitted(self, index: int, seat: int, since: int, until: int) -> bool:
        """Whether a domino would have fitted while its holder could not play."""
        return any(
            who == seat and since < when < until and fits >> index & 1
            for who, when, fits in self.unable
        )


def _bits(mask: int) -> Sequence[int]:
    return [index for index in range(len(ALL)) if mask >> index & 1]


def seen_in(view: View, moves: Sequence[Move]) -> Seen:
    """What these moves show to a player. Whether they were allowed its worlds tell."""
    seen = Seen(view.first)
    forced = not view.rules.optional_draw
    for time, move in enumerate(moves):
        fits = fitting(seen.ends[0]) | fitting(seen.ends[1])
        if move is Turn.PASS or (move is Turn.DRAW and forced):
            seen.unable.append((seen.turn, time, fits))
        if move is Turn.DRAW:
            seen.draws.append((seen.turn, time))
            seen.drew += 1
            continue
        if isinstance(move, Lay):
            seen.laid[move.tile.index] = (seen.turn, time)
            one, other = seen.ends
            if move.on == NOTHING:
                seen.ends = (move.tile.high, move.tile.low)
            else:
                seen.ends = (move.new, other) if move.on == one else (one, move.new)
        seen.turn = (seen.turn + 1) % view.rules.players
        seen.drew = 0
    return seen


def higher_doubles(tile: Domino | None) -> int:
    """The doubles above a double, as a mask; all above none."""
    return sum(1 << one.index for one in DOMINOES if one.is_double and (tile is None or one > tile))


def bearing_of(number: int) -> int:
    """The dominoes that bear a number, as a mask."""
    return sum(1 << one.index for one in DOMINOES if number in (one.high, one.low))
