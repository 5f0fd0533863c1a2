"""Every row of the table of tests in the rules of Matador, by its id."""

from __future__ import annotations

import pytest

import fortytwo as ft
from fortytwo.engine.games.matador.match import Match
from fortytwo.engine.games.matador.moves import ENDS, Turn, parse_move, read_end
from fortytwo.engine.games.matador.round import Round
from fortytwo.engine.games.matador.rules import Rules

MATADORS = {"0-0", "6-1", "5-2", "4-3"}


def legal(round: Round) -> set[str]:
    return set(map(str, round.legal))


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        pytest.param(
            "3",
            "4-0/3 4-1/3 4-2/3 4-3/3 4-4/3 5-4/3 6-4/3 0-0x3 4-3x3 5-2x3 6-1x3",
            id="TM-1",
        ),
        pytest.param("0", "0-0x0 4-3x0 5-2x0 6-1x0", id="TM-2"),
    ],
)
def test_what_of_all_tiles_may_be_laid(ends: str, expected: str) -> None:
    """Somebody else must hold a tile, lest the round be over: each of them once."""
    for other in ft.DOMINOES:
        hand = ft.Hand(ft.DOMINOES) - {other}
        round = Round.parse(f"{hand} / {other} ; {ends} {ends} ; A")
        assert legal(round) == {move for move in expected.split() if move[:3] != str(other)}


@pytest.mark.parametrize(
    ("hand", "ends", "new_ends"),
    [
        pytest.param("5-2", "5 5", {"5-2/5": "5", "5-2x5": "52"}, id="TM-3"),
        pytest.param(
            "2-1 5-5 6-5 4-4",
            "52 52",
            {"2-1/52": "1", "5-5/52": "5", "6-5/52": "6"},
            id="TM-5",
        ),
        pytest.param(
            "6-0 6-6 1-1 6-2 5-1 4-4",
            "61 61",
            {"6-0/61": "0", "6-6/61": "6", "1-1/61": "1", "6-2/61": "2", "5-1/61": "5"},
            id="TM-6",
        ),
        pytest.param("4-4", "2 3", {"4-4/3": "4"}, id="TM-7"),
    ],
)
def test_what_an_end_shows_afterwards(hand: str, ends: str, new_ends: dict[str, str]) -> None:
    round = Round.parse(f"{hand} 3-0 / 1-0 ; {ends} ; A")
    assert {move for move in legal(round) if not move.startswith("3-0")} == set(new_ends)
    for text, shown in new_ends.items():
        on = text[4:]
        left = ends.split()
        left[left.index(on)] = shown
        round.push(parse_move(text))
        assert sorted(ENDS[end] for end in round.ends) == sorted(left)
        round.pop()


@pytest.mark.parametrize(
    ("end", "halves"), [pytest.param("5", "2", id="TM-3"), pytest.param("52", "52", id="TM-3-pair")]
)
def test_what_joins_after_5_2(end: str, halves: str) -> None:
    """Along it leaves a 5, across a pair."""
    for tile in set(ft.DOMINOES) - {ft.Domino(3, 0)}:
        round = Round.parse(f"{tile} / 3-0 ; {end} 0 ; A")
        along = {move for move in legal(round) if f"/{end}" in move}
        assert bool(along) == any(half in str(tile) for half in halves)


@pytest.mark.parametrize("other", ENDS)
@pytest.mark.parametrize("end", [pytest.param(end, id=f"TM-4-{end}") for end in ENDS])
def test_double_blank_is_laid_across_and_closes(end: str, other: str) -> None:
    round = Round.parse(f"0-0 6-6 / 3-0 ; {end} {other} ; A")
    laid = {str(move): move for move in round.legal if str(move).startswith("0-0")}
    assert set(laid) == {f"0-0x{end}", f"0-0x{other}"}
    round.push(laid[f"0-0x{end}"])
    assert sorted(round.ends) == sorted((0, read_end(other)))


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        pytest.param("source", "6-3 1-0 / 3-0 ; 0 2 ; A ; 4-4 5-5 ; draw", "A: pass", id="TM-8"),
        pytest.param("source", "6-3 1-0 / 3-0 ; 0 2 ; A ; 5-5 4-4 ; draw", "A: 5-5/2", id="TM-8b"),
        pytest.param("source", "6-3 1-0 / 3-0 ; 0 4 ; A ; 5-5", "A: 6-3/4", id="TM-9"),
        pytest.param("source", "6-3 1-0 / 3-0 ; 0 2 ; A ; 4-4", "A: draw", id="TM-10"),
        pytest.param("source", "6-3 1-0 / 3-0 ; 0 2 ; A ; 4-4 5-5 ; draw", "A: pass", id="TM-11"),
        pytest.param(
            "source", "6-3 1-0 / 3-0 ; 0 2 ; A ; 4-4 5-5 ; draw pass", "B: draw", id="TM-11-next"
        ),
        pytest.param(
            "source stock_reserve=2", "6-3 / 3-0 ; 0 2 ; A ; 4-4 5-5", "A: pass", id="TM-12"
        ),
        pytest.param("standard", "6-3 / 3-0 ; 0 2 ; A ; 4-4 5-5", "A: pass", id="TM-12-standard"),
        pytest.param(
            "source end_rule=stock_empty",
            "6-3 1-0 / 3-0 6-5 ; 0 2 ; A ; 5-5 ; draw",
            "A: 5-5/2",
            id="TM-19",
        ),
        pytest.param(
            "source end_rule=stock_empty",
            "6-3 1-0 / 3-0 6-5 ; 0 2 ; A ; 5-5 ; draw 5-5/2",
            "over",
            id="TM-19-end",
        ),
    ],
)
def test_what_may_be_done(rules: str, text: str, expected: str) -> None:
    round = Round.parse(text, Rules.parse(rules))
    name, _, moves = expected.partition(": ")
    assert legal(round) == set(moves.split())
    assert round.mover == "ABCD".find(name)
    for turn in Turn:
        if str(turn) not in moves:
            with pytest.raises(ft.IllegalMoveError, match=f"'{turn}' is not allowed now"):
                round.push(turn)


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        pytest.param("source", "5-1 / 6-6 1-0 ; 0 0 ; A ; - ; pass pass", (13, 0), id="TM-13"),
        pytest.param(
            "source excess_only=true",
            "5-1 / 6-6 1-0 ; 0 0 ; A ; - ; pass pass",
            (7, 0),
            id="TM-13-excess",
        ),
        pytest.param("source", "6-3 / 5-4 ; 0 0 ; B ; - ; pass pass", (0, 0), id="TM-14"),
        pytest.param(
            "source players=3",
            "6-3 / 5-4 / 6-6 5-3 ; 0 0 ; C ; - ; pass pass pass",
            (0, 0, 0),
            id="TM-14-three",
        ),
        pytest.param(
            "source players=3", "5-3 / 6-5 / 4-4 ; 3 0 ; C ; - ; 4-4/3", (0, 0, 19), id="TM-15"
        ),
        pytest.param(
            "source end_rule=stock_empty",
            "0-0 3-1 / 5-0 ; 0 0 ; B ; 4-3 ; draw 4-3x0",
            (5, 0),
            id="TM-16",
        ),
        pytest.param(
            "source end_rule=stock_empty double_blank_value=10",
            "0-0 3-1 / 5-0 ; 0 0 ; B ; 4-3 ; draw 4-3x0",
            (0, 14),
            id="TM-16-ten",
        ),
        pytest.param(
            "source end_rule=stock_empty",
            "6-3 1-0 / 3-0 6-5 ; 0 2 ; A ; 5-5 ; draw 5-5/2",
            (14, 0),
            id="TM-19",
        ),
    ],
)
def test_what_is_scored(rules: str, text: str, expected: tuple[int, ...]) -> None:
    round = Round.parse(text, Rules.parse(rules))
    assert round.finished
    assert round.recorded == expected


@pytest.mark.parametrize("target", [pytest.param(100, id="TM-17")])
def test_who_has_the_target_has_won(target: int) -> None:
    match = Match(Rules.preset("source", target=target))
    rest = "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3 5-0 4-0"
    match.rounds.append(Round.parse(f"4-4 / {rest} ; 3 0 ; A ; - ; 4-4/3"))
    assert match.score == (99, 0)
    assert not match.finished
    match.rounds.append(Round.parse("4-4 / 1-0 ; 3 0 ; A ; - ; 4-4/3"))
    assert (match.score, match.winner) == ((100, 0), 0)


@pytest.mark.parametrize(("preset", "stocks"), [("source", (16, 10, 8)), ("standard", (14, 10, 8))])
@pytest.mark.parametrize("players", [pytest.param(n, id=f"TM-18-{n}") for n in (2, 3, 4)])
def test_what_is_left_in_the_stock(preset: str, stocks: tuple[int, ...], players: int) -> None:
    rules = Rules.preset(preset, players=players)
    assert 28 - players * rules.hand_size == stocks[players - 2]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param(
            "5-3 4-3 3-3 / 6-2 5-0 3-0 ; 4 2 ; A",
            {
                "5-3/2": 13,
                "4-3x2": 13,
                "3-3/4": 11,
                "4-3/4": 11,
                "4-3x4": 11,
                "5-3/4": -6,
            },
            id="TM-20",
        ),
        pytest.param(
            "6-4 5-5 5-2 / 6-3 4-2 4-0 ; 2 5 ; A",
            {"5-5/2": 13, "5-2/2": -10, "5-2/5": -10, "5-2x5": -10, "5-2x2": -20},
            id="TM-21",
        ),
        pytest.param(
            "6-0 5-2 1-1 / 6-4 4-3 2-1 ; 5 1 ; A",
            {"6-0/1": -2, "5-2x1": -6, "5-2/5": -8, "5-2x5": -8},
            id="TM-22",
        ),
    ],
)
def test_what_each_move_of_an_ending_is_worth(text: str, values: dict[str, int]) -> None:
    round = Round.parse(text)
    found = {str(move): points for move, points in ft.analyse(round).items()}
    assert found == {move: (value, -value) for move, value in values.items()}
    best = max(values.values())
    solution = ft.solve(round)
    assert solution.points == (best, -best)
    assert values[str(solution.line[0])] == best
