"""The command `serve`: a process that answers others over pipes and TCP."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

import fortytwo as ft
from shell import COMMAND, run

EXAMPLES: Final = Path(ft.__file__).parent / "docs/examples"
POSITION: Final = "N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N"
SLOW: Final[dict[str, Any]] = {
    "question": "bid",
    "view": "6-6 6-5 6-4 6-2 5-5 4-1 3-2",
    "worlds": 100_000,
}


def request(number: int, method: str, **params: Any) -> bytes:
    text = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    return text.encode() + b"\n"


FUZZED: Final = int(os.environ.get("FORTYTWO_FUZZED", "3000"))
"""How many lines are thrown at the server."""
VALID: Final[list[bytes]] = [
    request(number, method, **params).rstrip()
    for number, (method, params) in enumerate(
        (
            ("hello", dict[str, Any]()),
            ("begin", {"terms": {"rules": "tournament nello=true"}}),
            ("deal", {"match": "rules: tournament\n\nnow: deal\n", "seed": 7}),
            ("legal", {"position": POSITION}),
            ("solve", {"position": {"deal": POSITION}, "need": 20}),
            ("suggest", {**SLOW, "worlds": 2}),
            ("claim", {**SLOW, "node_limit": 9}),
            ("trace", {"match": "rules: source\n\nnow: deal\n"}),
            ("cancel", {"request": 1}),
        )
    )
]
unix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


@contextmanager
def serving(*options: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [*COMMAND, "serve", "--workers", "1", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[bytes], method: str, **params: Any) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(request(1, method, **params))
    process.stdin.flush()
    return json.loads(process.stdout.readline())["result"]


@contextmanager
def listening(*options: str) -> Iterator[tuple[str, int]]:
    with serving("--tcp", "0", *options) as process:
        assert process.stderr is not None
        host, port = process.stderr.readline().decode().strip().split(":")
        yield host, int(port)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return list(map(int, found.stdout.split()))


def runs(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return state.stdout.strip()[:1] not in ("", "Z")


def test_what_was_asked_is_answered_before_the_end() -> None:
    lines = [
        request(1, "solve", position=POSITION),
        request(2, "legal", position=POSITION),
        b"nonsense\n",
        request(3, "claim", view={"hand": "6-6", "trump": "ones"}, question="play"),
    ]
    done = run("serve", "--workers", "1", given=b"".join(lines).decode())
    answers = {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert answers[1]["result"]["points"] == {"NS": 27, "EW": 0}
    assert answers[2]["result"]["legal"] == ["6-4", "6-6"]
    assert answers[None]["error"]["code"] == -32700
    assert answers[3]["error"]["kind"] == "ImpossiblePositionError"
    assert (done.returncode, done.stderr) == (0, "")


def test_the_last_line_may_lack_its_end() -> None:
    done = run("serve", given=request(7, "legal", position=POSITION).decode().rstrip())
    assert json.loads(done.stdout)["id"] == 7


def test_the_schema_is_printed() -> None:
    done = run("serve", "--schema")
    assert json.loads(done.stdout)["methods"]["suggest"]["params"] == {"$ref": "#/$defs/Suggest"}


def test_limits_are_obeyed() -> None:
    done = run("serve", "--line-bytes", "100", given="x" * 101 + "\n" + "x" * 99 + "\n")
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["error"]["message"] == "a line of over 100 bytes"
    assert "no JSON" in second["error"]["message"]
    assert run("serve", "--workers", "0").returncode == 2


@unix
def test_a_killed_server_is_replaced_and_nothing_is_lost() -> None:
    with serving() as first:
        dealt = ask(first, "deal", match=ask(first, "begin")["match"], seed=4)
        assert first.stdin is not None
        first.stdin.write(request(2, "suggest", **SLOW))
        first.stdin.flush()
        workers = children(first.pid)
        time.sleep(1)
        assert workers
        first.kill()
        first.wait()
    with serving() as second:
        assert ask(second, "apply", match=dealt["match"], moves=["30"])["seat"] == "E"
    until = time.monotonic() + 10
    while any(map(runs, workers)):
        assert time.monotonic() < until
        time.sleep(0.05)


@unix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_its_workers(number: int) -> None:
    with serving() as process:
        ask(process, "solve", position=POSITION)
        workers = children(process.pid)
        assert process.stdin is not None
        process.stdin.write(request(2, "suggest", **SLOW))
        process.stdin.flush()
        time.sleep(0.3)
        process.send_signal(number)
        assert process.wait(10) in (130, -number)
        assert process.stderr is not None
        assert process.stderr.read() == b""
    until = time.monotonic() + 10
    while any(map(runs, workers)):
        assert time.monotonic() < until
        time.sleep(0.05)


@unix
def test_a_killed_worker_is_replaced() -> None:
    """One that had nothing to do unnoticed, one at work with an error."""
    with serving() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        ask(process, "solve", position=POSITION)
        for worker in children(process.pid):
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.5)
        assert ask(process, "solve", position=POSITION)["exact"]
        process.stdin.write(request(5, "suggest", **SLOW))
        process.stdin.flush()
        time.sleep(0.5)
        for worker in children(process.pid):
            os.kill(worker, signal.SIGKILL)
        answer = json.loads(process.stdout.readline())
        assert answer["error"]["message"] == "the process that worked on it has ended"
        assert ask(process, "solve", position=POSITION)["exact"]


def test_clients_over_tcp_are_answered_side_by_side() -> None:
    with listening() as (host, port):
        assert host == "127.0.0.1"
        clients = [socket.create_connection((host, port), timeout=20) for _ in range(3)]
        for number, client in enumerate(clients):
            client.sendall(request(number, "legal", position=POSITION))
        for number, client in enumerate(clients):
            with client, client.makefile("rb") as answers:
                assert json.loads(answers.readline())["id"] == number


def solved(host: str, port: int) -> bool:
    """Whether a new client is answered what takes a worker."""
    with socket.create_connection((host, port), timeout=20) as client:
        client.sendall(request(2, "solve", position=POSITION))
        with client.makefile("rb") as answers:
            return bool(json.loads(answers.readline())["result"]["exact"])


def test_a_client_that_leaves_does_not_keep_the_workers_busy() -> None:
    with listening() as (host, port):
        for _ in range(3):
            with socket.create_connection((host, port), timeout=20) as leaving:
                leaving.sendall(request(1, "suggest", **SLOW))
                time.sleep(0.5)
            assert solved(host, port)


def test_nobody_waits_for_a_client_that_does_not_read() -> None:
    chatter = b"x" * 90_000 + b"\n" + request(2, "hello") * 100

    def talk(deaf: socket.socket) -> None:
        while True:
            deaf.sendall(chatter)

    with (
        listening("--line-bytes", "100000") as (host, port),
        socket.create_connection((host, port), timeout=20) as deaf,
    ):
        deaf.sendall(request(1, "solve", position=POSITION))
        deaf.settimeout(0.5)
        with pytest.raises(TimeoutError):  # all buffers are full
            talk(deaf)
        begun = time.monotonic()
        assert solved(host, port)
        assert time.monotonic() - begun < 5
        deaf.settimeout(60)
        with pytest.raises(ConnectionError):  # it has been dropped
            talk(deaf)


def test_other_machines_cannot_ask() -> None:
    with listening() as (_, port):
        addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port)}
        for address in addresses:
            if not str(address).startswith("127."):
                with pytest.raises(OSError, match=r"refused|timed out|unreachable"):
                    socket.create_connection((str(address), port), timeout=2)


def test_a_port_in_use_is_told() -> None:
    with listening() as (_, port):
        done = run("serve", "--tcp", str(port))
        assert done.returncode == 1
        assert "in use" in done.stderr


def test_without_msgspec_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['msgspec'] = None; from fortytwo.cli import main; main(['serve'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'fortytwo-engine[serve]'" in done.stderr


def mutated(random: ft.Random) -> bytes:
    """A line that may be anything, without its end."""
    kind = random.below(8)
    if kind == 0:
        return bytes(random.below(256) for _ in range(random.below(300)))
    if kind == 1:
        return random.choice([b"[", b'{"params":', b'"', b"-"]) * random.below(5000)
    line = bytearray(random.choice(VALID))
    for _ in range(random.below(4)):
        first = random.below(len(line))
        line[first : first + random.below(9)] = bytes(
            random.choice(b'{}[]":,0189 az\\-\x00\xff') for _ in range(random.below(9))
        )
    return bytes(line)


def memory(pid: int) -> int:
    """Bytes that a process and those that it has started hold in memory."""
    pages = [
        int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in (pid, *children(pid))
    ]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is told by Linux")
def test_whatever_comes_it_goes_on_and_its_memory_is_bounded() -> None:
    random = ft.Random(1)
    answered = [0]
    with serving("--waiting", "10000") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        output = process.stdout

        def hear() -> None:
            while b'"id":-1,' not in output.readline():
                answered[0] += 1

        before = 0
        for part in range(4):
            listener = Thread(target=hear)
            listener.start()
            for number in range(FUZZED // 4):
                line = b"x" * 10_000_000 if number % 1000 == 500 else mutated(random)
                process.stdin.write(line.replace(b"\n", b" ") + b"\n")
            process.stdin.write(request(-1, "solve", position=POSITION))
            process.stdin.flush()
            listener.join(FUZZED)
            assert not listener.is_alive()
            before = before if part else memory(process.pid)
        assert memory(process.pid) - before < 20_000_000
        assert answered[0] > FUZZED / 2


CLIENTS: Final = [
    pytest.param([sys.executable, "client.py"], id="python"),
    pytest.param(
        ["node", "client.js", *COMMAND, "serve"],
        id="node",
        marks=pytest.mark.skipif(shutil.which("node") is None, reason="no Node here"),
    ),
]


@pytest.mark.parametrize("command", CLIENTS)
def test_the_examples_play_a_hand(command: list[str]) -> None:
    done = subprocess.run(
        command, cwd=EXAMPLES, capture_output=True, text=True, check=True, timeout=60
    )
    *events, score = done.stdout.splitlines()
    assert "deal scored" in events[-1]
    assert json.loads(score.replace("'", '"')) in ({"NS": 1, "EW": 0}, {"NS": 0, "EW": 1})


def test_the_examples_are_short() -> None:
    for name in ("client.py", "client.js"):
        assert len((EXAMPLES / name).read_text().splitlines()) <= 60
