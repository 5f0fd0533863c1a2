"""Players that are programs: asked and answering in JSON lines, as docs/players.md tells."""

from __future__ import annotations

import json
import os
import shlex
import signal
from collections.abc import Hashable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO, Final, Self, TypeVar

from ..engine._random import Random
from ..engine.errors import OptionError, PlayerError, shown
from ..engine.view import View

M = TypeVar("M", bound=Hashable)
TIME_LIMIT: Final = 60.0
"""Seconds within which a program must answer."""
GRACE: Final = 1.0
"""Seconds that it gets to end by itself when it is not asked any more."""
LONGEST: Final = 1 << 16
"""Bytes of an answer."""


class ExternalPlayer:
    """A program that plays; started when it is first asked, ended as a context manager.

    Args:
        command: the program and its arguments, as a shell reads them.
        game: the name of the game, for the program to know.
        time_limit: seconds within which it must answer.

    Raises:
        OptionError: a command that is none.
    """

    def __init__(self, command: str, game: str, time_limit: float = TIME_LIMIT) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"expected a command: {error}") from None
        if not self._words:
            raise OptionError("expected a command, as in exec:./player --fast")
        self.name = f"exec:{command}"
        self.game = game
        self.time_limit = time_limit
        self._program: Popen[bytes] | None = None
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._asked = 0

    def move(self, view: View[M], random: Random) -> M:
        """The move that the program answers with.

        Raises:
            PlayerError: it cannot be started, ends, keeps silent, or answers wrongly.
        """
        legal = {option.text: option.move for option in view.options}
        self._asked += 1
        answer = self._ask(
            {
                "id": self._asked,
                "game": self.game,
                "view": str(view),
                "question": view.question,
                "legal": list(legal),
                "seed": random.below(2**32),
            }
        )
        try:
            found = json.loads(answer)
            number, move = found["id"], found["move"]
        except (ValueError, TypeError, KeyError, RecursionError):
            text = shown(answer.decode(errors="replace").rstrip())
            raise self._fault(f"answered {text}, expected an object with id and move") from None
        if number != self._asked:
            raise self._fault(f"answered request {shown(number)}, expected {self._asked}")
        if not isinstance(move, str) or move not in legal:
            raise self._fault(f"played {shown(move)}, expected one of {', '.join(legal)}")
        return legal[move]

    def _ask(self, request: Mapping[str, object]) -> bytes:
        """Send a request and await the line that answers it."""
        program = self._running()
        assert program.stdin is not None
        with suppress(OSError):  # it has ended: there will be no answer
            program.stdin.write(json.dumps(request).encode() + b"\n")
            program.stdin.flush()
        try:
            answer = self._answers.get(timeout=self.time_limit)
        except Empty:
            raise self._fault(f"no answer within {self.time_limit:g} seconds") from None
        if not answer:
            try:
                how = f"ended with status {program.wait(GRACE)}"
            except TimeoutExpired:
                how = "closed its output"
            raise self._fault(f"{how}, without an answer")
        return answer

    def _running(self) -> Popen[bytes]:
        if self._program is None:
            try:
                # In a session of its own, so that Ctrl-C is not for it.
                self._program = Popen(self._words, stdin=PIPE, stdout=PIPE, start_new_session=True)
            except OSError as error:
                raise self._fault(f"cannot be started: {error.strerror}") from None
            self._answers = SimpleQueue()
            assert self._program.stdout is not None
            Thread(target=_read, args=(self._program.stdout, self._answers), daemon=True).start()
        return self._program

    def _fault(self, what: str) -> PlayerError:
        """What the program did wrong; it is ended."""
        self._end(0)
        return PlayerError(f"player {self.name}: {what}")

    def _end(self, grace: float) -> None:
        program, self._program = self._program, None
        if program is None:
            return
        assert program.stdin is not None
        with suppress(OSError):  # what it has not read cannot be delivered any more
            program.stdin.close()
        try:
            program.wait(grace)
        except TimeoutExpired:
            if os.name == "posix":
                os.killpg(program.pid, signal.SIGKILL)
            else:
                program.kill()
            program.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(GRACE)


def _read(output: IO[bytes], answers: SimpleQueue[bytes]) -> None:
    """Pass on what a program answers, line by line, and an empty line at its end."""
    with output:
        while line := output.readline(LONGEST):
            answers.put(line)
    answers.put(b"")
