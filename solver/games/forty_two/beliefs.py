"""How likely it is that the others would have done what they did, with the hands of a world."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ....engine.games.forty_two.auction import Auction
from ....engine.games.forty_two.calls import PASS, Call
from ....engine.games.forty_two.deal import Deal
from ....engine.games.forty_two.plays import call_of, domino_of
from ....engine.games.forty_two.position import Position
from ....engine.games.forty_two.seats import Seat
from ....engine.games.forty_two.view import View
from ..._policy import Habits, Policy
from .appraisal import trumps_of
from .hands import FITTED, Floats, Strengths, bidding_odds, strengths

if TYPE_CHECKING:
    from ..._worlds import Masks


def log_likelihood(view: View, worlds: Masks) -> Floats:
    """The logarithm of how likely the calls, the declaration and the plays of the others are.

    Args:
        view: what the seat knows.
        worlds: for each world what the three others hold now, in the order of their turns.

    Each is judged by what the seat that acted knew: its own hand, and what all had seen. Nothing
    is known of how nello and sevens are played, nor of the hands on which they are bid.
    """
    dealt = hands_before(view, worlds)
    if len(view.hand) < 7:  # an ending: nobody knows what the hands were
        return _plays(view, dealt)
    silent = {view.seat}
    if view.contract is not None and view.contract.is_sweep:
        silent.add(view.contract.declarer)
    by_seat = {
        seat: strengths(dealt[:, seat])
        for seat in Seat
        if seat not in silent and _acted(view, seat)
    }
    found = _plays(view, dealt)
    if isinstance(view.auction, Auction):
        found += _calls(view.auction, by_seat)
    if view.trump is not None and view.won is not None and view.won[0] in by_seat:
        found += _declaration(view, by_seat[view.won[0]])
    return found


def hands_before(view: View, worlds: Masks) -> Masks:
    """By world and seat, the hands before the plays."""
    hands = np.empty((len(worlds), 4), np.uint64)
    hands[:, view.seat] = view.hand.mask
    for place, seat in enumerate(view.unseen.seats):
        assert seat is not None
        hands[:, seat] = worlds[:, place] | np.uint64(view.seen.played[seat])
    return hands


def _acted(view: View, seat: Seat) -> bool:
    """Whether a seat has called or declared."""
    auction = view.auction
    called = isinstance(auction, Auction) and (seat - auction.first) % 4 < len(auction.calls)
    return called or (view.trump is not None and view.won is not None and view.won[0] == seat)


def _calls(auction: Auction, by_seat: dict[Seat, Strengths]) -> Floats | float:
    found: Floats | float = 0.0
    table = auction.rules.trumps
    for number, call in enumerate(auction.calls):
        seat = Seat((auction.first + number) % 4)
        before = auction.calls[:number]
        bid = told_by(auction, before, call)
        if seat not in by_seat or bid is None:
            continue
        odds = bidding_odds(by_seat[seat][:, table].max(1).astype(float), bid)
        found = found - np.logaddexp(0, odds if call == PASS else -odds)
    return found


def told_by(auction: Auction, before: tuple[Call, ...], call: Call) -> Call | None:
    """The bid that a call says something about: itself, or for a pass the lowest one refused.

    None if it says nothing: the pass of `lowest`, a forced bid that could not be lower, and a
    plunge, which says no more than which worlds are possible.
    """
    if call == PASS:
        return lowest(auction, before)
    return call if call in auction.rules.legal_calls(before)[1:] else None


def lowest(auction: Auction, before: tuple[Call, ...]) -> Call | None:
    """What a seat could have bid at least, after some calls.

    None where to pass says nothing: nothing was left to bid, or the bid was partner's.
    """
    bids = [bid for bid in auction.rules.legal_calls(before) if bid != PASS]
    place, _ = auction.rules.highest(before)
    partners = place >= 0 and (place - len(before)) % 2 == 0
    return None if partners or not bids else bids[0]


def _declaration(view: View, of_declarer: Strengths) -> Floats | float:
    table = view.rules.trumps
    if view.trump not in table:
        return 0.0
    liking = FITTED["choice"] * of_declarer[:, table].astype(float)
    chosen: Floats = liking[:, table.index(view.trump)] - np.logaddexp.reduce(liking, axis=1)
    return chosen


@cache
def _policy() -> Policy:
    return Policy(FITTED["policy"])


def habits(view: View, masks: Sequence[int]) -> Habits:
    """How a view's play has gone.

    Args:
        view: a view of the play.
        masks: hands of the four seats before the plays, in any world.
    """
    contract = view.contract
    assert contract is not None
    start = Position(Deal.of_masks(masks), contract, view.leader)
    plays, call = [domino_of(play) for play in view.plays], call_of(view.plays)
    return Habits(_policy(), start, plays, trumps_of(contract.trump), contract.declarer, call)


def _plays(view: View, dealt: Masks) -> Floats:
    found = np.zeros(len(dealt), np.float32)
    if view.plays and view.contract is not None and not view.contract.is_sweep:
        habits(view, dealt[0].tolist()).log_likelihood(view.seat, dealt, found)
    return found.astype(float)
