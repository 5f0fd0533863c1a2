"""Progress of long work, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from tqdm import tqdm

T = TypeVar("T")
DELAY: Final = 1.0
"""Seconds of work before anything is shown."""
SELDOM: Final = 1.0
"""Seconds between two lines in a log, where a bar cannot be drawn over."""


def with_progress(
    items: Iterable[T],
    total: int | None,
    unit: str,
    note: Callable[[], str] | None = None,
    *,
    each: int = 1,
) -> Iterable[T]:
    """The items, with a bar once they have taken a second.

    Args:
        items: what takes long to make or to work on.
        total: how many there are, None if nobody knows.
        unit: what one of them is called.
        note: what else to say, asked anew at each item.
        each: how many units an item is.
    """
    bar = progress_bar(total, unit, items, each)
    return bar if note is None else _noted(bar, note)


def progress_bar(
    total: int | None, unit: str, items: Iterable[Any] | None = None, each: int = 1
) -> tqdm[Any]:
    """A bar that appears after a second; to be iterated over, or else updated by hand."""
    from tqdm import tqdm  # importing it takes longer than many a command

    hidden = sys.stderr is None
    pause = SELDOM if hidden or not sys.stderr.isatty() else 0.1
    return tqdm(
        items,
        total=total,
        unit=f" {unit}",
        unit_scale=each if each > 1 else False,
        delay=DELAY,
        mininterval=pause,
        leave=False,
        disable=hidden,
    )


def told(steps: range, tell: Callable[[int, int], None]) -> Iterator[int]:
    """The steps, telling before each how far they are, and how far they go."""
    for step in steps:
        tell(step, steps.stop)
        yield step


def _noted(bar: tqdm[T], note: Callable[[], str]) -> Iterator[T]:
    for item in bar:
        bar.set_postfix_str(note(), refresh=False)
        yield item
