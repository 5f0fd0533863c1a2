"""A process of its own that answers what takes time, so that it can be ended at any moment."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from time import monotonic
from typing import Any, Final

from ...engine.errors import FortyTwoError
from ...engine.games import GAMES
from ...solver.advisor import suggest
from .asked import Matches
from .messages import Limits
from .methods import METHODS, Desk
from .rpc import FAILED, Failure, encoded, read_params, refusal

READY: Final = "ready"
"""The first that comes."""
DONE: Final = "done"
"""A result comes, encoded."""
FAILURE: Final = "failure"
"""An `Error` comes, encoded."""
PROGRESS: Final = "progress"
"""How much is done comes, and how much there is."""
OFTEN: Final = 0.1
"""Seconds between two tellings of progress."""


def work(connection: Connection[Any, Any], version: str, limits: Limits) -> None:
    """Answer request after request, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that asks
    Thread(target=_end_with_parent, daemon=True).start()
    desk = Desk(version, limits, Matches())
    _warm_up()
    connection.send(READY)
    try:
        while True:
            method, params, seconds, told = connection.recv()
            desk.until = monotonic() + seconds
            desk.tell = _teller(connection) if told else None
            connection.send(answered(method, params, desk))
    except (EOFError, ConnectionError):
        pass


def answered(method: str, params: bytes, desk: Desk) -> tuple[str, bytes]:
    """`DONE` and what a method answers, or `FAILURE` and why it does not; never an exception."""
    try:
        asked = read_params(METHODS[method].params, params)
        return DONE, encoded(METHODS[method].answer(asked, desk))
    except Failure as failure:
        error = failure.error
    except FortyTwoError as refused:
        error = refusal(refused).error
    except Exception as fault:
        error = Failure(FAILED, str(fault), type(fault).__name__).error
    return FAILURE, encoded(error)


def _warm_up() -> None:
    """Load what answers need, better now than when somebody waits for one."""
    game = next(iter(GAMES.values()))
    question = game.questions[0]
    suggest(game.read_view(question.name, {question.subject.name: question.subject.example}))


def _teller(connection: Connection[Any, Any]) -> Callable[[int, int], None]:
    last = monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        if monotonic() > last + OFTEN:
            last = monotonic()
            connection.send((PROGRESS, (done, total)))

    return tell


def _end_with_parent() -> None:
    """Work for nobody that has been killed."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
