"""The command that answers other programs."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final

import click

from ...engine.errors import NotFoundError
from ...solver.batch import processors
from ..terminal import complain, print_json

LINE: Final = 1 << 20
WAITING: Final = 64
LONGEST: Final = 60_000


def serve_command(version: str) -> click.Command:
    """`serve`: the engine protocol."""

    def answer(port: int | None, show_schema: bool, **given: int) -> None:
        try:
            from ..protocol.messages import Limits
            from ..protocol.schema import schema
            from ..protocol.server import Server
            from ..protocol.transport import Listener, over_standard_streams
        except ModuleNotFoundError as error:
            raise NotFoundError(
                f"{error.name} is not installed: expected pip install 'fortytwo-engine[serve]'"
            ) from None
        if show_schema:
            print_json(schema())
            return
        # A port that is in use is told before anything is started.
        with nullcontext() if port is None else Listener(port) as listener:
            server = Server(version, Limits(**given))
            try:
                if listener is None:
                    over_standard_streams(server)
                else:
                    complain(listener.address)
                    listener.answer_with(server)
            finally:
                server.close()

    return click.Command(
        "serve",
        help="Answer other programs, in lines of JSON-RPC: for games in any language.",
        callback=answer,
        params=[
            click.Option(
                ["--tcp", "port"],
                type=click.IntRange(0, 65535),
                metavar="PORT",
                help="Listen at this port of this machine, 0 for a free one, which is then told on "
                "standard error; without it standard input is answered on standard output.",
            ),
            count_option("--workers", processors(), 256, "How many requests to work on at a time."),
            count_option("--line-bytes", LINE, 1 << 30, "The longest line that is read."),
            count_option("--waiting", WAITING, 1 << 16, "How many requests of a client may wait."),
            count_option("--longest-ms", LONGEST, 600_000, "How long a request may take."),
            click.Option(
                ["--schema", "show_schema"],
                is_flag=True,
                help="Print the JSON Schema of all messages, and end.",
            ),
        ],
    )


def count_option(name: str, default: int, most: int, help: str) -> click.Option:
    """An option that is a whole number from 1 up."""
    settings: dict[str, Any] = {"default": default, "show_default": True, "help": help}
    return click.Option([name], type=click.IntRange(1, most), **settings)
