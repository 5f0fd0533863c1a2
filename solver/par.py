"""What a deal comes to with all hands open, when all call, declare and play their best."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..engine.state import Scored
from ._solver import Solver
from .exact import final

M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True)
class Course(Generic[M]):
    """The best moves up to the play, and what comes of them.

    Args:
        moves: the moves that lead to the play, or to the end if nothing is played.
        points: final points by side.
        recorded: what the sides write down.
    """

    moves: tuple[M, ...]
    points: tuple[int, int]
    recorded: tuple[int, int]

    def rank(self, side: int) -> tuple[int, int]:
        """How much a side likes it: by the lead in what is recorded.

        Where the play comes next, points taken beyond what counts break ties. Earlier they must
        not: nobody calls what gains nothing.
        """
        lead = self.recorded[side] - self.recorded[1 - side]
        return lead, 0 if self.moves else self.points[side]


def best_course(state: Scored[M], solver: Solver | None = None) -> Course[M]:
    """Backward induction over the moves until the play, which is solved exactly.

    Of moves equally good a seat makes the earliest of its legal ones.

    Args:
        state: any state of four seats, the first and third against the others.
        solver: whose table to use; by default a new one.

    Examples:
        >>> course = best_course(Round(Deal.random(seed=1)))
        >>> " ".join(map(str, course.moves)), course.points, course.recorded
        ('P P 41 P fours', (42, 0), (42, 0))
    """
    solver = solver or Solver()
    plays: dict[Hashable, tuple[int, int]] = {}  # what is bid does not change how play goes
    known: dict[Hashable, Course[M]] = {}

    def follow(state: Scored[M]) -> Course[M]:
        if state.position is not None:
            play = (state.position.key, state.points)
            if play not in plays:
                first, second = final(state.position, solver)
                plays[play] = first, second
            return Course((), plays[play], state.record(plays[play]))
        if state.finished:
            return Course((), state.points, state.record(state.points))
        course = known.get(state.key)
        if course is None:
            course = known[state.key] = choose(state)
        return course

    def choose(state: Scored[M]) -> Course[M]:
        side = state.side
        courses = {}
        for move in state.legal:
            state.push(move)
            courses[move] = follow(state)
            state.pop()
        move = max(courses, key=lambda move: courses[move].rank(side))
        best = courses[move]
        return Course((move, *best.moves), best.points, best.recorded)

    return follow(state.copy())
