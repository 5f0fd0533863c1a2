"""Statistics of mirrored pairs: the same deals, played from both sides."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

CONFIDENCE: Final = 1.96
"""How many standard errors each way hold the truth in 95 % of samples."""


@dataclass
class Paired:
    """How often two players succeeded, one after the other in the same place.

    What both of a pair have in common, such as good hands, cancels out.

    Args:
        pairs: how many pairs were counted.
        first: the successes of the first player, those of a half counted as such.
        second: the successes of the second player.
        only_first: the pairs in which the first did better than the second.
        only_second: the pairs in which the second did better.
        squares: the squares of the differences, summed.

    Examples:
        >>> paired = Paired()
        >>> for successes in ((1, 0), (1, 1), (0, 0), (1, 0)):
        ...     paired.add(*successes)
        >>> paired.difference, round(paired.margin, 3), round(paired.z, 3)
        (0.5, 0.596, 1.414)
    """

    pairs: int = 0
    first: float = 0.0
    second: float = 0.0
    only_first: int = 0
    only_second: int = 0
    squares: float = 0.0

    def add(self, first: float, second: float) -> None:
        """Count a pair: for each player 1 for a success, 0 for none, 0.5 for half of one."""
        self.pairs += 1
        self.first += first
        self.second += second
        self.only_first += first > second
        self.only_second += second > first
        self.squares += (first - second) ** 2

    @property
    def difference(self) -> float:
        """By how much the share of the first player's successes is larger."""
        return (self.first - self.second) / self.pairs if self.pairs else 0.0

    @property
    def margin(self) -> float:
        """By how much the difference may be off, with a confidence of 95 %.

        Counted with one more pair in favour of each, as no sample proves that players are equal
        or always differ (D. G. Bonett and R. M. Price, 2012: adjusted Wald intervals for a
        difference of paired proportions).
        """
        pairs = self.pairs + 2
        mean = (self.first - self.second) / pairs
        return CONFIDENCE * sqrt(((self.squares + 2) / pairs - mean**2) / pairs)

    @property
    def z(self) -> float:
        """McNemar's: how uneven the pairs are in which one did better, in standard errors."""
        uneven = self.only_first + self.only_second
        return (self.only_first - self.only_second) / sqrt(uneven) if uneven else 0.0
