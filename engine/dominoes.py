"""Dominoes of the double-six set, and sets of them."""

from __future__ import annotations

from functools import total_ordering
from typing import Final

from .errors import NotationError, shown
from .pieces import Pieces


@total_ordering
class Domino:
    """One domino. There is one object for each, so dominoes may be compared with `is`.

    Examples:
        >>> Domino(4, 6), Domino(4, 6).index, Domino.parse("[6|4]").count
        (Domino(6, 4), 25, 10)
    """

    __slots__ = ("count", "high", "index", "low")

    high: int
    low: int
    index: int
    """Place in the order 0-0, 1-0, 1-1, 2-0, … 6-6: high·(high+1)/2 + low."""
    count: int
    """Its pips if they are a multiple of five, else 0: 10 for 5-5 and 6-4, 5 for 5-0, 4-1, 3-2."""

    def __new__(cls, high: int, low: int) -> Domino:
        """The one domino with these halves.

        Args:
            high: pips of one half, 0 to 6.
            low: pips of the other half; the halves may come in either order.
        """
        if not (high in range(7) and low in range(7)):
            raise NotationError(f"domino {high}-{low}: the halves go from 0 to 6")
        return DOMINOES[max(high, low) * (max(high, low) + 1) // 2 + min(high, low)]

    @classmethod
    def parse(cls, text: str) -> Domino:
        """Read `6-4`, `64`, `4-6`, `6:4` or `[6|4]`."""
        word = text.strip()
        if word.startswith("[") and word.endswith("]"):
            word = word[1:-1]
        domino = BY_TEXT.get(word)
        if domino is None:
            raise NotationError(
                f"{shown(text)} is no domino: expected two halves 0 to 6, as in 6-4"
            )
        return domino

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.high == self.low

    def _repr_svg_(self) -> str:
        return Hand([self])._repr_svg_()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a domino cannot be changed, not even its {name}")

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Domino({self.high}, {self.low})"

    def __lt__(self, other: Domino) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        return self is other

    def __reduce__(self) -> tuple[type[Domino], tuple[int, int]]:
        return Domino, (self.high, self.low)


def _make(high: int, low: int, index: int) -> Domino:
    domino = object.__new__(Domino)
    count = high + low if (high + low) % 5 == 0 else 0
    for name, value in (("high", high), ("low", low), ("index", index), ("count", count)):
        object.__setattr__(domino, name, value)
    return domino


_HALVES = [(high, low) for high in range(7) for low in range(high + 1)]
DOMINOES: Final = tuple(_make(*halves, index) for index, halves in enumerate(_HALVES))
"""All 28, by index."""
BY_TEXT: Final = {
    f"{one}{between}{other}": Domino(one, other)
    for one in range(7)
    for other in range(7)
    for between in ("-", "", ":", "|")
}
"""All ways to write them, but for brackets."""


class Hand(Pieces[Domino]):
    """An immutable set of dominoes: a hand, or any other set. Has all operators of sets.

    Args:
        pieces: the dominoes, in any order, each once.

    Raises:
        ImpossiblePositionError: a domino comes twice.

    Examples:
        >>> hand = Hand.parse("6-4 5-5, 31")
        >>> str(hand), len(hand), Domino(1, 3) in hand, hand.mask.bit_count()
        ('6-4 5-5 3-1', 3, True, 3)
    """

    __slots__ = ()
    whole = DOMINOES

    @property
    def count(self) -> int:
        """The counts of its dominoes together."""
        return sum(domino.count for domino in self)

    def _repr_svg_(self) -> str:
        from .drawing import row

        return str(row(self, str(self)))


ALL: Final = Hand(DOMINOES)
"""The whole set."""
DOUBLES: Final = Hand(domino for domino in DOMINOES if domino.is_double)
