"""The worlds by which a decision is judged: as likely as they look, in fair order, in time."""

from __future__ import annotations

import subprocess
import sys
from math import inf
from time import monotonic
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.view import View
from fortytwo.solver.games import knowledge_of
from fortytwo.solver.knowledge import Knowledge
from fortytwo.solver.sample import (
    BLOCK,
    UNMOVED,
    Sample,
    believed,
    effective_size,
    systematic,
    take_sample,
)
from golden import RULES, random_round

HAND = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"
BID = f"N:{HAND}"
LEAD = f"S:{HAND} ; declarer N ; bid 30 ; trump sixes ; plays 6-1 2-1"


def steps_along(weights: list[float], size: int, start: float) -> list[int]:
    """`systematic` by hand: even steps along the weights laid end to end."""
    taken = []
    for step in range(size):
        at = (start + step) / size * sum(weights)
        index = 0
        while at >= sum(weights[: index + 1]):
            index += 1
        taken.append(index)
    return taken


@given(
    st.lists(st.sampled_from((0.0, 0.1, 1.0, 3.5)), min_size=1, max_size=30).filter(any),
    st.integers(1, 40),
    st.integers(0, 2**64 - 1),
)
def test_indices_come_as_often_as_their_weight_says(
    weights: list[float], size: int, seed: int
) -> None:
    taken = systematic(np.array(weights), size, ft.Random(seed))
    start = ft.Random(seed).below(1 << 53) / (1 << 53)
    assert len(taken) == size
    assert sorted(taken) == list(taken)
    assert np.abs(taken - steps_along(weights, size, start)).sum() <= 1  # sums round
    counts = np.bincount(taken, minlength=len(weights))
    expected = np.array(weights) / sum(weights) * size
    assert (np.abs(counts - expected) < 1 + 1e-9).all()
    assert not counts[np.array(weights) == 0].any()


def test_every_index_comes_as_often_as_expected_on_average() -> None:
    """Each count is one of two numbers; five standard errors of so many draws."""
    weights, size, draws = np.array([0.3, 1.7, 0.05, 2.2, 0.75]), 4, 4000
    random = ft.Random(3)
    counts = sum(np.bincount(systematic(weights, size, random), minlength=5) for _ in range(draws))
    expected = weights / weights.sum() * size
    spread = np.sqrt((expected % 1) * (1 - expected % 1) / draws)
    assert (np.abs(counts / draws - expected) <= 5 * spread + 1e-12).all()


def test_a_tenth_of_belief_stays_uniform() -> None:
    weights = believed(np.log([1.0, 3.0, 4.0]), 3)
    assert weights == pytest.approx(
        [UNMOVED + (1 - UNMOVED) * 3 * share for share in (1 / 8, 3 / 8, 4 / 8)]
    )
    assert believed(None, 3).tolist() == [1, 1, 1]
    far = believed(np.array([0.0, -5000.0, -800.0]), 3)
    assert far == pytest.approx([UNMOVED + 3 * (1 - UNMOVED), UNMOVED, UNMOVED])
    assert believed(np.array([-5000.0, -5000.0]), 2) == pytest.approx([1, 1])


def test_the_effective_size_is_that_of_as_many_equal_weights() -> None:
    assert effective_size(np.ones(7)) == pytest.approx(7)
    assert effective_size(np.array([2.0, 2.0, 0.0, 0.0])) == pytest.approx(2)
    assert effective_size(np.array([3.0, 1.0])) == pytest.approx(16 / 10)


class Suspicion(Knowledge):
    """Thinks one world in eight a hundred times likelier than others: by a hash of it."""

    @staticmethod
    def suspects(worlds: Any) -> Any:
        return worlds[:, 0] * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(61) == 0

    def log_likelihood(self, view: View[Any], worlds: Any) -> Any:
        return np.where(self.suspects(worlds), np.log(100.0), 0.0)


def sample(
    text: str, size: int, knowledge: Knowledge | None = None, deadline: float = inf
) -> Sample:
    view = ft.View.parse(text)
    return take_sample(view, knowledge or knowledge_of(view), size, ft.Random(1), deadline)


def test_likely_worlds_are_taken_as_often_as_they_are_believed() -> None:
    worlds = ft.Worlds(ft.View.parse(BID).unseen).draw_many(ft.Random(2), 50_000)
    few = Suspicion.suspects(worlds).mean()
    believed_in = (1 - UNMOVED) * 100 * few / (100 * few + 1 - few) + UNMOVED * few
    drawn = sample(BID, 4000, Suspicion())
    share = Suspicion.suspects(drawn.worlds).mean()
    # Of 48,000 worlds drawn an eighth ± 0.0015 are suspects, which moves the share by 0.0015.
    assert 0.1 < few < 0.15
    assert share == pytest.approx(believed_in, abs=0.008)
    assert drawn.effective == 4000
    assert not drawn.exhaustive


class Certainty(Knowledge):
    """Is sure that the left-hand opponent holds the lowest piece possible: few worlds count."""

    def log_likelihood(self, view: View[Any], worlds: Any) -> Any:
        order = np.argsort(worlds[:, 0])
        logs = np.full(len(worlds), -50.0)
        logs[order[:4]] = 0.0
        return logs


def test_copies_of_likely_worlds_do_not_stand_together() -> None:
    """The first worlds decide which moves are dropped, and all if there is no more time."""
    drawn = sample(BID, 160, Certainty())
    assert drawn.effective < 10
    rows = [tuple(world) for world in drawn.worlds.tolist()]
    likely = sorted(set(rows), key=rows.count)[-4:]
    assert all(rows.count(world) > 30 for world in likely)
    assert all(world in rows[:32] for world in likely)


def test_the_seed_decides_which_worlds() -> None:
    view = ft.View.parse(LEAD)
    many = [take_sample(view, knowledge_of(view), 50, ft.Random(seed)) for seed in (1, 1, 2)]
    assert (many[0].worlds == many[1].worlds).all()
    assert (many[0].worlds != many[2].worlds).any()


def test_listed_worlds_are_all_of_them_once() -> None:
    round = ft.Round(ft.Deal.random(seed=1), ft.Outcome(ft.Seat.N, ft.Call(30)))
    round.push(ft.Trump.SIXES)
    while len(round.plays) < 18:
        round.push(round.legal[0])
    view = ft.View.of(round)
    listed = sample(str(view), 160)
    assert listed.exhaustive
    assert listed.complete
    assert sorted(map(tuple, listed.worlds.tolist())) == sorted(ft.Worlds(view.unseen))
    assert listed.weights.mean() == pytest.approx(1)
    logs = knowledge_of(view).log_likelihood(view, listed.worlds)
    assert listed.weights == pytest.approx(believed(logs, listed.size))


@pytest.mark.parametrize("text", [BID, LEAD])
def test_drawing_ends_in_time(text: str) -> None:
    """Without the limit a million worlds would take half a minute."""
    begun = monotonic()
    cut = sample(text, 10**6, deadline=begun + 0.05)
    assert monotonic() - begun < 0.5
    assert BLOCK <= cut.size < 10**6
    assert not cut.complete
    assert sample(text, BLOCK + 1, deadline=begun + 1000).complete


def test_listing_ends_in_time_and_what_is_cut_short_is_not_exhaustive() -> None:
    """756,756 worlds: fifteen unseen dominoes, none known to be out of a hand."""
    text = (
        "N:6-6 6-5 6-4 6-3 6-2 ; others 6-1 6-0 5-5 5-4 5-3 5-2 5-1 5-0 4-4 4-3 4-2 4-1 4-0 3-3 3-2"
    )
    text += " ; declarer N ; bid 30 ; trump sixes"
    begun = monotonic()
    cut = sample(text, 10**6, deadline=begun)
    assert monotonic() - begun < 2
    assert 0 < cut.size < 756_756
    assert not cut.exhaustive
    assert not cut.complete


@pytest.mark.parametrize("worlds", [10**9, 10**400])
@pytest.mark.parametrize("text", [BID, LEAD])
def test_any_number_of_worlds_may_be_asked_for(text: str, worlds: int) -> None:
    cut = ft.suggest(ft.View.parse(text), worlds=worlds, time_limit=0.05)
    assert not cut.complete
    assert not cut.exhaustive


@pytest.mark.parametrize("text", [BID, LEAD])
def test_a_time_limit_holds_in_a_new_process(text: str) -> None:
    """All that is prepared only once is part of it: a second at most, once all is imported."""
    code = (
        "import sys, time, numpy, fortytwo as ft; view = ft.View.parse(sys.argv[1])\n"
        "begun = time.monotonic()\n"
        "cut = ft.suggest(view, time_limit=0.05, worlds=100_000)\n"
        "assert not cut.complete and cut.worlds >= 1\n"
        "print(time.monotonic() - begun)"
    )
    command = [sys.executable, "-c", code, text]
    times = [
        float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(3)
    ]
    assert min(times) < 0.7


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from(RULES), st.integers(0, 33), st.integers(1, 3))
def test_few_worlds_are_enough_for_advice(
    seed: int, rules: ft.Rules, moves: int, worlds: int
) -> None:
    round = random_round(seed, rules, moves)
    if round.finished:
        return
    advice = ft.suggest(ft.View.of(round), worlds=worlds)
    assert advice.move in round.legal
    assert advice.complete
    assert advice.exhaustive or advice.worlds in (0, worlds)
    assert advice.effective <= advice.worlds + 1e-9
