"""Advice from what one seat knows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Final, NamedTuple, TypedDict, TypeVar

from ..engine._random import Random
from ..engine.errors import OptionError, shown, whole
from ..engine.view import View
from .advice import Suggestion, Task
from .games import knowledge_of
from .limits import MOST_LISTED, checked_limits, deadline_of
from .progress import told, with_progress

M = TypeVar("M", bound=Hashable)


class Level(NamedTuple):
    """How long to think.

    Args:
        worlds: how many worlds to solve.
        easy: how many where a game knows that they take little time, such as plays after calls.
        listed: how many worlds at most are all solved, where they are small.
    """

    worlds: int
    easy: int
    listed: int = MOST_LISTED


LEVELS: Final[Mapping[str, Level]] = {
    "instant": Level(3, easy=12, listed=200),
    "fast": Level(30, easy=120),
    "normal": Level(160, easy=160),
    "analysis": Level(2500, easy=2500),
}
"""The levels by name; beyond 160 worlds more of them hardly help."""
DRAWING: Final = 1 / 8
"""The share of a time limit that may go into drawing worlds; most is for solving them."""


def suggest(
    view: View[M],
    *,
    level: str = "normal",
    worlds: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    progress: bool | Callable[[int, int], None] = False,
) -> Suggestion[M]:
    """What a seat should do.

    Args:
        view: what the seat knows.
        level: how long to think, by a name in `LEVELS`.
        worlds: how many worlds to solve, if not as many as the level says; of small worlds there
            may be more, up to a million and all that there are.
        seed: which worlds to draw, 0 to 2**64 - 1; the same seed gives the same advice.
        time_limit: seconds after which no more worlds are begun; the first are always solved.
        progress: show a bar on standard error once it has taken a second; or what to call with
            how many worlds are done, and how many there are.

    Raises:
        OptionError: an unknown level, worlds or a time limit that are not positive.
        IllegalMoveError: it is not the seat's turn.
        ImpossiblePositionError: no deal agrees with the view.

    Examples:
        >>> view = View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 6-0 ; bid 42")
        >>> suggest(view, worlds=5).text
        'sixes'
    """
    from .evidence import Evidence  # with numpy, which costs half of the time to import us
    from .sample import take_sample

    if level not in LEVELS:
        raise OptionError(f"level {shown(level)}: expected one of {', '.join(LEVELS)}")
    knowledge = knowledge_of(view)
    allowed = LEVELS[level]
    if worlds is not None:
        size = whole("worlds", worlds, 1)
        allowed = Level(size, size)
    size = allowed.easy if knowledge.is_easy(view) else allowed.worlds
    _, time_limit = checked_limits(time_limit=time_limit)
    deadline = deadline_of(time_limit)
    drawn_by = deadline_of(None if time_limit is None else DRAWING * time_limit)
    options = view.options
    random = Random(seed)

    def bar(steps: range) -> Iterable[int]:
        if callable(progress):
            return told(steps, progress)
        return with_progress(steps, len(steps), "world", each=steps.step) if progress else steps

    sample = take_sample(view, knowledge, size, random, drawn_by, allowed.listed)
    weighing = knowledge.weigh(Task(view, options, sample, deadline, random, bar))
    best = max(weighing.options, key=lambda one: (*one.rank, one.lure, -one.option.cost))
    solved = weighing.worlds
    # None are solved where nothing can be judged, as when passing is all that is left.
    complete = solved == 0 or (sample.complete and solved == sample.size)
    return Suggestion(
        question=view.question,
        move=best.option.move,
        text=best.option.text,
        via=best.option.via,
        estimates={
            one.option.label: one.estimate for one in weighing.options if one.option.via is not None
        },
        worlds=solved,
        effective=sample.effective * solved / sample.size,
        seed=seed,
        exhaustive=sample.exhaustive and complete,
        complete=complete,
        note=weighing.note,
        evidence=Evidence(view, best, weighing, sample),
    )


class Limits(TypedDict, total=False):
    """The limits of `suggest`, as keywords."""

    level: str
    worlds: int | None
    seed: int
    time_limit: float | None
    progress: bool | Callable[[int, int], None]
