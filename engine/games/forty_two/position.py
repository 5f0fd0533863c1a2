"""The play of a deal with all hands open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol, Self

from ..._trick_position import TrickPosition
from ...dominoes import Domino, Hand
from ...errors import IllegalMoveError, NotationError, shown
from .contract import SMALL_END, Contract
from .deal import Deal
from .plays import Placed, Play, format_plays, parse_plays
from .seats import SEATS, Seat
from .trump import Trump

POINTS: Final = re.compile(r"\s*(-?[0-9]{1,5})\s*-\s*(-?[0-9]{1,5})\s*", re.ASCII)

PARTS: Final = ("deal", "trump", "leader", "points", "plays")


def parse_points(text: str) -> tuple[int, int]:
    """Read two numbers such as `120-88`; below 0 as in `-30-13` or `13--30`."""
    match = POINTS.fullmatch(text)
    if not match:
        raise NotationError(f"{shown(text)} is no score: expected two numbers as in 120-88")
    return int(match[1]), int(match[2])


class Played(Protocol):
    """What dominoes are played in: a position, or the round that it belongs to."""

    @property
    def turn(self) -> Seat | None:
        """The seat to play."""

    @property
    def plays(self) -> tuple[Placed, ...]:
        """The dominoes played so far."""

    def push(self, move: Placed, /) -> None:
        """Play a domino."""

    def pop(self) -> object:
        """Take back the last one."""


def play_all(state: Played, plays: Iterable[Placed]) -> None:
    """Push several plays, or none if one of them is illegal."""
    for pushed, play in enumerate(tuple(plays)):
        try:
            state.push(play)
        except Exception as error:
            seat = f" ({state.turn})" if state.turn is not None else ""
            number = len(state.plays) + 1
            for _ in range(pushed):
                state.pop()
            raise type(error)(f"play {number}{seat}: {error}") from None


def split_parts(text: str) -> dict[str, str]:
    """The parts of a position's text by name, those that are there."""
    parts = [part.strip() for part in text.split(";")]
    if len(parts) > len(PARTS):
        raise NotationError(f"{len(parts)} parts in {shown(text)}: expected {' ; '.join(PARTS)}")
    return dict(zip(PARTS, parts, strict=False))


class Position(TrickPosition[Domino, Any]):
    """A deal under way: hands, trump, whose turn, the trick on the table, points taken.

    Args:
        deal: the hands before the first play.
        contract: declaration, declarer and bid; or give `trump` for a plain declaration. In nello
            the hand of the declarer's partner does not matter, and may be left empty.
        leader: who leads; the declarer by default, N if there is none.
        points: the points (NS, EW) taken before.
        trump: the declaration, short for a contract of the leader's without a bid.

    Raises:
        ImpossiblePositionError: the leader or the points do not exist.

    Examples:
        >>> position = Position(Deal.parse("N:6-6 / 5-5 / 6-4 / 3-3"), trump=Trump.SIXES)
        >>> for domino in (Domino(6, 6), Domino(5, 5), Domino(6, 4), Domino(3, 3)):
        ...     position.push(domino)
        >>> position.finished, position.points
        (True, (21, 0))
    """

    __slots__ = ("contract", "deal", "start")

    points: tuple[int, int]
    deal: Deal
    contract: Contract
    start: tuple[Seat, tuple[int, int]]
    """Who led first, and the points taken before."""

    def __init__(
        self,
        deal: Deal,
        contract: Contract | None = None,
        leader: Seat | None = None,
        points: tuple[int, int] = (0, 0),
        *,
        trump: Trump | None = None,
    ) -> None:
        if (contract is None) == (trump is None):
            raise TypeError("give either a contract or a trump")
        if contract is None:
            assert trump is not None
            contract = Contract(trump, Seat.N if leader is None else leader)
        leader = contract.declarer if leader is None else Seat(leader)
        contract.check_points(points, contract.left_in(deal))
        masks = [hand.mask for hand in deal.hands]
        if contract.idle is not None:
            masks[contract.idle] = 0
        super().__init__(
            contract.table,
            masks,
            leader,
            points,
            sides=contract.sides,
            openings={play: (play.domino, play.suit) for play in contract.calls(deal[leader])},
        )
        self.deal = deal
        self.contract = contract
        self.start = (leader, points)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `deal ; trump ; leader ; points ; plays`, the last three optional.

        The hands are those before the plays; without a leader N leads.
        """
        return cls.from_fields(split_parts(text))

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read a position from texts by name: `deal`, `trump`, `leader`, `points`, `plays`.

        The last three may be missing or empty.
        """
        given = {name: text for name, text in fields.items() if text.strip()}
        for name in ("deal", "trump"):
            if name not in given:
                raise NotationError(f"the {name} is missing")
        deal = Deal.parse(given["deal"])
        leader = Seat.parse(given["leader"]) if "leader" in given else Seat.N
        position = cls(
            deal,
            Contract.parse(given["trump"], leader),
            leader,
            parse_points(given["points"]) if "points" in given else (0, 0),
        )
        position.play(parse_plays(given.get("plays", "")))
        return position

    def play(self, plays: Iterable[Placed]) -> None:
        """Push several plays, or none if one of them is illegal.

        Raises:
            IllegalMoveError: names the number of the play and the seat.
            TypeError: something that is no domino.
        """
        play_all(self, plays)

    def refuse(self, move: object) -> None:
        """A lead by the small end that is none of the openings."""
        if isinstance(move, Play):
            raise IllegalMoveError(
                f"{move} cannot be played: only the first lead of a deal may be called by its "
                "small end, where that is played, and neither trumps nor doubles"
            )

    @property
    def trump(self) -> Trump:
        """The declaration."""
        return self.contract.trump

    @property
    def turn(self) -> Seat | None:
        """The seat to play, or None when finished."""
        return None if self.finished else SEATS[self.mover]

    @property
    def leader(self) -> Seat:
        """The seat that led to the trick on the table, or leads to the next."""
        return SEATS[super().leader]

    @property
    def hands(self) -> tuple[Hand, ...]:
        """What the four seats still hold; nothing once the deal is over."""
        return tuple(
            self.deal[seat] if seat == self.contract.idle else Hand.of_mask(mask)
            for seat, mask in enumerate(self.masks)
        )

    def copy(self) -> Self:
        """An independent copy, history included."""
        other = super().copy()
        other.deal, other.contract, other.start = self.deal, self.contract, self.start
        return other

    def __eq__(self, other: object) -> bool:
        """Whether the rest and the points taken are the same; history does not matter."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.key == other.key and self.points == other.points

    __hash__ = None  # type: ignore[assignment]  # positions change

    def __reduce__(self) -> tuple[Any, ...]:
        leader, points = self.start
        return _restore, (type(self), self.deal, self.contract, leader, points, self.plays)

    def __str__(self) -> str:
        """One line that `parse` reads, with the hands at the start of the trick."""
        start = self.copy()
        trick = [start.pop() for _ in self.trick][::-1]
        contract = str(self.contract)
        parts = [
            str(Deal.of_masks(start.masks)),
            contract if self.tricks and self.called is None else f"{contract} {SMALL_END}",
            str(self.leader),
            "{}-{}".format(*self.points),
            format_plays(trick),
        ]
        return " ; ".join(parts if trick else parts[:-1])

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return str(draw(self))

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"


def _restore(
    cls: type[Position],
    deal: Deal,
    contract: Contract,
    leader: Seat,
    points: tuple[int, int],
    plays: Iterable[Placed],
) -> Position:
    position = cls(deal, contract, leader, points)
    position.play(plays)
    return position
