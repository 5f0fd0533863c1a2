"""Games with a stock as games of the engine: how positions and views are read from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from ..game import Field, Question
from ..options import Options
from ..round_game import RULES, RoundGame, rules_field
from ..view import View as AnyView
from .kind import NAMES
from .moves import Move, parse_move
from .picture import picture
from .view import PARTS, StockView

POSITION: Final = ("hands", "stock", "trump", "turn", "points", "state", "moves")
"""The parts of a position, in order."""
HELP: Final = {
    "hand": "the hand as dealt",
    "hands": "the hands, or a whole position",
    "stock": "the stock in the order in which it is drawn, the turn-up last",
    "trump": "the trump, where there is no turn-up",
    "turn": "whose turn it is",
    "points": "the points of both; +20 is declared and pending",
    "state": "what else there is to say, such as who has closed",
    "moves": "the moves so far",
    "seat": "whose hand it is",
    "turned": "what was turned up",
    "first": "who led first",
    "drawn": "what the player has drawn, but for the turn-up",
    "score": "the score of the match",
    "extra": "what the deal is worth more",
}
"""What the fields mean."""
EXAMPLES: Final = {
    "turn": "A", "points": "32 / 0+20", "state": "closed A", "seat": "A", "first": "A",
    "score": "3-2", "extra": "1",
}  # fmt: skip
"""Values of the fields that look the same in all games."""


def fields_of(options: Options, examples: Mapping[str, str]) -> dict[str, Field]:
    """All fields by name.

    Args:
        options: those of the game.
        examples: a value for each field that has to do with pieces.
    """
    given = EXAMPLES | dict(examples)
    return {name: Field(name, help, given[name]) for name, help in HELP.items()} | {
        RULES: rules_field(options, "standard target=5")
    }


def position_of(fields: Mapping[str, Field]) -> tuple[Field, ...]:
    """The fields of a position."""
    return tuple(fields[name] for name in (*POSITION, RULES))


def questions_of(fields: Mapping[str, Field]) -> tuple[Question, ...]:
    """What may be asked about a view, of which a game may have fewer fields than others."""
    return (
        Question(
            name="play",
            answer="move",
            table="moves",
            heading="% won",
            help="What to play.",
            via="",
            subject=fields["hand"],
            fields=tuple(fields[name] for name in PARTS if name in fields),
        ),
    )


class StockGame(RoundGame):
    """A game with a stock for the parts of the engine that know no game by name."""

    sides = seats = NAMES
    view_type: ClassVar[type[StockView[Any, Any]]]

    def parse_move(self, text: str) -> Move:
        """A move by its notation."""
        return parse_move(self.view_type.kind, text)

    def picture(self, view: AnyView[Any], *, fancy: bool = False) -> str:
        """The table and the hand of the player to move."""
        assert isinstance(view, StockView)
        return picture(view)
