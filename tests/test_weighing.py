"""Options weighed by what the points in the end are worth, not only by success."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.view import Option, Risk
from fortytwo.solver.games import knowledge_of
from fortytwo.solver.games.forty_two.equity import equity
from fortytwo.solver.judge import Judge
from fortytwo.solver.race import Outcomes
from fortytwo.solver.weighing import _worth

NEED = 30
points = st.integers(0, 42)


@settings(max_examples=200)
@given(
    st.lists(st.tuples(points, points, st.floats(0.1, 3)), min_size=1, max_size=20),
    st.lists(st.floats(0, 1), min_size=43, max_size=43),
)
def test_worth_is_the_mean_where_chances_are_those_of_the_same_worlds(
    worlds: list[tuple[int, int, float]], worths: list[float]
) -> None:
    found = np.array([world[:2] for world in worlds], float)
    weights = np.array([world[2] for world in worlds])
    taken = Outcomes(found, weights, np.array([len(worlds)] * 2))
    chances = np.average(found >= NEED, axis=0, weights=weights)
    table = np.array(sorted(worths))
    if np.ptp(table) < 0.01:
        return
    share = (table - table[0]) / np.ptp(table)
    expected = np.average(share[found.astype(int)], axis=0, weights=weights)
    assert _worth(chances, taken, NEED, table.tolist()) == pytest.approx(expected)


def test_worth_is_the_chance_where_only_success_counts() -> None:
    taken = Outcomes(np.array([[30.0, 42.0, 10.0]]), np.ones(1), np.ones(3, np.int64))
    chances = np.array([0.25, 0.5, 0.75])
    for worths in ([0.2] * NEED + [0.9] * 13, [0.4] * 43):
        assert _worth(chances, taken, NEED, worths).tolist() == [0.25, 0.5, 0.75]


@pytest.mark.parametrize("preset", ["source", "tournament"])
@pytest.mark.parametrize("seat", ["N", "E"])
def test_points_in_the_end_are_worth_what_the_match_is_after_them(preset: str, seat: str) -> None:
    play = " ; plays 6-3" if seat == "E" else ""
    view = ft.View.parse(
        f"{seat}:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; rules {preset} ; score 5-3"
        f" ; declarer N ; bid 31 ; trump sixes{play}"
    )
    worths = knowledge_of(view).worths(view)
    assert worths is not None
    assert len(worths) == 43
    for ours, worth in enumerate(worths):
        taken = (ours, 42 - ours) if seat == "N" else (42 - ours, ours)
        gained = view.rules.record(0, ft.Call(31), taken)
        score = 5 + gained[0], 3 + gained[1]
        assert worth == equity(view.rules, *(score if seat == "N" else score[::-1]))
    assert sorted(worths) == list(worths)


def test_of_equals_the_one_is_taken_with_which_the_others_err_most() -> None:
    random = ft.Random(11)
    told = 0
    for seed in range(12):
        outcome = ft.Outcome(ft.Seat.N, ft.Call(30), ft.Rules.tournament())
        round = ft.Round(ft.Deal.draw(random), outcome)
        round.push(ft.Trump(random.below(7)))
        while not round.decided:
            advice = ft.suggest(ft.View.of(round), worlds=20, seed=seed)
            options = advice.evidence.weighing.options
            best = [one for one in options if one.rank == advice.evidence.best.rank]
            assert advice.evidence.best.lure == max(one.lure for one in best)
            assert all(one.lure == 0 for one in options if one not in best)
            told += len({one.lure for one in best}) > 1
            round.push(advice.move)
    assert told >= 3


def test_by_habit_the_last_trick_is_what_it_is() -> None:
    """With one piece each nobody can err; before that, habits err now and then."""
    random = ft.Random(4)
    differ = 0
    for _ in range(60):
        deal = ft.Deal.draw(random)
        outcome = ft.Outcome(ft.Seat.N, ft.Call(30), ft.Rules.tournament())
        round = ft.Round(deal, outcome)
        round.push(ft.Trump(random.below(9)))
        left = 1 + random.below(4)
        while len(round.plays) < 28 - 4 * left:
            round.push(random.choice(round.legal))
        view, position = ft.View.of(round), round.position
        assert position is not None
        world = np.array(
            [[position.hands[seat].mask for seat in view.unseen.seats if seat is not None]],
            np.uint64,
        )
        habits = knowledge_of(view).habits(view, world)
        judge = Judge(view, position.legal, world, habits, random)
        chosen = np.ones(len(position.legal), np.uint8)
        opened, habit = (
            judge.reached(0, 1, chosen, 30, np.ones(1)),
            judge.by_habit(0, 1, chosen, 30),
        )
        if left == 1:
            assert habit.tolist() == opened.tolist()
        differ += habit.tolist() != opened.tolist()
    assert 0 < differ < 40


HAND = "S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer N ; bid 31 ; trump sixes ; plays 0-0 1-0"


class Wary(ft.View):
    """Fears that the next seat holds a higher double; of 6-4 it fears nothing."""

    @property
    def options(self) -> list[Option[Any]]:
        return [
            option
            if option.text == "6-4"
            else replace(
                option, risk=Risk(0, self.feared(ft.Domino.parse(option.text)), "nothing is higher")
            )
            for option in super().options
        ]

    def feared(self, domino: ft.Domino) -> int:
        return ft.Hand(other for other in ft.DOMINOES if other.is_double and other > domino).mask


class Fearful(Wary):
    """Fears any double, whatever it plays."""

    def feared(self, domino: ft.Domino) -> int:
        return super().feared(ft.Domino(0, 0))


def test_how_often_risks_are_averted() -> None:
    """In worlds some of which are likelier than others."""
    view = Wary.parse(HAND)
    advice = ft.suggest(view, worlds=60)
    sample = advice.evidence.sample
    told = list(zip(sample.worlds.tolist(), sample.weights.tolist(), strict=True))
    for option in view.options:
        found = advice.estimates[option.label].safe
        if option.risk is None:
            assert found is None
            continue
        safe = [weight for world, weight in told if not world[0] & option.risk.pieces]
        assert found == pytest.approx(sum(safe) / sum(weight for _, weight in told))
    safest = advice.explanation.safest
    assert safest is not None
    assert safest.names == ("6-6", "6-5", "6-2", "5-5")
    assert safest.share.p == 1
    assert safest.share.error > 0
    assert f"nothing is higher in {safest.share} % of worlds" in advice.reason


def test_nothing_is_told_where_all_is_as_safe() -> None:
    for wary in (ft.View, Fearful):
        advice = ft.suggest(wary.parse(HAND), worlds=5)
        assert advice.explanation.safest is None
        assert "Safest" not in advice.reason
