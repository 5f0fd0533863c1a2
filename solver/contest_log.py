"""The log of a contest: what has been played is on disk, so that it can be stopped at any time.

JSON lines: first what makes the contest this one, then each pair as it was finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from ..engine.errors import LogError
from .contest import UNDECIDED, Pair, Time

FORMAT: Final = 1
NO_LOG: Final = "not as in the log of a contest"


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
    first = _line({"format": FORMAT, **facts})
    with path.open("a+b") as file:
        file.seek(0)
        text = file.read()
        end = text.rfind(b"\n") + 1
        try:
            if end == 0 and not first.startswith(text):
                raise LogError(f"line 1: {NO_LOG}")
            pairs = _read(text[:end].splitlines(), first)
        except LogError as error:
            raise LogError(f"{path}: {error}") from None
        file.truncate(end)
        if end == 0:
            file.write(first)
            file.flush()
        yield ContestLog(file, pairs)


def _line(facts: Mapping[str, object]) -> bytes:
    return json.dumps(facts).encode() + b"\n"


def _read(lines: Sequence[bytes], first: bytes) -> dict[int, Pair]:
    """The pairs of a log, if it begins with such a first line."""
    pairs: dict[int, Pair] = {}
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line)
            pair = _pair(found) if number > 1 else None
        except (ValueError, TypeError, KeyError):
            raise LogError(f"line {number}: {NO_LOG}") from None
        if pair is None:
            _compare(found, json.loads(first))
        elif pairs.setdefault(pair.number, pair) is not pair:
            raise LogError(f"line {number}: pair {pair.number} comes twice")
    return pairs


def _compare(found: Any, expected: Mapping[str, Any]) -> None:
    """Refuse the first line of another log."""
    if not isinstance(found, dict) or "format" not in found:
        raise LogError(f"line 1: {NO_LOG}")
    for name in {**expected, **found}:
        if found.get(name) != expected.get(name):
            raise LogError(
                f"the log of another contest, {name} {_told(found, name)}, "
                f"not {_told(expected, name)}"
            )


def _told(facts: Mapping[str, Any], name: str) -> str:
    value = facts.get(name, "missing")
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)


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
    """A pair from what `_facts` has written; ValueError, TypeError or KeyError if it has not."""
    (one, other), (deals, more) = facts["results"], facts["deals"]
    number = facts["pair"]
    if type(number) is not int or not {one, other} <= {0, UNDECIDED, 1}:
        raise ValueError
    first, second = [
        {question: Time(*time) for question, time in player.items()} for player in facts["times"]
    ]
    return Pair(number, (one, other), (deals, more), (first, second))
