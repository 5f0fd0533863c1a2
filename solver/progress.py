"""Progress of long work, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from tqdm import tqdm

T = TypeVar("T")
DELAY: Final = 1.0
"""Seconds of work before anything is shown."""
SELDOM: Final = 1.0
"""Seconds between two lines in a log, where a bar cannot be drawn over."""


def with_progress(items: Iterable[T], total: int, unit: str) -> Iterable[T]:
    """The items, with a bar once they have taken a second."""
    return progress_bar(total, unit, items)


def progress_bar(total: int | None, unit: str, items: Iterable[Any] | None = None) -> tqdm[Any]:
    """A bar that appears after a second; to be iterated over, or else updated by hand."""
    from tqdm import tqdm  # importing it takes longer than many a command

    hidden = sys.stderr is None
    pause = SELDOM if hidden or not sys.stderr.isatty() else 0.1
    return tqdm(
        items,
        total=total,
        unit=unit,
        delay=DELAY,
        mininterval=pause,
        leave=False,
        disable=hidden,
    )
