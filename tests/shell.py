"""The command line as users run it: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
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
