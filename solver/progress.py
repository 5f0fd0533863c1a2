"""Progress of long work, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")
DELAY: Final = 1.0
"""Seconds of work before anything is shown."""
SELDOM: Final = 1.0
"""Seconds between two lines in a log, where a bar cannot be drawn over."""


def with_progress(items: Iterable[T], total: int, unit: str) -> Iterable[T]:
    """The items, with a bar once they have taken a second."""
    if sys.stderr is None:
        return items
    from tqdm import tqdm  # importing it takes longer than many a command

    pause = 0.1 if sys.stderr.isatty() else SELDOM
    return tqdm(items, total=total, unit=unit, delay=DELAY, mininterval=pause, leave=False)
