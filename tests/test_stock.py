"""Deals and matches of games with a stock, refereed in full, and what is refused."""

from __future__ import annotations

import copy
import os
import pickle
from itertools import permutations
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.games import GAMES as PLAYED
from fortytwo.engine.moves import moves_made
from fortytwo.engine.options import written
from fortytwo.engine.stock.moves import Play, Turn, parse_move
from golden import needed
from stock_rounds import GAMES, SIXTY_SIX, Stock, games, seeds, to_move

REFEREED: Final = int(os.environ.get("FORTYTWO_REFEREED", "250"))

begun = st.builds(
    lambda game, seed: (game, *game.random_round(ft.Random(seed))), st.sampled_from(GAMES), seeds
)
"""A game, and a deal of it under way as both know it."""


def referee(random: ft.Random, game: Stock, round: Any, table: Any) -> None:
    """Play a deal at random to its end; every move and the score are judged."""
    while not table.over:
        assert game.same(round, table)
        assert (round.recorded, round.points) == (None, (0, 0))
        move = random.choice(round.legal)
        round.push(move)
        game.judge.play(table, to_move(move))
    assert game.same(round, table)
    scores = game.judge.score(table)
    assert round.recorded == tuple(scores)
    assert round.points == (scores[0] - scores[1], scores[1] - scores[0])


def referee_match(random: ft.Random, game: Stock, rules: Any, options: dict[str, Any]) -> None:
    """Play a match at random to its end: deals, play, scores, and who wins.

    Args:
        random: what is drawn.
        game: the game.
        rules: the rules as the engine knows them.
        options: the same as the judge does.
    """
    match, scores = game.match.Match(rules), list[list[int]]()
    totals = (0, 0)
    while game.judge.match_winner(options, totals) is None:
        assert match.winner is None
        pack = game.shuffled(random)
        table = game.judge.next_deal(options, scores, pack)
        round = match.begin(game.deal(match, pack))
        referee(random, game, round, table)
        scores.append(game.judge.score(table))
        totals = (sum(one for one, _ in scores), sum(other for _, other in scores))
        assert match.score == totals
    assert match.winner == game.judge.match_winner(options, totals)


def referee_all(random: ft.Random, game: Stock, rules: Any, options: dict[str, Any]) -> None:
    """Many matches; the arguments are those of `referee_match`."""
    for _ in range(300):
        referee_match(random, game, rules, options)


@games
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "endings"])
def test_refereed_self_play_under_any_rules(game: Stock, whole: bool) -> None:
    random = ft.Random(44)
    for _ in range(REFEREED):
        rules = game.random_rules(random)
        table = game.random_ending(random, rules, 5, 3)
        if whole:
            table = game.random_table(random, rules)
        round = game.to_round(table, rules)
        try:
            referee(random, game, round, table)
        except AssertionError as error:
            raise AssertionError(f"{round}, rules {rules}") from error


@games
def test_refereed_matches_under_any_rules(game: Stock) -> None:
    random = ft.Random(45)
    for _ in range(max(1, REFEREED // 10)):
        rules = game.random_rules(random, target=1 + random.below(8))
        try:
            referee_match(random, game, rules, game.options_of(rules))
        except AssertionError as error:
            raise AssertionError(f"rules {rules}") from error


def settings() -> list[Any]:
    """Every option with every two of its values."""
    found = []
    for game in GAMES:
        for name, choice in game.rules.OPTIONS.choices.items():
            values = (2, 3) if name == "target" else choice.values
            if choice.own is not None:
                values = (*values, game.own[name](ft.Random(1)))
            found += [
                pytest.param(game, name, value, other, id=f"{name}={written(value)[:12]}-{place}")
                for place, (value, other) in enumerate(permutations(values, 2))
            ]
    return found


@pytest.mark.parametrize(("game", "name", "value", "other"), settings())
def test_the_judge_misses_an_option_that_is_ignored(
    game: Stock, name: str, value: Any, other: Any
) -> None:
    """Who goes by another value than is agreed is found out."""
    needs = needed(name, game.rules.OPTIONS.choices)
    make = game.rules.Rules.preset
    agreed = game.options_of(make("source", **needs, **{name: value}))
    ignorant = make("source", **needs, **{name: other})
    with pytest.raises((AssertionError, ft.FortyTwoError, game.judge.Foul)):
        referee_all(ft.Random(3), game, ignorant, agreed)


def facts(round: Any) -> tuple[object, ...]:
    """All that can be asked of a round."""
    return (
        (str(round), round.key, round.moves, round.hands, round.stock, round.lead, round.taken),
        (round.mover, round.side, round.finished, round.legal, round.points, round.recorded),
        [round.bounds(side) for side in (0, 1)],
    )


@given(begun)
def test_moves_are_taken_back_one_by_one(case: tuple[Stock, Any, Any]) -> None:
    _, round, _ = case
    random, start, past = ft.Random(1), len(round.moves), []
    while not round.finished:
        past.append(facts(round))
        round.push(random.choice(round.legal))
        assert len(round.moves) == start + len(past)
    while past:
        last = round.moves[-1]
        assert round.pop() == last
        assert facts(round) == past.pop()


@given(begun)
def test_copies_are_independent(case: tuple[Stock, Any, Any]) -> None:
    game, round, table = case
    before = facts(round)
    for twin in (round.copy(), copy.copy(round), pickle.loads(pickle.dumps(round))):
        assert twin == round
        assert facts(twin) == before
        assert moves_made(twin) == list(round.moves)
        while not twin.finished:
            twin.push(twin.legal[-1])
        assert facts(round) == before
        assert game.same(round, table)


@given(begun)
def test_what_is_written_is_read(case: tuple[Stock, Any, Any]) -> None:
    game, round, _ = case
    kind = game.round.KIND
    again = game.round.Round.parse(str(round), round.rules)
    assert again == round
    assert (str(again), again.moves, again.rules) == (str(round), round.moves, round.rules)
    assert repr(round) == f"Round.parse({str(round)!r})"
    for move in (*round.legal, *round.moves):
        for text in (str(move), f" {str(move).upper()} ", str(move).lower()):
            assert parse_move(kind, text) == move
    assert len(set(map(str, round.legal))) == len(round.legal)
    deal = game.round.Deal.parse(str(round.deal))
    assert (deal, str(deal)) == (round.deal, str(round.deal))


@games
@pytest.mark.parametrize("text", ["", "?", "exchange it", "A♥+", "6-6+", "+6-6", "closed", "7-1"])
def test_what_is_no_move_is_refused(game: Stock, text: str) -> None:
    with pytest.raises(ft.NotationError, match=f"is no move: expected a {game.round.KIND.one}, or"):
        parse_move(game.round.KIND, text)


@games
def test_what_is_no_move_of_this_game_is_refused(game: Stock) -> None:
    round = game.to_round(game.random_table(ft.Random(1), game.rules.SOURCE), game.rules.SOURCE)
    text = str(round)
    for stranger in (ft.Domino(5, 3), ft.Call(30), "close", 7, None):
        with pytest.raises(TypeError, match="is no move of this game"):
            round.push(stranger)
    for move in (Turn.DRAW, Turn.EXCHANGE, Play(next(iter(round.hands[1 - round.mover])))):
        with pytest.raises(ft.IllegalMoveError, match=f"'?{move}'? is not allowed now: expected"):
            round.push(move)
    assert str(round) == text


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (SIXTY_SIX, "A♥", "1 hand: expected 2"),
        (SIXTY_SIX, "A♥ / K♥ / 9♥", "3 hands: expected 2"),
        (SIXTY_SIX, "A♥ K♠ / K♥ ; ; ♥", "hands of 2 and 1: expected equal sizes"),
        (SIXTY_SIX, "A♥ / A♥ ; ; ♥", "A♥ comes twice"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ A♥", "A♥ comes twice"),
        (SIXTY_SIX, "A♥ / 8♥ ; ; ♥", "8♥: there is no such card in the pack"),
        (SIXTY_SIX, "A♥ / 1♥ ; ; ♥", "'1♥' is no card"),
        (SIXTY_SIX, "A♥ / K♥", "trump None: expected one of ♥, ♦, ♣, ♠"),
        (SIXTY_SIX, "A♥ / K♥ ; ; X", "trump 'X': expected one of ♥, ♦, ♣, ♠"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ 9♦ ; ♠", "trump ♠: the turn-up makes it ♦"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ ; ♠", "a stock of 1: expected an even number up to 16"),
        (SIXTY_SIX, "- / - ; 9♠ A♠ ; ♠", "no hands: expected pieces to lead with"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; C", "'C' is no seat: expected one of A, B"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; 12", "points '12': expected two numbers as in 32 / 0"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; 1 / 2 / 3", "points '1 / 2 / 3': expected two numbers"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; 12 / x", "points '12 / x': expected two numbers"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; 9+20 / 0", "A has a trick: nothing is pending any more"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; 0 / 9*", "B has points: its tricks are not blank"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; ; slow", "state 'slow': expected one of waiting, closed"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; ; closed A", "nothing to draw: expected a stock to"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; ; closed C", "'C' is no seat"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; ; closed A late", "closed 'A late': expected a seat"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; ; closed A, closed B", "'closed B': closed comes"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; 9 / 9 ; waiting", "nobody waits to draw under these"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; ; waiting A", "waiting 'A': expected nothing more"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; ; extra 1", "extra: no deal is worth more under"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; ; extra 2", "extra '2': expected 0 or 1"),
        (SIXTY_SIX, "A♥ / K♥ ; 9♠ Q♠ ; ; A ; ; score 3", "score '3': expected two numbers as 3-2"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; ; - ; K♥", "'K♥' is not allowed now: expected A♥"),
        (SIXTY_SIX, "A♥ / K♥ ; ; ♠ ; A ; ; - ; - ; -", "expected hands ; stock ; trump ; turn"),
    ],
)  # fmt: skip
def test_deals_that_cannot_be_are_refused(game: Stock, text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as error:
        game.round.Round.parse(text)
    assert message in str(error.value)


@games
def test_a_match_begins_with_whole_deals_alone(game: Stock) -> None:
    match = game.match.Match()
    deal = match.drawn(ft.Random(1))
    size, stock = game.round.KIND.hand_size, len(deal.stock)
    with pytest.raises(ft.ImpossiblePositionError) as error:
        match.begin(type(deal)(deal.hands, deal.stock[2:]))
    expected = f"hands of {size} and {size} and a stock of {stock - 2}: expected {size}, {size}"
    assert expected in str(error.value)
    with pytest.raises(ft.NotationError, match="expected hands ; stock"):
        type(deal).parse(f"{deal} ; -")
    assert match.round is None


@games
def test_texts_are_read_by_the_game(game: Stock) -> None:
    """As the command line hands them over."""
    played: Any = PLAYED[game.name]
    round = played.begin(played.read_rules("standard")).deal(ft.Random(2))
    hands, stock, trump, turn, points = str(round).split(" ; ")
    fields = {"hands": hands, "stock": stock, "turn": turn, "points": points, "rules": "standard"}
    assert str(played.read_position(fields)) == str(round)
    assert trump in str(played.read_position(fields | {"trump": trump}))
    with pytest.raises(ft.NotationError, match="stock is given both in the position and by itself"):
        played.read_position(fields | {"hands": str(round)})
    while not round.finished:
        view = played.view(round)
        lines = played.picture(view).splitlines()
        assert max(map(len, lines)) < 80
        assert f"holds: {view.holding}" in lines[-1]
        round.push(round.legal[0])
    assert played.hands(round) == [f"A: {round.deal.hands[0]}", f"B: {round.deal.hands[1]}"]
    assert played.read_deal(str(round.deal)) == round.deal
