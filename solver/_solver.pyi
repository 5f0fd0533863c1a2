from typing import Any, TypeVar

from fortytwo.engine._trick_position import TrickPosition
from fortytwo.engine._tricks import Piece

P = TypeVar("P", bound=Piece)
Points = tuple[int, ...]

class Solver:
    def __init__(self, entries: int = 32768) -> None: ...
    @property
    def nodes(self) -> int: ...
    def solve(
        self,
        position: TrickPosition[P, Any],
        node_limit: int | None = None,
        time_limit: float | None = None,
    ) -> tuple[Points, Points, tuple[P, ...], int]: ...
    def final(self, position: TrickPosition[P, Any]) -> Points: ...
    def forced(
        self,
        position: TrickPosition[P, Any],
        side: int,
        node_limit: int | None = None,
        time_limit: float | None = None,
    ) -> tuple[int, int]: ...
    def line(self, position: TrickPosition[P, Any], side: int) -> tuple[P, ...]: ...
    def analyse(self, position: TrickPosition[P, Any]) -> dict[P, Points]: ...
    def can_reach(self, position: TrickPosition[P, Any], side: int, points: int) -> bool: ...
