"""The games of the engine."""

from ..game import Game
from .forty_two.game import FORTY_TWO

GAMES: dict[str, Game] = {game.name: game for game in [FORTY_TWO]}
"""The list of games, by name; the first is the default."""
