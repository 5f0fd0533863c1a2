"""States in compiled code: taking back, copies, keys and bounds, on Matador."""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Hashable
from typing import Any, Final

import pytest
from hypothesis import given

import fortytwo as ft
import matador_judge as judge
from fortytwo.engine._core import Core
from fortytwo.engine.games.matador.round import Round
from fortytwo.engine.games.matador.rules import Rules
from fortytwo.engine.moves import moves_made
from matador_rounds import (
    SMALL,
    net,
    options_of,
    random_ending,
    random_round,
    random_rules,
    rounds,
    same,
    to_move,
    to_round,
)

ENDINGS: Final = int(os.environ.get("FORTYTWO_ENDINGS", "300"))


def facts(round: Round) -> tuple[object, ...]:
    """All that can be asked of a round."""
    return (
        (str(round), round.key, round.moves, round.hands, round.stock, round.ends),
        (round.mover, round.side, round.finished, round.legal, round.points, round.recorded),
        [round.bounds(side) for side in range(len(round.points))],
    )


@given(rounds)
def test_moves_are_taken_back_one_by_one(pair: tuple[Round, judge.Table]) -> None:
    round, random = pair[0], ft.Random(1)
    begun, past = len(round.moves), []
    while not round.finished:
        past.append(facts(round))
        if random.below(8) == 0:
            round.core.grow()  # more room for the past, which moves with it
        round.push(random.choice(round.legal))
        assert len(round.moves) == begun + len(past)
    while past:
        last = round.moves[-1]
        assert round.pop() == last
        assert facts(round) == past.pop()
    for move in round.moves[::-1]:
        assert round.pop() == move
    with pytest.raises(IndexError, match="there is no move to take back"):
        round.pop()
    with pytest.raises(IndexError, match="there is no move to take back"):
        round.core.pop()


@given(rounds)
def test_copies_are_independent_and_remember_how_they_came_about(
    pair: tuple[Round, judge.Table],
) -> None:
    round, table = pair
    before = facts(round)
    for twin in (round.copy(), copy.copy(round), pickle.loads(pickle.dumps(round))):
        assert twin == round
        assert facts(twin) == before
        assert moves_made(twin) == list(round.moves)
        while not twin.finished:
            twin.push(twin.legal[-1])
            assert twin != round
        while twin.moves:
            twin.pop()
        assert facts(round) == before
        assert same(round, table)


@pytest.mark.parametrize("seed", range(3))
def test_numbers_that_are_no_legal_moves_are_refused_and_change_nothing(seed: int) -> None:
    round, _ = random_round(ft.Random(seed))
    before = facts(round)
    numbers = {*range(-1, 1 << 15), 1 << 31, 1 << 63, 1 << 64, -(1 << 64), 10**5000}
    for number in numbers - set(round.core.legal):
        with pytest.raises(ft.IllegalMoveError, match="is not allowed now"):
            round.core.push(number)
    no_numbers: list[Any] = [0.5, 1.0, None, "1"]
    for no_number in no_numbers:
        with pytest.raises(TypeError):
            round.core.push(no_number)
    assert facts(round) == before


@given(rounds)
def test_moves_and_their_numbers_are_the_same_thing(pair: tuple[Round, judge.Table]) -> None:
    round = pair[0]
    assert len(set(round.core.legal)) == len(round.core.legal)
    assert [round.number_of(move) for move in round.legal] == round.core.legal
    assert [round.number_of(move) for move in round.moves] == round.core.history
    assert round.core.sides == len(round.points)


def explored(
    round: Round, table: judge.Table, seen: dict[Hashable, list[tuple[object, ...]]]
) -> list[int]:
    """What each player can force; on the way, for each state that can arise, what is true of it.

    Args:
        round: the state.
        table: the same as the judge knows it.
        seen: what has been found by key; whatever comes of this state is added.
    """
    players = range(len(table.hands))
    reach = [round.bounds(side) for side in players]
    if table.over:
        values = net(table)
        assert reach == [(value, value) for value in values]
    else:
        found = []
        for move in round.legal:
            round.push(move)
            for side in players:
                low, high = round.bounds(side)
                assert reach[side][0] <= low <= high <= reach[side][1]
            found.append(explored(round, judge.after(table, to_move(move)), seen))
            assert round.pop() == move
        values = [
            (max if side == table.turn else min)(after[side] for after in found) for side in players
        ]
    assert all(low <= value <= high for (low, high), value in zip(reach, values, strict=True))
    rest = (values, reach, round.mover, set(round.legal))
    seen.setdefault(round.key, []).append(rest)
    return values


def test_equal_keys_mean_equal_values_and_bounds_close_in_on_them() -> None:
    random, met_again = ft.Random(9), 0
    for _ in range(ENDINGS):
        rules = random_rules(random)
        table = random_ending(random, options_of(rules), *SMALL[rules.players])
        seen: dict[Hashable, list[tuple[object, ...]]] = {}
        explored(to_round(table, rules), table, seen)
        for first, *others in seen.values():
            assert all(other == first for other in others)
            met_again += len(others)
    assert met_again > ENDINGS


def test_states_are_equal_only_within_a_deal() -> None:
    text = "6-3 1-0 / 3-0 6-5 ; 0 2 ; A ; {}"
    round = Round.parse(text.format("5-5 4-4"))
    assert round == Round.parse(text.format("5-5 4-4"))
    for other in (
        Round.parse(text.format("4-4 5-5")),
        Round.parse(text.format("5-5")),
        Round.parse(text.format("5-5 4-4").replace("A", "B")),
        Round.parse(text.format("5-5 4-4").replace("0 2", "0 52")),
        Round.parse(text.format("5-5 4-4"), Rules.parse("source optional_draw=true")),
        Round.parse(text.format("5-5 4-4"), Rules.parse("source excess_only=true")),
    ):
        assert round != other
    assert round == Round.parse(text.format("5-5 4-4").replace("0 2", "2 0"))
    assert round != "6-3"


def test_sides_that_do_not_exist_are_refused() -> None:
    round = Round.parse("6-3 / 3-0 / 5-5 ; 0 2", Rules.parse("source players=3"))
    for side in (-1, 3):
        with pytest.raises(ft.ImpossiblePositionError, match=f"side {side}: expected 0 to 2"):
            round.bounds(side)


def test_the_inside_of_a_state_is_not_kept() -> None:
    core = Round.parse("6-3 / 3-0 ; 0 2").core
    with pytest.raises(TypeError, match="MatadorCore is the inside of a state: keep that instead"):
        pickle.dumps(core)
    assert (Core().finished, Core().legal, Core().history) == (True, [], [])
