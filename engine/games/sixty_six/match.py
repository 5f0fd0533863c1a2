"""A match of Sixty-Six."""

from __future__ import annotations

from ..._random import Random
from ...match import Rounds, leader
from ...stock.standing import Standing
from .round import Deal, Round
from .rules import SOURCE, Rules


class Match(Rounds[Deal, Round]):
    """Deals until a player reaches the target.

    Args:
        rules: the table's rules.

    Examples:
        >>> match = Match()
        >>> round = match.deal(Random(1))
        >>> round.mover, len(round.stock)
        (1, 12)
    """

    def __init__(self, rules: Rules = SOURCE) -> None:
        super().__init__(2)
        self.rules = rules

    @property
    def dealer(self) -> int:
        """Who deals next."""
        dealer: int = self.rules.first_dealer
        for round in self.rounds:
            scores = round.recorded
            if self.rules.next_dealer == "alternate":
                dealer = 1 - dealer
            elif scores is not None and any(scores):
                dealer = scores.index(max(scores))
        return dealer

    def opened(self, deal: Deal) -> Round:
        """The next deal; the player who did not deal leads."""
        deal.check()
        tied = bool(self.rounds) and not any(self.rounds[-1].recorded or ())
        first, second = self.score
        standing = Standing(score=(first, second), extra=int(self.rules.carries and tied))
        return Round(deal, 1 - self.dealer, self.rules, standing=standing)

    def drawn(self, random: Random) -> Deal:
        """A random deal."""
        return Deal.draw(random, self.dealer, self.rules)

    @property
    def winner(self) -> int | None:
        """The player who has won; None while the match goes on."""
        return leader(self.score, self.rules.target)
