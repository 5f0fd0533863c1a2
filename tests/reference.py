"""Exact values of forty-two endings by plain minimax over judge.py, to check the engine against.

No pruning, no move ordering, no equivalences; only full states are remembered, within one call.
A domino is a tuple (high, low), seats are 0..3, seats 0 and 2 are NS. Values are points for NS.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from judge import Domino, legal, points, winner

Hands = tuple[frozenset[Domino], ...]
Trick = tuple[Domino, ...]


def play(
    hands: Hands, trump: str, leader: int, trick: Trick, domino: Domino
) -> tuple[int, Hands, int, Trick]:
    """Play one domino; return the points NS get at once and the new hands, leader and trick."""
    seat = (leader + len(trick)) % 4
    hands = (*hands[:seat], hands[seat] - {domino}, *hands[seat + 1 :])
    trick = (*trick, domino)
    if len(trick) < 4:
        return 0, hands, leader, trick
    leader = (leader + winner(trick, trump)) % 4
    gained = points(trick) if leader % 2 == 0 else 0
    return gained, hands, leader, ()


def values(
    hands: Sequence[Iterable[Domino]], trump: str, leader: int, trick: Sequence[Domino] = ()
) -> dict[Domino, int]:
    """Map every legal play to the points NS still take after it with best play by all.

    `hands` are without the dominoes on the table; `leader` led (or leads) the current trick.
    The dominoes on the table and the current trick count. Empty when nothing is left to play.
    """

    def options(hands: Hands, leader: int, trick: Trick) -> dict[Domino, int]:
        """Map every legal play of the seat to move to its value."""
        seat = (leader + len(trick)) % 4
        result = {}
        for domino in legal(hands[seat], trick, trump):
            gained, left, next_leader, table = play(hands, trump, leader, trick, domino)
            result[domino] = gained + best(left, next_leader, table)
        return result

    @cache
    def best(hands: Hands, leader: int, trick: Trick) -> int:
        """Give the value of the state: NS choose the most, EW the least."""
        if not trick and not any(hands):
            return 0
        results = options(hands, leader, trick).values()
        seat = (leader + len(trick)) % 4
        return max(results) if seat % 2 == 0 else min(results)

    return options(tuple(frozenset(hand) for hand in hands), leader, tuple(trick))


def value(
    hands: Sequence[Iterable[Domino]], trump: str, leader: int, trick: Sequence[Domino] = ()
) -> int:
    """Give the points NS still take from here with best play by all (see `values`)."""
    held = [list(hand) for hand in hands]
    if not trick and not any(held):
        return 0
    results = values(held, trump, leader, trick).values()
    seat = (leader + len(trick)) % 4
    return max(results) if seat % 2 == 0 else min(results)
