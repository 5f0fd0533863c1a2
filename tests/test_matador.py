"""Rounds of Matador refereed in full, and what is refused."""

from __future__ import annotations

import os
import pickle
from itertools import permutations
from typing import Any, Final

import pytest
from hypothesis import given

import fortytwo as ft
import matador_judge as judge
from fortytwo.engine.games.matador.deal import Deal, opener
from fortytwo.engine.games.matador.match import Match
from fortytwo.engine.games.matador.moves import NOTHING, Lay, Turn, parse_move
from fortytwo.engine.games.matador.round import Round
from fortytwo.engine.games.matador.rules import OPTIONS, Rules
from fortytwo.engine.options import written
from matador_rounds import (
    deal_of,
    net,
    options_of,
    random_ending,
    random_rules,
    random_table,
    rounds,
    same,
    to_move,
    to_round,
)

REFEREED: Final = int(os.environ.get("FORTYTWO_REFEREED", "300"))


def referee(random: ft.Random, round: Round, table: judge.Table) -> None:
    """Play a round at random to its end; every move and the score are judged."""
    while not table.over:
        assert same(round, table)
        assert (round.recorded, set(round.points)) == (None, {0})
        move = random.choice(round.legal)
        round.push(move)
        judge.play(table, to_move(move))
    assert same(round, table)
    assert round.recorded == tuple(judge.score(table))
    assert round.points == tuple(net(table))


def referee_match(random: ft.Random, rules: Rules, options: dict[str, Any]) -> None:
    """Play a match at random; who begins, every round, the score and the winner are judged.

    Args:
        random: who plays.
        rules: what is played by.
        options: what the judge goes by.
    """
    match, totals, number = Match(rules), [0] * options["players"], 0
    while judge.match_winner(options, totals) is None:
        assert not match.finished
        table = random_table(random, options, number)
        referee(random, match.begin(deal_of(table)), table)
        totals = [total + score for total, score in zip(totals, judge.score(table), strict=True)]
        number += 1
        assert match.score == tuple(totals)
    assert match.winner == judge.match_winner(options, totals)


def referee_all(random: ft.Random, rules: Rules, options: dict[str, Any]) -> None:
    """Many matches and endings; the arguments are those of `referee_match`."""
    for _ in range(500):
        referee_match(random, rules, options)
        table = random_ending(random, options, 5, 5)
        referee(random, to_round(table, rules), table)


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "endings"])
def test_refereed_self_play_under_any_rules(whole: bool) -> None:
    random = ft.Random(44)
    for _ in range(REFEREED):
        rules = random_rules(random)
        options = options_of(rules)
        table = random_table(random, options) if whole else random_ending(random, options, 5, 5)
        round = to_round(table, rules)
        try:
            referee(random, round, table)
        except AssertionError as error:
            raise AssertionError(f"{round}, rules {rules}") from error


def test_refereed_matches_under_any_rules() -> None:
    random = ft.Random(45)
    for _ in range(max(1, REFEREED // 10)):
        rules = random_rules(random, target=1 + random.below(200))
        try:
            referee_match(random, rules, options_of(rules))
        except AssertionError as error:
            raise AssertionError(f"rules {rules}") from error


SETTINGS: Final = [
    pytest.param(name, value, other, id=f"{name}={written(value)}-not-{written(other)}")
    for name, choice in OPTIONS.choices.items()
    for value, other in permutations((60, 100) if name == "target" else choice.values, 2)
]


@pytest.mark.parametrize(("name", "value", "other"), SETTINGS)
def test_the_judge_misses_an_option_that_is_ignored(name: str, value: Any, other: Any) -> None:
    """Who goes by another value than is agreed is found out."""
    needs = {"players": 4} if name == "first_player" else {}
    agreed = options_of(Rules.preset("source", **needs, **{name: value}))
    ignorant = Rules.preset("source", **needs, **{name: other})
    with pytest.raises((AssertionError, ft.FortyTwoError)):
        referee_all(ft.Random(3), ignorant, agreed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_somebody_must_have_a_double_to_begin_with(players: int) -> None:
    """A few in a thousand deals are dealt again."""
    rules = Rules.parse(f"source opening=highest_double players={players}")
    match = Match(rules)
    hands = [tile for tile in ft.DOMINOES if not tile.is_double]
    size = rules.hand_size
    deal = Deal(
        tuple(ft.Hand(hands[seat * size :][:size]) for seat in range(players)),
        tuple(tile for tile in ft.DOMINOES if tile not in hands[: players * size]),
    )
    with pytest.raises(ft.ImpossiblePositionError, match="no hand has a double"):
        match.begin(deal)
    assert match.round is None
    random = ft.Random(2)
    for _ in range(1000):
        assert opener(match.drawn(random).hands)


@given(rounds)
def test_what_is_written_is_read(pair: tuple[Round, judge.Table]) -> None:
    round = pair[0]
    again = Round.parse(str(round), round.rules)
    assert again == round
    assert (str(again), again.moves, again.rules) == (str(round), round.moves, round.rules)
    assert repr(round) == f"Round.parse({str(round)!r})"
    assert pickle.loads(pickle.dumps(round)).moves == round.moves
    for move in (*round.legal, *round.moves):
        assert parse_move(str(move)) == parse_move(f" {str(move).upper()} ") == move
    assert len(set(map(str, round.legal))) == len(round.legal)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("53/4", Lay(ft.Domino(5, 3), 4, 5)),
        ("3-5/4", Lay(ft.Domino(5, 3), 4, 5)),
        ("5-3/43", Lay(ft.Domino(5, 3), 9, 5)),
        ("5-3/34", Lay(ft.Domino(5, 3), 9, 5)),
        ("5-2/52>2", Lay(ft.Domino(5, 2), 8, 2)),
        ("5-2/25>5", Lay(ft.Domino(5, 2), 8, 5)),
        ("5-2/5>5", Lay(ft.Domino(5, 2), 5, 5)),
        ("5-5/52", Lay(ft.Domino(5, 5), 8, 5)),
        ("5-2x0", Lay(ft.Domino(5, 2), 0, 8)),
        ("0-0x61", Lay(ft.Domino(0, 0), 7, 0)),
        ("4-3", Lay(ft.Domino(4, 3))),
        ("Draw", Turn.DRAW),
        ("PASS", Turn.PASS),
    ],
)
def test_moves_may_be_written_in_several_ways(text: str, expected: Lay | Turn) -> None:
    assert parse_move(text) == expected
    assert isinstance(expected, Turn) or expected.across == ("x" in text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5-3/5", "'5-3/5': 5-3 does not join an end that shows 5"),
        ("5-2/2>5", "'5-2/2>5': 5-2 does not join an end that shows 2"),
        ("5-2/52", "'5-2/52': expected 5-2/52>2 or 5-2/52>5"),
        ("0-0/0", "'0-0/0': 0-0 does not join an end that shows 0"),
        ("5-3x5", "'5-3x5': only matadors are laid across, as in 5-2x4"),
        ("5-2x5>2", "'5-2x5>2': only matadors are laid across, as in 5-2x4"),
        ("5-3/51", "end '51': expected one of 0, 1, 2, 3, 4, 5, 6, 61, 52, 43"),
        ("5-3/7", "'5-3/7'"),
        ("7-3/4", "'7-3'"),
        ("knock", "'knock'"),
        ("", "'' is no move: expected one as 5-3/4, 5-2x4 or 5-3"),
    ],
)
def test_what_is_no_move_is_refused(text: str, message: str) -> None:
    with pytest.raises(ft.NotationError) as error:
        parse_move(text)
    assert message in str(error.value)


@pytest.mark.parametrize("end", [-1, 11, 256, 1 << 70])
def test_ends_that_there_are_not_are_refused(end: int) -> None:
    """The number of a move once spilled over: laid on end 256, a tile was drawn instead."""
    for on, new in ((end, 0), (0, end)):
        with pytest.raises(ft.NotationError, match=f"end {end}: expected 0 to {NOTHING}"):
            Lay(ft.Domino(0, 0), on, new)


def test_what_is_no_move_of_this_game_is_refused() -> None:
    round = Round.parse("5-3 1-0 / 6-2 ; 4 2")
    for stranger in (ft.Domino(5, 3), ft.Call(30), "5-3/4", 7, None):
        with pytest.raises(TypeError, match="is no move of Matador"):
            round.push(stranger)  # type: ignore[arg-type]
    with pytest.raises(ft.IllegalMoveError) as error:
        round.push(Lay.parse("1-0/6"))
    assert str(error.value) == "'1-0/6' is not allowed now: expected 5-3/4, 5-3/2"
    over = Round.parse("5-3 / 6-2 ; 4 2 ; A ; - ; 5-3/4")
    with pytest.raises(ft.IllegalMoveError, match="'pass' is not allowed now: expected nothing: "):
        over.push(Turn.PASS)
    assert str(round) == "5-3 1-0 / 6-2 ; 4 2 ; A ; -"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5-3", "1 hand: expected 2, one a player"),
        ("5-3 / 6-2 / 1-1", "3 hands: expected 2, one a player"),
        ("5-3 / 3-5", "5-3 comes twice"),
        ("5-3 / 6-2 ; ; ; 1-1 5-3", "5-3 comes twice"),
        ("5-3 / 6-2 ; ; ; 1-1 1-1", "1-1 comes twice"),
        ("5-3 / 6-2 ; ; C", "turn 2: expected 0 to 1"),
        ("5-3 / 6-2 ; ; E", "'E' is no seat: expected one of A, B, C, D"),
        ("5-3 / 6-2 ; 4", "ends '4': expected two, as 4 52, or - for none"),
        ("5-3 / 6-2 ; 4 2 1", "ends '4 2 1': expected two"),
        ("5-3 / 6-2 ; 4 53", "end '53': expected one of 0, 1, 2"),
        ("- / - ; 4 2", "two hands are empty"),
        ("5-3 / 6-2 ; 4 2 ; A ; - ; pass", "'pass' is not allowed now: expected 5-3/4, 5-3/2"),
        ("5-3 / 6-2 ; 4 2 ; A ; - ; - ; -", "expected hands ; ends ; turn ; stock ; moves"),
        ("5-3 / 6-7", "'6-7'"),
    ],
)
def test_rounds_that_cannot_be_are_refused(text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as error:
        Round.parse(text)
    assert message in str(error.value)


@pytest.mark.parametrize("ends", [(3, NOTHING), (NOTHING, 3), (-1, 3), (3, 11), (256, 256)])
def test_rounds_with_ends_that_there_are_not_are_refused(ends: tuple[int, int]) -> None:
    with pytest.raises(ft.ImpossiblePositionError, match="expected 0 to 9 each"):
        Round(Deal.parse("5-3 / 6-2"), ends=ends)


def test_the_highest_double_is_laid_first() -> None:
    rules = Rules.parse("standard")
    text = "5-5 3-3 6-1 / 4-4 6-5 ; - ; {} ; 6-6 0-0 1-0"
    with pytest.raises(ft.ImpossiblePositionError, match="B cannot begin: 5-5 is to be laid"):
        Round.parse(text.format("B"), rules)
    round = Round.parse(text.format("A"), rules)
    assert set(map(str, round.legal)) == {"5-5", "draw"}
    round.push(Turn.DRAW)
    assert "5-5" in map(str, round.legal)
    assert "6-6" not in map(str, round.legal)
    assert "3-3" in map(str, Round.parse(text.format("A")).legal)
    assert Round.parse(text.replace("-", "4 2", 1).format("B"), rules).mover == 1
