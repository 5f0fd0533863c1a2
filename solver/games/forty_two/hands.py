"""How strong hands are, and how likely they make a bid: what was fitted, and where it is kept.

`python -m bench.fit` makes `fitted.json` anew; docs/strength.md says what it was made from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Any, Final

import numpy as np

from ....engine._random import Random
from ....engine.games.forty_two.calls import MARK, Call
from ....engine.games.forty_two.trump import NO_TRUMP, PLAIN, Trump, trick_table
from ._strength import Declaration
from .appraisal import trumps_of

Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
Numbers = np.ndarray[tuple[int], np.dtype[Any]]
Strengths = np.ndarray[tuple[int, int], np.dtype[np.float32]]

FITTED: Final[dict[str, Any]] = json.loads(
    (files(__package__) / "fitted.json").read_text(encoding="ascii")
)


@cache
def _declarations() -> list[Declaration]:
    kinds = {Trump.DOUBLES: 1} | dict.fromkeys(NO_TRUMP, 2)
    return [
        Declaration(
            trick_table(trump),
            trumps_of(trump),
            FITTED["worths"],
            FITTED["lengths"][kinds.get(trump, 0)],
        )
        for trump in PLAIN
    ]


def strengths(hands: Iterable[int] | np.ndarray[Any, Any]) -> Strengths:
    """How strong hands are for each declaration.

    Args:
        hands: seven dominoes each, as masks.

    Returns:
        The points that the hand's side takes on average when it leads and all hands are open, as
        estimated from the hand alone: an array of hands × declarations. Nello and sevens, of
        which nothing is known, are not among them.
    """
    masks = np.array(hands, np.uint64)
    found = np.empty((len(PLAIN), len(masks)), np.float32)
    for declaration, row in zip(_declarations(), found, strict=True):
        declaration.judge(masks, row)
    return found.T


def log_odds(strength: Floats, bid: Call) -> Floats:
    """The log-odds that a hand of such strength makes a bid at the table."""
    fitted = FITTED["make"]
    price = fitted["point"] * (bid - 30) if bid < MARK else fitted["mark"]
    odds: Floats = fitted["start"] + fitted["strength"] * strength + price
    return odds


def open_odds(share: float, worlds: float) -> float:
    """The log-odds of what happens in such a share of sampled worlds.

    One success and one failure more are counted: no sample proves a chance of 0 or 1.
    """
    return log((share * worlds + 1) / ((1 - share) * worlds + 1))


def chance(share: float, worlds: float, strength: float, bid: Call) -> float:
    """The chance that a bid is made at the table, where nobody sees all hands.

    Args:
        share: of the worlds in which it is made with all hands open.
        worlds: how many worlds tell so.
        strength: of the hand for the declaration.
        bid: the bid.
    """
    fitted = FITTED["table"]
    hand = float(log_odds(np.array([strength]), bid)[0])
    odds = fitted["start"] + fitted["open"] * open_odds(share, worlds) + fitted["hand"] * hand
    return 1 / (1 + exp(-odds - fitted["point"] * points_over(bid)))


def points_over(bid: int) -> int:
    """How many points more than 30 are bid, where that is known to matter: to 42."""
    return bid - 30 if bid <= MARK else 0


def steepness(likely: float, share: float, worlds: float) -> float:
    """By how much that chance grows with the share of sampled worlds in which the bid is made.

    Args:
        likely: the chance.
        share: the share.
        worlds: how many worlds tell so.
    """
    by_share = worlds / (share * worlds + 1) + worlds / ((1 - share) * worlds + 1)
    return float(FITTED["table"]["open"]) * likely * (1 - likely) * by_share


def chances_in(points: Numbers, strength: Floats, bid: Call) -> Floats:
    """The same in worlds where it is known what the declarer's side takes with all hands open."""
    fitted = FITTED["margin"]
    margin = points - float(bid.need)
    if bid < MARK:
        short, over = np.minimum(margin, 0), np.maximum(margin, 0)
        odds = fitted["start"] + fitted["short"] * short + fitted["over"] * over
    else:
        odds = np.where(margin == 0, fitted["mark"], fitted["mark_short"])
    likely: Floats = 1 / (1 + np.exp(-odds - fitted["hand"] * log_odds(strength, bid)))
    return likely


def bidding_odds(strength: Floats, bid: Call) -> Floats:
    """The log-odds that a hand of such strength is bid on rather than passed."""
    fitted = FITTED["calls"]
    daring = fitted["start"] + fitted["mark"] * (bid >= MARK) + fitted["marks"] * (bid > MARK)
    odds: Floats = daring + fitted["hand"] * log_odds(strength, bid)
    return odds


def nerve(random: Random) -> float:
    """By how much a player is bolder than most, in log-odds to bid: what makes odds a choice."""
    share = random.fraction()
    return log(share / (1 - share))
