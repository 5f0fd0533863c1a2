"""The server: clients ask in lines, and are answered in lines."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition
from time import monotonic
from typing import Final, Protocol

from msgspec import UNSET, Raw

from ...engine.errors import shown
from .asked import Matches
from .messages import Cancel, Cancelled, Limits
from .methods import METHODS, Desk
from .outbox import Outbox
from .pool import Answer, Job, Pool
from .rpc import (
    BAD_PARAMS,
    BUSY,
    NO_JSON,
    NO_METHOD,
    Error,
    Failure,
    Id,
    Request,
    encoded,
    failure,
    id_of,
    notification,
    read_params,
    read_request,
    result,
)
from .worker import DONE, answered

PUNCTUAL: Final = 0.95
"""The share of its time after which a request is given up, so that the client hears in time."""
CHUNK: Final = 1 << 16
"""Bytes read at a time of a line that is too long anyway."""


class Lines(Protocol):
    """What a client says."""

    def readline(self, limit: int, /) -> bytes:
        """The next line, or as much of it as there may be at once; empty at the end."""


class Server:
    """Answers any number of clients.

    Args:
        version: of the engine.
        limits: what it takes on.
    """

    def __init__(self, version: str, limits: Limits) -> None:
        self.limits = limits
        self.desk = Desk(version, limits, Matches())
        self.pool = Pool(version, limits)

    def serve(self, lines: Lines, write: Callable[[bytes], None], *, linger: bool) -> None:
        """Answer a client until it says no more.

        Args:
            lines: what it says.
            write: writes to it.
            linger: whether to work on what it has asked when it says no more; else that is
                cancelled.

        Raises:
            OSError: it has gone.
        """
        outbox = Outbox(write)
        client = _Client(self, outbox)
        try:
            while line := lines.readline(self.limits.line_bytes + 1):
                if len(line) > self.limits.line_bytes:
                    _skip(lines, line)
                    client.fail(None, NO_JSON, f"a line of over {self.limits.line_bytes} bytes")
                elif line.strip():
                    client.take(line)
            if linger:
                client.wait()
        finally:
            client.drop()
            outbox.close()

    def close(self) -> None:
        """End all work."""
        self.pool.close()


class _Client:
    """A client, and what it waits for."""

    def __init__(self, server: Server, outbox: Outbox) -> None:
        self._server = server
        self._outbox = outbox
        self._jobs: dict[Id, Job] = {}
        self._changed = Condition()

    def take(self, line: bytes) -> None:
        """Answer a line, or see that it will be answered."""
        arrived = monotonic()
        try:
            request = read_request(line)
        except Failure as wrong:
            self._outbox.send(failure(id_of(line), wrong.error))
            return
        try:
            self._take(request, arrived)
        except Failure as wrong:
            if request.id is not UNSET:
                self._outbox.send(failure(request.id, wrong.error))

    def fail(self, id: Id, code: int, message: str) -> None:
        """Say that something is wrong."""
        self._outbox.send(failure(id, Error(code, message)))

    def wait(self) -> None:
        """Return when all is answered."""
        with self._changed:
            self._changed.wait_for(lambda: not self._jobs)

    def drop(self) -> None:
        """Let nobody work on what has not been answered."""
        with self._changed:
            jobs = list(self._jobs.values())
        for job in jobs:
            self._server.pool.cancel(job)

    def _take(self, request: Request, arrived: float) -> None:
        method = METHODS.get(request.method)
        if method is None:
            expected = ", ".join(METHODS)
            raise Failure(NO_METHOD, f"method: {shown(request.method)}: expected {expected}")
        if request.method == "cancel":
            found = encoded(Cancelled(self._cancel(read_params(Cancel, request.params))))
            answer: Answer = DONE, found
        elif method.takes_time:
            self._enqueue(request, arrived)
            return
        else:
            answer = answered(request.method, bytes(request.params), self._server.desk)
        if request.id is not UNSET:
            self._outbox.send(_line(request.id, answer))

    def _cancel(self, asked: Cancel) -> bool:
        with self._changed:
            job = self._jobs.get(asked.request)
        if job is not None:
            self._server.pool.cancel(job)
        return job is not None

    def _enqueue(self, request: Request, arrived: float) -> None:
        """Put a request that takes time where the workers find it."""
        if request.id is UNSET or request.id is None:
            raise Failure(BAD_PARAMS, "id: missing, so nobody would hear the answer")
        asked = read_params(METHODS[request.method].params, request.params)
        limits = self._server.limits
        id = request.id

        def answer(found: Answer) -> None:
            self._outbox.post(_line(id, found))
            with self._changed:
                del self._jobs[id]
                self._changed.notify_all()

        job = Job(
            request.method,
            bytes(request.params),
            arrived + PUNCTUAL * (asked.deadline_ms or limits.longest_ms) / 1000,
            answer,
            self._teller(id) if getattr(asked, "progress", False) else None,
        )
        with self._changed:
            if id in self._jobs:
                raise Failure(BAD_PARAMS, f"id: {id!r} is in use by a request not yet answered")
            if len(self._jobs) >= limits.waiting:
                raise Failure(BUSY, f"{limits.waiting} requests are waiting already")
            self._jobs[id] = job
        self._server.pool.put(job)

    def _teller(self, id: Id) -> Callable[[int, int], None]:
        def tell(done: int, total: int) -> None:
            self._outbox.post(notification("progress", {"id": id, "done": done, "total": total}))

        return tell


def _line(id: Id, answer: Answer) -> bytes:
    kind, found = answer
    return result(id, found) if kind == DONE else failure(id, Raw(found))


def _skip(lines: Lines, line: bytes) -> None:
    """Read on to the end of a line."""
    while line and not line.endswith(b"\n"):
        line = lines.readline(CHUNK)
