"""Closing over all hands that the other may hold, against whole deals solved one by one."""

from __future__ import annotations

from typing import Any

import pytest

import fortytwo as ft
from fortytwo.engine.stock.moves import Turn
from fortytwo.solver.games.stock.closing import close_now
from shell import ask, run
from stock_rounds import SIXTY_SIX, Stock, games


def slowly(view: Any) -> dict[str, list[int]]:
    """The results of closing, by lead and deal that agrees with what the player knows."""
    found: dict[str, list[int]] = {}
    for hidden in ft.Worlds(view.unseen):
        if hidden[-1]:
            continue  # in another order the stock is as good
        world = view.world(hidden)
        world.push(Turn.CLOSE)
        for move, points in ft.analyse(world).items():
            found.setdefault(str(move), []).append(points[view.seat])
    return found


@games
def test_closing_is_judged_over_all_hands(game: Stock) -> None:
    random, judged = ft.Random(5), 0
    while judged < 5:
        match = game.match.Match(game.random_rules(random))
        round = match.deal(random)
        while len(round.stock) > 4 and not round.finished:
            moves = [move for move in round.legal if move is not Turn.CLOSE]
            declared = [move for move in moves if "+" in str(move)]
            round.push(random.choice(declared or moves))
        if round.finished or Turn.CLOSE not in round.legal:
            continue
        view = game.view.View.of(round)
        if ft.Worlds(view.unseen).count > 2000:
            continue
        closing, expected = close_now(view), slowly(view)
        assert closing.hands == len(next(iter(expected.values())))
        assert {str(move) for move in closing.means} == set(expected)
        for move, mean in closing.means.items():
            results = expected[str(move)]
            assert mean == pytest.approx(sum(results) / closing.hands)
            wins = sum(result > 0 for result in results)
            assert closing.wins[move] == pytest.approx(wins / closing.hands)
        best = [max(results) for results in zip(*expected.values(), strict=True)]
        assert closing.best == pytest.approx(sum(best) / closing.hands)
        judged += 1


def test_closing_at_the_first_trick_of_sixty_six() -> None:
    closing = close_now(SIXTY_SIX.view.View.parse("B:A♠ 10♠ K♠ A♥ K♦ Q♦ ; turned 9♠ ; first B"))
    assert closing.hands == 12376
    assert str(closing) == (
        "Closing and leading A♠ brings +2.37 on average over all 12,376 hands that the other may "
        "hold, and wins against 12,367 of them, once all is open."
    )
    assert max(closing.means.values()) == closing.means[closing.lead] <= closing.best


def test_closing_where_it_is_not_allowed_is_refused() -> None:
    view = SIXTY_SIX.view.View.parse("B:A♠ 10♠ K♠ A♥ K♦ Q♦ ; turned 9♠ ; first A ; moves 9♥")
    with pytest.raises(ft.IllegalMoveError, match="closing is not allowed now"):
        close_now(view)


def test_the_command_line_asks_it() -> None:
    asked = ["--game", "sixty-six", "close", "A♠ 10♠ K♠ Q♠ A♥ A♦", "--turned", "9♠", "--first", "B"]
    told = run(*asked).stdout
    assert "leading K♠+Q♠ brings +3.00 on average over all 12,376 hands that the other" in told
    found = ask(*asked)
    assert (found["hands"], found["lead"], found["best"]) == (12376, "K♠+Q♠", 3.0)
    assert found["leads"]["A♥"] == {"mean": found["leads"]["A♥"]["mean"], "wins": 1.0}
    late = ["A♥ A♦ 10♦ 9♣ J♣ K♣", "--turned", "J♠", "--first", "A", "--moves", "9♥"]
    assert "closing is not allowed now" in run(*asked[:3], *late).stderr
    assert "close " in run("--game", "bingo", "--help").stdout
    assert "close " not in run("--help").stdout
