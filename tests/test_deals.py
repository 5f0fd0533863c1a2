"""Deals drawn for study: which they are, what is asked of them, and when the drawing ends."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.solver.games.forty_two.questions import Condition
from golden import seeds

SIXES = ft.Hand(domino for domino in ft.DOMINOES if domino.high == 6)


def long(deal: ft.Deal) -> bool:
    return len(deal[ft.Seat.N] & SIXES) >= 4 and ft.Domino(6, 6) in deal[ft.Seat.N]


def makes(deal: ft.Deal) -> bool:
    position = ft.Position(deal, trump=ft.Trump.SIXES, leader=ft.Seat.N)
    return ft.can_make(position, ft.Side.NS, 42)


def drawn(seed: int, number: int) -> list[ft.Deal]:
    random = ft.Random(seed)
    return [ft.Deal.draw(random) for _ in range(number)]


@given(seeds, st.integers(1, 5))
def test_without_conditions_they_are_those_drawn(seed: int, count: int) -> None:
    assert list(ft.deals(count=count, seed=seed)) == drawn(seed, count)
    assert next(ft.deals(seed=seed)) == ft.Deal.random(seed)


def test_without_a_seed_each_call_draws_others() -> None:
    assert list(ft.deals(count=2)) != list(ft.deals(count=2))


@pytest.mark.parametrize("where", [long, [long, makes], (makes, long)])
def test_they_are_those_drawn_that_meet_all_conditions(
    where: Condition | Sequence[Condition],
) -> None:
    found = list(ft.deals(where, count=4, seed=3))
    conditions = [where] if callable(where) else where
    expected = [deal for deal in drawn(3, 1000) if all(met(deal) for met in conditions)]
    assert len(found) == 4
    assert found == expected[:4]
    assert list(ft.deals(where, count=2, seed=3)) == found[:2]


def test_a_condition_is_asked_only_where_those_before_are_met() -> None:
    asked: list[ft.Deal] = []

    def costly(deal: ft.Deal) -> bool:
        asked.append(deal)
        return makes(deal)

    found = list(ft.deals([long, costly], count=3, seed=4))
    assert all(map(long, asked))
    assert found == [deal for deal in asked if makes(deal)]


def test_seats_hold_what_is_given() -> None:
    north, south = ft.Hand.parse("6-6 6-5 6-4"), ft.Hand.parse("5-5")
    hands = {ft.Seat.N: iter(north), ft.Seat.S: iter(south)}  # read once, dealt many times
    found = list(ft.deals(makes, given=hands, count=5, seed=1))
    assert len(set(found)) == 5
    for deal in found:
        assert north <= deal[ft.Seat.N]
        assert south <= deal[ft.Seat.S]
        assert makes(deal)


def test_what_is_never_met_ends_after_so_many_tries_in_a_row() -> None:
    asked = 0

    def third(deal: ft.Deal) -> bool:
        nonlocal asked
        asked += 1
        return asked in (10, 15)

    found = ft.deals([third], count=3, seed=1, tries=10)
    assert list(islice(found, 2)) == [drawn(1, 15)[9], drawn(1, 15)[14]]
    with pytest.raises(ft.NotFoundError, match=r"^2 of 3 found, then none in 10 tries: "):
        next(found)
    assert asked == 25
    assert list(found) == []


def test_giving_up_tells_how_many_each_condition_refused() -> None:
    tries = 200
    refused = sum(not long(deal) for deal in drawn(7, tries))
    assert 0 < refused < tries
    with pytest.raises(ft.NotFoundError) as caught:
        next(ft.deals([long, lambda deal: False], seed=7, tries=tries))
    assert str(caught.value).endswith(
        f"condition 1 refused {refused}, condition 2 refused {tries - refused}"
    )


def test_what_cannot_be_drawn_is_refused_at_once() -> None:
    for name in ("count", "tries"):
        for value in (0, 1.5, float("inf"), "1", True):
            with pytest.raises(ft.OptionError, match=f"{name} {value!r}: expected a whole number"):
                ft.deals(**{name: value})  # type: ignore[arg-type]
    with pytest.raises(ft.OptionError, match="seed -1"):
        ft.deals(seed=-1)
    with pytest.raises(ft.ImpossiblePositionError, match="two seats"):
        ft.deals(given={ft.Seat.N: [ft.Domino(6, 6)], ft.Seat.S: [ft.Domino(6, 6)]})


def test_progress_tells_how_many_were_accepted_and_tried(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def slow(deal: ft.Deal) -> bool:
        time.sleep(0.3)
        return False

    with pytest.raises(ft.NotFoundError):
        next(ft.deals(slow, count=2, seed=1, tries=9, progress=True))
    output, errors = capsys.readouterr()
    assert "deal/s, 0 of 2 accepted" in errors
    assert output == ""
