"""Rounds of Knaves and Polignac refereed in full, what is written and read, and what is refused."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from itertools import permutations
from typing import Any, Final

import pytest
from hypothesis import given

import fortytwo as ft
import knaves_judge as judge
from fortytwo.adapters.review import review
from fortytwo.engine.cards import Card
from fortytwo.engine.games.knaves.game import KNAVES
from fortytwo.engine.games.knaves.match import Match
from fortytwo.engine.games.knaves.moves import Call, parse_move
from fortytwo.engine.games.knaves.names import read_seat
from fortytwo.engine.games.knaves.round import Round
from fortytwo.engine.games.knaves.rules import OPTIONS, Rules
from fortytwo.engine.options import written
from knaves_rounds import (
    capot_under_way,
    deal_of,
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
    while not judge.finished(table):
        assert same(round, table)
        assert round.recorded is None
        for side, (low, high) in enumerate(map(round.bounds, range(len(table.hands)))):
            assert low <= high, side
        move = random.choice(round.legal)
        round.push(move)
        judge.play(table, to_move(move))
    assert same(round, table)
    assert round.recorded == tuple(judge.score(table))
    ends = [(points, points) for points in judge.net(table)]
    assert list(map(round.bounds, range(len(ends)))) == ends


def referee_match(random: ft.Random, rules: Rules, options: dict[str, Any]) -> None:
    """Play a match at random; who leads, every round, the score and the winners are judged.

    Args:
        random: who plays.
        rules: what is played by.
        options: what the judge goes by.
    """
    match, totals, number = Match(rules), [0] * options["players"], 0
    while not judge.match_winners(options, totals):
        assert not match.finished
        assert match.winner is None
        table = random_table(random, options, number)
        referee(random, match.begin(deal_of(table)), table)
        totals = [total + score for total, score in zip(totals, judge.score(table), strict=True)]
        number += 1
        assert match.score == tuple(totals)
    assert match.winners == tuple(judge.match_winners(options, totals))
    assert match.winner == match.winners[0]


def referee_all(random: ft.Random, rules: Rules, options: dict[str, Any]) -> None:
    """Many matches; the arguments are those of `referee_match`."""
    for _ in range(60):
        referee_match(random, rules, options)


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "endings"])
def test_refereed_self_play_under_any_rules(whole: bool) -> None:
    random = ft.Random(44)
    for _ in range(REFEREED):
        rules = random_rules(random)
        options = options_of(rules)
        table = random_table(random, options) if whole else random_ending(random, options, 5)
        round = to_round(table, rules)
        try:
            referee(random, round, table)
        except AssertionError as error:
            raise AssertionError(f"{round}, rules {rules}") from error


def test_refereed_capots() -> None:
    """Most of them, unlike those of random play, succeed or fail late."""
    random, won = ft.Random(46), 0
    for _ in range(REFEREED // 3):
        round, table = capot_under_way(random)
        referee(random, round, table)
        won += round.core.is_capot
    assert won > REFEREED // 60


def test_refereed_matches_under_any_rules() -> None:
    random = ft.Random(45)
    for _ in range(max(1, REFEREED // 15)):
        target = {"variant": "knaves", "target": 1 + random.below(30)}
        rules = random_rules(random, **target if random.below(2) else {"variant": "polignac"})
        try:
            referee_match(random, rules, options_of(rules))
        except AssertionError as error:
            raise AssertionError(f"rules {rules}") from error


NEEDS: Final[dict[str, dict[str, Any]]] = {
    "players": {"variant": "polignac"},
    "penalty_target": {"variant": "polignac"},
    "capot": {"variant": "polignac"},
    "first_dealer": {"variant": "polignac", "players": 6},
}
"""What options are looked at with."""
SETTINGS: Final = [
    pytest.param(name, value, other, id=f"{name}={written(value)}-not-{written(other)}")
    for name, choice in OPTIONS.choices.items()
    for value, other in permutations((12, 20) if name == "target" else choice.values, 2)
]


@pytest.mark.parametrize(("name", "value", "other"), SETTINGS)
def test_the_judge_misses_an_option_that_is_ignored(name: str, value: Any, other: Any) -> None:
    """Who goes by another value than is agreed is found out."""
    needs = NEEDS.get(name, {})
    agreed = options_of(Rules.preset("source", **needs, **{name: value}))
    ignorant = Rules.preset("source", **needs, **{name: other})
    with pytest.raises((AssertionError, ft.FortyTwoError)):
        referee_all(ft.Random(3), ignorant, agreed)


@given(rounds)
def test_what_is_written_is_read(pair: tuple[Round, judge.Table]) -> None:
    round = pair[0]
    again = Round.parse(str(round), round.rules)
    assert again == round
    assert (str(again), again.moves, again.rules) == (str(round), round.moves, round.rules)
    assert repr(round) == f"Round.parse({str(round)!r})"
    assert pickle.loads(pickle.dumps(round)).moves == round.moves
    for move in (*round.legal, *round.moves):
        assert parse_move(str(move)) == parse_move(f" {str(move).lower()} ") == move


def snapshot(round: Round) -> tuple[object, ...]:
    return (
        round.key, round.points, round.mover, round.legal, round.hands, round.moves,
        [round.bounds(side) for side in range(round.rules.players)],
    )  # fmt: skip


@given(rounds)
def test_moves_are_taken_back(pair: tuple[Round, judge.Table]) -> None:
    round = pair[0]
    back, moves = round.copy(), round.moves
    states = [snapshot(back)]
    while back.moves:
        assert back.pop() == moves[len(back.moves)]
        states.append(snapshot(back))
    with pytest.raises(IndexError):
        back.pop()
    again = Round(round.deal, *round.start, round.rules)
    for number, move in enumerate((*moves, None)):
        assert snapshot(again) == states[-1 - number]
        if move is not None:
            again.push(move)
    assert again == round
    assert round.moves == moves


def test_positions_that_differ_are_not_equal() -> None:
    text = "9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; {} ; {} ; {}"
    rounds = [
        Round.parse(text.format(*parts))
        for parts in (("♠", "A", ""), ("♥", "A", ""), ("♠", "B", ""), ("♠", "A", "0 1 0"))
    ]
    for number, one in enumerate(rounds):
        assert [one == other for other in rounds] == [other == number for other in range(4)]
    assert rounds[0] != "9♥"
    with pytest.raises(TypeError):
        hash(rounds[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9♥ A♦/6♣ J♥/6♥ K♣", "A♦ 9♥ / 6♣ J♥ / K♣ 6♥ ; - ; A ; 0 0 0"),
        ("9h ad / 6c jh / 6h kc ; s", "A♦ 9♥ / 6♣ J♥ / K♣ 6♥ ; ♠ ; A ; 0 0 0"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ts ; b", "A♦ 9♥ / 6♣ J♥ / K♣ 6♥ ; 10♠ ; B ; 0 0 0"),
        (
            "9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; - ; C ; 3 -1 0 ; KC 9H",
            "A♦ 9♥ / 6♣ J♥ / K♣ 6♥ ; - ; C ; 3 -1 0 ; K♣ 9♥",
        ),
    ],
)
def test_positions_may_be_written_in_several_ways(text: str, expected: str) -> None:
    assert str(Round.parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9♥ A♦ / 6♣ J♥", "2 hands: expected 3, one a player"),
        ("9♥ A♦ / 6♣ J♥ / 6♥", "hands of 2, 2, 1"),
        ("9♥ A♦ / 6♣ 9♥ / 6♥ K♣", "9♥ comes twice"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; 9♥", "9♥ comes twice"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; x", "'x' is no card"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; G", "'G' is no seat: expected one of A, B, C, D, E, F"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; D", "leader 3"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; A ; 1 2", "points (1, 2): expected 3 numbers"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; A ; ; A♦ K♣", "move 2: 'K♣' is not allowed now: expected"),
        ("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; A ; ; pass", "move 1: 'pass' is not allowed now: expected"),
        (
            "9♥ / 6♣ / 6♥ ; ♠ ; A ; ; 9♥ 6♣ 6♥ 2♥",
            "move 4: '2♥' is not allowed now: expected nothing",
        ),
        (
            "9♥ / 6♣ / 6♥ ; ♠ ; A ; ; ; ",
            "6 parts: expected hands ; turned ; leader ; points ; moves",
        ),
    ],
)
def test_rounds_that_cannot_be_are_refused(text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as error:
        Round.parse(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2♥ / A♥ / K♥", "2♥ is not in the pack"),
        ("7♠ / A♥ / K♥", "7♠ is not in the pack"),
        ("Q♥ / A♥ / K♥ ; ♠", "♠ is turned up: there are no trumps"),
        ("Q♥ / A♥ / K♥ ; 8♠", "8♠ is turned up: there are no trumps"),
    ],
)
def test_rounds_that_cannot_be_in_polignac_are_refused(text: str, message: str) -> None:
    with pytest.raises(ft.ImpossiblePositionError) as error:
        Round.parse(text, Rules.parse("polignac32"))
    assert str(error.value) == message


def test_what_is_no_move_of_this_game_is_refused() -> None:
    round = Round.parse("9♥ A♦ / 6♣ J♥ / 6♥ K♣")
    for stranger in (ft.Domino(5, 3), ft.Call(30), "9♥", 7, None):
        with pytest.raises(TypeError, match="is no move of Knaves"):
            round.push(stranger)  # type: ignore[arg-type]
    with pytest.raises(ft.IllegalMoveError) as error:
        round.push(Card("6", "♥"))
    assert str(error.value) == "'6♥' is not allowed now: expected 9♥, A♦"
    assert str(round) == "A♦ 9♥ / 6♣ J♥ / K♣ 6♥ ; - ; A ; 0 0 0"
    with pytest.raises(ft.NotationError, match="'H' is no seat"):
        read_seat("H")


def test_deals_that_are_none_are_refused() -> None:
    match = Match()
    deal = deal_of(random_table(ft.Random(1), options_of(match.rules)))
    for hands, turned, message in (
        (deal.hands[:2], deal.turned, "hands of 17, 17: expected 3 of 17"),
        (deal.hands, None, "no card is turned up"),
        (deal.hands, "♠", "no card is turned up"),
        ((*deal.hands[:2], deal.hands[2] - deal.hands[2]), deal.turned, "hands of 17, 17, 0"),
    ):
        with pytest.raises(ft.ImpossiblePositionError, match=message):
            match.begin(type(deal)(hands, turned))
    assert match.begin(deal).mover == 1


def not_yet_tricks(round: Round) -> bool:
    """Whether more than tricks may still count."""
    return round.tricks is None


def test_capot_is_announced_by_one_before_the_first_lead_of_a_whole_deal() -> None:
    rules = Rules.parse("polignac32 capot=true players=4")
    round = Match(rules).deal(ft.Random(1))
    assert (round.legal, round.mover) == ((Call.PASS, Call.CAPOT), 1)
    assert not_yet_tricks(round)
    for _ in range(3):
        round.push(Call.PASS)
    assert round.mover == 0
    assert not_yet_tricks(round)
    with pytest.raises(ft.IllegalMoveError, match="is not allowed now: expected pass, capot"):
        round.push(next(iter(round.hands[0])))
    round.push(Call.PASS)
    assert round.mover == 1
    assert not not_yet_tricks(round)
    round.pop()
    round.push(Call.CAPOT)
    assert (round.mover, round.core.announcer) == (1, 0)
    assert not_yet_tricks(round)
    with pytest.raises(ft.IllegalMoveError, match="'capot' is not allowed now"):
        round.push(Call.CAPOT)
    assert Call.PASS not in Round.parse("Q♥ / A♥ / K♥ / 7♥", rules).legal


def test_after_a_capot_has_failed_the_rest_is_a_trick_game() -> None:
    random = ft.Random(7)
    for _ in range(50):
        round, _ = capot_under_way(random)
        while not round.finished and round.tricks is None:
            round.push(random.choice(round.legal))
        tricks = round.tricks
        if tricks is not None:
            assert (tricks.points, tricks.plays) == (round.points, ())
            while not round.finished:
                move = random.choice(round.legal)
                round.push(move)
                assert isinstance(move, Card)
                tricks.push(move)
                after = round.tricks
                assert after is not None
                assert (after.plays, after.points) == (tricks.plays, round.points)
                assert after.key == tricks.key
                while after.plays:
                    after.pop()


def test_records_of_rounds_are_read() -> None:
    match = Match(Rules.parse("polignac32"))
    round = match.deal(ft.Random(1))
    for _ in range(8):
        round.push(round.legal[0])
    again = KNAVES.read_record(KNAVES.match_record(match))
    assert (again.moves, again.rules) == (round.moves, round.rules)
    line = "9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; A ; 0 0 0 ; 9♥ J♥"
    again = KNAVES.read_record(f"rules: source turned_jack=no_trump\n{line}\n")
    assert (len(again.moves), again.rules.turned_jack) == (2, "no_trump")
    assert KNAVES.read_record(line).rules == Rules.parse("source")
    for text, message in (
        (f"{line}\n{line}", "expected the record of a match, or a line of rules and a position"),
        ("", "1 hand: expected 3"),
        (KNAVES.match_record(Match()), "nothing has been dealt"),
    ):
        with pytest.raises(ft.FortyTwoError, match=message):
            KNAVES.read_record(text)


def test_the_command_line_traces_three_sides() -> None:
    line = "5♠ 8♥ J♠ / 9♣ Q♦ Q♠ / 7♣ 8♣ J♥ ; ♠ ; A ; 0 0 0 ; 8♥ Q♠ J♥ 9♣ 7♣ 5♠"
    command = [sys.executable, "-m", "fortytwo", "--game", "knaves", "trace", "-"]
    told = subprocess.run(
        command, input=line, capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout.splitlines()
    assert told[0] == "Against all others A 1, B -4, C -3; as played A 1, B -3, C 0."
    assert told[1] == "Given away: A 1, B 4, C 0."
    assert told[3].split() == ["1", "A", "8♥", "0", "1", "-3", "1", "J♠", "1/-4/0"]


def test_a_review_tells_of_the_tricks_that_can_be_solved() -> None:
    random = ft.Random(5)
    round = Match().deal(random)
    while not round.finished:
        round.push(random.choice(round.legal))
    lines = list(review(KNAVES, round, 0))
    assert lines[1:4] == list(KNAVES.hands(round))
    assert lines[4].startswith("From trick ")
    assert "on against all others A " in lines[4]
    for line in lines[5:]:
        assert "No play of yours" in line or "better was " in line
        assert not line.endswith("better was .")
