from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from fortytwo.engine._trick_position import TrickPosition
from fortytwo.solver._policy import Habits
from fortytwo.solver._worlds import Masks

class Planner:
    most: Final[int]

    def __init__(
        self, position: TrickPosition[Any], seats: Sequence[int], habits: Habits
    ) -> None: ...
    def judge(
        self,
        worlds: Masks,
        weights: np.ndarray[tuple[int], np.dtype[np.float64]],
        pieces: Sequence[Any],
        need: int,
        found: np.ndarray[tuple[int, int], np.dtype[np.int16]],
    ) -> None: ...
