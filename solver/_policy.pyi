from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import Piece
from fortytwo.solver._worlds import Masks

class Policy:
    size: Final[int]

    def __init__(self, weights: Sequence[float]) -> None: ...

class Habits:
    def __init__(
        self,
        policy: Policy,
        start: TrickPosition[Any],
        plays: Sequence[Piece],
        trumps: int,
        declarer: int,
        called: Piece | int | None = None,
    ) -> None: ...
    def describe(self) -> list[list[tuple[int, int, int]]]: ...
    def log_likelihood(
        self, known: int, hands: Masks, found: np.ndarray[tuple[int], np.dtype[np.float32]]
    ) -> None: ...
