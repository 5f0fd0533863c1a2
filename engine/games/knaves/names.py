"""What seats are called."""

from __future__ import annotations

from typing import Final

from ...errors import NotationError, shown

NAMES: Final = ("A", "B", "C", "D", "E", "F")
"""The seats in the order of their turns."""


def read_seat(text: str) -> int:
    """The number of a seat by its name."""
    name = text.strip().upper()
    if name not in NAMES:
        raise NotationError(f"{shown(text)} is no seat: expected one of {', '.join(NAMES)}")
    return NAMES.index(name)
