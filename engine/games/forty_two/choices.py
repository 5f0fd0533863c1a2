"""What a table may agree on: every option of the rules, its values, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any, Final

from ...errors import OptionError, shown, whole

Value = str | int | None
"""What an option is set to; truth values are numbers too."""


@dataclass(frozen=True)
class Choice:
    """One option.

    Args:
        values: all that it may be set to; a range where it is any number of one.
        default: what it is where no preset says otherwise.
        changes: what it changes, in a sentence.
        origin: where it is played so.
        needs: other options with the values of which one is needed for this one to have an effect;
            none if it always has one.
    """

    values: tuple[Value, ...] | range
    default: Value
    changes: str
    origin: str
    needs: tuple[tuple[str, Value], ...] = ()

    def read(self, name: str, value: object) -> Value:
        """The value that a user means by a value or its text.

        Raises:
            OptionError: it is not one of the values.
        """
        if isinstance(self.values, range):
            number: Any = value
            return whole(name, number, self.values[0], self.values[-1])
        text = written(value)
        if text not in self._texts:
            raise OptionError(f"{name} {shown(value)}: expected one of {', '.join(self._texts)}")
        return self._texts[text]

    @cached_property
    def _texts(self) -> dict[str, Value]:
        return {written(one): one for one in self.values}

    def works(self, among: Mapping[str, object]) -> bool:
        """Whether it has an effect where all options are set so."""
        return not self.needs or any(among[name] == value for name, value in self.needs)


def written(value: object) -> str:
    """A value as `Rules.parse` reads it; empty for what is none."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value
    try:
        number: Any = value
        return str(index(number))
    except TypeError:
        return ""


TRUTH: Final = (False, True)
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
}
"""All options; each stands after those that it needs."""

TARGETS: Final = {"points": 250, "marks": 7}
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


def settled(preset: str, given: Mapping[str, Value]) -> dict[str, Value]:
    """All options of a preset of which some are changed.

    The target goes with the scoring; what the preset says besides and has no effect any more is
    left at its default.

    Raises:
        OptionError: an option or a value that does not exist.
    """
    for name in given:
        if name not in CHOICES:
            raise _unknown(name)
    changed = {name: CHOICES[name].read(name, value) for name, value in given.items()}
    defaults = {name: choice.default for name, choice in CHOICES.items()}
    found = defaults | PRESETS[preset] | changed
    if "target" not in changed:
        found["target"] = TARGETS[str(found["scoring"])]
    for name in found.keys() - changed.keys():
        if not CHOICES[name].works(found):
            found[name] = defaults[name]
    return found


def _unknown(name: str) -> OptionError:
    """Of all options only those like it are named: there are too many for a line."""
    from difflib import get_close_matches  # rarely needed

    like = ", ".join(get_close_matches(name[:40], CHOICES))
    expected = f"did you mean {like}?" if like else "docs/rules.md lists those that exist"
    return OptionError(f"unknown option {shown(name)}: {expected}")


def check(options: Mapping[str, Value]) -> None:
    """Refuse options that have no effect beside the others, unless they are left at their default.

    Raises:
        OptionError: names the option, and what it needs.
    """
    for name, choice in CHOICES.items():
        if options[name] != choice.default and not choice.works(options):
            needs = " or ".join(f"{other}={written(value)}" for other, value in choice.needs)
            raise OptionError(f"{name}={written(options[name])}: has no effect without {needs}")


def as_table() -> str:
    """All options as a table for docs/rules.md: `-` where an option has no effect in a preset."""
    rows = [
        ["option", "values", *(f"`{name}`" for name in PRESETS), "what it changes", "played so in"],
        ["---"] * (len(PRESETS) + 4),
    ]
    for name, choice in CHOICES.items():
        if isinstance(choice.values, range):
            values = f"{choice.values[0]:,} to {choice.values[-1]:,}"
        else:
            values = ", ".join(f"`{written(value)}`" for value in choice.values)
        told = []
        for preset in PRESETS:
            options = settled(preset, {})
            told.append(f"`{written(options[name])}`" if choice.works(options) else "–")
        rows.append([f"`{name}`", values, *told, choice.changes, choice.origin])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
