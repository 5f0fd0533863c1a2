"""Exact values of forty-two endings by plain minimax over judge.py, to check the engine against.

No pruning, no move ordering, no equivalences; only full states are remembered, within one call.
A domino is a tuple (high, low), seats are 0..3, seats 0 and 2 are NS. Values are points for NS.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from judge import Domino, close, is_sweep, legal, next_seat

Hands = tuple[frozenset[Domino], ...]
Trick = tuple[tuple[int, Domino], ...]


def play(
    hands: Hands,
    trump: str,
    declarer: int,
    seat: int,
    trick: Trick,
    domino: Domino,
    called: int | None = None,
) -> tuple[int, Hands, int, Trick]:
    """Play one domino; return the points NS get at once and the new hands, seat and trick."""
    hands = (*hands[:seat], hands[seat] - {domino}, *hands[seat + 1 :])
    trick = (*trick, (seat, domino))
    seat = next_seat(seat, trump, declarer)
    if seat != trick[0][0]:
        return 0, hands, seat, trick
    seat, side, gained = close(trick, trump, declarer, len(hands[seat]), called)
    if is_sweep(trump) and side != declarer % 2:
        hands = (frozenset(),) * 4
    return gained if side == 0 else 0, hands, seat, ()


def values(
    hands: Sequence[Iterable[Domino]],
    trump: str,
    leader: int,
    trick: Sequence[Domino] = (),
    declarer: int | None = None,
    called: int | None = None,
) -> dict[Domino, int]:
    """Map every legal play to the points NS still take after it with best play by all.

    `hands` are without the dominoes on the table; `leader` led (or leads) the current trick, and
    declared unless it is said otherwise. The dominoes on the table and the current trick count.
    `called` is the suit of the lead on the table if it is called by its low half. Empty when
    nothing is left to play.
    """
    player = leader if declarer is None else declarer

    def options(
        hands: Hands, seat: int, trick: Trick, called: int | None = None
    ) -> dict[Domino, int]:
        """Map every legal play of the seat to move to its value."""
        result = {}
        for domino in legal(hands[seat], [one for _, one in trick], trump, called):
            gained, left, next_to, table = play(hands, trump, player, seat, trick, domino, called)
            result[domino] = gained + best(left, next_to, table, called if table else None)
        return result

    @cache
    def best(hands: Hands, seat: int, trick: Trick, called: int | None) -> int:
        """Give the value of the state: NS choose the most, EW the least."""
        if not trick and not hands[seat]:
            return 0
        results = options(hands, seat, trick, called).values()
        return max(results) if seat % 2 == 0 else min(results)

    seat, table = leader, list[tuple[int, Domino]]()
    for domino in trick:
        table.append((seat, domino))
        seat = next_seat(seat, trump, player)
    return options(tuple(frozenset(hand) for hand in hands), seat, tuple(table), called)


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
