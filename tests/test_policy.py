"""How seats tend to play: compiled cells, likelihoods and draws against a readable twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

import fortytwo as ft
from fortytwo.engine.games.forty_two.trump import follows, is_trump, strength
from fortytwo.solver._ensemble import Ensemble
from fortytwo.solver._policy import Habits, Policy
from golden import random_deal

LEAD_CELLS, LENGTH_CELLS = (3, 2, 4, 3, 3), (3, 2, 8)
FOLLOW_CELLS, KEEP_CELLS = (3, 3, 3, 3, 3, 2), (3, 3, 3, 4, 2)
STARTS = np.cumsum([0, *map(np.prod, (LEAD_CELLS, LENGTH_CELLS, FOLLOW_CELLS, KEEP_CELLS))])
CALM = 0.5
"""Draws follow the softmax of the likings divided by that."""


class Twin:
    """What all see of a game that is played, in sets of dominoes."""

    def __init__(self, position: ft.Position) -> None:
        self.position = position.copy()
        self.trump, self.declarer = position.trump, position.contract.declarer
        self.may = [set(position.deal.dominoes) for _ in ft.Seat]

    def play(self, domino: ft.Domino) -> None:
        position = self.position
        if position.trick and not follows(self.trump, position.trick[0], domino):
            lead = position.trick[0]
            self.may[position.mover] -= {d for d in ft.DOMINOES if follows(self.trump, lead, d)}
        position.push(domino)
        for held in self.may:
            held.discard(domino)

    def cells(self, domino: ft.Domino) -> tuple[int, int]:
        """The numbers of the two cells of a play by the seat to move."""
        position, trump = self.position, self.trump
        seat, trick, hand = position.mover, position.trick, set(position.hands[position.mover])
        foes = (self.may[(seat + 1) % 4] | self.may[(seat + 3) % 4]) - hand
        role = 0 if seat == self.declarer else 1 if (seat + self.declarer) % 2 == 0 else 2

        def over(lead: ft.Domino, one: ft.Domino, among: set[ft.Domino]) -> int:
            return sum(strength(trump, lead, d) > strength(trump, lead, one) for d in among)

        own = int(is_trump(trump, domino))
        fives, above = domino.count // 5, min(3, over(domino, domino, foes))
        if not trick:
            out = min(2, -(-sum(is_trump(trump, d) for d in foes) // 2))
            length = sum(follows(trump, domino, d) for d in hand)
            return (
                number((role, own, above, fives, out), LEAD_CELLS, 0),
                number((role, own, length), LENGTH_CELLS, 1),
            )
        # The third seat still has the opponent behind it, and so has the second; the fourth none.
        later = foes & self.may[(seat + 1) % 4] if len(trick) < 3 else set()
        best = max(trick, key=lambda d: strength(trump, trick[0], d))
        takes = mate = 0
        if strength(trump, trick[0], domino) > strength(trump, trick[0], best):
            takes = 1 if over(trick[0], domino, later) else 2
        if (len(trick) - trick.index(best)) % 2 == 0:
            mate = 1 if over(trick[0], best, later) else 2
        place = len(trick) - 1
        return (
            number((role, place, mate, takes, fives, own), FOLLOW_CELLS, 2),
            number((mate, takes, place, above, own), KEEP_CELLS, 3),
        )

    def chances(self, weights: Sequence[float], heat: float = 1.0) -> dict[ft.Domino, float]:
        """By legal play how likely it is."""
        likings = {d: sum(weights[cell] for cell in self.cells(d)) for d in self.position.legal}
        shares = {d: np.exp(liking / heat) for d, liking in likings.items()}
        return {d: float(share / sum(shares.values())) for d, share in shares.items()}


def number(place: tuple[int, ...], shape: tuple[int, ...], kind: int) -> int:
    return int(np.ravel_multi_index(place, shape) + STARTS[kind])


def trumps_in(trump: ft.Trump) -> int:
    return sum(1 << d.index for d in ft.DOMINOES if is_trump(trump, d))


def played(seed: int, size: int, plays: int) -> ft.Position:
    random = ft.Random(seed)
    contract = ft.Contract(random.choice(ft.TRUMPS), random.choice(ft.SEATS))
    leader = contract.declarer if size == 7 else random.choice(ft.SEATS)
    position = ft.Position(random_deal(random, size), contract, leader)
    for _ in range(plays):
        position.push(random.choice(position.legal))
    return position


def habits_of(position: ft.Position, weights: Sequence[float]) -> Habits:
    start = ft.Position(position.deal, position.contract, position.start[0])
    trumps, declarer = trumps_in(position.trump), position.contract.declarer
    return Habits(Policy(weights), start, position.plays, trumps, declarer)


def random_weights(seed: int, spread: float = 1.0) -> list[float]:
    weights: list[float] = np.random.default_rng(seed).normal(0, spread, Policy.size).tolist()
    return weights


def test_the_cells_are_as_many_as_the_weights() -> None:
    assert Policy.size == STARTS[-1]
    with pytest.raises(IndexError):
        Policy([0.0] * (Policy.size - 1))


@pytest.mark.parametrize("seed", range(60))
def test_cells_are_those_of_the_twin(seed: int) -> None:
    size = 7 if seed % 3 else 1 + seed % 7
    position = played(seed, size, 4 * size)
    twin = Twin(ft.Position(position.deal, position.contract, position.start[0]))
    described = habits_of(position, random_weights(seed)).describe()
    for domino, options in zip(position.plays, described, strict=True):
        legal = twin.position.legal
        assert options == [(one.index, *twin.cells(one)) for one in legal]
        twin.play(domino)


@pytest.mark.parametrize("known", ft.SEATS)
def test_likelihoods_are_those_of_the_twin(known: ft.Seat) -> None:
    """In the true deal and in others that agree with the plays, without those of one seat."""
    for seed in range(15):
        weights = random_weights(seed)
        position = played(seed, 7, ft.Random(seed).below(29))
        view = ft.View(
            seat=known,
            hand=position.deal[known],
            auction=ft.Outcome(position.contract.declarer, ft.Call(30)),
            trump=position.trump,
            plays=position.plays,
        )
        hands = [[hand.mask for hand in position.deal]]
        for world in ft.Worlds(view.unseen).draw_many(ft.Random(seed), 4).tolist():
            masks = [view.hand.mask] * 4
            for place, mask in enumerate(world, 1):
                seat = (known + place) % 4
                masks[seat] = mask | view.seen.played[seat]
            hands.append(masks)
        found = np.zeros(len(hands), np.float32)
        habits_of(position, weights).log_likelihood(known, np.array(hands, np.uint64), found)
        for masks, logarithm in zip(hands, found, strict=True):
            start = ft.Position(ft.Deal.of_masks(masks), position.contract, position.start[0])
            twin, expected = Twin(start), 0.0
            for domino in position.plays:
                if twin.position.turn != known:
                    expected += np.log(twin.chances(weights)[domino])
                twin.play(domino)
            assert logarithm == pytest.approx(expected, abs=1e-3)


def finals(
    position: ft.Position, habits: Habits, branch: ft.Domino, tricks: int, times: int
) -> list[int]:
    """What side NS ends with when a branch is played on, time after time, in the true deal."""
    seats = tuple(ft.SEATS)
    worlds = np.array([position.masks] * times, np.uint64)
    found = np.zeros((times, 1), np.int16)
    wanted = np.ones(1, np.uint8)
    judge = Ensemble([(position, branch)], seats).judge
    judge(worlds, wanted, 0, None, found, habits, tricks, ft.Random(5))
    points: list[int] = found[:, 0].tolist()
    return points


def likeliest(twin: Twin, weights: Sequence[float]) -> ft.Domino | None:
    """The play that is liked most; None if another is liked almost as much."""
    likings = {d: sum(weights[cell] for cell in twin.cells(d)) for d in twin.position.legal}
    best, *others = sorted(likings, key=lambda d: -likings[d])
    return None if others and likings[best] - likings[others[0]] < 20 else best


@pytest.mark.parametrize("tricks", range(5))
def test_play_goes_on_by_the_strongest_habits_until_so_many_tricks_are_left(tricks: int) -> None:
    """Weights so far apart that luck has no part, unless two plays share both cells."""
    compared = 0
    for seed in range(100):
        weights = random_weights(seed, 1000)
        position = played(seed, 7, 2 + ft.Random(seed).below(19))
        habits = habits_of(position, weights)
        for branch in position.legal:
            twin = Twin(ft.Position(position.deal, position.contract, position.start[0]))
            plays = [*position.plays, branch]
            while plays:
                twin.play(plays.pop(0))
                more = len(twin.position.hands[twin.position.mover]) > tricks
                if not plays and (twin.position.trick or more):
                    domino = likeliest(twin, weights)
                    if domino is None:
                        break
                    plays = [domino]
            else:
                expected = ft.solve(twin.position).points[0]
                assert finals(position, habits, branch, tricks, 2) == [expected] * 2
                compared += 1
    assert compared >= 10


def outcomes(twin: Twin, weights: Sequence[float], share: float, found: Counter[int]) -> None:
    """How likely side NS ends with what, all plays gone through."""
    if twin.position.finished:
        found[twin.position.points[0]] += share  # type: ignore[assignment]
        return
    for domino, chance in twin.chances(weights, CALM).items():
        after = Twin(twin.position)
        after.may = [set(held) for held in twin.may]
        after.play(domino)
        outcomes(after, weights, share * chance, found)


@pytest.mark.parametrize("seed", range(8))
def test_drawn_plays_follow_the_softmax(seed: int) -> None:
    """How often a drawn play-out ends with what, five standard errors."""
    weights, times = random_weights(seed), 20_000
    position = played(seed, 3, 3)
    branch = position.legal[0]
    twin = Twin(ft.Position(position.deal, position.contract, position.start[0]))
    for domino in (*position.plays, branch):
        twin.play(domino)
    expected: Counter[int] = Counter()
    outcomes(twin, weights, 1.0, expected)
    seen = Counter(finals(position, habits_of(position, weights), branch, 0, times))
    assert set(seen) <= set(expected)
    for points, chance in expected.items():
        spread = (chance * (1 - chance) / times) ** 0.5
        assert abs(seen[points] / times - chance) <= 5 * spread + 1e-9
