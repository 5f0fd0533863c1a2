"""Enumerations whose members are written by name."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

from ...errors import NotationError, shown


class Named(IntEnum):
    """A number with a name: `str` writes the name, `parse` reads it in capitals or not."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the name of a member."""
        # Some letters outside ASCII become ASCII ones in lower or upper case.
        name = text.strip().lower().replace(" ", "-").replace("_", "-") if text.isascii() else ""
        for member in cls:
            if str(member).lower() == name:
                return member
        expected = ", ".join(map(str, cls))
        raise NotationError(f"{shown(text)} is no {cls.__name__.lower()}: expected {expected}")

    @classmethod
    def _missing_(cls, value: object) -> Self:
        """Let `Trump("fives")` be as good as `Trump.parse("fives")`."""
        return cls.parse(value if isinstance(value, str) else repr(value))

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)
