"""The worlds by which a decision is judged: all, or some that are as likely as they look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .worlds import Worlds

if TYPE_CHECKING:
    from ..engine._random import Random
    from ..engine.game import View
    from ._worlds import Masks
    from .knowledge import Floats, Knowledge

    Integers = np.ndarray[tuple[int], np.dtype[np.int64]]

PRECISION: Final = 1 << 53
DRAWN: Final = 12
"""How many worlds are drawn for each that is solved, where some are likelier than others."""
MOST_DRAWN: Final = 1 << 18
"""It bounds the memory."""
UNMOVED: Final = 0.1
"""The share of belief that stays uniform, so that no possible world is left out."""
WIDE: Final = 21
"""So many hidden pieces make a world costly; ..."""
CHEAPER: Final = 1.5
"""... with each one less it costs so much less, and more worlds may be listed."""


@dataclass(frozen=True)
class Sample:
    """Worlds to be solved.

    Args:
        worlds: hands by world and place.
        weights: how much each counts, 1 on average.
        exhaustive: whether these are all worlds there are.
        effective: how many worlds, drawn with equal chances, would tell as much.
    """

    worlds: Masks
    weights: Floats
    exhaustive: bool
    effective: float

    @cached_property
    def size(self) -> int:
        """How many there are."""
        return len(self.worlds)


def take_sample(view: View[Any], knowledge: Knowledge, size: int, random: Random) -> Sample:
    """Choose worlds.

    They are listed if there are few, else drawn. Where knowledge tells them apart, many more are
    drawn than solved, and of those each is taken as often as it is likely.

    Args:
        view: what the seat knows.
        knowledge: what is known of how the others act.
        size: how many worlds to draw; of smaller worlds more may be listed.
        random: what draws them.
    """
    space = Worlds(view.unseen)
    hidden = sum(view.unseen.sizes)
    if space.count <= size * max(1.0, CHEAPER ** (WIDE - hidden)):
        worlds = space.list_all()
        weights = believed(knowledge.log_likelihood(view, worlds), len(worlds))
        # In random order, so that those solved within a time limit are a fair sample.
        order = list(range(len(worlds)))
        random.shuffle(order)
        return Sample(worlds[order], weights[order], True, effective_size(weights))
    drawn = space.draw_many(random, max(size, min(DRAWN * size, MOST_DRAWN)))
    weights = believed(knowledge.log_likelihood(view, drawn), len(drawn))
    taken = drawn[systematic(weights, size, random)]
    return Sample(taken, np.ones(size), False, min(size, effective_size(weights)))


def systematic(weights: Floats, size: int, random: Random) -> Integers:
    """Indices, each about as often as its weight says: at even steps along the weights."""
    start = random.below(PRECISION) / PRECISION
    steps = (start + np.arange(size)) / size
    taken: Integers = np.searchsorted(weights.cumsum(), steps * weights.sum(), side="right")
    return np.minimum(taken, len(weights) - 1)


def believed(logs: Floats | None, number: int) -> Floats:
    """The weights of worlds, 1 on average, from how likely what is known of them is."""
    if logs is None:
        return np.ones(number)
    likely = np.exp(logs - logs.max())
    weights: Floats = (1 - UNMOVED) * likely / likely.mean() + UNMOVED
    return weights


def effective_size(weights: Floats) -> float:
    """How many equal weights spread as little as these."""
    return float(weights.sum() ** 2 / (weights**2).sum())
