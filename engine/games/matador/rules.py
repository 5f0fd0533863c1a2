"""What a table of Matador agrees on before play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from ...errors import OptionError
from ...options import TRUTH, Agreed, Choice, Options

OPTIONS: Final = Options(
    {
        "players": Choice((2, 3, 4), 2, "How many play, each for himself.", "everywhere"),
        "hand_table": Choice(
            ("bergen", "seven_six_five"),
            "bergen",
            "Two players are dealt 6 dominoes each, or 7; three always 6, four 5.",
            "the source text (as in Bergen); today's rules",
            (("players", 2),),
        ),
        "opening": Choice(
            ("any", "highest_double"),
            "any",
            "Who begins: in turn, with any domino, or whoever has the highest double, with it.",
            "the source text; today's rules",
        ),
        "first_player": Choice(
            (0, 1, 2, 3),
            0,
            "Who begins the first round: A, B, C or D by number.",
            "lot",
            (("opening", "any"),),
        ),
        "draw_rule": Choice(
            ("one", "until_playable"),
            "one",
            "Who cannot play draws one domino, or draws until one can be played.",
            "the source text; today's rules",
        ),
        "optional_draw": Choice(
            TRUTH, False, "Who can play may draw first.", "the source text, read word by word"
        ),
        "stock_reserve": Choice(
            (0, 2), 0, "So many of the stock are never drawn.", "today's rules"
        ),
        "end_rule": Choice(
            ("out_or_block", "stock_empty"),
            "out_or_block",
            "The round ends when somebody is out or nobody can play; or also, as if nobody could, "
            "with the turn in which the stock runs out.",
            "today's rules; the source text, read word by word",
        ),
        "excess_only": Choice(
            TRUTH,
            False,
            "When nobody can play, of each other hand only what is above the winner's own counts.",
            "some tables",
        ),
        "double_blank_value": Choice((0, 10), 0, "What 0-0 in hand counts.", "10 in Russia"),
        "target": Choice(
            range(1, 10_001), 100, "The total that wins the match.", "the source text"
        ),
    },
    {
        "source": {},
        "standard": {
            "hand_table": "seven_six_five",
            "opening": "highest_double",
            "draw_rule": "until_playable",
            "optional_draw": True,
            "stock_reserve": 2,
        },
    },
)
HAND_SIZES: Final = {"bergen": (6, 6, 5), "seven_six_five": (7, 6, 5)}
"""Dominoes in hand for two, three and four players."""


@dataclass(frozen=True, kw_only=True)
class Rules(Agreed):
    """The options of a table of Matador; make them from a preset.

    Raises:
        OptionError: an option or a value that does not exist, has no effect with the others, or
            does not go with them.

    Examples:
        >>> rules = Rules.parse("standard players=3")
        >>> rules.hand_size, rules.draw_rule
        (6, 'until_playable')
    """

    table: ClassVar[Options] = OPTIONS

    players: int
    hand_table: str
    opening: str
    first_player: int
    draw_rule: str
    optional_draw: bool
    stock_reserve: int
    end_rule: str
    excess_only: bool
    double_blank_value: int
    target: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.first_player >= self.players:
            raise OptionError(
                f"first_player={self.first_player}: expected 0 to {self.players - 1} for "
                f"{self.players} players"
            )

    @property
    def hand_size(self) -> int:
        """How many dominoes each player is dealt."""
        return HAND_SIZES[self.hand_table][self.players - 2]


SOURCE: Final = Rules.preset("source")
"""The default."""
