"""The command line as users run it: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

COMMAND: Final = [sys.executable, "-m", "fortytwo"]


def run(*arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **variables},
        timeout=60,
        check=False,
    )


def ask(*arguments: str, given: str = "", **variables: str) -> Any:
    """The JSON that a command prints."""
    done = run(*arguments, "--json", given=given, **variables)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def wait_until_at_work(process: subprocess.Popen[bytes]) -> None:
    """Wait until a command has been loaded: it has worked for a second, or waits for input."""
    state = Path(f"/proc/{process.pid}/stat")
    if not state.exists():
        time.sleep(1.5)
        return
    asleep = 0
    while asleep < 20:
        fields = state.read_text().rpartition(") ")[2].split()
        if sum(map(int, fields[11:13])) > os.sysconf("SC_CLK_TCK"):
            return
        asleep = asleep + 1 if fields[0] == "S" else 0
        time.sleep(0.02)
