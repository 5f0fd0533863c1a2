"""A match of Matador."""

from __future__ import annotations

from ..._random import Random
from ...errors import ImpossiblePositionError
from ...match import Rounds, leader
from .deal import Deal, opener
from .round import Round
from .rules import SOURCE, Rules


class Match(Rounds[Deal, Round]):
    """Rounds until a player reaches the target.

    Args:
        rules: the table's rules.

    Examples:
        >>> match = Match()
        >>> round = match.deal(Random(1))
        >>> round.mover, len(round.stock)
        (0, 16)
    """

    def __init__(self, rules: Rules = SOURCE) -> None:
        super().__init__(rules.players)
        self.rules = rules

    def opened(self, deal: Deal) -> Round:
        """The next round; who begins follows from the rules."""
        deal.check(self.rules.players, self.rules.hand_size)
        if self.rules.opening == "any":
            turn = (self.rules.first_player + len(self.rounds)) % self.rules.players
            return Round(deal, turn, rules=self.rules)
        double = opener(deal.hands)
        if double is None:
            raise ImpossiblePositionError("no hand has a double to begin with: deal again")
        turn = next(seat for seat, hand in enumerate(deal.hands) if double in hand)
        return Round(deal, turn, rules=self.rules)

    def drawn(self, random: Random) -> Deal:
        """A random deal; drawn again while nobody has the double that must be laid first."""
        while True:
            deal = Deal.draw(random, self.rules.players, self.rules.hand_size)
            if self.rules.opening == "any" or opener(deal.hands):
                return deal

    @property
    def winner(self) -> int | None:
        """The player who has won; None while the match goes on."""
        return leader(self.score, self.rules.target)
