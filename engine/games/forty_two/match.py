"""A match: deal after deal until a side reaches the target."""

from __future__ import annotations

from ..._random import Random
from ...errors import IllegalMoveError
from ...match import Rounds
from ...view import Referee
from .auction import Auction
from .claims import confirm
from .deal import Deal
from .plays import CLAIM
from .round import Move, Round
from .rules import SOURCE, Rules
from .seats import SEATS, Seat, Side

Step = Deal | Move
"""What a match consists of: deals, and the moves in them."""


class Match(Rounds[Deal, Round]):
    """The score of a match and the deal under way.

    Its steps are deals and moves; `push` takes them, and `pop` takes them back one by one.

    Args:
        rules: the table's rules.
        first: who calls first in the first deal, if not whom the rules say; the next seat
            clockwise in each later one.
        referee: who tells from the view of a seat on lead whether its claim is proved, such as
            `is_proven`; without one no claim can be made.

    Examples:
        >>> match = Match()
        >>> round = match.begin(Deal.random(seed=3))
        >>> for move in (30, 0, 0, 0):
        ...     match.push(Call(move))
        >>> round.phase
        'trump'
    """

    def __init__(
        self,
        rules: Rules = SOURCE,
        first: Seat | None = None,
        referee: Referee | None = None,
    ) -> None:
        super().__init__(len(Side))
        self.rules = rules
        self.first = first
        self.referee = referee

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(SEATS)

    @property
    def score(self) -> tuple[int, int]:
        """What the sides (NS, EW) have written down for the finished deals."""
        if self.round is None:
            return 0, 0
        before, gained = self.round.score, self.round.recorded or (0, 0)
        return before[0] + gained[0], before[1] + gained[1]

    @property
    def scores(self) -> list[tuple[int, ...]]:
        """The score before the first deal, and after each finished one."""
        before: list[tuple[int, ...]] = [round.score for round in self.rounds]
        return before if self.round and not self.round.finished else [*before, self.score]

    @property
    def winner(self) -> Side | None:
        """The side that has won; None while the match goes on."""
        side = self.rules.winner(self.score)
        return None if side is None else Side(side)

    def opened(self, deal: Deal) -> Round:
        """The next deal, to be called by the seat whose turn it is."""
        opener = self.rules.first_of(self.rounds[0].deal if self.rounds else deal)
        first = opener if self.first is None else self.first
        first = SEATS[(first + len(self.rounds)) % 4]
        return Round(deal, Auction(self.rules, first), self.score)

    def drawn(self, random: Random) -> Deal:
        """A random deal."""
        return Deal.draw(random)

    def push(self, step: Step) -> None:
        """Begin the next deal, or make a move in the one under way.

        Raises:
            IllegalMoveError: it is not allowed now, or a claim that the referee does not confirm;
                nothing has changed.
        """
        if isinstance(step, Deal):
            self.begin(step)
        elif self.round is None or self.round.finished:
            raise IllegalMoveError("no deal is under way")
        else:
            if step is CLAIM:
                confirm(self.round, self.referee)
            self.round.push(step)

    def __eq__(self, other: object) -> bool:
        """Whether rules and all deals are the same, move by move."""
        if not isinstance(other, Match):
            return NotImplemented
        return (self.rules, self.first, self.rounds) == (other.rules, other.first, other.rounds)

    __hash__ = None  # type: ignore[assignment]  # matches change
