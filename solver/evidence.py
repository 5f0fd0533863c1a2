"""What the worlds that were solved show, and what might as well be chance.

The same worlds were solved for all options, so that options are compared world by world: what a
lucky world does for both cancels out. Of all the holdings that could be told of, some look
decisive by chance. So one is only told of if its chance to look so is below `DOUBT`, divided by
the number of holdings looked at (Bonferroni), and if it makes a difference of `NOTABLE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp, floor, inf, lgamma, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .explanation import Change, Difference, Explanation, Rival, Safest, Share, Split
from .weighing import error_of

if TYPE_CHECKING:
    from ..engine.view import Unseen, View
    from ._worlds import Masks
    from .advice import Weighed, Weighing
    from .knowledge import Floats
    from .race import Matrix
    from .sample import Sample

DOUBT: Final = 0.005
"""How often a split that is chance alone is told of, at most; and as often a change."""
NOTABLE: Final = 0.1
"""A holding that moves the chance of success by less is not worth a word."""
TINY: Final = 1e-6
"""What rounding may add to a number, or leave of a weight that is 0."""


@dataclass(frozen=True)
class Evidence:
    """All that a decision was made on.

    Args:
        view: what the seat knows.
        best: the option advised.
        weighing: all options, weighed.
        sample: the worlds, of which the first were solved.
    """

    view: View[Any]
    best: Weighed[Any]
    weighing: Weighing[Any]
    sample: Sample

    @property
    def listed(self) -> bool:
        """Whether all worlds that there are were solved."""
        return self.sample.exhaustive and self.weighing.worlds == self.sample.size

    @property
    def exact(self) -> bool:
        """Whether nothing was left to chance, not even how the others play on."""
        return self.listed and not self.top.estimate.error

    @cached_property
    def judged(self) -> list[Weighed[Any]]:
        """The options that solving can judge."""
        return [one for one in self.weighing.options if one.option.via is not None]

    @cached_property
    def top(self) -> Weighed[Any]:
        """The best of those."""
        if self.best.option.via is not None:
            return self.best
        return max(self.judged, key=lambda one: one.rank)

    @cached_property
    def others(self) -> list[Weighed[Any]]:
        """What to compare the best with: if it is a call, the same call in another trump."""
        others = [
            one for one in self.judged if one.option.via != self.top.option.via and one.worth > -inf
        ]
        return [one for one in others if one.option.move == self.top.option.move] or others


def explain(evidence: Evidence) -> Explanation:
    """What the evidence shows."""
    weighing, sample, words = evidence.weighing, evidence.sample, evidence.view.words
    voids = {
        seat: tuple(kinds) for seat, kinds in zip(words.places, words.voids, strict=True) if kinds
    }
    if not evidence.judged:
        return Explanation(None, (), None, None, None, voids)
    top, others = evidence.top, evidence.others
    equals = [one for one in others if one.rank == top.rank]
    rivals = [one for one in others if one.rank != top.rank]
    weights = sample.weights[: weighing.worlds]
    told = 0.0 if evidence.exact else sample.effective / sample.size
    rival = None
    if rivals:
        second = max(rivals, key=lambda one: one.rank)
        rival = Rival(
            second.option.name,
            difference(top.successes, second.successes, weights, told * (not weighing.settled)),
            difference(top.points, second.points, weights, told),
            second.estimate.chance if second.option.optimism else None,
        )
    holdings = Holdings.of(evidence.view.unseen, sample.worlds[: weighing.worlds], weights, told)
    split, change = None, None
    if found := holdings.split(top.successes):
        piece, place, *shares = found
        split = Split(words.places[place], words.pieces[piece], *shares)
    if switch := holdings.change(top.successes, [one.successes for one in rivals]):
        piece, place, number, gain = switch
        name = rivals[number].option.name
        change = Change(words.places[place], words.pieces[piece], name, gain)
    names = tuple(one.option.name for one in equals)
    return Explanation(
        gain=weighing.gain,
        equals=names,
        rival=rival,
        split=split,
        change=change,
        voids=voids,
        safest=safest(evidence),
        instead=weighing.instead,
    )


def safest(evidence: Evidence) -> Safest | None:
    """The options of least risk; None where all are as safe, or nothing is known of risks."""
    shares = {
        one.option.name: (one.estimate.safe, one.option.risk.averted)
        for one in evidence.judged
        if one.option.risk is not None and one.estimate.safe is not None
    }
    if not shares or min(shares.values()) == max(shares.values()):
        return None
    most, averted = max(shares.values())
    error = 0.0 if evidence.sample.exhaustive else error_of(most, evidence.sample.effective)
    names = tuple(name for name, found in shares.items() if found == (most, averted))
    return Safest(names, averted, Share(most, error))


def difference(
    first: Floats, second: Floats, weights: Floats, told: float, unit: float = 1.0
) -> Difference:
    """By how much what is first is more, in the worlds that both know.

    Args:
        first: by world.
        second: by world.
        weights: how much each world counts.
        told: as how many worlds, drawn with equal chances, each counts; 0 if these are all.
        unit: how far one more world may be off. It is added once on each side, as no sample
            proves that things are always equal (D. G. Bonett and R. M. Price, 2012).
    """
    common = min(len(first), len(second))
    apart = first[:common] - second[:common]
    share = weights[:common] / weights[:common].sum()
    mean = float(share @ apart)
    if not told:
        return Difference(mean, 0.0)
    number = told * common
    squares = number * float(share @ apart**2) + 2 * unit**2
    adjusted = mean * number / (number + 2)
    return Difference(mean, sqrt((squares / (number + 2) - adjusted**2) / (number + 2)))


@dataclass(frozen=True)
class Holdings:
    """Who holds what in which world.

    Args:
        pairs: pieces, as numbers of bits, and the (first) places of those who may hold them.
        held: whether the place holds the piece, by world and pair.
        weights: how much each world counts.
        told: as how many worlds, drawn with equal chances, each counts; 0 if these are all.
    """

    pairs: list[tuple[int, int]]
    held: Matrix
    weights: Floats
    told: float

    @classmethod
    def of(cls, unseen: Unseen, worlds: Masks, weights: Floats, told: float) -> Holdings:
        """Those of worlds, as far as these differ. Places of one seat are one hand."""
        bits = [i for i in range(unseen.pieces.bit_length()) if unseen.pieces >> i & 1]
        owners = unseen.seats or tuple(range(len(unseen.sizes)))
        places = [owners.index(owner) for owner in dict.fromkeys(owners)]
        hands = [
            np.bitwise_or.reduce(
                worlds[:, [at for at, owner in enumerate(owners) if owner == owners[place]]], axis=1
            )
            for place in places
        ]
        masks = np.stack(hands, axis=1) if hands else worlds[:, :0]
        held = (masks[:, :, None] >> np.array(bits, np.uint64)) & np.uint64(1)
        flat = held.reshape(len(worlds), -1)
        differ = np.flatnonzero((flat != flat[:1]).any(0))
        pairs = [(bits[at % len(bits)], places[at // len(bits)]) for at in differ.tolist()]
        return cls(pairs, flat[:, differ].astype(np.float32), weights, told)

    def split(self, successes: Floats) -> tuple[int, int, Share, Share] | None:
        """The piece and place that go best with success, and its shares with and without them."""
        if not self.pairs or not len(successes):
            return None
        held = self.held[: len(successes)]
        share = self.weights[: len(successes)] / self.weights[: len(successes)].sum()
        mean = float(share @ successes)
        apart = (share * (successes - mean)) @ held
        among = np.clip(share @ held, TINY, 1 - TINY)
        at = int((np.abs(apart) / np.sqrt(among * (1 - among))).argmax())
        frequent = float(among[at])
        with_it, without = (
            float(np.average(successes, weights=share * part))
            for part in (held[:, at], 1 - held[:, at])
        )
        if abs(with_it - without) < NOTABLE:
            return None
        number = self.told * len(successes)
        if not number:
            return *self.pairs[at], Share(with_it, 0.0), Share(without, 0.0)
        if chance_of_split(with_it, mean, frequent, number) * 2 * len(self.pairs) > DOUBT:
            return None
        return (
            *self.pairs[at],
            Share(with_it, error_of(with_it, frequent * number)),
            Share(without, error_of(without, (1 - frequent) * number)),
        )

    def change(
        self, successes: Floats, others: Sequence[Floats]
    ) -> tuple[int, int, int, Difference] | None:
        """The piece and place with which another option is better; which, and by how much."""
        most, found = 0.0, None
        tries = len(self.pairs) * len(others)
        for number, other in enumerate(others):
            common = min(len(successes), len(other))
            held, weights = self.held[:common], self.weights[:common]
            ahead = other[:common] - successes[:common]
            rows = np.stack([np.ones(common), ahead, ahead > 0, ahead < 0])
            among, gained, better, worse = (weights * rows) @ held
            tell = gained >= NOTABLE * np.maximum(among, TINY)
            if self.told:
                tell &= tries * chance_of_signs(self.told * better, self.told * worse) <= DOUBT
            gained = np.where(tell, gained, 0.0) / weights.sum()
            if gained.max(initial=0.0) > most:
                at = int(gained.argmax())
                most = float(gained[at])
                where = held[:, at] > 0
                gain = difference(
                    other[:common][where], successes[:common][where], weights[where], self.told
                )
                found = *self.pairs[at], number, gain
        return found


def chance_of_split(with_it: float, mean: float, frequent: float, number: float) -> float:
    """How likely chance alone takes the share of success in a part of the worlds so far off.

    Fisher's exact test, one-sided, with counts rounded so that the part looks less unusual.
    Outcomes between failure and success vary less than those it counts: for them it is only more
    careful.

    Args:
        with_it: the share of success in the part.
        mean: that in all the worlds.
        frequent: the share of worlds that the part is.
        number: how many worlds there are.
    """
    if with_it < mean:
        with_it, mean = 1 - with_it, 1 - mean
    worlds = ceil(number)
    part, good = ceil(frequent * number - TINY), ceil(mean * number - TINY)
    least = floor(with_it * frequent * number + TINY)

    def ways(of: int, taken: int) -> float:
        return lgamma(of + 1) - lgamma(taken + 1) - lgamma(of - taken + 1)

    everything = ways(worlds, good)
    return min(
        1.0,
        sum(
            exp(ways(part, some) + ways(worlds - part, good - some) - everything)
            for some in range(max(least, part + good - worlds), min(part, good) + 1)
        ),
    )


def chance_of_signs(better: Floats, worse: Floats) -> Floats:
    """At most how likely so many of these are better if as many should be worse.

    Chernoff's bound for fair coins, 2 to the power of -n(1 - H), H being the entropy of the share
    in bits.
    """
    number = np.maximum(better + worse, TINY)
    share = np.clip(better / number, TINY, 1 - TINY)
    entropy = -share * np.log2(share) - (1 - share) * np.log2(1 - share)
    chances: Floats = np.where(better > worse, 2.0 ** (-number * (1 - entropy)), 1.0)
    return chances
