"""The tricks of Knaves and Polignac as data for the trick kernel and the search."""

from __future__ import annotations

from functools import cache

from ..._tricks import TrickTable
from ...cards import CARDS, SUITS, Card
from .rules import JACK, RANKING, Rules, Turned


def trick_table(rules: Rules, turned: Turned) -> TrickTable[Card]:
    """The table of a deal in which this was turned up."""
    costs = tuple(rules.cost(Card(JACK, suit)) for suit in SUITS)
    last_points = rules.last_points(turned)
    return _table(rules.variant, rules.trump(turned), costs, rules.trick_points, last_points)


def jack_table(rules: Rules, turned: Turned, suit: str) -> TrickTable[Card]:
    """The same tricks, in which only one jack counts: one point less for whoever takes it."""
    costs = tuple(int(one == suit) for one in SUITS)
    return _table(rules.variant, rules.trump(turned), costs, 0, 0)


@cache
def _table(
    variant: str,
    trump: str | None,
    costs: tuple[int, ...],
    trick_points: int,
    last_points: int,
) -> TrickTable[Card]:
    """The table for jacks that cost so much, by suit."""
    suits = [sum(1 << card.index for card in CARDS if card.suit == suit) for suit in SUITS]
    return TrickTable(
        name=("knaves", variant, trump, costs, trick_points, last_points),
        faces=CARDS,
        demands=[[suits[SUITS.index(lead.suit)]] for lead in CARDS],
        strengths=[[_strength(variant, trump, lead, card) for card in CARDS] for lead in CARDS],
        points=[-costs[SUITS.index(card.suit)] if card.rank == JACK else 0 for card in CARDS],
        trick_points=trick_points,
        last_points=last_points,
    )


def _strength(variant: str, trump: str | None, lead: Card, card: Card) -> int:
    """How strong a card is on a lead; 0 never wins."""
    ranks = RANKING[variant]
    if card.suit not in (lead.suit, trump) or card.rank not in ranks:
        return 0
    return 1 + ranks.index(card.rank) + (len(ranks) if card.suit == trump else 0)
