"""What a table may agree on: every option of the rules, its values, and the presets."""

from __future__ import annotations

from typing import Final

from ...options import TRUTH, Choice, Options, Value

CLUBS: Final = "some clubs"
SOURCE_LADDER: Final = (("bid_ladder", "source"),)
MARKS_LADDER: Final = (("bid_ladder", "marks"),)
POINTS: Final = (("scoring", "points"),)
MARKS: Final = (("scoring", "marks"),)
PLUNGE: Final = (("plunge", True),)
SPLASH: Final = (("splash", True),)
NELLO: Final = (("nello", True),)
SEVENS: Final = (("sevens", True),)

CHOICES: Final[dict[str, Choice]] = {
    "bid_ladder": Choice(
        ("source", "marks"),
        "source",
        "The bids: 30 to 42, 84 and 168, or 30 to 41 and then marks.",
        "the source texts; tournaments",
    ),
    "scoring": Choice(
        ("points", "marks"),
        "points",
        "What is written down after a deal: the points taken, or marks.",
        "the source texts; tournaments",
    ),
    "declarations": Choice(
        ("pips", "pips_doubles", "all"),
        "pips",
        "What may be declared: the seven suits of pips, doubles too, or follow-me besides.",
        "the source texts; tournaments: all",
    ),
    "target": Choice(
        range(1, 10_001),
        250,
        "The total that wins the match; 250 points or 7 marks if not given.",
        "points clubs also 100, 150, 500",
        varies=("scoring", {"points": 250, "marks": 7}),
    ),
    "strict_ladder": Choice(
        TRUTH,
        False,
        "84 may be bid only over 42, and 168 only over 84.",
        "the source texts, read word by word",
        SOURCE_LADDER,
    ),
    "opening_max_marks": Choice(
        range(1, 8),
        2,
        "The most marks that may be bid over no bid or a bid of points.",
        "tournaments; 1 in some clubs",
        MARKS_LADDER,
    ),
    "overcall_step": Choice(
        (1, 2),
        1,
        "By how many marks a bid of marks may be raised at most.",
        "tournaments; 2 at Lechner Hall",
        MARKS_LADDER,
    ),
    "forced_bid": Choice(
        (None, 30, 31),
        None,
        "After three passes the last seat must bid this much or more; with `none` it may pass.",
        "tournaments: none; many clubs 30, some 31",
    ),
    "first_bidder": Choice(
        (0, 1, 2, 3, "holder_of_1_0"),
        0,
        "Who calls first in the first deal: N, E, S or W by number, or whoever holds 1-0.",
        "the source texts draw lots; some clubs",
    ),
    "follow_me_doubles": Choice(
        ("high", "low"),
        "high",
        "In follow-me a double is the highest of its suit, or the lowest.",
        "tournaments; low at Lechner Hall",
        (("declarations", "all"),),
    ),
    "small_end_opening": Choice(
        TRUTH,
        False,
        "The first lead of a deal, if neither trump nor double, may be called as its low half.",
        CLUBS,
    ),
    "set_penalty": Choice(
        ("full_bid", "shortfall", "bid_only", "minus_bid"),
        "full_bid",
        "What a bid that is set costs; see the table below.",
        "the source texts, of which one says shortfall; some clubs",
        POINTS,
    ),
    "made_big_bid": Choice(
        ("taken", "bid"),
        "taken",
        "A bid above 42 that is made brings the 42 points taken, or its own value.",
        "the source texts; points clubs",
        POINTS,
    ),
    "win_by_two": Choice(
        TRUTH,
        False,
        "The match goes on until a side with the target is two marks ahead.",
        CLUBS,
        MARKS,
    ),
    "stop_when_decided": Choice(
        TRUTH,
        False,
        "A deal ends as soon as the bid is certain to be made or set.",
        "common at the table",
        MARKS,
    ),
    "plunge": Choice(
        TRUTH,
        False,
        "A hand with four doubles or more may call `plunge`.",
        CLUBS,
        MARKS,
    ),
    "splash": Choice(
        TRUTH,
        False,
        "A hand with three doubles or more may call `splash`.",
        CLUBS,
        MARKS,
    ),
    "plunge_marks": Choice(
        (4, 3, 2),
        4,
        "What a plunge is worth at least, in marks.",
        CLUBS,
        PLUNGE,
    ),
    "splash_marks": Choice(
        (2, 3),
        2,
        "What a splash is worth at least, in marks.",
        CLUBS,
        SPLASH,
    ),
    "plunge_leader": Choice(
        ("partner", "caller"),
        "partner",
        "After a plunge or splash the partner declares; this one leads.",
        CLUBS,
        PLUNGE + SPLASH,
    ),
    "nello": Choice(
        TRUTH,
        False,
        "With a bid of marks `nello` may be declared: to lose all tricks, without the partner.",
        CLUBS,
        MARKS,
    ),
    "nello_doubles": Choice(
        ("own_suit", "own_suit_inverted", "high", "low"),
        "own_suit",
        "In nello doubles are a suit of their own, that suit with 0-0 as its highest, or the "
        "highest or lowest of their suits.",
        "clubs differ; Lechner Hall plays all four",
        NELLO,
    ),
    "nello_min_marks": Choice(
        (1, 2),
        1,
        "How many marks must be bid to declare nello.",
        CLUBS,
        NELLO,
    ),
    "sevens": Choice(
        TRUTH,
        False,
        "With a bid of marks `sevens` may be declared: to win all tricks, each by what is nearest "
        "to seven pips.",
        CLUBS,
        MARKS,
    ),
    "sevens_ties": Choice(
        ("earliest", "declarer_side"),
        "earliest",
        "Of dominoes equally near to seven the first played wins, or the first played by the "
        "declarer's side.",
        CLUBS,
        SEVENS,
    ),
    "claims": Choice(
        TRUTH,
        False,
        "A seat on lead may claim; if that is proved the deal ends.",
        "tournaments, as laying down",
    ),
}
"""All options; each stands after those that it needs."""

TOURNAMENT: Final[dict[str, Value]] = {
    "bid_ladder": "marks",
    "scoring": "marks",
    "declarations": "all",
}
PRESETS: Final[dict[str, dict[str, Value]]] = {
    "source": {},
    "tournament": TOURNAMENT,
    "lechner_hall": {**TOURNAMENT, "overcall_step": 2, "follow_me_doubles": "low"},
}
"""Where they differ from the defaults."""

OPTIONS: Final = Options(CHOICES, PRESETS)
