"""What is played: dominoes, the first of which may be called by its small end; or a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ...dominoes import Domino
from ...errors import NotationError, shown

CALLED: Final = re.compile(r"(\S+)/([0-6])", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Play:
    """A lead that is called by its small end, as suit of its low half; it ranks by its high half.

    Args:
        domino: the domino, no double.

    Raises:
        NotationError: a double has no small end.

    Examples:
        >>> play = Play.parse("5-3/3")
        >>> play == Play(Domino(5, 3)), str(play), play.suit
        (True, '5-3/3', 3)
    """

    domino: Domino

    def __post_init__(self) -> None:
        if self.domino.is_double:
            raise NotationError(f"{self.domino} has no small end to be called by")

    @classmethod
    def parse(cls, text: str) -> Play | Domino:
        """Read a domino, or one and the suit that it is called: `5-3/3`; `5-3/5` is just `5-3`."""
        match = CALLED.fullmatch(text.strip())
        if not match:
            return Domino.parse(text)
        domino, suit = Domino.parse(match[1]), int(match[2])
        if suit not in (domino.high, domino.low):
            raise NotationError(f"{shown(text)}: {domino} cannot be called {suit}")
        return domino if suit == domino.high else cls(domino)

    @property
    def suit(self) -> int:
        """The suit that it is called."""
        return self.domino.low

    def __str__(self) -> str:
        return f"{self.domino}/{self.suit}"


Placed = Domino | Play
"""What a seat may play."""


class LayDown(Enum):
    """What a seat may do instead of leading: lay its hand down, and claim."""

    CLAIM = "claim"

    def __str__(self) -> str:
        return self.value


CLAIM: Final = LayDown.CLAIM


def domino_of(play: Placed) -> Domino:
    """The domino that is played."""
    return play.domino if isinstance(play, Play) else play


def call_of(plays: Iterable[Placed]) -> int | None:
    """The suit that the first of some plays is called; None if its own, or nothing was played."""
    first = next(iter(plays), None)
    return first.suit if isinstance(first, Play) else None


def parse_plays(text: str) -> list[Placed]:
    """Read plays separated by spaces or commas."""
    return [Play.parse(word) for word in text.replace(",", " ").split()]


def format_plays(plays: Iterable[Placed]) -> str:
    """Plays in the given order, separated by spaces."""
    return " ".join(map(str, plays))
