"""What solved worlds show about advice: numbers for programs, and for the words made from them."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10
from typing import Final

CLEAR: Final = 1.96
"""A difference of so many standard errors is unlikely (1 in 20) to come of chance alone."""
FINEST: Final = 3
"""So many digits after the point are shown at most."""
NOISE: Final = 1e-9
"""What adding up numbers may leave of a difference of nothing."""


def with_error(value: float, error: float) -> str:
    """A number and its error where there is one, as many digits as that carries: `82±3`."""
    unit = round(error or abs(value), FINEST)
    digits = max(0, -floor(log10(unit) + 0.02)) if unit else 0
    return f"{value:.{digits}f}±{error:.{digits}f}" if error else f"{value:.{digits}f}"


@dataclass(frozen=True)
class Difference:
    """How much more one thing brings than another, in the same worlds.

    Args:
        mean: the difference.
        error: its standard error, from world to world; 0 when all worlds were solved.
    """

    mean: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether it is more than chance lets expect."""
        return abs(self.mean) > max(CLEAR * self.error, NOISE)


@dataclass(frozen=True)
class Share:
    """In which share of some worlds an option succeeds.

    Args:
        p: the share.
        error: its standard error; 0 when all worlds were solved.
    """

    p: float
    error: float

    def __str__(self) -> str:
        return with_error(100 * self.p, 100 * self.error)


@dataclass(frozen=True)
class Rival:
    """The best of the other options.

    Args:
        name: the option in words.
        chance: how much less often it succeeds than the option advised.
        points: how many points less it brings.
        table: its own chance of success at the table, where that is not the share of worlds.
    """

    name: str
    chance: Difference
    points: Difference
    table: float | None = None


@dataclass(frozen=True)
class Instead:
    """The best call besides the one advised and a pass.

    Args:
        name: the call in words.
        loss: what it is worth less, as a share of what all is played for.
    """

    name: str
    loss: Difference


@dataclass(frozen=True)
class Split:
    """A holding on which the success of the option advised much depends.

    Args:
        seat: who may hold it.
        piece: what.
        held: the success where that is so.
        otherwise: the success where it is not.
    """

    seat: str
    piece: str
    held: Share
    otherwise: Share


@dataclass(frozen=True)
class Change:
    """A holding with which another option is better.

    Args:
        seat: who may hold it.
        piece: what.
        name: the better option in words.
        gain: by how much more often that succeeds where the seat holds the piece.
    """

    seat: str
    piece: str
    name: str
    gain: Difference


@dataclass(frozen=True)
class Safest:
    """The options after which it is least likely that somebody can do at once what is feared.

    Args:
        names: these options in words.
        averted: that it cannot be done, in words.
        share: in which share of worlds.
    """

    names: tuple[str, ...]
    averted: str
    share: Share


@dataclass(frozen=True)
class Explanation:
    """Why an option is advised.

    Args:
        gain: what the best option that could be solved is worth more than to do nothing, such as
            to pass, as a share of what all is played for; below 0 where nothing is better.
        equals: options that came out the same, in words.
        rival: the best of those that did not.
        split: a holding on which much depends; None unless one clearly matters.
        change: the holding that would change the choice; None unless one clearly would.
        voids: by seat the kinds of pieces that it is known to hold none of.
        safest: the options of least risk; None where all are as safe, or nothing is known of risks.
        instead: the best call besides the one advised and a pass; None if there is none.
    """

    gain: Difference | None
    equals: tuple[str, ...]
    rival: Rival | None
    split: Split | None
    change: Change | None
    voids: dict[str, tuple[str, ...]]
    safest: Safest | None = None
    instead: Instead | None = None
