"""What each call is worth: the rest of the auction and the contract are thought through.

In every world the others go on calling by what their hands let them hope, and declare what suits
them best. What comes of a contract is solved with all hands open and corrected to what is reached
at the table. Worth is the chance to win the match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

import numpy as np

from ....engine._random import Random
from ....engine.games.forty_two.auction import Auction
from ....engine.games.forty_two.calls import PASS, Call
from ....engine.games.forty_two.deal import Deal
from ....engine.games.forty_two.position import Position
from ....engine.games.forty_two.round import Move
from ....engine.games.forty_two.seats import Seat
from ....engine.games.forty_two.trump import PLAIN, SWEEPS, Trump
from ....engine.games.forty_two.view import View
from ....engine.view import Option
from ..._ensemble import Ensemble
from ...advice import Estimate, Task, Weighed, Weighing
from ...evidence import difference
from ...explanation import Difference, Instead
from ...judge import Judge
from ...race import race
from ...weighing import error_of
from .equity import equity, worths_of
from .hands import Floats, Numbers, bidding_odds, chance, chances_in, nerve, steepness, strengths

if TYPE_CHECKING:
    from ..._worlds import Masks
    from ...sample import Sample

OWN: Final = 1 / 3
"""The share of the time for own contracts; those of the others take up to twice as much."""
NOBODY: Final = -1
UNKNOWN: Final = -1
HOPE: Final = 8.0
"""A declaration that looks worse than the best by so many points turns out better once in a
hundred times."""
NOTHING: Final = Estimate(p=0.0, error=0.0, points=0.0, chance=0.0, worlds=0)
"""Of a pass there is nothing to be told."""
Integers = np.ndarray[tuple[int], np.dtype[np.int64]]


def weigh_calls(task: Task[Move]) -> Weighing[Move]:
    """How good calls are."""
    view, options, sample = task.view, task.options, task.sample
    assert isinstance(view, View)
    if all(option.move == PASS for option in options):
        return Weighing([_unsolved(option, 0.0) for option in options], 0)
    now = monotonic()
    solved_by = now + OWN * (task.deadline - now)
    strong = dict(zip(PLAIN, map(float, strengths([view.hand.mask])[0]), strict=True))
    hope = max(strong[trump] for trump in view.rules.trumps) - HOPE
    hopeless = {trump for trump in strong if strong[trump] < hope}
    declared = dict.fromkeys(option.via for option in options if option.via is not None)
    own = _own_points(task, list(declared), hopeless, solved_by)
    worlds = max(map(len, own.values()))
    auctions = Auctions(view, sample.worlds[:worlds], sample.weights[:worlds], task.random)
    weighed = []
    for option in options:
        call = option.move
        assert isinstance(call, Call)
        if option.via is None:
            weighed.append(_unsolved(option, auctions.worth_of(call)))
            continue
        points = own[option.via]
        weights = sample.weights[: len(points)]
        successes = (points >= option.need).astype(float)
        share = mean_of(successes, weights)
        told = sample.effective * len(points) / sample.size
        likely = likelihood(share, told, strong.get(option.via), call)
        estimate = Estimate(
            share, error_of(share, told), mean_of(points, weights), likely, len(points)
        )
        worth = -inf
        if option.via not in hopeless:
            worth = auctions.worth_of_bid(call, points, likely)
        weighed.append(Weighed(option, worth, estimate, successes, points.astype(float)))
    comparison = Comparison(weighed, auctions, sample)
    return Weighing(weighed, worlds, gain=comparison.gain, instead=comparison.instead)


def likelihood(share: float, worlds: float, strength: float | None, bid: Call) -> float:
    """The chance that a bid is made at the table.

    Args:
        share: of the worlds in which it is made with all hands open.
        worlds: how many worlds tell so.
        strength: of the hand for the declaration; None for nello and sevens, of which no more is
            known than the share. As everywhere, no sample proves a chance of 0 or 1.
        bid: the bid.
    """
    if strength is None:
        return (share * worlds + 1) / (worlds + 2)
    return chance(share, worlds, strength, bid)


def _unsolved(option: Option[Move], worth: float) -> Weighed[Move]:
    nothing = np.empty(0)
    return Weighed(option, worth, NOTHING, nothing, nothing)


class Comparison:
    """What calls are worth more than others, world by world.

    Args:
        weighed: all calls.
        auctions: how the auction may go on.
        sample: the worlds.
    """

    def __init__(
        self, weighed: Sequence[Weighed[Move]], auctions: Auctions, sample: Sample
    ) -> None:
        self._auctions = auctions
        self._sample = sample
        self._bids = sorted(
            (one for one in weighed if one.option.via is not None),
            key=lambda one: one.rank,
            reverse=True,
        )
        self._passing = any(one.option.move == PASS for one in weighed)

    @property
    def gain(self) -> Difference | None:
        """What the best bid is worth more than a pass; None if one of them is not possible."""
        if not self._bids or not self._passing:
            return None
        worths, stake = self._worths(self._bids[0])
        return self._difference(worths, self._auctions.worths_of(PASS), stake)

    @property
    def instead(self) -> Instead | None:
        """The best bid of another height, and what it is worth less than the best of all."""
        if not self._bids:
            return None
        best = self._bids[0]
        others = (one for one in self._bids if one.option.move != best.option.move)
        other = next(others, None)
        if other is None or other.worth == -inf:
            return None
        worths, stake = self._worths(best)
        less, other_stake = self._worths(other)
        return Instead(other.option.name, self._difference(worths, less, max(stake, other_stake)))

    def _worths(self, one: Weighed[Move]) -> tuple[Floats, float]:
        """What a bid is worth by world, and how much a world of other success would change that.

        The chance to make the bid comes from all worlds together. So each world counts for what it
        adds to that too (the delta method).
        """
        auctions, bid, estimate = self._auctions, one.option.move, one.estimate
        assert isinstance(bid, Call)
        points = one.points.astype(int)
        made, failed = (auctions.worth_of_bid(bid, points, sure) for sure in (1.0, 0.0))
        slope = 1.0
        if one.option.via not in SWEEPS:
            told = self._sample.effective / self._sample.size
            slope = steepness(estimate.chance, estimate.p, told * len(points))
        stake = (made - failed) * slope
        worths = auctions.worths_of_bid(bid, points, estimate.chance)
        return worths + stake * (one.successes - estimate.p), stake

    def _difference(self, first: Floats, second: Floats, stake: float) -> Difference:
        sample = self._sample
        solved = min(len(first), len(second))
        all_known = sample.exhaustive and solved == sample.size
        told = 0.0 if all_known else sample.effective / sample.size
        return difference(first, second, sample.weights, told, stake)


def _own_points(
    task: Task[Move],
    table: Sequence[Trump],
    hopeless: Collection[Trump],
    deadline: float,
) -> dict[Trump, Integers]:
    """What the seat's side takes in the first worlds, by what it declares.

    Those that look hopeless are solved in a few worlds, only to be shown.
    """
    own, sample = {}, task.sample
    for few in (False, True):
        trumps = [trump for trump in table if (trump in hopeless) == few]
        if not trumps:
            continue
        judge = Judge(task.view, trumps, sample.worlds)
        weights = sample.weights[: max(1, sample.size // 10)] if few else sample.weights
        found = race(judge.points, weights, len(trumps), deadline=deadline, bar=task.bar)
        for number, trump in enumerate(trumps):
            own[trump] = found.found[: found.solved[number], number].astype(int)
    return own


def mean_of(values: Numbers, weights: Floats) -> float:
    """The mean; numpy's own takes ten times as long for a few numbers."""
    return float(values @ weights) / float(weights.sum())


class Auctions:
    """How an auction may go on and end, in worlds.

    Args:
        view: what the seat that is to call knows.
        worlds: what the others hold.
        weights: how much each world counts.
        random: how bold the others are.
    """

    def __init__(self, view: View, worlds: Masks, weights: Floats, random: Random) -> None:
        assert isinstance(view.auction, Auction)
        self._view = view
        self._rules = view.rules
        self._score = view.score[view.side], view.score[1 - view.side]
        self._worlds = worlds
        self._weights = weights
        self._later = [Seat((view.seat + i) % 4) for i in range(1, 4 - len(view.auction.calls))]
        self._hands: dict[Seat, Masks] = {
            Seat(seat): worlds[:, place]
            for place, seat in enumerate(view.unseen.seats)
            if seat is not None
        }
        table = list(self._rules.trumps)
        strong = {seat: strengths(hands)[:, table] for seat, hands in self._hands.items()}
        # After partner's plunge the seat itself may have to declare.
        own = strengths([view.hand.mask])[:, table]
        strong[view.seat] = np.repeat(own, len(worlds), axis=0)
        self._best = {seat: one.max(1) for seat, one in strong.items()}
        self._trump = {seat: one.argmax(1) for seat, one in strong.items()}
        self._bold = {
            seat: np.array([nerve(random) for _ in range(len(worlds))]) for seat in self._later
        }
        self._ends: dict[Call, tuple[Integers, Floats]] = {}
        self._worths: dict[tuple[Call, bool], Floats] = {}
        self._found = {seat: np.full(len(worlds), UNKNOWN) for seat in Seat}

    def worth_of(self, call: Call) -> float:
        """What a call is worth that leaves the contract to others: a pass, or a plunge."""
        return mean_of(self.worths_of(call), self._weights)

    def worths_of(self, call: Call) -> Floats:
        """The same by world. Partner is taken to lead after a plunge, whatever the rules say."""
        view = self._view
        assert isinstance(view.auction, Auction)
        seat, bid = view.auction.standing or (NOBODY, PASS)
        if call != PASS:
            seat, bid = view.seat.partner, self._rules.worth(call, view.standing)
        seats, bids = self._ended(seat, bid)
        return self._of_contracts(seats, bids, Seat)

    def worth_of_bid(self, bid: Call, points: Integers, likely: float) -> float:
        """What a bid is worth.

        Args:
            bid: the bid.
            points: what the declaration that it counts on brings in the first worlds.
            likely: the chance to make it.
        """
        worths = self.worths_of_bid(bid, points, likely)
        return mean_of(worths, self._weights[: len(points)])

    def worths_of_bid(self, bid: Call, points: Integers, likely: float) -> Floats:
        """The same by world, in the first of them."""
        if bid not in self._ends:
            seats, bids = self._ended(self._view.seat, bid)
            self._ends[bid] = seats, self._of_contracts(seats, bids, self._hands)
        seats, others = self._ends[bid]
        first = slice(len(points))
        mine = self._worth(bid, points, np.full(len(points), likely), ours=True)
        return np.where(seats[first] == self._view.seat, mine, others[first])

    def _ended(self, seat: int, bid: Call) -> tuple[Integers, Integers]:
        """Who declares what bid in each world, if the others call on over a standing bid."""
        seats = np.full(len(self._weights), int(seat))
        bids = np.full(len(self._weights), int(bid))
        for later in self._later:
            # Nobody is taken to raise a partner's bid.
            free = (seats == NOBODY) | ((seats - later) % 2 == 1)
            before = bids.copy()
            for standing in np.unique(before):
                legal = self._legal(later, standing)
                raises = [bid for bid in legal if bid != PASS]
                if raises:
                    hopes = bidding_odds(self._best[later], raises[0]) + self._bold[later] > 0
                    bidding = free & (before == standing) & (hopes | (PASS not in legal))
                    seats[bidding] = later
                    bids[bidding] = raises[0]
        return seats, bids

    def _legal(self, later: Seat, standing: int) -> tuple[Call, ...]:
        """What a seat may call over a standing bid; over none it may be forced to bid."""
        before = self._view.auction
        assert isinstance(before, Auction)
        passed = (later - before.first) % 4
        return self._rules.legal_calls((Call(standing),) if standing else (PASS,) * passed)

    def _of_contracts(self, seats: Integers, bids: Integers, declarers: Iterable[Seat]) -> Floats:
        """What contracts of these seats are worth, and a deal that all have passed."""
        view = self._view
        worths = np.full(len(seats), equity(self._rules, *self._score))
        for seat in declarers:
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
        chosen = self._trump[seat][missing]
        for number in np.unique(chosen):
            some = missing[chosen == number]
            found[some] = self._solved(seat, self._rules.trumps[number], self._worlds[some])
        return found[where]

    def _solved(self, seat: Seat, trump: Trump, worlds: Masks) -> Integers:
        """What a seat's side takes with this trump."""
        masks = [self._view.hand.mask] * 4
        for other, mask in zip(self._hands, worlds[0].tolist(), strict=True):
            masks[other] = mask
        position = Position(Deal.of_masks(masks), trump=trump, leader=seat)
        points = np.zeros((len(worlds), 1), np.int16)
        wanted = np.ones(1, np.uint8)
        ensemble = Ensemble([(position, None)], list(self._hands))
        ensemble.judge(worlds, wanted, seat.side, None, points)
        return points[:, 0].astype(int)

    def _worth(self, bid: Call, points: Integers, likely: Floats, *, ours: bool) -> Floats:
        """What a contract is worth.

        Args:
            bid: what is bid.
            points: what the declarer's side takes with all hands open, by world.
            likely: how likely it is to make the bid.
            ours: whether it is our side.
        """
        made = self._worths_of(bid, ours)
        gain, loss = made[np.maximum(points, bid.need)], made[np.minimum(points, bid.need - 1)]
        worth: Floats = likely * gain + (1 - likely) * loss
        return worth

    def _worths_of(self, bid: Call, ours: bool) -> Floats:
        """What a contract is worth by the points that the declarer's side takes in the end."""
        if (bid, ours) not in self._worths:
            found = worths_of(self._rules, *self._score, bid, declaring=ours)
            self._worths[bid, ours] = np.array(found)
        return self._worths[bid, ours]
