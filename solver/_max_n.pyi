from typing import Any, TypeVar

from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import Piece

P = TypeVar("P", bound=Piece)

class MaxN:
    def __init__(self, entries: int = 262144) -> None: ...
    def solve(
        self,
        position: TrickPosition[P, Any],
        node_limit: int | None = None,
        time_limit: float | None = None,
    ) -> tuple[tuple[int, ...] | None, tuple[P, ...], int]: ...
