"""The options of a seat, weighed over the worlds that it thinks possible."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from ..engine._random import Random
from ..engine.game import Option, View, groups
from .advice import LATER, OPEN, Estimate, Weighed, Weighing
from .judge import Judge
from .race import race

if TYPE_CHECKING:
    from ._policy import Habits
    from .race import Matrix
    from .sample import Sample

M = TypeVar("M", bound=Hashable)

TIE: Final = 0.02
"""So much of a chance of success all the points are held to be worth, so that they break ties."""
SHARE: Final = 4
"""Where only success counts, points are found in one of so many worlds."""


def weigh(
    view: View[M],
    options: Sequence[Option[M]],
    sample: Sample,
    *,
    habits: Habits | None = None,
    deadline: float,
    random: Random,
    bar: Callable[[range], Iterable[int]] = iter,
) -> Weighing[M]:
    """How good the options are, each of them a move of its own, all with the same aim.

    Args:
        view: what the seat knows.
        options: what it may do.
        sample: the worlds to solve.
        habits: how the others are known to play, if they are.
        deadline: when to stop, by the monotonic clock; some worlds are always solved.
        random: where everything that is drawn comes from.
        bar: what the numbers of worlds pass through, to show progress.
    """
    state = view.world(sample.worlds[0].tolist())
    span = state.bounds(view.side)
    ways = [option.via for option in options]
    if state.tricks is not None:
        first = {move: group[0] for group in groups(state) for move in group}
        ways = [first[way] for way in ways]
    column = {way: number for number, way in enumerate(dict.fromkeys(ways))}
    judge = Judge(view, list(column), sample.worlds, habits, random)
    need, worth = options[0].need, options[0].worth
    # Where all worlds are listed, all moves are solved in them: then nothing is left to chance.
    drop = not sample.exhaustive
    run = partial(race, moves=len(column), deadline=deadline)
    if worth is None:
        outcomes = run(partial(judge.reached, need=need), sample.weights, drop=drop, bar=bar)
        chances = outcomes.mean()
        some = sample.weights[: max(1, outcomes.worlds // (SHARE if drop else 1))]
        taken = run(judge.points, some, drop=False)
        points = taken.mean()
        successes = outcomes.found
        worths = chances + TIE * points / max(1, span[1] - span[0])
    else:
        table = np.array([worth(taken) for taken in range(span[1] + 1)])

        def value(found: Matrix) -> Matrix:
            values: Matrix = table[found.astype(int)]
            return values

        outcomes = taken = run(judge.points, sample.weights, worth=value, drop=drop, bar=bar)
        successes = (outcomes.found >= need).astype(float)
        chances = outcomes.mean(lambda found: found >= need)
        points = outcomes.mean()
        worths = outcomes.mean(value)
    drawn = not sample.exhaustive or outcomes.worlds < sample.size or judge.opens_later
    weighed = []
    for option, way in zip(options, ways, strict=True):
        place = column[way]
        chance = float(chances[place])
        solved = int(outcomes.solved[place])
        error = error_of(chance, sample.effective * solved / sample.size) if drawn else 0.0
        weighed.append(
            Weighed(
                option,
                float(worths[place]),
                Estimate(chance, error, float(points[place]), chance, solved),
                successes[:solved, place],
                taken.found[: taken.solved[place], place],
            )
        )
    return Weighing(weighed, outcomes.worlds, LATER if judge.opens_later else OPEN)


def error_of(share: float, worlds: float) -> float:
    """The standard error of a share of sampled worlds, never 0.

    One success and one failure more are counted: no sample proves a chance of 0 or 1.
    """
    share = (share * worlds + 1) / (worlds + 2)
    return sqrt(share * (1 - share) / worlds)
