from collections.abc import Sequence
from typing import Any

from .._tricks import TrickTable

UNKNOWN: int

class StockTable:
    @property
    def tricks(self) -> tuple[TrickTable[Any], TrickTable[Any]]: ...
    def __init__(
        self,
        tricks: tuple[TrickTable[Any], TrickTable[Any]],
        *,
        groups: Sequence[tuple[int, Sequence[int]]],
        grand: tuple[int, int],
        declares_late: bool,
        goal: int,
        half: int,
        awards: Sequence[int],
        failed: Sequence[Sequence[int]],
        nothing_is_points: bool,
        claims: bool,
        exchanged: int | None,
        closes_first: bool,
        closes_later: bool,
        closes_undrawn: bool,
        winner_gets_last: bool,
        prize: tuple[int, int, int] | None,
    ) -> None: ...
    @property
    def groups(self) -> tuple[int, ...]: ...
    @property
    def exchanged(self) -> int | None: ...
