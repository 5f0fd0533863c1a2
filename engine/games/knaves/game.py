"""Knaves as a game of the engine: how its positions and views are read from text."""

from __future__ import annotations

from typing import Any, Final

from ...errors import NotationError
from ...game import Field, Question
from ...round_game import RoundGame, rules_field
from ...view import View as AnyView
from .deal import Deal
from .match import Match
from .moves import Move, parse_move
from .names import NAMES
from .picture import picture
from .round import Round
from .rules import OPTIONS, SOURCE, Rules
from .view import PARTS, View

HANDS: Final = Field("hands", "the hands, or a whole position", "9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠")
TURNED: Final = Field("turned", "what was turned up: a card, a suit, or -", "K♣")
LEADER: Final = Field("leader", "who led, or leads, to the first trick", "A")
POINTS: Final = Field("points", "what the seats had gained before, by seat", "2 0 -3")
MOVES: Final = Field("moves", "the moves so far", "9♥ J♥")
RULES: Final = rules_field(OPTIONS, "polignac32 players=4")
POSITION: Final = (HANDS, TURNED, LEADER, POINTS, MOVES)
VIEW: Final = {
    "seat": Field("seat", "whose hand it is", "A"),
    "turned": Field("turned", "the card turned up", "K♣"),
    "leader": LEADER,
    "moves": MOVES,
    "rules": RULES,
    "score": Field("score", "the score of the match, by seat", "13 0 -2"),
}


def question(name: str, answer: str, table: str, help: str) -> Question:
    """A question about a hand."""
    return Question(
        name=name,
        answer=answer,
        table=table,
        heading="% that succeed",
        help=help,
        via="",
        subject=Field("hand", "the cards as dealt", "A♥ 10♥ J♦ … 2♠"),
        fields=tuple(VIEW[part] for part in PARTS),
    )


class Knaves(RoundGame):
    """The game for the parts of the engine that know no game by name."""

    name = View.game
    about = "Knaves: every trick is a plus, every jack a minus. Plays and exact values."
    sides = seats = NAMES
    rules = RULES
    rules_type, match_type, deal_type, round_type, view_type = Rules, Match, Deal, Round, View
    questions: tuple[Question, ...] = (
        question("play", "play", "plays", "What to play."),
        question("call", "call", "calls", "Whether to announce capot."),
    )
    position = (*POSITION, RULES)

    def parse_move(self, text: str) -> Move:
        """A move by its notation."""
        return parse_move(text)

    @staticmethod
    def read_record(text: str) -> Round:
        """The last round of the record of a match; or a position, after a line `rules: …` if any.

        Raises:
            FortyTwoError: names the place, and says what is wrong.
        """
        if text.lstrip().startswith(("game:", "{")):
            round = KNAVES.read_match(text).round
            if round is None:
                raise NotationError("nothing has been dealt")
            assert isinstance(round, Round)
            return round
        *head, position = text.strip().splitlines() or [""]
        if len(head) > 1 or not all(line.startswith("rules:") for line in head):
            raise NotationError("expected the record of a match, or a line of rules and a position")
        rules = Rules.parse(head[0].removeprefix("rules:")) if head else SOURCE
        return Round.parse(position, rules)

    def picture(self, view: AnyView[Any], *, fancy: bool = False) -> str:
        """The table and the hand of the player to move."""
        assert isinstance(view, View)
        return picture(view)


KNAVES: Final = Knaves()
