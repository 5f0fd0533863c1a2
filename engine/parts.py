"""Texts made of parts with names, such as those of views and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from .errors import NotationError, shown

EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})


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


def format_parts(
    seat: object, hand: object, parts: Mapping[str, object], defaults: Mapping[str, object] = EMPTY
) -> str:
    """The text that `read_parts` reads.

    Args:
        seat: whose hand it is.
        hand: what it holds.
        parts: the parts by name.
        defaults: what the parts are that need not be written; nothing if not given.

    Examples:
        >>> format_parts("A", "5-3 4-3", {"moves": "", "rules": "standard"})
        'A:5-3 4-3 ; rules standard'
    """
    texts = {name: str(part) for name, part in parts.items()}
    told = [f"{name} {text}" for name, text in texts.items() if text != str(defaults.get(name, ""))]
    return " ; ".join([f"{seat}:{hand}", *told])


def joined_parts(fields: Mapping[str, str], names: Sequence[str]) -> str:
    """One line of parts, from fields of which the first may hold more parts than its own.

    Args:
        fields: the parts by name.
        names: the names of the parts, in their order.

    Raises:
        NotationError: a part is given both in the first and by itself.

    Examples:
        >>> joined_parts({"hands": "5-3 / 6-2 ; 4 2", "turn": "A"}, ("hands", "ends", "turn"))
        '5-3 / 6-2 ; 4 2 ; A'
    """
    parts = [part.strip() for part in fields[names[0]].split(";")]
    parts += [""] * (len(names) - len(parts))
    for place, name in enumerate(names[1:], 1):
        if name in fields:
            if parts[place]:
                raise NotationError(f"{name} is given both in the position and by itself")
            parts[place] = fields[name]
    return " ; ".join(parts)


def read_numbers(text: str) -> Iterator[int]:
    """Read whole numbers separated by spaces."""
    for word in text.split():
        if not word.removeprefix("-").isdigit() or not word.isascii() or len(word) > 6:
            raise NotationError(f"{shown(word)}: expected a whole number")
        yield int(word)
