"""Batches: what single calls give, at any number of threads; each item for itself when bad."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

import numpy as np
import pytest

import fortytwo as ft
from chips import long_game
from fishing import Fishing
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import TrickTable
from fortytwo.engine.games.matador.round import Round as Matador
from fortytwo.solver import batch, progress
from fortytwo.solver._batch import Batch
from golden import (
    EXAMPLES,
    RULES,
    deal_of,
    ending_of,
    random_deal,
    random_ending,
    random_round,
)

SOLVES: Final = int(os.environ.get("FORTYTWO_SOLVES", "200000"))
STATM: Final = Path("/proc/self/statm")
SMALL: Final = "N:6-6 / 5-5 / 6-4 / 3-3"


def small_endings(number: int, seed: int = 1) -> list[ft.Position]:
    """Endings of up to four tricks in all trumps, from the start or the middle of a trick."""
    random = ft.Random(seed)
    return [
        random_ending(random.below(2**32), 1 + random.below(4), random.below(8))
        for _ in range(number)
    ]


def plays_of(finals: np.ndarray[Any, Any]) -> dict[ft.Domino, tuple[int, int]]:
    """A row of `analyse_many` as `analyse` gives it."""
    known = finals != ft.NO_POINTS
    assert (known[:, 0] == known[:, 1]).all()
    return {ft.DOMINOES[i]: tuple(finals[i].tolist()) for i in np.flatnonzero(known[:, 0])}


def test_many_endings_are_worth_what_each_is() -> None:
    positions = small_endings(4000)
    solved, analysed = ft.solve_many(positions), ft.analyse_many(positions)
    assert solved.shape == (4000, 2)
    assert analysed.shape == (4000, 28, 2)
    assert solved.dtype == analysed.dtype == np.int16
    solver = ft.Solver()
    for position, points, plays in zip(positions, solved, analysed, strict=True):
        assert tuple(points.tolist()) == solver.final(position)
        assert plays_of(plays) == ft.analyse(position, solver)


def test_golden_endings() -> None:
    taken = np.array([ending_of(example).points for example in EXAMPLES["endings"]])
    positions = list(map(ending_of, EXAMPLES["endings"]))
    values = ft.solve_many(positions)[:, 0] - taken[:, 0]
    assert values.tolist() == [example["value"] for example in EXAMPLES["endings"]]
    for example, plays in zip(EXAMPLES["endings"], ft.analyse_many(positions), strict=True):
        found = {
            f"{domino.high}{domino.low}": points[0] - example["taken"]["NS"]
            for domino, points in plays_of(plays).items()
        }
        assert found == example["moves"]


def test_golden_tables() -> None:
    deals = [deal_of(example["hands"]) for example in EXAMPLES["deals"]]
    tables = ft.table_many(deals)
    assert tables.shape == (len(deals), 9, 4)
    assert tables.dtype == ft.table(deals[0]).dtype == np.int16
    for example, table in zip(EXAMPLES["deals"], tables, strict=True):
        assert {str(trump): table[trump].tolist() for trump in ft.TRUMPS} == example["values"]


def test_a_table_is_one_of_many() -> None:
    deals = [random_ending(seed, seed % 6, 0).deal for seed in range(40)]
    for deal, table in zip(deals, ft.table_many(iter(deals)), strict=True):
        assert (ft.table(deal) == table).all()


def test_threads_do_not_change_the_answers() -> None:
    positions = [random_ending(seed, 5 + seed % 2, seed % 5) for seed in range(60)]
    positions += small_endings(1000)
    solved, analysed = ft.solve_many(positions), ft.analyse_many(positions)
    for threads in (1, 2, 5):
        assert (ft.solve_many(positions, threads=threads) == solved).all()
        assert (ft.analyse_many(positions, threads=threads) == analysed).all()


@pytest.mark.parametrize("threads", [0, -1, 1025, 2.0, "2", 10**30, True])
def test_a_number_of_threads_that_makes_no_sense_is_refused(threads: Any) -> None:
    for many in (ft.solve_many, ft.analyse_many, ft.table_many):
        with pytest.raises(ft.OptionError, match=r"threads .*: expected 1 to 1024"):
            many([], threads=threads)


def test_nothing_in_nothing_out() -> None:
    assert ft.solve_many([]).shape == (0, 2)
    assert ft.analyse_many(iter(())).shape == (0, 0, 2)
    assert ft.table_many([]).shape == (0, 9, 4)
    finished = ft.Position.parse(f"{SMALL} ; sixes ; N ; 0-0 ; 66 55 64 33")
    assert ft.solve_many([finished]).tolist() == [[21, 0]]
    assert (ft.analyse_many([finished]) == ft.NO_POINTS).all()


def test_positions_are_read_as_they_come() -> None:
    """So one position can be walked through a game; and neighbours of one deal stay exact."""
    position = random_ending(3, 6, 0)
    random = ft.Random(4)
    expected = []

    def walk() -> Iterator[ft.Position]:
        while not position.finished:
            expected.append(ft.solve(position).points)
            yield position
            position.push(random.choice(position.legal))

    assert ft.solve_many(walk()).tolist() == list(map(list, expected))
    assert len(expected) == 24


def test_rounds_are_solved_once_their_play_has_begun() -> None:
    round = ft.Round(ft.Deal.random(seed=7))
    for move in (ft.Call(30), ft.PASS, ft.PASS, ft.PASS, ft.Trump.FIVES):
        round.push(move)
    assert ft.solve_many([round]).tolist() == [[7, 35]]


def test_a_stream_is_cut_into_batches_without_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    positions: list[Any] = [*small_endings(100), chips_position(ft.Random(1), 64)]
    deals = [random_ending(seed, 2, 0).deal for seed in range(10)]

    def results() -> list[np.ndarray[Any, Any]]:
        return [ft.solve_many(positions), ft.analyse_many(positions), ft.table_many(deals)]

    whole = results()
    for room in (72, 75, 101):
        monkeypatch.setattr(batch, "ROOM", room)
        assert all(map(np.array_equal, whole, results()))


def test_a_stream_is_not_kept() -> None:
    class Passing:
        def __init__(self, tricks: ft.Position) -> None:
            self.tricks = tricks

    alive: WeakSet[Passing] = WeakSet()
    most = 0

    def stream() -> Iterator[Any]:
        nonlocal most
        for position in small_endings(200):
            state = Passing(position)
            alive.add(state)
            most = max(most, len(alive))
            yield state

    assert len(ft.solve_many(stream())) == 200
    assert most <= 3


# --- Equal positions ----------------------------------------------------------------------------


def test_equal_rests_are_solved_once() -> None:
    texts = [
        f"{SMALL} ; sixes ; N",
        f"{SMALL} ; sixes ; N ; 10-5",
        "N:6-6 2-2 / 5-5 2-1 / 6-4 2-0 / 3-3 3-2 ; sixes ; N ; 0-3 ; 2-2 2-1 2-0 3-2",
        f"{SMALL} ; sixes ; E",
        f"{SMALL} ; fives ; N",
        f"{SMALL} ; sixes ; N ; 0-0 ; 6-6",
        f"{SMALL} ; sixes ; N ; 1-1 ; 6-6",
    ]
    positions = list(map(ft.Position.parse, texts))
    for plays in (False, True):
        asked = Batch(100, plays)
        for _ in range(5):
            asked.add(positions)
        assert (asked.size, asked.distinct) == (35, 4)
        asked.work()
        assert asked.done == 4
    expected = [ft.solve(position).points for position in positions]
    assert ft.solve_many(positions * 5).tolist() == list(map(list, expected * 5))
    analysed = ft.analyse_many(positions * 5)
    for position, plays_row in zip(positions * 5, analysed, strict=True):
        assert plays_of(plays_row) == ft.analyse(position)


def test_different_positions_are_never_taken_for_equal() -> None:
    positions = small_endings(4000, seed=2)
    keys = {position.key for position in positions}
    asked = Batch(len(positions), False)
    asked.add(positions)
    # Tricks on the table that differ only in cards that no longer matter may be the same rest.
    assert 0.98 * len(keys) < asked.distinct <= len(keys)


def test_a_batch_refuses_more_than_it_has_room_for() -> None:
    asked = Batch(3, False)
    asked.add([ft.Position.parse(f"{SMALL} ; sixes ; N")] * 2)
    with pytest.raises(OverflowError):
        asked.add([ft.Position.parse(f"{SMALL} ; fives ; N")] * 2)
    with pytest.raises(OverflowError):
        asked.skip(2)
    assert (asked.size, asked.distinct) == (2, 1)


# --- Any trick game -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Chip:
    """A piece of no known game."""

    index: int


def chips_position(random: ft.Random, size: int) -> TrickPosition[Chip]:
    """Three tricks of a game of so many chips in four suits, one of them sometimes trump."""
    chips = [Chip(index) for index in range(size)]
    suits = [sum(1 << index for index in range(suit, size, 4)) for suit in range(4)]
    trump = random.below(5)
    table = TrickTable(
        name=(size, random.below(2**32)),
        faces=chips,
        demands=[[suits[lead.index % 4]] for lead in chips],
        strengths=[
            [
                1 + chip.index + size * (chip.index % 4 == trump)
                if chip.index % 4 in (lead.index % 4, trump)
                else 0
                for chip in chips
            ]
            for lead in chips
        ],
        points=[random.below(4) for _ in chips],
        trick_points=random.below(3),
    )
    random.shuffle(chips)
    hands = [sum(1 << chip.index for chip in chips[seat:12:4]) for seat in range(4)]
    return TrickPosition(table, hands, random.below(4), (random.below(100), random.below(100)))


@pytest.mark.parametrize("size", [16, 64])
def test_positions_of_other_games(size: int) -> None:
    random = ft.Random(size)
    positions = [chips_position(random, size) for _ in range(100)]
    solved, analysed = ft.solve_many(positions), ft.analyse_many(positions)
    assert analysed.shape == (100, size, 2)
    for position, points, plays in zip(positions, solved, analysed, strict=True):
        assert tuple(points.tolist()) == ft.solve(position).points
        expected = {chip.index: list(pair) for chip, pair in ft.analyse(position).items()}
        legal = np.flatnonzero(plays[:, 0] != ft.NO_POINTS)
        assert {i: plays[i].tolist() for i in legal} == expected


def test_games_with_different_numbers_of_pieces() -> None:
    """A row is as long as the most pieces need, wherever in the stream they come."""
    small, large = ft.Position.parse(f"{SMALL} ; sixes ; N"), chips_position(ft.Random(1), 64)
    finals = ft.analyse_many([small, large, small])
    assert finals.shape == (3, 64, 2)
    assert np.array_equal(finals[1:2], ft.analyse_many([large]))
    assert plays_of(finals[0, :28]) == plays_of(finals[2, :28]) == ft.analyse(small)
    assert (finals[[0, 2], 28:] == ft.NO_POINTS).all()


@pytest.mark.parametrize(("cost", "taken"), [(-1, 0), (-9999, -9999)])
def test_what_is_not_legal_differs_from_all_that_a_game_can_bring(cost: int, taken: int) -> None:
    """The last seat must win what costs points: -1, or the least that there is."""
    chips = [Chip(index) for index in range(4)]
    table = TrickTable("cost", chips, [[]] * 4, [range(4)] * 4, [cost, 0, 0, 0], trick_points=0)
    position = TrickPosition(table, [1, 2, 4, 8], 0, (taken, taken))
    none = [ft.NO_POINTS, ft.NO_POINTS]
    assert ft.analyse(position) == {chips[0]: (taken, taken + cost)}
    assert ft.analyse_many([position]).tolist() == [[[taken, taken + cost], none, none, none]]
    assert taken + cost > ft.NO_POINTS


# --- Any other states ---------------------------------------------------------------------------


def other_states() -> list[Any]:
    """States that are no trick games: rounds of another game, or before the play, and so on."""
    random = ft.Random(5)
    rounds = [random_round(seed, RULES[seed % len(RULES)], seed % 5) for seed in range(8)]
    openings = [
        ft.Position(random_deal(random, tricks), ft.Contract(trump, ft.Seat.N, small_end=True))
        for tricks in (1, 2, 3)
        for trump in ft.TRUMPS[:3]
    ]
    matador = Matador.parse("5-3 4-3 3-3 / 6-2 5-0 3-0 ; 4 2 ; A")
    return [matador, *[round for round in rounds if round.tricks is None], *openings]


def test_states_that_are_no_trick_games_are_solved_by_themselves() -> None:
    states = other_states()
    assert len(states) > 12
    expected = [list(ft.solve(state).points) for state in states]
    for threads in (1, 3):
        assert ft.solve_many(iter(states), threads=threads).tolist() == expected
    with pytest.raises(ft.BatchError, match="no trick game yet: ask `analyse`"):
        ft.analyse_many(states)


def test_they_are_told_apart_wherever_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[Any] = [*small_endings(20), *other_states()]
    ft.Random(6).shuffle(states)
    expected = [list(ft.solve(state).points) for state in states]
    monkeypatch.setattr(batch, "ROOM", 7)
    assert ft.solve_many(states).tolist() == expected
    states[3] = None
    with pytest.raises(ft.BatchError) as caught:
        ft.solve_many(states)
    expected[3] = [ft.NO_POINTS] * 2
    assert (list(caught.value.failed), caught.value.results.tolist()) == ([3], expected)


class Stuck:
    """A state without moves, whose sides end with one number from a range."""

    core = tricks = None
    finished, mover, side, legal, points, key = False, 0, 0, (), (0, 0), ()

    def __init__(self, low: int, high: int) -> None:
        self.range = low, high

    def bounds(self, side: int) -> tuple[int, int]:
        return self.range

    def copy(self) -> Stuck:
        return self


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (Fishing(((1,), (2,), (3,), (4,)), ()), "3 sides: expected 2"),
        (Stuck(0, 5), "there is no move"),
        (Stuck(32768, 32768), r"points \(32768, 32768\): too many to return"),
    ],
)
def test_states_that_cannot_be_solved_are_bad_items(state: Any, message: str) -> None:
    good = ft.Position.parse(f"{SMALL} ; sixes ; N")
    with pytest.raises(ft.BatchError, match=f"1 of 3 items is bad, .* 1: {message}") as caught:
        ft.solve_many([good, state, good])
    assert caught.value.results.tolist() == [[21, 0], [ft.NO_POINTS] * 2, [21, 0]]


# --- Bad items ----------------------------------------------------------------------------------


def test_bad_items_are_told_and_the_others_solved() -> None:
    good = small_endings(3)
    unready = ft.Position.__new__(ft.Position)
    three_sides = Fishing(((1,), (2,), (3,), (4,)), ())
    items: list[Any] = [None, good[0], three_sides, "N:6-6", good[1], unready, 42, good[2]]
    kinds = {
        0: TypeError,
        2: ft.ImpossiblePositionError,
        3: TypeError,
        5: AttributeError,
        6: TypeError,
    }
    for many in (ft.solve_many, ft.analyse_many):
        with pytest.raises(ft.BatchError) as caught:
            many(iter(items))
        error = caught.value
        assert {index: type(one) for index, one in error.failed.items()} == kinds
        assert str(error) == (
            "5 of 8 items are bad, the first at index 0: None is no position or other state"
        )
        assert error.__cause__ is error.failed[0]
        expected = many(good)
        assert np.array_equal(error.results[[1, 4, 7]], expected)
        assert (error.results[[0, 2, 3, 5, 6]] == ft.NO_POINTS).all()


def test_bad_deals_are_told_and_the_others_solved() -> None:
    good = [random_ending(seed, 3, 0).deal for seed in range(2)]
    items: list[Any] = [good[0], "N:6-6", good[1], None]
    with pytest.raises(ft.BatchError, match="2 of 4 items are bad, the first at index 1") as caught:
        ft.table_many(items)
    assert sorted(caught.value.failed) == [1, 3]
    assert (caught.value.results[[1, 3]] == ft.NO_POINTS).all()
    assert np.array_equal(caught.value.results[[0, 2]], ft.table_many(good))
    with pytest.raises(ft.BatchError, match=r"^1 of 1 item is bad, the first at index 0: "):
        ft.table_many(items[1:2])
    with pytest.raises(TypeError, match="'N:6-6' is no deal"):
        ft.table(items[1])


def test_nothing_but_bad_items() -> None:
    items: Any = [None] * 3
    for many, shape in ((ft.solve_many, (3, 2)), (ft.analyse_many, (3, 0, 2))):
        with pytest.raises(ft.BatchError) as caught:
            many(items)
        assert caught.value.results.shape == shape


def test_the_error_survives_pickling() -> None:
    with pytest.raises(ft.BatchError) as caught:
        ft.solve_many([None])  # type: ignore[list-item]
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert np.array_equal(again.results, caught.value.results)


def test_an_error_of_the_stream_itself_is_passed_on() -> None:
    def broken() -> Iterator[ft.Position]:
        yield from small_endings(10)
        raise OSError("the file is gone")

    before = threading.active_count()
    with pytest.raises(OSError, match="the file is gone"):
        ft.solve_many(broken())
    assert threading.active_count() == before
    with pytest.raises(TypeError, match="not iterable"):
        ft.solve_many(ft.Position.parse(f"{SMALL} ; sixes ; N"))  # type: ignore[arg-type]


# --- Long work ----------------------------------------------------------------------------------


def test_work_stops_when_told() -> None:
    asked = Batch(100, False)
    asked.add(small_endings(100))
    asked.stop()
    asked.work()
    assert asked.done == 0


def test_work_stops_in_the_middle_of_a_question() -> None:
    asked = Batch(1, False)
    asked.add([long_game(16)])
    worker = threading.Thread(target=asked.work)
    worker.start()
    time.sleep(0.3)
    assert worker.is_alive()
    asked.stop()
    worker.join(5)
    assert not worker.is_alive()


INTERRUPTED: Final = """
import sys, threading, time
import fortytwo as ft
position = ft.Position.parse("N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N")
ft.solve_many([position])  # brings in numpy, which may not be interrupted while it is loaded
deals = [ft.Deal.random(seed) for seed in range(1500)]
try:
    print("begun", flush=True)
    if sys.argv[1] == "tables":
        ft.table_many(deals, threads=2)
    else:
        ft.solve_many(map(ft.Round, deals), threads=2)
except KeyboardInterrupt:
    print("left", threading.active_count(), ft.solve_many([position]).tolist(), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")
@pytest.mark.parametrize(("what", "delay"), [("tables", 0.1), ("tables", 2.0), ("rounds", 2.0)])
def test_an_interrupt_ends_it_soon_and_cleanly(what: str, delay: float) -> None:
    """While it reads, and while it solves: that would take half a minute and more."""
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, what],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A job in the background of a shell inherits that interrupts are ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        told = time.monotonic()
        output, errors = process.communicate(timeout=10)
    assert time.monotonic() - told < 5
    assert (process.returncode, output, errors) == (0, "left 1 [[21, 0]]\n", "")


def test_progress_is_shown_on_standard_error_only(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0.0)
    monkeypatch.setattr(progress, "SELDOM", 0.0)
    deals = [ft.Deal.random(seed) for seed in range(5)]
    tables = ft.table_many(deals, progress=True)
    output, errors = capfd.readouterr()
    assert output == ""
    assert "position/s" in errors
    assert max(int(done) for done in re.findall(r"(\d+)/180 ", errors)) > 0
    assert np.array_equal(ft.table_many(deals), tables)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not STATM.exists(), reason="needs /proc to see the memory in use")
def test_memory_stays_flat() -> None:
    """`FORTYTWO_SOLVES=1000000` solves a million."""
    positions: list[Any] = [*small_endings(4990), *[None] * 10]

    def solve_all() -> int:
        for many in (ft.solve_many, ft.analyse_many):
            with pytest.raises(ft.BatchError):
                many(positions, threads=2)
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before = max(solve_all() for _ in range(5))
    for _ in range(SOLVES // (2 * len(positions))):
        after = solve_all()
    assert after - before < 2**22
