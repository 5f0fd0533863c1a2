"""How many requests a second the engine protocol answers over a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from threading import Thread
from typing import Any, Final

import pytest

NUMBER: Final = 2000
"""Requests in a round."""
REQUEST: Final = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "legal",
    "params": {"position": "N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N"},
}
LINE: Final = json.dumps(REQUEST).encode() + b"\n"


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "fortytwo", "serve", "--workers", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def test_legal_moves_one_by_one(benchmark: Any, process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    given, output = process.stdin, process.stdout

    def ask() -> bytes:
        answer = b""
        for _ in range(NUMBER):
            given.write(LINE)
            given.flush()
            answer = output.readline()
        return answer

    assert json.loads(benchmark(ask))["result"]["legal"] == ["6-4", "6-6"]


def test_legal_moves_without_waiting(benchmark: Any, process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    given, output = process.stdin, process.stdout

    def feed() -> None:
        given.write(LINE * NUMBER)
        given.flush()

    def ask() -> bytes:
        feeder = Thread(target=feed)
        feeder.start()
        answers = [output.readline() for _ in range(NUMBER)]
        feeder.join()
        return answers[-1]

    assert json.loads(benchmark(ask))["result"]["legal"] == ["6-4", "6-6"]
