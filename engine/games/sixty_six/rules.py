"""What a table of Sixty-Six agrees on before play, and what that means as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from ...options import Agreed, Choice, Options
from ...stock._table import StockTable
from .play import marriages, nine, tricks

OPTIONS: Final = Options(
    {
        "first_dealer": Choice((0, 1), 0, "Who deals first: A or B by number.", "lot"),
        "next_dealer": Choice(
            ("winner", "alternate"),
            "winner",
            "Who deals next: whoever won the deal, and after a deal without a winner the same; or "
            "always the other player.",
            "the source text; today's rules",
        ),
        "deal_packet": Choice(
            (1, 3),
            1,
            "So many cards at a time go to each player.",
            "the source text; today's rules",
        ),
        "close_when": Choice(
            ("any_lead", "first_lead"),
            "any_lead",
            "When the player on lead may close: while two cards lie in the stock, or only at the "
            "first lead of the deal.",
            "today's rules; the source text, read word by word",
        ),
        "close_timing": Choice(
            ("after_draw", "before_draw"),
            "after_draw",
            "Closing comes after drawing, or instead of it.",
            "today's rules; some tables",
            (("close_when", "any_lead"),),
        ),
        "strict_play": Choice(
            ("follow_trump", "head", "follow_only"),
            "follow_trump",
            "Once nobody draws, a player must follow suit, or else trump; must besides beat the "
            "lead in its suit; or must only follow suit.",
            "the source text; today's rules; some tables",
        ),
        "marriage_after_stock": Choice(
            ("allowed", "forbidden"),
            "allowed",
            "Whether marriages count once the stock is drawn to the end.",
            "the source text; today's rules",
        ),
        "last_trick": Choice(
            ("always", "only_full"),
            "always",
            "The last trick counts 10, or only if nobody has closed.",
            "the source text; today's rules",
        ),
        "end_rule": Choice(
            ("play_out", "claim"),
            "play_out",
            "All cards are played; or whoever reaches 66 wins at once.",
            "the source text; today's rules",
        ),
        "three_rule": Choice(
            ("zero_points", "no_trick"),
            "zero_points",
            "A loser pays three for having no points, or for having no trick.",
            "the source text; today's rules",
        ),
        "closer_fails": Choice(
            ("doubled", "fixed"),
            "doubled",
            "A closer who fails pays double, 2, 4 or 6; or 2, and 3 if the other had no trick when "
            "the stock was closed.",
            "the source text; today's rules, unconfirmed",
        ),
        "tie_carry": Choice(
            ("none", "plus_one"),
            "none",
            "After a deal without a winner the next one is worth one more.",
            "the source text; today's rules, unconfirmed",
        ),
        "target": Choice(
            range(1, 10_001), 7, "The score that wins the match.", "today's rules; 7 or 8 in Russia"
        ),
    },
    {
        "source": {},
        "standard": {
            "next_dealer": "alternate",
            "deal_packet": 3,
            "strict_play": "head",
            "marriage_after_stock": "forbidden",
            "last_trick": "only_full",
            "end_rule": "claim",
            "three_rule": "no_trick",
            "closer_fails": "fixed",
            "tie_carry": "plus_one",
        },
    },
)
FAILED: Final = {"doubled": ((2, 4, 6), (2, 4, 6)), "fixed": ((2, 2, 2), (3, 3, 3))}
"""What a closer who fails pays for having half, less, or nothing; if the other had a trick by then,
and if not."""


@dataclass(frozen=True, kw_only=True)
class Rules(Agreed):
    """The options of a table of Sixty-Six; make them from a preset.

    Raises:
        OptionError: an option or a value that does not exist, or has no effect with the others.

    Examples:
        >>> rules = Rules.parse("standard target=8")
        >>> rules.strict_play, rules.target
        ('head', 8)
    """

    table: ClassVar[Options] = OPTIONS

    first_dealer: int
    next_dealer: str
    deal_packet: int
    close_when: str
    close_timing: str
    strict_play: str
    marriage_after_stock: str
    last_trick: str
    end_rule: str
    three_rule: str
    closer_fails: str
    tie_carry: str
    target: int

    @property
    def leads_first(self) -> int:
        """Who leads first in the first deal of a match."""
        return 1 - self.first_dealer

    @property
    def waits(self) -> bool:
        """Whether the winner of a trick may close instead of drawing."""
        return self.close_timing == "before_draw"

    @property
    def tells_trump(self) -> bool:
        """Whether the turn-up is seen before the first lead."""
        return True

    @property
    def carries(self) -> bool:
        """Whether a deal without a winner makes the next one worth more."""
        return self.tie_carry == "plus_one"

    def under(self, trump: str) -> StockTable:
        """The rules as data, under a trump."""
        return _under(self, trump)


SOURCE: Final = Rules.preset("source")
"""The default."""


@lru_cache(maxsize=256)
def _under(rules: Rules, trump: str) -> StockTable:
    return StockTable(
        (
            tricks(rules.strict_play, trump, 10),
            tricks(rules.strict_play, trump, 10 if rules.last_trick == "always" else 0),
        ),
        groups=marriages(trump),
        grand=(0, 0),
        declares_late=rules.marriage_after_stock == "allowed",
        goal=66,
        half=33,
        awards=(1, 2, 3),
        failed=FAILED[rules.closer_fails],
        nothing_is_points=rules.three_rule == "zero_points",
        claims=rules.end_rule == "claim",
        exchanged=nine(trump),
        closes_first=True,
        closes_later=rules.close_when == "any_lead",
        closes_undrawn=rules.close_timing == "before_draw",
        winner_gets_last=False,
        prize=None,
    )
