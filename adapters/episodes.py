"""One deal as an episode for programs that learn: moves, what seats know and payoffs as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import prod
from typing import Any, Final, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from ..engine._random import Random
from ..engine.errors import IllegalMoveError, shown
from ..engine.game import Game
from ..engine.moves import moves_made
from ..engine.state import Scored
from ..solver.players import Player
from ..solver.work import chance_at

Array = NDArray[np.float32]
HAND: Final = "hand"
"""The feature that tells what a seat holds, by the numbers of the pieces."""


@dataclass(frozen=True)
class Feature:
    """A part of what a seat observes.

    Args:
        name: what it is called.
        shape: the shape of its array.
        fill: writes it into an array of zeros, from a state and the seat that observes it; all
            that it writes is from 0 to 1.
        private: whether it differs by who observes.
        past: whether it tells in which order all came about, which only a seat with perfect recall
            knows.
    """

    name: str
    shape: tuple[int, ...]
    fill: Callable[[Array, Any, int], None]
    private: bool = False
    past: bool = False


class Encoding(Protocol):
    """A game under some rules as numbers."""

    game: Game
    pieces: Sequence[object]
    """What is dealt, one after the other."""
    moves: Sequence[Any]
    """All moves that some rules or other allow, by their numbers."""
    features: Sequence[Feature]
    longest: int
    """The most moves of a deal."""

    @property
    def rules(self) -> object:
        """What is agreed; `str` writes it."""

    @property
    def limit(self) -> int:
        """The most by which what one side writes down can exceed what the other does."""

    def holder(self, place: int) -> int:
        """The seat that is dealt the first piece, the second, and so on; from 0."""

    def begin(self, dealt: Sequence[int]) -> Scored[Any]:
        """The state before the first move, from the numbers of all pieces in the order dealt."""

    def number(self, move: Any) -> int:
        """The number of a move."""

    def text(self, move: Any) -> str:
        """A move as this table writes it."""

    def known(self, state: Any, seat: int) -> tuple[str, str]:
        """What a seat knows, all that has happened included: its own, and what all know."""

    def seen(self, state: Any, seat: int) -> tuple[str, str]:
        """The same of the moment: what the features tell that are not `past`."""

    def opened(self, state: Any) -> str:
        """What all seats together know."""


class Episode:
    """A deal from its first piece to its payoffs.

    Args:
        encoding: the game, and its numbers.
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding: Final = encoding
        self.dealt: list[int] = []
        self.state: Scored[Any] | None = None

    @classmethod
    def after(cls, encoding: Encoding, numbers: Iterable[int]) -> Self:
        """The episode after these pieces and moves."""
        episode = cls(encoding)
        for number in numbers:
            episode.push(number)
        return episode

    @classmethod
    def random(cls, encoding: Encoding, random: Random) -> Self:
        """A deal at random, before its first move."""
        pieces = list(range(len(encoding.pieces)))
        random.shuffle(pieces)
        return cls.after(encoding, pieces)

    @property
    def finished(self) -> bool:
        """Whether the deal is over."""
        return self.state is not None and self.state.finished

    @property
    def legal(self) -> list[int]:
        """The numbers of the pieces that may be dealt next, or of the moves allowed, in order."""
        if self.state is None:
            return sorted(set(range(len(self.encoding.pieces))) - set(self.dealt))
        return sorted(map(self.encoding.number, self.state.legal))

    def push(self, number: int) -> None:
        """Deal a piece, or make a move.

        Raises:
            IllegalMoveError: it is none of the legal ones; nothing has changed.
        """
        encoding = self.encoding
        choices = encoding.pieces if self.state is None else encoding.moves
        if number not in range(len(choices)):
            raise IllegalMoveError(f"{shown(number)}: expected 0 to {len(choices) - 1}")
        if self.state is not None:
            self.state.push(encoding.moves[number])
            return
        if number in self.dealt:
            raise IllegalMoveError(f"{encoding.pieces[number]} has been dealt")
        self.dealt.append(int(number))
        if len(self.dealt) == len(choices):
            self.state = encoding.begin(self.dealt)

    def hand(self, seat: int) -> list[int]:
        """The numbers of the pieces that a seat has been dealt, in order."""
        holder = self.encoding.holder
        return sorted(piece for place, piece in enumerate(self.dealt) if holder(place) == seat)

    def known(self, seat: int, *, past: bool) -> tuple[str, str]:
        """What a seat knows, in words: its own, and what all know.

        Args:
            seat: the seat.
            past: with all that has happened, as by perfect recall.
        """
        if self.state is None:
            pieces = " ".join(str(self.encoding.pieces[piece]) for piece in self.hand(seat))
            return f"{self.encoding.game.seats[seat]}:{pieces}", ""
        tell = self.encoding.known if past else self.encoding.seen
        return tell(self.state, seat)

    @property
    def payoffs(self) -> list[int]:
        """By seat, what its side writes down less what the other does; 0 before the end."""
        game = self.encoding.game
        written = (0, 0)
        if self.state is not None and self.state.finished:
            written = self.state.record(self.state.points)
        gain = written[0] - written[1]
        return [(gain, -gain)[game.side_of(seat)] for seat in range(len(game.seats))]

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self)(self.encoding)
        other.dealt = self.dealt.copy()
        other.state = self.state and self.state.copy()
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        moves = [] if self.state is None else moves_made(self.state)
        numbers = [*self.dealt, *map(self.encoding.number, moves)]
        return type(self).after, (self.encoding, numbers)

    def __str__(self) -> str:
        if self.state is None:
            return " ".join(["dealt", *(str(self.encoding.pieces[piece]) for piece in self.dealt)])
        return self.encoding.opened(self.state)


class Tensor:
    """Features of an episode in one flat array.

    Args:
        features: which, in the order in which they stand in it.
    """

    def __init__(self, features: Iterable[Feature]) -> None:
        self.features: Final = tuple(features)
        ends = [0, *accumulate(prod(feature.shape) for feature in self.features)]
        self.flat: Final[Array] = np.zeros(ends[-1], np.float32)
        self.parts: Final[dict[str, Array]] = {
            feature.name: self.flat[start:end].reshape(feature.shape)
            for feature, (start, end) in zip(self.features, pairwise(ends), strict=True)
        }
        """Each feature in its own shape: views of `flat`."""

    def fill(self, episode: Episode, seat: int) -> None:
        """Write what a seat observes: its hand so far while pieces are dealt, then all."""
        self.flat.fill(0)
        if episode.state is None:
            if HAND in self.parts:
                self.parts[HAND][episode.hand(seat)] = 1
            return
        for feature in self.features:
            feature.fill(self.parts[feature.name], episode.state, seat)


@dataclass(frozen=True)
class Policy:
    """A player of the engine, choosing by number: always the same where it knows the same.

    Args:
        player: the player.
        seed: what all that it does by chance comes from, together with what it knows.
    """

    player: Player[Any]
    seed: int = 0

    def choose(self, episode: Episode) -> int:
        """The number of the move for the seat whose turn it is.

        Raises:
            IllegalMoveError: it is nobody's turn.
        """
        if episode.state is None:
            raise IllegalMoveError("nobody may move before all is dealt")
        view = episode.encoding.game.view(episode.state)
        move = self.player.move(view, chance_at(self.seed, view))
        return episode.encoding.number(move)
