"""What a player of Matador does: lay a tile on an end, draw, or pass."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, Self

from ...dominoes import Domino
from ...errors import NotationError, shown

ENDS: Final = ("0", "1", "2", "3", "4", "5", "6", "61", "52", "43")
"""What an end can show, by the number that stands for it: a number, or a pair."""
NOTHING: Final = len(ENDS)
"""What both ends show before the first tile."""
LAID: Final = re.compile(r"(.+?)(?:([/x])([0-6]{1,2})(?:>([0-6]))?)?")


def read_end(text: str) -> int:
    """The number that stands for what an end shows; a pair may be written either way."""
    word = "".join(sorted(text, reverse=True))
    if word not in ENDS:
        raise NotationError(f"end {shown(text)}: expected one of {', '.join(ENDS)}")
    return ENDS.index(word)


@dataclass(frozen=True)
class Lay:
    """A tile laid on an end.

    `5-3/4` is laid along on an end that shows 4, `5-2x4` across. A matador laid along on its own
    pair can show either half: `5-2/52>2` makes the end 2. The first tile stands alone, as `5-3`.

    Args:
        tile: the tile.
        on: what the end shows that it is laid on, as its place in `ENDS`; `NOTHING` for the first.
        new: what the end shows afterwards; `NOTHING` for the first, which makes two.

    Raises:
        NotationError: there is no such end.

    Examples:
        >>> Lay.parse("5-3/4") == Lay(Domino(5, 3), on=4, new=5)
        True
    """

    tile: Domino
    on: int = NOTHING
    new: int = NOTHING

    def __post_init__(self) -> None:
        for end in (self.on, self.new):
            if not 0 <= end <= NOTHING:
                raise NotationError(f"end {shown(end)}: expected 0 to {NOTHING}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes."""
        match = LAID.fullmatch(text.strip())
        if not match:
            raise NotationError(f"{shown(text)} is no move: expected one as 5-3/4, 5-2x4 or 5-3")
        tile, how, on, new = Domino.parse(match[1]), match[2], match[3], match[4]
        if how is None:
            return cls(tile)
        end = read_end(on)
        if how == "x":
            made = "0" if tile.high == 0 else f"{tile.high}{tile.low}"
            if tile.high + tile.low not in (0, 7) or new is not None:
                raise NotationError(f"{shown(text)}: only matadors are laid across, as in 5-2x4")
            return cls(tile, end, read_end(made))
        fits = [half for half in (tile.high, tile.low) if joins(half, end)]
        ways = list(dict.fromkeys(tile.high + tile.low - half for half in fits))
        if new is not None:
            ways = [way for way in ways if way == int(new)]
        if not ways:
            raise NotationError(f"{shown(text)}: {tile} does not join an end that shows {on}")
        if len(ways) > 1:
            expected = " or ".join(f"{tile}/{ENDS[end]}>{way}" for way in ways)
            raise NotationError(f"{shown(text)}: expected {expected}")
        return cls(tile, end, ways[0])

    @property
    def across(self) -> bool:
        """Whether the tile lies across."""
        return self.on != NOTHING and (self.new > 6 or self.tile.high == 0)

    def __str__(self) -> str:
        if self.on == NOTHING:
            return str(self.tile)
        if self.across:
            return f"{self.tile}x{ENDS[self.on]}"
        both = all(joins(half, self.on) for half in (self.tile.high, self.tile.low))
        is_open = both and not self.tile.is_double
        return f"{self.tile}/{ENDS[self.on]}" + (f">{self.new}" if is_open else "")


def joins(half: int, end: int) -> bool:
    """Whether a half may touch an end, along: they make seven, with either number of a pair."""
    return any(half + int(number) == 7 for number in ENDS[end])


class Turn(Enum):
    """What else may be done."""

    DRAW = "draw"
    PASS = "pass"

    def __str__(self) -> str:
        return self.value


Move = Lay | Turn


def parse_move(text: str) -> Move:
    """Read `draw`, `pass`, or a tile that is laid."""
    word = text.strip().lower()
    return Turn(word) if word in ("draw", "pass") else Lay.parse(word)
