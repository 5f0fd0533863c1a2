"""A match: deal after deal until a side reaches the target."""

from __future__ import annotations

from ..._random import Random
from ...errors import IllegalMoveError
from .auction import Auction
from .deal import Deal
from .round import Move, Round
from .rules import SOURCE, Rules
from .seats import SEATS, Seat, Side


class Match:
    """The score of a match and the deal under way.

    Args:
        rules: the table's rules.
        first: who calls first in the first deal, if not whom the rules say; the next seat
            clockwise in each later one.

    Example:
        >>> match = Match()
        >>> round = match.begin(Deal.random(seed=3))
        >>> for move in (30, 0, 0, 0):
        ...     match.push(Call(move))
        >>> round.phase
        'trump'
    """

    def __init__(self, rules: Rules = SOURCE, first: Seat | None = None) -> None:
        self.rules = rules
        self.first = first
        self.rounds: list[Round] = []

    @property
    def round(self) -> Round | None:
        """The deal begun last, finished or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def score(self) -> tuple[int, int]:
        """What the sides (NS, EW) have written down for the finished deals."""
        recorded = [round.recorded or (0, 0) for round in self.rounds]
        return sum(ns for ns, _ in recorded), sum(ew for _, ew in recorded)

    @property
    def winner(self) -> Side | None:
        """The side that has won; None while the match goes on."""
        side = self.rules.winner(self.score)
        return None if side is None else Side(side)

    @property
    def finished(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    def begin(self, deal: Deal) -> Round:
        """Begin the next deal.

        Raises:
            IllegalMoveError: the match is over, or the last deal is not.
        """
        if self.finished:
            raise IllegalMoveError(f"the match is over: {self.winner} has won")
        if self.round is not None and not self.round.finished:
            raise IllegalMoveError("the last deal is not over")
        opener = self.rules.first_of(self.rounds[0].deal if self.rounds else deal)
        first = opener if self.first is None else self.first
        first = SEATS[(first + len(self.rounds)) % 4]
        round = Round(deal, Auction(self.rules, first), self.score)
        self.rounds.append(round)
        return round

    def deal(self, random: Random) -> Round:
        """Begin the next deal, a random one."""
        return self.begin(Deal.draw(random))

    def push(self, move: Move) -> None:
        """Make a move in the deal under way."""
        if self.round is None or self.round.finished:
            raise IllegalMoveError("no deal is under way")
        self.round.push(move)

    def __eq__(self, other: object) -> bool:
        """Whether rules and all deals are the same, move by move."""
        if not isinstance(other, Match):
            return NotImplemented
        return (self.rules, self.first, self.rounds) == (other.rules, other.first, other.rounds)

    __hash__ = None  # type: ignore[assignment]  # matches change
