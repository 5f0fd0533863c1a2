"""Scopa as a game of the engine: how its positions and views are read from text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from ...cards import LETTERS, SUITS
from ...game import Field, Question
from ...round_game import RoundGame, rules_field
from ...state import State
from ...view import View as AnyView
from .deal import NAMES, Deal, format_cards
from .match import Match
from .moves import Move, parse_move
from .picture import picture
from .round import Round
from .rules import OPTIONS, Rules
from .view import PARTS, View

HANDS: Final = Field("hands", "the hands, or a whole position", "5♦ 2♣ / 4♠ 3♦ ; A♠ A♥")
TABLE: Final = Field("table", "the cards face up before the moves", "A♠ A♥ 3♣")
PILES: Final = Field("piles", "what each player has captured before", "7♥ 7♦ / -")
SWEEPS: Final = Field("sweeps", "how many sweeps each player has made", "1 0")
TURN: Final = Field("turn", "whose turn it is", "A")
LAST: Final = Field("last", "who captured last", "A")
STOCK: Final = Field("stock", "the hands to come, in pairs", "K♥ Q♥ 2♠ / 3♥ 7♠ J♦")
MOVES: Final = Field("moves", "the moves so far", "5♦:A♠+A♥+3♣ 4♠")
RULES: Final = rules_field(OPTIONS, "standard capture=free")
POSITION: Final = (HANDS, TABLE, PILES, SWEEPS, TURN, LAST, STOCK, MOVES)
VIEW: Final = {
    "seat": Field("seat", "whose hand it is", "A"),
    "table": TABLE,
    "piles": PILES,
    "sweeps": SWEEPS,
    "first": Field("first", "who was to play before the moves", "B"),
    "last": LAST,
    "moves": MOVES,
    "rules": RULES,
    "score": Field("score", "the score of the match, by player", "13 5"),
}
PLAY: Final = re.compile(
    rf"\s*[A2-7JQK][{LETTERS}{SUITS}][A2-7JQK{LETTERS}{SUITS}:+]*\s*", re.IGNORECASE
)
"""Cards, or the beginning of a play."""
SIGNS: Final = str.maketrans(LETTERS + LETTERS.lower(), SUITS * 2)


class Scopa(RoundGame):
    """The game for the parts of the engine that know no game by name."""

    name = View.game
    about = "Scopa: cards that capture cards. Plays and exact values."
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
            subject=Field("hand", "the cards as dealt, hand after hand", "5♦ 2♣ 4♥ / 7♥ 6♥ 3♣"),
            fields=tuple(VIEW[name] for name in PARTS),
        ),
    )
    position = (*POSITION, RULES)

    def parse_move(self, text: str) -> Move:
        """A move by its notation."""
        return parse_move(text)

    def read_move(self, view: AnyView[Any], text: str) -> Move:
        """As in other games; suits may be letters, and a card alone is enough where it is clear."""
        if PLAY.fullmatch(text):
            text = text.translate(SIGNS)
        move: Move = super().read_move(view, text)
        return move

    def picture(self, view: AnyView[Any], *, fancy: bool = False) -> str:
        """The table and the hand of the player to move."""
        assert isinstance(view, View)
        return picture(view, fancy=fancy)

    def hands(self, state: State[Any]) -> Sequence[str]:
        """What each player was dealt, hand after hand."""
        assert isinstance(state, Round)
        return [
            f"{name}: {' / '.join(format_cards(pair[seat]) for pair in state.deal.hands)}"
            for seat, name in enumerate(NAMES)
        ]


SCOPA: Final = Scopa()
