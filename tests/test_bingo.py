"""Every row of the table of tests in the rules of Bingo, by its id, and its tables of points."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import fortytwo as ft
from fortytwo.engine.dominoes import DOMINOES, Domino
from fortytwo.engine.games.bingo.match import Match
from fortytwo.engine.games.bingo.play import KIND, NAMES
from fortytwo.engine.games.bingo.points import DOMINO_POINTS
from fortytwo.engine.games.bingo.round import Round
from fortytwo.engine.games.bingo.rules import SOURCE, Rules
from fortytwo.engine.games.bingo.view import View
from fortytwo.engine.stock.moves import Turn


def played(text: str, rules: str = "source") -> Round:
    return Round.parse(text, Rules.parse(rules))


def test_b_1_a_deal() -> None:
    for rules in ("source", "standard"):
        round = Match(Rules.parse(rules)).deal(ft.Random(1))
        assert [len(hand) for hand in round.hands] == [7, 7]
        assert len(round.stock) == 14


@pytest.mark.parametrize(
    ("turn_up", "trump"),
    [
        pytest.param("6-3", "sixes", id="TB-2-6-3"),
        pytest.param("5-0", "blanks", id="TB-2-5-0"),
        pytest.param("0-0", "blanks", id="TB-2-0-0"),
        pytest.param("1-1", "ones", id="TB-2-1-1"),
    ],
)
def test_b_2_what_a_turn_up_makes_trump(turn_up: str, trump: str) -> None:
    assert played(f"6-2 / 5-1 ; 4-1 {turn_up}").trump == trump


def test_b_3_how_many_dominoes_make_each_number_trump() -> None:
    assert Counter(map(KIND.trump_of, DOMINOES)) == dict(
        zip(NAMES, (7, 1, 2, 3, 4, 5, 6), strict=True)
    )


@pytest.mark.parametrize(
    ("trump", "lead", "reply", "rules", "takes"),
    [
        pytest.param("threes", "3-3", "0-0", "", True, id="TB-4"),
        pytest.param("threes", "3-0", "3-3", "", True, id="TB-5"),
        pytest.param("threes", "6-3", "3-0", "", True, id="TB-5-pips"),
        pytest.param("ones", "6-6", "1-0", "", True, id="TB-6"),
        pytest.param("ones", "5-2", "4-3", "", False, id="TB-7"),
        pytest.param("ones", "6-4", "5-5", "", False, id="TB-7-ten"),
        pytest.param("ones", "6-5", "5-0", "", True, id="TB-8"),
        pytest.param("ones", "6-5", "5-0", "plain_rank=suit_led", False, id="TB-8-suit"),
        pytest.param("ones", "6-5", "6-0", "plain_rank=suit_led", True, id="of-the-suit"),
        pytest.param("blanks", "6-0", "0-0", "", True, id="bingo-of-trumps"),
        pytest.param("ones", "0-0", "1-1", "", False, id="bingo-led"),
    ],
)
def test_who_takes_a_trick(trump: str, lead: str, reply: str, rules: str, takes: bool) -> None:
    table = Rules.parse(f"source {rules}").under(trump).tricks[0]
    assert (table.winner([Domino.parse(lead), Domino.parse(reply)]) == 1) == takes


def test_b_4_the_bingo_takes_the_double_of_trumps() -> None:
    for moves in ("3-3 0-0", "0-0 3-3"):
        lead, reply = moves.split()
        text = f"{lead} 5-4 / {reply} 6-2 ; - ; threes ; A ; 0 / 0 ; - ; {moves}"
        round, seat = played(text), 0 if lead == "0-0" else 1
        taken, prizes = [0, 0], [0, 0]
        taken[seat], prizes[seat] = 42, 1
        assert (list(round.taken), list(round.core.prizes)) == (taken, prizes)
        assert played(text, "source bingo_bonus=false").core.prizes == (0, 0)


@pytest.mark.parametrize(
    ("lead", "hand", "trump", "stock", "expected"),
    [
        pytest.param("6-2", "6-5 4-4 3-1", "-", "5-0 3-2", "6-5 4-4 3-1", id="TB-9"),
        pytest.param("6-2", "6-5 4-4 3-1", "threes", "-", "6-5", id="TB-10-suit"),
        pytest.param("6-2", "5-4 4-4 3-1", "threes", "-", "3-1", id="TB-10-trump"),
        pytest.param("6-2", "5-4 0-0", "threes", "-", "0-0", id="TB-10-bingo"),
        pytest.param("6-2", "6-3 6-0 5-4", "threes", "-", "6-0", id="TB-10-no-trump"),
        pytest.param("4-0", "5-0 6-5", "threes", "-", "5-0", id="TB-11"),
        pytest.param("0-0", "3-1 6-6", "threes", "-", "3-1", id="TB-12"),
        pytest.param("6-2", "5-4 4-4", "threes", "-", "5-4 4-4", id="anything"),
    ],
)
def test_what_may_follow(lead: str, hand: str, trump: str, stock: str, expected: str) -> None:
    others = [one for one in ("5-2", "4-2") if one not in hand][: len(hand.split()) - 1]
    text = f"{lead} {' '.join(others)} / {hand} ; {stock} ; {trump} ; A ; 9 / 9 ; - ; {lead}"
    assert set(map(str, played(text).legal)) == set(expected.split())


def test_b_13_what_all_dominoes_bring() -> None:
    totals = [sum(points) for points in DOMINO_POINTS]
    assert totals == [129, 135, 138, 131, 134, 147, 140]
    for trump, name in enumerate(NAMES):
        table = SOURCE.under(name).tricks[0]
        assert [table.value([domino]) for domino in DOMINOES] == list(DOMINO_POINTS[trump])


@pytest.mark.parametrize(
    ("rules", "seat"),
    [pytest.param("source", 1, id="TB-14"), pytest.param("standard", 0, id="TB-14-standard")],
)
def test_b_14_who_gets_the_turn_up(rules: str, seat: int) -> None:
    text = "6-6 5-1 / 6-5 5-2 ; 2-1 4-3 ; - ; A ; 9 / 9 ; - ; 6-6 6-5 draw"
    round = played(text, rules)
    assert ["4-3" in map(str, hand) for hand in round.hands] == [seat == 0, seat == 1]
    assert (round.mover, round.stock) == (0, ())


@pytest.mark.parametrize(
    ("hand", "lead", "counts"),
    [
        pytest.param("6-6 5-5", "6-6+5-5", 20, id="TB-15"),
        pytest.param("6-6 5-5 0-0", "0-0+6-6+5-5", 50, id="TB-15-bingo"),
        pytest.param("6-6 5-5 4-4 2-2", "2-2+6-6+5-5+4-4", 50, id="four"),
        pytest.param("6-6 5-5 4-4 2-2 1-1", "2-2+6-6+5-5+4-4+1-1", 60, id="five"),
    ],
)
def test_what_doubles_bring(hand: str, lead: str, counts: int) -> None:
    others = ["6-5", "6-4", "6-2", "5-4", "5-2"][: len(hand.split())]
    start = f"{hand} / {' '.join(others)} ; - ; threes ; A"
    assert played(f"{start} ; 0* / 9 ; - ; {lead}").taken == (counts, 9)
    assert played(f"{start} ; 0 / 9 ; - ; {lead}").core.pending == (counts, 0)


def test_b_16_doubles_of_who_has_no_trick_bring_nothing() -> None:
    text = "6-6 5-5 / 3-0 3-1 ; - ; threes ; A ; 0 / 0* ; - ; 6-6+5-5 3-0 3-1 5-5"
    round = played(text)
    assert (round.finished, round.taken) == (True, (0, 10 + 12 + 4 + 10))


def test_a_double_counts_in_one_declaration() -> None:
    start = "6-6 5-5 4-4 / 6-5 5-4 4-1 ; 2-2 2-1 1-1 3-2 ; - ; A ; 5 / 0"
    moves = "6-6+5-5+4-4 6-5 draw"
    round = played(f"{start} ; - ; {moves}")
    assert {str(move) for move in round.legal if "+" in str(move)} == set()
    round = played(f"{start} ; - ; {moves} 5-5 5-4 draw")
    assert {str(move) for move in round.legal if "+" in str(move)} == {"2-2+1-1", "1-1+2-2"}
    start = start.replace("; 5 / 0", "; 5 / 0 ; declared 6-6 5-5")
    assert {str(move) for move in played(start).legal if "+" in str(move)} == set()


@pytest.mark.parametrize(
    ("points", "state", "recorded"),
    [
        pytest.param("70 / 30", "-", (1, 0), id="TB-17-1"),
        pytest.param("70 / 29", "-", (2, 0), id="TB-17-2"),
        pytest.param("70 / 0*", "-", (2, 0), id="TB-17-2-worthless"),
        pytest.param("70 / 0", "-", (3, 0), id="TB-17-3"),
        pytest.param("69 / 20", "closed A", (0, 2), id="TB-18"),
        pytest.param("40 / 70", "closed A", (0, 2), id="TB-18-reached"),
        pytest.param("66 / 65", "-", (0, 0), id="TB-19"),
        pytest.param("66 / 65", "prizes 0-1", (0, 1), id="bonus-only"),
    ],
)
def test_what_a_deal_brings(points: str, state: str, recorded: tuple[int, int]) -> None:
    stock = "6-2 5-0 ; -" if "closed" in state else "- ; threes"
    assert played(f"- / - ; {stock} ; A ; {points} ; {state}").recorded == recorded


def test_b_20_nobody_closes_before_the_trump_is_known() -> None:
    for rules, may in (("source", False), ("standard", True)):
        round = Match(Rules.parse(rules)).deal(ft.Random(1))
        assert (Turn.CLOSE in round.legal) == may
        view = View.of(round)
        assert (Turn.CLOSE in view.legal, view.trump is not None) == (may, may)


def test_b_21_a_set_can_end_the_match_in_the_middle_of_a_deal() -> None:
    """And with it the deal, in which nobody gets anything more."""
    text = "3-3 5-4 / 0-0 6-2 ; - ; threes ; A ; 30 / 60 ; score 3-{} ; 3-3 0-0"
    over = played(text.format(6))
    assert (over.finished, over.recorded, over.points) == (True, (0, 1), (-1, 1))
    on = played(text.format(5))
    assert (on.finished, on.recorded) == (True, (0, 2))  # 102 points
    text = text.replace("60", "20")
    assert played(text.format(6)).recorded == (0, 1)
    assert not played(text.format(5)).finished


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param(
            "4-0 4-3 3-2 / 5-5 6-3 6-6 ; - ; threes ; A",
            {"4-0": 25, "3-2": -9, "4-3": -13},
            id="TB-22",
        ),
        pytest.param(
            "0-0 4-3 3-2 / 3-3 6-0 6-5 ; - ; threes ; A",
            {"0-0": 54, "3-2": -12, "4-3": -16},
            id="TB-23",
        ),
        pytest.param(
            "3-3 3-2 3-1 / 6-3 1-1 1-0 ; - ; threes ; A",
            {"3-3": 48, "3-1": 22, "3-2": 20},
            id="TB-24",
        ),
    ],
)
def test_endings_are_solved(text: str, values: dict[str, int]) -> None:
    tricks = played(text).tricks_left
    found = {str(move): first - second for move, (first, second) in ft.analyse(tricks).items()}
    assert found == values
    first, second = ft.solve(tricks).points
    assert first - second == max(values.values())


def test_b_23_brings_a_set_besides() -> None:
    round = played("0-0 4-3 3-2 / 3-3 6-0 6-5 ; - ; threes ; A")
    assert {str(move): net for move, (net, _) in ft.analyse(round).items()}["0-0"] == 1


def test_a_table_of_ones_own_is_always_written_the_same() -> None:
    rules: Any = Rules.parse("source double_points=20,40,50,60,70,70+09")
    assert str(rules) == "source double_points=20,40,50,60,70,70+9"
    assert Rules.parse(str(rules)) == rules
