"""Work shared out to processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from ..engine.errors import FortyTwoError

T = TypeVar("T")
R = TypeVar("R")
Prepare = Callable[[], AbstractContextManager[Callable[[T], R]]]
"""Makes ready what does the work, in the process that does it; to be closed at the end."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "process_cpu_count"):  # from Python 3.13 on
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def work(prepare: Prepare[T, R], items: Iterable[T], jobs: int) -> Generator[R]:
    """What comes of the items, in the order in which they get done.

    The processes end with the iterator, however it ends, and with the process that asked.

    Args:
        prepare: must survive pickling, as items and results must.
        items: what to work on.
        jobs: how many processes; with one, all is done in this one.

    Raises:
        FortyTwoError: from the iterator; as the work raised it.
        ChildProcessError: from the iterator; a process ended by itself.
    """
    if jobs == 1:
        with prepare() as task:
            yield from map(task, items)
        return
    waiting = iter(items)
    crew: dict[Connection[Any, Any], Process] = {}
    try:
        for item in waiting:
            connection, process = _start(prepare)
            crew[connection] = process
            connection.send(item)
            if len(crew) == jobs:
                break
        busy = set(crew)
        while busy:
            ready = wait(busy)
            for connection in [one for one in busy if one in ready]:
                busy.remove(connection)
                result = _result(connection, crew[connection])
                for item in waiting:
                    connection.send(item)
                    busy.add(connection)
                    break
                yield result
    finally:
        for process in crew.values():
            process.terminate()
        for connection, process in crew.items():
            process.join()
            connection.close()


def _start(prepare: Prepare[T, R]) -> tuple[Connection[Any, Any], Process]:
    ours, theirs = Pipe()
    process = Process(target=_serve, args=(theirs, prepare), daemon=True)
    process.start()
    theirs.close()  # so that its end can be heard of
    return ours, process


def _result(connection: Connection[Any, Any], process: Process) -> Any:
    """What a process has answered."""
    try:
        well, result = connection.recv()
    except (EOFError, ConnectionError):
        process.join()
        raise ChildProcessError(
            f"a process that was at work has ended, exit status {process.exitcode}"
        ) from None
    if not well:
        raise result
    return result


def _serve(connection: Connection[Any, Any], prepare: Prepare[Any, Any]) -> None:
    """Answer item after item, until told to end or left alone."""
    # Ctrl-C goes to all processes: the one that asked decides. It ends the others in a way that
    # lets them put away what they have prepared.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    parent = parent_process()
    assert parent is not None
    with prepare() as task:
        while parent.sentinel not in wait([connection, parent.sentinel]):
            item = connection.recv()
            try:
                answer = True, task(item)
            except FortyTwoError as error:
                answer = False, error
            connection.send(answer)
