"""Advice sees what the seat knows and no more: of calls, declarations and plays, in every seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.games.forty_two.choices import CHOICES
from fortytwo.engine.games.forty_two.round import Move
from fortytwo.engine.games.forty_two.trump import SWEEPS
from golden import RULES, random_move, seeds

SWEEPING = ft.Rules.tournament(nello=True, sevens=True, opening_max_marks=7)
"""Most deals are bid in marks, and a few of them are nello or sevens."""


def begun(seed: int, rules: ft.Rules, question: str, seat: ft.Seat) -> ft.Round:
    """A round at a moment when a seat is asked this, made of random moves."""
    random = ft.Random(seed)
    while True:
        score = (random.below(rules.target), random.below(rules.target))
        round = ft.Round(ft.Deal.draw(random), ft.Auction(rules, random.choice(ft.SEATS)), score)
        stop = random.below(28)
        while not round.finished:
            late = question != "play" or len(round.plays) >= stop
            if round.phase == question and round.turn == seat and late:
                return round
            round.push(random_move(round, random))


@pytest.mark.parametrize("trump", SWEEPS, ids=str)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seeds)
def test_nor_in_nello_and_sevens(trump: ft.Trump, seed: int) -> None:
    random = ft.Random(seed)
    won = ft.Auction(SWEEPING, random.choice(ft.SEATS), (ft.Call(42), *[ft.PASS] * 3))
    while True:
        round = ft.Round(ft.Deal.draw(random), replace(won, rules=playing(trump)))
        round.push(trump)
        for _ in range(random.below(12)):
            if not round.finished:
                round.push(random_move(round, random))
        if not round.finished:
            break
    other = with_other_hands(round, random)
    advice = ft.suggest(ft.View.of(round), worlds=4, seed=1)
    again = ft.suggest(ft.View.of(other), worlds=4, seed=1)
    assert again == advice
    assert again.reason == advice.reason
    assert ft.claim(ft.View.of(other)) == ft.claim(ft.View.of(round))


def playing(trump: ft.Trump) -> ft.Rules:
    """Rules by which this is declared."""
    for doubles in CHOICES["nello_doubles"].values:
        for ties in CHOICES["sevens_ties"].values:
            options: dict[str, Any] = {"nello_doubles": doubles, "sevens_ties": ties}
            rules = replace(SWEEPING, **options)
            if trump in rules.declarable(ft.Call(42)):
                return rules
    raise ValueError(trump)


def with_other_hands(
    round: ft.Round, random: ft.Random, observer: ft.Seat | None = None
) -> ft.Round:
    """The same moves in another deal that a seat thinks possible, by default the one to move."""
    view = ft.View.of(round, observer)
    masks = [hand.mask for hand in round.deal]
    for seat, mask in zip(view.unseen.seats, ft.Worlds(view.unseen).draw(random), strict=True):
        assert seat is not None
        masks[seat] = mask | view.seen.played[seat]
    assert isinstance(round.auction, ft.Auction)
    other = ft.Round(ft.Deal.of_masks(masks), replace(round.auction, calls=()), round.score)
    declared = [round.contract.trump] if round.contract else []
    moves: list[Move] = [*round.auction.calls, *declared, *round.plays]
    for move in moves:
        other.push(move)
    return other


def test_a_claim_is_settled_by_what_the_seat_on_lead_sees() -> None:
    random, settled = ft.Random(5), Counter[bool]()
    rules = ft.Rules.tournament(claims=True)
    while min(settled[True], settled[False]) < 20:
        round = begun(random.below(2**32), rules, "play", random.choice(ft.SEATS))
        assert round.position is not None
        if round.position.trick or len(round.plays) < 12:
            continue
        other = with_other_hands(round, random)
        proven = ft.is_proven(ft.View.of(round))
        assert ft.is_proven(ft.View.of(other)) == proven
        settled[proven] += 1


@pytest.mark.parametrize("question", ["bid", "trump", "play"])
@pytest.mark.parametrize("seat", ft.SEATS, ids=str)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seeds, st.sampled_from([*RULES, SWEEPING]))
def test_what_the_seat_cannot_see_changes_nothing(
    question: str, seat: ft.Seat, seed: int, rules: ft.Rules
) -> None:
    round = begun(seed, rules, question, seat)
    other = with_other_hands(round, ft.Random(seed))
    assert other.deal[seat] == round.deal[seat]
    advice = ft.suggest(ft.View.of(round), worlds=4, seed=1)
    again = ft.suggest(ft.View.of(other), worlds=4, seed=1)
    assert again == advice
    assert again.reason == advice.reason
    assert advice.question == question
