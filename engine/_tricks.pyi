from collections.abc import Hashable, Sequence
from typing import Generic, Protocol, TypeVar

from typing_extensions import TypeVar as DefaultingTypeVar

class Piece(Protocol):
    @property
    def index(self) -> int: ...

P = TypeVar("P", bound=Piece)
Points = DefaultingTypeVar("Points", bound=tuple[int, ...], default=tuple[int, int])

class TrickTable(Generic[P]):
    @property
    def name(self) -> Hashable: ...
    @property
    def faces(self) -> tuple[P, ...]: ...
    @property
    def misere(self) -> bool: ...
    @property
    def sweep(self) -> int | None: ...
    def __init__(
        self,
        name: Hashable,
        faces: Sequence[P],
        demands: Sequence[Sequence[int]],
        strengths: Sequence[Sequence[int]],
        points: Sequence[int],
        trick_points: int = 1,
        leads: Sequence[int] = (),
        *,
        last_points: int = 0,
        misere: bool = False,
        ties_to: int | None = None,
        sweep: int | None = None,
        calls: Sequence[tuple[Sequence[int], Sequence[int]]] = (),
    ) -> None: ...
    def legal(self, hand: int, lead: P | int | None = None) -> int: ...
    def excluded(self, piece: P, lead: P | int | None = None) -> int: ...
    def winner(
        self,
        trick: Sequence[P],
        sides: Sequence[int | None] | None = None,
        called: P | int | None = None,
    ) -> int: ...
    def value(self, trick: Sequence[P]) -> int: ...
    def replay(
        self,
        plays: Sequence[P],
        leader: int,
        points: Points = ...,
        sides: Sequence[int | None] | None = None,
        called: P | int | None = None,
        *,
        tricks: int | None = None,
        rest: int | None = None,
    ) -> tuple[list[tuple[int, P | int | None]], int, tuple[P, ...], Points]: ...
