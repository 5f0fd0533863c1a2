"""What a player of Bingo knows at its turn, and what it may do."""

from __future__ import annotations

from ...stock.view import StockView
from .play import KIND
from .round import Round
from .rules import Rules


class View(StockView[Rules, Round]):
    """Exactly what one player knows; see `StockView` for the arguments.

    Examples:
        >>> view = View.parse("A:6-6 6-4 5-5 4-0 3-1 2-1 0-0")
        >>> [option.name for option in view.options][:3]
        ['0-0+6-6+5-5', '5-5+6-6+0-0', '6-6+5-5+0-0']
    """

    kind = KIND
    rounds = Round
