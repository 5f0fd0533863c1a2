"""What one seat knows, and what it may do: what advice, claims and sampling work on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import factorial
from typing import Any, Generic, Protocol

from .state import M, State


@dataclass(frozen=True)
class Unseen:
    """What a seat cannot see, and how it may lie.

    Args:
        pieces: the unseen pieces, as a mask.
        sizes: how many of them each place holds: the other seats in the order of their turns
            after this one, then any stock.
        allowed: for each place the pieces it may hold, as a mask.
        seats: for each place the seat whose hand it is; for the stock of a game there is none.
        kind: pieces of a kind of which places are known to hold some, as a mask.
        least: for each place how many of these it holds at least; none if empty.
        ordered: the place whose pieces lie in an order that matters, such as a stock that is
            drawn from, of up to 20 pieces; None if there is none.
    """

    pieces: int
    sizes: tuple[int, ...]
    allowed: tuple[int, ...]
    seats: tuple[int | None, ...] = ()
    kind: int = 0
    least: tuple[int, ...] = ()
    ordered: int | None = None


def arranged(pieces: int, order: int) -> list[int]:
    """The pieces of a mask, as numbers of bits, in one of the orders in which they can lie.

    Args:
        pieces: the mask.
        order: which order, from 0; there are as many as the factorial of the number of pieces.

    Examples:
        >>> arranged(0b1011, 0), arranged(0b1011, 5)
        ([0, 1, 3], [3, 1, 0])
    """
    left = [bit for bit in range(pieces.bit_length()) if pieces >> bit & 1]
    found = []
    for size in range(len(left), 0, -1):
        place, order = divmod(order, factorial(size - 1))
        found.append(left.pop(place))
    return found


@dataclass(frozen=True)
class Words:
    """What is unseen, in words.

    Args:
        pieces: the names of the pieces, by the number of their bit.
        places: the names of the places of `Unseen`, such as the seats.
        voids: for each place the kinds of unseen pieces, such as suits, of which it is known to
            hold none.
        gone: pieces of which it is not known where they came from, but which have been played
            since, as a mask.
        holds: how many pieces are where now, by the name of the place; as in `Unseen` if empty.
    """

    pieces: Sequence[str]
    places: Sequence[str]
    voids: Sequence[Sequence[str]]
    gone: int = 0
    holds: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Risk:
    """What somebody else may be able to do at once after a move.

    Args:
        place: the place of `Unseen` from which it would be done.
        pieces: those with any of which it can be done, as a mask.
        averted: that it cannot be done, in words, such as "B can take nothing".
    """

    place: int
    pieces: int
    averted: str


@dataclass(frozen=True)
class Option(Generic[M]):
    """One thing that a seat could do, and how to judge it from the solved worlds.

    Args:
        move: what it would do now.
        text: the move as this table writes it.
        via: the move in `View.world` whose solved value judges this option; None for a move
            that no solving can judge, such as a pass.
        label: its place in the table of options, outermost heading first.
        need: the points of the own side, at the end, that count as success.
        name: the option in words, such as "30 in sixes".
        success: what success is, in words between the name and "in 62 % of worlds".
        worth: how much an outcome is worth to the own side, from the points it gets; None if
            only success counts.
        optimism: by how much solved worlds promise too much success, in log-odds, where that
            is known and matters.
        risk: what somebody may be able to do at once, where a game tells that.
        cost: what it gives away as players see it; of equals the cheapest is taken.
    """

    move: M
    text: str
    via: Any
    label: tuple[str, ...]
    need: int
    name: str
    success: str
    worth: Callable[[int], float] | None = None
    optimism: float = 0.0
    risk: Risk | None = None
    cost: int = 0


class View(Protocol[M]):
    """Exactly what one seat knows; `str(view)` is its notation."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def side(self) -> int:
        """The number of the own side."""

    @property
    def question(self) -> str:
        """What there is to decide: the name of a `Question` of the game."""

    @property
    def unseen(self) -> Unseen:
        """What is hidden from the seat."""

    @property
    def words(self) -> Words:
        """The same in words."""

    @property
    def options(self) -> Sequence[Option[M]]:
        """What the seat may do, at its turn; of equals that cost the same the earlier is taken."""

    @property
    def claim(self) -> Option[M] | None:
        """The claim by which the seat may end the deal if what it needs is proved; else None.

        It is no option: whether it may be made is to be asked of a `Referee`.
        """

    def world(self, hidden: Sequence[int]) -> State[Any]:
        """The state to be solved if this is what is hidden.

        Args:
            hidden: for each place of `unseen` the pieces that it holds, as a mask; then, if one of
                them is ordered, the number of its order, for `arranged`.
        """


Referee = Callable[[Any], bool]
"""Tells from the view of a seat whether its claim is proved."""
