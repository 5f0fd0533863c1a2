"""The command `game`, played through pipes and on terminals as users do."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.adapters.session import COMMANDS as TYPED
from fortytwo.engine.games.forty_two.match import Step
from fortytwo.engine.moves import moves_made
from fortytwo.solver.contest import IDLE_DEALS
from shell import COMMAND, run

TABLE: Final = ("--rules", "tournament target=2", "--level", "instant", "--seed", "5")
TRIES: Final = ["P", "31", "33", "35", "2M", "s", *"1234567", ""]
"""One of these is allowed at any time, if others have not called more."""
DEAL: Final = ft.Deal.parse(
    "S:66 65 64 63 62 61 60 / 55 54 53 52 51 50 44 / 43 42 41 40 33 32 31 / 30 22 21 20 11 10 00"
)
"""S takes all with sixes."""
CALLED: Final[list[Step]] = [DEAL, ft.Call(30), ft.PASS, ft.PASS, ft.PASS]
PHASES: Final[dict[str, list[Step]]] = {
    "bid S": [DEAL],
    "trump S": CALLED,
    "play S": [*CALLED, ft.Trump.SIXES],
}


def play(*arguments: str, lines: Iterable[str] = (), **variables: str) -> str:
    """What is shown, which is always well-behaved."""
    done = run("game", *arguments, given="".join(f"{line}\n" for line in lines), **variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 80
    return done.stdout


def begun(file: Path, steps: Sequence[Step], **options: Any) -> Path:
    """A record of a match in which S calls first, after these steps."""
    match = ft.Match(ft.Rules.tournament(**options), ft.Seat.S)
    for step in steps:
        match.push(step)
    file.write_text(str(ft.MatchRecord.of(match)), "utf-8")
    return file


def flat(shown: str) -> str:
    """The same in one line."""
    return " ".join(shown.split())


def kept(file: Path) -> ft.Match:
    """The match of a saved file."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    assert [line.partition(":")[0] for line in lines[:3]] == ["seat", "level", "seed"]
    return ft.MatchRecord.parse("".join(lines[3:])).replay()


@pytest.fixture(name="file")
def file_(tmp_path: Path) -> Path:
    return tmp_path / "match.txt"


def test_a_whole_match_by_pipe_with_a_seed(file: Path) -> None:
    shown = play(*TABLE, "--save", str(file), lines=TRIES * 100)
    match = kept(file)
    assert match.winner is not None
    assert "The match is over.\n" in shown
    assert f"{match.winner} wins the match, " in flat(shown)
    assert shown.count("The hands were") == len(match.rounds)
    assert play(*TABLE, lines=TRIES * 100) == shown.replace(
        shown[shown.index("The match is kept") :], "The match is not kept; --save FILE would.\n"
    )
    other = play(*TABLE[:-1], "6", lines=TRIES * 100)
    assert other.split("Deal 1")[1] != shown.split("Deal 1")[1]


def test_a_match_that_is_saved_and_resumed_is_the_one_that_was_never_left(tmp_path: Path) -> None:
    lines = TRIES * 60
    whole = tmp_path / "whole.txt"
    play(*TABLE, "--save", str(whole), lines=lines)
    assert kept(whole).finished
    for number, cut in enumerate((0, 7, 40, 251)):
        file = tmp_path / f"{number}.txt"
        play(*TABLE, "--save", str(file), lines=lines[:cut])
        play("--resume", str(file), "--save", str(file), lines=lines[cut:])
        assert file.read_text("utf-8") == whole.read_text("utf-8"), cut


@pytest.mark.parametrize("phase", PHASES)
def test_the_end_of_input_ends_the_game_and_plays_for_nobody(phase: str, file: Path) -> None:
    begun(file, PHASES[phase])
    shown = play("--resume", str(file), "--save", str(file))
    assert "\nThe input has ended.\nThe match is kept in" in shown
    assert f"\nnow: {phase}\n" in file.read_text("utf-8")
    match = kept(file)
    assert match.round is not None
    steps = [match.pop() for _ in range(len(PHASES[phase]))]
    assert [str(step) for step in steps[::-1]] == [str(step) for step in PHASES[phase]]


def test_the_end_of_input_between_deals_deals_no_more(file: Path) -> None:
    begun(file, [DEAL, *[ft.PASS] * 4])
    shown = play("--resume", str(file), "--save", str(file))
    assert "Enter for the next deal: \nThe input has ended." in shown
    assert len(kept(file).rounds) == 1
    unkept = play("--resume", str(file), lines=[""])
    assert "Deal 2: W calls first." in unkept
    assert unkept.endswith("The input has ended.\nThe match is not kept; --save FILE would.\n")
    assert len(kept(file).rounds) == 1


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_not_expected_is_refused_and_asked_again(phase: str, file: Path) -> None:
    begun(file, PHASES[phase])
    question = {"bid S": "call", "trump S": "trump", "play S": "play"}[phase]
    bad = ["nonsense", "6-7", "99", "-1", "0 0", "\x1b[A", "é" * 200, "x" * 5000, "hintt", "3-3"]
    shown = play("--resume", str(file), "--save", str(file), lines=bad)
    assert shown.count(f"\nYour {question}: ") == len(bad) + 1
    assert flat(shown).count("Type help for what else there is.") == len(bad)
    assert flat(shown).count(" expected ") == len(bad)
    assert f"\nnow: {phase}\n" in file.read_text("utf-8")


def test_bytes_that_are_no_text_are_refused_as_anything_else(file: Path) -> None:
    begun(file, PHASES["play S"])
    done = subprocess.run(
        [*COMMAND, "game", "--resume", str(file)],
        input=b"\xff\xfe\n\0\n6-6\n", capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"S leads 6-6." in done.stdout


def test_moves_by_number_by_name_and_by_their_beginning(file: Path) -> None:
    begun(file, PHASES["bid S"])
    assert "S passes." in play("--resume", str(file), lines=["pass"])
    begun(file, CALLED)
    for lines in (["sixes", "1"], ["6", "[6|6]"]):
        shown = play("--resume", str(file), lines=lines)
        assert "S declares sixes." in shown
        assert "S leads 6-6." in shown


def test_undo_takes_back_ones_own_moves_also_across_deals(tmp_path: Path) -> None:
    straight, turned = tmp_path / "straight.txt", tmp_path / "turned.txt"
    begun(straight, PHASES["trump S"])
    start = ["--resume", str(straight), "--seed", "3", "--save"]
    moves = ["sixes", *"1111111", "", *TRIES]
    shown = play(*start, str(turned), lines=[*moves, *["undo"] * 20])
    assert shown.count("Taken back.") > 9
    assert "there is no move of yours to take back" in flat(shown)
    # The call of S in the record is what comes back last.
    assert "\nnow: bid S\n" in turned.read_text("utf-8")
    again = tmp_path / "again.txt"
    done = ["sixes", *"11", "undo", "undo", "undo", "fives", "1"]
    play(*start, str(again), lines=done)
    direct = tmp_path / "direct.txt"
    play(*start, str(direct), lines=["fives", "1"])
    assert again.read_text("utf-8") == direct.read_text("utf-8")


def test_help_lists_every_command_and_each_does_something(file: Path) -> None:
    begun(file, PHASES["play S"])
    shown = play("--resume", str(file), lines=["help", "?"])
    for name in TYPED:
        assert shown.count(f"\n  {name:6} ") == 2
    # One after the other: between their prompts all have something to say.
    shown = play("--resume", str(file), lines=[name.upper() for name in TYPED if name != "quit"])
    answers = shown.split("Your play: ")[1:-1]
    assert len(answers) >= len(TYPED) - 2
    assert all(answer.count("\n") > 1 for answer in answers[:5])
    assert "Your play: QUIT\nThe match is not kept" in play("--resume", str(file), lines=["QUIT"])


def test_hint_and_why_say_what_the_advisor_says(file: Path) -> None:
    steps = PHASES["play S"]
    begun(file, steps)
    shown = flat(play("--resume", str(file), lines=["hint", "why"]))
    assert re.search(r"Advice: 6-\d", shown)
    assert re.search(r"6-\d makes 30 in 100\.0\+-0\.8 % of 120 sampled worlds\.", shown)
    quick = play("--resume", str(file), "--level", "instant", lines=["why"])
    assert "of 12 sampled worlds." in flat(quick)


def test_reasons_of_others_are_told_only_after_the_deal(file: Path) -> None:
    begun(file, PHASES["play S"])
    shown = play("--resume", str(file), lines=["1", "why W"])
    assert "ask after the deal" in flat(shown)
    lines = ["claim", "why W", "why 6-6", "why 7-7", "why", "hint", "known", "claim"]
    told = flat(play("--resume", str(file), lines=lines))
    assert re.search(r"deal: why W W: \d-\d\. ", told)
    assert re.search(r"deal: why 6-6 S: 6-6(, where advice is \d-\d)?\. ", told)
    for refused in (
        "'7-7': expected a seat or a move of this deal.",
        "there is no hint: it is not your turn.",
        "the deal is over: all hands are known.",
        "a claim is made at your turn to play.",
    ):
        assert refused in told


def test_known_tells_what_the_plays_have_shown(file: Path) -> None:
    plays = map(ft.Domino.parse, ("6-5", "5-5", "4-1", "3-0", "4-4", "4-3", "1-0"))
    begun(file, [*CALLED, ft.Trump.FIVES, *plays])
    shown = play("--resume", str(file), lines=["known"])
    assert "Still out: 5-4 5-3 5-2 5-1 5-0 4-2 4-0 3-3 3-2 3-1 2-2 2-1 2-0 1-1 0-0\n" in shown
    assert "Of these with points: 5-0 (5), 3-2 (5)\n" in shown
    assert "\nW holds 5.\nN holds 5, no trumps.\nE holds 5, no trumps and no fours.\n" in shown


def test_score_tells_of_the_match_and_of_the_deal(file: Path) -> None:
    steps = [*PHASES["play S"], *map(ft.Domino.parse, ("6-6", "5-5", "4-3", "3-0"))]
    begun(file, steps)
    shown = play("--resume", str(file), lines=["score"])
    assert "Match: NS 0, EW 0. You play for NS.\n" in shown
    assert "This deal: NS 11, EW 0; 30 in sixes by S needs 30.\n" in shown
    begun(file, [DEAL])
    shown = play("--resume", str(file), "--seat", "W", lines=["score"])
    assert "You are W, your partner is E." in shown
    assert "You play for EW.\nThis deal: NS 0, EW 0.\n" in shown


def test_a_claim_that_nobody_can_prevent_ends_the_deal(file: Path) -> None:
    begun(file, PHASES["play S"])
    shown = play("--resume", str(file), "--save", str(file), lines=["claim"])
    assert "Nobody can prevent it: all that is left is yours." in shown
    assert "S bids 30 in sixes, makes 42: NS +1 mark." in shown
    assert kept(file).score == (1, 0)


def test_a_claim_that_is_not_certain_changes_nothing(file: Path) -> None:
    begun(file, [*CALLED, ft.Trump.FIVES])
    shown = play("--resume", str(file), lines=["claim"])
    assert "It is not certain. It would fail if the play went on: " in shown
    assert shown.count("Your play: ") == 2
    begun(file, [DEAL, ft.Call(30), ft.PASS, ft.PASS, ft.PASS])
    assert "a claim is made at your turn to play" in play("--resume", str(file), lines=["claim"])


def test_a_claim_tells_of_the_contract_if_that_alone_is_certain(file: Path) -> None:
    """S loses the last trick only, 1-0."""
    others = "63 62 61 60 53 52 51 / 44 43 42 41 40 33 32 / 31 30 22 21 20 11 00"
    deal = ft.Deal.parse(f"S:55 65 54 50 66 64 10 / {others}")
    begun(file, [deal, *CALLED[1:], ft.Trump.FIVES])
    shown = flat(play("--resume", str(file), lines=["claim"]))
    assert "It is not certain." in shown
    assert re.search(r"But \d-\d begins a plan that makes 30 whatever happens\.", shown)


def test_the_review_tells_what_ones_plays_have_cost(file: Path) -> None:
    game = ft.Record.parse(Path("docs/game.txt").read_text("utf-8")).replay()
    match = ft.Match(ft.Rules.tournament(), ft.Seat.N)
    for step in (game.deal, *moves_made(game)):
        match.push(step)
    file.write_text(str(ft.MatchRecord.of(match)), "utf-8")
    shown = flat(play("--resume", str(file), "--seat", "E"))
    for told in (
        "The hands were N: 5-0 4-2 4-1 3-3 3-2 2-2 1-1 E: 6-6 ",
        "With best play NS 7, EW 35; as played NS 8, EW 34.",
        "30 in fours by E could be made with best play by all, and was made.",
        "Trick 2: E gave it away with 6-6; 4-4 or 5-5 would have kept it.",
        "Trick 2: your 6-6 has cost 17 points; better was 4-4 or 5-5.",
    ):
        assert told in shown
    assert shown.count(" has cost ") == 1
    shown = flat(play("--resume", str(file), "--seat", "W"))
    assert "No play of yours has cost a point, all hands open." in shown


def test_nello_is_told_of_without_points(file: Path) -> None:
    """S alone loses every trick until it leads the highest double."""
    others = "30 31 32 33 40 41 42 / 43 44 50 51 52 53 54 / 55 60 61 62 63 64 65"
    deal = ft.Deal.parse(f"S:00 10 20 11 21 22 66 / {others}")
    calls = [ft.Call(42), ft.PASS, ft.PASS, ft.PASS]
    begun(file, [deal, *calls, ft.Trump.NELLO], nello=True)
    shown = flat(play("--resume", str(file), lines=["score", "6-6"]))
    assert "This deal: 1M in nello by S." in shown
    assert "S declared nello for 1M. NS must lose every trick." in shown
    assert "S wins trick 1. S bids 1M in nello, goes set: EW +1 mark." in shown
    assert "Trick 1: S gave it away with 6-6; " in shown
    assert "point" not in shown.split("The hands were")[1]


def test_a_match_in_which_nobody_gets_ahead_ends(file: Path) -> None:
    steps: list[Step] = [DEAL, *[ft.PASS] * 4] * IDLE_DEALS
    begun(file, steps)
    shown = play("--resume", str(file), lines=["", "", ""])
    assert f"In {IDLE_DEALS} deals no side has got ahead: nobody wins." in shown
    assert "Enter ends the game: \nThe match is over.\n" in shown
    begun(file, steps[:-5])
    assert f"Deal {IDLE_DEALS}: " in play("--resume", str(file), lines=["", ""])


# --- Files ---


def test_save_keeps_the_match_where_it_is_told_to(tmp_path: Path) -> None:
    file, other = tmp_path / "one.txt", tmp_path / "other.txt"
    other.write_text("mine")
    new = tmp_path / "new.txt"
    shown = play(*TABLE, lines=["save", f"save {new}", f"save {new}", f"save {other}",
                                f"save {tmp_path}/none/x"])  # fmt: skip
    plain = flat(shown)
    assert "save where? Expected: save FILE." in plain
    assert shown.count("Kept in") == 2
    assert "there is such a file already; expected another name." in plain
    assert "cannot be kept there: No such file or directory." in plain
    assert len(kept(new).rounds) == 1
    assert other.read_text() == "mine"
    play(*TABLE, "--save", str(file), lines=["save", "quit"])
    assert len(kept(file).rounds) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rules: source\n", "line 1: the record is cut off: it must end with 'now'"),
        ("seat: X\n", "line 1: seat: 'X': expected one of N, E, S, W"),
        ("seat: N\nlevel: deep\n", "line 2: level: 'deep': expected one of instant, fast"),
        ("seed: -1\n", "line 1: seed: '-1': expected a whole number below 2 to the 64th"),
        ("seed: 1\nseed: 1\n", "line 2: seed: comes twice"),
        ("seat: N\n\nrules: source\n\nnow: play N\n", "line 5: now: 'play N' does not agree"),
        ("seat: N\nrules: source\nlevel: fast\n\nnow: deal\n", "line 3: 'level': expected rules"),
        ("", "line 1: the record is cut off"),
    ],
)
def test_a_bad_file_is_refused_at_its_line(text: str, message: str, file: Path) -> None:
    file.write_text(text)
    done = run("game", "--resume", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"fortytwo: {file}: {message}")
    assert done.stderr.count("\n") == 1


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    file = begun(tmp_path / "match.txt", [DEAL])
    other = tmp_path / "other.txt"
    other.write_text("mine")
    for arguments, message in (
        (
            ["--resume", str(file), "--rules", "source"],
            "rules: a match that is resumed has its own",
        ),
        (["--save", str(other)], f"{other}: there is such a file already"),
        (["--resume", str(file), "--save", str(other)], f"{other}: there is such a file already"),
        (["--save", str(tmp_path / "none" / "x")], f"{tmp_path}/none/x: the match cannot be kept"),
        (["--resume", str(tmp_path / "none")], "Could not open file"),
        (["--rules", "tennis"], "unknown rules 'tennis'"),
        (["--seat", "X"], "Invalid value for '--seat'"),
        (["--level", "deep"], "Invalid value for '--level'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
    ):
        done = run("game", *arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert done.stderr.startswith(f"fortytwo: {message}"), done.stderr
    assert other.read_text() == "mine"
    # Rules of the environment are what is usual, not what is asked for.
    play("--resume", str(file), FORTYTWO_RULES="source")


def test_what_is_given_counts_more_than_the_file(file: Path) -> None:
    play(*TABLE, "--save", str(file), "--seat", "n", lines=["P"])
    assert file.read_text("utf-8").startswith("seat: N\nlevel: instant\nseed: 5\n")
    shown = play("--resume", str(file))
    assert "level instant, seed 5.\nYou are N, your partner is S." in shown
    shown = play("--resume", str(file), "--seat", "E", "--level", "fast", "--seed", "7")
    assert "level fast, seed 7.\nYou are E, your partner is W." in shown


# --- Terminals ---

terminals = pytest.mark.skipif(sys.platform == "win32", reason="needs Unix terminals")


def until_asked(read: int, shown: bytes = b"") -> bytes:
    """What is written until there is a prompt."""
    deadline = time.monotonic() + 60
    while not re.search(rb"\n(Your \w+|Enter [\w ]+): \Z", shown) and time.monotonic() < deadline:
        if select.select([read], [], [], 1)[0]:
            shown += os.read(read, 65536)
    time.sleep(0.5)  # a signal in the moment before Python waits is seen only with the next key
    return shown


def at_terminal(*arguments: str, typed: Sequence[bytes], **variables: str) -> tuple[int, str]:
    """The exit status and what a terminal of 80 columns shows."""
    import pty

    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover
        os.environ.pop("LC_ALL", None)
        os.environ.pop("PYTHONIOENCODING", None)
        os.environ.update(variables)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where tests run in the background
        os.execv(COMMAND[0], [*COMMAND, "game", *arguments])
    shown = b""
    for keys in typed:
        shown = until_asked(terminal, shown)
        os.write(terminal, keys)
        shown += b"?"
    deadline = time.monotonic() + 60
    with suppress(OSError):  # how a terminal ends
        while select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]:
            if not (data := os.read(terminal, 65536)):
                break
            shown += data
    if time.monotonic() > deadline:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode("utf-8").replace("\r", "")


@terminals
def test_a_terminal_of_utf_8_shows_pips_and_any_other_ascii(tmp_path: Path) -> None:
    file = begun(tmp_path / "match.txt", PHASES["play S"])
    status, shown = at_terminal(
        "--resume", str(file), typed=[b"why\r", b"\x04"], LANG="en_US.UTF-8", LC_CTYPE="en_US.UTF-8"
    )
    assert status == 0
    assert "│ ●   ● │ │ ●   ● │" in shown
    assert max(map(len, shown.splitlines())) < 80
    status, shown = at_terminal("--resume", str(file), typed=[b"why\r", b"\x04"], LC_ALL="C")
    assert status == 0
    assert shown.isascii()
    assert "| 6 | | 6 |" in shown
    assert "The input has ended.\n" in shown


@terminals
def test_ctrl_c_keeps_the_match_and_says_where(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    status, shown = at_terminal(*TABLE, "--save", str(file), typed=[b"\x03"], LC_ALL="C")
    assert status == 130
    # A long path takes several lines.
    assert f"Interrupted.Thematchiskeptin{file}" in "".join(shown.split())
    assert len(kept(file).rounds) == 1
    for name in ("game-5.txt", "game-5-1.txt"):
        process = subprocess.Popen(
            [*COMMAND, "game", *TABLE], cwd=tmp_path, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        assert process.stdout is not None
        shown = until_asked(process.stdout.fileno()).decode()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, b"")
        assert out.decode().endswith(f"Interrupted.\nThe match is kept in {name}\n")
        assert kept(tmp_path / name) == kept(file)


@terminals
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams_end_the_game(closed: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    done = subprocess.run(
        f"{' '.join(COMMAND)} game --seed 5 --save {file} {closed}",
        shell=True, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert len(kept(file).rounds) == 1


@terminals
def test_when_the_reader_of_a_pipe_leaves_the_match_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    command = " ".join([*COMMAND, "game", "--rules", "'tournament target=2'", "--seed", "5"])
    done = subprocess.run(
        f"printf 'P\\n' | {command} --save {file} | head -n 1",
        shell=True, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("Forty-two: ")
    assert done.stderr == ""
    assert kept(file).rounds is not None
