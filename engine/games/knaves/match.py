"""A match of Knaves or Polignac."""

from __future__ import annotations

from ..._random import Random
from ...match import Rounds, leader
from .deal import Deal
from .round import Round
from .rules import SOURCE, Rules


class Match(Rounds[Deal, Round]):
    """Rounds until a player has the total that ends the match.

    Args:
        rules: the table's rules.

    Examples:
        >>> match = Match()
        >>> round = match.deal(Random(1))
        >>> round.mover, len(round.hands[0])
        (1, 17)
    """

    def __init__(self, rules: Rules = SOURCE) -> None:
        super().__init__(rules.players)
        self.rules = rules

    def opened(self, deal: Deal) -> Round:
        """The next round; who leads sits to the left of the dealer, and the deal goes round."""
        deal.check(self.rules)
        dealer = self.rules.first_dealer + len(self.rounds)
        return Round(deal, (dealer + 1) % self.sides, rules=self.rules)

    def drawn(self, random: Random) -> Deal:
        """A random deal."""
        return Deal.draw(random, self.rules)

    @property
    def winner(self) -> int | None:
        """The player who has won, or the first of them; None while the match goes on."""
        return next(iter(self.winners), None)

    @property
    def winners(self) -> tuple[int, ...]:
        """Whoever is alone ahead with the target; in Polignac all with the fewest penalties."""
        score = self.score
        if not self.rules.is_polignac:
            best = leader(score, self.rules.target)
            return () if best is None else (best,)
        if max(score) < self.rules.penalty_target:
            return ()
        return tuple(seat for seat, total in enumerate(score) if total == min(score))
