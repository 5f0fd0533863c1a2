"""Traces of games against the naive reference and the search, and what their numbers add up to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft
import reference
from golden import RULES, endings, random_ending, random_round, to_pair
from golden import rounds as any_rounds


def start_of(position: ft.Position) -> ft.Position:
    start = position.copy()
    while start.plays:
        start.pop()
    return start


def played_out(random: ft.Random, mistakes: int) -> ft.Position:
    """A full deal of which one play in so many is random and the others are best."""
    deal, trump = ft.Deal.draw(random), random.choice(ft.TRUMPS)
    position = ft.Position(deal, trump=trump, leader=random.choice(ft.SEATS))
    solver = ft.Solver()
    while not position.finished:
        play = random.choice(position.legal)
        if random.below(mistakes):
            values = ft.analyse(position, solver)
            side = position.mover % 2
            play = max(position.legal, key=lambda domino: values[domino][side])
        position.push(play)
    return position


def check(trace: ft.Trace[ft.Domino], position: ft.Position) -> None:
    """What must hold of every trace of a position."""
    assert tuple(play.move for play in trace.plays) == position.plays
    assert [play.number for play in trace.plays] == list(range(1, len(trace.plays) + 1))
    values = [trace.start, *(play.after for play in trace.plays)]
    assert [play.before for play in trace.plays] == values[:-1]
    assert trace.end == values[-1] == ft.solve(position).points
    assert trace.start == ft.solve(start_of(position)).points
    # What a side gives away the other gains.
    ns, ew = trace.costs
    assert trace.start[0] - trace.end[0] == ns - ew == trace.end[1] - trace.start[1]
    for play in trace.plays:
        assert play.side == ft.SEATS[play.seat].side
        assert play.cost >= 0
        assert (play.cost > 0) == bool(play.better)
        brought = [points[play.side] for points in play.better.values()]
        assert brought == sorted(brought, reverse=True)


@pytest.mark.parametrize(("size", "number"), [(1, 50), (2, 200), (3, 200), (4, 25)])
def test_every_play_of_an_ending_is_judged_as_the_naive_reference_does(
    size: int, number: int
) -> None:
    mistakes = 0
    for seed in range(number):
        position = random_ending(seed, size, 4 * size)
        again = start_of(position)
        for play in ft.trace(position).plays:
            taken, total = again.points[0], sum(again.points) + again.rest
            hands = [[to_pair(domino) for domino in hand] for hand in again.hands]
            trick = [to_pair(domino) for domino in again.trick]
            values = {
                move: (taken + value, total - taken - value)
                for move, value in reference.values(
                    hands, str(again.trump), int(again.leader), trick
                ).items()
            }
            side = again.mover % 2
            after = values[to_pair(play.move)]
            assert (play.seat, play.after) == (again.mover, after)
            assert play.before[side] == max(points[side] for points in values.values())
            assert {to_pair(move): points for move, points in play.better.items()} == {
                move: points for move, points in values.items() if points[side] > after[side]
            }
            mistakes += play.cost > 0
            again.push(play.move)
        assert again.finished
    assert size == 1 or mistakes > number // 10


@pytest.mark.parametrize("mistakes", [1, 4, 100])
def test_costs_explain_the_difference_between_best_play_and_what_was_played(mistakes: int) -> None:
    random = ft.Random(mistakes)
    for _ in range(150):
        position = played_out(random, mistakes)
        trace = ft.trace(position)
        assert trace.end == position.points
        check(trace, position)


@given(endings)
def test_a_position_in_play_is_traced_to_what_is_left(position: ft.Position) -> None:
    before = position.copy()
    check(ft.trace(position), position)
    assert (position, position.plays) == (before, before.plays)


def test_whole_games_are_judged_as_analyse_does() -> None:
    random = ft.Random(3)
    for _ in range(10):
        position = played_out(random, 3)
        again = start_of(position)
        for play in ft.trace(position).plays:
            values = ft.analyse(again)
            after = values[play.move][play.side]
            assert play.after == values[play.move]
            assert play.better == {
                move: points for move, points in values.items() if points[play.side] > after
            }
            again.push(play.move)


@given(any_rounds)
def test_a_round_its_record_and_its_position_have_one_trace(round: ft.Round) -> None:
    record = ft.Record.of(round)
    if round.position is None:
        for game in (round, record):
            with pytest.raises(ft.ImpossiblePositionError, match="the play has not begun"):
                ft.trace(game)
        return
    trace = ft.trace(round)
    assert trace == ft.trace(record) == ft.trace(round.position)
    check(trace, round.position)
    assert ft.Record.of(round) == record


@given(st.integers(0, 2**32), st.sampled_from(RULES))
def test_turns_lead_from_whether_a_bid_can_be_made_to_whether_it_was(
    seed: int, rules: ft.Rules
) -> None:
    round = random_round(seed, rules, 33)
    if round.won is None:
        return
    declarer, bid = round.won
    trace = ft.trace(round)
    makeable, made = (points[declarer.side] >= bid.need for points in (trace.start, trace.end))
    turns = trace.turns(declarer.side, bid.need)
    assert (len(turns) % 2 == 1) == (makeable != made)
    for number, play in enumerate(turns):
        # The declarer's side gives it away, the other lets it be made, by turns.
        assert (play.side == declarer.side) == (makeable != bool(number % 2))


def test_a_kept_solver_traces_what_a_fresh_one_does() -> None:
    random, kept = ft.Random(4), ft.Solver(1 << 10)
    games = [played_out(random, 3) for _ in range(5)]
    for position in games + games[::-1]:
        assert ft.trace(position, kept) == ft.trace(position)


class Counting(ft.Solver):
    """A solver that counts what it is asked."""

    questions = 0
    values = 0

    def can_reach(self, *asked: Any) -> bool:
        self.questions += 1
        return super().can_reach(*asked)

    def final(self, position: Any) -> tuple[int, ...]:
        self.values += 1
        return super().final(position)


def test_a_play_that_costs_nothing_is_one_question() -> None:
    random = ft.Random(5)
    for _ in range(10):
        position, solver = played_out(random, 1 << 32), Counting()
        again, choices = start_of(position), 0
        for domino in position.plays:
            choices += len(again.legal) > 1
            again.push(domino)
        assert ft.trace(position, solver).costs == (0, 0)
        assert (solver.questions, solver.values) == (choices + 1, 1)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(TypeError, match="'rules: source' is no position"):
        ft.trace("rules: source")  # type: ignore[arg-type]
