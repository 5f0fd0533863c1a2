from collections.abc import Hashable
from typing import Any, TypeVar

from fortytwo.engine.state import State

from ._solver import Solver

M = TypeVar("M", bound=Hashable)

class AlphaBeta:
    @property
    def side(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def __init__(self, side: int, entries: int = 262144, solver: Solver | None = None) -> None: ...
    def bounds(
        self,
        state: State[Any],
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
    ) -> tuple[int, int]: ...
    def can_reach(self, state: State[Any], points: int) -> bool: ...
    def line(self, state: State[M]) -> tuple[M, ...]: ...
