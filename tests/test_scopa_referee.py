"""Scopa against an independent referee: rounds and matches under random rules."""

from __future__ import annotations

import os
from typing import Any, Final

import pytest

import fortytwo as ft
import scopa_judge as judge
from fortytwo.engine.games.scopa.deal import Deal
from fortytwo.engine.games.scopa.match import Match
from fortytwo.engine.games.scopa.moves import Move, Play
from fortytwo.engine.games.scopa.round import Round
from scopa_rounds import (
    assert_agrees,
    judged,
    options_of,
    random_round,
    random_rules,
    said,
    words,
)

REFEREED: Final = int(os.environ.get("FORTYTWO_REFEREED", "160"))
"""So many rounds are refereed, and a fourth as many in matches."""


def sweeping(round: Round) -> Move:
    """A move that empties the table if there is one, else one that captures much."""

    def taken(move: Move) -> int:
        return len(move.taken) if isinstance(move, Play) else 0

    return max(round.legal, key=taken)


def refereed(round: Round, random: ft.Random) -> None:
    """Play to the end, compared with the judge before every move, and taken back at times."""
    referee = judged(round)
    sweeps = random.below(2)
    bounds = []
    while not round.finished:
        assert_agrees(round, referee)
        bounds.append(round.bounds(0))
        assert round.bounds(1) == (-bounds[-1][1], -bounds[-1][0])
        move = sweeping(round) if sweeps and random.below(3) else random.choice(round.legal)
        if random.below(8) == 0:
            before = str(round), round.key, round.bounds(0)
            round.push(move)
            assert round.pop() == move
            assert (str(round), round.key, round.bounds(0)) == before
        round.push(move)
        referee.play(said(move))
    assert_agrees(round, referee)
    points = referee.points()
    assert round.account is not None
    assert list(round.account.values()) == [points[name] for name in judge.CATEGORIES]
    assert round.recorded == tuple(map(sum, zip(*points.values(), strict=True)))
    net = referee.net()
    assert round.points == (net, -net)
    assert round.bounds(0) == (net, net)
    assert all(low <= net <= high for low, high in bounds)
    captured = [card for pile in referee.piles for card in pile]
    assert len(captured) == 40 or not captured


@pytest.mark.parametrize("part", range(4))
def test_rounds_are_refereed(part: int) -> None:
    random = ft.Random(100 + part)
    for _ in range(REFEREED // 4):
        rules = random_rules(random)
        refereed(Round(Deal.draw(random, rules), random.below(2), rules=rules), random)


def test_rounds_from_the_middle_are_refereed() -> None:
    random = ft.Random(5)
    for _ in range(REFEREED // 8):
        rules = random_rules(random)
        round = random_round(random, rules, random.below(37))
        if round.offered is None and not round.finished:
            deal = Deal((round.hands, *round.stock), round.table)
            refereed(Round(deal, round.mover, round.taken, rules), random)


def test_matches_are_refereed() -> None:
    random = ft.Random(7)
    rounds = 0
    while rounds < REFEREED // 4:
        rules = random_rules(random)
        match, score = Match(rules), judge.Match(options_of(rules))
        while not match.finished:
            assert list(match.score) == score.total
            assert score.winner is None
            round = match.deal(random)
            assert not judge.is_dealt_again(words(round.table), options_of(rules))
            assert round.mover == score.first
            referee = judged(round)
            while not round.finished:
                move: Any = random.choice(round.legal)
                match.push(move)
                referee.play(said(move))
            score.add(referee.points())
            rounds += 1
        assert list(match.score) == score.total
        assert match.winner == score.winner
        assert match.stake(3) == score.stake(3)
        with pytest.raises(ft.IllegalMoveError, match="the match is over"):
            match.deal(random)
