from collections.abc import Sequence
from typing import Any

import numpy as np

from fortytwo.engine._tricks import TrickTable

class Declaration:
    def __init__(
        self,
        table: TrickTable[Any],
        trumps: int,
        worths: Sequence[Sequence[Sequence[float]]],
        lengths: Sequence[float],
    ) -> None: ...
    def judge(
        self,
        hands: np.ndarray[tuple[int], np.dtype[np.uint64]],
        found: np.ndarray[tuple[int], np.dtype[np.float32]],
    ) -> None: ...
