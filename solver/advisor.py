"""Advice from what one seat knows: the options of a view, weighed over worlds solved exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from ..engine._random import Random
from ..engine.errors import OptionError
from ..engine.game import Option, View
from ._search import Solver
from .exact import analyse
from .worlds import World, Worlds

T = TypeVar("T")
M = TypeVar("M", bound=Hashable)
NOTE: Final = (
    "Double-dummy odds: in every world all players are taken to see all hands, "
    "which no one at the table does."
)
DEFAULT_WORLDS: Final = 200


@dataclass(frozen=True)
class Estimate:
    """What an option brings, over the worlds solved.

    Args:
        p: the share of worlds in which it succeeds.
        error: the standard error of `p`; 0 when all worlds were solved.
        points: the mean of the points that the own side ends with.
    """

    p: float
    error: float
    points: float


@dataclass(frozen=True)
class Suggestion(Generic[M]):
    """Advice.

    Args:
        question: what was asked: `bid`, `trump` or `play` in forty-two.
        move: the option to take.
        text: the move as this table writes it.
        estimates: every option that solving can judge, by its label.
        reason: why, in a sentence.
        worlds: how many worlds were solved.
        seed: which worlds they were.
        exhaustive: whether these are all worlds there are.
        complete: False if the time limit cut the sample short; such advice cannot be repeated.
        note: what these numbers do not say.
    """

    question: str
    move: M
    text: str
    estimates: dict[tuple[str, ...], Estimate]
    reason: str
    worlds: int
    seed: int
    exhaustive: bool
    complete: bool
    note: str = NOTE


def suggest(
    view: View[M],
    *,
    worlds: int = DEFAULT_WORLDS,
    seed: int = 0,
    time_limit: float | None = None,
    progress: bool = False,
) -> Suggestion[M]:
    """What a seat should do.

    Args:
        view: what the seat knows.
        worlds: how many worlds to solve; all of them if there are no more than that.
        seed: which worlds to draw, 0 to 2**64 - 1; the same seed gives the same advice.
        time_limit: seconds after which no further world is begun; at least one is solved.
        progress: show a bar on standard error once it has taken a second.

    Raises:
        OptionError: worlds or a time limit that are not positive.
        ImpossiblePositionError: no deal agrees with the view.
    """
    if worlds < 1:
        raise OptionError(f"worlds {worlds}: expected 1 or more")
    if time_limit is not None and not time_limit > 0:
        raise OptionError(f"time limit {time_limit}: expected more than 0 seconds")
    space = Worlds(view.unseen)
    random = Random(seed)
    options = view.options
    ways = list(dict.fromkeys(option.via for option in options if option.via is not None))
    exhaustive = space.count <= worlds
    source: Iterable[World] = (
        iter(space) if exhaustive else (space.draw(random) for _ in range(worlds))
    )
    total = min(worlds, space.count) if ways else 0
    values = _solve(view, ways, islice(source, total), total, time_limit, progress)
    complete = len(values) == total
    weighed = [_weigh(option, values, ways, exhaustive and complete) for option in options]
    best = max(_prudent(weighed), key=lambda one: one.rank)
    return Suggestion(
        question=view.question,
        move=best.option.move,
        text=best.option.text,
        estimates={one.option.label: one.estimate for one in weighed if one.option.via is not None},
        reason=_reason(best, weighed, len(values), exhaustive and complete),
        worlds=len(values),
        seed=seed,
        exhaustive=exhaustive and complete,
        complete=complete,
    )


@dataclass(frozen=True)
class _Weighed(Generic[M]):
    option: Option[M]
    worth: float
    estimate: Estimate

    @property
    def rank(self) -> tuple[float, float]:
        """The larger, the better: what it is worth, then points."""
        return self.worth, self.estimate.points


def _solve(
    view: View[Any],
    ways: Sequence[Hashable],
    worlds: Iterable[World],
    total: int,
    time_limit: float | None,
    progress: bool,
) -> list[list[int]]:
    """Points of the own side, a row per world and a column per way."""
    deadline = None if time_limit is None else monotonic() + time_limit
    solver = Solver()
    rows: list[list[int]] = []
    for world in shown_after_a_second(worlds, total, "world") if progress else worlds:
        found = analyse(view.world(world), solver)
        rows.append([found[way][view.side] for way in ways])
        if deadline is not None and monotonic() > deadline:
            break
    return rows


def shown_after_a_second(items: Iterable[T], total: int, unit: str) -> Iterable[T]:
    """The items, with a bar on standard error once they have taken a second."""
    from tqdm import tqdm  # costs a fifth of the time to import the package

    return tqdm(items, total=total, unit=unit, delay=1, leave=False)


def _weigh(
    option: Option[M], values: Sequence[Sequence[int]], ways: Sequence[Hashable], exact: bool
) -> _Weighed[M]:
    if option.via is None:
        return _Weighed(option, option.worth(0), Estimate(0.0, 0.0, 0.0))
    column = ways.index(option.via)
    outcomes = Counter(row[column] for row in values)
    worlds = len(values)
    successes = sum(count for points, count in outcomes.items() if points >= option.need)
    # One success and one failure more: no sample proves a chance of 0 or 1.
    smoothed = (successes + 1) / (worlds + 2)
    error = 0.0 if exact else sqrt(smoothed * (1 - smoothed) / worlds)
    worth = sum(option.worth(points) * count for points, count in sorted(outcomes.items())) / worlds
    mean = sum(points * count for points, count in outcomes.items()) / worlds
    return _Weighed(option, worth, Estimate(successes / worlds, error, mean))


def _prudent(weighed: Sequence[_Weighed[M]]) -> list[_Weighed[M]]:
    """Without the options that pay more only by succeeding less often than the safest.

    The harder a goal, the more it owes to everybody's seeing all hands: odds that are taken at
    face value are not to be traded for gain.
    """
    judged = [one.estimate for one in weighed if one.option.via is not None]
    least = max((estimate.p - estimate.error for estimate in judged), default=0.0)
    return [one for one in weighed if one.option.via is None or one.estimate.p >= least]


def _reason(best: _Weighed[Any], weighed: Sequence[_Weighed[Any]], worlds: int, exact: bool) -> str:
    judged = [one for one in weighed if one.option.via is not None]
    if not judged:
        return f"{best.option.text} is all that the rules allow."
    sample = f"all {worlds} possible worlds" if exact else f"{worlds} sampled worlds"
    if best.option.via is None:
        top = max(judged, key=lambda one: one.worth)
        return (
            f"Nothing else is expected to gain: at best {top.option.claim} "
            f"in {_percent(top.estimate)} of {sample}."
        )
    reason = f"{best.option.claim} in {_percent(best.estimate)} of {sample}"
    others = [one for one in judged if one.option.via != best.option.via]
    # A call is best compared with the same call in another trump.
    others = [one for one in others if one.option.move == best.option.move] or others
    if not others:
        return f"{reason}; there is no other choice."
    equal = [one for one in others if one.rank == best.rank]
    if equal:
        return f"{reason}; {', '.join(one.option.text for one in equal)} would do as well."
    second = max(others, key=lambda one: one.rank)
    reason += f"; next best, {second.option.claim} in {_percent(second.estimate)}"
    if second.worth == best.worth:
        reason += f" with {second.estimate.points:.1f} points against {best.estimate.points:.1f}"
    return f"{reason}."


def _percent(estimate: Estimate) -> str:
    error = f" ±{100 * estimate.error:.0f}" if estimate.error else ""
    return f"{100 * estimate.p:.0f}{error} %"
