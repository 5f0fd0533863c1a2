"""Matches in files: the record, and before it how the match is played."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from ..engine.errors import NotationError, OptionError, located, shown
from ..engine.game import Game, Match
from ..solver.advisor import LEVELS
from .arguments import text_of

SEEDS: Final = 2**64


@dataclass(frozen=True)
class Setting:
    """How a match is played.

    Args:
        seat: the name of the seat of whoever plays; advisors have the others.
        level: how long these think.
        seed: which deals, and what advisors do by chance.
    """

    seat: str
    level: str
    seed: int


def save(path: Path, game: Game, match: Match, setting: Setting) -> None:
    """Write a match into a file; what the file held before stays until all is written.

    Raises:
        OptionError: the file cannot be written.
    """
    lines = "".join(f"{name}: {value}\n" for name, value in asdict(setting).items())
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_text(f"{lines}\n{game.match_record(match)}", "utf-8")
        os.replace(new, path)
    except OSError as error:
        raise OptionError(f"{path}: the match cannot be kept there: {error.strerror}") from None


def load(path: Path, game: Game) -> tuple[Match, Mapping[str, Any]]:
    """The match of a file, and as much of its setting as it tells.

    Raises:
        FortyTwoError: names the file and the line.
    """
    readers = _readers(game)
    found: dict[str, Any] = {}
    with text_of(str(path)) as text:
        lines = text.splitlines(keepends=True)
        for number, line in enumerate(lines):
            name, _, value = line.partition(":")
            if line.strip() and name not in readers:
                break
            if line.strip():
                with located(f"line {number + 1}: {name}"):
                    if name in found:
                        raise NotationError("comes twice")
                    found[name] = readers[name](value.strip())
                lines[number] = "\n"  # so that the record keeps its lines
        return game.read_match("".join(lines)), found


def _readers(game: Game) -> dict[str, Callable[[str], Any]]:
    """What reads each part of a setting."""

    def one_of(*names: str) -> Callable[[str], str]:
        def read(text: str) -> str:
            if text not in names:
                raise NotationError(f"{shown(text)}: expected one of {', '.join(names)}")
            return text

        return read

    def seed(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < SEEDS):
            raise NotationError(f"{shown(text)}: expected a whole number below 2 to the 64th")
        return int(text)

    return {"seat": one_of(*game.seats), "level": one_of(*LEVELS), "seed": seed}
