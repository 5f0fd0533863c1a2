"""How a player of Scopa sees the table, drawn in characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

from ...cards import LETTERS, SUITS, Card
from ...errors import counted
from .deal import NAMES, NONE, NUMBERS
from .moves import Answer
from .view import View

WIDTH: Final = 79
PLAIN: Final = str.maketrans(SUITS, LETTERS)


def picture(view: View, *, fancy: bool = False) -> str:
    """The piles, the table and the own hand, in lines of up to 79 characters.

    Args:
        view: what the player knows.
        fancy: with the signs of the suits, instead of letters.

    Examples:
        >>> view = View.parse("A:7♥ 2♣ K♦ 3♠ 5♠ J♣ ; table A♦ 6♣ 4♠ Q♥ ; first A")
        >>> print(picture(view))
        A has taken 0 cards, 0 sweeps
        B has taken 0 cards, 0 sweeps
        B holds 6 cards; 24 are still to be dealt
        Table: AD 4S 6C QH
        A holds: 2C 3S 5S 7H JC KD
    """
    text = "\n".join(_lines(view))
    return text if fancy else text.translate(PLAIN)


def _lines(view: View) -> Iterator[str]:
    taken, other = view.taken_now, NAMES[1 - view.seat]
    for name, pile, sweeps in zip(NAMES, taken.piles, taken.sweeps, strict=True):
        yield f"{name} has taken {counted(len(pile), 'card')}, {counted(sweeps, 'sweep')}"
    held, *later = view.unseen.sizes
    yield f"{other} holds {counted(held, 'card')}; {sum(later)} are still to be dealt"
    yield from wrap(f"Table: {_row(view.table_now)}", WIDTH, subsequent_indent=" " * 7)
    if view.offered is not None:
        if isinstance(view.legal[0], Answer):
            yield from wrap(f"{other} plays {view.offered}, which you may refuse", WIDTH)
        else:
            yield f"{other} demands a capture with {view.offered.card}"
    yield f"{NAMES[view.seat]} holds: {_row(view.holding)}"


def _row(cards: Iterable[Card]) -> str:
    """Cards by value."""
    return " ".join(map(str, sorted(cards, key=NUMBERS.__getitem__))) or NONE
