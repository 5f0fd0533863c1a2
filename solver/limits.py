"""How long a search may take: the limits that users set, the same everywhere."""

from __future__ import annotations

from math import inf
from numbers import Real
from time import monotonic
from typing import Final

from ..engine.errors import OptionError, shown, whole

FOR_EVER: Final = 1e9
"""Seconds; a sum of more may not be a number any longer."""


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


def deadline_of(time_limit: float | None) -> float:
    """When a time limit that begins now ends, by the monotonic clock; never without one."""
    return inf if time_limit is None else monotonic() + time_limit
