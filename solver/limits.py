"""How long a search may take: the limits that users set, the same everywhere."""

from __future__ import annotations

from math import inf
from numbers import Integral, Real
from time import monotonic
from typing import Final

from ..engine.errors import OptionError, shown

FOR_EVER: Final = 1e9
"""Seconds; a sum of more may not be a number any longer."""


def check_limits(node_limit: int | None = None, time_limit: float | None = None) -> None:
    """Refuse limits that are none.

    Raises:
        OptionError: nodes that are no whole number above 0, or seconds not above 0.
    """
    if node_limit is not None and not (isinstance(node_limit, Integral) and node_limit > 0):
        raise OptionError(f"node limit {shown(node_limit)}: expected a whole number above 0")
    if time_limit is not None and not (isinstance(time_limit, Real) and time_limit > 0):
        raise OptionError(f"time limit {shown(time_limit)}: expected seconds, more than 0")


def deadline_of(time_limit: float | None) -> float:
    """When a time limit that begins now ends, by the monotonic clock; never without one."""
    return inf if time_limit is None else monotonic() + min(time_limit, FOR_EVER)
