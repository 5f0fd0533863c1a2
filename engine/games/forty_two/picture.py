"""How a seat sees the table, drawn in characters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from ...dominoes import Domino
from .auction import Auction
from .calls import PASS
from .seats import SEATS, Seat, Side
from .view import View

COLUMN: Final = 20
"""The width of a seat's place at the table."""
PIPS: Final = (
    ("   ", "   ", "   "),
    ("   ", " * ", "   "),
    ("*  ", "   ", "  *"),
    ("*  ", " * ", "  *"),
    ("* *", "   ", "* *"),
    ("* *", " * ", "* *"),
    ("* *", "* *", "* *"),
)
"""The half of a domino with so many pips."""


def picture(view: View, *, fancy: bool = False) -> str:
    """The table as a seat sees it at its turn, itself nearest, and what it holds.

    Below each domino that may be played now stands its number.

    Args:
        view: what the seat knows.
        fancy: with lines and pips that not every terminal can show, instead of ASCII.

    Examples:
        >>> text = "S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer E ; bid 31 ; trump sixes ; plays 6-1"
        >>> print(picture(View.parse(text)))
        E declared sixes for 31. Taken so far: NS 0, EW 0.
                                     N
                 W                                       E
                                                     [6|1] led
                                  S (you)
        <BLANKLINE>
        .---. .---. .---. .---. .---. .---. .---.
        | 6 | | 6 | | 6 | | 6 | | 5 | | 4 | | 3 |
        |---| |---| |---| |---| |---| |---| |---|
        | 6 | | 5 | | 4 | | 2 | | 5 | | 1 | | 2 |
        '---' '---' '---' '---' '---' '---' '---'
          1     2     3     4
    """
    return "\n".join([*_state(view), *_table(view), "", *_hand(view, fancy)])


def _state(view: View) -> Iterator[str]:
    """What is played for, and how far it has come."""
    if view.won is None or view.contract is None:
        return
    contract, (declarer, bid) = view.contract, view.won
    points = view.seen.points
    told = f"Taken so far: {', '.join(f'{side} {points[side]}' for side in Side)}."
    if contract.is_sweep:
        what = "lose" if contract.table.misere else "win"
        told = f"{declarer.side} must {what} every trick."
    yield f"{declarer} declared {view.trump} for {view.rules.format_call(bid)}. {told}"


def _table(view: View) -> Iterator[str]:
    """The seats, each with its call, or with what it has played to the trick."""
    own, left, across, right = (
        (f"{seat} (you)" if seat == view.seat else str(seat), done(view, seat))
        for seat in (SEATS[(view.seat + place) % 4] for place in range(4))
    )
    blank = ("", "")
    for one, middle, other in ((blank, across, blank), (left, blank, right), (blank, own, blank)):
        for texts in zip(one, middle, other, strict=True):
            if any(texts):
                yield "".join(f"{text:^{COLUMN}}" for text in texts).rstrip()


def done(view: View, seat: Seat) -> str:
    """What a seat has called, or played to the trick on the table."""
    if view.trump is None:
        call = view.auction.call_of(seat) if isinstance(view.auction, Auction) else None
        if call is None:
            return ""
        return "pass" if call == PASS else view.rules.format_call(call)
    for number, domino in enumerate(view.seen.trick):
        if view.seen.played[seat] >> domino.index & 1:
            return f"[{domino.high}|{domino.low}]{'' if number else ' led'}"
    return ""


def _hand(view: View, fancy: bool) -> Iterator[str]:
    """What the seat holds, side by side, and numbers."""
    draw = _with_pips if fancy else _with_digits
    hand = list(view.holding)
    for row in zip_longest(*map(draw, hand)):
        yield " ".join(row)
    allowed = [str(option.move) for option in view.options] if view.trump is not None else []
    numbers = [
        str(number) if any(move.startswith(str(domino)) for move in allowed) else ""
        for number, domino in enumerate(hand, 1)
    ]
    width = len(draw(hand[0])[0])
    line = " ".join(f"{number:^{width}}" for number in numbers).rstrip()
    if line:
        yield line


def _with_digits(domino: Domino) -> list[str]:
    return [".---.", f"| {domino.high} |", "|---|", f"| {domino.low} |", "'---'"]


def _with_pips(domino: Domino) -> list[str]:
    high, low = (
        [f"│ {' '.join(row)} │".replace("*", "●") for row in PIPS[half]]
        for half in (domino.high, domino.low)
    )
    return ["┌───────┐", *high, "├───────┤", *low, "└───────┘"]
