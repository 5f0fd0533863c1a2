"""Nello and sevens as trick tables: the examples of the rules, and rules in plain words."""

from __future__ import annotations

from itertools import permutations

import pytest

import fortytwo as ft
from fortytwo.engine._tricks import TrickPosition
from fortytwo.engine.games.forty_two.dominoes import DOMINOES, Domino, Hand, parse_dominoes
from fortytwo.engine.games.forty_two.trump import (
    NELLO_DOUBLES,
    nello_table,
    sevens_table,
    trick_table,
)

NELLO = (0, 1, None, 1)
"""N has declared; S sits out."""


def masks(*hands: str) -> list[int]:
    return [Hand.parse(hand).mask if hand else 0 for hand in hands]


@pytest.mark.parametrize(
    ("x", "bidder", "y", "answers"),
    [
        ("6-5", "6-0", "6-4", {"own_suit": True}),
        ("6-0", "6-5", "6-1", {"own_suit": False}),
        ("6-5", "2-1", "6-4", {"own_suit": True}),
        ("6-1 5-5", "6-0 6-2", "6-3 4-4", {"own_suit": True}),
        ("6-0", "6-6", "6-1", {"high": False, "low": True}),
        ("3-3", "0-0", "5-5", {"own_suit": True, "own_suit_inverted": False}),
        ("3-1", "3-3", "3-2", {"own_suit": True, "high": False}),
    ],
)
def test_nello_endings(x: str, bidder: str, y: str, answers: dict[str, bool]) -> None:
    for doubles, answer in answers.items():
        hands = masks(bidder, y, "", x)
        position = TrickPosition(nello_table(doubles), hands, 3, sides=NELLO)
        tricks = len(parse_dominoes(bidder))
        assert ft.can_make(position, 0, tricks) == answer
        assert position.bounds(0) == (0, tricks)
        assert (ft.solve(position).points[0] == tricks) == answer


@pytest.mark.parametrize("doubles", NELLO_DOUBLES)
def test_nello_tricks(doubles: str) -> None:
    """All tricks of three in a few thousand, by who follows and who is highest."""
    table, own = nello_table(doubles), doubles.startswith("own")

    def follows(lead: Domino, domino: Domino) -> bool:
        if own and (lead.is_double or domino.is_double):
            return lead.is_double and domino.is_double
        return lead.high in (domino.high, domino.low)

    def place(lead: Domino, domino: Domino) -> float:
        if own and lead.is_double:
            return -domino.high if doubles == "own_suit_inverted" else domino.high
        if domino.is_double:
            return 7 if doubles == "high" else -1
        return domino.low if domino.high == lead.high else domino.high

    for trick in list(permutations(DOMINOES, 3))[::7]:
        lead = trick[0]
        following = [domino for domino in trick if follows(lead, domino)]
        highest = max(following, key=lambda domino: place(lead, domino))
        assert table.winner(trick) == trick.index(highest)
        hand = Hand(trick[1:])
        legal = [d for d in hand if follows(lead, d)] or list(hand)
        assert table.legal(hand.mask, lead) == Hand(legal).mask


def test_nello_with_high_doubles_is_follow_me() -> None:
    for trick in list(permutations(DOMINOES, 3))[::7]:
        follow_me = trick_table(ft.Trump.FOLLOW_ME)
        assert nello_table("high").winner(trick) == follow_me.winner(trick)


def test_nello_knows_its_options() -> None:
    with pytest.raises(ft.OptionError, match="doubles 'trumps': expected own_suit"):
        nello_table("trumps")


def test_a_nello_is_replayed_without_the_partner() -> None:
    plays = parse_dominoes("6-1 6-0 6-3 5-5 6-2 4-4")
    steps, turn, trick, points = nello_table("own_suit").replay(plays, 3, sides=NELLO)
    assert [seat for seat, _ in steps] == [3, 0, 1, 1, 3, 0]
    assert (turn, trick, points) == (1, (), (2, 0))


@pytest.mark.parametrize("ties_to", [None, 0, 1])
def test_sevens_admits_what_is_nearest(ties_to: int | None) -> None:
    table = sevens_table(ties_to)
    for hand, nearest in (
        ("6-1 6-0 3-3", "6-1"),
        ("6-0 4-4 6-6", "6-0 4-4"),
        ("0-0 1-0", "1-0"),
        ("0-0", "0-0"),
    ):
        held, allowed = masks(hand, nearest)
        assert table.legal(held) == allowed
        for lead in parse_dominoes("6-6 4-3"):
            assert table.legal(held, lead) == allowed


def test_ties_in_sevens() -> None:
    trick = parse_dominoes("6-0 4-4 5-2 6-1")
    assert sevens_table().winner(trick) == 2
    assert sevens_table(1).winner(trick) == 3
    assert sevens_table(0).winner(trick) == 2
    assert sevens_table(0).winner(trick, (1, 0, 1, 0)) == 3


def test_sevens_played_by_a_partnership() -> None:
    """Partner's seven beats the opponents' earlier one only if ties go to the declarer's side."""
    hands = masks("5-5", "5-2", "6-1", "0-0")
    for ties_to, points in ((None, (0, 1)), (0, (1, 0))):
        assert ft.solve(TrickPosition(sevens_table(ties_to), hands, 0)).points == points


def test_a_first_lead_called_by_its_small_end() -> None:
    """Any other lead of that suit, here the double, opens the row it calls for."""
    table, (called,) = trick_table(ft.Trump.ONES), parse_dominoes("3-3")
    hand, allowed = masks("5-4 3-0", "3-0")
    assert table.legal(hand, called) == allowed
    trick = parse_dominoes("5-3 3-0 3-3 5-5")
    assert (table.winner(trick, called=called), table.winner(trick)) == (2, 3)
    position = TrickPosition(table, masks("5-3", "3-0", "3-3", "5-5"), 0)
    position.push(trick[0], called)
    assert ft.solve(position).points == (11, 0)
