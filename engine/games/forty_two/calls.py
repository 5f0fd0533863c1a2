"""What is said in the auction."""

from __future__ import annotations

import re
from typing import Final

from ...errors import NotationError, shown

BID: Final = re.compile(r"([0-9]{1,4})(M?)", re.ASCII)
MARK: Final = 42
"""All points of a deal, and the value of a bid of one mark."""


class Call(int):
    """A pass, a bid, or a plunge or splash; its integer is the value of a bid, 0 for a pass.

    A bid of k marks has the value 42·k. What a plunge or splash is worth depends on the calls
    before: `Rules` tells, as it tells which calls may be made.

    Examples:
        >>> Call.parse("2M") == Call.parse("84") == 84, str(PASS), Call(84).marks_text
        (True, 'P', '2M')
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read `P`, a bid of points such as `31`, one of marks such as `2M`, `plunge`, `splash`."""
        word = text.strip().upper()
        if word in WORDS:
            return WORDS[word]
        match = BID.fullmatch(word)
        value = int(match[1]) * (MARK if match[2] else 1) if match else 0
        if value == 0:
            raise NotationError(
                f"{shown(text)} is no call: expected P, points as 31 or marks as 2M"
            )
        return cls(value)

    @property
    def is_bid(self) -> bool:
        """Whether some table knows such a bid: 30 to 42, or marks."""
        return 30 <= self <= MARK or (self > MARK and self % MARK == 0)

    @property
    def need(self) -> int:
        """The points that the declarer's side must take, at most 42."""
        return min(self, MARK)

    @property
    def marks(self) -> int:
        """What the bid is worth in marks; 0 for what is no bid."""
        return max(1, self // MARK) if self > 0 else 0

    @property
    def marks_text(self) -> str:
        """The call as tables that count marks write it: `2M` for 84."""
        return f"{self // MARK}M" if self > 0 and self % MARK == 0 else str(self)

    def __str__(self) -> str:
        return int.__repr__(self) if self > 0 else NAMES.get(self, int.__repr__(self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Call({int(self)})"


PASS: Final = Call(0)
PLUNGE: Final = Call(-4)
SPLASH: Final = Call(-3)
"""Calls by which partner is to declare. As they are no bids, they are below a pass."""
NAMES: Final[dict[int, str]] = {PASS: "P", PLUNGE: "plunge", SPLASH: "splash"}
WORDS: Final = {name.upper(): Call(value) for value, name in NAMES.items()} | {"PASS": PASS}
