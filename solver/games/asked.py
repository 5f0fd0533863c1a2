"""What players of single games ask besides what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol


class Answer(Protocol):
    """What was found; `str` says it in words."""

    def facts(self) -> Mapping[str, object]:
        """The same as an object of JSON."""


@dataclass(frozen=True)
class Asked:
    """Something that is asked about a view.

    Args:
        name: the command that asks it.
        help: the question in a sentence.
        question: the name of the question of the game at whose views it is asked.
        answer: what answers it.
    """

    name: str
    help: str
    question: str
    answer: Callable[[Any], Answer]


def _close_now(view: Any) -> Answer:
    from .stock.closing import close_now  # only who asks it needs it

    return close_now(view)


CLOSE: Final = Asked(
    "close",
    "What it brings to close the stock now, over all hands that the other may hold.",
    "play",
    _close_now,
)
ASKED: Final[Mapping[str, tuple[Asked, ...]]] = {"sixty-six": (CLOSE,), "bingo": (CLOSE,)}
"""By the name of the game."""
