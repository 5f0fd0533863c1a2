"""Groups of equal plays: equal indeed, by minimax; and not split without need."""

from __future__ import annotations

import pytest
from hypothesis import given

import fortytwo as ft
from chips import random_position, still_taken
from fortytwo.engine.moves import groups
from fortytwo.solver.exact import solve_groups
from golden import endings, to_pair
from test_solver import random_position as random_ending
from test_solver import reference_values


@pytest.mark.parametrize(("tricks", "number"), [(2, 800), (3, 800), (4, 120)])
def test_plays_of_a_group_have_one_value(tricks: int, number: int) -> None:
    random, shared = ft.Random(30 + tricks), 0
    for _ in range(number):
        position = random_ending(random, tricks)
        values = reference_values(position)
        for group in position.groups:
            assert len({values[to_pair(domino)] for domino in group}) == 1, repr(position)
            shared += len(group) > 1
    assert shared > number // 50


@pytest.mark.parametrize(("tricks", "number"), [(2, 1500), (3, 1000), (4, 120)])
def test_plays_of_a_group_have_one_value_in_any_game(tricks: int, number: int) -> None:
    random, shared = ft.Random(40 + tricks), 0
    for _ in range(number):
        position = random_position(random, tricks, random.choice((4 * tricks, 20, 64)))
        known: dict[object, int] = {}
        for group in position.groups:
            values = set()
            for chip in group:
                position.push(chip)
                values.add(position.points[0] + still_taken(position, known))
                position.pop()
            assert len(values) == 1
            shared += len(group) > 1
    assert shared > number // 50


@given(endings)
def test_groups_share_out_the_legal_plays(position: ft.Position) -> None:
    played = [domino for group in position.groups for domino in group]
    assert sorted(played) == sorted(position.legal)
    for group in position.groups:
        assert len({domino.count for domino in group}) == 1
    assert [group[0] for group in position.groups] == sorted(group[0] for group in position.groups)


@pytest.mark.parametrize(
    ("ending", "groups"),
    [
        # Adjacent trumps are one; so are those that only this hand's own come between.
        ("N:6-3 6-2 6-1 / 5-5 5-4 4-4 / 4-3 4-2 3-3 / 3-2 2-2 2-1 ; sixes ; N", "6-1 6-2 6-3"),
        ("N:6-6 6-4 6-3 / 5-5 5-4 4-4 / 4-3 4-2 3-3 / 3-2 2-2 2-1 ; sixes ; N", "6-3 6-6, 6-4"),
        # Neither an opponent's nor the partner's may lie between ...
        ("N:6-3 6-1 / 6-2 5-4 / 4-3 4-2 / 3-2 2-2 ; sixes ; N", "6-1, 6-3"),
        ("N:6-3 6-1 / 5-5 5-4 / 4-3 6-2 / 3-2 2-2 ; sixes ; N", "6-1, 6-3"),
        # ... but those played are no hindrance, unless one wins the trick so far.
        ("N:6-3 6-1 / 5-5 5-4 / 4-3 4-2 / 3-2 2-2 ; sixes ; N", "6-1 6-3"),
        ("N:6-3 6-1 / 5-5 5-4 / 4-3 4-2 / 6-2 2-2 ; sixes ; W ; 0-0 ; 6-2", "6-1, 6-3"),
        ("N:6-3 6-1 / 5-5 5-4 / 6-5 4-2 / 6-2 2-2 ; sixes ; S ; 0-0 ; 6-5 6-2", "6-1 6-3"),
        # Neighbours of unequal count differ; at a distance, equal ones without points do not.
        ("N:6-5 6-4 / 5-5 5-4 / 4-3 4-2 / 3-2 2-2 ; sixes ; N", "6-4, 6-5"),
        ("N:2-2 1-1 0-0 / 6-5 6-4 6-3 / 5-4 5-3 5-2 / 4-3 4-2 4-1 ; doubles ; N", "0-0 1-1 2-2"),
        # A lead that one of them must follow and the other not tells them apart.
        ("N:6-1 6-0 / 5-5 5-4 / 4-3 1-0 / 3-2 2-2 ; fives ; N", "6-0, 6-1"),
    ],
)
def test_neighbours_are_equal_and_others_are_not(ending: str, groups: str) -> None:
    position = ft.Position.parse(ending)
    assert ", ".join(" ".join(map(str, group)) for group in position.groups) == groups


def test_a_finished_position_has_no_groups() -> None:
    text = "N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N ; 0-0 ; 66 55 64 33"
    assert ft.Position.parse(text).groups == ()


def test_moves_without_groups_are_each_its_own() -> None:
    round = ft.Round(ft.Deal.random(seed=1), ft.Outcome(ft.Seat.S, ft.Call(31)))
    assert groups(round) == [(trump,) for trump in ft.TRUMPS[:7]]
    found = solve_groups(round)
    assert [group for group, _ in found] == groups(round)
    assert {group[0]: solution.points for group, solution in found} == ft.analyse(round)
    round.push(ft.Trump.ONES)
    assert groups(round) == ft.Position(round.deal, trump=ft.Trump.ONES, leader=ft.Seat.S).groups
