"""A card game in plain Python, unlike forty-two in every way, and plain minimax to solve it.

Four seats play for three sides: seats 0 and 2 are partners, 1 and 3 are alone. Cards are numbers.
A seat throws a card into the pond; if its equals lie there it lands them all, each is worth its
number, and the seat goes on. Otherwise the next seat that has cards throws. Players may count
what they land, or only whether they have landed the most.
"""

from __future__ import annotations

from typing import Self

import fortytwo as ft

SIDES = (0, 1, 0, 2)
Hands = tuple[tuple[int, ...], ...]


class Fishing:
    """A state of the game, as `engine/game.py` wants it.

    Args:
        hands: the cards of the four seats.
        pond: the cards that lie there.
        for_most: whether a side gets 1 for having landed the most, with others or alone, and 0
            otherwise, instead of what it has landed.
    """

    tricks = None
    core = None

    def __init__(self, hands: Hands, pond: tuple[int, ...], for_most: bool = False) -> None:
        self.for_most = for_most
        self.hands = hands
        self.pond = pond
        self.points = (0, 0, 0)
        self.mover = next((seat for seat in range(4) if hands[seat]), -1)
        self.thrown: list[tuple[int, Hands, tuple[int, ...], tuple[int, int, int], int]] = []

    @property
    def finished(self) -> bool:
        return self.mover == -1

    @property
    def side(self) -> int:
        return -1 if self.finished else SIDES[self.mover]

    @property
    def legal(self) -> list[int]:
        return sorted(set(self.hands[self.mover])) if not self.finished else []

    @property
    def key(self) -> tuple[object, ...]:
        """Points that only add up are left out; whoever looks for the most must know them."""
        points = self.points if self.for_most else None
        return self.hands, tuple(sorted(self.pond)), self.mover, points

    def bounds(self, side: int) -> tuple[int, int]:
        if self.for_most:
            most = int(self.points[side] == max(self.points))
            return (most, most) if self.finished else (0, 1)
        if self.finished:
            return self.points[side], self.points[side]
        return self.points[side], self.points[side] + sum(map(sum, self.hands)) + sum(self.pond)

    def push(self, card: int) -> None:
        if card not in self.legal:
            raise ft.IllegalMoveError(f"card {card}")
        seat = self.mover
        self.thrown.append((card, self.hands, self.pond, self.points, seat))
        hand = list(self.hands[seat])
        hand.remove(card)
        self.hands = (*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :])
        landed = card * (1 + self.pond.count(card)) if card in self.pond else 0
        if landed:
            self.pond = tuple(other for other in self.pond if other != card)
            one, two, three = (
                points + (landed if side == SIDES[seat] else 0)
                for side, points in enumerate(self.points)
            )
            self.points = (one, two, three)
        else:
            self.pond = (*self.pond, card)
        turns = [(seat + step) % 4 for step in range(0 if landed else 1, 5)]
        self.mover = next((turn for turn in turns if self.hands[turn]), -1)

    def pop(self) -> int:
        card, self.hands, self.pond, self.points, self.mover = self.thrown.pop()
        return card

    def copy(self) -> Self:
        other = type(self)(self.hands, self.pond, self.for_most)
        other.points, other.mover, other.thrown = self.points, self.mover, list(self.thrown)
        return other


def minimax(state: Fishing, side: int) -> int:
    """The most that a side can force, by trying everything and remembering nothing."""
    if state.finished:
        return state.bounds(side)[0]
    choose = max if state.side == side else min
    values = []
    for card in state.legal:
        state.push(card)
        values.append(minimax(state, side))
        state.pop()
    return choose(values)
