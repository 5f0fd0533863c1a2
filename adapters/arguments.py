"""How commands are given their texts: by name, from the environment, line by line from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ..engine.errors import FortyTwoError, NotationError
from ..engine.game import Field
from .terminal import flush

Fields = dict[str, str]
"""Texts by the names of the fields that they were given for."""


def command(
    name: str,
    help: str,
    subject: Field,
    fields: Sequence[Field],
    answer: Callable[..., None],
    *options: click.Option,
) -> click.Command:
    """A command that reads fields and answers; `-` as subject reads one a line."""

    def run(subject_words: tuple[str, ...], **values: Any) -> None:
        given = taken_fields(fields, values)
        text = " ".join(subject_words)
        if text.strip() != "-":
            answer(given | {subject.name: text}, **values)
            return
        for number, line in enumerate(sys.stdin or (), 1):
            if line.strip():
                try:
                    answer(given | {subject.name: line.strip()}, **values)
                except FortyTwoError as error:
                    raise type(error)(f"line {number}: {error}") from None
                # Whoever writes a line and waits for the answer must not wait for the next.
                flush()

    return click.Command(
        name,
        help=help,
        callback=run,
        params=[
            click.Argument(
                ["subject_words"], nargs=-1, required=True, metavar=subject.name.upper()
            ),
            *map(field_option, fields),
            *options,
            json_option(),
        ],
        epilog=f'{subject.name.upper()}: {subject.help}, as "{subject.example}"; '
        "- reads them from standard input, one a line.",
    )


def field_option(field: Field) -> click.Option:
    """The option that a field is given by."""
    return click.Option(
        [f"--{field.name}", f"field_{field.name}"],
        metavar=f"'{field.example}'",
        help=f"{field.help}.",
        envvar=field.variable,
        show_envvar=field.variable is not None,
    )


def taken_fields(fields: Sequence[Field], values: dict[str, Any]) -> Fields:
    """The fields that were given, taken out of the values of a command."""
    given = {field.name: values.pop(f"field_{field.name}") for field in fields}
    return {name: text for name, text in given.items() if text is not None}


@contextmanager
def text_of(file: str) -> Iterator[str]:
    """The text of a file, `-` for standard input; what is wrong with it is told with its name."""
    try:
        data = Path(file).read_bytes() if file != "-" else standard_input()
    except OSError as error:
        raise click.FileError(file, error.strerror) from None
    try:
        yield decoded(data)
    except FortyTwoError as error:
        place = "standard input" if file == "-" else file
        raise type(error)(f"{place}: {error}") from None


def standard_input() -> bytes:
    """All of standard input; nothing if it is closed."""
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def decoded(data: bytes) -> str:
    """A text in UTF-8, with or without the mark that some editors begin it with."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise NotationError(f"line {line}: no text in UTF-8") from None


def json_option() -> click.Option:
    """`--json`, the same everywhere."""
    return click.Option(["--json", "as_json"], is_flag=True, help="Print JSON, one object a line.")


def time_limit_option(help: str) -> click.Option:
    """`--time-limit`, the same everywhere."""
    return click.Option(
        ["--time-limit"],
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help=help,
    )


def seed_option(help: str, default: int | None) -> click.Option:
    """`--seed`, the same everywhere."""
    return click.Option(
        ["--seed"],
        type=click.IntRange(0, 2**64 - 1),
        default=default,
        show_default=default is not None,
        help=help,
    )
