"""The command `solve`: values, equal plays, limits, whatever it is given to read."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

import fortytwo as ft
from golden import random_ending
from shell import ask, run

ENDING: Final = "N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2"
LONG: Final = f"{ft.Deal.random(seed=1)} ; ones ; N"
"""Takes more than 500 nodes: NS can make 35."""


def test_solve() -> None:
    found = ask("solve", ENDING, "--trump", "sixes", "--leader", "N", "--need", "27")
    assert found == {
        "points": {"NS": 27, "EW": 0},
        "low": {"NS": 27, "EW": 0},
        "high": {"NS": 27, "EW": 0},
        "exact": True,
        "plays": {
            "6-4": {"NS": 27, "EW": 0, "equal": []},
            "6-6": {"NS": 27, "EW": 0, "equal": []},
        },
        "line": found["line"],
        "made": True,
    }
    assert len(found["line"]) == 8
    assert ask("solve", ENDING, "--trump", "sixes", "--need", "28")["made"] is False


def test_need_is_of_the_leaders_side_whoever_is_to_play() -> None:
    arguments = ["solve", ENDING, "--trump", "sixes", "--leader", "N", "--plays", "6-6"]
    assert ask(*arguments, "--need", "27")["made"] is True


def test_plays_are_those_of_analyse_and_equal_ones_name_each_other() -> None:
    positions = [random_ending(seed, 3 + seed % 4, seed % 4) for seed in range(100)]
    done = run("solve", "-", "--json", given="".join(f"{position}\n" for position in positions))
    shared = 0
    for position, line in zip(positions, done.stdout.splitlines(), strict=True):
        plays = json.loads(line)["plays"]
        assert list(plays) == list(map(str, position.legal))
        for play, (ns, ew) in ft.analyse(position).items():
            assert (plays[str(play)]["NS"], plays[str(play)]["EW"]) == (ns, ew)
        groups = {frozenset(map(str, group)) for group in position.groups}
        assert {frozenset({play, *found["equal"]}) for play, found in plays.items()} == groups
        shared += len(groups) < len(plays)
    assert shared > 5


def rows_of(position: str) -> list[list[str]]:
    """The words of each row of the table of plays."""
    rows = [line.split() for line in run("solve", position, "--all").stdout.splitlines()]
    return rows[rows.index(["move", "NS", "EW"]) + 1 :]


def test_equal_plays_share_a_row() -> None:
    rows = rows_of("N:6-3 6-1 0-0 / 5-5 5-4 5-3 / 4-3 4-2 1-0 / 3-2 2-2 2-1 ; sixes ; N")
    assert sorted(" ".join(row[:-2]) for row in rows) == ["0-0", "6-1 = 6-3"]


@pytest.mark.parametrize(("leader", "column"), [("N", 1), ("E", 2)])
def test_the_best_play_of_the_side_to_move_comes_first(leader: str, column: int) -> None:
    values = [int(row[column]) for row in rows_of(LONG.replace("; N", f"; {leader}"))]
    assert len(set(values)) > 1
    assert values == sorted(values, reverse=True)


def test_a_limit_gives_proven_bounds() -> None:
    solution = ft.solve(ft.Position.parse(LONG), node_limit=500)
    (low, _), (high, _) = solution.low, solution.high
    assert low <= 35 < high
    found = ask("solve", LONG, "--node-limit", "500")
    assert found["exact"] is False
    assert found["points"] is None
    assert tuple(found["low"].values()) == solution.low
    assert tuple(found["high"].values()) == solution.high
    assert found["line"] == []
    values = {str(play): points for play, points in ft.analyse(ft.Position.parse(LONG)).items()}
    open_plays = 0
    for play, bounds in found["plays"].items():
        if "low" in bounds:
            open_plays += 1
            assert (bounds["NS"], bounds["EW"]) == (None, None)
            assert bounds["low"]["NS"] < bounds["high"]["NS"]
            assert bounds["low"]["NS"] <= values[play][0] <= bounds["high"]["NS"]
            assert bounds["low"]["EW"] + bounds["high"]["NS"] == 42
        else:
            assert (bounds["NS"], bounds["EW"]) == values[play]
    assert open_plays


def test_a_limit_is_told_in_words() -> None:
    solution = ft.solve(ft.Position.parse(LONG), node_limit=500)
    (low, _), (high, _) = solution.low, solution.high
    done = run("solve", LONG, "--node-limit", "500", "--need", str(high), "--all")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[:2] == [
        f"With best play NS {low} to {high}, EW {42 - high} to {42 - low}: the limit was reached.",
        f"It is not known whether NS makes {high}.",
    ]
    assert lines[2].split() == ["move", "NS", "EW"]
    assert len(lines) == 3 + 7
    assert sum(line.count(" to ") for line in lines[3:]) == 2 * 7


@pytest.mark.parametrize(("beyond", "made"), [(0, True), (1, None), (100, False)])
def test_what_the_bounds_tell_of_a_need_is_told(beyond: int, made: bool | None) -> None:
    low = ft.solve(ft.Position.parse(LONG), node_limit=500).low[0]
    need = str(low + beyond)
    assert ask("solve", LONG, "--node-limit", "500", "--need", need)["made"] is made


def test_limits_that_are_not_reached_change_nothing() -> None:
    expected = run("solve", LONG, "--all").stdout
    assert run("solve", LONG, "--all", "--node-limit", str(10**30)).stdout == expected
    assert run("solve", LONG, "--all", "--time-limit", "1000").stdout == expected


def test_a_time_limit_too_short_for_anything_still_gives_bounds() -> None:
    found = ask("solve", LONG, "--time-limit", "1e-9")
    assert found["low"]["NS"] <= 35 <= found["high"]["NS"]


def test_limits_hold_for_each_of_many_positions() -> None:
    lines = f"{ENDING} ; sixes ; N\n{LONG}\n{ENDING} ; threes ; E ; 0-0 ; 5-5\n"
    done = run("solve", "-", "--node-limit", "500", "--json", given=lines)
    assert [json.loads(line)["exact"] for line in done.stdout.splitlines()] == [True, False, True]
    assert done.returncode == 0


@pytest.mark.parametrize("option", ["--node-limit", "--time-limit"])
@pytest.mark.parametrize("value", ["0", "-1", "nan", "much", ""])
def test_limits_that_are_none_are_refused(option: str, value: str) -> None:
    done = run("solve", ENDING, "--trump", "sixes", option, value)
    assert (done.returncode, done.stdout) == (2, "")
    assert option.strip("-").replace("-", " ") in done.stderr.replace("-", " ")
    assert done.stderr.count("\n") == 1


def test_positions_are_read_from_standard_input() -> None:
    lines = f"{ENDING} ; sixes ; N\n\n{ENDING} ; threes ; E ; 0-0 ; 5-5\n"
    done = run("solve", "-", "--json", given=lines)
    values = [json.loads(line)["points"] for line in done.stdout.splitlines()]
    assert values == [
        dict(zip(("NS", "EW"), ft.solve(ft.Position.parse(line)).points, strict=True))
        for line in lines.splitlines() if line
    ]  # fmt: skip


def test_the_line_of_a_bad_position_is_named() -> None:
    done = run("solve", "-", given=f"{ENDING} ; sixes\nN:6-6 / 6-6 / 5-5 / 4-4 ; sixes\n")
    assert done.returncode == 2
    assert "line 2: 6-6 is in two hands" in done.stderr
    assert done.stdout.count("best play") == 1


def test_a_finished_position_has_a_value_and_no_plays() -> None:
    over = f"{ENDING} ; sixes ; N ; 1-2 ; 6-6 5-4 4-3 3-3 6-4 5-5 4-4 3-2"
    found: Any = ask("solve", over)
    assert (found["points"], found["plays"], found["line"]) == ({"NS": 28, "EW": 2}, {}, [])
    assert run("solve", over, "--all").stdout == "With best play NS 28, EW 2.\n"
