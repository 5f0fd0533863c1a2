"""How a player of Knaves sees the table, drawn in characters."""

from __future__ import annotations

from ...cards import SUITS, Cards
from .names import NAMES
from .view import View


def picture(view: View) -> str:
    """The trick, the gains, and the own hand by suit, in lines of up to 79 characters."""
    course, trump = view.seen.course, view.rules.trump(view.turned)
    on_table = course.steps[len(course.steps) - course.placed :]
    table = ", ".join(f"{NAMES[seat]} {card}" for card, seat, _ in on_table)
    gained = ", ".join(f"{NAMES[seat]} {points}" for seat, points in enumerate(course.points))
    turned = f"{view.turned} is turned up, " if view.turned else ""
    return (
        f"Table: {table or 'nothing'}; {turned}{f'trump is {trump}' if trump else 'no trumps'}\n"
        f"By tricks so far: {gained}\n"
        f"{NAMES[view.seat]} holds: {by_suit(view.holding)}"
    )


def by_suit(cards: Cards) -> str:
    """Cards by suit, each from the highest number down."""
    suits = (" ".join(card.rank for card in cards if card.suit == suit) for suit in SUITS)
    return "  ".join(f"{suit} {ranks}" for suit, ranks in zip(SUITS, suits, strict=True) if ranks)
