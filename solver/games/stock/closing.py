"""Whether to close now, in games with a stock: over all hands that the other may hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from ....engine.errors import IllegalMoveError
from ....engine.stock._play import OTHERS
from ....engine.stock.moves import Move, Turn, face_of
from ..._core_search import CoreSearch
from ...worlds import Worlds

if TYPE_CHECKING:
    from ....engine.stock.view import StockView

ENTRIES: Final = 1 << 12
"""No hand alone needs a larger table, and a small one is faster."""


@dataclass(frozen=True)
class Closing:
    """What it brings to close now.

    Args:
        hands: how many hands the other may hold, all as likely; one that may have come about in
            several ways counts so often.
        means: for each lead after closing what the player gets less what the other does, on average
            over these hands, if then both see all pieces.
        wins: for each lead the share of hands in which the player wins the deal so.
        best: the mean if the player knew the hand before the lead.
    """

    hands: int
    means: Mapping[Move, float]
    wins: Mapping[Move, float]
    best: float

    @property
    def lead(self) -> Move:
        """The lead with the best mean."""
        return max(self.means, key=lambda move: self.means[move])

    def facts(self) -> Mapping[str, object]:
        """The same as an object of JSON."""
        return {
            "hands": self.hands,
            "lead": str(self.lead),
            "leads": {
                str(move): {"mean": round(mean, 6), "wins": round(self.wins[move], 6)}
                for move, mean in self.means.items()
            },
            "best": round(self.best, 6),
        }

    def __str__(self) -> str:
        mean, won = self.means[self.lead], round(self.wins[self.lead] * self.hands)
        return (
            f"Closing and leading {self.lead} brings {mean:+.2f} on average over all "
            f"{self.hands:,} hands that the other may hold, and wins against {won:,} of them, once "
            "all is open."
        )


def close_now(view: StockView[Any, Any]) -> Closing:
    """What it brings to close now.

    Each hand is solved by itself. So the player is taken to know from the second trick on what the
    other holds: that promises too much, to both.

    Args:
        view: what the player knows, at a lead at which it may close.

    Raises:
        IllegalMoveError: it may not close now.

    Examples:
        >>> from fortytwo.engine.games.sixty_six.view import View
        >>> view = View.parse("B:A♠ 10♠ K♠ Q♠ A♥ A♦ ; turned 9♠ ; first B ; rules standard")
        >>> closing = close_now(view)
        >>> closing.hands, closing.means[closing.lead]
        (12376, 3.0)
    """
    if Turn.CLOSE not in view.legal:
        raise IllegalMoveError("closing is not allowed now")
    unseen = replace(view.unseen, ordered=None)
    search = CoreSearch(view.seat, ENTRIES)
    worlds = Worlds(unseen).list_all().tolist()
    closed = view.present([*worlds[0], 0])
    closed.push(OTHERS[Turn.CLOSE.value])
    closed = closed.dealt(closed.hands)
    leads = closed.legal
    hands = [view.seen.held] * 2
    means, wins, best = [0] * len(leads), [0] * len(leads), 0
    for world in worlds:
        hands[1 - view.seat] = view.hidden.holding(world)
        core = closed.dealt(hands)
        values = []
        for place, lead in enumerate(leads):
            core.push(lead)
            state: Any = SimpleNamespace(core=core, bounds=core.bounds)
            value, _ = search.bounds(state)
            core.pop()
            means[place] += value
            wins[place] += value > 0
            values.append(value)
        best += max(values)
    moves = [face_of(view.kind, lead) for lead in leads]
    return Closing(
        len(worlds),
        {move: total / len(worlds) for move, total in zip(moves, means, strict=True)},
        {move: won / len(worlds) for move, won in zip(moves, wins, strict=True)},
        best / len(worlds),
    )
