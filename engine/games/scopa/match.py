"""A match of Scopa."""

from __future__ import annotations

from ..._random import Random
from ...errors import ImpossiblePositionError
from ...match import Rounds
from .deal import Deal
from .round import Round
from .rules import SOURCE, Rules, Score


class Match(Rounds[Deal, Round]):
    """Rounds until a player reaches the target.

    Args:
        rules: the table's rules.

    Examples:
        >>> match = Match()
        >>> round = match.deal(Random(1))
        >>> round.mover, len(round.stock)
        (1, 2)
    """

    def __init__(self, rules: Rules = SOURCE) -> None:
        super().__init__(2)
        self.rules: Rules = rules

    @property
    def dealer(self) -> int:
        """Who deals the next round, the other to play first."""
        return (self.rules.first_dealer + len(self.rounds)) % 2

    def opened(self, deal: Deal) -> Round:
        """The next round."""
        deal.check(self.rules)
        if deal.is_dealt_again(self.rules):
            raise ImpossiblePositionError(f"table {deal.table}: with three kings, deal again")
        return Round(deal, 1 - self.dealer, rules=self.rules)

    def drawn(self, random: Random) -> Deal:
        """A random deal; drawn again while there are too many kings on the table."""
        while True:
            deal = Deal.draw(random, self.rules)
            if not deal.is_dealt_again(self.rules):
                return deal

    def credited(self, score: tuple[int, ...], round: Round) -> Score:
        """The score after a finished round."""
        assert round.account is not None
        return self.rules.credited(score, round.account)

    @property
    def winner(self) -> int | None:
        """The player who has won; None while the match goes on."""
        return self.rules.winner(self.score)

    def stake(self, stake: int) -> int:
        """What the winner gets if the match is played for a stake.

        Raises:
            ImpossiblePositionError: nobody has won yet.
        """
        if self.winner is None:
            raise ImpossiblePositionError("nobody has won yet")
        return self.rules.stake(self.score, stake)
