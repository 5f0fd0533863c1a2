"""Matches: round after round until a side has won. What is the same in all games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ._random import Random
from .errors import IllegalMoveError
from .state import State
from .view import Referee

D = TypeVar("D", bound=Hashable)
"""A deal: what a round begins with."""


class Dealt(State[Any], Protocol):
    """A round of a match."""

    @property
    def deal(self) -> Any:
        """What it began with."""

    @property
    def recorded(self) -> tuple[int, ...] | None:
        """What the sides write down; None before the round is over."""


R = TypeVar("R", bound=Dealt)


class Rounds(ABC, Generic[D, R]):
    """A match, whose steps are deals and the moves in them.

    Args:
        sides: how many sides there are.
    """

    rules: Any
    """The table's rules; `str` writes them."""
    referee: Referee | None = None
    """Who is asked about claims, where a game has any."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.rounds: list[R] = []

    @abstractmethod
    def opened(self, deal: D) -> R:
        """The next round, begun with a deal; ImpossiblePositionError if it cannot be."""

    @abstractmethod
    def drawn(self, random: Random) -> D:
        """A random deal for the next round."""

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The number of the side that has won; None while the match goes on.

        The first of them if several share it.
        """

    @property
    def winners(self) -> tuple[int, ...]:
        """The numbers of all sides that have won; none while the match goes on."""
        return () if self.winner is None else (self.winner,)

    @property
    def seats(self) -> int:
        """How many seats there are: one for each side."""
        return self.sides

    @property
    def round(self) -> R | None:
        """The round begun last, finished or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def scores(self) -> list[tuple[int, ...]]:
        """The score before the first round, and after each finished one."""
        found = [(0,) * self.sides]
        for round in self.rounds:
            if round.recorded is not None:
                found.append(self.credited(found[-1], round))
        return found

    def credited(self, score: tuple[int, ...], round: R) -> tuple[int, ...]:
        """The score after a finished round, from the score before it."""
        return tuple(map(sum, zip(score, round.recorded or (), strict=True)))

    @property
    def score(self) -> tuple[int, ...]:
        """What the sides have written down for the finished rounds."""
        return self.scores[-1]

    @property
    def idle(self) -> int:
        """How many rounds in a row, to the last finished one, got no side beyond its best score."""
        idle, best = 0, self.scores[0]
        for score in self.scores[1:]:
            higher = tuple(map(max, best, score))
            idle, best = idle + 1 if higher == best else 0, higher
        return idle

    @property
    def finished(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    def begin(self, deal: D) -> R:
        """Begin the next round.

        Raises:
            IllegalMoveError: the match is over, or the last round is not.
            ImpossiblePositionError: no deal of this match.
        """
        if self.finished:
            raise IllegalMoveError("the match is over")
        if self.round is not None and not self.round.finished:
            raise IllegalMoveError("the last round is not over")
        round = self.opened(deal)
        self.rounds.append(round)
        return round

    def deal(self, random: Random) -> R:
        """Begin the next round with a random deal."""
        return self.begin(self.drawn(random))

    def push(self, step: Any) -> None:
        """Begin the next round, or make a move in the one under way."""
        if self.round is not None and not self.round.finished:
            self.round.push(step)
        else:
            self.begin(step)

    def pop(self) -> Any:
        """Take back the last move, or else a deal in which none was made, and return it.

        Raises:
            IndexError: nothing has been dealt.
        """
        if self.round is None:
            raise IndexError("there is nothing to take back")
        try:
            return self.round.pop()
        except IndexError:
            return self.rounds.pop().deal


def leader(score: Sequence[int], target: int) -> int | None:
    """The side alone ahead of all others with so much or more; None if there is none."""
    best = max(score)
    return score.index(best) if best >= target and score.count(best) == 1 else None
