"""What a player does: play a card, or say before the first lead whether it announces capot."""

from __future__ import annotations

from enum import Enum
from typing import Final

from ...cards import Card


class Call(Enum):
    """What is said before the first lead, where capot may be announced."""

    PASS = "pass"
    CAPOT = "capot"

    def __str__(self) -> str:
        return self.value


Move = Card | Call
CALLS: Final = tuple(Call)


def parse_move(text: str) -> Move:
    """Read `pass`, `capot` or a card."""
    word = text.strip().lower()
    return Call(word) if word in [call.value for call in CALLS] else Card.parse(text)
