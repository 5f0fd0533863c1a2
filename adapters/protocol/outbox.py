"""What goes out to a client, so that nobody else waits for one that does not read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Lock, Thread


class Outbox:
    """Lines on their way to a client.

    Args:
        write: writes to the client, for as long as it may take; OSError if it has gone.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._writing = Lock()
        self._lines: deque[bytes] = deque()
        self._changed = Condition()
        self._closed = False
        self._gone: OSError | None = None
        self._thread = Thread(target=self._send_posted)
        self._thread.start()

    def send(self, line: bytes) -> None:
        """Send a line after all that are posted; return when it is written.

        Raises:
            OSError: the client has gone.
        """
        with self._writing:
            self._try_to_write(self._taken() + line)

    def post(self, line: bytes) -> None:
        """Have a line sent soon. Nothing is raised: who sends or reads learns that all is over."""
        with self._changed:
            self._lines.append(line)
            self._changed.notify()

    def close(self) -> None:
        """Return when all that was posted is sent, or cannot be."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _try_to_write(self, lines: bytes) -> None:
        """Write, but not to a client that has gone: that could take long each time."""
        if self._gone is not None:
            raise self._gone
        try:
            self._write(lines)
        except OSError as error:
            self._gone = error
            raise

    def _taken(self) -> bytes:
        """All lines that are posted, taken out."""
        with self._changed:
            lines = b"".join(self._lines)
            self._lines.clear()
        return lines

    def _send_posted(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._lines or self._closed)
                if not self._lines:
                    return
            with self._writing, suppress(OSError):  # who sends the next line learns of it
                self._try_to_write(self._taken())
