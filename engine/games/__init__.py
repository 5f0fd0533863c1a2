"""The games of the engine: a folder each, with a page that tells how the game is played."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from typing import Final

from ..game import Game

NAMES: Final = ("forty-two", "matador", "scopa", "knaves", "sixty-six", "bingo")
"""The list of games; the first is the default."""


class _Games(Mapping[str, Game]):
    """The games by name, each loaded when it is asked for.

    The game `some-game` is the object `SOME_GAME` of the module `some_game/game.py`.
    """

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            raise KeyError(name)
        if name not in self._loaded:
            folder = _folder(name)
            module = import_module(f".{folder}.game", __package__)
            self._loaded[name] = getattr(module, folder.upper())
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Final = _Games()
"""The games by name."""


def page(name: str) -> str:
    """How a game is played, in a page of text."""
    return (files(__package__) / _folder(name) / "page.txt").read_text("utf-8")


def _folder(name: str) -> str:
    return name.replace("-", "_")
