"""How lines come and go: over standard input and output, or over TCP on this machine."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from select import select
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import BoundedSemaphore, Lock
from typing import Final

from .server import Server

LOOPBACK: Final = "127.0.0.1"
"""No other machine can ask."""
CLIENTS: Final = 64
"""So many may be connected at a time."""
PATIENCE: Final = 10.0
"""Seconds that a client may take to read before it is taken to have gone."""


def over_standard_streams(server: Server) -> None:
    """Answer one client, until its end of file."""
    lock = Lock()
    output = sys.stdout.buffer

    def send(line: bytes) -> None:
        with lock:
            output.write(line)
            output.flush()

    server.serve(sys.stdin.buffer, send, linger=True)


def over_tcp(server: Server, port: int, ready: Callable[[int], None]) -> None:
    """Answer all who connect, until interrupted.

    Args:
        server: who answers.
        port: where; 0 for any that is free.
        ready: what to call with the port when clients can come.
    """
    room = BoundedSemaphore(CLIENTS)

    class Handler(StreamRequestHandler):
        """A client."""

        def handle(self) -> None:
            if not room.acquire(blocking=False):
                return
            try:
                server.serve(self.rfile, _sender(self.connection), linger=False)
            finally:
                room.release()

    class Listener(ThreadingTCPServer):
        """Waits for clients."""

        allow_reuse_address = True
        daemon_threads = True
        block_on_close = False

    with Listener((LOOPBACK, port), Handler) as listener:
        ready(listener.server_address[1])
        listener.serve_forever()


def _sender(connection: socket.socket) -> Callable[[bytes], None]:
    lock = Lock()

    def send(line: bytes) -> None:
        with lock:
            if not select([], [connection], [], PATIENCE)[1]:
                connection.shutdown(socket.SHUT_RDWR)
                raise ConnectionAbortedError("the client does not read")
            connection.sendall(line)

    return send
