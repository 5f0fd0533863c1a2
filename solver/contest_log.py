"""How pairs of a contest are written in its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .contest import UNDECIDED, Pair, Time
from .work import Form


def _facts(pair: Pair) -> dict[str, object]:
    return {
        "pair": pair.number,
        "results": pair.results,
        "deals": pair.deals,
        "times": [
            {
                question: [time.moves, round(time.seconds, 6), round(time.longest, 6)]
                for question, time in times.items()
            }
            for times in pair.times
        ],
    }


def _pair(facts: Mapping[str, Any]) -> Pair:
    """A pair from what `_facts` has written; ValueError, TypeError or KeyError if it has not."""
    (one, other), (deals, more) = facts["results"], facts["deals"]
    if not {one, other} <= {0, UNDECIDED, 1}:
        raise ValueError
    first, second = [
        {question: Time(*time) for question, time in player.items()} for player in facts["times"]
    ]
    return Pair(facts["pair"], (one, other), (deals, more), (first, second))


CONTEST: Final = Form("contest", "pair", _facts, _pair)
