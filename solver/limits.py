"""What a search may take, of time and memory: the limits that users set, the same everywhere."""

from __future__ import annotations

from math import inf
from numbers import Real
from time import monotonic
from typing import Any, Final

from ..engine.errors import OptionError, shown, whole

FOR_EVER: Final = 1e9
"""Seconds; a sum of more may not be a number any longer."""
MOST_LISTED: Final = 1 << 20
"""More worlds than that are never all solved."""
MOST_ENTRIES: Final = 1 << 26
"""Of a table."""


def checked_limits(
    node_limit: int | None = None, time_limit: float | None = None
) -> tuple[int | None, float | None]:
    """The limits as plain numbers, whatever types of numbers they were given in.

    Raises:
        OptionError: nodes that are no whole number above 0, or seconds not above 0.
    """
    if node_limit is not None:
        node_limit = whole("node limit", node_limit, 1, expected="a whole number above 0")
    if time_limit is not None:
        if isinstance(time_limit, bool) or not (isinstance(time_limit, Real) and time_limit > 0):
            raise OptionError(f"time limit {shown(time_limit)}: expected seconds, more than 0")
        time_limit = float(min(time_limit, FOR_EVER))
    return node_limit, time_limit


def checked_entries(entries: Any) -> int:
    """How many entries a table has for which so many are asked.

    They are found by a shift of 64 bits less the logarithm, and to shift by all 64 is undefined: so
    a table of one entry has two.

    Raises:
        OptionError: what is asked for is no power of two, or too much.
    """
    expected = "a power of two from 1 to 2**26"
    size = whole("entries", entries, 1, MOST_ENTRIES, expected=expected)
    if size.bit_count() != 1:
        raise OptionError(f"entries {size}: expected {expected}")
    return max(2, size)


def deadline_of(time_limit: float | None) -> float:
    """When a time limit that begins now ends, by the monotonic clock; never without one."""
    return inf if time_limit is None else monotonic() + time_limit
