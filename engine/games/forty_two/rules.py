"""What a table agrees on before play: the options of the rules, and presets of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Self

from ...errors import ImpossiblePositionError, OptionError, shown, whole
from .calls import MARK, PASS, Call
from .trump import TRUMPS, Trump

VALUES: Final[dict[str, tuple[str, ...]]] = {
    "name": ("source", "tournament"),
    "bid_ladder": ("source", "marks"),
    "declarations": ("pips", "pips_doubles", "all"),
    "scoring": ("points", "marks"),
}
COUNTS: Final = {"opening_max_marks": (1, 7), "overcall_step": (1, 2), "target": (1, 10_000)}
TARGETS: Final = {"points": 250, "marks": 7}
DECLARABLE: Final = {"pips": TRUMPS[:7], "pips_doubles": TRUMPS[:8], "all": TRUMPS}
POINT_BIDS: Final = tuple(map(Call, range(30, MARK)))
SOURCE_BIDS: Final = (*POINT_BIDS, Call(42), Call(84), Call(168))


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of a table; make them from a preset.

    Args:
        name: the preset they come from.
        bid_ladder: `source` (30 … 42, 84, 168) or `marks` (30 … 41, then marks).
        opening_max_marks: with the ladder of marks, the most over no bid or a bid of points.
        overcall_step: with the ladder of marks, the most a bid of marks may be raised by.
        declarations: what may be declared: `pips`, `pips_doubles` or `all` nine.
        scoring: `points` or `marks`.
        target: what wins the match, in points or marks.

    Raises:
        OptionError: an option or a value that does not exist.

    Example:
        >>> Rules.tournament().target, Rules.source(target=500).target
        (7, 500)
        >>> str(Rules.parse("tournament target=5"))
        'tournament target=5'
    """

    name: str
    bid_ladder: str
    opening_max_marks: int = 2
    overcall_step: int = 1
    declarations: str
    scoring: str
    target: int

    def __post_init__(self) -> None:
        for option, values in VALUES.items():
            if getattr(self, option) not in values:
                raise OptionError(
                    f"{option} {shown(getattr(self, option))}: expected one of {', '.join(values)}"
                )
        for option, (least, most) in COUNTS.items():
            value = whole(option, getattr(self, option), least, most)
            object.__setattr__(self, option, value)
        if self.bid_ladder == "source":
            for option in ("opening_max_marks", "overcall_step"):
                if getattr(self, option) != getattr(type(self), option):
                    raise OptionError(f"{option}: has no effect with bid_ladder=source")

    @classmethod
    def source(cls, **options: Any) -> Self:
        """The game of the source texts: bids 30 … 42, 84 and 168, points to 250."""
        return cls._preset(
            options,
            name="source",
            bid_ladder="source",
            declarations="pips",
            scoring="points",
            target=250,
        )

    @classmethod
    def tournament(cls, **options: Any) -> Self:
        """Straight 42 as tournaments play it: bids to two marks, marks to 7, all declarations."""
        return cls._preset(
            options,
            name="tournament",
            bid_ladder="marks",
            declarations="all",
            scoring="marks",
            target=7,
        )

    @classmethod
    def _preset(cls, options: dict[str, Any], **preset: Any) -> Self:
        known = {field.name for field in fields(cls)} - {"name"}
        for option in options:
            if option not in known:
                raise OptionError(
                    f"unknown option {shown(option)}: expected one of {', '.join(sorted(known))}"
                )
        for scoring, target in TARGETS.items():
            if options.get("scoring") == scoring:
                preset["target"] = target
        return cls(**(preset | options))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the name of a preset and options to change, as `tournament target=5`."""
        presets = {"source": cls.source, "tournament": cls.tournament}
        name, *words = text.split() or [""]
        if name not in presets:
            raise OptionError(f"unknown rules {shown(name)}: expected one of {', '.join(presets)}")
        options: dict[str, Any] = {}
        for word in words:
            option, _, value = word.partition("=")
            if option in options:
                raise OptionError(f"{option} is given twice")
            is_number = value.isascii() and value.isdigit() and len(value) < 20
            options[option] = int(value) if is_number else value
        return presets[name](**options)

    def __str__(self) -> str:
        """The text that `parse` reads."""
        text = self.name
        for field in fields(self):
            value = getattr(self, field.name)
            if getattr(Rules.parse(text), field.name) != value:
                text += f" {field.name}={value}"
        return text

    @property
    def trumps(self) -> tuple[Trump, ...]:
        """What may be declared."""
        return DECLARABLE[self.declarations]

    def legal_calls(self, calls: Sequence[Call]) -> tuple[Call, ...]:
        """What may be called after these calls; nothing after four."""
        if len(calls) >= 4:
            return ()
        standing = max(calls, default=PASS)
        if self.bid_ladder == "source":
            ladder: tuple[Call, ...] = SOURCE_BIDS
        elif standing < MARK:
            ladder = (*POINT_BIDS, *self._marks(1, self.opening_max_marks))
        else:
            ladder = self._marks(standing.marks + 1, standing.marks + self.overcall_step)
        return (PASS, *(bid for bid in ladder if bid > standing))

    @staticmethod
    def _marks(least: int, most: int) -> tuple[Call, ...]:
        return tuple(Call(MARK * marks) for marks in range(least, most + 1))

    def format_call(self, call: Call) -> str:
        """A call as this table writes it: 84 is `2M` where bids are in marks."""
        return call.marks_text if self.bid_ladder == "marks" else str(call)

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
        else:
            ours, theirs = (taken, conceded) if made else (0, conceded + bid)
        return (ours, theirs) if declaring_side == 0 else (theirs, ours)

    def check_score(self, score: tuple[int, int]) -> None:
        """Refuse a score at which no deal can begin."""
        if min(score) < 0 or self.winner(score) is not None:
            raise ImpossiblePositionError(
                f"score {score[0]}-{score[1]}: expected one of a match under way, "
                f"below {self.target} or equal"
            )

    def winner(self, score: tuple[int, int]) -> int | None:
        """The side that has won the match with this score, None if it goes on."""
        if max(score) < self.target or score[0] == score[1]:
            return None
        return 0 if score[0] > score[1] else 1


SOURCE: Final = Rules.source()
"""The default everywhere."""
