"""Writing to terminals, pipes and files, whatever they can show and however they end."""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ..engine.cards import LETTERS, SUITS

PLAIN: Final = {"±": "+-", "…": "...", "–": "-", "×": "x", "·": "."} | dict(
    zip(SUITS, LETTERS, strict=True)
)
"""How characters are written that a terminal does not have."""

PLAINLY: Final = "fortytwo.plain"
"""The name of the way of encoding that writes them so."""


def print_json(found: Mapping[str, object]) -> None:
    """One object on one line."""
    print(json.dumps(found))


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], texts: Collection[str] = ()
) -> None:
    """Columns for people: ruled on a terminal, plain when piped or NO_COLOR is set.

    Args:
        headings: one for each column.
        rows: the cells.
        texts: headings of columns of texts, besides the first; the others are of numbers.
    """
    plain = sys.stdout is None or not sys.stdout.isatty() or "NO_COLOR" in os.environ
    # As wide as it needs to be: a terminal wraps, but must not lose a number.
    console = Console(
        width=1000,
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )
    table = Table(box=None if plain else SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, heading in enumerate(headings):
        is_text = number == 0 or heading in texts
        table.add_column(heading, justify="left" if is_text else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def complain(text: str) -> None:
    """A line on standard error, if there is one: `print` would write to standard output."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def flush() -> None:
    """Write out what has been printed, unless standard output is closed."""
    if sys.stdout is not None:
        sys.stdout.flush()


def write_what_the_terminal_has() -> None:
    """Let characters that the terminal lacks be written in plain ones."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAINLY)


def in_ascii(text: str) -> str:
    """A text with plain characters for those that are not ASCII."""
    return text.encode("ascii", PLAINLY).decode("ascii")


def shows_all_characters() -> bool:
    """Whether standard output is a terminal that shows more than ASCII, as far as it says."""
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    variables = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, variables), "")
    said = "utf-8" if os.name == "nt" else locale.lower().replace("utf8", "utf-8")
    return "utf-8" in said and codecs.lookup(sys.stdout.encoding).name == "utf-8"


def _plainly(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(PLAIN.get(character, "?") for character in lacking), error.end


codecs.register_error(PLAINLY, _plainly)
