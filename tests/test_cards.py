"""Cards and sets of them."""

from __future__ import annotations

import pickle
from collections.abc import Set

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.cards import CARDS, LETTERS, RANKS, SUITS, Card, Cards, pack
from fortytwo.engine.errors import shown

masks = st.integers(0, 2**52 - 1)


def test_there_is_one_object_for_each_card() -> None:
    assert len(set(CARDS)) == 52
    for number, card in enumerate(CARDS):
        letter = LETTERS[SUITS.index(card.suit)]
        assert card.index == number
        assert Card(card.rank, card.suit) is card is Card(card.rank, letter)
        assert Card.parse(str(card)) is card is Card.parse(f" {card.rank}{letter} ".lower())
        assert pickle.loads(pickle.dumps(card)) is card
    assert Card.parse("T♠") is Card.parse("10s")
    assert sorted(CARDS) == list(CARDS)


@pytest.mark.parametrize("text", ["", "A", "♥", "1♥", "11♥", "A♥♥", "AX", "♥A", "10", "TT", "ßs"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ft.NotationError, match="no card: expected a rank and a suit"):
        Card.parse(text)


@pytest.mark.parametrize(("rank", "suit"), [("T", "♥"), ("1", "♥"), ("A", "HD"), ("A", "")])
def test_no_card_is_made_of_what_is_none(rank: str, suit: str) -> None:
    with pytest.raises(ft.NotationError, match="expected a rank and a suit"):
        Card(rank, suit)


@given(masks, masks)
def test_sets_of_cards_are_sets(one: int, other: int) -> None:
    first, second = Cards.of_mask(one), Cards.of_mask(other)
    assert isinstance(first, Set)
    assert Cards.parse(str(first)) == first == pickle.loads(pickle.dumps(first)) == set(first)
    assert hash(first) == hash(Cards(reversed(list(first))))
    assert [first & second, first | second, first - second, first ^ second] == [
        Cards.of_mask(mask) for mask in (one & other, one | other, one & ~other, one ^ other)
    ]
    assert len(first) == one.bit_count()
    assert eval(repr(first)) == first


def test_sets_refuse_what_cannot_be() -> None:
    with pytest.raises(ft.ImpossiblePositionError, match="A♥ comes twice"):
        Cards.parse("A♥ AH")
    with pytest.raises(ft.ImpossiblePositionError, match="expected 52 bits"):
        Cards.of_mask(1 << 52)
    with pytest.raises(AttributeError, match="mask"):
        Cards().mask = 1
    with pytest.raises(AttributeError, match="rank"):
        CARDS[0].rank = "3"


def test_suits_are_shown_in_messages_as_they_are_written() -> None:
    assert shown("8♥ ♦♣♠") == "'8♥ ♦♣♠'"
    assert shown("ß♥") == r"'\xdf♥'"


def test_packs() -> None:
    assert len(pack(RANKS)) == 52
    assert len(pack(("A", "10", "K", "Q", "J", "9"))) == 24
