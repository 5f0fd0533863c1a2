"""How a deal stands: all of it but the pieces and whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from ..errors import ImpossiblePositionError, NotationError, shown
from .kind import NAMES, NONE, Kind, StockRules, read_seat

Pair = tuple[int, int]
Facts = Mapping[str, Any]
POINTS: Final = re.compile(r"(\d{1,4})(\*?)(?:\+(\d{1,4}))?")
NUMBERS: Final = re.compile(r"(\d{1,4})-(\d{1,4})")


@dataclass(frozen=True)
class Standing:
    """How a deal stands.

    Args:
        points: what counts for the two players so far.
        pending: what they have declared that counts with their first trick.
        blank: whether they have won tricks, though without a point.
        closer: who has closed.
        early: whether the other had no trick then.
        waiting: whether the player on lead has still to draw, or to close instead.
        declared: what has been declared of which others may be declared later, as a mask.
        prizes: what the players have got for prizes in this deal.
        score: the score of the match before it.
        extra: what the winner of the deal gets besides.

    Raises:
        ImpossiblePositionError: what does not go together.
    """

    points: Pair = (0, 0)
    pending: Pair = (0, 0)
    blank: tuple[bool, bool] = (False, False)
    closer: int | None = None
    early: bool = False
    waiting: bool = False
    declared: int = 0
    prizes: Pair = (0, 0)
    score: Pair = (0, 0)
    extra: int = 0

    def __post_init__(self) -> None:
        for name in ("points", "pending", "prizes", "score"):
            if not all(0 <= number < 10_000 for number in getattr(self, name)):
                raise ImpossiblePositionError(
                    f"{name} {getattr(self, name)}: expected two numbers from 0 to 9999"
                )
        for seat, name in enumerate(NAMES):
            if self.pending[seat] and self.has_trick[seat]:
                raise ImpossiblePositionError(f"{name} has a trick: nothing is pending any more")
            if self.blank[seat] and self.points[seat]:
                raise ImpossiblePositionError(f"{name} has points: its tricks are not blank")
        if self.closer is not None and self.waiting:
            raise ImpossiblePositionError("nobody draws any more: expected closed or waiting")
        if self.extra not in (0, 1):
            raise ImpossiblePositionError(f"extra {self.extra}: expected 0 or 1")

    def needs(self, target: int) -> Pair:
        """So much in prizes ends the match, and with it the deal; 0 where nothing is missing."""
        first, second = self.score
        return max(0, target - first), max(0, target - second)

    def check(self, rules: StockRules) -> None:
        """Refuse what the rules of a table do not know.

        Raises:
            ImpossiblePositionError: names it.
        """
        if self.extra and not rules.carries:
            raise ImpossiblePositionError("extra: no deal is worth more under these rules")
        if self.waiting and not rules.waits:
            raise ImpossiblePositionError("waiting: nobody waits to draw under these rules")

    @property
    def has_trick(self) -> tuple[bool, bool]:
        """Whether the players have won a trick."""
        (first, second), (one, other) = self.points, self.blank
        return first > 0 or one, second > 0 or other

    @classmethod
    def parse(cls, kind: Kind, points: str, state: str) -> Self:
        """Read texts as `32 / 0+20` and `closed A, score 3-2`; both may be empty.

        After the points of a player come a star if its tricks hold none, and what is pending.
        """
        known = _sides(points) if points else {}
        for phrase in state.split(",") if state not in ("", NONE) else ():
            name, value = (*phrase.split(None, 1), "", "")[:2]
            if name not in PHRASES:
                expected = ", ".join(PHRASES)
                raise NotationError(f"state {shown(phrase.strip())}: expected one of {expected}")
            found = PHRASES[name](kind, value.strip())
            if found.keys() & known.keys():
                raise NotationError(f"state {shown(phrase.strip())}: {name} comes twice")
            known |= found
        return cls(**known)

    def written(self, kind: Kind) -> tuple[str, str]:
        """The two texts that `parse` reads."""
        sides = [
            f"{points}{'*' if blank else ''}{f'+{pending}' if pending else ''}"
            for points, blank, pending in zip(self.points, self.blank, self.pending, strict=True)
        ]
        phrases = {
            "waiting": "" if self.waiting else None,
            "closed": None if self.closer is None else NAMES[self.closer] + self.early * " early",
            "declared": kind.written(kind.pieces.of_mask(self.declared)) if self.declared else None,
            "prizes": "{}-{}".format(*self.prizes) if any(self.prizes) else None,
            "score": "{}-{}".format(*self.score) if any(self.score) else None,
            "extra": str(self.extra) if self.extra else None,
        }
        told = [f"{name} {text}".rstrip() for name, text in phrases.items() if text is not None]
        return " / ".join(sides), ", ".join(told) or NONE


def _sides(text: str) -> dict[str, Any]:
    sides = [POINTS.fullmatch(side.strip()) for side in text.split("/")]
    first, second = sides if len(sides) == 2 else (None, None)
    if first is None or second is None:
        raise NotationError(
            f"points {shown(text)}: expected two numbers as in 32 / 0, 0* / 32 or 0+20 / 32"
        )
    return {
        "points": (int(first[1]), int(second[1])),
        "blank": (bool(first[2]), bool(second[2])),
        "pending": (int(first[3] or 0), int(second[3] or 0)),
    }


def _waiting(kind: Kind, text: str) -> Facts:
    if text:
        raise NotationError(f"waiting {shown(text)}: expected nothing more")
    return {"waiting": True}


def _closed(kind: Kind, text: str) -> Facts:
    seat, _, early = text.partition(" ")
    if early not in ("", "early"):
        raise NotationError(f"closed {shown(text)}: expected a seat, and early if that is so")
    return {"closer": read_seat(seat), "early": bool(early)}


def _declared(kind: Kind, text: str) -> Facts:
    return {"declared": kind.set_of(kind.read(text)).mask}


def _extra(kind: Kind, text: str) -> Facts:
    if text not in ("0", "1"):
        raise NotationError(f"extra {shown(text)}: expected 0 or 1")
    return {"extra": int(text)}


def _pair(name: str) -> Callable[[Kind, str], Facts]:
    def read(kind: Kind, text: str) -> Facts:
        return {name: read_pair(name, text)}

    return read


def read_pair(name: str, text: str) -> Pair:
    """Two numbers as `3-2`."""
    found = NUMBERS.fullmatch(text.strip())
    if not found:
        raise NotationError(f"{name} {shown(text)}: expected two numbers as 3-2")
    return int(found[1]), int(found[2])


PHRASES: Final[Mapping[str, Callable[[Kind, str], Facts]]] = {
    "waiting": _waiting,
    "closed": _closed,
    "declared": _declared,
    "prizes": _pair("prizes"),
    "score": _pair("score"),
    "extra": _extra,
}
"""What may be said of the state, and how it is read."""
