"""Scopa as a game that is typed, drawn and kept on record."""

from __future__ import annotations

from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.adapters.reports import advice_as_json
from fortytwo.engine.games.scopa.game import SCOPA
from fortytwo.engine.games.scopa.moves import Answer, Play
from fortytwo.engine.games.scopa.picture import picture
from fortytwo.engine.games.scopa.round import Round
from fortytwo.engine.games.scopa.rules import Rules
from fortytwo.engine.games.scopa.view import View
from scopa_rounds import SOURCE, ending, random_round, rest_of

ON_DEMAND: Final = Rules.preset("source", capture="on_demand")


def typed(round: Round, text: str) -> str:
    return str(SCOPA.read_move(View.of(round), text))


def test_a_card_alone_is_enough_where_it_is_clear() -> None:
    round = ending("5♦ 4♥ 6♣ / 7♣ 6♦", "A♠ A♥ 3♣")
    for text in ("5♦", "5d", "5D ", "5d:", "5d:as", "5d:as+", "5D:AS+3C+AH", "5♦:A♠+3♣+A♥"):
        assert typed(round, text) == "5♦:A♠+3♣+A♥"
    assert typed(round, "6c") == "6♣"
    assert typed(round, "5d:ah+as+3c") == "5♦:A♠+3♣+A♥"
    with pytest.raises(ft.NotationError, match=r"which one\? Expected 4♥:3♣\+A♥, 4♥:A♠\+3♣"):
        typed(round, "4h")
    assert typed(round, "4h:3") == "4♥:3♣+A♥"
    with pytest.raises(ft.IllegalMoveError, match=r"5♦:A♠\+A♥ is not allowed now: expected"):
        typed(round, "5d:ah+as")


def test_answers_are_typed_as_words() -> None:
    round = ending("K♥ / 5♦", "K♣ 4♦ 6♠", ON_DEMAND)
    round.push(Play.parse("K♥"))
    assert typed(round, "a") == typed(round, "Accept") == "accept"
    assert typed(round, "d") == "demand"


def test_the_picture() -> None:
    round = ending("K♥ 2♠ / 5♦ 7♣", "K♣ 6♠ 4♦", ON_DEMAND)
    lines = ["A has taken 33 cards, 0 sweeps", "B has taken 0 cards, 0 sweeps"]
    assert picture(View.of(round), fancy=True).splitlines() == [
        *lines,
        "B holds 2 cards; 0 are still to be dealt",
        "Table: 4♦ 6♠ K♣",
        "A holds: 2♠ K♥",
    ]
    round.push(Play.parse("K♥:4♦+6♠"))
    assert picture(View.of(round)).splitlines() == [
        *lines,
        "A holds 1 card; 0 are still to be dealt",
        "Table: 4D 6S KC",
        "A plays KH:6S+4D, which you may refuse",
        "B holds: 5D 7C",
    ]
    round.push(Answer.DEMAND)
    assert picture(View.of(round)).splitlines()[-2:] == [
        "B demands a capture with KH",
        "A holds: 2S KH",
    ]


def test_no_line_is_too_long() -> None:
    free = Rules.preset("source", capture="free")
    hands = "Q♥ Q♦ K♥ K♦ K♣ K♠ / J♥ J♦ J♣ Q♣ Q♠"
    view = View.of(Round.parse(f"{hands} ; {rest_of(hands)}", free))
    lines = picture(view).splitlines()
    assert max(map(len, lines)) <= 79
    assert sum(line.count("S") for line in lines[3:-1]) == 8


def test_a_position_may_be_given_in_parts() -> None:
    round = random_round(ft.Random(1), SOURCE, 20)
    text = str(round)
    parts = dict(zip([field.name for field in SCOPA.position], text.split(" ; "), strict=False))
    for fields in ({"hands": text}, parts):
        again = SCOPA.read_position({**fields, "rules": "source"})
        assert str(again) == text
    with pytest.raises(ft.NotationError, match="turn is given both in the position and by itself"):
        SCOPA.read_position({"hands": text, "turn": "A"})


def test_advice_tells_programs_how_safe_moves_are() -> None:
    view = View.of(random_round(ft.Random(3), SOURCE, 17))
    told: Any = advice_as_json(SCOPA.questions[0], ft.suggest(view, worlds=5))
    for option in view.options:
        assert set(told["moves"][option.text]) == {"p", "error", "points", "safe"}
        assert 0 <= told["moves"][option.text]["safe"] <= 1


def test_a_match_can_be_kept_on_record() -> None:
    random = ft.Random(2)
    match = SCOPA.begin(SCOPA.read_rules("standard count_order=true"))
    while not match.finished:
        round = match.deal(random)
        while not round.finished:
            round.push(random.choice(round.legal))
    record = SCOPA.match_record(match)
    again = SCOPA.read_match(record)
    assert SCOPA.match_record(again) == record
    assert again.winner == match.winner
    assert [str(event) for event in SCOPA.events(match)][-1].endswith("wins the match.")
    assert [line[:2] for line in SCOPA.hands(match.rounds[0])] == ["A:", "B:"]
