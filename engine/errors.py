"""What can be wrong with what a user hands in. Each error names the bad part and its cause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class FortyTwoError(ValueError):
    """Base of all errors of bad input; the object it was handed to is unchanged."""


class NotationError(FortyTwoError):
    """A text that cannot be read."""


class IllegalMoveError(FortyTwoError):
    """A move, call or declaration that the rules do not allow now."""


class ImpossiblePositionError(FortyTwoError):
    """Hands, plays or a view that cannot arise."""


class OptionError(FortyTwoError):
    """An option that does not exist, or a value it does not take."""


class NotFoundError(FortyTwoError):
    """Nothing that meets the conditions was found within the tries allowed."""


class UndecidedError(FortyTwoError):
    """An exact answer was asked for, but a limit was reached before it was known."""


class BatchError(FortyTwoError):
    """Some items of a batch are bad; all others have been solved.

    Args:
        failed: what is wrong with each bad item, by its index.
        results: what would have been returned, -1 throughout for a bad item.
    """

    def __init__(self, failed: Mapping[int, Exception], results: np.ndarray[Any, Any]) -> None:
        super().__init__(failed, results)
        self.failed = failed
        self.results = results

    def __str__(self) -> str:
        first = min(self.failed)
        return (
            f"{len(self.failed)} of {len(self.results)} items are bad, "
            f"the first at index {first}: {self.failed[first]}"
        )


def shown(text: object, limit: int = 40) -> str:
    """A piece of a user's text, quoted and cut short, for an error message."""
    try:
        quoted = ascii(text)
    except ValueError:  # Python refuses to write the largest numbers
        quoted = "a huge number"
    return quoted if len(quoted) <= limit else quoted[: limit - 4] + "...'"
