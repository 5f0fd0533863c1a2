from typing import Any

from ..engine._random import Random
from ..engine.core_state import CoreState

class Playouts:
    @property
    def number(self) -> int: ...
    def __init__(self, number: int) -> None: ...
    def value(
        self, state: CoreState[Any, Any], side: int, need: int, random: Random
    ) -> tuple[float, float]: ...
