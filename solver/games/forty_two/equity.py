"""The chance to win a match, from the score and from what deals usually bring."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from ....engine.games.forty_two.calls import MARK, Call
from ....engine.games.forty_two.rules import Rules
from .hands import FITTED

LONGEST: Final = 500
"""The rest of a longer match is taken to be so long, with the same lead: it bounds the memory."""

Equities = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def equity(rules: Rules, ours: int, theirs: int) -> float:
    """The chance that a side wins the match.

    Args:
        rules: the table's rules.
        ours: its score, of a match under way or just ended.
        theirs: the score of the other side.
    """
    winner = rules.winner((ours, theirs))
    if winner is not None:
        return 1.0 - winner
    target = min(rules.target, LONGEST)
    played = min(ours, theirs, rules.target - target)
    table = _equities(rules, target)
    return float(table[min(ours - played, target - 1), min(theirs - played, target - 1)])


@cache
def _equities(rules: Rules, target: int) -> Equities:
    """The chance by both scores, solved from the end of the match backwards.

    Each deal is declared by either side as often, and brings what deals between equal players
    brought, whatever the score. A tie beyond the target is even.
    """
    steps = _steps(rules)
    gains = np.array(list(steps))
    shares = np.array(list(steps.values()))
    scores = np.arange(target + gains.max() + 1)
    ours, theirs = scores[:, None], scores[None, :]
    table = np.where(ours > theirs, 1.0, np.where(ours < theirs, 0.0, 0.5))
    # All scores with one sum at once: each deal adds to it.
    for total in reversed(range(2 * target - 1)):
        some = np.arange(max(0, total - target + 1), min(target, total + 1))
        after = table[some[:, None] + gains[:, 0], total - some[:, None] + gains[:, 1]]
        table[some, total - some] = after @ shares
    return table


def _steps(rules: Rules) -> dict[tuple[int, int], float]:
    """How often a deal adds what to the two scores."""
    outcomes = FITTED["outcomes"][rules.scoring]
    deals = sum(count for _, _, count in outcomes)
    steps: dict[tuple[int, int], float] = {}
    for bid, taken, count in outcomes:
        step = rules.record(0, Call(bid), (taken, MARK - taken))
        for one in (step, step[::-1]):
            steps[one] = steps.get(one, 0.0) + count / deals / 2
    return steps
