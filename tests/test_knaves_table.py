"""Every row of the table of tests in the rules of Knaves, by its id."""

from __future__ import annotations

import pytest

import fortytwo as ft
from fortytwo.engine.cards import Card, Cards
from fortytwo.engine.games.knaves.deal import Deal
from fortytwo.engine.games.knaves.match import Match
from fortytwo.engine.games.knaves.moves import parse_move
from fortytwo.engine.games.knaves.round import Round
from fortytwo.engine.games.knaves.rules import SOURCE, Rules

JACKS = Cards.parse("J♥ J♦ J♣ J♠")


def dealt(turned: str, rules: Rules, seed: int) -> Round:
    """A whole deal in which this card is turned up."""
    card = Card.parse(turned)
    rest = list(rules.pack - {card})
    ft.Random(seed).shuffle(rest)
    hands = tuple(Cards(rest[seat::3][: rules.hand]) for seat in range(3))
    return Match(rules).begin(Deal(hands, card))


def played_out(round: Round, seed: int = 1) -> Round:
    random = ft.Random(seed)
    while not round.finished:
        round.push(random.choice(round.legal))
    return round


@pytest.mark.parametrize(
    ("rules", "turned", "total"),
    [
        pytest.param("source", "K♣", 7, id="TK-1"),
        pytest.param("source", "J♥", 11, id="TK-2-J♥"),
        pytest.param("source", "J♦", 10, id="TK-2-J♦"),
        pytest.param("source", "J♣", 9, id="TK-2-J♣"),
        pytest.param("source", "J♠", 8, id="TK-2-J♠"),
        *(
            pytest.param("source turned_jack=last_trick", f"J{suit}", 7, id=f"TK-2-last-J{suit}")
            for suit in "♥♦♣♠"
        ),
    ],
)
def test_the_total_of_a_deal(rules: str, turned: str, total: int) -> None:
    for seed in range(10):
        round = played_out(dealt(turned, Rules.parse(rules), seed), seed)
        assert sum(round.points) == total
        assert round.recorded == round.points


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("2♥ A♠", "2♥", id="TK-3"),
        pytest.param("2♦ A♠", "2♦ A♠", id="TK-4"),
    ],
)
def test_what_may_follow(hand: str, expected: str) -> None:
    round = Round.parse(f"9♥ 3♦ / {hand} / 4♥ 5♥ ; ♠ ; A ; 0 0 0 ; 9♥")
    assert set(map(str, round.legal)) == set(expected.split())


@pytest.mark.parametrize(
    ("rules", "turned", "cards", "winner", "net"),
    [
        pytest.param("source", "♠", "9♥ J♥ 2♠", 2, -3, id="TK-5"),
        pytest.param("source", "♠", "9♥ 2♦ A♣", 0, 1, id="TK-6"),
        pytest.param("source", "♠", "A♥ J♥ 2♥", 0, -3, id="TK-7"),
        pytest.param("source", "♠", "J♥ J♦ J♣", 0, -8, id="TK-7-three"),
        pytest.param("source turned_jack=no_trump", "J♦", "9♥ 2♦ 3♥", 0, 1, id="TK-9"),
        pytest.param("source", "J♦", "9♥ 2♦ 3♥", 1, 1, id="TK-9-nobody"),
    ],
)
def test_who_takes_a_trick(rules: str, turned: str, cards: str, winner: int, net: int) -> None:
    hands = " / ".join(cards.split())
    round = played_out(Round.parse(f"{hands} ; {turned}", Rules.parse(rules)))
    assert round.points == tuple(net if seat == winner else 0 for seat in range(3))


@pytest.mark.parametrize("turned", [pytest.param("K♣", id="TK-8")])
def test_what_is_turned_up_is_trump_and_out_of_play(turned: str) -> None:
    round = dealt(turned, SOURCE, 1)
    cards = Cards(card for hand in round.hands for card in hand)
    assert SOURCE.trump(round.deal.turned) == "♣"
    assert len(cards) == 51
    assert sum(card.suit == "♣" for card in cards) == 12


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        pytest.param((20, 0, 0), 0, id="TK-10"),
        pytest.param((19, 0, 0), None, id="TK-10-before"),
        pytest.param((21, 21, 5), None, id="TK-11"),
        pytest.param((22, 20, -7), 0, id="TK-11-first"),
    ],
)
def test_who_has_won(totals: tuple[int, int, int], winner: int | None) -> None:
    """A takes the last trick, which counts 1."""
    match = Match()
    match.rounds = [Round.parse(f"9♥ / 2♦ / A♣ ; ♠ ; A ; {totals[0] - 1} {totals[1]} {totals[2]}")]
    played_out(match.rounds[0])
    assert match.score == totals
    assert match.winner == winner
    assert match.finished == (winner is not None)


@pytest.mark.parametrize("size", [pytest.param(13, id="TK-12")])
def test_hands_may_be_smaller(size: int) -> None:
    rules = Rules.preset("source", hand_size=size)
    seen = set()
    for seed in range(200):
        round = Match(rules).deal(ft.Random(seed))
        cards = Cards(card for hand in round.hands for card in hand)
        assert (len(cards), len(round.hands[0])) == (39, 13)
        seen.add(len(cards & JACKS))
    assert min(seen) < 4
    assert max(seen) == 4
    assert len(played_out(round).moves) == 39


@pytest.mark.parametrize("players", [pytest.param(4, id="TK-13")])
def test_polignac(players: int) -> None:
    rules = Rules.preset("polignac32", players=players)
    for seed in range(20):
        round = played_out(Match(rules).deal(ft.Random(seed)), seed)
        assert round.recorded is not None
        assert sum(round.recorded) == 5
        assert min(round.recorded) >= 0
    round = played_out(Round.parse("A♠ / J♠ / K♥ / Q♥", rules))
    assert round.recorded == (0, 2, 0, 0)
    for seed in range(20):
        round = played_out(Match(rules).deal(ft.Random(seed)), seed)
        assert len(round.moves) == 32


@pytest.mark.parametrize(
    ("hands", "paranoid", "each_for_itself"),
    [
        pytest.param("9♥ A♦ / 6♣ J♥ / 6♥ K♣", (0, -3, 0), (0, -3, 1), id="TK-14"),
        pytest.param("5♠ 8♥ J♠ / 9♣ Q♦ Q♠ / 7♣ 8♣ J♥", (1, -4, -3), (2, -4, 0), id="TK-15"),
        pytest.param("K♣ 10♥ J♣ / 3♦ J♥ 2♦ / K♦ 7♥ 3♣", (1, -3, -1), (1, -3, -1), id="TK-16"),
    ],
)
def test_solved_endings(
    hands: str, paranoid: tuple[int, ...], each_for_itself: tuple[int, ...]
) -> None:
    round = Round.parse(f"{hands} ; ♠ ; A")
    assert ft.solve(round).points == paranoid
    course = ft.max_n(round)
    assert course.points == each_for_itself
    for move in course.line:
        round.push(move)
    assert round.points == each_for_itself


def test_the_jack_of_the_first_ending_is_forced() -> None:
    """TK-14: seat 0 leads 9♥, and J♥ must follow."""
    round = Round.parse("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; A")
    assert str(ft.max_n(round).line[0]) == "9♥"
    round.push(parse_move("9♥"))
    assert list(map(str, round.legal)) == ["J♥"]
    jack = Card("J", "♥")
    assert ft.solve(round.only(jack)).points == (0, -1, 0)
    with pytest.raises(ft.ImpossiblePositionError, match="6♥ is no jack"):
        round.only(Card("6", "♥"))
