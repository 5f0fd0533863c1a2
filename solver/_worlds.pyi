from collections.abc import Sequence
from typing import Final

import numpy as np

from fortytwo.engine._random import Random

Masks = np.ndarray[tuple[int, int], np.dtype[np.uint64]]

MAX_PLACES: Final = 8

class Dealer:
    def __init__(
        self,
        bits: Sequence[int],
        allowed: Sequence[Sequence[int]],
        sizes: Sequence[int],
        others: int,
        most: Sequence[int],
    ) -> None: ...
    @property
    def count(self) -> int: ...
    def draw(self, random: Random, worlds: Masks, orders: int = 1) -> None: ...
    def fill(self, worlds: Masks) -> None: ...
