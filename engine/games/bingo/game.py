"""Domino Bingo as a game of the engine."""

from __future__ import annotations

from typing import Final

from ...stock.game import StockGame, fields_of, position_of, questions_of
from .match import Match
from .play import KIND
from .round import Deal, Round
from .rules import OPTIONS, Rules
from .view import View

FIELDS: Final = fields_of(
    OPTIONS,
    {
        "hand": "6-6 6-4 5-5 4-0 3-1 2-1 0-0",
        "hands": "4-0 4-3 3-2 / 5-5 6-3 6-6 ; - ; threes ; A ; 40 / 40",
        "stock": "6-2 5-1 3-0",
        "trump": "threes",
        "turned": "3-0",
        "moves": "6-6+5-5 6-2 close",
        "drawn": "6-2",
    },
)


class Bingo(StockGame):
    """The game for the parts of the engine that know no game by name."""

    name = KIND.game
    about = (
        "Domino Bingo: tricks and doubles, for two with dominoes. Plays and exact values; what "
        "tricks, doubles and deals bring is not confirmed in print."
    )
    rules = FIELDS["rules"]
    position = position_of(FIELDS)
    questions = questions_of({name: one for name, one in FIELDS.items() if name != "extra"})
    rules_type, match_type, deal_type, round_type, view_type = Rules, Match, Deal, Round, View


BINGO: Final = Bingo()
