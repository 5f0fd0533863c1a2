"""What the solver knows of single games, in folders that mirror those of `engine/games`."""

from collections.abc import Mapping
from typing import Final

from ..players import Kind

PLAYERS: Final[Mapping[str, Mapping[str, Kind]]] = {}
"""The players of a game that know it from within, by the name of the game and their own."""
