"""Games of no name: chips under rules made at random, and plain minimax to solve them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import fortytwo as ft
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable


@dataclass(frozen=True)
class Chip:
    """A piece of no known game."""

    index: int


Position = TrickPosition[Chip]
Row = tuple[list[int], list[int]]
"""What a lead demands, and the strengths on it."""


def random_table(random: ft.Random, size: int) -> TrickTable[Chip]:
    """Ties, up to seven demands, on leaders too, points from none to thousands."""
    levels = random.choice((2, 3, 8, size))
    worths = random.choice(((0,), (1,), (0, 0, 0, 1, 5), range(8), (0, 0, 9000 // size)))

    def strengths() -> list[int]:
        return [random.below(levels) for _ in range(size)]

    def demands() -> list[int]:
        return [random.below(2**size - 1) for _ in range(random.below(8))]

    as_suits = random.below(2) > 0
    rows = random_rows(random, size, strengths, demands, as_suits=as_suits)
    return TrickTable(
        name=random.below(2**32),
        faces=[Chip(index) for index in range(size)],
        demands=[row[0] for row in rows],
        strengths=[row[1] for row in rows],
        points=[random.choice(worths) for _ in range(size)],
        trick_points=random.choice((0, 1, 2, 3600 // size)),
        leads=demands() if random.below(3) == 0 else (),
    )


def random_rows(
    random: ft.Random,
    size: int,
    strengths: Callable[[], list[int]],
    demands: Callable[[], list[int]],
    *,
    as_suits: bool,
) -> list[Row]:
    """For each lead its row: four suits as in most games, or a few of no kind."""
    if as_suits:
        ranks = strengths()
        kinds = [suit_row(suit, ranks) for suit in range(4)]
        return [kinds[index % 4] for index in range(size)]
    kinds = [(demands(), strengths()) for _ in range(1 + random.below(4))]
    return [random.choice(kinds) for _ in range(size)]


def suit_row(suit: int, ranks: list[int]) -> Row:
    """A row as in most games: four suits, the first of them trumps."""
    top = 1 + max(ranks)
    strengths = [
        1 + rank + top * (index % 4 == 0) if index % 4 in (0, suit) else 0
        for index, rank in enumerate(ranks)
    ]
    return [sum(1 << index for index in range(suit, len(ranks), 4))], strengths


def random_position(random: ft.Random, tricks: int, size: int) -> Position:
    """So many tricks of a random game, often in the middle of one."""
    chips = list(range(size))
    random.shuffle(chips)
    hands = [sum(1 << chip for chip in chips[seat * tricks :][:tricks]) for seat in range(4)]
    taken = (random.below(100), random.below(100))
    position = TrickPosition(random_table(random, size), hands, random.below(4), taken)
    for _ in range(random.below(4)):
        position.push(random.choice(position.legal))
    return position


def long_game(tricks: int, seed: int = 1) -> Position:
    """Any chip may be played at any time, so that the search must try nearly everything."""
    random, size = ft.Random(seed), 4 * tricks
    strength = list(range(size))
    random.shuffle(strength)
    chips = [Chip(index) for index in range(size)]
    points = [random.below(5) for _ in chips]
    table = TrickTable("long", chips, [[]] * size, [strength] * size, points)
    return TrickPosition(table, [sum(1 << i for i in range(s, size, 4)) for s in range(4)], 0)


def minimax(position: Position) -> int:
    """The final points of side 0, by trying everything."""
    return position.points[0] + still_taken(position, {})


def still_taken(position: Position, known: dict[object, int]) -> int:
    """What side 0 takes from here; `known` may be kept for positions of one game."""
    key = position.key
    if key not in known:
        values = []
        for chip in position.legal:
            before = position.points[0]
            position.push(chip)
            values.append(position.points[0] - before + still_taken(position, known))
            position.pop()
        best = max if position.side == 0 else min
        known[key] = best(values, default=0)
    return known[key]
