"""The arena: the same on any number of processes, and losing nothing when it is killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import fortytwo as ft
from fortytwo.adapters.match_report import contest_as_json, print_contest
from fortytwo.adapters.players import player_of
from fortytwo.engine.games import GAMES
from fortytwo.engine.games.forty_two.terms import Terms
from fortytwo.solver import arena
from fortytwo.solver.arena import Standing, play
from fortytwo.solver.contest import CONTRACTS, MATCHES, Contest, Pair, Time
from fortytwo.solver.contest_log import CONTEST
from fortytwo.solver.paired import Paired
from fortytwo.solver.processes import crew
from fortytwo.solver.work import open_log

GAME = GAMES["forty-two"]
MAKE = partial(player_of, "forty-two")
TERMS = Terms.from_fields({"rules": "tournament target=1"})
RANDOM = Contest(GAME, MATCHES, TERMS, ("random", "random"), seed=1)
CONTRACT = Contest(GAME, CONTRACTS, TERMS, ("ev:2", "random"), seed=1)


def result(contest: Contest, pairs: int, **options: Any) -> tuple[Paired, int]:
    """How a contest ends, without the times."""
    standing = Standing()
    play(contest, MAKE, pairs, standing, **options)
    return standing.paired, standing.deals


def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def test_jobs_do_not_matter(tmp_path: Path) -> None:
    found = [
        (result(contest, pairs, jobs=jobs, log=tmp_path / f"{contest.kind}-{jobs}"))
        for contest, pairs in ((RANDOM, 30), (CONTRACT, 8))
        for jobs in (1, 2, 3)
    ]
    assert found[0] == found[1] == found[2]
    assert found[3] == found[4] == found[5]
    assert found[0][0].pairs == 30
    for kind in (MATCHES, CONTRACTS):
        logs = [
            {line["pair"]: (line["results"], line["deals"]) for line in lines(log)[1:]}
            for log in (tmp_path / f"{kind}-1", tmp_path / f"{kind}-3")
        ]
        assert logs[0] == logs[1]


def test_processes_may_be_spawned(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    import test_arena\n"
        "    print(test_arena.result(test_arena.RANDOM, 6, jobs=2))\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"{result(RANDOM, 6)}\n"


def test_a_log_can_be_cut_at_any_byte(tmp_path: Path) -> None:
    """What is whole is kept, what is not is missing; nothing comes twice."""
    log = tmp_path / "log"
    result(RANDOM, 3, log=log)
    text = log.read_bytes()
    whole = {line["pair"]: line for line in lines(log)[1:]}
    for size in range(len(text) + 1):
        log.write_bytes(text[:size])
        with open_log(log, CONTEST, RANDOM.facts) as book:
            kept = text[:size].count(b"\n") - 1
            assert len(book.items) == max(0, kept)
            for number in whole.keys() - book.items.keys():
                book.add(Pair(number, (1, 0), (1, 1), ({}, {})))
                assert lines(log)[-1]["pair"] == number  # at once
        found = lines(log)
        assert found[0] == {"format": 1, **RANDOM.facts}
        assert sorted(line["pair"] for line in found[1:]) == [0, 1, 2]
        assert found[1 : kept + 1] == [whole[n] for n in list(whole)[: max(0, kept)]]


@pytest.mark.parametrize("size", [0, 20, 200, 400, 600, 10_000])
def test_a_run_goes_on_from_its_log(size: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    expected = result(RANDOM, 6, log=log)
    log.write_bytes(log.read_bytes()[:size])
    assert result(RANDOM, 6, log=log, jobs=2) == expected
    assert sorted(line["pair"] for line in lines(log)[1:]) == list(range(6))


def test_what_the_log_holds_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    expected = result(RANDOM, 5, log=log)
    with monkeypatch.context() as patched:
        patched.setattr(arena, "play_pair", lambda *_: pytest.fail("played again"))
        assert result(RANDOM, 5, log=log, jobs=1) == expected
        fewer = result(RANDOM, 3, log=log, jobs=1)
    # A log may hold more than is asked for, and be gone on with to more.
    assert fewer == result(RANDOM, 3)
    assert result(RANDOM, 7, log=log) == result(RANDOM, 7)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_killed_run_leaves_no_processes_and_a_good_log(
    stop: signal.Signals, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-m", "fortytwo", "match", "random", "random", "--pairs", "5000",
               "--jobs", "2", "--log", str(log), "--seed", "1"]  # fmt: skip
    run = subprocess.Popen(
        [*command, "--rules", "tournament target=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not log.exists() or log.read_bytes().count(b"\n") < 20:
        time.sleep(0.01)
        assert run.poll() is None
    run.send_signal(stop)
    out, _ = run.communicate(timeout=20)  # ends only when all processes have
    assert run.returncode == (130 if stop == signal.SIGINT else -stop)
    assert out.startswith("random against random: ") == (stop == signal.SIGINT)
    played = log.read_bytes().count(b"\n") - 1
    assert 19 <= played < 5000
    assert result(RANDOM, played + 2, log=log) == result(RANDOM, played + 2)


def test_another_contest_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result(RANDOM, 1, log=log)
    text = log.read_bytes()
    others = {
        "seed 1, not 2": Contest(GAME, MATCHES, TERMS, ("random", "random"), seed=2),
        "players random and random, not random and ev:2": Contest(
            GAME, MATCHES, TERMS, ("random", "ev:2"), seed=1
        ),
        "kind matches, not contracts": Contest(
            GAME, CONTRACTS, TERMS, ("random", "random"), seed=1
        ),
        "rules tournament target=1, not source": Contest(
            GAME, MATCHES, Terms(), ("random", "random"), seed=1
        ),
    }
    for difference, contest in others.items():
        with pytest.raises(ft.LogError, match=f"log: the log of another contest, {difference}$"):
            result(contest, 1, log=log)
    assert log.read_bytes() == text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: b"Dear diary", "line 1: not as in the log"),
        (lambda text: b"Dear diary,\n" + text, "line 1: not as in the log"),
        (lambda text: b"[1]\n" + text, "line 1: not as in the log"),
        (lambda text: text.replace(b'"format": 1', b'"format": 0'), "another contest, format 0"),
        (lambda text: text.replace(b'"seed": 1', b'"sown": 1'), "seed missing, not 1"),
        (lambda text: text + text.splitlines()[1] + b"\n", "line 4: pair [01] comes twice"),
        (lambda text: text.replace(b'"pair": 1', b'"pair": "1"'), "line [23]: not as in the log"),
        (lambda text: text.replace(b'"results": [', b'"results": [7, '), "line 2: not as in"),
        (lambda text: text + b"{}\n", "line 4: not as in the log"),
        (lambda text: text + b"\xff\n", "line 4: not as in the log"),
        (lambda text: text + b"3\n", "line 4: not as in the log"),
    ],
)
def test_what_is_no_log_is_refused_and_kept(
    change: Callable[[bytes], bytes], message: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    result(RANDOM, 2, log=log)
    text = change(log.read_bytes())
    log.write_bytes(text)
    with pytest.raises(ft.LogError, match=message):
        result(RANDOM, 2, log=log)
    assert log.read_bytes() == text


def test_standing_sums_up_by_hand() -> None:
    standing = Standing()
    standing.add(Pair(0, (1, 0), (7, 9), ({"play": Time(28, 1.0, 0.5)}, {})))
    standing.add(Pair(1, (0.5, 1), (8, 6), ({"play": Time(14, 0.5, 0.75)}, {"bid": Time(1, 2, 2)})))
    assert standing.deals == 30
    assert standing.undecided == 1
    assert standing.times == ({"play": Time(42, 1.5, 0.75)}, {"bid": Time(1, 2, 2)})
    assert standing.paired == Paired(2, 1.5, 1.0, 1, 1, 1.25)
    # Of four matches the first player has won 1 + 1 and 0.5 + 0. The differences 1 and -0.5, with
    # 1 and -1 added, have variance 3.25 / 4 - (0.5 / 4)^2; their mean has a quarter of that.
    found = contest_as_json(RANDOM, standing)
    assert found["won"] == [0.625, 0.375]
    assert found["margin"] == pytest.approx(1.96 * 0.446339 / 2, abs=1e-5)
    found = contest_as_json(CONTRACT, standing)
    assert found["made"] == [0.75, 0.5]
    assert found["margin"] == pytest.approx(1.96 * 0.446339, abs=1e-5)


class Bad:
    """Fails in every way that a task can."""

    def __init__(self, way: str) -> None:
        self.way = way

    def __call__(self) -> Any:
        return self

    def __enter__(self) -> Callable[[int], int]:
        return self.task

    def __exit__(self, *_: object) -> None:
        pass

    def task(self, item: int) -> int:
        if item == 3:
            if self.way == "error":
                raise ft.PlayerError("gone")
            os._exit(7)
        return 10 * item


def test_errors_come_from_where_they_arose() -> None:
    for jobs in (1, 2):
        with (
            crew(Bad("error"), jobs) as work,
            pytest.raises(ft.PlayerError, match="gone"),
        ):
            list(work(range(5)))
    assert not multiprocessing.active_children()


def test_a_process_that_ends_is_missed() -> None:
    with (
        crew(Bad("end"), 2) as work,
        pytest.raises(ChildProcessError, match="ended, exit status 7"),
    ):
        list(work(range(5)))
    with crew(Bad("end"), 2) as work:
        assert sorted(work([5, 6, 7])) == [50, 60, 70]
    assert not multiprocessing.active_children()


def test_matches_without_a_winner_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    standing = Standing()
    standing.add(Pair(0, (0.5, 1), (100, 4), ({}, {})))
    print_contest(RANDOM, standing)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("random won 0.5 of 2 matches, 25.0±")
    assert lines[3:5] == [
        "A match took 52.0 deals on average.",
        "Without a winner, half a win for both, ended 1: "
        "100 deals in a row brought no side a higher score than it had had.",
    ]
