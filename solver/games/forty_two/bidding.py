"""What each call is worth: the rest of the auction and the contract are thought through.

In every world the others go on calling by what their hands let them hope, and declare what suits
them best. What comes of a contract is solved with all hands open and corrected to what is reached
at the table. Worth is the chance to win the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

from ....engine._random import Random
from ....engine.game import Option
from ....engine.games.forty_two.auction import Auction
from ....engine.games.forty_two.calls import MARK, PASS, Call
from ....engine.games.forty_two.deal import Deal
from ....engine.games.forty_two.position import Position
from ....engine.games.forty_two.round import Move
from ....engine.games.forty_two.seats import Seat
from ....engine.games.forty_two.view import View
from ...advice import Estimate, Weighed, Weighing
from ...batch import solve_many
from ...judge import Judge
from ...race import Outcomes, race
from ...weighing import error_of
from .equity import equity
from .hands import Floats, chance, chances_in, log_odds, nerve, strengths

if TYPE_CHECKING:
    from ..._worlds import Masks
    from ...sample import Sample

NOBODY: Final = -1
UNKNOWN: Final = -1
Integers = np.ndarray[tuple[int], np.dtype[np.int64]]


def weigh_calls(
    view: View,
    options: Sequence[Option[Move]],
    sample: Sample,
    *,
    deadline: float,
    random: Random,
    bar: Callable[[range], Iterable[int]] = iter,
) -> Weighing[Move]:
    """How good calls are; as `weighing.weigh`."""
    if all(option.move == PASS for option in options):
        nothing = Estimate(0.0, 0.0, 0.0, 0)
        return Weighing([Weighed(option, 0.0, nothing, 0.0) for option in options], 0)
    trumps = view.rules.trumps
    judge = Judge(view, trumps, sample.worlds)
    own = race(judge.points, sample.weights, len(trumps), deadline=deadline, bar=bar)
    strong = strengths([view.hand.mask])[0]
    auctions = Auctions(view, sample.worlds[: own.worlds], own, random)
    weighed = []
    for option in options:
        assert isinstance(option.move, Call)
        if option.move == PASS:
            worth = auctions.worth_of_pass()
            weighed.append(Weighed(option, worth, Estimate(0.0, 0.0, 0.0, 0), 0.0))
            continue
        place = trumps.index(option.via)
        solved = int(own.solved[place])
        points, weights = own.found[:solved, place], own.weights[:solved]
        share = float(weights @ (points >= option.need) / weights.sum())
        told = sample.effective * solved / sample.size
        mean = float(weights @ points / weights.sum())
        estimate = Estimate(share, error_of(share, told), mean, solved)
        odds = log((share * told + 1) / ((1 - share) * told + 1))
        likely = chance(odds, float(strong[option.via]), option.move)
        worth = auctions.worth_of_bid(option.move, place, likely)
        weighed.append(Weighed(option, worth, estimate, likely))
    return Weighing(weighed, own.worlds)


class Auctions:
    """How an auction may go on and end, in worlds.

    Args:
        view: what the seat that is to call knows.
        worlds: what the others hold.
        own: what the seat's side takes by world and declaration, if the seat declares.
        random: how bold the others are.
    """

    def __init__(self, view: View, worlds: Masks, own: Outcomes, random: Random) -> None:
        assert isinstance(view.auction, Auction)
        self._view = view
        self._rules = view.rules
        self._own = own
        self._later = [Seat((view.seat + i) % 4) for i in range(1, 4 - len(view.auction.calls))]
        self._hands: dict[Seat, Masks] = {
            Seat(seat): worlds[:, place]
            for place, seat in enumerate(view.unseen.seats)
            if seat is not None
        }
        table = list(self._rules.trumps)
        strong = {seat: strengths(hands)[:, table] for seat, hands in self._hands.items()}
        self._best = {seat: one.max(1) for seat, one in strong.items()}
        self._trump = {seat: one.argmax(1) for seat, one in strong.items()}
        self._bold = {
            seat: np.array([nerve(random) for _ in range(len(worlds))]) for seat in self._later
        }
        self._weights = own.weights / own.weights.sum()
        self._found = {seat: np.full(len(worlds), UNKNOWN) for seat in self._hands}

    def worth_of_pass(self) -> float:
        """What a pass is worth."""
        standing = self._view.auction.standing if isinstance(self._view.auction, Auction) else None
        seat, bid = standing or (NOBODY, PASS)
        return float(self._weights @ self._of_the_others(*self._ended(seat, bid)))

    def worth_of_bid(self, bid: Call, place: int, likely: float) -> float:
        """What a bid is worth, if this declaration is made in the end with such a chance."""
        seats, bids = self._ended(self._view.seat, bid)
        solved = int(self._own.solved[place])
        weights = self._weights[:solved] / self._weights[:solved].sum()
        points = self._own.found[:solved, place].astype(int)
        mine = self._worth(bid, points, np.full(solved, likely), ours=True)
        others = self._of_the_others(seats, bids)[:solved]
        return float(weights @ np.where(seats[:solved] == self._view.seat, mine, others))

    def _ended(self, seat: int, bid: Call) -> tuple[Integers, Integers]:
        """Who declares what bid in each world, if the others call on over a standing bid."""
        seats = np.full(len(self._weights), int(seat))
        bids = np.full(len(self._weights), int(bid))
        for later in self._later:
            # Nobody is taken to raise a partner's bid.
            free = (seats == NOBODY) | ((seats - later) % 2 == 1)
            for standing in np.unique(bids):
                raises = self._rules.legal_calls((Call(standing),))[1:]
                if raises:
                    hopes = log_odds(self._best[later], raises[0]) + self._bold[later] > 0
                    bidding = free & (bids == standing) & hopes
                    seats[bidding] = later
                    bids[bidding] = raises[0]
        return seats, bids

    def _of_the_others(self, seats: Integers, bids: Integers) -> Floats:
        """What contracts of the others are worth, and a deal that all have passed."""
        view = self._view
        worths = np.full(len(seats), self._equity((0, 0)))
        for seat in self._hands:
            ours = (seat - view.seat) % 2 == 0
            for bid in np.unique(bids[seats == seat]):
                where = np.flatnonzero((seats == seat) & (bids == bid))
                points = self._taken(seat, where)
                likely = chances_in(points, self._best[seat][where], Call(bid))
                worths[where] = self._worth(Call(bid), points, likely, ours=ours)
        return worths

    def _taken(self, seat: Seat, where: Integers) -> Integers:
        """What a seat's side takes as declarer in some worlds, all hands open."""
        found = self._found[seat]
        missing = where[found[where] == UNKNOWN]
        positions = []
        for world in missing:
            masks = [0] * 4
            masks[self._view.seat] = self._view.hand.mask
            for other, hands in self._hands.items():
                masks[other] = int(hands[world])
            trump = self._rules.trumps[self._trump[seat][world]]
            positions.append(Position(Deal.of_masks(masks), trump=trump, leader=seat))
        if positions:
            found[missing] = solve_many(positions, threads=1)[:, seat.side]
        return found[where]

    def _worth(self, bid: Call, points: Integers, likely: Floats, *, ours: bool) -> Floats:
        """What a contract is worth.

        Args:
            bid: what is bid.
            points: what the declarer's side takes with all hands open, by world.
            likely: how likely it is to make the bid.
            ours: whether it is our side.
        """
        made = np.array(
            [self._equity(self._recorded(bid, taken, ours)) for taken in range(MARK + 1)]
        )
        gain, loss = made[np.maximum(points, bid.need)], made[np.minimum(points, bid.need - 1)]
        worth: Floats = likely * gain + (1 - likely) * loss
        return worth

    def _recorded(self, bid: Call, taken: int, ours: bool) -> tuple[int, int]:
        """What our side and theirs write down if the declarer's side takes so much."""
        declared = self._rules.record(0, bid, (taken, MARK - taken))
        return declared if ours else (declared[1], declared[0])

    def _equity(self, recorded: tuple[int, int]) -> float:
        score, side = self._view.score, self._view.side
        return equity(self._rules, score[side] + recorded[0], score[1 - side] + recorded[1])
