"""Sixty-Six as a game of the engine."""

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
        "hand": "A♥ 10♥ K♠ Q♠ 9♦ J♣",
        "hands": "A♥ 9♥ Q♠ / J♣ A♠ A♦ ; - ; ♠ ; A ; 32 / 50",
        "stock": "10♦ J♦ 9♠",
        "trump": "♠",
        "turned": "9♠",
        "moves": "K♥+Q♥ A♥ exchange close",
        "drawn": "10♦",
    },
)


class SixtySix(StockGame):
    """The game for the parts of the engine that know no game by name."""

    name = KIND.game
    about = "Sixty-Six: tricks and marriages, for two with 24 cards. Plays and exact values."
    rules = FIELDS["rules"]
    position = position_of(FIELDS)
    questions = questions_of(FIELDS)
    rules_type, match_type, deal_type, round_type, view_type = Rules, Match, Deal, Round, View


SIXTY_SIX: Final = SixtySix()
