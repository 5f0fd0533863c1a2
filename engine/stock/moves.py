"""What a player does: play a piece, exchange, close, or draw."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from ..errors import NotationError, shown
from ._play import OTHERS, decoded, encoded
from .kind import Kind


@dataclass(frozen=True)
class Play:
    """A piece that is played, and what is declared with its lead.

    Args:
        piece: the piece.
        shown: the others of the declaration, the highest index first; none if nothing is declared.
    """

    piece: Any
    shown: tuple[Any, ...] = ()

    def __str__(self) -> str:
        """The piece, and what is shown after a plus: `K♥`, `K♥+Q♥`."""
        return "+".join(map(str, (self.piece, *self.shown)))


class Turn(Enum):
    """What else may be done."""

    EXCHANGE = "exchange"
    CLOSE = "close"
    DRAW = "draw"

    def __str__(self) -> str:
        return self.value


Move = Play | Turn
TURNS: Final = {OTHERS[turn.value]: turn for turn in Turn}


def parse_move(kind: Kind, text: str) -> Move:
    """Read what `str` writes of a move."""
    word = text.strip().lower()
    if word in OTHERS:
        return Turn(word)
    try:
        piece, *others = map(kind.read_piece, word.split("+"))
    except NotationError:
        expected = f"a {kind.one}, or one of {', '.join(OTHERS)}"
        raise NotationError(f"{shown(text)} is no move: expected {expected}") from None
    return Play(piece, tuple(sorted(others, key=lambda one: -one.index)))


def face_of(kind: Kind, number: int) -> Move:
    """The move with this number."""
    if number in TURNS:
        return TURNS[number]
    index, mask = decoded(number)
    others = (face for face in reversed(kind.faces) if mask >> face.index & 1)
    return Play(kind.faces[index], tuple(face for face in others if face.index != index))


def number_of(move: Move) -> int:
    """The number of a move."""
    if isinstance(move, Turn):
        return OTHERS[move.value]
    if not isinstance(move, Play):
        raise TypeError(f"{shown(move)} is no move of this game")
    return encoded(move.piece.index, shown_in(move))


def shown_in(move: Play) -> int:
    """All that is declared with a play, as a mask."""
    if not move.shown:
        return 0
    return sum({1 << piece.index for piece in (move.piece, *move.shown)})
