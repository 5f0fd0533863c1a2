"""What calls are worth: how the auction goes on, call by call, and what comes of it."""

from __future__ import annotations

from time import monotonic

import numpy as np
import pytest

import fortytwo as ft
from fortytwo.solver.games import knowledge_of
from fortytwo.solver.games.forty_two.bidding import NOBODY, Auctions
from fortytwo.solver.games.forty_two.equity import equity
from fortytwo.solver.games.forty_two.hands import bidding_odds, chances_in, nerve, strengths
from fortytwo.solver.sample import Sample, take_sample

HAND = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"
AUCTIONS = [
    f"N:{HAND} ; score 200-190",
    f"E:{HAND} ; auction N:30",
    f"S:{HAND} ; auction N:P 31",
    f"S:{HAND} ; auction N:30 P ; rules tournament",
    f"W:{HAND} ; auction N:P P 35",
    f"N:{HAND} ; rules tournament ; auction E:P 1M P ; score 3-6",
    f"W:{HAND} ; auction W: ; rules tournament declarations=pips_doubles overcall_step=2",
    f"N:{HAND} ; rules tournament scoring=points ; auction W:P",
]
WORLDS = 16
FOUND = 33
"""What the own side is said to take in every world."""


def auctions(text: str) -> tuple[ft.View, Sample, Auctions]:
    view = ft.View.parse(text)
    sample = take_sample(view, knowledge_of(view), WORLDS, ft.Random(1))
    return view, sample, Auctions(view, sample.worlds, sample.weights, ft.Random(2))


def nerves(view: ft.View) -> dict[ft.Seat, list[float]]:
    """How bold each seat still to call is, in every world: drawn seat after seat."""
    assert isinstance(view.auction, ft.Auction)
    random, seat, found = ft.Random(2), view.seat.next, {}
    for _ in range(3 - len(view.auction.calls)):
        found[seat] = [nerve(random) for _ in range(WORLDS)]
        seat = seat.next
    return found


def called_on(
    view: ft.View, deal: ft.Deal, call: ft.Call, bold: dict[ft.Seat, float]
) -> tuple[ft.Seat, ft.Call] | None:
    """The rest of an auction: each bids the lowest that it hopes to make, never over partner."""
    auction = view.auction
    assert isinstance(auction, ft.Auction)
    auction = auction.after(call)
    while auction.turn is not None:
        seat, standing = auction.turn, auction.standing
        best = max(strengths([deal[seat].mask])[0][list(view.rules.trumps)])
        bids = auction.legal[1:]
        partners = standing is not None and standing[0] == seat.partner
        hopeful = bids and float(bidding_odds(np.array([best]), bids[0])[0]) + bold[seat] > 0
        auction = auction.after(bids[0] if hopeful and not partners else ft.PASS)
    return auction.standing


def deal_of(view: ft.View, world: list[int]) -> ft.Deal:
    masks = [view.hand.mask] * 4
    for place, mask in enumerate(world, 1):
        masks[(view.seat + place) % 4] = mask
    return ft.Deal.of_masks(masks)


@pytest.mark.parametrize("text", AUCTIONS)
def test_auctions_go_on_as_they_do_call_by_call(text: str) -> None:
    view, sample, those = auctions(text)
    bold = nerves(view)
    assert isinstance(view.auction, ft.Auction)
    standing = view.auction.standing
    raised = 0
    for call in (ft.PASS, *view.bids[:3]):
        start = standing or (NOBODY, ft.PASS)
        seats, bids = those._ended(*((view.seat, call) if call != ft.PASS else start))
        for number, world in enumerate(sample.worlds.tolist()):
            nerve_here = {seat: many[number] for seat, many in bold.items()}
            expected = called_on(view, deal_of(view, world), call, nerve_here)
            assert (seats[number], bids[number]) == (expected or (NOBODY, ft.PASS))
            raised += expected is not None and expected[0] in bold
    assert raised or not bold


def worth_of_contract(
    view: ft.View, deal: ft.Deal, contract: tuple[ft.Seat, ft.Call] | None
) -> float:
    """What another seat's contract is worth in a world, from the tables of the whole deal."""
    if contract is None:
        return equity(view.rules, view.score[view.side], view.score[1 - view.side])
    seat, bid = contract
    trumps = list(view.rules.trumps)
    hopes = strengths([deal[seat].mask])[0][trumps]
    trump = trumps[int(hopes.argmax())]
    taken = int(ft.table(deal)[trump, seat])
    made = float(chances_in(np.array([taken]), np.array([hopes.max()]), bid)[0])
    worths = []
    for points in (max(taken, bid.need), min(taken, bid.need - 1)):
        by_side = (points, 42 - points) if seat.side == ft.Side.NS else (42 - points, points)
        recorded = view.rules.record(seat.side, bid, by_side)
        after = [a + b for a, b in zip(view.score, recorded, strict=True)]
        worths.append(equity(view.rules, after[view.side], after[1 - view.side]))
    return made * worths[0] + (1 - made) * worths[1]


@pytest.mark.parametrize("text", AUCTIONS)
def test_calls_are_worth_what_comes_of_them_world_by_world(text: str) -> None:
    view, sample, those = auctions(text)
    bold = nerves(view)
    likely = 0.7
    for call in (ft.PASS, *view.bids[:2], view.bids[-1]):
        expected = []
        for number, world in enumerate(sample.worlds.tolist()):
            deal = deal_of(view, world)
            nerve_here = {seat: many[number] for seat, many in bold.items()}
            contract = called_on(view, deal, call, nerve_here)
            if contract != (view.seat, call):
                expected.append(worth_of_contract(view, deal, contract))
                continue
            ours = view.score[view.side], view.score[1 - view.side]
            gain, loss = (
                equity(view.rules, *(a + b for a, b in zip(ours, recorded, strict=True)))
                for recorded in (
                    view.rules.record(0, call, (points, 42 - points))
                    for points in (max(FOUND, call.need), min(FOUND, call.need - 1))
                )
            )
            expected.append(likely * gain + (1 - likely) * loss)
        points = np.full(WORLDS, FOUND)
        found = (
            those.worth_of(ft.PASS) if call == ft.PASS else those.worth_of_bid(call, points, likely)
        )
        assert found == pytest.approx(np.average(expected, weights=sample.weights))


@pytest.mark.parametrize("text", [f"N:{HAND}", f"E:{HAND} ; auction N:30"])
def test_contracts_of_the_others_are_within_the_time_limit_too(text: str) -> None:
    begun = monotonic()
    advice = ft.suggest(ft.View.parse(text), worlds=100_000, time_limit=1.0)
    assert monotonic() - begun < 1.8
    assert not advice.complete
