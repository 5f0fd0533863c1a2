"""What is said in the auction, and the contract that comes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ...errors import NotationError, shown
from .seats import Seat
from .trump import Trump

BID: Final = re.compile(r"([0-9]{1,4})(M?)", re.ASCII)
MARK: Final = 42
"""All points of a deal, and the value of a bid of one mark."""


class Call(int):
    """A pass or a bid; its integer is the value of the bid, 0 for a pass.

    A bid of k marks has the value 42·k. Whether a bid may be made is for `Rules` to say.

    Example:
        >>> Call.parse("2M") == Call.parse("84") == 84, str(PASS), Call(84).marks_text
        (True, 'P', '2M')
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read `P`, a bid of points such as `31`, or one of marks such as `2M`."""
        word = text.strip().upper()
        if word in ("P", "PASS"):
            return PASS
        match = BID.fullmatch(word)
        value = int(match[1]) * (MARK if match[2] else 1) if match else 0
        if value == 0:
            raise NotationError(
                f"{shown(text)} is no call: expected P, points as 31 or marks as 2M"
            )
        return cls(value)

    @property
    def is_bid(self) -> bool:
        """Whether some table knows such a bid: 30 to 42, or marks."""
        return 30 <= self <= MARK or (self > MARK and self % MARK == 0)

    @property
    def need(self) -> int:
        """The points that the declarer's side must take, at most 42."""
        return min(self, MARK)

    @property
    def marks(self) -> int:
        """What the bid is worth in marks; 0 for a pass."""
        return 0 if self == 0 else max(1, self // MARK)

    @property
    def marks_text(self) -> str:
        """The call as tables that count marks write it: `2M` for 84."""
        return f"{self // MARK}M" if self and self % MARK == 0 else str(self)

    def __str__(self) -> str:
        return int.__repr__(self) if self else "P"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Call({int(self)})"


PASS: Final = Call(0)


@dataclass(frozen=True, slots=True)
class Contract:
    """Who plays for what.

    Args:
        trump: the declaration.
        declarer: who declares and leads to the first trick.
        bid: what the declarer's side must reach; None where nothing was bid.
    """

    trump: Trump
    declarer: Seat
    bid: Call | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "trump", Trump(self.trump))
        object.__setattr__(self, "declarer", Seat(self.declarer))

    def shortfall(self, points: tuple[int, int]) -> int:
        """By how much points (NS, EW) set the bid; 0 if they make it, or nothing was bid.

        Example:
            >>> Contract(Trump.FIVES, Seat.E, Call(31)).shortfall((14, 28))
            3
        """
        return 0 if self.bid is None else max(0, self.bid.need - points[self.declarer.side])
