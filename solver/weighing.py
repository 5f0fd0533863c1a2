"""The options of a seat, weighed over the worlds that it thinks possible."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from ..engine.moves import groups
from .advice import Estimate, Task, Weighed, Weighing
from .judge import Judge
from .race import Outcomes, race

if TYPE_CHECKING:
    from ..engine.view import Option
    from ._policy import Habits
    from .knowledge import Floats
    from .race import Matrix
    from .sample import Sample

M = TypeVar("M", bound=Hashable)

TIE: Final = 0.02
"""So much of a chance of success all the points are held to be worth, so that they break ties."""
SHARE: Final = 4
"""While success is open, points are found in one of so many worlds: they matter less; ..."""
FEWEST: Final = 8
"""... but in no fewer than that."""
TINY: Final = 1e-9
"""What differs by no more is the same."""


def weigh(
    task: Task[M],
    habits: Habits | None = None,
    worths: Sequence[float] | None = None,
    at_table: Callable[[Option[M], float, float], float] | None = None,
) -> Weighing[M]:
    """How good the options are, each of them a move of its own, all with the same aim.

    Args:
        task: what is to be decided.
        habits: how the others are known to play, if they are.
        worths: what it is worth to the own side to end with 0, 1, 2, … points; by default what
            the options say, and if they say nothing only success counts.
        at_table: the chance that an option succeeds at the table, from the share of worlds in
            which it does with all hands open, and how many worlds tell so; by default the share.
    """
    view, options, sample = task.view, task.options, task.sample
    state = view.world(sample.worlds[0].tolist())
    ways = [option.via for option in options]
    if state.tricks is not None:
        first = {move: group[0] for group in groups(state) for move in group}
        ways = [first[way] for way in ways]
    column = {way: number for number, way in enumerate(dict.fromkeys(ways))}
    judge = Judge(view, list(column), sample.worlds, habits, task.random)
    need = options[0].need
    # Where all worlds are listed, all moves are solved in them: then nothing is left to chance.
    drop = not sample.exhaustive
    run = partial(race, moves=len(column), step=judge.step, deadline=task.deadline)
    reached = partial(judge.reached, need=need, weights=sample.weights)
    outcomes = run(reached, sample.weights, drop=drop, bar=task.bar)
    shares = outcomes.mean
    told = sample.effective * outcomes.solved / sample.size
    chances = shares
    if at_table is not None:
        chances = np.zeros(len(column))
        for option, way in zip(options, ways, strict=True):
            place = column[way]
            chances[place] = at_table(option, float(shares[place]), float(told[place]))
    low, high = state.bounds(view.side)
    settled = not low < need <= high
    worth = options[0].worth if worths is None else None
    few = SHARE if drop and worth is None and not settled else 1
    some = sample.weights[: max(min(FEWEST, outcomes.worlds), outcomes.worlds // few)]
    taken = run(judge.points, some, drop=False)
    points = taken.mean
    value = chances
    if worths is not None:
        value = _worth(chances, taken, need, worths)
    elif worth is not None:
        ends = np.arange(low, high + 1)
        brought = np.interp(taken.found, ends, _share([worth(end) for end in ends.tolist()]))
        value = Outcomes(brought, taken.weights, taken.solved).mean
    value = value + TIE * points / max(1, high - low)
    lures = np.zeros(len(column))
    best = (value >= value.max() - TINY).astype(np.uint8)
    if habits is not None and best.sum() > 1:
        weights = outcomes.weights
        lures = weights @ judge.by_habit(0, outcomes.worlds, best, need) / weights.sum()
    drawn = not sample.exhaustive or outcomes.worlds < sample.size or not judge.is_sure
    weighed = []
    for option, way in zip(options, ways, strict=True):
        place = column[way]
        share, chance = float(shares[place]), float(chances[place])
        solved = int(outcomes.solved[place])
        error = error_of(share, float(told[place])) if drawn and not settled else 0.0
        weighed.append(
            Weighed(
                option,
                float(value[place]),
                Estimate(share, error, float(points[place]), chance, solved, _safe(option, sample)),
                outcomes.found[:solved, place],
                taken.found[: taken.solved[place], place],
                float(lures[place]),
            )
        )
    return Weighing(weighed, outcomes.worlds, judge.note, settled=settled)


def _safe(option: Option[M], sample: Sample) -> float | None:
    """The share of worlds in which what is feared after a move cannot be done."""
    if option.risk is None:
        return None
    held = sample.worlds[:, option.risk.place] & np.uint64(option.risk.pieces)
    return float(np.average(held == 0, weights=sample.weights))


def _worth(chances: Floats, taken: Outcomes, need: int, worths: Sequence[float]) -> Floats:
    """What moves are worth, where the points count too; a part of all that is at stake.

    The chances come from more worlds than the points, and not only from open hands. So the points
    only tell what success and failure bring.
    """
    if np.ptp(worths) < TINY:
        return chances
    table = _share(worths)
    won = taken.found >= need
    brought = table[taken.found.astype(int)]
    gain = _mean_where(won, brought, taken.weights, table[min(need, len(table) - 1)])
    loss = _mean_where(~won, brought, taken.weights, table[max(need - 1, 0)])
    worth: Floats = chances * gain + (1 - chances) * loss
    return worth


def _share(worths: Sequence[float]) -> Floats:
    """The same as parts of all that is at stake, from 0 to 1."""
    table = np.array(worths)
    share: Floats = (table - table.min()) / max(TINY, np.ptp(table))
    return share


def _mean_where(where: Matrix, values: Matrix, weights: Floats, otherwise: float) -> Floats:
    """The mean of each column over some of its rows; if there are none, another value."""
    counted = weights[:, None] * where
    total = counted.sum(0)
    mean: Floats = np.full(len(total), otherwise)
    np.divide((counted * values).sum(0), total, out=mean, where=total > 0)
    return mean


def error_of(share: float, worlds: float) -> float:
    """The standard error of a share of sampled worlds, never 0.

    One success and one failure more are counted: no sample proves a chance of 0 or 1.
    """
    share = (share * worlds + 1) / (worlds + 2)
    return sqrt(share * (1 - share) / worlds)
