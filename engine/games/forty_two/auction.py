"""The auction: four calls, or just what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from ...dominoes import Hand
from ...errors import IllegalMoveError, ImpossiblePositionError, shown
from .calls import MARK, Call
from .rules import SOURCE, Rules
from .seats import SEATS, Seat
from .trump import Trump


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls made so far; immutable.

    Args:
        rules: the table's rules.
        first: who calls first.
        calls: the calls, in order.

    Raises:
        IllegalMoveError: a call that the rules do not allow.

    Examples:
        >>> auction = Auction.parse("E:P 30 P 31")
        >>> str(auction.won[0]), auction.won[1], str(auction)
        ('N', Call(31), 'E:P 30 P 31')
        >>> Auction.parse("N:30 plunge P P", Rules.tournament(plunge=True)).won
        (<Seat.W: 3>, Call(168))
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
        """The calls that any hand may make next; none after four."""
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
        """Who is to declare as it stands, and for what; None while nobody has bid.

        That is who made the highest bid, or after a plunge or splash the partner.
        """
        place, bid = self.rules.highest(self.calls)
        if place < 0:
            return None
        caller = SEATS[(self.first + place) % 4]
        return caller.partner if self.calls[place] in self.rules.specials else caller, bid

    @property
    def caller(self) -> Seat | None:
        """Who made the highest call so far; None while nobody has bid."""
        place, _ = self.rules.highest(self.calls)
        return None if place < 0 else SEATS[(self.first + place) % 4]

    def call_of(self, seat: Seat) -> Call | None:
        """What a seat has called; None if it has not yet."""
        place = (seat - self.first) % 4
        return self.calls[place] if place < len(self.calls) else None

    @property
    def leader(self) -> Seat | None:
        """Who leads as it stands: the declarer, unless the rules say the one who plunged."""
        if self.rules.plunge_leader == "caller":
            return self.caller
        return self.standing[0] if self.standing else None

    @property
    def declarable(self) -> tuple[Trump, ...]:
        """What the declarer may declare; nothing before the end and when all passed."""
        if self.won is None:
            return ()
        place, bid = self.rules.highest(self.calls)
        plunged = self.calls[place] in self.rules.specials
        return self.rules.trumps if plunged else self.rules.declarable(bid)

    @property
    def won(self) -> tuple[Seat, Call] | None:
        """The declarer and the bid; None before the end and when all passed."""
        return self.standing if self.finished else None

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid."""
        return self.finished and self.won is None

    def after(self, call: Call, hand: Hand | None = None) -> Self:
        """This auction with one more call.

        Args:
            call: the call.
            hand: the hand of who makes it, as far as it is known: a plunge takes doubles.
        """
        self._check(self.calls, call, hand)
        return self._with((*self.calls, Call(call)))

    def check_hands(self, hands: Mapping[Seat, Hand]) -> None:
        """Refuse calls that seats cannot have made with these hands."""
        if not self.rules.specials:
            return
        for number, call in enumerate(self.calls):
            seat = SEATS[(self.first + number) % 4]
            if seat in hands:
                self._check(self.calls[:number], call, hands[seat])

    @property
    def before(self) -> Self:
        """This auction without its last call, if there is one."""
        return self._with(self.calls[:-1])

    def _check(self, calls: tuple[Call, ...], call: Call, hand: Hand | None = None) -> None:
        legal = self.rules.legal_calls(calls)
        if call in legal:
            return
        special = bool(legal) and call in self.rules.specials
        missing = self.rules.missing(call, hand) if special and hand is not None else ""
        if not special or missing:
            expected = " ".join(map(self.rules.format_call, legal)) or "no call after four"
            cause = missing or f"expected {expected}"
            raise IllegalMoveError(
                f"call {len(calls) + 1}: {self.rules.format_call(call)} is not allowed, {cause}"
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
    def declarable(self) -> tuple[Trump, ...]:
        """What the declarer may declare, if he has not been made so by a plunge."""
        return self.rules.declarable(self.bid)

    @property
    def leader(self) -> Seat:
        """Who leads, as far as is known: the declarer."""
        return self.declarer

    @property
    def turn(self) -> None:
        """Nobody's: the auction is over."""

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid: somebody has."""
        return False

    def __str__(self) -> str:
        return f"{self.rules.format_call(self.bid)} by {self.declarer}"
