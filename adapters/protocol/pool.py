"""Processes that answer what takes time, and the queue before them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Final

from .messages import Limits
from .rpc import CANCELLED, FAILED, TOO_LATE, Failure, encoded
from .worker import FAILURE, PROGRESS, work

GRACE: Final = 1.0
"""Seconds that a worker gets to finish what is too late, before it is ended and another hired."""
REST: Final = 1.0
"""Seconds to wait when no process can be started."""
Answer = tuple[str, bytes]
"""`DONE` or `FAILURE`, and what comes with it."""


@dataclass(eq=False)
class Job:
    """A request that takes time.

    Args:
        method: what is asked.
        params: with what, as JSON.
        until: by the monotonic clock, when it must be answered.
        answer: what to call with the answer, once; called by another thread.
        told: what to call with how much of how much is done; None if nobody wants to know.
    """

    method: str
    params: bytes
    until: float
    answer: Callable[[Answer], None]
    told: Callable[[int, int], None] | None = None
    cancelled: bool = False
    process: BaseProcess | None = None

    @property
    def left(self) -> float:
        """Seconds until it is given up."""
        return self.until - monotonic()

    def drop(self) -> None:
        """Answer why it has no answer."""
        if self.cancelled:
            failure = Failure(CANCELLED, "cancelled")
        elif self.left <= 0:
            failure = Failure(TOO_LATE, "no answer before the deadline")
        else:
            failure = Failure(FAILED, "the process that worked on it has ended")
        self.answer((FAILURE, encoded(failure.error)))


class Pool:
    """Workers, each a process that a thread here looks after.

    Args:
        version: of the engine.
        limits: how many there are, among others.
    """

    def __init__(self, version: str, limits: Limits) -> None:
        self._about = version, limits
        self._waiting: deque[Job] = deque()
        self._processes: set[BaseProcess] = set()
        self._changed = Condition()
        self._closed = False
        self._threads = [
            Thread(target=self._keep_time),
            *(Thread(target=self._look_after) for _ in range(limits.workers)),
        ]
        for thread in self._threads:
            thread.start()

    def put(self, job: Job) -> None:
        """Let a job be done when its turn comes."""
        with self._changed:
            self._waiting.append(job)
            self._changed.notify_all()

    def cancel(self, job: Job) -> None:
        """Have a job answered as cancelled, unless it has just been answered."""
        with self._changed:
            job.cancelled = True
            if job.process is not None:
                job.process.kill()
            waits = job in self._waiting
            if waits:
                self._waiting.remove(job)
        if waits:
            job.drop()

    def close(self) -> None:
        """End all workers; what waits or is worked on is not answered."""
        with self._changed:
            self._closed = True
            for process in self._processes:
                process.kill()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _keep_time(self) -> None:
        """Answer those whose deadline passes while all workers are busy."""
        while not self._closed:
            with self._changed:
                late = [job for job in self._waiting if job.left <= 0]
                for job in late:
                    self._waiting.remove(job)
                if not late:
                    self._changed.wait(min((job.left for job in self._waiting), default=None))
            for job in late:
                job.drop()

    def _look_after(self) -> None:
        """Hand a worker job after job, and hire another when it has ended or been ended."""
        worker: _Worker | None = None
        while worker := worker or self._hire():
            job = self._next(worker)
            fit = job is not None and worker.do(job)
            with self._changed:
                if job is not None:
                    job.process = None
                    fit = fit and not job.cancelled
            if not fit:
                self._dismiss(worker)
                worker = None

    def _hire(self) -> _Worker | None:
        """A worker that is ready; None if the pool is closed."""
        while not self._closed:
            try:
                worker = _Worker(*self._about)
            except OSError:
                sleep(REST)
                continue
            with self._changed:
                self._processes.add(worker.process)
                if self._closed:
                    worker.process.kill()
            worker.get_ready()
            return worker
        return None

    def _dismiss(self, worker: _Worker) -> None:
        with self._changed:
            self._processes.remove(worker.process)
        worker.end()

    def _next(self, worker: _Worker) -> Job | None:
        """The job that a worker is to do next; None if the pool is closed, or the worker dead."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if self._closed or not worker.process.is_alive():
                return None
            job = self._waiting.popleft()
            job.process = worker.process
            return job


class _Worker:
    """A process that answers one request at a time."""

    def __init__(self, version: str, limits: Limits) -> None:
        context = get_context("spawn")  # this process has threads, which must not be forked
        self._connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=work, args=(theirs, version, limits), daemon=True
        )
        self.process.start()
        theirs.close()  # so that its end can be heard of

    def get_ready(self) -> None:
        """Return when it has been loaded, and can answer at once."""
        with suppress(EOFError, ConnectionError):  # it has ended, as whoever asks it will find
            self._connection.recv()

    def do(self, job: Job) -> bool:
        """Answer a job.

        Returns:
            Whether the worker is fit for another.
        """
        if job.left <= 0:
            job.drop()
            return True
        with suppress(EOFError, ConnectionError):
            self._connection.send((job.method, job.params, job.left, job.told is not None))
            while self._connection.poll(max(0.0, job.left)):
                kind, what = self._connection.recv()
                if kind != PROGRESS:
                    job.answer((kind, what))
                    return True
                if job.told is not None:
                    job.told(*what)
            job.drop()
            return self._finishes()
        job.drop()
        return False

    def _finishes(self) -> bool:
        """Whether what is too late is soon done, so that nobody must wait for another worker."""
        until = monotonic() + GRACE
        while self._connection.poll(max(0.0, until - monotonic())):
            kind, _ = self._connection.recv()
            if kind != PROGRESS:
                return True
        return False

    def end(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join()
        self._connection.close()
