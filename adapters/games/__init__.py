"""What adapters know of single games: folders as in `engine/games`."""

from collections.abc import Callable, Mapping
from typing import Final

from ..episodes import Encoding
from .forty_two.encoding import FortyTwoEncoding

ENCODINGS: Final[Mapping[str, Callable[[str], Encoding]]] = {"fortytwo": FortyTwoEncoding.parse}
"""Games for programs that learn, by the names that libraries know; each is made from its rules."""
