"""Claims against a search that tries everything over explicit sets of worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft
from chips import Chip, random_position
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine.games.forty_two.trump import SWEEPS
from fortytwo.engine.state import State
from fortytwo.engine.view import Option, Unseen, View, Words
from fortytwo.solver.claim import Search
from fortytwo.solver.games.forty_two.book import declaration, play
from golden import endings, random_ending

World = State[Any]


def sure(worlds: Sequence[World], seat: int, need: int) -> bool:
    """Whether a seat that cannot tell these worlds apart gets its points whatever others do."""
    one = worlds[0]
    if one.finished:
        return one.points[seat % 2] >= need
    if one.mover == seat:
        return any(sure(after(worlds, move), seat, need) for move in one.legal)
    moves = {move for world in worlds for move in world.legal}
    return all(sure(after(worlds, move), seat, need) for move in moves)


def after(worlds: Sequence[World], move: Any) -> list[World]:
    """The worlds in which a move is possible, after it."""
    left = [world.copy() for world in worlds if move in world.legal]
    for world in left:
        world.push(move)
    return left


def all_worlds(view: View[Any]) -> list[World]:
    return [view.world(hidden) for hidden in ft.Worlds(view.unseen)]


@dataclass(frozen=True)
class ChipView:
    """What the seat to play knows in a game of no name."""

    position: TrickPosition[Chip]
    need: int
    game = "chips"
    question = "play"
    claim = None

    @property
    def side(self) -> int:
        return self.position.side

    @property
    def unseen(self) -> Unseen:
        table, masks, seat = self.position.table, self.position.masks, self.position.mover
        out = sum(masks) - masks[seat]
        steps, *_ = table.replay(self.position.plays, self.position.leader)
        excluded = [0] * 4
        for chip, (player, lead) in zip(self.position.plays, steps, strict=True):
            excluded[player] |= table.excluded(chip, lead)
        others = [(seat + step) % 4 for step in (1, 2, 3)]
        return Unseen(
            out,
            tuple(masks[other].bit_count() for other in others),
            tuple(out & ~excluded[other] for other in others),
        )

    @property
    def words(self) -> Words:
        raise NotImplementedError

    @property
    def options(self) -> list[Option[Chip]]:
        return [
            Option(chip, "", chip, (), self.need, "", "", self.need.__le__)
            for chip in self.position.legal
        ]

    def world(self, hidden: Sequence[int]) -> TrickPosition[Chip]:
        position, trick = self.position, self.position.trick
        masks = list(position.masks)
        for step, mask in enumerate(hidden, 1):
            masks[(position.mover + step) % 4] = mask
        for place, chip in enumerate(trick):
            masks[(position.leader + place) % 4] |= 1 << chip.index
        world = TrickPosition(position.table, masks, position.leader, position.points)
        for chip in trick:
            world.push(chip)
        return world


def chip_view(random: ft.Random) -> ChipView:
    position = random_position(random, 2 + random.below(2), 16)
    low, high = position.bounds(position.side)
    return ChipView(position, low + random.below(high - low + 2))


def played_view(random: ft.Random, dominoes: int) -> ft.View:
    """A view late in a random deal, when the hands have so many dominoes."""
    contract = ft.Contract(random.choice(ft.TRUMPS), random.choice(ft.SEATS), ft.Call(30))
    position = ft.Position(ft.Deal.draw(random), contract)
    for _ in range(4 * (7 - dominoes) + random.below(4)):
        position.push(random.choice(position.legal))
    return ft.View.of_position(position)


GOALS = ("rest", "contract")


def booked_view(random: ft.Random, dominoes: int) -> ft.View:
    """A view of the declarer's after play by the book, when it leads and holds so many."""
    while True:
        deal, seat = ft.Deal.draw(random), random.choice(ft.SEATS)
        trump = declaration(ft.View(seat, deal[seat]))
        position = ft.Position(deal, ft.Contract(trump, seat, ft.Call(30)))
        while not position.finished:
            view = ft.View.of_position(position)
            if view.seat == seat and not view.seen.trick and len(view.holding) == dominoes:
                return view
            position.push(play(view))


def check_against_all_worlds(view: View[Any], goal: str) -> str:
    """Check a claim, and return what came of it."""
    found, worlds = ft.claim(view, goal=goal, node_limit=None), all_worlds(view)
    seat = worlds[0].mover
    assert found.status == ("proven" if sure(worlds, seat, found.need) else "refuted")
    if found.status == "proven":
        assert sure(after(worlds, found.move), seat, found.need)
        assert (found.counter, found.line) == (None, ())
    else:
        check_counter(view, found)
        assert found.move is None
    return found.status


def check_counter(view: View[Any], found: ft.Claim[Any]) -> None:
    """The counter-world is a world of the view, and its line leads out of reach."""
    counter, side = found.counter, view.side
    assert counter is not None
    assert counter.tricks is not None
    masks = counter.tricks.masks
    if isinstance(counter, ft.Position):
        masks = tuple(hand.mask for hand in counter.hands)
    others = [masks[(counter.mover + step) % 4] for step in (1, 2, 3)]
    assert sum(others) == view.unseen.pieces
    assert tuple(mask.bit_count() for mask in others) == view.unseen.sizes
    assert not any(m & ~may for m, may in zip(others, view.unseen.allowed, strict=True))
    assert counter.key == view.world(others).key
    for move in found.line:
        counter.push(move)
    assert counter.bounds(side)[1] < found.need


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("dominoes", "views"), [(1, 100), (2, 200), (3, 60), (4, 15)])
def test_claims_are_what_trying_everything_gives(dominoes: int, views: int, goal: str) -> None:
    random, seen = ft.Random(dominoes), Counter[str]()
    while seen.total() < views:
        view = played_view(random, dominoes)
        if ft.Worlds(view.unseen).count <= 150:
            seen[check_against_all_worlds(view, goal)] += 1
    assert len(seen) == 2


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("trump", SWEEPS, ids=str)
def test_claims_in_nello_and_sevens(trump: ft.Trump, goal: str) -> None:
    random, seen = ft.Random(trump), Counter[str]()
    while seen.total() < 100:
        size = 1 + random.below(3)
        position = random_ending(random.below(2**32), size, random.below(6), [trump])
        if position.finished:
            continue
        view = ft.View.of_position(position, ft.Call(42))
        if ft.Worlds(view.unseen).count <= 100:
            seen[check_against_all_worlds(view, goal)] += 1
    assert min(seen["proven"], seen["refuted"]) > 5


@pytest.mark.parametrize("goal", GOALS)
def test_claims_in_games_of_no_name(goal: str) -> None:
    random, seen = ft.Random(5), Counter[str]()
    while seen.total() < 300:
        view = chip_view(random)
        if ft.Worlds(view.unseen).count <= 100:
            seen[check_against_all_worlds(view, goal)] += 1
    assert min(seen["proven"], seen["refuted"]) > 30


def test_what_is_remembered_does_not_mislead() -> None:
    """One search, asked for any number of points in any order, also of longer games."""
    random, asked = ft.Random(8), 0
    while asked < 1000:
        position = random_position(random, 3, 12)
        view = ChipView(position, 0)
        if ft.Worlds(view.unseen).count > 20:
            continue
        worlds, taken = all_worlds(view), position.points[position.side]
        low, high = position.bounds(position.side)
        needs = [low + random.below(high - low + 1) for _ in range(6)]
        search = Search(position, None, None)
        for need in needs:
            start = search.start(position, view.unseen, need - taken)
            assert search.wins(start) == sure(worlds, position.mover, need)
            asked += 1


@pytest.mark.parametrize("goal", GOALS)
def test_a_plan_holds_whatever_the_others_play(goal: str) -> None:
    """Asked again at each turn, in worlds drawn and against random plays."""
    random, plans = ft.Random(6), 0
    while plans < 20:
        view = booked_view(random, 3 + random.below(3))
        claimed = ft.claim(view, goal=goal, node_limit=1000)
        if claimed.status == "proven":
            plans += 1
            worlds = ft.Worlds(view.unseen)
            for _ in range(5):
                follow_plan(view, view.world(worlds.draw(random)), goal, claimed.need, random)


def follow_plan(view: ft.View, world: Any, goal: str, need: int, random: ft.Random) -> None:
    assert ft.can_make(world, view.side, need)
    while not world.finished:
        move = random.choice(world.legal)
        if world.turn == view.seat:
            found = ft.claim(ft.View.of_position(world), goal=goal)
            assert found.status == "proven"
            move = found.move
        world.push(move)
    assert world.points[view.side] >= need


@given(endings.filter(lambda one: not one.finished), st.integers(30, 42), st.sampled_from(GOALS))
def test_what_is_proven_is_won_with_open_hands_and_what_is_refuted_has_a_world(
    position: ft.Position, bid: int, goal: str
) -> None:
    view = ft.View.of_position(position, ft.Call(42 if position.contract.is_sweep else bid))
    found = ft.claim(view, goal=goal, node_limit=300)
    if found.status == "refuted":
        check_counter(view, found)
    worlds, random = ft.Worlds(view.unseen), ft.Random(bid)
    for _ in range(10 if found.status == "proven" else 0):
        assert ft.can_make(view.world(worlds.draw(random)), view.side, found.need)


def test_refutations_early_in_a_deal_are_possible() -> None:
    random, refuted = ft.Random(7), 0
    while refuted < 40:
        view = booked_view(random, 5 + random.below(3))
        found = ft.claim(view, node_limit=5000)
        if found.status == "refuted":
            refuted += 1
            check_counter(view, found)


def test_what_nothing_can_beat_is_claimed_without_a_search() -> None:
    """Trumps that are drawn, and then walks, with six tricks of three unknown hands to come."""
    hand = "6-6 6-5 6-4 6-3 5-5 5-4 4-4"
    found = ft.claim(ft.View.parse(f"N:{hand} ; declarer N ; bid 2M ; trump sixes"))
    assert (found.status, found.need, found.nodes) == ("proven", 42, 0)
    # The three trumps that are out may lie in one hand, so a fourth lead is needed with three.
    hand = "6-6 6-5 6-4 5-5 5-4 4-4 3-3"
    found = ft.claim(ft.View.parse(f"N:{hand} ; declarer N ; bid 42 ; trump sixes"))
    assert found.status == "refuted"


def test_a_guess_is_no_plan() -> None:
    """In each of the worlds there is a plan that sets the bid, but none for all of them."""
    view = ft.View.parse(
        "E:6-0 3-1 ; declarer N ; bid 36 ; trump threes ; plays 4-4 ; leader N ; points 23-1 "
        "; others 6-4 6-2 5-1 5-0 4-4 2-1"
    )
    found = ft.claim(view, goal="contract")
    assert found.status == "refuted"
    assert all(sure([world], view.seat, found.need) for world in all_worlds(view))


VIEW = ft.View.parse("N:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer N ; bid 30 ; trump sixes")


def test_limits_leave_a_claim_unproven() -> None:
    for limits in ({"node_limit": 100}, {"time_limit": 1e-6}):
        found = ft.claim(VIEW, goal="contract", **limits)
        assert (found.status, found.move, found.counter, found.line) == ("unproven", None, None, ())
        assert found.nodes <= 256


def test_what_has_been_taken_counts_for_the_contract_alone() -> None:
    text = "N:6-6 5-3 ; others 6-5 6-3 6-1 4-4 3-3 2-2 ; declarer N ; bid 30 ; trump sixes"
    for points, status in (("28-0", "refuted"), ("29-0", "proven")):
        view = ft.View.parse(f"{text} ; points {points}")
        assert ft.claim(view, goal="contract").status == status
        assert ft.claim(view, goal="rest").status == "refuted"


@pytest.mark.parametrize(
    ("view", "arguments", "error", "message"),
    [
        (VIEW, {"goal": "all"}, ft.OptionError, "goal 'all': expected one of rest, contract"),
        (VIEW, {"node_limit": 0}, ft.OptionError, "node limit 0: expected a whole number"),
        (VIEW, {"time_limit": -1}, ft.OptionError, "time limit -1: expected seconds"),
        (
            ft.View.parse("N:6-6 6-5 6-4 6-2 5-5 4-1 3-2"),
            {},
            ft.IllegalMoveError,
            "the seat is to bid: a claim is about play",
        ),
        (
            ft.View.parse("S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer N ; bid 30 ; trump sixes"),
            {},
            ft.IllegalMoveError,
            "the turn of N, not of S",
        ),
    ],
)
def test_what_cannot_be_claimed(
    view: ft.View, arguments: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ft.claim(view, **arguments)
