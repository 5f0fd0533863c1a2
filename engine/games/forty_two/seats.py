"""Who sits at the table."""

from __future__ import annotations

from typing import Final

from .named import Named


class Side(Named):
    """Two partners."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side(1 - self)


class Seat(Named):
    """One place at the table, clockwise."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def side(self) -> Side:
        """The side it plays for."""
        return Side(self % 2)

    @property
    def next(self) -> Seat:
        """The seat to its left, which plays after it."""
        return SEATS[(self + 1) % 4]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return SEATS[(self + 2) % 4]


SEATS: Final = tuple(Seat)
