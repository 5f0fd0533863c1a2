"""Every row of the table of tests in the rules of Sixty-Six, by its id."""

from __future__ import annotations

from typing import Any

import pytest

import fortytwo as ft
from fortytwo.engine.cards import CARDS
from fortytwo.engine.games.sixty_six.match import Match
from fortytwo.engine.games.sixty_six.play import KIND, PACK
from fortytwo.engine.games.sixty_six.round import Deal, Round
from fortytwo.engine.games.sixty_six.rules import SOURCE, Rules
from fortytwo.engine.stock.moves import Turn


def legal(text: str, rules: str = "source") -> set[str]:
    return set(map(str, Round.parse(text, Rules.parse(rules)).legal))


def recorded(text: str, rules: str = "source") -> Any:
    return Round.parse(text, Rules.parse(rules)).recorded


def test_66_1_all_cards_count_120_and_an_open_deal_130() -> None:
    table = SOURCE.under("♠").tricks[0]
    assert sum(table.value([card]) for card in PACK) == 120
    counts = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
    assert {card.rank: table.value([card]) for card in PACK} == counts
    random = ft.Random(1)
    for _ in range(20):
        round = Match().deal(random)
        while not round.finished:
            round.push(random.choice([move for move in round.legal if len(str(move)) < 4]))
        assert sum(round.taken) == 130


def test_66_2_what_beats_a_lead() -> None:
    table = SOURCE.under("♠").tricks[0]
    lead = KIND.read_piece("Q♦")
    beating = [card for card in PACK if table.winner([lead, card])]
    assert set(map(str, beating)) == {
        *("K♦", "10♦", "A♦"),
        *("A♠", "10♠", "K♠", "Q♠", "J♠", "9♠"),
    }


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        pytest.param("10♥ 9♥ / A♠ 9♦ ; - ; ♠ ; A ; 0 / 0 ; - ; 10♥ A♠", (0, 21), id="T66-3"),
        pytest.param("K♥ Q♥ / A♥ 9♦ ; - ; ♠ ; A ; 9 / 0 ; - ; K♥+Q♥", (29, 0), id="T66-4"),
        pytest.param("K♠ Q♠ / A♠ 9♦ ; - ; ♠ ; A ; 9 / 0 ; - ; Q♠+K♠", (49, 0), id="T66-4-trump"),
        pytest.param("K♥ Q♥ / A♥ 9♦ ; - ; ♠ ; A ; 0 / 0 ; - ; K♥+Q♥ A♥", (0, 15), id="T66-5"),
        pytest.param(
            "K♥ Q♥ / A♥ 10♥ ; - ; ♠ ; A ; 0 / 0 ; - ; K♥+Q♥ A♥ 10♥ Q♥", (0, 38), id="T66-5-end"
        ),
        pytest.param(
            "K♥ Q♥ / A♥ 9♥ ; - ; ♠ ; A ; 0 / 0 ; - ; K♥+Q♥ A♥ 9♥ Q♥", (33, 15), id="T66-6"
        ),
    ],
)
def test_what_counts(text: str, taken: tuple[int, int]) -> None:
    assert Round.parse(text).taken == taken


@pytest.mark.parametrize(
    ("text", "may"),
    [
        pytest.param("9♠ A♥ / K♥ Q♦ ; J♦ Q♠ ; ♠ ; A ; 0* / 0", True, id="T66-7-allowed"),
        pytest.param("9♠ A♥ / K♥ Q♦ ; J♦ Q♠ ; ♠ ; A ; 0 / 0", False, id="T66-7-no-trick"),
        pytest.param("9♠ A♥ / K♥ Q♦ ; J♦ Q♠ ; ♠ ; A ; 5 / 0 ; - ; close", False, id="T66-7-closed"),
        pytest.param("9♠ A♥ / K♥ Q♦ ; - ; ♠ ; A ; 5 / 0", False, id="T66-7-empty"),
        pytest.param("A♠ A♥ / K♥ Q♦ ; J♦ 9♠ ; ♠ ; A ; 5 / 0", False, id="T66-7-turned-up"),
        pytest.param("9♥ A♥ / K♥ 9♠ ; J♦ Q♠ ; ♠ ; A ; 5 / 0", False, id="T66-7-not-held"),
        pytest.param("9♠ A♥ / K♥ Q♦ ; J♦ Q♠ ; ♠ ; B ; 5 / 5 ; - ; Q♦", False, id="T66-7-follower"),
    ],
)
def test_who_may_exchange(text: str, may: bool) -> None:
    round = Round.parse(text)
    assert (Turn.EXCHANGE in round.legal) == may
    if may:
        round.push(Turn.EXCHANGE)
        assert (str(round.hands[0]), str(round.stock[-1]), round.mover) == ("Q♠ A♥", "9♠", 0)


def test_66_8_exchange_close_and_lead_in_one_turn() -> None:
    text = "9♠ A♥ / K♥ Q♦ ; J♦ Q♠ ; ♠ ; A ; 5 / 0 ; -"
    for rules, waiting in (("source", "-"), ("source close_timing=before_draw", "waiting")):
        start = text.replace("; -", f"; {waiting}")
        round = Round.parse(f"{start} ; exchange close Q♠", Rules.parse(rules))
        assert (round.core.closer, round.mover, str(round.lead)) == (0, 1, "Q♠")
        with pytest.raises(ft.IllegalMoveError, match="'exchange' is not allowed now"):
            Round.parse(f"{start} ; close exchange", Rules.parse(rules))


@pytest.mark.parametrize(
    ("hand", "lead", "rules", "expected"),
    [
        pytest.param("9♥ A♥ J♠", "10♥", "strict_play=follow_trump", "9♥ A♥", id="T66-9"),
        pytest.param("9♥ A♥ J♠", "10♥", "strict_play=head", "A♥", id="T66-9-head"),
        pytest.param("9♦ J♠ A♣", "10♥", "strict_play=follow_trump", "J♠", id="T66-10"),
        pytest.param("9♦ J♠ A♣", "10♥", "strict_play=head", "J♠", id="T66-10-head"),
        pytest.param("9♦ J♠ A♣", "10♥", "strict_play=follow_only", "9♦ J♠ A♣", id="T66-10-only"),
    ],
)
def test_what_may_follow_once_nobody_draws(hand: str, lead: str, rules: str, expected: str) -> None:
    for stock, state in (("-", "-"), ("K♦ Q♦", "closed A")):
        text = f"{lead} K♥ K♣ / {hand} ; {stock} ; {'♠' if stock == '-' else '-'} ; A ; 5 / 5"
        if stock != "-":
            text = text.replace("Q♦", "Q♠")
        assert legal(f"{text} ; {state} ; {lead}", f"source {rules}") == set(expected.split())


@pytest.mark.parametrize("how", ["follow_trump", "head", "follow_only"])
def test_66_11_anything_follows_while_the_stock_is_open(how: str) -> None:
    text = "10♥ K♥ K♣ / 9♥ A♥ J♠ ; K♦ Q♠ ; ♠ ; A ; 5 / 5 ; - ; 10♥"
    assert legal(text, f"source strict_play={how}") == {"9♥", "A♥", "J♠"}


def test_66_12_the_loser_of_the_sixth_trick_draws_the_turn_up() -> None:
    random = ft.Random(2)
    for _ in range(10):
        round = Match().deal(random)
        turn_up = round.stock[-1]
        for _ in range(12):
            cards = [move for move in round.legal if not isinstance(move, Turn)]
            round.push(random.choice(cards))
        assert round.stock == ()
        assert turn_up in round.hands[1 - round.mover]


@pytest.mark.parametrize(
    ("points", "state", "rules", "expected"),
    [
        pytest.param("97 / 33", "-", "source", (1, 0), id="T66-13-1"),
        pytest.param("98 / 32", "-", "source", (2, 0), id="T66-13-2"),
        pytest.param("130 / 0", "-", "source", (3, 0), id="T66-13-3"),
        pytest.param("130 / 0*", "-", "source", (3, 0), id="T66-13-3-blank"),
        pytest.param("65 / 65", "-", "source", (0, 0), id="T66-14"),
        pytest.param("70 / 80", "-", "source", (0, 0), id="T66-14-both"),
        pytest.param("40 / 10", "closed A", "source", (0, 2), id="T66-15-2"),
        pytest.param("20 / 10", "closed A", "source", (0, 4), id="T66-15-4"),
        pytest.param("0 / 10", "closed A", "source", (0, 6), id="T66-15-6"),
        pytest.param("66 / 40", "closed A", "source", (1, 0), id="T66-16-1"),
        pytest.param("70 / 32", "closed A", "source", (2, 0), id="T66-16-2"),
        pytest.param("66 / 0", "closed A", "source", (3, 0), id="T66-16-3"),
        pytest.param("66 / 66", "closed A", "source", (0, 0), id="T66-17"),
        pytest.param("66 / 0*", "-", "standard", (2, 0), id="T66-18"),
        pytest.param("66 / 0", "-", "standard", (3, 0), id="T66-18-no-trick"),
        pytest.param("66 / 0*", "-", "source", (3, 0), id="T66-18-source"),
        pytest.param("20 / 66", "closed A", "standard", (0, 2), id="fixed"),
        pytest.param("20 / 66", "closed A early", "standard", (0, 3), id="fixed-early"),
        pytest.param("66 / 40", "extra 1", "standard", (2, 0), id="extra"),
        pytest.param("20 / 66", "closed A, extra 1", "standard", (0, 3), id="fixed-extra"),
        pytest.param("65 / 65", "extra 1", "standard", (0, 0), id="tied-extra"),
    ],
)
def test_what_a_deal_brings(points: str, state: str, rules: str, expected: tuple[int, int]) -> None:
    stock = "A♦ 9♠ ; -" if "closed" in state else "- ; ♠"
    assert recorded(f"- / - ; {stock} ; A ; {points} ; {state}", rules) == expected


def test_66_19_no_marriage_counts_in_standard_once_the_stock_is_gone() -> None:
    text = "K♥ Q♥ / A♥ 9♦ ; {} ; {} ; A ; 9 / 0 ; {}"
    gone = text.format("-", "♠", "-")
    assert legal(gone, "standard") == {"K♥", "Q♥"}
    assert legal(gone) == {"K♥", "Q♥", "K♥+Q♥", "Q♥+K♥"}
    assert legal(text.format("A♦ 9♠", "-", "closed A"), "standard") == legal(gone)


def test_66_20_the_winner_of_a_deal_deals_next() -> None:
    """And the other leads; after a tie the same player deals again."""
    random, seen = ft.Random(4), set()
    for _ in range(40):
        match = Match(Rules.parse(f"source first_dealer={random.below(2)}"))
        round = match.deal(random)
        dealer = 1 - round.mover
        while not round.finished:
            round.push(random.choice(round.legal))
        recorded = round.recorded or (0, 0)
        winner = recorded.index(max(recorded)) if any(recorded) else None
        seen.add(winner)
        assert match.deal(random).mover == 1 - (dealer if winner is None else winner)
    assert seen == {0, 1, None}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param(
            "A♥ 9♥ Q♠ / J♣ A♠ A♦ ; - ; ♠ ; A ; 32 / 50", {"9♥": 1, "A♥": -1, "Q♠": -2}, id="T66-21"
        ),
        pytest.param(
            "K♥ Q♥ Q♦ / K♠ 9♥ K♣ ; - ; ♠ ; A ; 61 / 41",
            {"K♥+Q♥": 1, "Q♦": 1, "Q♥+K♥": 0, "K♥": 0, "Q♥": -1},
            id="T66-22",
        ),
        pytest.param(
            "K♥ Q♥ A♣ / 10♣ J♠ 9♥ ; - ; ♠ ; A ; 63 / 27",
            {"K♥+Q♥": 2, "Q♥+K♥": 1, "A♣": 1, "K♥": 2, "Q♥": 1},
            id="T66-23",
        ),
    ],
)
def test_endings_are_solved(text: str, values: dict[str, int]) -> None:
    round = Round.parse(text)
    found = {str(move): net for move, (net, _) in ft.analyse(round).items()}
    assert found == values
    assert ft.solve(round).points[0] == max(values.values())


@pytest.mark.parametrize("packet", [1, 3])
def test_packets(packet: int) -> None:
    """The player who does not deal gets the first cards; the thirteenth is turned up."""
    cards = [card for card in CARDS if card in PACK]
    deal = Deal.of_pack(cards, 0, packet)
    first = cards[:12:2] if packet == 1 else cards[:3] + cards[6:9]
    assert set(deal.hands[1]) == set(first)
    assert set(deal.hands[0]) == set(cards[:12]) - set(first)
    assert deal.stock == (*cards[13:], cards[12])
    assert Deal.of_pack(cards, 1, packet).hands == deal.hands[::-1]
