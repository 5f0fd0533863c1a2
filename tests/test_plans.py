"""Plans: what one seat wins that plays alike in worlds it cannot tell apart, by sets of worlds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from test_policy import Twin

import fortytwo as ft
from fortytwo.engine.games.forty_two.plays import domino_of
from fortytwo.solver._plans import Planner
from fortytwo.solver._policy import Habits, Policy
from fortytwo.solver.games.forty_two.appraisal import trumps_of
from fortytwo.solver.games.forty_two.beliefs import hands_before

Won = frozenset[int]
"""The worlds in which a plan succeeds."""


class Plans:
    """All plans, in plain sets.

    Args:
        seat: whose plans; partner plays what it likes best of what keeps success in reach.
        need: the points that are success.
        weights: of the policy.
    """

    def __init__(self, seat: ft.Seat, need: int, weights: Sequence[float]) -> None:
        self.seat, self.need, self.weights = seat, need, weights

    def succeeds(self, twin: Twin) -> bool:
        return ft.can_make(twin.position, self.seat.side, self.need)

    def after(self, worlds: dict[int, Twin], domino: ft.Domino, own: int) -> set[Won]:
        """What plans win after a play that is legal in these worlds."""
        later = {}
        for number, twin in worlds.items():
            later[number] = Twin(twin.position)
            later[number].may = [set(may) for may in twin.may]
            later[number].play(domino)
        return self.plans(later, own)

    def plans(self, worlds: dict[int, Twin], own: int) -> set[Won]:
        twin = next(iter(worlds.values()))
        mover = twin.position.turn
        if mover is None or (mover == self.seat and own == 0):
            return {frozenset(number for number, one in worlds.items() if self.succeeds(one))}
        if mover == self.seat:
            moves = twin.position.legal
            return set().union(*(self.after(worlds, move, own - 1) for move in moves))
        played: dict[ft.Domino, dict[int, Twin]] = {}
        for number, one in worlds.items():
            partners = mover.side == self.seat.side
            for move in (self.habit(one),) if partners else one.position.legal:
                played.setdefault(move, {})[number] = one
        found = {frozenset(worlds)}
        for move, some in played.items():
            fronts = self.after(some, move, own)
            lost = [frozenset(some) - won for won in fronts]
            found = {won - one for won, one in product(found, lost)}
        return found

    def habit(self, twin: Twin) -> ft.Domino:
        """What partner plays."""
        liking: dict[ft.Domino, tuple[bool, float]] = {}
        for move in twin.position.legal:
            twin.position.push(move)
            kept = self.succeeds(twin)
            twin.position.pop()
            liking[move] = kept, sum(self.weights[cell] for cell in twin.cells(move))
        return max(liking, key=lambda move: liking[move])


@pytest.mark.parametrize("seed", range(40))
def test_the_best_plan_is_found(seed: int) -> None:
    """Views of the last four tricks, the seat anywhere in the trick, weights at random."""
    random = ft.Random(seed)
    round = ft.Round(ft.Deal.draw(random), ft.Outcome(ft.Seat(random.below(4)), ft.Call(30)))
    round.push(ft.Trump(random.below(7)))
    for _ in range(12 + random.below(8)):
        round.push(random.choice(round.legal))
    view = ft.View.of(round)
    worlds = ft.Worlds(view.unseen).draw_many(random, 2 + random.below(8))
    weights = [random.fraction() for _ in range(Policy.size)]
    shares = np.array([1.0 + random.below(9) for _ in worlds])
    position = view.world(worlds[0].tolist())
    assert isinstance(position, ft.Position)
    assert view.trump is not None
    assert round.won is not None
    low, high = position.bounds(view.side)
    need = low + 1 + random.below(high - low)
    declarer = round.won[0]
    start = ft.Position(round.deal, trump=view.trump, leader=declarer)
    plays = [domino_of(play) for play in view.plays]
    known = Habits(Policy(weights), start, plays, trumps_of(view.trump), declarer)
    moves = position.legal
    found = np.zeros((len(worlds), len(moves)), np.int16)
    Planner(position, [(view.seat + i) % 4 for i in (1, 2, 3)], known).judge(
        worlds, shares, moves, need, found
    )
    twins = {}
    for number, masks in enumerate(hands_before(view, worlds).tolist()):
        twins[number] = Twin(
            ft.Position(ft.Deal.of_masks(masks), trump=view.trump, leader=declarer)
        )
        for domino in plays:
            twins[number].play(domino)
    plans = Plans(view.seat, need, weights)
    for column, move in zip(found.T, moves, strict=True):
        fronts = plans.after(twins, move, 1)
        won = frozenset(np.flatnonzero(column).tolist())
        assert won in fronts
        assert shares @ column == max(sum(shares[list(one)]) for one in fronts)
