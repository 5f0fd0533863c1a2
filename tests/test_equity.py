"""The chance to win a match: against matches played out, symmetric, and never worse with more."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.solver.games.forty_two.equity import LONGEST, equity
from fortytwo.solver.games.forty_two.hands import FITTED

TARGETS = (1, 7, 43, 250, 500, 501, 2500, 10_000)
RULES = [
    make(target=target) for make in (ft.Rules.source, ft.Rules.tournament) for target in TARGETS
]
OTHERS = [
    ft.Rules.source(set_penalty="minus_bid"),
    ft.Rules.source(set_penalty="minus_bid", target=600, made_big_bid="bid"),
    ft.Rules.tournament(win_by_two=True),
    ft.Rules.source(set_penalty="bid_only"),
]


@st.composite
def scores(draw: st.DrawFn) -> tuple[ft.Rules, int, int]:
    """A table and a score at which a match goes on."""
    rules = draw(st.sampled_from(RULES + OTHERS))
    least = -250 if rules.sinks else 0
    ours, theirs = (draw(st.integers(least, rules.target - 1)) for _ in range(2))
    return rules, ours, theirs


@settings(max_examples=200)
@given(scores(), st.integers(1, 60))
def test_it_is_symmetric_and_grows_with_the_lead(
    score: tuple[ft.Rules, int, int], more: int
) -> None:
    rules, ours, theirs = score
    chance = equity(rules, ours, theirs)
    assert 0 <= chance <= 1
    assert chance + equity(rules, theirs, ours) == pytest.approx(1)
    assert equity(rules, ours + more, theirs) >= chance - 1e-12
    assert equity(rules, ours, theirs + more) <= chance + 1e-12


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_score_decides_a_match_that_is_over(rules: ft.Rules) -> None:
    target = rules.target
    assert equity(rules, target, 0) == equity(rules, target + 80, target + 79) == 1
    assert equity(rules, 0, target) == equity(rules, target + 79, target + 80) == 0
    assert equity(rules, target + 5, target + 5) == pytest.approx(0.5)
    assert equity(rules, 0, 0) == pytest.approx(0.5)


def played_out(rules: ft.Rules, ours: int, theirs: int, matches: int) -> float:
    """The share of matches won, deal after deal, each as one in the table of outcomes."""
    steps, chances = [], []
    for bid, taken, number in FITTED["outcomes"][rules.scoring]:
        for side in ft.Side:
            points = (taken, 42 - taken) if side == ft.Side.NS else (42 - taken, taken)
            steps.append(rules.record(side, ft.Call(bid), points))
            chances.append(number)
    shares = np.array(chances) / sum(chances)
    random = np.random.default_rng(1)
    score = np.tile((ours, theirs), (matches, 1))
    won = 0.0
    while len(score):
        score = score + np.array(steps)[random.choice(len(steps), len(score), p=shares)]
        lead = score[:, 0] - score[:, 1]
        over = (score.max(1) >= rules.target) & (np.abs(lead) >= 1 + rules.win_by_two)
        won += np.sum((1 + np.sign(lead[over])) / 2)
        score = score[~over]
    return float(won / matches)


@pytest.mark.parametrize(
    ("rules", "ours", "theirs"),
    [
        (ft.Rules.source(), 0, 0),
        (ft.Rules.source(), 120, 88),
        (ft.Rules.source(), 249, 200),
        (ft.Rules.source(), 10, 240),
        (ft.Rules.tournament(), 3, 5),
        (ft.Rules.tournament(), 6, 5),
        (ft.Rules.source(scoring="marks"), 2, 4),
        (ft.Rules.tournament(scoring="points"), 100, 150),
        (ft.Rules.source(target=500), 100, 0),
        (ft.Rules.source(target=2000), 300, 0),
        (ft.Rules.source(target=2000), 300, 1800),
        (ft.Rules.source(target=10_000), 5000, 4000),
        (ft.Rules.source(set_penalty="shortfall"), 60, 90),
        (ft.Rules.source(made_big_bid="bid"), 60, 90),
        (ft.Rules.tournament(win_by_two=True), 6, 5),
        (ft.Rules.tournament(win_by_two=True), 7, 6),
        (ft.Rules.tournament(win_by_two=True), 3, 5),
        (ft.Rules.source(scoring="marks", win_by_two=True), 9, 10),
        (ft.Rules.source(set_penalty="minus_bid"), 0, -30),
        (ft.Rules.source(set_penalty="minus_bid"), -150, 60),
        (ft.Rules.source(set_penalty="minus_bid"), 190, 240),
        (ft.Rules.source(set_penalty="minus_bid", target=42), -18, 32),
        (ft.Rules.source(set_penalty="minus_bid", target=2500), -150, 60),
        (ft.Rules.tournament(target=1000), 300, 320),
    ],
    ids=str,
)
def test_it_is_the_share_of_matches_won(rules: ft.Rules, ours: int, theirs: int) -> None:
    """Five standard errors, and what else it may be wrong by.

    That is for likening long matches to shorter ones, and for counting in units where points can be
    lost.
    """
    matches = 20_000
    allowed = 5 * 0.5 / matches**0.5 + (0.007 if rules.target > LONGEST else 0)
    allowed += 0.01 if rules.sinks else 0
    assert abs(equity(rules, ours, theirs) - played_out(rules, ours, theirs, matches)) < allowed


def test_no_lead_is_so_large_that_calls_do_not_matter() -> None:
    """Of a long match too: if all scores were alike, hopeless bids would do as well as any."""
    rules = ft.Rules.source(target=10_000)
    for ours, theirs in ((600, 0), (0, 600), (2000, 0), (5000, 4000), (9000, 8000)):
        chances = [equity(rules, ours + more, theirs) for more in (0, 30, 42, 84)]
        assert all(before < after for before, after in pairwise(chances))


def test_passing_is_left_to_weak_hands_in_long_matches() -> None:
    weak = "W:6-0 5-1 4-0 3-1 2-0 4-3 2-1 ; auction N:P P 30 ; rules source target=10000"
    for score in ("0-0", "600-0", "0-600"):
        view = ft.View.parse(f"{weak} ; score {score}")
        assert ft.suggest(view, worlds=20).move == ft.PASS
