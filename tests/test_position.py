"""Positions against a plain model built on the judge, whatever is done to them in any order."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.trump import SWEEPS
from golden import endings, of_pair, random_ending, seeds, to_pair, to_pairs

choices = st.integers(0, 2**16)


DECLARERS = {"": 0, "NS": 0, "EW": 1} | {str(seat): int(seat) for seat in ft.SEATS}


@dataclass(frozen=True)
class Model:
    """A position as the rules describe it."""

    contract: str
    hands: tuple[frozenset[judge.Domino], ...]
    leader: int
    trick: tuple[tuple[int, judge.Domino], ...]
    points: tuple[int, int]

    @classmethod
    def of(cls, position: ft.Position) -> "Model":
        hands = [frozenset(to_pairs(hand)) for hand in position.hands]
        if position.contract.idle is not None:
            hands[position.contract.idle] = frozenset()
        self = cls(str(position.contract), tuple(hands), int(position.leader), (), position.points)
        seat, trick = self.leader, []
        for pair in to_pairs(position.trick):
            trick.append((seat, pair))
            seat = judge.next_seat(seat, self.trump, self.declarer)
        return replace(self, trick=tuple(trick))

    @property
    def trump(self) -> str:
        return self.contract.partition(" by ")[0]

    @property
    def declarer(self) -> int:
        return DECLARERS[self.contract.partition(" by ")[2]]

    @property
    def turn(self) -> int:
        if not self.trick:
            return self.leader
        return judge.next_seat(self.trick[-1][0], self.trump, self.declarer)

    @property
    def legal(self) -> set[judge.Domino]:
        return set(judge.legal(self.hands[self.turn], [one for _, one in self.trick], self.trump))

    @property
    def finished(self) -> bool:
        return not self.trick and not any(self.hands)

    @property
    def total(self) -> int:
        """All points there are: taken, on the table and still held."""
        tricks = len(self.hands[self.turn])  # whose turn it is has not played to this one
        if judge.is_sweep(self.trump):
            return sum(self.points) + 6 * tricks
        out = [pair for hand in self.hands for pair in hand] + [pair for _, pair in self.trick]
        return sum(self.points) + tricks + judge.points(out) - 1

    def after(self, pair: judge.Domino) -> "Model":
        hands, points = list(self.hands), list(self.points)
        hands[self.turn] -= {pair}
        trick = (*self.trick, (self.turn, pair))
        after = replace(self, hands=tuple(hands), trick=trick)
        if after.turn != trick[0][0]:
            return after
        left = len(hands[after.turn])
        leader, side, gained = judge.close(trick, self.trump, self.declarer, left)
        points[side] += gained
        if judge.is_sweep(self.trump) and side != self.declarer % 2:
            hands = [frozenset()] * 4
        return Model(self.contract, tuple(hands), leader, (), (points[0], points[1]))

    def built(self) -> ft.Position:
        """A fresh position, its trick played anew."""
        hands = list(self.hands)
        for seat, pair in self.trick:
            hands[seat] |= {pair}
        north, east, south, west = (ft.Hand(map(of_pair, hand)) for hand in hands)
        deal, leader = ft.Deal((north, east, south, west)), ft.SEATS[self.leader]
        contract = ft.Contract.parse(self.contract, leader)
        position = ft.Position(deal, contract, leader, self.points)
        position.play(of_pair(pair) for _, pair in self.trick)
        return position


class PositionMachine(RuleBasedStateMachine):
    """Does anything to a position; the models of all earlier moments are kept for `pop`."""

    @initialize(
        start=st.builds(
            random_ending,
            seeds,
            st.integers(1, 7),
            st.just(0),
            st.sampled_from([ft.TRUMPS, SWEEPS]),
        )
    )
    def begin(self, start: ft.Position) -> None:
        self.position = start
        self.past = [Model.of(start)]
        self.plays: list[ft.Domino] = []

    @property
    def model(self) -> Model:
        return self.past[-1]

    def apply(self, domino: ft.Domino) -> None:
        self.past.append(self.model.after(to_pair(domino)))
        self.plays.append(domino)

    @precondition(lambda self: not self.model.finished)
    @rule(choice=choices)
    def push(self, choice: int) -> None:
        legal = self.position.legal
        domino = legal[choice % len(legal)]
        self.position.push(domino)
        self.apply(domino)

    @rule()
    def pop(self) -> None:
        if not self.plays:
            with pytest.raises(IndexError):
                self.position.pop()
            return
        assert self.position.pop() is self.plays.pop()
        self.past.pop()

    @rule(domino=st.sampled_from(ft.DOMINOES))
    def illegal_push_is_refused(self, domino: ft.Domino) -> None:
        if to_pair(domino) not in self.model.legal:
            with pytest.raises(ft.IllegalMoveError, match=str(domino)):
                self.position.push(domino)

    @rule(seed=seeds, bad=st.sampled_from(ft.DOMINOES))
    def play_is_all_or_nothing(self, seed: int, bad: ft.Domino) -> None:
        random, ahead = ft.Random(seed), self.position.copy()
        line = []
        while not ahead.finished and random.below(4):
            line.append(random.choice(ahead.legal))
            ahead.push(line[-1])
        if bad not in ahead.legal:
            with pytest.raises(
                ft.IllegalMoveError, match=f"play {len(self.plays) + len(line) + 1}"
            ):
                self.position.play([*line, bad])
        elif random.below(2):
            self.position.play(line)
            for domino in line:
                self.apply(domino)

    @rule(way=st.sampled_from([ft.Position.copy, copy.copy, copy.deepcopy, pickle.dumps]))
    def go_on_with_a_copy(self, way: object) -> None:
        assert callable(way)
        twin = way(self.position)
        self.left = self.position
        self.position = pickle.loads(twin) if isinstance(twin, bytes) else twin
        assert self.position.contract == self.left.contract
        while not self.left.finished:  # the copy must not notice
            self.left.push(self.left.legal[0])

    @rule()
    def go_on_with_the_text(self) -> None:
        self.position = ft.Position.parse(str(self.position))
        self.past = self.past[len(self.past) - 1 - len(self.model.trick) :]
        self.plays = self.plays[len(self.plays) - len(self.model.trick) :]

    @invariant()
    def agrees_with_the_model(self) -> None:
        position, model = self.position, self.model
        assert Model.of(position) == model
        assert position.finished == model.finished
        assert set(to_pairs(position.legal)) == (set() if model.finished else model.legal)
        assert position.mover == (-1 if model.finished else model.turn)
        assert position.turn == (None if model.finished else model.turn)
        assert position.plays == tuple(self.plays)
        assert position.rest == model.total - sum(model.points)

    @invariant()
    def equals_what_is_built_anew(self) -> None:
        built = self.model.built()
        assert built == self.position
        assert (built.key, str(built)) == (self.position.key, str(self.position))
        assert hash(built.key) == hash(self.position.key)


PositionMachine.TestCase.settings = settings(max_examples=150, stateful_step_count=40)
TestPosition = PositionMachine.TestCase


def plain_perft(model: Model, depth: int) -> int:
    if depth == 0 or model.finished:
        return 1
    return sum(plain_perft(model.after(pair), depth - 1) for pair in model.legal)


@given(
    seeds,
    st.integers(0, 3),
    st.integers(0, 12),
    st.integers(0, 13),
    st.sampled_from([ft.TRUMPS, SWEEPS]),
)
@settings(max_examples=100)
def test_perft_equals_a_plain_count(
    seed: int, size: int, plays: int, depth: int, trumps: tuple[ft.Trump, ...]
) -> None:
    position = random_ending(seed, size, plays, trumps)
    before = str(position)
    assert position.perft(depth) == plain_perft(Model.of(position), depth)
    assert str(position) == before


@given(endings, seeds)
def test_equal_only_if_the_rest_and_the_points_are_equal(position: ft.Position, seed: int) -> None:
    other = random_ending(seed, position.deal.size, len(position.plays), SWEEPS + ft.TRUMPS)
    assert (position == other) is (Model.of(position) == Model.of(other))
    assert (position != other) is not (position == other)


@pytest.mark.parametrize("trump", ft.TRUMPS[1:], ids=str)
def test_other_trump_other_position(trump: ft.Trump) -> None:
    deal = ft.Deal.random(seed=1)
    blanks, other = ft.Position(deal, trump=ft.Trump.BLANKS), ft.Position(deal, trump=trump)
    assert blanks != other
    assert blanks.key != other.key


def test_points_taken_are_no_part_of_the_key_but_of_the_position() -> None:
    deal = ft.Deal.parse("N:66 / 55 / 64 / 33")
    positions = [
        ft.Position(deal, trump=ft.Trump.ONES, points=points) for points in ((0, 0), (1, 0))
    ]
    assert positions[0].key == positions[1].key
    assert positions[0] != positions[1]
    assert positions[0] != "a text"
    with pytest.raises(TypeError, match="unhashable"):
        hash(positions[0])


@pytest.mark.parametrize("bad", ["6-4", None, 25])
def test_what_is_no_domino_takes_back_the_plays_before_it(bad: Any) -> None:
    position = ft.Position(ft.Deal.random(seed=3), trump=ft.Trump.FIVES)
    with pytest.raises(TypeError, match="Domino"):
        position.play([position.legal[0], bad])
    assert position.plays == ()


def test_leader_is_the_declarer_unless_told() -> None:
    contract = ft.Contract(ft.Trump.ONES, ft.Seat.W, ft.Call(31))
    deal = ft.Deal.random(seed=2)
    assert ft.Position(deal, contract).leader is ft.Seat.W
    assert ft.Position(deal, contract, ft.Seat.E).leader is ft.Seat.E
    with pytest.raises(TypeError):
        ft.Position(deal)


def test_what_equals_a_trump_is_that_trump() -> None:
    """Numbers from numpy arrays are equal to trumps, and must not take their place in a cache."""
    deal = ft.Deal.random(seed=7)
    expected = str(ft.Position(deal, trump=ft.Trump.DOUBLES))
    table = ft.table(deal)
    for trump in (np.int64(7), 7.0, 7, "doubles"):
        position = ft.Position(deal, trump=trump)  # type: ignore[arg-type]
        assert str(position) == expected
        assert position.trump is ft.Trump.DOUBLES
        assert ft.solve(position).points[0] == table[7, 0]


@pytest.mark.parametrize("trump", ["x", 16, -1, 2.5, None, ()])
def test_what_is_no_trump_is_refused(trump: object) -> None:
    with pytest.raises((ft.NotationError, TypeError)):
        ft.Position(ft.Deal.random(seed=7), trump=trump)  # type: ignore[arg-type]


def test_setting_a_position_up_again_forgets_its_plays() -> None:
    deal = ft.Deal.random(seed=7)
    position = ft.Position(deal, trump=ft.Trump.ONES)
    for _ in range(4):
        while not position.finished:
            position.push(position.legal[0])
        ft.Position.__init__(position, deal, trump=ft.Trump.ONES)
        assert position.plays == ()
        assert position == ft.Position(deal, trump=ft.Trump.ONES)


@pytest.mark.parametrize("constant", [ft.Domino(6, 6), ft.ALL])
def test_what_all_share_cannot_be_changed(constant: object) -> None:
    for name in ("count", "mask", "index"):
        with pytest.raises(AttributeError):
            setattr(constant, name, 3)


@pytest.mark.parametrize(
    "use",
    [
        lambda empty: empty.legal,
        lambda empty: empty.key,
        lambda empty: empty.rest,
        lambda empty: ft.Solver().final(empty),
        lambda empty: ft.can_make(empty, ft.Side.NS, 1),
        lambda empty: empty.perft(1),
        lambda empty: empty.push(ft.Domino(6, 6)),
        ft.solve,
        ft.analyse,
    ],
)
def test_a_position_never_set_up_is_an_error_not_a_crash(
    use: Callable[[ft.Position], object],
) -> None:
    with pytest.raises(AttributeError):
        use(ft.Position.__new__(ft.Position))
