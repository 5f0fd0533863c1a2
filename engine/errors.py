"""What can be wrong with what a user hands in. Each error names the bad part and its cause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

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


class PlayerError(FortyTwoError):
    """A player that does not answer, or not with a move that the rules allow."""


class LogError(FortyTwoError):
    """A log that cannot be read, or is one of another contest."""


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
        first, bad = min(self.failed), len(self.failed)
        return (
            f"{bad} of {counted(len(self.results), 'item')} {'is' if bad == 1 else 'are'} bad, "
            f"the first at index {first}: {self.failed[first]}"
        )


@contextmanager
def located(place: str) -> Iterator[None]:
    """Let errors of what is read here begin with its place, such as `line 3: plays`."""
    try:
        yield
    except FortyTwoError as error:
        raise type(error)(f"{place}: {error}") from None


def shown(text: object, limit: int = 40) -> str:
    """A piece of a user's text, quoted and cut short, for an error message."""
    try:
        quoted = ascii(text)
    except ValueError:  # Python refuses to write the largest numbers
        quoted = "a huge number"
    for suit in "♥♦♣♠":  # nobody would know a card without it
        quoted = quoted.replace(ascii(suit)[1:-1], suit)
    return quoted if len(quoted) <= limit else quoted[: limit - 4] + "...'"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number of things in words: `1 hand`, `3 hands`; `many` where an s is not enough."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def whole(
    name: str, value: SupportsIndex, least: int, most: float = inf, *, expected: str | None = None
) -> int:
    """A user's whole number as an `int`; it may be of any type that can be an index.

    Args:
        name: what the number is.
        value: what the user gave.
        least: the smallest number allowed.
        most: the largest number allowed.
        expected: what is allowed, in words; the range if not given.

    Raises:
        OptionError: no whole number, such as a float or a truth value, or one out of range.
    """
    try:
        # A truth value can be an index, but nobody means a number by it.
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        expected = expected or (f"{least} or more" if most == inf else f"{least} to {most}")
        raise OptionError(f"{name} {shown(value)}: expected {expected}")
    return number
