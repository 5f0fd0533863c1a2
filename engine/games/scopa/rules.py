"""What a table of Scopa agrees on before play, and what a round counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from ...match import leader
from ...options import TRUTH, Agreed, Choice, Options

VALUES: Final = {rank: value for value, rank in enumerate("A234567JQK", 1)}
"""What the card of a rank captures."""
TABLE: Final = 4
"""So many cards lie on the table when a round begins."""
PLAYED: Final = 36
"""So many cards are played in a round."""
PRIMIERA: Final = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}
"""What ranks count for the primiera; face cards: see `FACES`."""
FACES: Final = {
    "k10_q9_j8": {"K": 10, "Q": 9, "J": 8},
    "all_10": {"K": 10, "Q": 10, "J": 10},
}
CATEGORIES: Final = ("cards", "hearts", "seven of hearts", "primiera", "sweeps")
"""What points are scored for, in the order in which they are counted."""

Score = tuple[int, int]
"""By player."""
Account = Mapping[str, Score]
"""The points of a round by category."""

OPTIONS: Final = Options(
    {
        "hand_size": Choice(
            (6, 3),
            6,
            "Cards in a hand: three hands of 6, or six of 3, go through the pack.",
            "the source text; today's rules",
        ),
        "capture": Choice(
            ("obligatory", "free", "on_demand"),
            "obligatory",
            "A card that can capture must, an equal card before a set; or it may be added, or take "
            "a set beside an equal card; or it may unless the opponent demands a capture.",
            "today's rules; some tables; the source text, read word by word",
        ),
        "primiera_faces": Choice(
            tuple(FACES),
            "k10_q9_j8",
            "What king, queen and jack count for the primiera: 10, 9 and 8, or 10 each.",
            "the source text; today's rules",
        ),
        "redeal_three_kings": Choice(
            TRUTH,
            False,
            "With three or four kings on the first table the cards are dealt again.",
            "today's rules",
        ),
        "target": Choice(
            range(1, 10_001),
            16,
            "The total that wins the match.",
            "16 in the source text; 11, 16 or 21 today",
        ),
        "count_order": Choice(
            TRUTH,
            False,
            "Points are counted in the order cards, hearts, seven of hearts, primiera, sweeps, and "
            "whoever reaches the target first has won.",
            "some tables",
        ),
        "double_below": Choice(
            range(10_001),
            8,
            "If the loser has less, the match counts double; 0 for never.",
            "the source text",
        ),
        "first_dealer": Choice((0, 1), 0, "Who deals first: A or B by number.", "lot"),
    },
    {
        "source": {},
        "standard": {
            "hand_size": 3,
            "primiera_faces": "all_10",
            "redeal_three_kings": True,
            "target": 11,
            "double_below": 0,
        },
    },
)


@dataclass(frozen=True, kw_only=True)
class Rules(Agreed):
    """The options of a table of Scopa; make them from a preset.

    Raises:
        OptionError: an option or a value that does not exist.

    Examples:
        >>> rules = Rules.parse("standard capture=free")
        >>> rules.hand_size, rules.capture
        (3, 'free')
    """

    table: ClassVar[Options] = OPTIONS

    hand_size: int
    capture: str
    primiera_faces: str
    redeal_three_kings: bool
    target: int
    count_order: bool
    double_below: int
    first_dealer: int

    @property
    def hands(self) -> int:
        """How many hands each player gets in a round."""
        return PLAYED // (2 * self.hand_size)

    @property
    def primiera(self) -> tuple[int, ...]:
        """What a card counts for the primiera, by its value from 1 on."""
        counts = PRIMIERA | FACES[self.primiera_faces]
        return tuple(counts[rank] for rank in VALUES)

    def credited(self, score: Sequence[int], account: Account) -> Score:
        """The score after a round; where points are counted in order, no further than to a win."""
        ours, theirs = score
        for name in CATEGORIES:
            if self.count_order and self.winner((ours, theirs)) is not None:
                break
            ours, theirs = ours + account[name][0], theirs + account[name][1]
        return ours, theirs

    def winner(self, score: Sequence[int]) -> int | None:
        """The player who has won with such a score after a round; None if the match goes on."""
        return leader(score, self.target)

    def stake(self, score: Sequence[int], stake: int) -> int:
        """What the winner of a match gets that ends so and is played for a stake."""
        return 2 * stake if min(score) < self.double_below else stake


SOURCE: Final = Rules.preset("source")
"""The default."""
