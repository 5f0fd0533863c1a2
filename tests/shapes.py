"""Trick games of every shape, their rules in plain Python, and minimax to solve them.

Two to six seats, some of which may sit out, for two sides or more in any order; misere, ties that
go to a side, a bonus for the last trick, points below 0, sweeps. Nothing here calls the kernel but
`table` and `position`, which hand the same game to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import fortytwo as ft
from chips import Chip, Row, random_rows
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable

MOST_SEATS: Final = 6
Hands = tuple[frozenset[int], ...]
Points = tuple[int, ...]
"""By side."""


@dataclass(frozen=True)
class Game:
    """The rules of a game: pieces are numbers, a row is what a lead demands and the strengths."""

    rows: Sequence[Row]
    points: Sequence[int]
    trick_points: int
    leads: Sequence[int]
    last_points: int
    misere: bool
    ties_to: int | None
    sweep: int | None
    sides: tuple[int | None, ...]
    calls: Sequence[Row] = ()
    """Rows that the first lead may be called to open besides, numbered after the pieces."""

    @property
    def parties(self) -> int:
        """How many sides there are: two, of which one may have no seat, or more."""
        return max(2, *(1 + side for side in self.sides if side is not None))

    def row(self, lead: int) -> Row:
        size = len(self.rows)
        return self.rows[lead] if lead < size else self.calls[lead - size]

    def table(self) -> TrickTable[Chip]:
        return TrickTable(
            self,
            [Chip(index) for index in range(len(self.rows))],
            [row[0] for row in self.rows],
            [row[1] for row in self.rows],
            self.points,
            self.trick_points,
            self.leads,
            last_points=self.last_points,
            misere=self.misere,
            ties_to=self.ties_to,
            sweep=self.sweep,
            calls=self.calls,
        )

    def __hash__(self) -> int:
        return id(self)


@dataclass(frozen=True)
class Node:
    """A position: the hands, and seats and pieces of the trick on the table."""

    game: Game
    hands: Hands
    turn: int
    trick: tuple[tuple[int, int], ...] = ()
    called: int | None = None

    def position(self, points: Points = ()) -> TrickPosition[Chip]:
        """The same for the kernel, before any play."""
        assert not self.trick
        masks = [sum(1 << piece for piece in hand) for hand in self.hands]
        return TrickPosition(self.game.table(), masks, self.turn, points, sides=self.game.sides)

    def lead(self) -> int:
        """The piece whose row is open."""
        return self.trick[0][1] if self.called is None else self.called

    def legal(self) -> list[int]:
        hand = self.hands[self.turn]
        demands = self.game.row(self.lead())[0] if self.trick else self.game.leads
        for demand in demands:
            if met := [piece for piece in hand if demand >> piece & 1]:
                return sorted(met)
        return sorted(hand)

    def winner(self) -> int:
        """The seat that wins the trick: the strongest, of them the earliest of a favoured side."""
        strengths = self.game.row(self.lead())[1]
        top = max(strengths[piece] for _, piece in self.trick)
        best = [seat for seat, piece in self.trick if strengths[piece] == top]
        favoured = [seat for seat in best if self.game.sides[seat] == self.game.ties_to]
        return (favoured or best)[0]

    def after(self, piece: int, called: int | None = None) -> tuple[Node, Points]:
        """The next position, and what each side gets at once."""
        game, playing = self.game, [s for s, side in enumerate(self.game.sides) if side is not None]
        hands = tuple(
            hand - {piece} if seat == self.turn else hand for seat, hand in enumerate(self.hands)
        )
        node = replace(
            self,
            hands=hands,
            turn=playing[(playing.index(self.turn) + 1) % len(playing)],
            trick=(*self.trick, (self.turn, piece)),
            called=self.called if self.trick else called,
        )
        if len(node.trick) < len(playing):
            return node, (0,) * game.parties
        winner = node.winner()
        value = game.trick_points + sum(game.points[piece] for _, piece in node.trick)
        if not any(hands):
            value += game.last_points
        side = game.sides[winner]
        assert side is not None
        taker = 1 - side if game.misere else side
        node = replace(node, turn=winner, trick=(), called=None)
        if game.sweep is not None and taker != game.sweep:
            value += left_in(node)
            node = replace(node, hands=tuple(frozenset[int]() for _ in hands))
        return node, tuple(value if side == taker else 0 for side in range(game.parties))

    def finished(self) -> bool:
        return not self.trick and not any(self.hands)


def left_in(node: Node) -> int:
    """All points still to be taken at the start of a trick."""
    game, tricks = node.game, len(node.hands[node.turn])
    pieces = sum(game.points[piece] for hand in node.hands for piece in hand)
    return pieces + tricks * game.trick_points + (game.last_points if tricks else 0)


def still_taken(node: Node, side: int, known: dict[Node, int]) -> int:
    """What a side can still force against all others; `known` is of one game and this side."""
    if node.finished():
        return 0
    if node not in known:
        best = max if node.game.sides[node.turn] == side else min
        known[node] = best(values(node, side, known).values())
    return known[node]


def values(node: Node, side: int, known: dict[Node, int]) -> dict[int, int]:
    """What a side can still force after each legal play."""
    found = {}
    for piece in node.legal():
        after, gains = node.after(piece)
        found[piece] = gains[side] + still_taken(after, side, known)
    return found


def finals(node: Node, points: Points) -> tuple[Points, dict[int, Points]]:
    """What each side can force to end with, and the same after every legal play."""
    final, after = [], dict[int, list[int]]()
    for side, taken in enumerate(points):
        known: dict[Node, int] = {}
        final.append(taken + still_taken(node, side, known))
        for piece, value in values(node, side, known).items():
            after.setdefault(piece, []).append(taken + value)
    return tuple(final), {piece: tuple(row) for piece, row in after.items()}


def still_out(node: Node) -> int:
    """All that the sides together still take."""
    total = 0
    while not node.finished():
        node, gains = node.after(node.legal()[0])
        total += sum(gains)
    return total


def perft(node: Node, depth: int) -> int:
    if depth == 0 or node.finished():
        return 1
    return sum(perft(node.after(piece)[0], depth - 1) for piece in node.legal())


def random_sides(random: ft.Random, parties: int = 2) -> tuple[int | None, ...]:
    """Any seating in which two or more play, and each side if there are more than two."""
    choice = (*range(parties), *range(parties), None)
    while True:
        sides = tuple(random.choice(choice) for _ in range(2 + random.below(MOST_SEATS - 1)))
        playing = [side for side in sides if side is not None]
        if len(playing) > 1 and (parties == 2 or len(set(playing)) == parties):
            return sides


def random_game(random: ft.Random, size: int) -> Game:
    parties = random.choice((2, 2, 2, 3, 4, 6))
    two = parties == 2
    levels = random.choice((2, 3, 8, size))
    worths: Sequence[int] = random.choice(
        ((0,), (1,), (0, 0, 0, 1, 5), range(8), (0, -1, -2), (2, 0, -3), (0, 0, 5000 // size))
    )

    def strengths() -> list[int]:
        return [random.below(levels) for _ in range(size)]

    def demands() -> list[int]:
        return [random.below(2**size - 1) for _ in range(random.below(4))]

    as_suits = random.below(3) > 0
    rows = random_rows(random, size, strengths, demands, as_suits=as_suits)
    calls = [(demands(), strengths()) for _ in range(random.choice((0, 0, 1, 3)))]
    return Game(
        rows=rows,
        points=[random.choice(worths) for _ in range(size)],
        trick_points=random.choice((0, 1, 1, 3, -1)),
        leads=demands() if random.below(4) == 0 else (),
        last_points=random.choice((0, 0, 10, 1, -2)),
        misere=two and random.below(3) == 0,
        ties_to=random.choice((None, None, 0, 1)) if two else None,
        sweep=random.choice((None, None, None, 0, 1)) if two else None,
        sides=random_sides(random, parties),
        calls=calls,
    )


def random_node(random: ft.Random, tricks: int, plies: int = 64) -> Node:
    """So many tricks of a random game, before the first of up to so many plays."""
    size = random.choice((MOST_SEATS * tricks, 32, 64))
    game = random_game(random, size)
    while tricks * sum(side is not None for side in game.sides) > plies:
        game = random_game(random, size)
    pieces = list(range(size))
    random.shuffle(pieces)
    hands = tuple(
        frozenset() if side is None else frozenset(pieces[seat * tricks :][:tricks])
        for seat, side in enumerate(game.sides)
    )
    seats = [seat for seat, side in enumerate(game.sides) if side is not None]
    return Node(game, hands, random.choice(seats))
