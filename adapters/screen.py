"""Where somebody plays: lines of text out, lines of text in."""

from __future__ import annotations

import sys
from contextlib import suppress
from textwrap import wrap
from typing import Final

from .terminal import flush, in_ascii, shows_all_characters

WIDTH: Final = 79
"""The columns used: a terminal of 80 may break a line that fills them all."""


class Screen:
    """A terminal of 80 columns or a pipe, ASCII unless the terminal shows more."""

    def __init__(self) -> None:
        self.fancy = shows_all_characters()
        self.typed_by_hand = sys.stdin is not None and sys.stdin.isatty()
        self._column = 0
        if hasattr(sys.stdin, "reconfigure"):
            # What is no text is refused as any other wrong answer.
            sys.stdin.reconfigure(errors="replace")
        if self.typed_by_hand:
            with suppress(ImportError):  # not on every system
                import readline  # noqa: F401  (lets `input` edit lines)

    def say(self, text: str) -> None:
        """A paragraph of its own."""
        self._end_line()
        for line in text.splitlines() or [""]:
            for part in wrap(self._shown(line), WIDTH, break_on_hyphens=False) or [""]:
                print(part)
        flush()

    def tell(self, sentence: str) -> None:
        """A sentence that goes on in the line of the last one, if there is room."""
        text = self._shown(sentence)
        if self._column + 1 + len(text) > WIDTH:
            self._end_line()
        if len(text) > WIDTH:
            self.say(text)
            return
        print(f"{' ' if self._column else ''}{text}", end="", flush=True)
        self._column += len(text) + (1 if self._column else 0)

    def draw(self, picture: str) -> None:
        """Lines as they are."""
        self._end_line()
        print(self._shown(picture))

    def ask(self, prompt: str) -> str | None:
        """A line that somebody types; None at the end of input."""
        self._end_line()
        try:
            line = input(self._shown(prompt))
        except KeyboardInterrupt:
            print()
            raise
        except (EOFError, RuntimeError):  # RuntimeError: a standard stream is closed
            print()
            return None
        if not self.typed_by_hand:
            # As it would stand there on a terminal.
            seen = "".join(one if one.isprintable() else "?" for one in in_ascii(line))
            print(seen[: WIDTH - len(prompt)])
        return line.strip()

    def _shown(self, text: str) -> str:
        return text if self.fancy else in_ascii(text)

    def _end_line(self) -> None:
        if self._column:
            print()
            self._column = 0
