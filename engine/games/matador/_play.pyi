from collections.abc import Sequence

from ..._core import Core

OTHERS: dict[str, int]

def encoded(tile: int, on: int, new: int) -> int: ...
def decoded(move: int) -> tuple[int, int, int]: ...
def fitting(end: int) -> int: ...

class MatadorCore(Core):
    def __init__(
        self,
        hands: Sequence[int],
        stock: Sequence[int],
        *,
        reserve: int,
        turn: int,
        ends: tuple[int, int],
        opening: int | None,
        drew: int,
        draws_many: bool,
        draws_freely: bool,
        ends_with_stock: bool,
        excess_only: bool,
        double_blank: int,
    ) -> None: ...
    @property
    def hands(self) -> tuple[int, ...]: ...
    @property
    def stock(self) -> tuple[int, ...]: ...
    @property
    def ends(self) -> tuple[int, int]: ...
    @property
    def result(self) -> tuple[int | None, int] | None: ...
