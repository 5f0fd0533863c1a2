"""The chance to win a match, from the score and from what deals usually bring."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np

from ....engine.games.forty_two.calls import MARK, Call
from ....engine.games.forty_two.rules import Rules
from .hands import FITTED

LONGEST: Final = 500
"""If a side needs more than that, the match is likened to one of that length; see `equity`."""
KEPT: Final = 8
"""Of so many tables the chances are kept, at most 4 MB each."""
REMEMBERED: Final = 512
"""Of so many contracts is kept what they are worth: one decision asks again and again."""

Equities = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def equity(rules: Rules, ours: int, theirs: int) -> float:
    """The chance that a side wins the match.

    Of a match that is long still, what counts is the lead against the root of the deals to come.
    So it is as good as one of `LONGEST` with a lead that is a larger share of it. At a target of
    2,500 that is wrong by 0.007 at most.

    Args:
        rules: the table's rules.
        ours: its score, of a match under way or just ended.
        theirs: the score of the other side.
    """
    winner = rules.winner((ours, theirs))
    if winner is not None:
        return 1.0 - winner
    target = min(rules.target, LONGEST)
    table = _equities(rules, target)
    # Both may be beyond the target, as long as they are equal.
    we_need, they_need = (max(1, rules.target - score) for score in (ours, theirs))
    longer = max(we_need, they_need)
    if longer <= target:
        return float(table[target - we_need, target - they_need])
    lead = 1 - min(we_need, they_need) / longer
    lead *= sqrt(longer / (target + (longer - target) * lead**2))
    chances = table[:, 0] if we_need < they_need else table[0]
    return float(np.interp(lead * target, np.arange(target + 1), chances[: target + 1]))


@lru_cache(maxsize=REMEMBERED)
def worths_of(
    rules: Rules, ours: int, theirs: int, bid: Call, *, declaring: bool, total: int = MARK
) -> tuple[float, ...]:
    """The chance that a side wins the match after a contract.

    Args:
        rules: the table's rules.
        ours: its score.
        theirs: the score of the other side.
        bid: what is to be made.
        declaring: whether the side itself is to make it.
        total: what both sides take together.

    Returns:
        By the points that the declarer's side takes, from 0 to all.
    """
    records = [rules.record(0, bid, (taken, total - taken)) for taken in range(total + 1)]
    gains = {record: record if declaring else record[::-1] for record in records}
    chances = {
        record: equity(rules, ours + gain[0], theirs + gain[1]) for record, gain in gains.items()
    }
    return tuple(chances[record] for record in records)


@lru_cache(maxsize=KEPT)
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
        # Shares that are rounded may add up to a hair more than 1.
        table[some, total - some] = (after @ shares).clip(0.0, 1.0)
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
