"""Scopa: its options, its matches and its texts. The table of its rules: test_scopa_table.py."""

from __future__ import annotations

import pickle
from typing import Final

import pytest

import fortytwo as ft
import scopa_judge as judge
from fortytwo.engine.cards import Card, Cards
from fortytwo.engine.games.scopa.deal import Deal, Taken
from fortytwo.engine.games.scopa.match import Match
from fortytwo.engine.games.scopa.moves import Answer, Play, parse_move
from fortytwo.engine.games.scopa.round import Round
from fortytwo.engine.games.scopa.rules import Rules
from scopa_rounds import (
    SOLVED,
    SOURCE,
    STANDARD,
    account_of,
    counted,
    ending,
    random_rules,
    rest_of,
    words,
)

HEARTS: Final = [card for card in judge.PACK if card[1] == "♥"]


@pytest.mark.parametrize("owner", [0, 1])
def test_the_seven_of_hearts(owner: int) -> None:
    pile = [card for card in HEARTS if (card == "7♥") == (owner == 0)]
    assert account_of(pile)["seven of hearts"] == (1 - owner, owner)


def test_points_counted_in_order_end_the_match_at_once() -> None:
    rules = Rules.preset("source", count_order=True)
    points = counted((1, 0), (0, 3))
    assert SOURCE.credited((15, 14), points) == (16, 17)
    assert rules.credited((15, 14), points) == (16, 14)
    assert rules.credited((14, 14), points) == (15, 17)
    assert rules.credited((15, 15), counted((0, 0), (1, 1))) == (16, 16)


def test_no_three_kings_are_drawn_where_they_are_dealt_again() -> None:
    kings = {SOURCE: 0, STANDARD: 0}
    for rules in kings:
        match, random = Match(rules), ft.Random(1)
        for _ in range(3000):
            kings[rules] += sum(card.rank == "K" for card in match.drawn(random).table) >= 3
    assert kings[SOURCE] > 0
    assert kings[STANDARD] == 0


def test_a_set_that_may_be_demanded_can_be_chosen() -> None:
    round = ending("7♥ / 5♠", "3♦ 4♠ 2♣ 5♦", Rules.preset("source", capture="on_demand"))
    for word in ("7♥", "demand", "7♥:2♣+5♦"):
        round.push(parse_move(word))
    assert words(round.table) == {"3♦", "4♠"}
    assert round.taken.last == 0


def test_what_captures_as_it_must_needs_no_answer() -> None:
    round = ending("7♥ / 5♠", "3♦ 4♠ 2♣ 5♦", Rules.preset("source", capture="on_demand"))
    round.push(Play.parse("7♥:3♦+4♠"))
    assert round.mover == 1
    assert Play.parse("5♠:5♦") in round.legal


def test_how_much_is_dealt() -> None:
    for rules, sizes in ((SOURCE, [6, 6, 6]), (STANDARD, [3] * 6)):
        deal = Deal.draw(ft.Random(1), rules)
        assert len(deal.table) == 4
        assert [[*map(len, pair)] for pair in deal.hands] == [[size] * 2 for size in sizes]
        deal.check(rules)


@pytest.mark.parametrize("dealer", [0, 1])
def test_dealers_take_turns_and_the_other_plays_first(dealer: int) -> None:
    match, random = Match(Rules.preset("source", first_dealer=dealer)), ft.Random(1)
    for number in range(3):
        assert match.dealer == (dealer + number) % 2
        round = match.deal(random)
        assert round.mover == (1 + dealer + number) % 2
        while not round.finished:
            if len(round.moves) % 12 == 0:
                assert round.mover == (1 + dealer + number) % 2
            round.push(random.choice(round.legal))


def test_a_match_ends_with_the_target() -> None:
    rules = Rules.preset("source", target=3)
    assert rules.winner((2, 0)) is None
    assert rules.winner((2, 3)) == 1
    match, random = Match(rules), ft.Random(2)
    with pytest.raises(ft.ImpossiblePositionError, match="nobody has won yet"):
        match.stake(3)
    while not match.finished:
        assert max(match.score) < 3 or match.score[0] == match.score[1]
        round = match.deal(random)
        while not round.finished:
            round.push(random.choice(round.legal))
    assert match.winner == match.score.index(max(match.score))
    assert match.stake(3) == 6


def test_a_round_without_a_capture_leaves_the_cards_to_nobody() -> None:
    round = Round(Deal.draw(ft.Random(1), SOURCE), rules=Rules.preset("source", capture="free"))
    while not round.finished:
        round.push(next(move for move in round.legal if isinstance(move, Play) and not move.taken))
    assert len(round.table) == 40
    assert round.recorded == (0, 0)
    assert round.bounds(0) == (0, 0)


def test_the_state_that_allows_most_moves() -> None:
    """Of all tables and hands that were tried, for captures that are free."""
    hands = "Q♥ Q♦ K♥ K♦ K♣ K♠ / J♥ J♦ J♣ Q♣ Q♠"
    round = Round.parse(f"{hands} ; {rest_of(hands)}", Rules.preset("source", capture="free"))
    assert len(round.core.legal) == 8630
    assert len(set(round.core.legal)) == 8630


def test_moves_are_read_in_any_spelling() -> None:
    move = Play(Card.parse("5♦"), Cards.parse("A♠ A♥ 3♣"))
    for text in ("5♦:A♠+A♥+3♣", "5d:ah+as+3c", " 5D:3C+AS+AH "):
        assert parse_move(text) == move
    assert str(move) == "5♦:A♠+3♣+A♥"
    assert parse_move("Accept") is Answer.ACCEPT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5♦:", "expected captured cards, as in 5♦:A♠+A♥+3♣"),
        ("5♦:A♠+", "'' is no card"),
        ("5♦:A♠+A♠", "A♠ comes twice"),
        ("15♦", "'15♦' is no card"),
        ("take", "'take' is no card"),
    ],
)
def test_what_is_no_move_is_refused(text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as error:
        parse_move(text)
    assert message in str(error.value)


def test_moves_that_are_not_allowed_change_nothing() -> None:
    round = Round.parse(SOLVED)
    before = str(round), round.key
    for text in ("5♦", "5♦:A♠", "4♥", "J♦", "8♦", "5♦:8♠+A♥", "demand", "accept"):
        with pytest.raises(ft.IllegalMoveError, match="is not allowed now: expected 5♦:A♠"):
            round.push(parse_move(text))
        assert (str(round), round.key) == before
    with pytest.raises(TypeError, match="'5' is no move of Scopa"):
        round.push("5")  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        round.pop()


REST: Final = rest_of("5♦ 4♠ A♠ A♥")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5♦", "'5♦': expected the cards of A / the cards of B"),
        ("5♦ / 4♠ / 3♦", "expected the cards of A / the cards of B"),
        ("5♦ / 4♠ ; A♠ A♥", "is missing: expected every card of the pack once"),
        (f"5♦ / 4♠ ; A♠ A♥ A♥ ; {REST} / -", "A♥ comes twice"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} A♥ / - ; ; A ; A", "A♥ comes twice"),
        (f"5♦ / 4♠ ; A♠ A♥ 9♥ ; {REST} / - ; ; A ; A", "9♥: expected cards of the pack of 40"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} ; ; A ; A", "expected the cards of A / the cards of B"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; ; A", "nobody captured last: expected a player who has"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; ; A ; B", "B captured last and has no cards"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; 0 1 ; A ; A", "1 sweep of B with 0 cards captured"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; 1 ; A ; A", "'1': expected two numbers, as 2 1"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; x 1 ; A ; A", "'x': expected a whole number"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; ; C ; A", "player 'C': expected one of A, B"),
        (f"5♦ 4♠ / - ; A♠ A♥ ; {REST} / - ; ; A ; A", "hands of 2 and 0 cards: expected up to 6"),
        (f"- / 5♦ ; A♠ A♥ 4♠ ; {REST} / - ; ; A ; A", "as many or one more for A, who is to play"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; ; A ; A ; 3♥", "expected later hands in pairs"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; ; A ; A ; 3♥ / 3♥", "comes twice"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; ; A ; A ; - ; 4♠", "'4♠' is not allowed now"),
        (f"5♦ / 4♠ ; A♠ A♥ ; {REST} / - ; ; A ; A ; - ; 5♦ ; -", "stock ; moves"),
    ],
)
def test_what_is_no_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as error:
        Round.parse(text)
    assert message in str(error.value)


def test_later_hands_must_be_whole() -> None:
    pile = rest_of("5♦ 4♠ A♠ A♥ 3♥ 3♦")
    with pytest.raises(ft.ImpossiblePositionError, match="1 and 1, 1 and 1 cards: expected up to"):
        Round.parse(f"5♦ / 4♠ ; A♠ A♥ ; {pile} / - ; ; A ; A ; 3♥ / 3♦")


def test_a_deal_must_be_whole() -> None:
    deal = Deal.draw(ft.Random(1), SOURCE)
    assert Deal.parse(str(deal)) == deal
    with pytest.raises(ft.ImpossiblePositionError, match="a hand of 6 cards: expected 3"):
        Match(STANDARD).begin(deal)
    (ours, theirs), *rest = deal.hands
    card = next(iter(deal.table))
    more = Cards([*ours, card])
    with pytest.raises(ft.ImpossiblePositionError, match="3 cards on the table: expected 4"):
        Match().begin(Deal(((more, theirs), *rest), deal.table - {card}))
    with pytest.raises(ft.ImpossiblePositionError, match=f"{card} is missing"):
        Match().begin(Deal(deal.hands, deal.table - {card}))
    with pytest.raises(ft.NotationError, match="expected hands ; table ; stock"):
        Deal.parse(f"{deal} ; -")


def test_rounds_are_read_as_they_are_written() -> None:
    random = ft.Random(4)
    for _ in range(60):
        rules = random_rules(random)
        round = Round(Deal.draw(random, rules), random.below(2), rules=rules)
        for _ in range(random.below(50)):
            if not round.finished:
                round.push(random.choice(round.legal))
        for again in (Round.parse(str(round), rules), pickle.loads(pickle.dumps(round))):
            assert (again, str(again), again.legal) == (round, str(round), round.legal)
        other = round.copy()
        while other.moves:
            other.pop()
        assert str(other) == str(round).rsplit(" ; ", 1)[0] or not round.moves
        middle = Round(
            Deal((round.hands, *round.stock), round.table), max(0, round.mover), round.taken, rules
        )
        if round.offered is None:
            assert Round.parse(str(middle), rules) == middle
            assert set(middle.legal) == set(round.legal)
            assert middle.bounds(0) == round.bounds(0)


def test_piles_and_sweeps_must_go_together() -> None:
    with pytest.raises(ft.ImpossiblePositionError, match="-1 sweeps of A"):
        Taken((Cards.parse("A♥ A♦"), Cards()), (-1, 0), 0)
