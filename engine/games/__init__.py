"""The games of the engine: a folder each, with a page that tells how the game is played."""

from importlib.resources import files
from typing import Final

from ..game import Game
from .forty_two.game import FORTY_TWO
from .matador.game import MATADOR

GAMES: Final[dict[str, Game]] = {game.name: game for game in (FORTY_TWO, MATADOR)}
"""The list of games, by name; the first is the default."""


def page(name: str) -> str:
    """How a game is played, in a page of text."""
    folder = files(__package__) / name.replace("-", "_")
    return (folder / "page.txt").read_text("utf-8")
