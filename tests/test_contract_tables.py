"""Nello and sevens as trick tables, and leads that are called."""

from __future__ import annotations

from itertools import permutations

import fortytwo as ft
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine.dominoes import DOMINOES, Hand
from fortytwo.engine.games.forty_two.trump import trick_table
from fortytwo.engine.pieces import parse_pieces


def test_a_declaration_has_one_table_whoever_declares() -> None:
    """A solver knows by its table whether it knows a deal already."""
    for trump in ft.Trump:
        tables = {id(trick_table(trump, side)) for side in (*ft.Side, 0, 1)}
        assert len(tables) == (1 if trump < ft.Trump.NELLO else 2)
        assert id(trick_table(trump.value)) in tables  # a number that is equal to it


def masks(*hands: str) -> list[int]:
    return [Hand.parse(hand).mask if hand else 0 for hand in hands]


def test_nello_with_high_doubles_is_follow_me() -> None:
    for trick in list(permutations(DOMINOES, 3))[::7]:
        follow_me, nello = trick_table(ft.Trump.FOLLOW_ME), trick_table(ft.Trump.NELLO_HIGH)
        assert nello.winner(trick) == follow_me.winner(trick)


def test_a_nello_is_replayed_without_the_partner() -> None:
    plays = parse_pieces(ft.Domino, "6-1 6-0 6-3 5-5 6-2 4-4")
    table = trick_table(ft.Trump.NELLO)
    steps, turn, trick, points = table.replay(plays, 3, sides=(0, 1, None, 1))
    assert [seat for seat, _ in steps] == [3, 0, 1, 1, 3, 0]
    assert (turn, trick, points) == (1, (), (12, 0))


def test_sevens_played_by_a_partnership() -> None:
    """Partner's seven beats the opponents' earlier one only if ties go to the declarer's side."""
    hands = "N:5-5 / 5-2 / 6-1 / 0-0"
    for trump, points in (("sevens", (0, 6)), ("sevens-declarer", (6, 0))):
        assert ft.solve(ft.Position.parse(f"{hands} ; {trump}")).points == points


def test_a_first_lead_called_by_its_small_end() -> None:
    """Any other lead of that suit, here the double, opens the row it calls for."""
    table, (called,) = trick_table(ft.Trump.ONES), parse_pieces(ft.Domino, "3-3")
    hand, allowed = masks("5-4 3-0", "3-0")
    assert table.legal(hand, called) == allowed
    trick = parse_pieces(ft.Domino, "5-3 3-0 3-3 5-5")
    assert (table.winner(trick, called=called), table.winner(trick)) == (2, 3)
    position = TrickPosition(table, masks("5-3", "3-0", "3-3", "5-5"), 0)
    position.push(trick[0], called)
    assert ft.solve(position).points == (11, 0)
