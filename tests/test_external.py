"""Players that are programs: good ones play, and every fault is named."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import fortytwo as ft
from fortytwo.adapters.external import ExternalPlayer
from fortytwo.adapters.players import player_of
from shell import COMMAND, ask, run

ROOT = Path(ft.__file__).parent
EXAMPLE = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'docs/examples/player.py'))}"
VIEW = ft.View.parse(
    "S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer N ; bid 31 ; trump sixes ; plays 6-1 2-1"
)


def program(tmp_path: Path, body: str, time_limit: float = 20.0) -> ExternalPlayer:
    """A program that does this with each `line` and its `request`."""
    path = tmp_path / "program.py"
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    path.write_text(
        "import json, os, sys, time\n"
        "for line in sys.stdin:\n    request = json.loads(line)\n"
        f"{indented}\n    sys.stdout.flush()\n"
    )
    command = shlex.join([sys.executable, str(path)])
    return ExternalPlayer(command, "forty-two", time_limit)


def runs(pid: str) -> bool:
    """Whether a process is alive; one that nobody has buried is not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True)
    return state.stdout.strip()[:1] not in ("", "Z")


@pytest.fixture
def example() -> Iterator[ExternalPlayer]:
    with ExternalPlayer(EXAMPLE, "forty-two") as player:
        yield player


def test_the_example_plays_a_whole_deal(example: ExternalPlayer) -> None:
    round = ft.Round(ft.Deal.random(seed=3), ft.Auction(ft.Rules.tournament()))
    random = ft.Random(1)
    while not round.finished:
        round.push(example.move(ft.View.of(round), random))
    assert round.recorded is not None


def test_its_chance_is_ours(example: ExternalPlayer) -> None:
    moves = [[example.move(VIEW, ft.Random(seed)) for seed in range(20)] for _ in range(2)]
    assert moves[0] == moves[1]
    assert len(set(moves[0])) == 4


def test_requests_say_what_is_documented(tmp_path: Path) -> None:
    told = tmp_path / "told"
    body = (
        f"open({str(told)!r}, 'a').write(line)\n"
        "print(json.dumps({'id': request['id'], 'move': request['legal'][-1], 'more': 1}))"
    )
    auction = ft.View.parse("N:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; auction W:1M ; rules tournament")
    with program(tmp_path, body) as player:
        assert player.move(VIEW, ft.Random(1)) == ft.Domino(6, 2)
        assert player.move(auction, ft.Random(1)) == 84
    play, bid = map(json.loads, told.read_text().splitlines())
    assert play == {
        "id": 1,
        "game": "forty-two",
        "view": str(VIEW),
        "question": "play",
        "legal": ["6-6", "6-5", "6-4", "6-2"],
        "seed": ft.Random(1).below(2**32),
    }
    assert bid["legal"] == ["P", "2M"]
    assert ft.View.parse(bid["view"]) == auction


FAULTS = {
    "print('6-6')": "answered '6-6', expected an object with id and move",
    "print('[1, 2]')": r"answered '\[1, 2\]', expected an object",
    "print('[' * 60000)": "expected an object with id and move",
    "print('null')": "answered 'null', expected an object",
    "print(json.dumps({'move': '6-6'}))": "expected an object with id and move",
    "os.write(1, b'\\xff\\xfe\\n')": "expected an object with id and move",
    "print('x' * 3_000_000)": "expected an object with id and move",
    "print(json.dumps({'id': 7, 'move': '6-6'}))": "answered request 7, expected 1",
    "print(json.dumps({'id': 1, 'move': '6-1'}))": "played '6-1', expected one of 6-6, 6-5,",
    "print(json.dumps({'id': 1, 'move': ['6-6']}))": r"played .*6-6.*, expected one of 6-6",
    "print(json.dumps({'id': 1, 'move': None}))": "played None, expected one of 6-6",
    "sys.exit(3)": "ended with status 3, without an answer",
    "os.kill(os.getpid(), 9)": "ended with status -9, without an answer",
    "sys.stdout.close(); os.close(1); time.sleep(60)": "closed its output, without an answer",
}


@pytest.mark.parametrize("body", FAULTS)
def test_faults_name_the_program(body: str, tmp_path: Path) -> None:
    with program(tmp_path, body) as player, pytest.raises(ft.PlayerError) as caught:
        player.move(VIEW, ft.Random(1))
    assert str(caught.value).startswith(f"player {player.name}: ")
    caught.match(FAULTS[body])


def test_silence_has_its_limit(tmp_path: Path) -> None:
    """And ends the program with all that it has started."""
    pid = tmp_path / "pid"
    body = (
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\n"
        "time.sleep(600)"
    )
    start = time.monotonic()
    with (
        program(tmp_path, body, time_limit=2) as player,
        pytest.raises(ft.PlayerError, match=f"player {player.name}: no answer within 2 seconds"),
    ):
        player.move(VIEW, ft.Random(1))
    assert time.monotonic() - start < 15
    # A signal to a whole group takes its time on a busy machine.
    while os.name == "posix" and runs(pid.read_text()):
        assert time.monotonic() - start < 60
        time.sleep(0.1)


def test_a_program_that_ends_after_its_answer_is_missed_at_the_next(tmp_path: Path) -> None:
    body = "print(json.dumps({'id': 1, 'move': '6-6'}), flush=True)\nsys.exit()"
    with program(tmp_path, body) as player:
        assert player.move(VIEW, ft.Random(1)) == ft.Domino(6, 6)
        with pytest.raises(ft.PlayerError, match="ended with status 0, without an answer"):
            player.move(VIEW, ft.Random(1))


def test_what_cannot_be_started() -> None:
    with pytest.raises(
        ft.PlayerError, match=r"player exec:\./nowhere -x: cannot be started: No such"
    ):
        player_of("forty-two", "exec:./nowhere -x").move(VIEW, ft.Random(1))
    with pytest.raises(ft.OptionError, match="player 'exec:': expected a command"):
        player_of("forty-two", "exec:")
    with pytest.raises(ft.OptionError, match="expected a command: No closing quotation"):
        player_of("forty-two", "exec:python 'x")


def test_faults_end_a_match() -> None:
    # Not `input()`: that complains if it is put away before it was asked anything.
    name = f"exec:{shlex.quote(sys.executable)} -c 'import sys; sys.stdin.readline()'"
    done = run("match", name, "random", "--pairs", "3", "--jobs", "2")
    assert done.returncode == 2
    assert done.stderr == f"fortytwo: player {name}: ended with status 0, without an answer\n"
    assert not done.stdout


def test_programs_play_in_processes_of_their_own() -> None:
    arguments = ["match", f"exec:{EXAMPLE}", "random", "--pairs", "6", "--rules",
                 "tournament target=1"]  # fmt: skip
    one, two = (ask(*arguments, "--jobs", jobs) for jobs in "12")
    assert one.pop("times")[0].keys() == two.pop("times")[0].keys() == {"bid", "trump", "play"}
    assert one == two


def test_the_documented_request_is_a_real_one(tmp_path: Path) -> None:
    page = (ROOT / "docs/players.md").read_text("utf-8")
    shown = [line for line in page.splitlines() if line.startswith("{")]
    request, answer = map(json.loads, shown)
    told = tmp_path / "told"
    body = f"open({str(told)!r}, 'w').write(line)\nprint({json.dumps(answer)!r})"
    with program(tmp_path, body) as player:
        move = player.move(ft.View.parse(request["view"]), ft.Random(1))
    assert str(move) == answer["move"]
    assert json.loads(told.read_text()) == {**request, "seed": ft.Random(1).below(2**32)}


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_programs_that_are_silent(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    silent = tmp_path / "silent.py"
    silent.write_text(
        f"import os, time\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')\ntime.sleep(600)\n"
    )
    name = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(silent))}"
    for jobs in "12":
        pids.write_text("")
        match = subprocess.Popen(
            [*COMMAND, "match", name, "random", "--pairs", "2", "--jobs", jobs],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        while len(pids.read_text().split()) < int(jobs):
            time.sleep(0.01)
            assert match.poll() is None
        match.send_signal(signal.SIGINT)
        assert match.communicate(timeout=20) == (b"", b"")
        assert match.returncode == 130
        assert not any(map(runs, pids.read_text().split()))
