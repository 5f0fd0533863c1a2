"""Players that know their game from within."""

from collections.abc import Mapping
from typing import Final

from ..players import Kind, alone
from .forty_two.book import Book

PLAYERS: Final[Mapping[str, Mapping[str, Kind]]] = {
    "forty-two": {"book": Kind("book", "rules of thumb, as books teach them", alone(Book))},
}
"""By the name of the game and their own."""
