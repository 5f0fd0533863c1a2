"""Plunge and splash: who may call them, what they are worth, who declares, what they show."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
import judge
from fortytwo.engine.dominoes import DOUBLES
from fortytwo.engine.games.forty_two.account import account
from fortytwo.engine.games.forty_two.calls import PLUNGE, SPLASH
from fortytwo.engine.view import Unseen
from fortytwo.solver.claim import agrees
from golden import options_of, seeds

RULES = ft.Rules.tournament(plunge=True, splash=True)
FOUR = "6-6 5-5 4-4 3-3 6-5 6-4 6-3"
THREE = "6-6 5-5 4-4 6-2 6-5 6-4 6-3"
DEAL = ft.Deal.parse(
    f"N:{FOUR} / 2-2 1-1 0-0 6-2 6-1 6-0 5-4 / 5-3 5-2 5-1 5-0 4-3 4-2 4-1 /"
    " 4-0 3-2 3-1 3-0 2-1 2-0 1-0"
)


@pytest.mark.parametrize(
    ("calls", "call", "options", "marks"),
    [
        ("30", "plunge", {}, 4),
        ("P", "plunge", {}, 4),
        ("2M 3M", "plunge", {}, 4),
        ("2M 3M 4M", "plunge", {}, 5),
        ("30", "plunge", {"plunge_marks": 3}, 3),
        ("30", "plunge", {"plunge_marks": 2}, 2),
        ("1M", "plunge", {"plunge_marks": 2}, 2),
        ("2M", "plunge", {"plunge_marks": 2}, 3),
        ("30", "splash", {}, 2),
        ("30", "splash", {"splash_marks": 3}, 3),
        ("splash", "splash", {}, 3),
        ("plunge", "splash", {}, 5),
        ("plunge", "plunge", {}, 5),
    ],
    ids=lambda value: str(value),
)
def test_what_it_is_worth(calls: str, call: str, options: dict[str, int], marks: int) -> None:
    rules = ft.Rules.tournament(plunge=True, splash=True, **options)
    auction = ft.Auction.parse(calls, rules).after(ft.Call.parse(call))
    assert auction.standing is not None
    assert auction.standing[1] == 42 * marks
    said = [int(one) if one >= 0 else str(one) for one in auction.calls]
    assert judge.bids(said, options_of(rules))[-1] == 42 * marks


def test_it_takes_doubles() -> None:
    assert RULES.missing(PLUNGE, ft.Hand.parse(FOUR)) == ""
    assert RULES.missing(PLUNGE, ft.Hand.parse(THREE)) == "3 doubles in the hand, 4 needed"
    assert RULES.missing(SPLASH, ft.Hand.parse(THREE)) == ""
    round = ft.Round(DEAL, ft.Auction(RULES))
    assert round.legal[-2:] == (PLUNGE, SPLASH)
    round.push(ft.Call(30))
    assert round.legal[-1:] == (SPLASH,)
    before = round.copy()
    with pytest.raises(ft.IllegalMoveError) as error:
        round.push(PLUNGE)
    message = "call 2: plunge is not allowed, 3 doubles in the hand, 4 needed"
    assert str(error.value) == message
    assert round == before
    with pytest.raises(ft.IllegalMoveError, match=message):
        ft.Round(DEAL, ft.Auction.parse("30 plunge P P", RULES))
    with pytest.raises(ft.IllegalMoveError, match=message):
        ft.View.parse(f"E:{THREE} ; auction 30 plunge P P ; rules {RULES}")
    with pytest.raises(ft.IllegalMoveError, match="call 2: plunge is not allowed, expected P 31"):
        ft.Auction.parse("30 plunge", ft.Rules.tournament(splash=True))
    with pytest.raises(ft.IllegalMoveError, match="expected no call after four"):
        ft.Auction.parse("30 P P P", RULES).after(PLUNGE)


def test_an_auction_alone_offers_what_any_hand_may_call() -> None:
    auction = ft.Auction.parse("30", RULES)
    assert auction.legal == ft.Auction.parse("30", ft.Rules.tournament()).legal
    assert auction.after(PLUNGE).calls == (30, PLUNGE)


@pytest.mark.parametrize(("leads", "leader"), [("partner", ft.Seat.S), ("caller", ft.Seat.N)])
def test_partner_declares_and_one_of_them_leads(leads: str, leader: ft.Seat) -> None:
    rules = ft.Rules.tournament(plunge=True, plunge_leader=leads)
    round = ft.Round(DEAL, ft.Auction(rules))
    for call in (PLUNGE, ft.PASS, ft.PASS, ft.PASS):
        round.push(call)
    assert (round.turn, round.won, round.phase) == (ft.Seat.S, (ft.Seat.S, 168), "trump")
    view = ft.View.of(round)
    assert (view.question, view.seat) == ("trump", ft.Seat.S)
    world = view.world([DEAL[seat].mask for seat in (ft.Seat.W, ft.Seat.N, ft.Seat.E)])
    world.push(ft.Trump.FIVES)
    assert world.turn is leader
    round.push(ft.Trump.FIVES)
    assert (round.turn, round.contract) == (
        leader,
        ft.Contract(ft.Trump.FIVES, ft.Seat.S, ft.Call(168)),
    )
    view = ft.View.of(round)
    assert (view.seat, view.leader) == (leader, leader)
    assert ft.View.parse(str(view)) == view
    assert "leader " not in str(view)
    while not round.finished:
        round.push(round.legal[0])
    assert ft.Record.parse(str(ft.Record.of(round))).replay() == round
    assert isinstance(round.auction, ft.Auction)
    text = account(round.auction, round.contract, (41, 1))
    assert text == (
        "N calls plunge for 4M, S declares in fives, goes set by 1: EW +4 marks. "
        "Calls: N plunge, E P, S P, W P."
    )


@pytest.mark.parametrize("last", ["", " P"])
def test_states_that_differ_in_who_would_lead_have_different_keys(last: str) -> None:
    """S declares for two marks either way, but leads only after its own bid."""
    rules = ft.Rules.tournament(plunge=True, plunge_leader="caller", plunge_marks=2)
    plunged, bid = (
        ft.Round(DEAL, ft.Auction.parse(calls + last, rules)) for calls in ("plunge P P", "P P 2M")
    )
    assert plunged.won == bid.won
    assert plunged.key != bid.key
    assert (plunged.leader, bid.leader) == ((ft.Seat.N, ft.Seat.S) if last else (None, None))


@given(seeds, st.sampled_from(["plunge", "splash", "splash P plunge"]))
@settings(max_examples=40)
def test_others_know_that_there_are_so_many_doubles(seed: int, calls: str) -> None:
    """Exactly the worlds in which the callers could call so, each as likely as any other."""
    said = calls.split()
    random = ft.Random(seed)
    while True:
        deal = ft.Deal.draw(random)
        held = [(hand & DOUBLES).mask.bit_count() for hand in deal]
        if all(held[n] >= {"plunge": 4, "splash": 3, "P": 0}[c] for n, c in enumerate(said)):
            break
    auction = ft.Auction.parse(calls + " P" * (4 - len(said)), RULES)
    round = ft.Round(deal, auction)
    round.push(random.choice(RULES.trumps))
    for _ in range(random.below(24)):
        round.push(random.choice(round.legal))
    view = ft.View.of(round)
    worlds = ft.Worlds(view.unseen)
    for hidden in (worlds.draw(random) for _ in range(5)):
        assert agrees(view.unseen, hidden)
        other = list(view.seen.played)
        other[view.seat] = view.hand.mask
        for seat, mask in zip(view.unseen.seats, hidden, strict=True):
            assert seat is not None
            other[seat] |= mask
        ft.Round(ft.Deal.of_masks(other), auction)  # the calls are checked
    plain = Unseen(view.unseen.pieces, view.unseen.sizes, view.unseen.allowed)
    free = ft.Worlds(plain)
    if free.count <= 2000:
        assert {w for w in free if agrees(view.unseen, w)} == set(worlds)
        assert worlds.count == len(set(worlds))


def test_it_leaves_fewer_worlds() -> None:
    """E has plunged: four of its dominoes are doubles."""
    rules = "tournament plunge=true"
    view = ft.View.parse(
        f"N:6-5 6-4 6-3 6-2 6-1 5-4 5-3 ; auction E:plunge P P P ; trump sixes ; rules {rules}"
    )
    assert view.unseen.least == (4, 0, 0)
    assert view.won == (ft.Seat.W, 168)
    assert (
        ft.Worlds(view.unseen).count
        < ft.Worlds(Unseen(view.unseen.pieces, view.unseen.sizes, view.unseen.allowed)).count
    )
