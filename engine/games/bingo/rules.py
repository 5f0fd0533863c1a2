"""What a table of Bingo agrees on before play, and what that means as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from ...dominoes import Domino, Hand
from ...options import TRUTH, Agreed, Choice, Options
from ...stock._table import StockTable
from .play import DOUBLES, NAMES, tricks
from .points import (
    BINGO,
    HANDBOOK,
    OWN_DOMINOES,
    OWN_DOUBLES,
    OWN_SETS,
    double_points,
    sets,
)

OPTIONS: Final = Options(
    {
        "turn_up": Choice(
            ("after_lead", "before_lead"),
            "after_lead",
            "The turn-up is turned up after the first lead, or before it.",
            "the source text; today's rules",
        ),
        "last_draw": Choice(
            ("loser_takes_turn_up", "winner_takes_turn_up"),
            "loser_takes_turn_up",
            "Who gets the turn-up, of the winner and the loser of the trick before it is drawn.",
            "the source text; today's rules",
        ),
        "plain_rank": Choice(
            ("pips", "suit_led"),
            "pips",
            "A plain domino beats a plain lead with more pips, or only if it is also of its suit.",
            "today's rules; some books",
        ),
        "close_timing": Choice(
            ("before_draw", "after_draw"),
            "before_draw",
            "Closing comes instead of drawing, or after it.",
            "today's rules; as in Sixty-Six",
        ),
        "tile_points": Choice(
            (HANDBOOK,),
            HANDBOOK,
            "What dominoes bring: a row for each trump from blanks to sixes, in it a number for "
            "each domino 0-0, 1-0, 1-1, 2-0, … 6-6.",
            "unconfirmed",
            own=OWN_DOMINOES,
        ),
        "double_points": Choice(
            (HANDBOOK,),
            HANDBOOK,
            "What 2, 3, … 7 declared doubles bring, and how much more with 0-0.",
            "unconfirmed",
            own=OWN_DOUBLES,
        ),
        "set_awards": Choice(
            (HANDBOOK,),
            HANDBOOK,
            "What a deal brings if the loser has 30 points, fewer, or no trick.",
            "unconfirmed",
            own=OWN_SETS,
        ),
        "bingo_bonus": Choice(
            TRUTH, True, "Taking the double of trumps with 0-0 brings a set at once.", "unconfirmed"
        ),
        "target": Choice(range(1, 10_001), 7, "The sets that win the match.", "today's rules"),
        "first_leader": Choice((0, 1), 0, "Who leads first: A or B by number.", "lot"),
    },
    {
        "source": {},
        "standard": {"turn_up": "before_lead", "last_draw": "winner_takes_turn_up"},
    },
)
GOAL: Final = 70
"""Who has so many points wins the deal."""
ENOUGH: Final = 30
"""A loser with so many points loses least."""
FAILED: Final = 2
"""The sets that the other gets when the closer fails."""


@dataclass(frozen=True, kw_only=True)
class Rules(Agreed):
    """The options of a table of Bingo; make them from a preset.

    Raises:
        OptionError: an option or a value that does not exist.

    Examples:
        >>> rules = Rules.parse("standard target=5 set_awards=1,2,4")
        >>> rules.turn_up, rules.target, rules.set_awards
        ('before_lead', 5, '1,2,4')
    """

    table: ClassVar[Options] = OPTIONS

    turn_up: str
    last_draw: str
    plain_rank: str
    close_timing: str
    tile_points: str
    double_points: str
    set_awards: str
    bingo_bonus: bool
    target: int
    first_leader: int

    @property
    def leads_first(self) -> int:
        """Who leads first in the first deal of a match."""
        return self.first_leader

    @property
    def waits(self) -> bool:
        """Whether the winner of a trick may close instead of drawing."""
        return self.close_timing == "before_draw"

    @property
    def tells_trump(self) -> bool:
        """Whether the turn-up is seen before the first lead."""
        return self.turn_up == "before_lead"

    @property
    def carries(self) -> bool:
        """A deal without a winner makes the next one worth no more."""
        return False

    def under(self, trump: str) -> StockTable:
        """The rules as data, under a trump."""
        return _under(self, trump)


SOURCE: Final = Rules.preset("source")
"""The default."""


@lru_cache(maxsize=256)
def _under(rules: Rules, trump: str) -> StockTable:
    number = NAMES.index(trump)
    taken, bingo = Domino(number, number), 1 << BINGO.index
    points, more = double_points(rules.double_points)
    both = Hand({BINGO, taken}).mask
    table = tricks(rules.plain_rank, rules.tile_points, number)
    return StockTable(
        (table, table),
        groups=[(DOUBLES.mask, (0, 0, *points))],
        grand=(bingo, more),
        declares_late=True,
        goal=GOAL,
        half=ENOUGH,
        awards=sets(rules.set_awards),
        failed=((FAILED,) * 3,) * 2,
        nothing_is_points=False,
        claims=True,
        exchanged=None,
        closes_first=rules.tells_trump,
        closes_later=True,
        closes_undrawn=rules.waits,
        winner_gets_last=rules.last_draw == "winner_takes_turn_up",
        prize=(both, bingo, 1) if rules.bingo_bonus and taken != BINGO else None,
    )
