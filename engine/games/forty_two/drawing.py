"""The table of forty-two in SVG, with all hands open or as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...dominoes import Domino, Hand
from ...drawing import GAP, LINE, MARGIN, SIZE, Drawing, back, ground, row, tile, words
from .contract import Contract
from .deal import Deal
from .picture import done
from .plays import domino_of
from .position import Position
from .round import Round
from .seats import SEATS, Seat, Side
from .view import View

Notes = Mapping[Any, str]
"""Short texts by the move that they are about, the best first."""
Holding = Sequence[Domino] | int
"""What a hand holds, or how many dominoes lie face down."""

STEP: Final = SIZE + GAP
LONG: Final = 7 * STEP - GAP
"""A full hand."""
COLUMN: Final = 2 * SIZE + 2 * MARGIN + 40
"""The hand of a seat at the side, and what is noted beside it."""
WIDTH: Final = LONG + 2 * COLUMN
TOP: Final = MARGIN + LINE
"""Where the table begins, below the line that tells what is played."""
ROW: Final = 2 * SIZE + 2 * LINE
"""A hand at the top or the bottom, its name, and what is noted below."""
MIDDLE: Final = 5 * SIZE
LONG_LINE: Final = 60
"""The characters of a line for which it takes small letters."""
SHORT: Final = 4
"""The characters of a note that have room in large letters."""
HEIGHT: Final = TOP + 2 * ROW + MIDDLE + MARGIN


def draw(
    shown: Domino | Hand | Deal | Position | Round | View, notes: Notes | None = None
) -> Drawing:
    """A picture of a domino, a hand, a deal, the play of it, or of what a seat sees.

    Args:
        shown: what it is of.
        notes: for the play of a deal and what a seat sees: short texts to stand by plays of the
            seat to play, such as what they bring. Those that are as the first stand out, and
            plays without are faint.

    Examples:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> picture = draw(position, {Domino(6, 4): "27"})
        >>> str(picture)[:4], picture.title
        ('<svg', 'Sixes. Taken so far: NS 0, EW 0. N plays.')
    """
    if isinstance(shown, Domino):
        return row([shown], str(shown))
    if isinstance(shown, Hand):
        return row(shown, str(shown))
    if isinstance(shown, Deal):
        hands = [list(hand) for hand in shown.hands]
        return _table(hands, {}, None, Seat.S, "All hands of a deal.", {})
    if isinstance(shown, View):
        return _view(shown, notes or {})
    if isinstance(shown, Round):
        return draw(shown.deal if shown.position is None else shown.position, notes)
    if isinstance(shown, Position):
        return _position(shown, notes or {})
    raise TypeError(
        f"{type(shown).__name__}: expected a domino, hand, deal, position, round or view"
    )


def _position(position: Position, notes: Notes) -> Drawing:
    """All hands open: who is to play, the trick on the table, what has been taken."""
    told = _told(position.contract, position.points)
    if position.turn is not None:
        told += f" {position.turn} plays."
    idle = position.contract.idle
    order = [SEATS[(position.leader + place) % 4] for place in range(4)]
    order = [seat for seat in order if seat != idle]
    trick = dict(zip(order, position.trick, strict=False))
    hands = [list(hand) for hand in position.hands]
    return _table(hands, trick, position.turn, Seat.S, told, notes)


def _view(view: View, notes: Notes) -> Drawing:
    """The table as a seat sees it at its turn, itself nearest, and what it holds."""
    played = [mask.bit_count() for mask in view.seen.played]
    hands: list[Holding] = [view.tricks - number for number in played]
    hands[view.seat] = list(view.holding)
    if view.contract is not None and view.contract.idle is not None:
        hands[view.contract.idle] = 0
    trick = {
        seat: domino
        for domino in view.seen.trick
        for seat in SEATS
        if view.seen.played[seat] >> domino.index & 1
    }
    told, names = "The auction.", {}
    if view.contract is None:
        names = {seat: f"{seat}: {call}" for seat in SEATS if (call := done(view, seat))}
    else:
        told = _told(view.contract, view.seen.points)
    return _table(hands, trick, view.seat, view.seat, told, notes, names)


def _told(contract: Contract, points: tuple[int, int]) -> str:
    """What is played, and what has been taken."""
    what = str(contract.trump).capitalize()
    if contract.bid is not None:
        what = f"{contract.declarer} declared {contract.trump} for {contract.bid}"
    taken = ", ".join(f"{side} {points[side]}" for side in Side)
    return f"{what}. Taken so far: {taken}."


def _table(
    hands: Sequence[Holding],
    trick: Mapping[Seat, Domino],
    turn: Seat | None,
    near: Seat,
    told: str,
    notes: Notes,
    names: Mapping[Seat, str] = {},
) -> Drawing:
    """The table.

    Args:
        hands: what each seat holds, or how many dominoes.
        trick: what lies on the table, by who played it.
        turn: whose turn it is, whom the notes are for.
        near: the seat at the bottom.
        told: what is played.
        notes: see `draw`.
        names: of the seats that do not stand with their letter alone.
    """
    texts: dict[Domino, str] = {}
    for move, text in notes.items():
        domino = domino_of(move)
        texts[domino] = f"{texts[domino]} {text}" if domino in texts else text
    shapes = [
        ground(WIDTH, HEIGHT),
        words(told, MARGIN, MARGIN + 12, size=18 if len(told) < 60 else 14),
    ]
    for place in range(4):
        seat = SEATS[(near + place) % 4]
        own = texts if seat == turn else {}
        lay = _across if place % 2 == 0 else _along
        shapes += lay(place, names.get(seat, str(seat)), hands[seat], own, bold=seat == turn)
    middle = WIDTH / 2, TOP + ROW + MIDDLE / 2
    for seat, domino in trick.items():
        shapes.append(_laid(domino, (seat - near) % 4, *middle))
    return Drawing(WIDTH, HEIGHT, shapes, told)


def _across(
    place: int,
    name: str,
    hand: Holding,
    notes: Mapping[Domino, str],
    *,
    bold: bool,
) -> Iterator[str]:
    """The hand of the seat at the bottom or, if its place is 2, at the top."""
    number = hand if isinstance(hand, int) else len(hand)
    x = (WIDTH - number * STEP + GAP) / 2
    y = TOP + LINE if place else TOP + ROW + MIDDLE + LINE
    yield words(name, WIDTH / 2, y - 5, anchor="middle", bold=bold)
    for index in range(number):
        left = x + index * STEP
        if isinstance(hand, int):
            yield back(left, y)
        else:
            yield from _noted(hand[index], left, y, notes, lying=False, before=False)


def _along(
    place: int,
    name: str,
    hand: Holding,
    notes: Mapping[Domino, str],
    *,
    bold: bool,
) -> Iterator[str]:
    """The hand of the seat on the left or, if its place is 3, on the right."""
    number = hand if isinstance(hand, int) else len(hand)
    x = MARGIN if place == 1 else WIDTH - MARGIN - 2 * SIZE
    y = (TOP + HEIGHT - number * STEP + GAP) / 2
    yield words(name, x + SIZE, y - 5, anchor="middle", bold=bold)
    for index in range(number):
        top = y + index * STEP
        if isinstance(hand, int):
            yield back(x, top, lying=True)
        else:
            yield from _noted(hand[index], x, top, notes, lying=True, before=place == 3)


def _noted(
    domino: Domino, x: float, y: float, notes: Mapping[Domino, str], *, lying: bool, before: bool
) -> Iterator[str]:
    """A domino, faint if others have notes and it has none, and its note below or beside it."""
    note = notes.get(domino, "")
    best = bool(note) and note == next(iter(notes.values()))
    yield tile(domino, x, y, lying=lying, faint=bool(notes) and not note, ring=best)
    size = 18 if len(note) <= SHORT else 12
    if note and not lying:
        yield words(note, x + SIZE / 2, y + 2 * SIZE + 16, anchor="middle", size=size, bold=best)
    elif note:
        left, anchor = (x - 8, "end") if before else (x + 2 * SIZE + 8, "start")
        yield words(note, left, y + SIZE / 2 + 6, anchor=anchor, size=size, bold=best)


def _laid(domino: Domino, place: int, x: float, y: float) -> str:
    """A domino of the trick, towards the seat that played it."""
    if place % 2:
        left = x - SIZE / 2 - GAP - 2 * SIZE if place == 1 else x + SIZE / 2 + GAP
        return tile(domino, left, y - SIZE / 2, lying=True)
    return tile(domino, x - SIZE / 2, y + GAP / 2 if place == 0 else y - 2 * SIZE - GAP / 2)
