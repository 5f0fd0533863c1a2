"""Branches judged in many worlds, against one analysis at a time."""

from __future__ import annotations

import numpy as np
import pytest

import fortytwo as ft
from fortytwo.solver._ensemble import Ensemble
from fortytwo.solver._policy import Habits, Policy


def judged(
    view: ft.View, worlds: np.ndarray[tuple[int, int], np.dtype[np.uint64]], need: int | None
) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    position = view.world(tuple(map(int, worlds[0])))
    assert isinstance(position, ft.Position)
    branches = [(position, domino) for domino in position.legal]
    found = np.full((len(worlds), len(branches)), -1, np.int16)
    seats = [(view.seat + i) % 4 for i in (1, 2, 3)]
    wanted = np.ones(len(branches), np.uint8)
    Ensemble(branches, seats).judge(worlds, wanted, view.side, need, found)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_judges_as_analyse_does(seed: int) -> None:
    """Views of random play at any moment: final points, and whether a need is met."""
    random = ft.Random(seed)
    outcome = ft.Outcome(ft.Seat(random.below(4)), ft.Call(30))
    round = ft.Round(ft.Deal.draw(random), outcome)
    round.push(ft.Trump(random.below(7)))
    for _ in range(8 + random.below(18)):
        round.push(random.choice(round.legal))
    view = ft.View.of(round)
    worlds = ft.Worlds(view.unseen).draw_many(random, 6)
    finals = judged(view, worlds, None)
    reached = judged(view, worlds, 20)
    for number, world in enumerate(worlds.tolist()):
        position = view.world(tuple(world))
        assert isinstance(position, ft.Position)
        expected = [points[view.side] for points in ft.analyse(position).values()]
        assert finals[number].tolist() == expected
        assert reached[number].tolist() == [points >= 20 for points in expected]


def test_what_is_not_wanted_is_left_alone() -> None:
    view = ft.View.parse("N:6-6 6-5 6-4 3-2 5-1 6-1 2-2 ; bid 30 ; declarer N ; trump sixes")
    worlds = ft.Worlds(view.unseen).draw_many(ft.Random(1), 3)
    position = view.world(tuple(map(int, worlds[0])))
    assert isinstance(position, ft.Position)
    found = np.full((3, 2), 99, np.int16)
    ensemble = Ensemble([(position, ft.Domino(6, 6)), (position, ft.Domino(2, 2))], (1, 2, 3))
    ensemble.judge(worlds, np.array([0, 1], np.uint8), 0, None, found)
    assert found[:, 0].tolist() == [99] * 3
    assert max(found[:, 1]) <= 42


def test_habits_need_something_to_draw_from() -> None:
    deal = ft.Deal.random(seed=1)
    position = ft.Position(deal, trump=ft.Trump.SIXES)
    habits = Habits(Policy([0.0] * Policy.size), position, (), 0, 0)
    ensemble = Ensemble([(position, position.legal[0])], tuple(ft.SEATS))
    worlds, wanted = np.array([position.masks], np.uint64), np.ones(1, np.uint8)
    with pytest.raises(TypeError, match="without a random"):
        ensemble.judge(worlds, wanted, 0, None, np.zeros((1, 1), np.int16), habits, 4)
