"""What a deal is played for: a declaration, who made it, and the bid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ..._tricks import TrickTable
from ...dominoes import Domino
from ...errors import ImpossiblePositionError
from .calls import MARK, Call
from .deal import Deal
from .plays import Play
from .seats import Seat, Side
from .trump import EACH, NELLO, SEVENS, SWEEPS, Trump, is_trump, sides_of, trick_table

SMALL_END: Final = "small-end"


@dataclass(frozen=True, slots=True)
class Contract:
    """Who plays for what.

    Args:
        trump: the declaration.
        declarer: who declares and leads to the first trick.
        bid: what the declarer's side must reach; None where nothing was bid.
        small_end: whether the first lead may be called by its small end; never so in sevens, where
            there are no suits.

    Raises:
        ImpossiblePositionError: nello or sevens for less than a mark.
    """

    trump: Trump
    declarer: Seat
    bid: Call | None = None
    small_end: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.trump, Trump):
            object.__setattr__(self, "trump", Trump(self.trump))
        if not isinstance(self.declarer, Seat):
            object.__setattr__(self, "declarer", Seat(self.declarer))
        if self.small_end and self.trump in SEVENS:
            object.__setattr__(self, "small_end", False)
        if self.bid is not None and self.is_sweep and self.bid < MARK:
            raise ImpossiblePositionError(
                f"bid {self.bid}: {self.trump} is played for a mark, 42, or more"
            )

    @classmethod
    def parse(cls, text: str, leader: Seat) -> Contract:
        """Read a declaration, and who plays it if that is not the leader: `nello by E`.

        Args:
            text: the declaration, and a seat or its side; `small-end` after it says that the first
                lead may be called by it.
            leader: who leads.

        Examples:
            >>> Contract.parse("sevens by EW", Seat.N)
            Contract(trump=<Trump.SEVENS: 14>, declarer=<Seat.E: 1>, bid=None)
        """
        words, declarer = text.split(), leader
        small_end = words[-1:] == [SMALL_END]
        if small_end:
            words.pop()
        if words[-2:-1] == ["by"]:
            player = words.pop().upper()
            words.pop()
            sides = {str(side): Seat(side) for side in Side}
            declarer = sides[player] if player in sides else Seat.parse(player)
        return cls(Trump.parse(" ".join(words)), declarer, small_end=small_end)

    def __str__(self) -> str:
        """The declaration, and by whom as far as the play depends on it."""
        if not self.is_sweep:
            return str(self.trump)
        return f"{self.trump} by {self.declarer.side if self.idle is None else self.declarer}"

    @property
    def is_sweep(self) -> bool:
        """Whether the declarer's side must get every trick, as in nello and sevens."""
        return self.trump in SWEEPS

    @property
    def table(self) -> TrickTable[Domino]:
        """How tricks are played."""
        return trick_table(self.trump, self.declarer % 2, small_end=self.small_end)

    @property
    def sides(self) -> tuple[int | None, ...]:
        """For each seat the number of its side, or None if it sits out."""
        return sides_of(self.trump, self.declarer)

    @property
    def idle(self) -> Seat | None:
        """The seat that sits out: the declarer's partner in nello."""
        return self.declarer.partner if self.trump in NELLO else None

    def calls(self, hand: Iterable[Domino]) -> tuple[Play, ...]:
        """The first leads that may be called by their small end: neither trumps nor doubles."""
        if not self.small_end:
            return ()
        return tuple(
            Play(one) for one in sorted(hand) if not one.is_double and not is_trump(self.trump, one)
        )

    def left_in(self, deal: Deal) -> int:
        """The points that there are to take with these hands."""
        return MARK if deal.is_full else self.worth(deal.size, deal.count)

    def worth(self, tricks: int, count: int) -> int:
        """The points of so many tricks, with this count in them."""
        return EACH * tricks if self.is_sweep else tricks + count

    def check_points(self, points: tuple[int, int], left: int) -> None:
        """Refuse points (NS, EW) that cannot have been taken with so many left.

        Raises:
            ImpossiblePositionError: they are too many, or the deal is over with them.
        """
        cause = ""
        if min(points) < 0 or sum(points) + left > MARK:
            cause = f"with {left} still out, expected at most {MARK} in all"
        elif self.is_sweep and left and points[self.declarer.side.other]:
            cause = f"{self} has failed, the deal is over"
        if cause:
            raise ImpossiblePositionError(f"points {points[0]}-{points[1]}: {cause}")

    def need(self, total: int = MARK) -> int:
        """The points by which the declarer's side makes it; 0 where nothing was bid.

        Args:
            total: what both sides have together at the end. Nello and sevens take all of it, in an
                ending too.
        """
        if self.bid is None:
            return 0
        return total if self.is_sweep else self.bid.need

    def shortfall(self, points: tuple[int, int]) -> int:
        """By how much points (NS, EW) set the bid; 0 if they make it, or nothing was bid.

        Examples:
            >>> Contract(Trump.FIVES, Seat.E, Call(31)).shortfall((14, 28))
            3
        """
        return max(0, self.need(sum(points)) - points[self.declarer.side])

    def decided(self, points: tuple[int, int], total: int = MARK) -> bool:
        """Whether points (NS, EW) taken so far make the bid or set it, whatever is still played.

        Args:
            points: what has been taken.
            total: what both sides will have taken in the end.
        """
        if self.bid is None:
            return False
        side, need = self.declarer.side, self.need(total)
        return points[side] >= need or points[side.other] > total - need
