"""What the moves of a seat bring in worlds that it thinks possible, all hands open."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine._random import Random
from ..engine._trick_position import TrickPosition
from ..engine.state import State
from ..engine.view import View
from ._ensemble import Ensemble
from ._plans import Planner
from .advice import AGAINST, EACH, LATER, OPEN, PLAN, TRIED
from .opened import Opened, is_solvable
from .race import STEP

if TYPE_CHECKING:
    from ._policy import Habits
    from ._worlds import Masks
    from .knowledge import Floats

    Chosen = np.ndarray[tuple[int], np.dtype[np.uint8]]
    Points = np.ndarray[tuple[int, int], np.dtype[Any]]


PLAYED_TO: Final = 4
"""Before that many tricks are left, hands are also opened later: when the play has come so far."""
PLANNED: Final = (3, 4)
"""With so many pieces in hand a seat is judged by plans; with fewer there is nothing to plan."""


class Judge:
    """Solves worlds for some moves of a seat.

    Where these lead into trick games, as they mostly do, all worlds are solved in compiled code.

    Args:
        view: what the seat knows.
        ways: the moves.
        worlds: by world and place of `view.unseen` what it holds.
        habits: how the others are known to play, if they are.
        random: what the habits draw from.
    """

    def __init__(
        self,
        view: View[Any],
        ways: Sequence[Hashable],
        worlds: Masks,
        habits: Habits | None = None,
        random: Random | None = None,
    ) -> None:
        self._view = view
        self._ways = ways
        self._worlds = worlds
        self._random = random
        state = view.world(worlds[0].tolist())
        self._many_sides = len(state.points) > 2
        self._habits = habits
        self._opens_later = habits is not None and _is_early(state.tricks)
        branches = _branches(state, ways)
        if branches and state.core is not None and not is_solvable(branches[0][0], view.side):
            branches = None
        seats = [seat for seat in view.unseen.seats if seat is not None]
        self._ensemble = None if branches is None else Ensemble(branches, seats)
        self._opened = Opened(view, ways, worlds, random) if branches is None else None
        self._planner = None
        tricks = state.tricks
        if habits is not None and tricks is not None and _in_hand(tricks) in PLANNED:
            self._planner = Planner(tricks, seats, habits)

    @property
    def note(self) -> str:
        """What is taken for granted."""
        if self._planner is not None:
            return PLAN
        if self._opened is not None and self._opened.tries:
            return EACH if self._many_sides else TRIED
        if self._opens_later:
            return LATER
        return AGAINST if self._many_sides else OPEN

    @property
    def is_sure(self) -> bool:
        """Whether nothing is drawn, so that worlds are always judged the same."""
        return not (self._opens_later or (self._opened is not None and self._opened.tries))

    @property
    def step(self) -> int:
        """How many worlds are best judged at a time."""
        return STEP if self._planner is None else Planner.most

    def points(self, first: int, last: int, chosen: Chosen | None = None) -> Points:
        """The final points of the own side, by world (from `first` to before `last`) and move.

        Args:
            first: the first world to solve.
            last: the one after the last to solve.
            chosen: 1 for each move to be solved, by default all; the points of the others are 0.
        """
        if chosen is None:
            chosen = np.ones(len(self._ways), np.uint8)
        return self._found(first, last, chosen, None, None)

    def reached(self, first: int, last: int, chosen: Chosen, need: int, weights: Floats) -> Points:
        """1 where `points` would be `need` or more, else 0. Known much sooner.

        All hands open, nobody needs to guess, and all advice is to wait and see. So early in the
        play, where habits are known, half of this is what comes of playing on by habit and opening
        the hands later. Later a seat is held to one plan in all these worlds, whose `weights` tell
        which plan is best.
        """
        if self._planner is not None:
            return self._planned(first, last, chosen, need, weights)
        opened = self._found(first, last, chosen, need, None)
        if not self._opens_later:
            return opened
        return (opened + self._found(first, last, chosen, need, PLAYED_TO)) / 2

    def _planned(self, first: int, last: int, chosen: Chosen, need: int, weights: Floats) -> Points:
        """1 where the best plan that begins with a move reaches so much, else 0."""
        assert self._planner is not None
        found = np.zeros((last - first, len(self._ways)), np.int16)
        pieces: list[Any] = [way for way, one in zip(self._ways, chosen, strict=True) if one]
        # A likely world was drawn more than once; it is judged once.
        worlds, places = np.unique(self._worlds[first:last], axis=0, return_inverse=True)
        places = places.ravel()
        won = np.zeros((len(worlds), len(pieces)), np.int16)
        told = np.bincount(places, weights[first:last]).astype(float)
        self._planner.judge(worlds, told, pieces, need, won)
        found[:, chosen > 0] = won[places]
        return found

    def by_habit(self, first: int, last: int, chosen: Chosen, need: int) -> Points:
        """1 where so much is reached if all play on by habit to the end, else 0."""
        return self._found(first, last, chosen, need, 0)

    def _found(
        self, first: int, last: int, chosen: Chosen, need: int | None, tricks: int | None
    ) -> Points:
        """Points or successes; hands are opened at once, or by habit with so many tricks left."""
        if self._opened is not None:
            if need is None:
                return self._opened.points(first, last, chosen)
            return self._opened.reached(first, last, chosen, need)
        assert self._ensemble is not None
        found = np.zeros((last - first, len(self._ways)), np.int16)
        worlds = self._worlds[first:last]
        side = self._view.side
        habits = None if tricks is None else self._habits
        left = tricks or 0
        self._ensemble.judge(worlds, chosen, side, need, found, habits, left, self._random)
        return found


def _in_hand(tricks: TrickPosition[Any]) -> int:
    """How many pieces the seat to move still holds."""
    return tricks.masks[tricks.mover].bit_count()


def _is_early(tricks: TrickPosition[Any] | None) -> bool:
    """Whether after the next play others still play before so many tricks are left."""
    if tricks is None:
        return False
    return sum(map(int.bit_count, tricks.masks)) - 1 > PLAYED_TO * len(tricks.masks)


def _branches(
    state: State[Any], ways: Sequence[Hashable]
) -> list[tuple[TrickPosition[Any], Any]] | None:
    """Where moves lead; None unless all lead into trick games."""
    if state.tricks is not None:
        return [(state.tricks, way) for way in ways]
    branches: list[tuple[TrickPosition[Any], Any]] = []
    for way in ways:
        after = state.copy()
        after.push(way)
        if after.tricks is None:
            return None
        branches.append((after.tricks, None))
    return branches
