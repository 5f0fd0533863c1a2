"""What players of forty-two ask by name, in terms of the general solver and advisor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ..engine.errors import IllegalMoveError
from ..engine.games.forty_two.calls import Call
from ..engine.games.forty_two.deal import Deal
from ..engine.games.forty_two.dominoes import Domino
from ..engine.games.forty_two.position import Position
from ..engine.games.forty_two.seats import SEATS
from ..engine.games.forty_two.trump import TRUMPS, Trump
from ..engine.games.forty_two.view import View
from ._solver import Solver
from .advisor import Limits, Suggestion, suggest

if TYPE_CHECKING:
    import numpy as np


def table(
    deal: Deal, solver: Solver | None = None
) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """What every seat's side takes when that seat declares each trump and leads.

    Args:
        deal: the hands, seven dominoes each or an ending.
        solver: whose table of positions to use; by default a new one.

    Returns:
        Points of the leader's side, an array of 9 trumps × 4 leaders.

    Example:
        >>> int(table(Deal.random(seed=1))[Trump.SIXES, Seat.E])
        0
    """
    import numpy as np  # costs half of the time to import the package

    solver = solver or Solver()
    values = [
        [solver.final(Position(deal, trump=trump, leader=seat))[seat.side] for seat in SEATS]
        for trump in TRUMPS
    ]
    return np.array(values, dtype=np.int8)


def suggest_bid(view: View, **limits: Unpack[Limits]) -> Suggestion[Call]:
    """What to call. Takes the limits of `suggest`; see there."""
    return _suggest("bid", view, limits)


def suggest_trump(view: View, **limits: Unpack[Limits]) -> Suggestion[Trump]:
    """What to declare after winning the auction. Takes the limits of `suggest`; see there."""
    return _suggest("trump", view, limits)


def suggest_play(view: View, **limits: Unpack[Limits]) -> Suggestion[Domino]:
    """What to play. Takes the limits of `suggest`; see there."""
    return _suggest("play", view, limits)


def _suggest(question: str, view: View, limits: Limits) -> Suggestion[Any]:
    if view.question != question:
        raise IllegalMoveError(f"the seat is to {view.question}, not to {question}")
    return suggest(view, **limits)
