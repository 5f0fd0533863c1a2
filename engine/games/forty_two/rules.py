"""What a table agrees on before play: its bids and its scores, by the options of `choices`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from ...dominoes import DOUBLES, Domino, Hand
from ...errors import ImpossiblePositionError, counted
from ...options import Agreed, Options
from .calls import MARK, PASS, PLUNGE, SPLASH, Call
from .choices import OPTIONS
from .seats import SEATS, Seat
from .trump import TRUMPS, Trump

if TYPE_CHECKING:
    from .deal import Deal

DECLARABLE: Final = {"pips": TRUMPS[:7], "pips_doubles": TRUMPS[:8], "all": TRUMPS}
VARIANTS: Final[dict[Trump, tuple[str, dict[str, Trump]]]] = {
    Trump.FOLLOW_ME: (
        "follow_me_doubles",
        {"high": Trump.FOLLOW_ME, "low": Trump.FOLLOW_ME_LOW},
    ),
    Trump.NELLO: (
        "nello_doubles",
        {
            "own_suit": Trump.NELLO,
            "own_suit_inverted": Trump.NELLO_INVERTED,
            "high": Trump.NELLO_HIGH,
            "low": Trump.NELLO_LOW,
        },
    ),
    Trump.SEVENS: (
        "sevens_ties",
        {"earliest": Trump.SEVENS, "declarer_side": Trump.SEVENS_DECLARER},
    ),
}
"""Declarations of which there are several: the option that tells which is played, by its values."""
POINT_BIDS: Final = tuple(map(Call, range(30, MARK)))
SOURCE_BIDS: Final = (*POINT_BIDS, Call(42), Call(84), Call(168))
STRICTLY: Final = {Call(84): Call(42), Call(168): Call(84)}
"""The bids that with `strict_ladder` may be made over one bid only."""
DOUBLES_NEEDED: Final = {PLUNGE: 4, SPLASH: 3}
"""The calls that take doubles, and how many."""
OPENER: Final = Domino(1, 0)
SET: Final[dict[str, Callable[[int, int, int], tuple[int, int]]]] = {
    "full_bid": lambda bid, taken, conceded: (0, conceded + bid),
    "shortfall": lambda bid, taken, conceded: (0, conceded + bid - taken),
    "bid_only": lambda bid, taken, conceded: (0, bid),
    "minus_bid": lambda bid, taken, conceded: (-bid, conceded),
}
"""The points that the declarer's side and the others write down for a bid that is set."""


@dataclass(frozen=True, kw_only=True)
class Rules(Agreed):
    """The options of a table; make them from a preset.

    What each option means, and what it may be, stands in `choices.CHOICES` and in docs/rules.md.
    `name` is the preset that they come from.

    Raises:
        OptionError: an option or a value that does not exist, or has no effect with the others.

    Examples:
        >>> Rules.tournament().target, Rules.source(target=500).target
        (7, 500)
        >>> str(Rules.parse("tournament target=5 forced_bid=30"))
        'tournament target=5 forced_bid=30'
    """

    table: ClassVar[Options] = OPTIONS

    bid_ladder: str
    scoring: str
    declarations: str
    target: int
    strict_ladder: bool
    opening_max_marks: int
    overcall_step: int
    forced_bid: int | None
    first_bidder: int | str
    follow_me_doubles: str
    small_end_opening: bool
    set_penalty: str
    made_big_bid: str
    win_by_two: bool
    stop_when_decided: bool
    plunge: bool
    splash: bool
    plunge_marks: int
    splash_marks: int
    plunge_leader: str
    nello: bool
    nello_doubles: str
    nello_min_marks: int
    sevens: bool
    sevens_ties: str
    claims: bool

    @classmethod
    def source(cls, **options: Any) -> Self:
        """The game of the source texts: bids 30 … 42, 84 and 168, points to 250."""
        return cls.preset("source", **options)

    @classmethod
    def tournament(cls, **options: Any) -> Self:
        """Straight 42 as tournaments play it: bids to two marks, marks to 7, all declarations."""
        return cls.preset("tournament", **options)

    @classmethod
    def lechner_hall(cls, **options: Any) -> Self:
        """As in tournaments, but marks raised by two, and doubles low in follow-me."""
        return cls.preset("lechner_hall", **options)

    # --- Calls and declarations ---

    @cached_property
    def trumps(self) -> tuple[Trump, ...]:
        """What may be declared with any bid."""
        return tuple(map(self.declared, DECLARABLE[self.declarations]))

    def declarable(self, bid: Call) -> tuple[Trump, ...]:
        """What may be declared with a bid: with marks also nello and sevens, where they are played.

        Not so after a plunge or splash; see `Auction.declarable`.
        """
        return self.trumps + tuple(
            self.declared(trump) for trump, marks in self._sweeps.items() if bid >= MARK * marks
        )

    @cached_property
    def _sweeps(self) -> dict[Trump, int]:
        """Which of nello and sevens are played, and the marks that each takes."""
        played = {Trump.NELLO: self.nello, Trump.SEVENS: self.sevens}
        marks = {Trump.NELLO: self.nello_min_marks, Trump.SEVENS: 1}
        return {trump: marks[trump] for trump in played if played[trump]}

    def declared(self, trump: Trump) -> Trump:
        """A declaration as this table plays it: who says follow-me means the one played here."""
        if trump not in VARIANTS:
            return trump
        option, variants = VARIANTS[trump]
        return variants[getattr(self, option)]

    @cached_property
    def specials(self) -> tuple[Call, ...]:
        """Those of plunge and splash that are played."""
        return tuple(call for call in DOUBLES_NEEDED if getattr(self, str(call)))

    def legal_calls(self, calls: Sequence[Call], hand: Hand | None = None) -> tuple[Call, ...]:
        """What may be called after these calls; nothing after four.

        A pass comes first, then bids, lowest first.

        Args:
            calls: the calls so far.
            hand: whose turn it is; without it these are the calls that any hand may make.
        """
        if len(calls) >= 4:
            return ()
        place, standing = self.highest(calls)
        forced = self.forced_bid is not None and len(calls) == 3 and place < 0
        legal = self._offers.get((standing, forced))
        if legal is None:
            legal = self._offers[standing, forced] = self._over(standing, forced)
        if hand is not None and self.specials:
            legal += tuple(call for call in self.specials if not self.missing(call, hand))
        return legal

    def missing(self, call: Call, hand: Hand) -> str:
        """What a hand lacks to make a call, in words; empty if nothing."""
        need = DOUBLES_NEEDED.get(call, 0)
        held = (hand.mask & DOUBLES.mask).bit_count() if need else 0
        return "" if held >= need else f"{counted(held, 'double')} in the hand, {need} needed"

    def highest(self, calls: Sequence[Call]) -> tuple[int, Call]:
        """The place of the highest call, -1 if all have passed, and the bid that it is worth."""
        place, standing = -1, PASS
        for number, call in enumerate(calls):
            if call != PASS:
                place, standing = number, self.worth(call, standing)
        return place, standing

    def worth(self, call: Call, standing: Call) -> Call:
        """The bid that a call over a standing bid is worth."""
        if call not in DOUBLES_NEEDED:
            return call
        least: int = getattr(self, f"{call}_marks")
        return Call(MARK * max(least, standing.marks + 1))

    @cached_property
    def _offers(self) -> dict[tuple[Call, bool], tuple[Call, ...]]:
        """What any hand may call over a standing bid, as far as it has been asked."""
        return {}

    def _over(self, standing: Call, forced: bool) -> tuple[Call, ...]:
        if self.bid_ladder == "source":
            ladder: tuple[Call, ...] = SOURCE_BIDS
            if self.strict_ladder:
                ladder = tuple(bid for bid in ladder if STRICTLY.get(bid, standing) == standing)
        elif standing < MARK:
            ladder = (*POINT_BIDS, *self._marks(1, self.opening_max_marks))
        else:
            ladder = self._marks(standing.marks + 1, standing.marks + self.overcall_step)
        if forced:
            return tuple(bid for bid in ladder if bid >= (self.forced_bid or 0))
        return (PASS, *(bid for bid in ladder if bid > standing))

    @staticmethod
    def _marks(least: int, most: int) -> tuple[Call, ...]:
        return tuple(Call(MARK * marks) for marks in range(least, most + 1))

    def format_call(self, call: Call) -> str:
        """A call as this table writes it: 84 is `2M` where bids are in marks."""
        return call.marks_text if self.bid_ladder == "marks" else str(call)

    def first_of(self, deal: Deal) -> Seat:
        """Who calls first in the first deal of a match."""
        if isinstance(self.first_bidder, int):
            return SEATS[self.first_bidder]
        return next(seat for seat in SEATS if OPENER in deal[seat])

    # --- Scores ---

    def record(self, declaring_side: int, bid: Call, points: tuple[int, int]) -> tuple[int, int]:
        """What the two sides write down after a deal.

        Args:
            declaring_side: the declarer's side.
            bid: the bid to be made.
            points: the points (NS, EW) taken in the deal.
        """
        taken, conceded = points[declaring_side], points[1 - declaring_side]
        made = taken >= bid.need
        if self.scoring == "marks":
            ours, theirs = (bid.marks, 0) if made else (0, bid.marks)
        elif not made:
            ours, theirs = SET[self.set_penalty](int(bid), taken, conceded)
        else:
            big = bid > MARK and self.made_big_bid == "bid"
            ours, theirs = int(bid) if big else taken, conceded
        return (ours, theirs) if declaring_side == 0 else (theirs, ours)

    @property
    def sinks(self) -> bool:
        """Whether a side can lose what it has written down, and go below 0."""
        return self.set_penalty == "minus_bid"

    def check_score(self, score: tuple[int, int]) -> None:
        """Refuse a score at which no deal can begin."""
        if (min(score) < 0 and not self.sinks) or self.winner(score) is not None:
            near = "less than 2 apart" if self.win_by_two else "equal"
            raise ImpossiblePositionError(
                f"score {score[0]}-{score[1]}: expected one of a match under way, "
                f"below {self.target} or {near}"
            )

    def winner(self, score: tuple[int, int]) -> int | None:
        """The side that has won the match with this score, None if it goes on."""
        lead = 2 if self.win_by_two else 1
        if max(score) < self.target or abs(score[0] - score[1]) < lead:
            return None
        return 0 if score[0] > score[1] else 1


SOURCE: Final = Rules.source()
"""The default everywhere."""
