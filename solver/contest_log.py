"""The log of a contest: what has been played is on disk, so that it can be stopped at any time.

JSON lines: first what makes the contest this one, then each pair as it was finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from ..engine.errors import LogError, shown
from .contest import Pair, Time, Times

FORMAT: Final = 1


class ContestLog:
    """A log under way; open one with `open_log`.

    Args:
        file: where to write.
        pairs: the pairs that it holds, by their number.
    """

    def __init__(self, file: BinaryIO, pairs: dict[int, Pair]) -> None:
        self.pairs = pairs
        self._file = file

    def add(self, pair: Pair) -> None:
        """Write down a pair, at once."""
        self._file.write(_line(_facts(pair)))
        self._file.flush()


@contextmanager
def open_log(path: Path, facts: Mapping[str, object]) -> Iterator[ContestLog]:
    """Begin a log, or go on with one.

    A last line that was being written when the run was killed is dropped.

    Args:
        path: the file; made if it is not there.
        facts: what makes the contest this one.

    Raises:
        LogError: the file is no log, or the log of another contest.
        OSError: it cannot be read or written.
    """
    header = {"format": FORMAT, **facts}
    first = _line(header)
    with path.open("a+b") as file:
        file.seek(0)
        text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        try:
            if not whole and not first.startswith(text):
                raise LogError("no log of a contest")
            pairs = _read(whole.splitlines(), json.loads(first))
        except LogError as error:
            raise LogError(f"{path}: {error}") from None
        file.truncate(len(whole))
        if not whole:
            file.write(first)
            file.flush()
        yield ContestLog(file, pairs)


def _line(facts: Mapping[str, object]) -> bytes:
    return json.dumps(facts).encode() + b"\n"


def _read(lines: list[bytes], header: Mapping[str, Any]) -> dict[int, Pair]:
    """The pairs of a log that begins with this header."""
    pairs: dict[int, Pair] = {}
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line)
            if number > 1:
                pair = _pair(found)
                if pairs.setdefault(pair.number, pair) is not pair:
                    raise LogError(f"line {number}: pair {pair.number} comes twice")
            elif not isinstance(found, dict) or "format" not in found:
                raise LogError("no log of a contest")
            else:
                _compare(found, header)
        except (ValueError, TypeError, KeyError) as error:
            if isinstance(error, LogError):
                raise
            raise LogError(f"line {number}: {shown(line.decode(errors='replace'))}") from None
    return pairs


def _compare(found: Mapping[str, Any], header: Mapping[str, Any]) -> None:
    for name in {**header, **found}:
        if found.get(name) != header.get(name):
            raise LogError(
                "the log of another contest, "
                f"{name} {_told(found, name)} instead of {_told(header, name)}"
            )


def _told(facts: Mapping[str, Any], name: str) -> str:
    value = facts.get(name, "none")
    return " and ".join(value) if isinstance(value, list) else str(value)


def _facts(pair: Pair) -> dict[str, object]:
    return {
        "pair": pair.number,
        "results": pair.results,
        "deals": pair.deals,
        "times": [
            {
                question: [time.moves, round(time.seconds, 6), round(time.longest, 6)]
                for question, time in times.items()
            }
            for times in pair.times
        ],
    }


def _pair(facts: Mapping[str, Any]) -> Pair:
    one, other = facts["results"]
    deals, more = facts["deals"]
    times: list[Times] = [
        {question: Time(*time) for question, time in player.items()} for player in facts["times"]
    ]
    return Pair(facts["pair"], (one, other), (deals, more), (times[0], times[1]))
