"""The trick kernel and the search on tables that are not of forty-two."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import fortytwo as ft
from fortytwo.engine._tricks import TrickPosition, TrickTable

SIZE = 16


@dataclass(frozen=True)
class Chip:
    """A piece of no known game."""

    index: int


CHIPS = [Chip(index) for index in range(SIZE)]
EVEN = [0] * SIZE


def random_table(random: ft.Random) -> TrickTable[Chip]:
    """Few strengths, so that ties are common; up to three demands; demands on leaders too."""

    def masks(most: int) -> list[int]:
        return [random.below(2**SIZE) for _ in range(random.below(most + 1))]

    kinds = [(masks(3), [random.below(5) for _ in CHIPS]) for _ in range(3)]
    alike = random.below(2) == 0  # the same strengths on every lead: trumps
    rows = [random.choice(kinds) for _ in CHIPS]
    return TrickTable(
        name=random.below(2**32),
        faces=CHIPS,
        demands=[demands for demands, _ in rows],
        strengths=[kinds[0][1] if alike else strengths for _, strengths in rows],
        points=[random.choice((0, 0, 0, 1, 5)) for _ in CHIPS],
        trick_points=random.below(3),
        leads=masks(2) if random.below(2) else (),
    )


def minimax(position: TrickPosition[Chip]) -> int:
    """Final points of side 0, by trying everything."""
    if position.finished:
        return position.points[0]
    values = []
    for chip in position.legal:
        position.push(chip)
        values.append(minimax(position))
        position.pop()
    mover = position.mover
    return max(values) if mover % 2 == 0 else min(values)


def random_position(random: ft.Random, tricks: int) -> TrickPosition[Chip]:
    chips = list(range(SIZE))
    random.shuffle(chips)
    hands = [sum(1 << chips.pop() for _ in range(tricks)) for _ in range(4)]
    return TrickPosition(random_table(random), hands, random.below(4))


@pytest.mark.parametrize(("tricks", "number"), [(2, 300), (3, 60)])
def test_search_equals_minimax_on_any_table(tricks: int, number: int) -> None:
    random = ft.Random(tricks)
    solver = ft.Solver()
    for _ in range(number):
        position = random_position(random, tricks)
        expected = minimax(position)
        assert solver.final(position)[0] == expected
        assert sum(solver.final(position)) == position.rest


def test_the_earliest_of_equals_wins() -> None:
    strength = [1, 1, 2, 2, *[0] * 12]
    table = TrickTable("t", CHIPS, [[]] * SIZE, [strength] * SIZE, EVEN)
    assert table.winner([CHIPS[i] for i in (0, 2, 1, 3)]) == 1
    assert table.winner([CHIPS[i] for i in (4, 5, 6, 7)]) == 0


def test_demands_are_met_in_their_order() -> None:
    table = TrickTable("t", CHIPS, [[0b0011, 0b0100]] * SIZE, [EVEN] * SIZE, EVEN, leads=[0b1000])
    assert table.legal(0b1111, CHIPS[9]) == 0b0011
    assert table.legal(0b1100, CHIPS[9]) == 0b0100
    assert table.legal(0b1000, CHIPS[9]) == 0b1000
    assert table.legal(0b1111) == 0b1000
    # What a play tells: nothing, no piece of the first demand, none of either.
    assert [table.excluded(CHIPS[i], CHIPS[9]) for i in (0, 2, 3)] == [0, 0b0011, 0b0111]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"faces": []}, "0 pieces"),
        ({"faces": CHIPS * 5}, "80 pieces"),
        ({"demands": []}, "0 demands"),
        ({"strengths": [EVEN]}, "1 strengths"),
        ({"strengths": [[0]] * SIZE}, "1 strengths"),
        ({"points": [0]}, "1 points"),
        ({"points": [-1] * SIZE}, "points below 0"),
        ({"trick_points": -1}, "points below 0"),
        ({"points": [9996, *EVEN[1:]]}, "10000 points in all"),
        ({"trick_points": 2500}, "10000 points in all"),
        ({"demands": [[1] * 8] * SIZE}, "8 demands"),
    ],
)
def test_tables_that_make_no_sense_are_refused(change: dict[str, object], message: str) -> None:
    table = {
        "name": "t",
        "faces": CHIPS,
        "demands": [[]] * SIZE,
        "strengths": [EVEN] * SIZE,
        "points": EVEN,
    }
    with pytest.raises(ft.OptionError, match=message):
        TrickTable(**table | change)  # type: ignore[arg-type]


@pytest.mark.parametrize("hands", [[1, 2, 4], [1, 2, 4, 8, 16], [1, 1, 2, 4], [3, 4, 8, 16]])
def test_hands_that_make_no_sense_are_refused(hands: list[int]) -> None:
    table = TrickTable("t", CHIPS, [[]] * SIZE, [EVEN] * SIZE, EVEN)
    with pytest.raises(ft.ImpossiblePositionError, match="hand"):
        TrickPosition(table, hands, 0)


def test_pieces_of_another_table_are_refused() -> None:
    table = TrickTable("t", CHIPS, [[]] * SIZE, [EVEN] * SIZE, EVEN)
    for stranger in (Chip(3), Chip(99), 3, None, ft.Domino(6, 6)):
        with pytest.raises(TypeError, match="is no Chip"):
            table.winner([stranger])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="is no Chip"):
            table.legal(1, stranger) if stranger else table.value([stranger])  # type: ignore[arg-type, list-item]
