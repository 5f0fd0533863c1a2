"""The command `trace`: what it tells of a record, where it reads it, and what it refuses."""

from __future__ import annotations

import dataclasses
import subprocess
from pathlib import Path

import pytest

import fortytwo as ft
from shell import COMMAND, ask, run

GAME = Path(__file__).parent.parent / "docs" / "game.txt"


def test_trace_tells_what_the_plays_of_a_record_cost() -> None:
    record = ft.Record.parse(GAME.read_text("utf-8"))
    trace = ft.trace(record)
    found = ask("trace", str(GAME))
    for name in ("start", "end", "costs"):
        assert found[name] == dict(zip(("NS", "EW"), getattr(trace, name), strict=True))
    assert found["finished"] is True
    assert found["goal"] == {
        "name": "30 in fours by E", "side": "EW", "need": 30, "makeable": True, "made": True,
        "turns": [5, 17],
    }  # fmt: skip
    for shown, play in zip(found["plays"], trace.plays, strict=True):
        assert (shown["number"], shown["seat"]) == (play.number, str(ft.SEATS[play.seat]))
        assert (shown["play"], shown["cost"]) == (str(play.move), play.cost)
        assert tuple(shown["before"].values()) == play.before
        assert tuple(shown["after"].values()) == play.after
        assert {move: tuple(points.values()) for move, points in shown["better"].items()} == {
            str(move): points for move, points in play.better.items()
        }


def test_trace_reads_text_and_json_from_files_and_from_a_pipe(tmp_path: Path) -> None:
    text = GAME.read_text("utf-8")
    expected = run("trace", str(GAME)).stdout
    assert expected.count("\n") == 5 + 1 + 28 + 1
    marked = tmp_path / "marked.txt"
    marked.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert run("trace", str(marked)).stdout == expected
    assert run("trace", "-", given=text).stdout == expected
    assert run("trace", "-", given=ft.Record.parse(text).to_json()).stdout == expected
    narrow = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "COLUMNS": "20"}
    assert run("trace", str(GAME), **narrow).stdout == expected


@pytest.mark.parametrize(
    ("plays", "verdict", "turns"),
    [(4, "could be made with best play by all, and still can.", 0),
     (5, "could be made with best play by all, but no longer can.", 1)],
)  # fmt: skip
def test_trace_of_a_game_in_play_tells_what_is_left(plays: int, verdict: str, turns: int) -> None:
    record = ft.Record.parse(GAME.read_text("utf-8"))
    begun = dataclasses.replace(record, plays=record.plays[:plays])
    lines = run("trace", "-", given=str(begun)).stdout.splitlines()
    assert "; from here NS " in lines[0]
    assert lines[2] == f"30 in fours by E {verdict}"
    assert len([line for line in lines if line.startswith("Trick ")]) == turns
    assert len(lines) == 3 + turns + 1 + plays + 1


SETTLED = """\
rules: tournament claims=true
deal: N:66 65 63 62 33 20 11 / 61 54 52 32 30 22 21 / 60 51 41 40 31 10 00 / 64 55 53 50 44 43 42
auction: N:31 P P P
trump: twos
plays: 62 32 31 42 20 52 51 43 30 60 53 63 33 54 40 55 11 61 41 50
claim: N
"""


def test_trace_of_a_deal_that_ended_early_tells_how_it_ended() -> None:
    """N has 6-6 and 6-5, E two trumps; but N has claimed, and the others have given in."""
    found = ask("trace", "-", given=SETTLED)
    assert (found["finished"], found["goal"]["made"]) == (True, True)
    assert (found["end"], len(found["plays"])) == ({"NS": 29, "EW": 13}, 20)
    lines = run("trace", "-", given=SETTLED).stdout.splitlines()
    assert lines[0].endswith("; from here NS 29, EW 13.")
    assert lines[2].endswith(", but was made.")


BAD_RECORDS = {
    "nothing": (b"", ": rules: missing"),
    "no record": (b"rules: source\nhands: none\n", ": line 2: 'hands': expected rules,"),
    "bad JSON": (b'{"rules": ', ": no JSON"),
    "a wrong play": (
        GAME.read_bytes().replace(b"plays: 6-4 5-4 1-0", b"plays: 6-4 5-4 5-4"),
        ": line 6: plays: play 3 (W): 5-4",
    ),
    "not UTF-8": (b"rules: source\nscore: \xff\n", ": line 2: no text in UTF-8"),
    "passed out": (
        b"".join(GAME.read_bytes().splitlines(keepends=True)[:3]) + b"auction: P P P P\n",
        ": the play has not begun",
    ),
}


@pytest.mark.parametrize("case", BAD_RECORDS)
def test_the_file_and_line_of_a_bad_record_are_named(case: str, tmp_path: Path) -> None:
    data, message = BAD_RECORDS[case]
    file = tmp_path / "bad.txt"
    file.write_bytes(data)
    done = run("trace", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"fortytwo: {file}{message}")
    assert done.stderr.count("\n") == 1
    piped = subprocess.run(
        [*COMMAND, "trace", "-"], input=data, capture_output=True, timeout=60, check=False
    )
    assert (piped.returncode, piped.stdout) == (2, b"")
    assert piped.stderr.decode().startswith(f"fortytwo: standard input{message}")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for file in (tmp_path / "none.txt", tmp_path):
        done = run("trace", str(file))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"fortytwo: Could not open file '{file}': ")
        assert done.stderr.count("\n") == 1
