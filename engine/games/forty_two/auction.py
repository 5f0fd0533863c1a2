"""The auction: four calls, or just what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ...errors import IllegalMoveError, ImpossiblePositionError, shown
from .calls import MARK, PASS, Call
from .rules import SOURCE, Rules
from .seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls made so far; immutable.

    Args:
        rules: the table's rules.
        first: who calls first.
        calls: the calls, in order.

    Raises:
        IllegalMoveError: a call that the rules do not allow.

    Example:
        >>> auction = Auction.parse("E:P 30 P 31")
        >>> str(auction.won[0]), auction.won[1], str(auction)
        ('N', Call(31), 'E:P 30 P 31')
    """

    rules: Rules = SOURCE
    first: Seat = Seat.N
    calls: tuple[Call, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise TypeError(f"{shown(self.rules)} is no Rules; Auction.parse reads text")
        object.__setattr__(self, "first", Seat(self.first))
        object.__setattr__(self, "calls", tuple(map(Call, self.calls)))
        for number, call in enumerate(self.calls):
            self._check(self.calls[:number], call)

    @classmethod
    def parse(cls, text: str, rules: Rules = SOURCE) -> Self:
        """Read `E:P 30 P 31`: who calls first (N if left out) and the calls."""
        first, colon, calls = text.rpartition(":")
        seat = Seat.parse(first) if colon else Seat.N
        return cls(rules, seat, tuple(map(Call.parse, calls.replace(",", " ").split())))

    @property
    def legal(self) -> tuple[Call, ...]:
        """The calls allowed next; none after four."""
        return self.rules.legal_calls(self.calls)

    @property
    def finished(self) -> bool:
        """Whether all four seats have called."""
        return len(self.calls) == 4

    @property
    def turn(self) -> Seat | None:
        """The seat to call; None when finished."""
        return None if self.finished else SEATS[(self.first + len(self.calls)) % 4]

    @property
    def standing(self) -> tuple[Seat, Call] | None:
        """Who made the highest bid so far, and the bid; None while nobody has bid."""
        bid = max(self.calls, default=PASS)
        if bid == PASS:
            return None
        return SEATS[(self.first + self.calls.index(bid)) % 4], bid

    @property
    def won(self) -> tuple[Seat, Call] | None:
        """The declarer and the bid; None before the end and when all passed."""
        return self.standing if self.finished else None

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid."""
        return self.finished and self.won is None

    def after(self, call: Call) -> Self:
        """This auction with one more call."""
        self._check(self.calls, call)
        return self._with((*self.calls, Call(call)))

    @property
    def before(self) -> Self:
        """This auction without its last call, if there is one."""
        return self._with(self.calls[:-1])

    def _check(self, calls: tuple[Call, ...], call: Call) -> None:
        legal = self.rules.legal_calls(calls)
        if call not in legal:
            expected = " ".join(map(self.rules.format_call, legal)) or "no call after four"
            raise IllegalMoveError(
                f"call {len(calls) + 1}: {self.rules.format_call(call)} is not allowed, "
                f"expected {expected}"
            )

    def _with(self, calls: tuple[Call, ...]) -> Self:
        """This table with calls known to be legal, not checked all again."""
        other = object.__new__(type(self))
        object.__setattr__(other, "rules", self.rules)
        object.__setattr__(other, "first", self.first)
        object.__setattr__(other, "calls", calls)
        return other

    def __str__(self) -> str:
        return f"{self.first}:{' '.join(map(self.rules.format_call, self.calls))}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished auction of which only the winner and the bid are known.

    Args:
        declarer: who won it.
        bid: what was bid; whether these rules would have allowed it is not asked.
        rules: the table's rules.
    """

    declarer: Seat
    bid: Call
    rules: Rules = SOURCE

    def __post_init__(self) -> None:
        object.__setattr__(self, "declarer", Seat(self.declarer))
        object.__setattr__(self, "bid", Call(self.bid))
        if not self.bid.is_bid:
            raise ImpossiblePositionError(
                f"bid {self.bid}: expected 30 to {MARK}, or marks: 2M or {2 * MARK}, 3M, …"
            )

    @property
    def won(self) -> tuple[Seat, Call]:
        """The declarer and the bid."""
        return self.declarer, self.bid

    @property
    def turn(self) -> None:
        """Nobody's: the auction is over."""

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid: somebody has."""
        return False

    def __str__(self) -> str:
        return f"{self.rules.format_call(self.bid)} by {self.declarer}"
