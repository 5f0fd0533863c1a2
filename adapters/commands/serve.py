"""The command that answers other programs."""

from __future__ import annotations

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
            from ..protocol.transport import over_standard_streams, over_tcp
        except ModuleNotFoundError as error:
            raise NotFoundError(
                f"{error.name} is not installed: expected pip install 'fortytwo-engine[serve]'"
            ) from None
        if show_schema:
            print_json(schema())
            return
        server = Server(version, Limits(**given))
        try:
            if port is None:
                over_standard_streams(server)
            else:
                over_tcp(server, port, lambda port: complain(f"127.0.0.1:{port}"))
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
            number("--workers", processors(), 256, "How many requests to work on at a time."),
            number("--line-bytes", LINE, 1 << 30, "The longest line that is read."),
            number("--waiting", WAITING, 1 << 16, "How many requests of a client may wait."),
            number("--longest-ms", LONGEST, 600_000, "How long a request may take."),
            click.Option(
                ["--schema", "show_schema"],
                is_flag=True,
                help="Print the JSON Schema of all messages, and end.",
            ),
        ],
    )


def number(name: str, default: int, most: int, help: str) -> click.Option:
    """An option that is a whole number from 1 up."""
    settings: dict[str, Any] = {"default": default, "show_default": True, "help": help}
    return click.Option([name], type=click.IntRange(1, most), **settings)
