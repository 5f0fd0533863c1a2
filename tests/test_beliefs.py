"""What the others did tells who holds what: strengths, calls, and true deals against others."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.games.forty_two.trump import PLAIN, is_trump, strength
from fortytwo.solver.games.forty_two.beliefs import hands_before, log_likelihood, lowest, told_by
from fortytwo.solver.games.forty_two.book import Book
from fortytwo.solver.games.forty_two.hands import FITTED, strengths
from golden import random_move, random_round, seeds, tables

RULES = (
    ft.Rules.source(),
    ft.Rules.tournament(),
    ft.Rules.tournament(declarations="pips_doubles", overcall_step=2, opening_max_marks=7),
    ft.Rules.source(declarations="all", scoring="marks"),
)


def strength_by_hand(hand: ft.Hand, trump: ft.Trump) -> float:
    """What a hand is worth for a declaration, domino by domino."""
    kinds = {ft.Trump.DOUBLES: 1, ft.Trump.FOLLOW_ME: 2, ft.Trump.FOLLOW_ME_LOW: 2}
    kind = kinds.get(trump, 0)
    total = FITTED["lengths"][kind][sum(is_trump(trump, domino) for domino in hand)]
    for domino in hand:
        own = is_trump(trump, domino)
        above = sum(
            other not in hand
            and is_trump(trump, other) == own
            and strength(trump, domino, other) > strength(trump, domino, domino)
            for other in ft.DOMINOES
        )
        total += FITTED["worths"][own][above][domino.count // 5]
    return float(total)


@settings(max_examples=30)
@given(seeds)
def test_strengths_add_up_the_dominoes(seed: int) -> None:
    hands = list(ft.Deal.random(seed=seed))
    found = strengths([hand.mask for hand in hands])
    expected = [[strength_by_hand(hand, trump) for trump in PLAIN] for hand in hands]
    assert found == pytest.approx(np.array(expected), abs=1e-4)


@given(seeds, tables, st.integers(1, 4))
def test_what_could_have_been_bid_at_least(seed: int, rules: ft.Rules, calls: int) -> None:
    random = ft.Random(seed)
    auction = ft.Auction(rules, ft.SEATS[random.below(4)])
    for _ in range(calls):
        seat = auction.turn
        assert seat is not None
        found = lowest(auction, auction.calls)
        bids = [bid for bid in auction.legal if bid != ft.PASS]
        partners = auction.caller == seat.partner
        assert found == (None if partners or not bids else min(bids))
        assert told_by(auction, auction.calls, ft.PASS) == found
        for bid in bids:
            forced = bid == auction.legal[0]
            assert told_by(auction, auction.calls, bid) == (None if forced else bid)
        for call in rules.specials:
            assert told_by(auction, auction.calls, call) is None
        may_pass = ft.PASS in auction.legal and random.below(3)
        choices = (*auction.legal[:4], *rules.specials)
        auction = auction.after(ft.PASS if may_pass else random.choice(choices))


def test_passing_over_the_highest_bid_or_a_partner_says_nothing() -> None:
    for calls, seat in (("168", ft.Seat.E), ("30", ft.Seat.S), ("30 P", ft.Seat.S)):
        auction = ft.Auction.parse(calls)
        while auction.turn != seat:
            auction = auction.after(ft.PASS)
        assert lowest(auction, auction.calls) is None


def likelihood_by_hand(view: ft.View, deal: ft.Deal) -> float:
    """The logarithm of how likely calls and declaration of the others are, one by one."""
    assert isinstance(view.auction, ft.Auction)
    make, table = FITTED["make"], list(view.rules.trumps)
    total = 0.0
    auction = ft.Auction(view.rules, view.auction.first)
    for call in view.auction.calls:
        seat = auction.turn
        assert seat is not None
        bid = lowest(auction, auction.calls) if call == ft.PASS else call
        if seat != view.seat and bid is not None:
            best = max(strength_by_hand(deal[seat], trump) for trump in table)
            price = make["mark"] if bid >= 42 else make["point"] * (bid - 30)
            hopes = make["start"] + make["strength"] * best + price
            fitted = FITTED["calls"]
            odds = fitted["start"] + fitted["hand"] * hopes
            odds += 0 if bid < 42 else fitted["mark"]
            odds += 0 if bid <= 42 else fitted["marks"]
            chance = 1 / (1 + exp(-odds))
            total += log(1 - chance if call == ft.PASS else chance)
        auction = auction.after(call)
    if view.trump is not None and view.won is not None and view.won[0] != view.seat:
        hand = deal[view.won[0]]
        likings = [exp(FITTED["choice"] * strength_by_hand(hand, trump)) for trump in table]
        total += log(likings[table.index(view.trump)] / sum(likings))
    return total


@pytest.mark.parametrize("seed", range(24))
def test_calls_and_declarations_are_as_likely_as_hand_by_hand(seed: int) -> None:
    """Before the first play, for whose turn it is."""
    random = ft.Random(seed)
    round = ft.Round(
        ft.Deal.draw(random), ft.Auction(RULES[seed % len(RULES)], ft.SEATS[random.below(4)])
    )
    for _ in range(seed % 6):
        if not round.finished:
            round.push(random_move(round, random))
    if round.finished:
        return
    for seat in ft.Seat:
        view = ft.View.of(round, seat)
        worlds = ft.Worlds(view.unseen).draw_many(random, 2)
        found = log_likelihood(view, worlds)
        for row, logarithm in zip(hands_before(view, worlds).tolist(), found, strict=True):
            expected = likelihood_by_hand(view, ft.Deal.of_masks(row))
            assert logarithm == pytest.approx(expected, abs=1e-3)


@given(seeds, st.sampled_from(RULES), st.integers(0, 33), st.sampled_from(ft.SEATS))
def test_nothing_is_impossible_however_it_was_played(
    seed: int, rules: ft.Rules, moves: int, seat: ft.Seat
) -> None:
    """Calls and plays at random: unlikely, but a number, in every world."""
    round = random_round(seed, rules, moves)
    if round.finished:
        return
    view = ft.View.of(round, seat)
    worlds = ft.Worlds(view.unseen).draw_many(ft.Random(seed), 5)
    assert np.isfinite(log_likelihood(view, worlds)).all()


def test_endings_and_outcomes_tell_what_they_can() -> None:
    """Nobody knows what the hands of an ending were when called; a bare outcome has no calls."""
    ending = ft.View.parse(
        "S:6-6 5-5 ; others 6-5 6-4 3-2 1-0 4-4 2-2 ; declarer N ; bid 30 ; trump sixes"
        " ; leader E ; plays 4-4"
    )
    worlds = ft.Worlds(ending.unseen).list_all()
    logs = log_likelihood(ending, worlds)
    assert np.isfinite(logs).all()
    assert len(set(logs.round(4))) > 1
    outcome = ft.View.parse("N:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; bid 30")
    worlds = ft.Worlds(outcome.unseen).draw_many(ft.Random(1), 5)
    assert not log_likelihood(outcome, worlds).any()
    # A trump that this table does not declare.
    strange = ft.View.parse(f"{outcome} ; trump doubles".replace("declarer N", "declarer S"))
    worlds = ft.Worlds(strange.unseen).draw_many(ft.Random(1), 5)
    assert not log_likelihood(strange, worlds).any()


def views(number: int) -> Iterator[tuple[ft.View, ft.Deal]]:
    """Views of deals called and played by the book, of all seats in turn, at any moment."""
    random, book = ft.Random(11), Book()
    while number:
        round = ft.Round(ft.Deal.draw(random), ft.Auction(RULES[number % 2], ft.SEATS[number % 4]))
        moves = 2 + random.below(22)
        while moves and not round.finished:
            round.push(book.move(ft.View.of(round), random))
            moves -= 1
        if round.won or not round.finished:
            yield ft.View.of(round, ft.SEATS[random.below(4)]), round.deal
            number -= 1


@pytest.mark.parametrize("part", ["auction", "play"])
def test_true_deals_are_likelier_than_others(part: str) -> None:
    """The logarithm of the belief in the truth, against uniform belief: gained for certain."""
    gains = []
    for view, deal in views(300):
        if (view.trump is not None and bool(view.plays)) != (part == "play"):
            continue
        true = [deal[s].mask & ~view.seen.played[s] for s in view.unseen.seats if s is not None]
        others = ft.Worlds(view.unseen).draw_many(ft.Random(1), 300)
        logs = log_likelihood(view, np.array([true, *others.tolist()], np.uint64))
        # Uniform belief is one of 300 others; ours is what the truth has of them all.
        gains.append(logs[0] - np.log(np.exp(logs[1:] - logs[1:].max()).mean()) - logs[1:].max())
    assert len(gains) > 50
    assert np.mean(gains) > 3 * np.std(gains) / len(gains) ** 0.5
