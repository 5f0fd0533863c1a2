"""Every row of the table of tests in the rules of Scopa, by its id."""

from __future__ import annotations

from typing import Final

import pytest

import fortytwo as ft
import scopa_judge as judge
from fortytwo.engine.cards import Card, Cards
from fortytwo.engine.games.scopa.deal import Deal
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
    finished,
    random_round,
    random_rules,
    rest_of,
    words,
)

FREE: Final = Rules.preset("source", capture="free")
ON_DEMAND: Final = Rules.preset("source", capture="on_demand")
HEARTS: Final = [card for card in judge.PACK if card[1] == "♥"]
OTHERS: Final = [card for card in judge.PACK if card[1] != "♥"]


def sets(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text.split()) for text in texts}


def captured(card: str, table: str, rules: Rules) -> set[frozenset[str]]:
    """What a card may take from a table, each set once; an empty set where it may be added."""
    other = next(one for one in judge.PACK if one != card and one not in table)
    round = ending(f"{card} / {other}", table, rules=rules)
    found = [words(move.taken) for move in round.legal if isinstance(move, Play)]
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize(
    ("card", "table", "rules", "expected"),
    [
        pytest.param("6♥", "6♣ 3♦ 3♠", SOURCE, sets("6♣"), id="TS-1-equal-six"),
        pytest.param("J♥", "J♠ 7♣ A♦", SOURCE, sets("J♠"), id="TS-1-equal-jack"),
        pytest.param("6♥", "3♦ 3♠ K♣", SOURCE, sets("3♦ 3♠"), id="TS-2-two-alike"),
        pytest.param("6♥", "5♦ A♠ K♣", SOURCE, sets("5♦ A♠"), id="TS-2-two"),
        pytest.param("6♥", "3♦ 2♠ A♣ K♣", SOURCE, sets("3♦ 2♠ A♣"), id="TS-2-three"),
        pytest.param("K♥", "K♣ 4♦ 6♠", SOURCE, sets("K♣"), id="TS-3"),
        pytest.param("K♥", "K♣ 4♦ 6♠", FREE, sets("K♣", "4♦ 6♠", ""), id="TS-3-free"),
        pytest.param("7♥", "3♦ 4♠ 2♣ 5♦", SOURCE, sets("2♣ 5♦", "3♦ 4♠"), id="TS-4"),
        pytest.param(
            "K♦",
            "A♣ 2♦ 3♠ 4♥ 5♣",
            SOURCE,
            sets("2♦ 3♠ 5♣", "A♣ 4♥ 5♣", "A♣ 2♦ 3♠ 4♥"),
            id="TS-5",
        ),
        pytest.param("7♦", "7♣ 7♠ 3♦ 4♠", SOURCE, sets("7♣", "7♠"), id="TS-6"),
        *(pytest.param(card, "-", SOURCE, sets(""), id=f"TS-8-{card}") for card in judge.PACK),
    ],
)
def test_what_a_card_captures(
    card: str, table: str, rules: Rules, expected: set[frozenset[str]]
) -> None:
    assert captured(card, table, rules) == expected


@pytest.mark.parametrize(
    ("hands", "sweeps", "taken"),
    [
        pytest.param("K♥ / 5♦", (1, 0), 39, id="TS-7"),
        pytest.param("K♥ / -", (0, 0), 40, id="TS-9"),
    ],
)
def test_a_capture_of_the_whole_table(hands: str, sweeps: tuple[int, int], taken: int) -> None:
    """It is a sweep, unless made with the last card of the round."""
    round = ending(hands, "A♣ 2♦ 3♠ 4♥")
    round.push(Play.parse("K♥:A♣+2♦+3♠+4♥"))
    assert round.taken.sweeps == sweeps
    assert round.table == Cards()
    assert len(round.taken.piles[0]) == taken
    assert round.finished == (taken == 40)


@pytest.mark.parametrize(
    ("moves", "sweeps", "piles", "left"),
    [
        pytest.param(
            "5♦:A♠+A♥+3♣ J♦ 2♣ 3♦ 4♥ 4♠:4♥",
            (2, 1),
            [19, 21],
            "J♦ 2♣ 3♦",
            id="the-36th-card-captures",
        ),
        pytest.param("4♥:A♥+3♣ 4♠ 5♦:A♠+4♠ 3♦ 2♣ J♦", (2, 1), [24, 16], "3♦ 2♣ J♦", id="TS-10"),
    ],
)
def test_who_captured_last_takes_the_rest(
    moves: str, sweeps: tuple[int, int], piles: list[int], left: str
) -> None:
    round = Round.parse(f"{SOLVED} ; - ; {moves}")
    assert round.finished
    assert round.taken.sweeps == sweeps
    assert [len(pile) for pile in round.taken.piles] == piles
    assert round.taken.last is not None
    assert set(Cards.parse(left)) <= set(round.taken.piles[round.taken.last])


@pytest.mark.parametrize(
    ("hearts", "others", "category", "expected"),
    [
        pytest.param(6, 15, "cards", (1, 0), id="TS-11-21-19"),
        pytest.param(6, 14, "cards", (0, 0), id="TS-11-20-20"),
        pytest.param(6, 13, "cards", (0, 1), id="TS-11-19-21"),
        pytest.param(6, 15, "hearts", (1, 0), id="TS-11-hearts-6-4"),
        pytest.param(5, 15, "hearts", (0, 0), id="TS-11-hearts-5-5"),
        pytest.param(4, 15, "hearts", (0, 1), id="TS-11-hearts-4-6"),
    ],
)
def test_majorities(hearts: int, others: int, category: str, expected: tuple[int, int]) -> None:
    assert account_of(HEARTS[:hearts] + OTHERS[:others])[category] == expected


def split(ours: str, theirs: str) -> list[str]:
    """A pile in which these are the best cards of the suits, if those are in the other."""
    order = "JQK2345A67"
    best = {card[1]: order.index(card[0]) for card in ours.split()}
    mine = [card for card in judge.PACK if order.index(card[0]) <= best.get(card[1], -1)]
    return [card for card in mine if card not in theirs.split()]


@pytest.mark.parametrize(
    ("ours", "theirs", "rules", "expected"),
    [
        pytest.param("7♥ 7♦ 7♣ K♠", "6♥ 6♦ 6♣ 7♠", SOURCE, (0, 1), id="TS-12-73-75"),
        pytest.param("7♥ 7♦ 7♣ 7♠", "6♥ 6♦ 6♣ 6♠", SOURCE, (1, 0), id="TS-12-84-72"),
        pytest.param("7♥ 7♦ 6♣ J♠", "5♥ 2♦ 7♣ 7♠", SOURCE, (0, 1), id="TS-13-68-69"),
        pytest.param("7♥ 7♦ 6♣ J♠", "5♥ 2♦ 7♣ 7♠", STANDARD, (1, 0), id="TS-13-70-69"),
        pytest.param("7♥ 7♦ 7♣", "2♥ J♦ J♣ J♠", SOURCE, (0, 1), id="TS-14"),
        # What else rule 15 says: neither has all suits; and the other numbers.
        pytest.param("7♥ 7♦ 7♣", "6♥ 6♣ 7♠", SOURCE, (0, 0), id="neither"),
        pytest.param("7♥ 7♦ 6♣ 6♠", "6♥ 6♦ 7♣ 7♠", SOURCE, (0, 0), id="78-78"),
        pytest.param("7♥ 7♦ A♣ 4♠", "5♥ 3♦ 7♣ 7♠", SOURCE, (1, 0), id="72-70"),
        pytest.param("7♥ 7♦ 2♣ 2♠", "3♥ 3♦ 7♣ 7♠", SOURCE, (0, 1), id="66-68"),
        pytest.param("7♥ 7♦ Q♣ K♠", "J♥ J♦ 7♣ 7♠", SOURCE, (1, 0), id="61-58"),
        pytest.param("7♥ 7♦ Q♣ K♠", "J♥ J♦ 7♣ 7♠", STANDARD, (0, 0), id="62-62"),
    ],
)
def test_primiera(ours: str, theirs: str, rules: Rules, expected: tuple[int, int]) -> None:
    assert account_of(split(ours, theirs), rules)["primiera"] == expected


@pytest.mark.parametrize(
    ("ours", "sweeps", "account", "recorded"),
    [
        pytest.param(
            "A♥ 2♥ 3♥ 4♥ 5♥ 7♥ A♦ 2♦ 3♦ 4♦ 5♦ A♠ 2♠ 3♠ 4♠ 6♠ 6♣ 7♣ J♣ Q♣ K♣",
            "2 1",
            {
                "cards": (1, 0),
                "hearts": (1, 0),
                "seven of hearts": (1, 0),
                "primiera": (0, 0),
                "sweeps": (2, 1),
            },
            (5, 1),
            id="TS-15",
        )
    ],
)
def test_a_whole_round(
    ours: str, sweeps: str, account: dict[str, tuple[int, int]], recorded: tuple[int, int]
) -> None:
    round = finished(ours.split(), sweeps)
    assert round.account == account
    assert round.recorded == recorded
    assert round.points == (recorded[0] - recorded[1], recorded[1] - recorded[0])


@pytest.mark.parametrize(
    ("score", "account", "total"),
    [
        pytest.param((15, 14), counted((0, 1), (2, 2)), (17, 17), id="TS-16-from-15-14"),
        pytest.param((15, 15), counted((0, 0), (2, 2)), (17, 17), id="TS-16-from-15-15"),
    ],
)
def test_a_tie_above_the_target_is_played_on(
    score: tuple[int, int], account: dict[str, tuple[int, int]], total: tuple[int, int]
) -> None:
    assert SOURCE.credited(score, account) == total
    assert SOURCE.winner(total) is None
    assert SOURCE.winner((17, 18)) == 1


@pytest.mark.parametrize(
    ("score", "rules", "won"),
    [
        pytest.param((16, 7), SOURCE, 6, id="TS-17-16-7"),
        pytest.param((16, 8), SOURCE, 3, id="TS-17-16-8"),
        pytest.param((16, 7), STANDARD, 3, id="never-in-standard"),
    ],
)
def test_what_is_won(score: tuple[int, int], rules: Rules, won: int) -> None:
    assert rules.stake(score, 3) == won


@pytest.mark.parametrize(
    ("rules", "again"),
    [
        pytest.param(SOURCE, False, id="TS-18-source"),
        pytest.param(STANDARD, True, id="TS-18-standard"),
    ],
)
def test_three_kings_on_the_table(rules: Rules, again: bool) -> None:
    table = "K♥ K♦ K♣ 2♠"
    rest, size = rest_of(table).split(), rules.hand_size
    hands = [" ".join(rest[at : at + size]) for at in range(0, 36, size)]
    deal = Deal.parse(f"{' / '.join(hands[:2])} ; {table} ; {' / '.join(hands[2:])}")
    assert deal.is_dealt_again(rules) == again
    if again:
        with pytest.raises(ft.ImpossiblePositionError, match="with three kings, deal again"):
            Match(rules).begin(deal)
    else:
        assert Match(rules).begin(deal).deal == deal


@pytest.mark.parametrize("seed", [pytest.param(seed, id=f"TS-19-{seed}") for seed in range(20)])
def test_hands_run_out_together_and_piles_have_all_cards(seed: int) -> None:
    random = ft.Random(seed)
    round = random_round(random, random_rules(random, capture="obligatory"))
    while not round.finished:
        assert len(round.hands[round.mover]) - len(round.hands[1 - round.mover]) in (0, 1)
        round.push(random.choice(round.legal))
    assert not any(round.hands)
    assert sum(map(len, round.taken.piles)) == len(judge.PACK)


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        pytest.param("demand", "4♦ 6♠", id="TS-20-demand"),
        pytest.param("accept", "K♣", id="TS-20-accept"),
    ],
)
def test_a_play_that_leaves_a_capture_out_is_answered(answer: str, left: str) -> None:
    round = ending("K♥ / 5♦", "K♣ 4♦ 6♠", ON_DEMAND)
    offered = Play.parse("K♥:4♦+6♠")
    round.push(offered)
    assert (round.mover, round.offered) == (1, offered)
    assert set(round.legal) == set(Answer)
    assert words(round.table) == {"K♣", "4♦", "6♠"}
    round.push(parse_move(answer))
    if answer == "demand":
        assert round.mover == 0
        assert [str(move) for move in round.legal] == ["K♥:K♣"]
        round.push(Play.parse("K♥:K♣"))
    assert words(round.table) == set(left.split())
    assert (round.mover, round.offered) == (1, None)
    assert Card.parse("K♥") in round.taken.piles[0]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param(
            SOLVED,
            {"5♦:A♠+3♣+A♥": 1, "4♥:3♣+A♥": 0, "4♥:A♠+3♣": -1, "2♣:A♠+A♥": -2},
            id="TS-21",
        )
    ],
)
def test_solved_endings(text: str, values: dict[str, int]) -> None:
    round = Round.parse(text)
    best = max(values.values())
    found = {str(move): points for move, points in ft.analyse(round).items()}
    assert found == {move: (value, -value) for move, value in values.items()}
    assert ft.solve(round).points == (best, -best)
    assert ft.can_make(round, 0, best)
    assert not ft.can_make(round, 0, best + 1)
    assert ft.can_make(round, 1, -best)
