"""The command line, run as users run it: in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess

import pytest

import fortytwo as ft
from shell import COMMAND, ask, run, wait_until_at_work

HAND = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"
ENDING = "N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2"


def test_bid_takes_the_hand_quoted_or_not() -> None:
    expected = ask("bid", HAND)
    assert ask("bid", *HAND.split()) == expected
    assert expected["call"] == "30"
    assert set(expected) == {
        "call", "trump", "odds", "worlds", "seed", "exhaustive", "complete", "effective", "reason",
        "explanation", "note",
    }  # fmt: skip
    assert set(expected["odds"]) == set(map(str, ft.TRUMPS[:7]))
    assert set(expected["odds"]["sixes"]) == {str(n) for n in [*range(30, 43), 84, 168]}
    assert set(expected["odds"]["sixes"]["30"]) == {"p", "error"}
    assert "all hands" in expected["note"]


def test_bid_is_of_the_seat_whose_turn_it_is() -> None:
    view = ft.View.parse(f"S:{HAND} ; auction P 30 ; rules tournament ; score 2-5")
    expected = ft.suggest(view, worlds=5)
    found = ask("bid", HAND, "--auction", "P 30", "--rules", "tournament", "--score", "2-5",
                "--worlds", "5")  # fmt: skip
    assert found["reason"] == expected.reason
    # For E and W the score is theirs too: ours first.
    view = ft.View.parse(f"E:{HAND} ; auction P ; rules tournament ; score 5-2")
    found = ask("bid", HAND, "--auction", "P", "--rules", "tournament", "--score", "2-5",
                "--worlds", "5")  # fmt: skip
    assert found["reason"] == ft.suggest(view, worlds=5).reason


def test_rules_come_from_the_environment_unless_given() -> None:
    limits = ["--worlds", "2"]
    assert "follow-me" not in ask("bid", HAND, *limits)["odds"]
    assert "follow-me" in ask("bid", HAND, *limits, FORTYTWO_RULES="tournament")["odds"]
    given = ask("bid", HAND, *limits, "--rules", "source", FORTYTWO_RULES="tournament")
    assert "follow-me" not in given["odds"]


def test_trump() -> None:
    found = ask("trump", HAND, "--bid", "31", "--worlds", "200")
    assert found["trump"] == "sixes"
    assert set(found["odds"]["sixes"]) == {"31"}


def test_play() -> None:
    found = ask("play", HAND, "--trump", "sixes", "--declarer", "N", "--seat", "S",
                "--plays", "6-1 2-1", "--bid", "31", "--worlds", "20")  # fmt: skip
    assert set(found["plays"]) == {"6-6", "6-5", "6-4", "6-2"}
    assert set(found["plays"]["6-6"]) == {"p", "error", "points"}
    assert found["play"] == "6-5"  # as high as 6-6 after 6-1, and cheaper


def test_claim() -> None:
    sure = ["claim", "6-6 6-5 6-4 6-3 6-2 5-5 5-4", "--trump", "sixes", "--declarer", "N"]
    assert ask(*sure, "--bid", "42") == {
        "status": "proven", "need": 42, "play": "6-6", "world": None, "line": [], "nodes": 0,
    }  # fmt: skip
    doubtful = ["claim", HAND, "--trump", "sixes", "--declarer", "N", "--bid", "31"]
    found = ask(*doubtful, "--goal", "contract")
    assert (found["status"], found["need"], found["play"]) == ("refuted", 31, None)
    world = ft.Position.parse(found["world"])
    world.play(map(ft.Domino.parse, found["line"]))
    assert world.points[ft.Side.EW] > 42 - 31
    assert run(*doubtful).stdout.splitlines()[1].startswith(f"N:{HAND} / ")
    assert ask(*doubtful, "--node-limit", "10")["status"] == "unproven"
    assert run(*doubtful, "--time-limit", "0.000001", "--goal", "contract").stdout.startswith(
        "Unproven: 0 plays gave neither"
    )


def test_table_and_deal() -> None:
    deals = run("deal", "-n", "2", "--seed", "5").stdout
    assert run("deal", "-n", "2", "--seed", "5").stdout == deals
    done = run("table", "-", "--json", given=deals)
    for text, line in zip(deals.splitlines(), done.stdout.splitlines(), strict=True):
        table = ft.table(ft.Deal.parse(text))
        assert json.loads(line)["values"] == {str(t): table[t].tolist() for t in ft.TRUMPS}


def test_deal_keeps_what_is_given_and_tells_a_seed_it_chose() -> None:
    done = run("deal", "--hand", "S:6-6 6-5", "--hand", "0-0")
    deal = ft.Deal.parse(done.stdout)
    assert ft.Hand.parse("6-6 6-5") <= deal[ft.Seat.S]
    assert ft.Domino(0, 0) in deal[ft.Seat.N]
    seed = done.stderr.split()[1]
    again = run("deal", "--hand", "S:6-6 6-5", "--hand", "0-0", "--seed", seed)
    assert again.stdout == done.stdout


def test_perft() -> None:
    found = ask("perft", ENDING, "--trump", "sixes", "--depth", "8")
    position = ft.Position.parse(f"{ENDING} ; sixes")
    assert found["counts"] == {str(plies): position.perft(plies) for plies in range(1, 9)}


def test_bare_command_and_help_and_version() -> None:
    for arguments in ((), ("--help",), ("bid", "-h")):
        done = run(*arguments)
        assert done.returncode == 0
        assert done.stdout.startswith("Usage: fortytwo")
    assert run("--version").stdout == f"fortytwo, version {ft.__version__}\n"


def test_par_is_that_of_the_rules_and_the_first_caller() -> None:
    deal = ft.Deal.random(seed=36)
    for words, rules, first in (
        ([], "source", "N"),
        (["--rules", "tournament", "--first", "S"], "tournament", "S"),
    ):
        par = ft.par(deal, ft.Rules.parse(rules), ft.Seat.parse(first))
        assert par.contract is not None
        assert ask("par", str(deal), *words) == {
            "auction": str(par.auction),
            "declarer": str(par.contract.declarer),
            "bid": str(par.contract.bid),
            "trump": str(par.contract.trump),
            "made": True,
            "points": {"NS": par.points[0], "EW": par.points[1]},
            "recorded": {"NS": par.recorded[0], "EW": par.recorded[1]},
        }
    lines = run("par", "-", given=f"{deal}\n{deal}\n", FORTYTWO_RULES="tournament").stdout
    assert lines == 2 * (
        "Par: E bids 40 in doubles, makes 40: EW +1 mark. Calls: N P, E 40, S P, W P.\n"
    )


BAD = {
    "no hand": (["bid"], "HAND"),
    "six dominoes": (["bid", "6-6 6-5 6-4 6-2 5-5 4-1"], "expected the 7 that were dealt"),
    "a domino twice": (["bid", HAND.replace("3-2", "6-6")], "6-6 comes twice"),
    "no such domino": (["bid", HAND.replace("3-2", "6-7")], "'6-7' is no domino"),
    "empty hand": (["bid", ""], "a hand of 0 dominoes"),
    "other digits": (["bid", HAND.replace("3-2", "٣-٢")], "is no domino"),
    "a megabyte": (["solve", "-", "--trump", "sixes"], "is no deal"),
    "bid of 43": (["bid", HAND, "--auction", "43"], "call 1: 43 is not allowed"),
    "auction out of order": (["bid", HAND, "--auction", "31 30"], "call 2: 30 is not allowed"),
    "five calls": (["bid", HAND, "--auction", "P P P P P"], "call 5"),
    "no such call": (["bid", HAND, "--auction", "thirty"], "'thirty' is no call"),
    "no such rules": (["bid", HAND, "--rules", "pinochle"], "unknown rules 'pinochle'"),
    "no such option": (["bid", HAND, "--rules", "source nullo=1"], "unknown option 'nullo'"),
    "bad score": (["bid", HAND, "--score", "lots"], "'lots' is no score"),
    "no worlds": (["bid", HAND, "--worlds", "0"], "--worlds"),
    "negative seed": (["bid", HAND, "--seed", "-1"], "--seed"),
    "no time": (["bid", HAND, "--time-limit", "0"], "--time-limit"),
    "no such trump": (["solve", ENDING, "--trump", "eights"], "'eights' is no trump"),
    "no trump": (["solve", ENDING], "the trump is missing"),
    "trump twice": (["solve", f"{ENDING} ; sixes", "--trump", "fives"], "trump is given twice"),
    "no such seat": (["solve", ENDING, "--trump", "sixes", "--leader", "Q"], "'Q' is no seat"),
    "three hands": (["table", "N:6-6 / 5-5 / 4-4"], "3 hands"),
    "unequal hands": (["table", "N:6-6 6-5 / 5-5 / 4-4 / 3-3"], "hands of 2, 1, 1, 1"),
    "par of an ending": (["par", ENDING], "an auction needs all 28"),
    "no such first caller": (["par", ENDING, "--first", "Q"], "'Q' is no seat"),
    "no follow": (
        ["solve", ENDING, "--trump", "sixes", "--plays", "6-6 3-2"],
        "play 2 (E): 3-2 cannot be played",
    ),
    "not the turn": (
        ["play", HAND, "--trump", "sixes", "--bid", "31", "--declarer", "N", "--seat", "S",
         "--plays", "6-1"],
        "it is the turn of E, not of S",
    ),
    "no bid": (["play", HAND, "--trump", "sixes", "--seat", "N"], "before the auction is over"),
    "no worlds left": (
        ["play", "5-5 4-4 3-3 2-2 1-1 0-0 4-3", "--trump", "sixes", "--bid", "31", "--seat", "N",
         "--declarer", "N", "--plays", "5-5 4-2 4-1 4-0"],
        "no deal agrees",
    ),
    "unknown command": (["shuffle"], "No such command"),
    "unknown option": (["solve", ENDING, "--trumps", "sixes"], "No such option"),
    "match over": (["bid", HAND, "--score", "260-0"], "score 260-0: expected"),
    "no seat": (["play", HAND, "--trump", "sixes", "--bid", "31", "--declarer", "N",
                 "--plays", "6-1 2-1"], "the seat is missing"),
    "hand given twice": (["deal", "--hand", "6-6", "--hand", "N:5-5"], "is given twice"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named_in_one_line(case: str) -> None:
    arguments, message = BAD[case]
    done = run(*arguments, given="x" * 1_000_000 if case == "a megabyte" else "")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("fortytwo: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 300
    assert message in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_output_suits_the_terminal(encoding: str) -> None:
    done = subprocess.run(
        [*COMMAND, "bid", HAND, "--worlds", "20"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "COLUMNS": "40"},
        check=True,
    )
    text = done.stdout.decode(encoding)
    rows = [line.split() for line in text.splitlines() if line[:1].isdigit()][-15:]
    assert [len(row) for row in rows] == [8] * 15
    cells = [cell.replace("+-", "").replace("±", "") for row in rows for cell in row]
    assert all(cell.replace(".", "").isdigit() for cell in cells)
    assert ("+-" if encoding == "ascii" else "±") in text
    assert "?" not in text


def test_piped_output_has_no_colour_and_no_rules() -> None:
    done = run("table", ENDING)
    assert "\x1b" not in done.stdout
    assert "─" not in done.stdout
    assert done.stdout.splitlines()[0].split() == ["leader", "N", "E", "S", "W"]


def on_a_terminal(**variables: str) -> str:
    """What `fortytwo table` writes to a terminal."""
    import pty

    inner, outer = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **variables}
    with subprocess.Popen([*COMMAND, "table", ENDING], stdout=outer, env=environment) as process:
        os.close(outer)
        written = b""
        try:
            while piece := os.read(inner, 4096):
                written += piece
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(inner)
    assert process.returncode == 0
    return written.decode()


@pytest.mark.skipif(os.name == "nt", reason="no such terminals on Windows")
def test_colour_and_rules_are_for_terminals_that_want_them() -> None:
    assert "\x1b[" in on_a_terminal()
    assert "\u2500" in on_a_terminal()
    plain = on_a_terminal(NO_COLOR="1")
    assert "\x1b" not in plain
    assert "\u2500" not in plain


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(("target", "status"), [("> /dev/full", 1), (">&-", 0), ("2>&-", 0)])
def test_output_that_cannot_be_written(target: str, status: int) -> None:
    command = " ".join([*COMMAND, "deal", target])
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "seed" not in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="no such pipes on Windows")
def test_a_closed_pipe_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "deal", "-n", "100000", "--seed", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_each_line_is_answered_before_the_next_is_read() -> None:
    """So that a program may keep one process and ask it again and again."""
    with subprocess.Popen(
        [*COMMAND, "solve", "-", "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        for trump in ("sixes", "fives"):
            process.stdin.write(f"{ENDING} ; {trump}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"]
        process.stdin.close()


@pytest.mark.skipif(os.name == "nt", reason="no such signals on Windows")
@pytest.mark.parametrize(
    "arguments",
    [["bid", HAND, "--worlds", "100000"],
     ["perft", f"N:{HAND} / 6-3 6-1 6-0 5-4 5-3 5-2 5-1 / 5-0 4-4 4-3 4-2 4-0 3-3 3-1 / "
      "3-0 2-2 2-1 2-0 1-1 1-0 0-0", "--trump", "sixes", "--depth", "28"],
     ["trace", "-"]],
    ids=["bid", "perft", "trace"],
)  # fmt: skip
def test_interrupt_leaves_quietly(arguments: list[str]) -> None:
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A job in the background of a shell inherits that interrupts are ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        wait_until_at_work(process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_long_work_shows_progress_on_standard_error_only() -> None:
    done = run("bid", HAND, "--worlds", "100000", "--time-limit", "5")
    assert "world/s" in done.stderr
    assert "world/s" not in done.stdout
    assert "The time limit allowed" in done.stdout
    assert run("bid", HAND, "--worlds", "2").stderr == ""
