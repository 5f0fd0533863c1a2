"""Work shared out to processes."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from ..engine.errors import FortyTwoError

T = TypeVar("T")
R = TypeVar("R")
Prepare = Callable[[], AbstractContextManager[Callable[[T], R]]]
"""Makes ready what does the work, in the process that does it; to be closed at the end."""


@contextmanager
def crew(prepare: Prepare[T, R], jobs: int) -> Iterator[Callable[[Iterable[T]], Iterator[R]]]:
    """Processes, ready to work on items.

    What they are handed is given back worked on, in the order in which it gets done. They end
    with the context, however it ends, and with the process that asked.

    Args:
        prepare: must survive pickling, as items and results must.
        jobs: how many processes; with one, all is done in this one.

    Raises:
        FortyTwoError: as the work raised it.
        ChildProcessError: a process ended by itself.
    """
    if jobs == 1:
        with prepare() as task:
            yield partial(map, task)
        return
    members: dict[Connection[Any, Any], Process] = {}
    try:
        for _ in range(jobs):
            connection, process = _start(prepare)
            members[connection] = process
        yield partial(_share, members)
    finally:
        for process in members.values():
            process.terminate()
        for connection, process in members.items():
            process.join()
            connection.close()


def _share(members: Mapping[Connection[Any, Any], Process], items: Iterable[T]) -> Iterator[Any]:
    """Hand an item to whoever has nothing to do, until all are done."""
    waiting = iter(items)
    idle = list(members)
    busy: list[Connection[Any, Any]] = []
    while True:
        for connection, item in zip(idle, waiting, strict=False):
            with suppress(ConnectionError):  # it has ended: that is found when it should answer
                connection.send(item)
            busy.append(connection)
        if not busy:
            return
        ready = wait(busy)
        idle = [connection for connection in busy if connection in ready]
        busy = [connection for connection in busy if connection not in ready]
        for connection in idle:
            yield _result(connection, members[connection])


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
