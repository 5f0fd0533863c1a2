"""Matador as a game of the engine: how its positions and views are read from text."""

from __future__ import annotations

from typing import Any, Final

from ...game import Field, Question
from ...round_game import RoundGame, rules_field
from ...view import View as AnyView
from .deal import Deal
from .match import Match
from .moves import Move, parse_move
from .picture import picture
from .round import NAMES, Round
from .rules import OPTIONS, Rules
from .view import PARTS, View

HANDS: Final = Field("hands", "the hands, or a whole position", "5-3 4-3 / 6-2 5-0 ; 4 2 ; A")
ENDS: Final = Field("ends", "what the two ends show; pairs as 52", "4 52")
TURN: Final = Field("turn", "whose turn it is", "A")
STOCK: Final = Field("stock", "the stock in the order in which it is drawn", "1-1 6-0")
MOVES: Final = Field("moves", "the moves so far", "5-3/2 draw pass")
RULES: Final = rules_field(OPTIONS, "standard players=3")
POSITION: Final = (HANDS, ENDS, TURN, STOCK, MOVES)
VIEW: Final = {
    "seat": Field("seat", "whose hand it is", "A"),
    "first": Field("first", "who began", "A"),
    "moves": MOVES,
    "drawn": Field("drawn", "what the player has drawn itself", "6-0"),
    "rules": RULES,
    "score": Field("score", "the score of the match, by player", "13 0"),
}


class Matador(RoundGame):
    """The game for the parts of the engine that know no game by name."""

    name = View.game
    about = "Matador: dominoes whose halves add up to seven. Plays and exact values."
    sides = seats = NAMES
    rules = RULES
    rules_type, match_type, deal_type, round_type, view_type = Rules, Match, Deal, Round, View
    questions: tuple[Question, ...] = (
        Question(
            name="play",
            answer="move",
            table="moves",
            heading="% won",
            help="What to play.",
            via="",
            subject=Field("hand", "the dominoes as dealt", "5-3 4-3 3-3 6-1 2-1 0-0"),
            fields=tuple(VIEW[name] for name in PARTS),
        ),
    )
    position = (*POSITION, RULES)

    def parse_move(self, text: str) -> Move:
        """A move by its notation."""
        return parse_move(text)

    def picture(self, view: AnyView[Any], *, fancy: bool = False) -> str:
        """The table and the hand of the player to move."""
        assert isinstance(view, View)
        return picture(view)


MATADOR: Final = Matador()
