"""Drawing at random until conditions are met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Final, TypeVar

from ..engine.errors import NotFoundError, counted, whole
from .progress import with_progress

T = TypeVar("T")
POSITIVE: Final = "a whole number, 1 or more"


def meeting(
    conditions: Sequence[Callable[[T], object]],
    draw: Callable[[], T],
    *,
    count: int,
    tries: int,
    progress: bool = False,
    unit: str,
) -> Iterator[T]:
    """Those drawn that meet all conditions, as many as asked for.

    Args:
        conditions: tried in order; the first that is not met spares the others.
        draw: what draws the next one.
        count: how many to give, 1 or more.
        tries: after how many in a row that do not meet the conditions to give up, 1 or more.
        progress: show on standard error how many were drawn and accepted, once drawing and
            trying has taken a second.
        unit: what is drawn, for messages.

    Raises:
        OptionError: a count or tries that are no positive whole number.
        NotFoundError: when iterated, if so many tries in a row were in vain.
    """
    count = whole("count", count, 1, expected=POSITIVE)
    tries = whole("tries", tries, 1, expected=POSITIVE)

    def found() -> Iterator[T]:
        refused = [0] * len(conditions)  # in a row, by the condition not met
        accepted = 0
        drawn: Iterable[T] = (draw() for _ in repeat(None))
        if progress:
            drawn = with_progress(drawn, None, unit, lambda: f"{accepted} of {count} accepted")
        for one in drawn:
            unmet = next((n for n, met in enumerate(conditions) if not met(one)), None)
            if unmet is None:
                refused = [0] * len(conditions)
                accepted += 1
                yield one
                if accepted == count:
                    return
                continue
            refused[unmet] += 1
            if sum(refused) == tries:
                raise NotFoundError(
                    f"{accepted} of {count} found, then none in {counted(tries, 'try', 'tries')}: "
                    + ", ".join(f"condition {n} refused {k}" for n, k in enumerate(refused, 1))
                )

    return found()
