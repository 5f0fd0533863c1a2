"""One deal from the first call to the last trick, with everything open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Self

from ..._trick_position import TrickPosition
from ...dominoes import Domino
from ...errors import IllegalMoveError, ImpossiblePositionError, counted, shown
from .auction import Auction, Outcome
from .calls import MARK, Call
from .contract import Contract
from .deal import Deal
from .plays import CLAIM, LayDown, Placed, Play
from .position import Position, play_all
from .rules import Rules
from .seats import SEATS, Seat, Side
from .trump import Trump

Legal = Call | Trump | Placed
"""What there is to choose from: all moves but a claim."""
Move = Legal | LayDown


class Round:
    """A deal as it is bid, declared and played. Calls, trumps and dominoes are its moves.

    So is `CLAIM` where the rules have claims. It is not among the `legal` moves, as whether it may
    be made depends on a proof: a `Match` asks for it, a round takes a claim as settled. All that is
    left then counts for the side of the `claimant`.

    Args:
        deal: all 28 dominoes.
        auction: the rules and who calls first; calls already made count as moves to take
            back. An `Outcome` starts the round at the declaration.
        score: the score (NS, EW) of the match before this deal.

    Raises:
        ImpossiblePositionError: the deal is not full, or the score ends the match.
        IllegalMoveError: a call that the hand of its seat does not allow.

    Examples:
        >>> round = Round(Deal.random(seed=1))
        >>> for move in (Call(30), PASS, PASS, PASS, Trump.SIXES):
        ...     round.push(move)
        >>> round.phase, str(round.turn), round.contract
        ('play', 'N', Contract(trump=<Trump.SIXES: 6>, declarer=<Seat.N: 0>, bid=Call(30)))
    """

    core: Final = None

    def __init__(
        self,
        deal: Deal,
        auction: Auction | Outcome = Auction(),  # noqa: B008  (immutable)
        score: tuple[int, int] = (0, 0),
    ) -> None:
        if not deal.is_full:
            raise ImpossiblePositionError(
                f"hands of {counted(len(deal[0]), 'domino', 'dominoes')}: an auction needs all 28"
            )
        auction.rules.check_score(score)
        if isinstance(auction, Auction):
            auction.check_hands(dict(zip(SEATS, deal, strict=True)))
        self.deal = deal
        self.auction = auction
        self.score = score
        self.position: Position | None = None
        self.claimant: Seat | None = None

    @property
    def rules(self) -> Rules:
        """The table's rules."""
        return self.auction.rules

    @property
    def won(self) -> tuple[Seat, Call] | None:
        """The declarer and the bid; None while the auction goes on or if all passed."""
        return self.auction.won

    @property
    def leader(self) -> Seat | None:
        """Who leads to the first trick; None while that is not known."""
        return self.auction.leader if self.won else None

    @property
    def bidding(self) -> Auction | None:
        """The auction while it goes on; None afterwards."""
        auction = self.auction
        return auction if isinstance(auction, Auction) and not auction.finished else None

    @property
    def phase(self) -> str:
        """What comes next: `bid`, `trump`, `play` or `over`."""
        if self.position is not None:
            return "over" if self.position.finished or self._stopped else "play"
        if self.bidding:
            return "bid"
        return "trump" if self.won else "over"

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid."""
        return self.auction.passed_out

    @property
    def finished(self) -> bool:
        """Whether the deal is over."""
        return self.phase == "over"

    @property
    def turn(self) -> Seat | None:
        """The seat to call, declare or play; None when finished."""
        if self.position is not None:
            return None if self._stopped else self.position.turn
        if self.bidding:
            return self.bidding.turn
        return self.won[0] if self.won else None

    @property
    def mover(self) -> int:
        """The number of the seat to move, or -1 when finished."""
        return -1 if self.turn is None else int(self.turn)

    @property
    def side(self) -> int:
        """The number of the side to move, or -1 when finished."""
        return -1 if self.turn is None else int(self.turn.side)

    @property
    def contract(self) -> Contract | None:
        """What is played; None before the declaration."""
        return self.position.contract if self.position else None

    @property
    def plays(self) -> tuple[Placed, ...]:
        """The dominoes played so far."""
        return self.position.plays if self.position else ()

    @property
    def points(self) -> tuple[int, int]:
        """Points (NS, EW) of the finished tricks; after a claim of all."""
        ns, ew = self.position.points if self.position else (0, 0)
        if self.claimant is None:
            return ns, ew
        return (MARK - ew, ew) if self.claimant.side is Side.NS else (ns, MARK - ns)

    def bounds(self, side: int) -> tuple[int, int]:
        """The least and the most points of the deal that a side can still end with.

        Not what is recorded: a bid that fails costs nothing here.
        """
        if self._stopped:
            return self.points[side], self.points[side]
        if self.position is not None:
            return self.position.bounds(side)
        return 0, 0 if self.finished else self.deal.points

    @property
    def recorded(self) -> tuple[int, int] | None:
        """What the sides (NS, EW) write down; None before the deal is over."""
        return self.record(self.points) if self.finished else None

    def record(self, points: tuple[int, int]) -> tuple[int, int]:
        """What the sides (NS, EW) write down if the play brings these points."""
        if (won := self.won) is None:
            return 0, 0
        declarer, bid = won
        return self.rules.record(declarer.side, bid, points)

    @property
    def decided(self) -> bool:
        """Whether it can no longer change that the bid is made or set."""
        if self.position is None:
            return self.finished
        return self.position.contract.decided(self.points)

    @property
    def _stopped(self) -> bool:
        """Whether the play has ended by a claim, or because nothing is open any more."""
        if self.claimant is not None:
            return True
        return self.rules.stop_when_decided and self.position is not None and self.decided

    @property
    def tricks(self) -> TrickPosition[Domino, Any] | None:
        """The play, as far as it is a trick game; None before the declaration."""
        return self.position.tricks if self.position else None

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for rounds whose rest is the same game."""
        if self.claimant is not None:
            return ("claimed", self.won, self.rules)
        if self.position:
            return ("play", self.position.key, self.won, self.rules)
        hands = tuple([hand.mask for hand in self.deal.hands])
        if auction := self.bidding:
            called = (auction.turn, len(auction.calls), auction.standing, auction.leader)
            return ("auction", hands, called, self.rules)
        return ("trump", hands, self.won, self.leader, self.rules)

    @property
    def legal(self) -> Sequence[Legal]:
        """The calls, declarations or dominoes allowed now."""
        if self.position is not None:
            return () if self._stopped else self.position.legal
        if (auction := self.bidding) and auction.turn is not None:
            return self.rules.legal_calls(auction.calls, self.deal[auction.turn])
        return self.auction.declarable

    def push(self, move: Move) -> None:
        """Make a call, a declaration or a play.

        Who declares `FOLLOW_ME` means the one that is played at this table.

        Raises:
            IllegalMoveError: it is not allowed now; nothing has changed.
        """
        if move is CLAIM:
            self.check_claim()
            self.claimant = self.turn
            return
        if self.position is not None and isinstance(move, Domino | Play) and not self._stopped:
            self.position.push(move)
            return
        if (auction := self.bidding) and auction.turn is not None and isinstance(move, Call):
            self.auction = auction.after(move, self.deal[auction.turn])
            return
        if not isinstance(move, Call | Trump | Domino | Play):
            raise TypeError(f"{shown(move)} is no call, trump or domino")
        if isinstance(move, Trump):
            move = self.rules.declared(move)
        legal = self.legal
        if not any(type(move) is type(other) and move == other for other in legal):
            expected = ", ".join(map(str, legal)) or "nothing: the deal is over"
            raise IllegalMoveError(f"{shown(str(move))} is not allowed now: expected {expected}")
        if self.won and isinstance(move, Trump):
            contract = Contract(move, *self.won, self.rules.small_end_opening)
            self.position = Position(self.deal, contract, self.leader)

    def check_claim(self) -> None:
        """Refuse a claim that nobody may make now, proved or not.

        Raises:
            IllegalMoveError: the rules have no claims, or no seat is on lead.
        """
        cause = ""
        if not self.rules.claims:
            cause = "the rules say claims=false"
        elif self.finished:
            cause = "the deal is over"
        elif self.position is None or self.position.trick:
            cause = "expected a seat on lead, with no domino on the table"
        if cause:
            raise IllegalMoveError(f"a claim is not allowed now: {cause}")

    def play(self, plays: Iterable[Placed]) -> None:
        """Push several plays, or none if one of them is illegal."""
        if self.position is None:
            raise IllegalMoveError("plays before a trump is declared")
        play_all(self, plays)

    def pop(self) -> Move:
        """Take back the last move; IndexError if there is none."""
        if self.claimant is not None:
            self.claimant = None
            return CLAIM
        if self.position is not None:
            if self.position.plays:
                play: Placed = self.position.pop()
                return play
            trump, self.position = self.position.trump, None
            return trump
        if not isinstance(self.auction, Auction) or not self.auction.calls:
            raise IndexError("there is no move to take back")
        last = self.auction.calls[-1]
        self.auction = self.auction.before
        return last

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return str(draw(self))

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self)(self.deal, self.auction, self.score)
        other.position = self.position.copy() if self.position else None
        other.claimant = self.claimant
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether rules, score, deal and all moves are the same."""
        if not isinstance(other, Round):
            return NotImplemented
        return self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]  # rounds change

    def _facts(self) -> tuple[object, ...]:
        played = self.contract, self.plays, self.claimant
        return (self.deal, self.auction, self.score, *played)
