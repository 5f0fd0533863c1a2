from collections.abc import Sequence

from ..._core import Core

OTHERS: dict[str, int]

def encoded(card: int, taken: int) -> int: ...
def decoded(move: int) -> tuple[int, int]: ...

class ScopaCore(Core):
    def __init__(
        self,
        hands: tuple[int, int],
        stock: Sequence[tuple[int, int]],
        *,
        table: int,
        piles: tuple[int, int],
        sweeps: tuple[int, int],
        turn: int,
        last: int | None,
        capture: str,
        primiera: Sequence[int],
    ) -> None: ...
    @property
    def hands(self) -> tuple[int, int]: ...
    @property
    def table(self) -> int: ...
    @property
    def piles(self) -> tuple[int, int]: ...
    @property
    def sweeps(self) -> tuple[int, int]: ...
    @property
    def last(self) -> int | None: ...
    @property
    def dealt(self) -> int: ...
    @property
    def offered(self) -> int | None: ...
    def takers(self, move: int) -> int: ...
    @property
    def categories(self) -> tuple[tuple[int, int], ...]: ...
