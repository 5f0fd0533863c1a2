from collections.abc import Sequence
from typing import Any

import numpy as np

from fortytwo.engine._random import Random
from fortytwo.engine._trick_position import TrickPosition
from fortytwo.solver._policy import Habits
from fortytwo.solver._worlds import Masks

class Ensemble:
    def __init__(
        self, branches: Sequence[tuple[TrickPosition[Any], Any]], seats: Sequence[int]
    ) -> None: ...
    def judge(
        self,
        worlds: Masks,
        wanted: np.ndarray[tuple[int], np.dtype[np.uint8]],
        side: int,
        need: int | None,
        found: np.ndarray[tuple[int, int], np.dtype[np.int16]],
        habits: Habits | None = None,
        tricks: int = 0,
        random: Random | None = None,
    ) -> None: ...
