"""How lines come and go: over standard input and output, or over TCP on this machine."""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import BoundedSemaphore
from typing import Final

from .server import Server

LOOPBACK: Final = "127.0.0.1"
"""No other machine can ask."""
CLIENTS: Final = 64
"""So many may be connected at a time."""
PATIENCE: Final = (
    struct.pack("=I", 10_000) if sys.platform == "win32" else struct.pack("@ll", 10, 0)
)
"""How long a client may take to read before it is taken to have gone: 10 seconds, as sockets want
it told."""


def over_standard_streams(server: Server) -> None:
    """Answer one client, until its end of file."""
    output = sys.stdout.buffer

    def write(lines: bytes) -> None:
        output.write(lines)
        output.flush()

    server.serve(sys.stdin.buffer, write, linger=True)


class Listener(ThreadingTCPServer):
    """Waits for clients at a port of this machine.

    Args:
        port: where; 0 for any that is free.

    Raises:
        OSError: the port is in use.
    """

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.room = BoundedSemaphore(CLIENTS)
        self.server: Server | None = None

    @property
    def address(self) -> str:
        """Where it waits, as `127.0.0.1:4242`."""
        return f"{LOOPBACK}:{self.server_address[1]}"

    def answer_with(self, server: Server) -> None:
        """Let a server answer all who come, until interrupted."""
        self.server = server
        self.serve_forever()


class _Handler(StreamRequestHandler):
    """A client."""

    server: Listener

    def handle(self) -> None:
        assert self.server.server is not None
        if not self.server.room.acquire(blocking=False):
            return
        try:
            # For writing alone: a client may think as long as it likes.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, PATIENCE)
            with suppress(OSError):  # it has gone
                self.server.server.serve(self.rfile, self.connection.sendall, linger=False)
        finally:
            self.server.room.release()
