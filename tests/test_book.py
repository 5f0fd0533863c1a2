"""The player by rules of thumb: always legal, sensible bids, and far better than chance."""

from __future__ import annotations

import pytest
from hypothesis import given

import fortytwo as ft
from fortytwo.engine.games.forty_two.round import Move
from fortytwo.solver.games.forty_two.appraisal import Appraisal, appraise
from fortytwo.solver.games.forty_two.book import Book
from golden import RULES, random_move, rounds

BOOK = Book()


def booked(round: ft.Round, random: ft.Random) -> Move:
    move: Move = BOOK.move(ft.View.of(round), random)
    return move


def call(text: str) -> str:
    view = ft.View.parse(text)
    found = BOOK.move(view, ft.Random(1))
    assert isinstance(found, ft.Call)
    return view.rules.format_call(found)


@given(rounds.filter(lambda round: not round.finished))
def test_every_move_is_legal(round: ft.Round) -> None:
    assert booked(round, ft.Random(1)) in round.legal


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_most_bids_are_made_against_itself(rules: ft.Rules) -> None:
    random, made, tried = ft.Random(1), 0, 0
    for number in range(300):
        round = ft.Round(ft.Deal.draw(random), ft.Auction(rules, ft.SEATS[number % 4]))
        while not round.finished:
            round.push(booked(round, random))
        if round.won:
            declarer, bid = round.won
            tried += 1
            made += round.points[declarer.side] >= bid.need
    assert tried > 150
    assert 0.5 < made / tried < 0.8


@pytest.mark.parametrize("side", ft.Side)
def test_it_plays_far_better_than_chance(side: ft.Side) -> None:
    """The bid and the trump are its own for both: only the play differs."""
    random, points, deals = ft.Random(2), [0, 0], 0
    while deals < 150:
        deal = ft.Deal.draw(random)
        for seats in ((side,), ft.Side):
            round = ft.Round(deal)
            while not round.finished:
                by_book = round.position is None or round.turn is None or round.turn.side in seats
                round.push((booked if by_book else random_move)(round, random))
            points[len(seats) - 1] += round.points[side]
        deals += round.won is not None
    assert points[0] > points[1] + 4 * deals


def test_a_hand_is_appraised_by_what_players_count() -> None:
    hand = ft.Hand.parse("6-6 6-5 6-3 5-5 5-4 4-1 2-0")
    assert appraise(hand, ft.Trump.SIXES) == Appraisal(
        trumps=3, masters=2, walks=2, offs=2, exposure=8, risk=5
    )
    assert appraise(hand, ft.Trump.DOUBLES) == Appraisal(
        trumps=2, masters=2, walks=2, offs=3, exposure=9, risk=5
    )
    assert appraise(hand, ft.Trump.FOLLOW_ME) == Appraisal(
        trumps=0, masters=0, walks=4, offs=3, exposure=11, risk=5
    )


TYPICAL = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"
STRONG = "6-6 6-5 6-4 6-2 5-5 4-4 3-2"
LAY_DOWN = "6-6 6-5 6-4 6-3 6-2 5-5 5-4"


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("N:6-0 5-1 4-0 3-1 2-0 4-3 2-1", "P"),
        (f"N:{STRONG}", "30"),
        (f"S:{STRONG} ; auction P 31", "32"),
        (f"N:{TYPICAL} ; auction E:31 P P", "32"),
        (f"N:{TYPICAL} ; auction S:31 P", "P"),
        (f"N:{STRONG} ; auction S:31 P", "32"),
        (f"N:{LAY_DOWN}", "30"),
        (f"N:{LAY_DOWN} ; rules tournament", "2M"),
        (f"S:{LAY_DOWN} ; auction P 2M ; rules tournament", "P"),
    ],
)
def test_calls(view: str, expected: str) -> None:
    assert call(view) == expected
