"""The chance to win a match, from the score and from what deals usually bring."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np

from ....engine.games.forty_two.calls import MARK, Call
from ....engine.games.forty_two.rules import Rules
from .hands import FITTED
from .sinking import DEPTH, Race

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
    if max(ours, theirs) >= rules.target:
        return _beyond(rules)[ours - theirs]
    we_need, they_need = (rules.target - score for score in (ours, theirs))
    target = min(rules.target, LONGEST)
    longer = max(we_need, they_need)
    if rules.sinks:
        race = _race(rules, target)
        if longer > target + DEPTH:
            short = target * (1 - _likened(we_need, they_need, target))
            return race.chance(*((short, target) if we_need < they_need else (target, short)))
        return race.chance(we_need, they_need)
    table = _equities(rules, target)
    if longer <= target:
        return float(table[target - we_need, target - they_need])
    lead = _likened(we_need, they_need, target)
    chances = table[:, 0] if we_need < they_need else table[0]
    return float(np.interp(lead * target, np.arange(target + 1), chances[: target + 1]))


def _likened(we_need: int, they_need: int, target: int) -> float:
    """The lead, as a share of the target, that is as good as this one in a longer match."""
    longer = max(we_need, they_need)
    lead = 1 - min(we_need, they_need) / longer
    return lead * sqrt(longer / (target + (longer - target) * lead**2))


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
    brought, whatever the score.
    """
    steps = steps_of(rules)
    gains = np.array(list(steps))
    shares = np.array(list(steps.values()))
    scores = np.arange(target + gains.max() + 1)
    ours, theirs = scores[:, None], scores[None, :]
    table = np.where(ours > theirs, 1.0, 0.0)
    for lead, chance in _beyond(rules).items():
        table[ours - theirs == lead] = chance
    # All scores with one sum at once: each deal adds to it.
    for total in reversed(range(2 * target - 1)):
        some = np.arange(max(0, total - target + 1), min(target, total + 1))
        after = table[some[:, None] + gains[:, 0], total - some[:, None] + gains[:, 1]]
        # Shares that are rounded may add up to a hair more than 1.
        table[some, total - some] = (after @ shares).clip(0.0, 1.0)
    return table


@lru_cache(maxsize=KEPT)
def _race(rules: Rules, target: int) -> Race:
    """A match in which points can be lost, solved."""
    return Race(steps_of(rules), target)


def _beyond(rules: Rules) -> dict[int, float]:
    """The chance by the lead where the target is reached and the match goes on.

    A tie is even. If it takes a lead of two, one of one is won by a gain, made even by a loss of
    one, turned by a loss of two, lost by more, and kept by a deal that brings nothing.
    """
    if not rules.win_by_two:
        return {0: 0.5}
    after: dict[int, float] = {}
    for (ours, theirs), share in steps_of(rules).items():
        lead = max(-2, min(2, 1 + ours - theirs))
        after[lead] = after.get(lead, 0.0) + share
    won, even, turned, kept = (after.get(lead, 0.0) for lead in (2, 0, -1, 1))
    ahead = (won + even / 2 + turned) / (1 - kept + turned)
    return {-1: 1 - ahead, 0: 0.5, 1: ahead}


def steps_of(rules: Rules) -> dict[tuple[int, int], float]:
    """How often a deal adds what to the two scores."""
    outcomes = FITTED["outcomes"][rules.scoring]
    deals = sum(count for _, _, count in outcomes)
    steps: dict[tuple[int, int], float] = {}
    for bid, taken, count in outcomes:
        step = rules.record(0, Call(bid), (taken, MARK - taken))
        for one in (step, step[::-1]):
            steps[one] = steps.get(one, 0.0) + count / deals / 2
    return steps
