"""Texts made of parts with names, such as those of views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .errors import NotationError, shown


def read_parts(text: str, names: Sequence[str]) -> dict[str, str]:
    """Read `seat:hand ; name text ; name text`, each part once.

    Raises:
        NotationError: names the part, and what was expected.
    """
    start, *parts = [part.strip() for part in text.split(";")]
    seat, colon, hand = start.partition(":")
    if not colon:
        raise NotationError(f"{shown(start)} is no view: expected a seat, a colon and its hand")
    fields = {"seat": seat, "hand": hand}
    for part in parts:
        name, value = (*part.split(None, 1), "", "")[:2]
        if name not in names or name in fields:
            cause = "comes twice" if name in fields else f"expected one of {', '.join(names)}"
            raise NotationError(f"part {shown(name)} of the view: {cause}")
        fields[name] = value
    return fields


def read_numbers(text: str) -> Iterator[int]:
    """Read whole numbers separated by spaces."""
    for word in text.split():
        if not word.removeprefix("-").isdigit() or not word.isascii() or len(word) > 6:
            raise NotationError(f"{shown(word)}: expected a whole number")
        yield int(word)
