"""The worlds by which a decision is judged: all, or some that are as likely as they look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine._random import Random
from .limits import MOST_LISTED
from .worlds import Worlds

if TYPE_CHECKING:
    from ..engine.view import View
    from ._worlds import Masks
    from .knowledge import Floats, Knowledge

    Integers = np.ndarray[tuple[int], np.dtype[np.int64]]

DRAWN: Final = 12
"""How many worlds are drawn for each that is solved, where some are likelier than others."""
UNMOVED: Final = 0.1
"""The share of belief that stays uniform, so that no possible world is left out."""
WIDE: Final = 21
"""So many hidden pieces make a world costly; ..."""
CHEAPER: Final = 1.5
"""... with each one less it costs so much less, and more worlds may be listed."""
BLOCK: Final = 512
"""So many worlds are taken at a time: it bounds the memory, and the time between two looks at the
clock."""


@dataclass(frozen=True)
class Sample:
    """Worlds to be solved.

    Args:
        worlds: hands by world and place.
        weights: how much each counts, 1 on average.
        exhaustive: whether these are all worlds there are.
        effective: how many worlds, drawn with equal chances, would tell as much.
        complete: whether there was time for all that were to be taken.
    """

    worlds: Masks
    weights: Floats
    exhaustive: bool
    effective: float
    complete: bool

    @cached_property
    def size(self) -> int:
        """How many there are."""
        return len(self.worlds)


def take_sample(
    view: View[Any],
    knowledge: Knowledge,
    size: int,
    random: Random,
    deadline: float = inf,
    most: int = MOST_LISTED,
) -> Sample:
    """Choose worlds.

    They are listed if there are few, else drawn. Where knowledge tells them apart, many more are
    drawn than solved, and of those each is taken as often as it is likely. They come in random
    order, so that the first of them are a fair sample too.

    Args:
        view: what the seat knows.
        knowledge: what is known of how the others act.
        size: how many worlds to draw; of smaller worlds more may be listed.
        random: what draws them.
        deadline: when to stop, by the monotonic clock; some worlds are always taken.
        most: more worlds than that are never listed.
    """
    space = Worlds(view.unseen)
    hidden = sum(view.unseen.sizes)
    if space.count <= min(most, min(most, size) * max(1.0, CHEAPER ** (WIDE - hidden))):
        return _listed(view, knowledge, space, deadline)
    parts, effective = [], 0.0
    for first in range(0, size, BLOCK):
        some = min(BLOCK, size - first)
        drawn = space.draw_many(random, DRAWN * some)
        weights = believed(knowledge.log_likelihood(view, drawn), len(drawn))
        taken = systematic(weights, some, random).tolist()
        random.shuffle(taken)
        parts.append(drawn[taken])
        effective += min(some, effective_size(weights))
        if monotonic() > deadline:
            break
    worlds = np.concatenate(parts)
    return Sample(worlds, np.ones(len(worlds)), False, effective, len(worlds) == size)


def _listed(view: View[Any], knowledge: Knowledge, space: Worlds, deadline: float) -> Sample:
    order = list(range(space.count))
    # Always the same order: where all worlds are judged, nothing is left to chance.
    Random(0).shuffle(order)
    worlds = space.list_all()[order]
    logs = []
    for first in range(0, len(worlds), DRAWN * BLOCK):
        logs.append(knowledge.log_likelihood(view, worlds[first : first + DRAWN * BLOCK]))
        if monotonic() > deadline:
            break
    known = [some for some in logs if some is not None]
    worlds = worlds[: len(logs) * DRAWN * BLOCK]
    weights = believed(np.concatenate(known) if known else None, len(worlds))
    complete = len(worlds) == space.count
    return Sample(worlds, weights, complete, effective_size(weights), complete)


def systematic(weights: Floats, size: int, random: Random) -> Integers:
    """Indices, each about as often as its weight says: at even steps along the weights."""
    start = random.fraction()
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
