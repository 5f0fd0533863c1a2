"""What a player of Sixty-Six knows at its turn, and what it may do."""

from __future__ import annotations

from ...stock.view import StockView
from .play import KIND
from .round import Round
from .rules import Rules


class View(StockView[Rules, Round]):
    """Exactly what one player knows; see `StockView` for the arguments.

    Examples:
        >>> view = View.parse("B:A♥ 10♥ K♠ Q♠ 9♦ J♣ ; turned 9♠ ; first B")
        >>> [option.name for option in view.options][:3]
        ['Q♠+K♠', 'K♠+Q♠', '10♥']
    """

    kind = KIND
    rounds = Round
