"""Texts: all that can be written can be read back, in every spelling that is promised."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.games.forty_two.position import parse_points
from golden import RULES, dominoes, endings, rounds, seeds, tables

some_dominoes = st.sampled_from(ft.DOMINOES)
seats = st.sampled_from(ft.SEATS)
blanks = st.sampled_from(["", " ", "\t", "  \n"])
cases = st.sampled_from([str.upper, str.lower, str.title])
separators = st.sampled_from([" ", ",", ", ", " ,\t", "\n"])


@given(some_dominoes, st.booleans(), blanks, blanks)
@pytest.mark.parametrize("form", ["{}-{}", "{}{}", "{}:{}", "[{}|{}]"])
def test_domino_in_every_spelling(
    form: str, domino: ft.Domino, low_first: bool, before: str, after: str
) -> None:
    halves = (domino.low, domino.high) if low_first else (domino.high, domino.low)
    assert ft.Domino.parse(before + form.format(*halves) + after) is domino
    assert str(domino) == f"{domino.high}-{domino.low}"


@given(st.lists(some_dominoes, unique=True), separators, blanks)
def test_hand_in_any_order(held: list[ft.Domino], separator: str, around: str) -> None:
    hand = ft.Hand.parse(around + separator.join(map(str, held)) + around)
    assert set(hand) == set(held)
    assert ft.Hand.parse(str(hand)) == hand
    assert ft.Hand.of_mask(hand.mask) == hand


@given(seeds, st.integers(0, 7), seats, cases)
def test_deal_from_any_first_seat(seed: int, size: int, first: ft.Seat, case: Any) -> None:
    hands = [list(hand)[:size] for hand in ft.Deal.random(seed)]
    deal = ft.Deal((ft.Hand(hands[0]), ft.Hand(hands[1]), ft.Hand(hands[2]), ft.Hand(hands[3])))
    clockwise = [deal[(first + place) % 4] for place in range(4)]
    text = case(str(first)) + ":" + "/".join(map(str, clockwise))
    assert ft.Deal.parse(text) == deal == ft.Deal.parse(str(deal))
    assert str(deal).startswith("N:")


@given(cases, blanks)
@pytest.mark.parametrize("word", [*ft.Trump, *ft.SEATS, *ft.Side], ids=str)
def test_names(word: ft.Trump | ft.Seat | ft.Side, case: Any, around: str) -> None:
    assert type(word).parse(around + case(str(word)) + around) is word


@given(st.integers(1, 230))
def test_call_in_points_and_in_marks(number: int) -> None:
    assert ft.Call.parse(str(number)) == ft.Call(number)
    assert ft.Call.parse(f"{number}M") == ft.Call.parse(f" {number}m ") == ft.Call(42 * number)
    assert ft.Call.parse(ft.Call(number).marks_text) == number
    assert ft.Call(42 * number).marks_text == f"{number}M"


@pytest.mark.parametrize("text", ["plunge", " Plunge", "SPLASH\n"])
def test_calls_that_are_no_bids(text: str) -> None:
    call = ft.Call.parse(text)
    assert str(call) == call.marks_text == text.strip().lower()
    assert not call.is_bid
    assert call != ft.PASS


@given(st.integers(-99_999, 99_999), st.integers(-99_999, 99_999), blanks)
def test_score_also_below_0(ours: int, theirs: int, around: str) -> None:
    assert parse_points(f"{around}{ours}-{theirs}{around}") == (ours, theirs)


@pytest.mark.parametrize("text", ["P", "p", " Pass\n"])
def test_pass(text: str) -> None:
    assert ft.Call.parse(text) == ft.PASS
    assert str(ft.PASS) == ft.PASS.marks_text == "P"


@given(tables, seats, st.lists(st.integers(0, 2**30), max_size=4), separators)
def test_auction(rules: ft.Rules, first: ft.Seat, choices: list[int], separator: str) -> None:
    auction = ft.Auction(rules, first)
    for choice in choices:
        legal = (*auction.legal, *rules.specials)
        auction = auction.after(legal[choice % len(legal)])
    assert ft.Auction.parse(str(auction), rules) == auction
    calls = separator.join(
        str(int(call)) if call > 0 else f"{call}".lower() for call in auction.calls
    )
    assert ft.Auction.parse(f"{first}:{calls}", rules) == auction
    assert ft.Auction.parse(calls, rules) == ft.Auction(rules, calls=auction.calls)


@given(tables)
@example(ft.Rules.tournament(scoring="points", target=7))
@example(ft.Rules.source(scoring="marks", target=7))
@example(ft.Rules.source(scoring="marks", target=250))
def test_rules(rules: ft.Rules) -> None:
    assert ft.Rules.parse(str(rules)) == rules


def test_leading_zeros_of_an_option_do_not_cut_it_short() -> None:
    assert ft.Rules.parse("source target=0000000250") == ft.Rules.source()


@given(endings)
def test_position(position: ft.Position) -> None:
    text = str(position)
    again = ft.Position.parse(text)
    assert again == position
    assert str(again) == text == ft.Position.parse(text.replace(" ", "\t")).__str__()
    assert "\n" not in text
    assert again.points == position.points
    for seat in ft.SEATS:
        if seat is not position.contract.idle:
            assert again.hands[seat] == position.hands[seat]


def test_position_defaults() -> None:
    position = ft.Position.parse("N:6-6/5-5/6-4/3-3;sixes")
    assert (position.leader, position.points, position.trick) == (ft.Seat.N, (0, 0), ())
    assert position == ft.Position.parse("N:66 / 55 / 64 / 33 ; sixes ; ; ; ")


def test_position_keeps_the_plays_of_its_text_in_its_history() -> None:
    plays = "55 64 32 65 54"
    position = ft.Position.parse(f"E:66 65 / 55 54 / 64 63 / 33 32 ; fives ; S ; 3-4 ; {plays}")
    assert position.plays == tuple(dominoes(plays))
    assert str(position) == "N:3-3 / 6-6 / 5-4 / 6-3 ; fives ; S ; 29-4 ; 5-4"


@given(rounds)
def test_view(round: ft.Round) -> None:
    if round.turn is None:
        return
    view = ft.View.of(round)
    assert ft.View.parse(str(view)) == view
    assert str(ft.View.parse(str(view))) == str(view)


@given(endings, st.sampled_from([30, 41, 42, 84, 168]))
def test_view_of_an_ending(position: ft.Position, bid: int) -> None:
    if position.turn is None:
        return
    if position.contract.is_sweep and bid < 42:
        with pytest.raises(ft.ImpossiblePositionError, match=f"bid {bid}: .* is played for a mark"):
            ft.View.of_position(position, ft.Call(bid))
        return
    view = ft.View.of_position(position, ft.Call(bid))
    assert ft.View.parse(str(view)) == view


@given(st.sampled_from(RULES), seats, st.integers(0, 100))
def test_view_of_an_outcome(rules: ft.Rules, declarer: ft.Seat, seed: int) -> None:
    for bid in map(ft.Call, (30, 41, 42, 84, 126, 168, 294)):
        round = ft.Round(ft.Deal.random(seed), ft.Outcome(declarer, bid, rules), (3, 5))
        view = ft.View.of(round)
        assert ft.View.parse(str(view)) == view


@given(rounds)
def test_record_as_text_and_as_json(round: ft.Round) -> None:
    record = ft.Record.of(round)
    assert ft.Record.parse(str(record)) == record == ft.Record.from_json(record.to_json())
    assert record.replay() == round
    fields = json.loads(record.to_json())
    assert str(record) == "".join(f"{name}: {text}\n" for name, text in fields.items())
    assert ("recorded" in fields) is round.finished
