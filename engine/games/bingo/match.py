"""A match of Bingo."""

from __future__ import annotations

from ..._random import Random
from ...match import Rounds, leader
from ...stock.standing import Standing
from .round import Deal, Round
from .rules import SOURCE, Rules


class Match(Rounds[Deal, Round]):
    """Deals until a player has the sets that win.

    Args:
        rules: the table's rules.

    Examples:
        >>> match = Match()
        >>> round = match.deal(Random(1))
        >>> round.mover, len(round.stock)
        (0, 14)
    """

    def __init__(self, rules: Rules = SOURCE) -> None:
        super().__init__(2)
        self.rules = rules

    def opened(self, deal: Deal) -> Round:
        """The next deal; the players lead in turn."""
        deal.check()
        turn = (self.rules.first_leader + len(self.rounds)) % 2
        first, second = self.score
        return Round(deal, turn, self.rules, standing=Standing(score=(first, second)))

    def drawn(self, random: Random) -> Deal:
        """A random deal."""
        return Deal.draw(random)

    @property
    def winner(self) -> int | None:
        """The player who has won; None while the match goes on."""
        return leader(self.score, self.rules.target)
