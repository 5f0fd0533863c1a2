"""What happened in a match, event by event, for interfaces to show.

Events are made from the steps of the match alone. So after a step has been taken back they are
those of the match without it, and a record gives the same events as the match that it is of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import ClassVar

from ...errors import counted
from ...moves import moves_made
from .account import outcome
from .auction import Auction
from .calls import PASS, Call
from .deal import Deal
from .match import Match
from .plays import CLAIM
from .record import format_pair
from .round import Move, Round
from .seats import Seat, Side
from .trump import Trump


@dataclass(frozen=True)
class Event:
    """Something that happened; `str` says it in a sentence without what is hidden from a seat."""

    kind: ClassVar[str]

    def facts(self) -> dict[str, object]:
        """The event as an object of JSON: what kind it is, and its fields by name."""
        values = ((one.name, getattr(self, one.name)) for one in fields(self))
        return {"event": self.kind, **{name: _plain(value) for name, value in values}}


@dataclass(frozen=True)
class Dealt(Event):
    """A deal begins: which of the match, the hands, who calls first, and the score before."""

    kind = "dealt"
    number: int
    deal: Deal
    first: Seat
    score: tuple[int, int]

    def __str__(self) -> str:
        return f"Deal {self.number}: {self.first} calls first."


@dataclass(frozen=True)
class Called(Event):
    """A seat calls; `said` is the call as the table writes it."""

    kind = "called"
    seat: Seat
    call: Call
    said: str

    def __str__(self) -> str:
        if self.call == PASS:
            return f"{self.seat} passes."
        return f"{self.seat} {'bids' if self.call.is_bid else 'calls'} {self.said}."


@dataclass(frozen=True)
class AuctionWon(Event):
    """The auction is over, and a seat is to declare for a bid."""

    kind = "auction won"
    seat: Seat
    bid: Call
    said: str

    def __str__(self) -> str:
        return f"{self.seat} is to declare, for {self.said}."


@dataclass(frozen=True)
class Declared(Event):
    """A seat declares."""

    kind = "declared"
    seat: Seat
    trump: Trump

    def __str__(self) -> str:
        return f"{self.seat} declares {self.trump}."


@dataclass(frozen=True)
class Played(Event):
    """A seat plays; `led` if it is the first play of a trick."""

    kind = "played"
    seat: Seat
    play: Move
    led: bool

    def __str__(self) -> str:
        return f"{self.seat} {'leads' if self.led else 'plays'} {self.play}."


@dataclass(frozen=True)
class Claimed(Event):
    """A seat on lead claims, and so ends the deal."""

    kind = "claimed"
    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} claims the rest."


@dataclass(frozen=True)
class TrickWon(Event):
    """A seat wins a trick: what it brings the sides (NS, EW), and what they have taken by then.

    In a `sweep`, nello or sevens, the points only say whether a side still has every trick.
    """

    kind = "trick won"
    seat: Seat
    number: int
    points: tuple[int, int]
    taken: tuple[int, int]
    sweep: bool

    def __str__(self) -> str:
        if self.sweep:
            return f"{self.seat} wins trick {self.number}."
        gains = [f"{counted(self.points[side], 'point')} to {side}" for side in Side]
        told = [gain for side, gain in zip(Side, gains, strict=True) if self.points[side]]
        return f"{self.seat} wins trick {self.number}{', ' if told else ''}{' and '.join(told)}."


@dataclass(frozen=True)
class DealScored(Event):
    """A deal is over: the points taken, what is written down, and the score after it.

    `account` says what the bid came to, in words.
    """

    kind = "deal scored"
    points: tuple[int, int]
    recorded: tuple[int, int]
    score: tuple[int, int]
    account: str

    def __str__(self) -> str:
        scores = ", ".join(f"{side} {self.score[side]}" for side in Side)
        account = self.account[0].upper() + self.account[1:]
        return f"{account} Score: {scores}."


@dataclass(frozen=True)
class MatchWon(Event):
    """A side has won the match."""

    kind = "match won"
    side: Side
    score: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.side} wins the match, {format_pair(self.score)}."


def events(match: Match) -> list[Event]:
    """All that has happened in a match, in order.

    Examples:
        >>> match = Match()
        >>> round = match.begin(Deal.random(seed=1))
        >>> for move in (Call(30), PASS, PASS, PASS, Trump.SIXES):
        ...     match.push(move)
        >>> print(*events(match), sep="\\n")
        Deal 1: N calls first.
        N bids 30.
        E passes.
        S passes.
        W passes.
        N is to declare, for 30.
        N declares sixes.
    """
    found: list[Event] = []
    for number, round in enumerate(match.rounds, 1):
        found += _of_round(number, round)
    if match.winner is not None:
        found.append(MatchWon(match.winner, match.score))
    return found


def _of_round(number: int, played: Round) -> Iterator[Event]:
    assert isinstance(played.auction, Auction)
    auction = Auction(played.rules, played.auction.first)
    round = Round(played.deal, auction, played.score)
    yield Dealt(number, round.deal, auction.first, round.score)
    tricks = 0
    for move in moves_made(played):
        for event in _of_move(round, move, tricks + 1):
            tricks += isinstance(event, TrickWon)
            yield event
    if round.recorded is not None:
        before, gained = round.score, round.recorded
        score = before[0] + gained[0], before[1] + gained[1]
        claimed = round.claimant is not None
        account = outcome(played.auction, round.contract, round.points, claimed=claimed)
        yield DealScored(round.points, gained, score, account)


def _of_move(round: Round, move: Move, trick: int) -> Iterator[Event]:
    """Make a move in a round, and tell what happens."""
    seat, phase, before = round.turn, round.phase, round.points
    position = round.position
    assert seat is not None
    led = position is not None and not position.trick
    round.push(move)
    if phase == "bid":
        assert isinstance(round.auction, Auction)
        call = round.auction.calls[-1]
        yield Called(seat, call, round.rules.format_call(call))
        if round.won is not None:
            declarer, bid = round.won
            yield AuctionWon(declarer, bid, round.rules.format_call(bid))
    elif position is None:
        assert round.contract is not None
        yield Declared(seat, round.contract.trump)
    elif move is CLAIM:
        yield Claimed(seat)
    else:
        yield Played(seat, move, led)
        if not position.trick:
            after = position.points
            gained = after[0] - before[0], after[1] - before[1]
            sweep = position.contract.is_sweep
            yield TrickWon(position.leader, trick, gained, after, sweep)


def _plain(value: object) -> object:
    """A field as JSON: numbers and truth as they are, pairs by side, all else as text."""
    if isinstance(value, tuple):
        return {str(side): points for side, points in zip(Side, value, strict=True)}
    return value if type(value) in (int, bool) else str(value)
