"""Advice from what one seat knows: the options of a view, weighed over worlds solved exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, sqrt
from time import monotonic
from typing import Any, Final, Generic, TypedDict, TypeVar

from ..engine._random import Random
from ..engine.errors import counted, whole
from ..engine.game import Option, View
from ._solver import Solver
from .exact import analyse
from .limits import checked_limits, deadline_of
from .progress import with_progress
from .worlds import World, Worlds

M = TypeVar("M", bound=Hashable)
NOTE: Final = "Double-dummy odds: they take all players to see all hands; real chances differ."
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

    def __str__(self) -> str:
        """The share in percent, with its error where there is one: `82±3`."""
        if not self.error:
            return f"{100 * self.p:.0f}"
        digits = 0 if self.error >= 0.0095 else 1
        return f"{100 * self.p:.0f}±{100 * self.error:.{digits}f}"


@dataclass(frozen=True)
class Suggestion(Generic[M]):
    """Advice.

    Args:
        question: what was asked, by the name of a `Question` of the game.
        move: the option to take.
        text: the move as this table writes it.
        via: what the move counts on: for a call the trump; None for a pass.
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
    via: Any
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
        IllegalMoveError: it is not the seat's turn.
        ImpossiblePositionError: no deal agrees with the view.

    Example:
        >>> view = View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 6-0 ; bid 42")
        >>> suggest(view, worlds=5).text
        'sixes'
    """
    worlds = whole("worlds", worlds, 1)
    _, time_limit = checked_limits(time_limit=time_limit)
    options = view.options
    space = Worlds(view.unseen)
    random = Random(seed)
    ways = list(dict.fromkeys(option.via for option in options if option.via is not None))
    exhaustive = space.count <= worlds
    source: Iterable[World] = (space.draw(random) for _ in range(worlds))
    if exhaustive:
        # In random order, so that those solved within a time limit are a fair sample.
        listed = list(space)
        random.shuffle(listed)
        source = listed
    total = min(worlds, space.count) if ways else 0
    values = _solve(view, ways, islice(source, total), total, time_limit, progress)
    complete = len(values) == total
    weighed = [_weigh(option, values, ways, exhaustive and complete) for option in options]
    best = max(weighed, key=lambda one: one.rank)
    return Suggestion(
        question=view.question,
        move=best.option.move,
        text=best.option.text,
        via=best.option.via,
        estimates={one.option.label: one.estimate for one in weighed if one.option.via is not None},
        reason=_reason(best, weighed, len(values), exhaustive and complete),
        worlds=len(values),
        seed=seed,
        exhaustive=exhaustive and complete,
        complete=complete,
    )


class Limits(TypedDict, total=False):
    """The limits of `suggest`, as keywords."""

    worlds: int
    seed: int
    time_limit: float | None
    progress: bool


@dataclass(frozen=True)
class _Weighed(Generic[M]):
    option: Option[M]
    worth: float
    estimate: Estimate
    chance: float
    """Of success at the table, where nobody sees all hands."""

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
    deadline = deadline_of(time_limit)
    solver = Solver()
    rows: list[list[int]] = []
    for world in with_progress(worlds, total, "world") if progress else worlds:
        found = analyse(view.world(world), solver)
        rows.append([found[way][view.side] for way in ways])
        if monotonic() > deadline:
            break
    return rows


def _weigh(
    option: Option[M],
    values: Sequence[Sequence[int]],
    ways: Sequence[Hashable],
    exact: bool,
) -> _Weighed[M]:
    if option.via is None:
        return _Weighed(option, option.worth(0), Estimate(0.0, 0.0, 0.0), 0.0)
    column = ways.index(option.via)
    outcomes = Counter(row[column] for row in values)
    worlds = len(values)
    won = {points: count for points, count in outcomes.items() if points >= option.need}
    lost = {points: count for points, count in outcomes.items() if points < option.need}
    p = sum(won.values()) / worlds
    # One success and one failure more: no sample proves a chance of 0 or 1.
    smoothed = (sum(won.values()) + 1) / (worlds + 2)
    error = 0.0 if exact else sqrt(smoothed * (1 - smoothed) / worlds)
    believed = p if exact else smoothed
    chance = believed / (believed + (1 - believed) * exp(option.optimism))
    gain = _mean(won or {option.need: 1}, option.worth)
    loss = _mean(lost or {option.need - 1: 1}, option.worth)
    worth = chance * gain + (1 - chance) * loss
    return _Weighed(option, worth, Estimate(p, error, _mean(outcomes, float)), chance)


def _mean(outcomes: Mapping[int, int], worth: Callable[[int], float]) -> float:
    """The mean worth of outcomes, given with their counts."""
    total = sum(worth(points) * count for points, count in sorted(outcomes.items()))
    return total / sum(outcomes.values())


def _reason(
    best: _Weighed[Any],
    weighed: Sequence[_Weighed[Any]],
    worlds: int,
    exact: bool,
) -> str:
    judged = [one for one in weighed if one.option.via is not None]
    if not judged:
        return f"Nothing but {best.option.name} is allowed."
    sample = counted(worlds, f"{'possible' if exact else 'sampled'} world")
    sample = f"all {sample}" if exact else sample
    top = best if best.option.via is not None else max(judged, key=lambda one: one.worth)
    reason = f"{_claim(top)} of {sample}"
    if top.option.optimism:
        reason += f", at the table in about {100 * top.chance:.0f} %"
    if top is not best:
        return f"Nothing is expected to gain more than {best.option.name}: at best {reason}."
    others = [one for one in judged if one.option.via != best.option.via]
    # A call is best compared with the same call in another trump.
    others = [one for one in others if one.option.move == best.option.move] or others
    if not others:
        return f"{reason}; there is no other choice."
    equal = [one for one in others if one.rank == best.rank]
    if equal:
        return f"{reason}; {', '.join(one.option.name for one in equal)} would do as well."
    second = max(others, key=lambda one: one.rank)
    reason += f"; next best, {_claim(second)}"
    if second.worth == best.worth:
        reason += f" with {second.estimate.points:.1f} points against {best.estimate.points:.1f}"
    return f"{reason}."


def _claim(one: _Weighed[Any]) -> str:
    return f"{one.option.name} {one.option.success} in {one.estimate} %"
